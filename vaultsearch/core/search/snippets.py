"""The stretch of a passage that a row shows: where the query's words stand closest together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.query.words import find_terms
from vaultsearch.core.text import break_after, break_before
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Snippet

if TYPE_CHECKING:
    from collections.abc import Sequence

SNIPPET_CHARACTERS = 240
_LEAD = 30
_SURELY_SHOWN = 120
"""Of its characters, what two lines of a narrow list still show."""
_REACH = 20
"""How far a word or phrase that would be cut is looked back and ahead for."""
_BREAK = re.compile(r"\s+")


def snippet(
    text: str, terms: Sequence[str], length: int = SNIPPET_CHARACTERS, *, meant: Sequence[Span] = ()
) -> Snippet:
    """Cut about ``length`` characters out of ``text`` on one line, and mark the terms in them.

    ``meant`` are spans of ``text`` to mark besides, as far as no term stands there.
    """
    flat = _BREAK.sub(" ", text).strip()
    spans = find_terms(flat, terms)
    near = [span for span in _flattened(text, meant) if not overlaps(span, spans)]
    start = _start(flat, spans, near, length)
    end = break_after(flat, start + length, _REACH)
    before, after = "… " if start else "", " …" if end < len(flat) else ""
    shift = len(before) - start

    def inside(marked: Sequence[Span]) -> tuple[Span, ...]:
        kept = (span for span in marked if span.start >= start and span.end <= end)
        return tuple(Span(span.start + shift, span.end + shift) for span in kept)

    return Snippet(before + flat[start:end].rstrip() + after, inside(spans), inside(near))


def _flattened(text: str, spans: Sequence[Span]) -> list[Span]:
    """Give where spans of ``text`` stand once every break in it is one space."""
    if not spans:
        return []
    lost, places = len(text) - len(text.lstrip()), [0] * (len(text) + 1)
    lost_at = {match.end(): len(match.group()) - 1 for match in _BREAK.finditer(text, lost)}
    for place in range(len(places)):
        lost += lost_at.get(place, 0)
        places[place] = max(0, place - lost)
    return [Span(places[span.start], places[span.end]) for span in spans]


def overlaps(span: Span, others: Sequence[Span]) -> bool:
    """Tell whether a span shares a character with one of the others."""
    return any(span.start < other.end and other.start < span.end for other in others)


def _start(text: str, spans: Sequence[Span], near: Sequence[Span], length: int) -> int:
    """Choose the start after which most different words of the query follow in what is surely shown.

    A word that is only ``near`` to one of them counts half.
    """
    if len(text) <= length or not (spans or near):
        return 0
    worth = [*((span, 1.0) for span in spans), *((span, 0.5) for span in near)]
    best_start, best_value = 0, -1.0
    for first, _ in sorted(worth, key=lambda one: one[0].start):
        within = [
            (text[s.start : s.end].casefold(), value)
            for s, value in worth
            if first.start <= s.start and s.end <= first.start + _SURELY_SHOWN - _LEAD
        ]
        value = sum(dict(within).values()) + 0.01 * len(within)
        if value > best_value:
            best_start, best_value = first.start, value
    start = min(max(0, best_start - _LEAD), len(text) - min(length, _SURELY_SHOWN))
    return break_before(text, start, _REACH) if start > 0 else 0
