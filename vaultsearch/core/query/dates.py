"""The dates that a query may name: a year, a month, a day, ``today``, ``last week``."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from vaultsearch.core.text import fold
from vaultsearch.core.values.query import Proposal, ProposalKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.query.cursor import TypedToken

_WRITTEN = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?", re.ASCII)
_DAYS = {"today": 0, "yesterday": 1}
WORDS = (
    *_DAYS,
    *(f"{which} {unit}" for unit in ("week", "month", "year") for which in ("this", "last")),
)
"""Relative dates, the most recent first."""


def moments(text: str, today: date) -> tuple[datetime, datetime] | None:
    """Return the half-open interval of a named date in local time, or None if it is not a date.

    Weeks begin on Monday.
    """
    try:
        days = _days(" ".join(text.lower().split()), today)
        return (_midnight(days[0]), _midnight(days[1])) if days else None
    except (
        OverflowError,
        ValueError,
        OSError,
    ):  # years 1 and 9999, and dates that the platform rejects
        return None


def _days(text: str, today: date) -> tuple[date, date] | None:
    if text in _DAYS:
        day = today - timedelta(days=_DAYS[text])
        return day, day + timedelta(days=1)
    which, _, unit = text.partition(" ")
    if which in ("this", "last") and unit in ("week", "month", "year"):
        return _period(unit, today, back=which == "last")
    match = _WRITTEN.fullmatch(text)
    return _written(*(int(part) if part else None for part in match.groups())) if match else None


def _period(unit: str, today: date, *, back: bool) -> tuple[date, date]:
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return monday, monday + timedelta(days=7)
    first = today.replace(day=1) if unit == "month" else today.replace(month=1, day=1)
    if back:
        before = first - timedelta(days=1)
        first = before.replace(day=1) if unit == "month" else before.replace(month=1, day=1)
    return first, _next(first, unit)


def _written(year: int | None, month: int | None = None, day: int | None = None) -> tuple[date, date] | None:
    try:
        first = date(year or 0, 1 if month is None else month, 1 if day is None else day)
        return first, _next(first, "day" if day is not None else "month" if month is not None else "year")
    except (ValueError, OverflowError):
        return None


def _next(first: date, unit: str) -> date:
    if unit == "day":
        return first + timedelta(days=1)
    if unit == "year" or first.month == 12:
        return date(first.year + 1, 1, 1)
    return date(first.year, first.month + 1, 1)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()


def date_proposals(
    typed: TypedToken, dates: Sequence[datetime], today: date, *, at_end: bool
) -> tuple[list[Proposal], bool]:
    """Return the dates that begin with the typed text, and whether it is a complete date.

    Args:
        typed: The date being typed.
        dates: Dates of the notes, ascending and timezone-aware; the first and the last are proposed too.
        today: The day that relative dates count from.
        at_end: Whether the query ends here, so that a space is appended.
    """
    typed_text = fold(" ".join(typed.text.split()))
    named = [(word, "") for word in WORDS]
    if dates:
        ends = {dates[-1]: "the latest note", dates[0]: "the earliest note"}
        days = {end.astimezone().date().isoformat(): phrase for end, phrase in ends.items()}
        named += sorted(days.items())
    space = " " if at_end else ""
    proposals = [
        Proposal(
            name, name + space, ProposalKind.DATE, _count(typed.operator, name, dates, today), phrase or span
        )
        for name, phrase in named
        if fold(name).startswith(typed_text) and (span := _span(name, today)) is not None
    ]
    return proposals, moments(typed.text, today) is not None


def _span(name: str, today: date) -> str | None:
    """Write a relative date as absolute: "2026-05-12", "2026-05-04 – 2026-05-10", "2026-05", "2026"."""
    interval = moments(name, today)
    if interval is None:
        return None
    first = interval[0].date().isoformat()
    for written in (first[:4], first[:7], first):
        if moments(written, today) == interval:
            return written
    last = interval[1].date() - timedelta(days=1)
    return f"{first} – {last.isoformat()}"


def _count(operator: str, name: str, dates: Sequence[datetime], today: date) -> int:
    interval = moments(name, today)
    if interval is None:
        return 0
    before, not_after = (bisect_left(dates, moment) for moment in interval)
    return {"after": len(dates) - not_after, "before": before}.get(operator, not_after - before)
