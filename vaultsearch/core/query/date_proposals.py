"""Dates to be proposed after ``after:``, ``before:`` and ``on:``, each with the notes that it would find."""

from __future__ import annotations

from bisect import bisect_left
from datetime import timedelta
from typing import TYPE_CHECKING

from vaultsearch.core.query.dates import WORDS, moments
from vaultsearch.core.text import fold
from vaultsearch.core.values.query import Proposal, ProposalKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from vaultsearch.core.query.cursor import Typing


def date_proposals(
    typed: Typing, dates: Sequence[datetime], today: date, *, at_end: bool
) -> tuple[list[Proposal], bool]:
    """Give the dates that begin with what is typed, and whether that is one already.

    ``dates`` are those of the notes, the earliest first, aware; the first and the last of them are
    proposed besides what can be said in words.
    """
    wanted = fold(" ".join(typed.text.split()))
    named = [(word, "") for word in WORDS]
    if dates:
        ends = {dates[-1]: "the latest note", dates[0]: "the earliest note"}
        days = {end.astimezone().date().isoformat(): said for end, said in ends.items()}
        named += sorted(days.items())
    space = " " if at_end else ""
    proposals = [
        Proposal(
            name, name + space, ProposalKind.DATE, _count(typed.operator, name, dates, today), said or span
        )
        for name, said in named
        if fold(name).startswith(wanted) and (span := _span(name, today)) is not None
    ]
    return proposals, moments(typed.text, today) is not None


def _span(name: str, today: date) -> str | None:
    """Write out what a word stands for: "2026-05-12", "2026-05-04 – 2026-05-10", "2026-05", "2026"."""
    found = moments(name, today)
    if found is None:
        return None
    first = found[0].date().isoformat()
    for written in (first[:4], first[:7], first):
        if moments(written, today) == found:
            return written
    last = found[1].date() - timedelta(days=1)
    return f"{first} – {last.isoformat()}"


def _count(operator: str, name: str, dates: Sequence[datetime], today: date) -> int:
    found = moments(name, today)
    if found is None:
        return 0
    before, not_after = (bisect_left(dates, moment) for moment in found)
    return {"after": len(dates) - not_after, "before": before}.get(operator, not_after - before)
