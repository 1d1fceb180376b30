"""The stretch of a passage that a row shows: where the query's words stand closest together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.search.words import find_terms
from vaultsearch.core.values import Snippet, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

SNIPPET_CHARACTERS = 240
_LEAD = 60
_BREAK = re.compile(r"\s+")


def snippet(text: str, terms: Sequence[str], length: int = SNIPPET_CHARACTERS) -> Snippet:
    """Cut about ``length`` characters out of ``text`` on one line, and mark the terms in them."""
    flat = _BREAK.sub(" ", text).strip()
    spans = find_terms(flat, terms)
    start = _start(flat, spans, length)
    end = _word_end(flat, start + length)
    before, after = "… " if start else "", " …" if end < len(flat) else ""
    shift = len(before) - start
    inside = tuple(Span(s.start + shift, s.end + shift) for s in spans if s.start >= start and s.end <= end)
    return Snippet(before + flat[start:end].rstrip() + after, inside)


def _start(text: str, spans: Sequence[Span], length: int) -> int:
    """Choose the start after which most different words of the query follow within ``length``."""
    if len(text) <= length or not spans:
        return 0
    best_start, best_value = 0, -1.0
    for first in spans:
        within = [s for s in spans if first.start <= s.start and s.end <= first.start + length - _LEAD]
        different = {text[s.start : s.end].casefold() for s in within}
        value = len(different) + 0.01 * len(within)
        if value > best_value:
            best_start, best_value = first.start, value
    return _word_start(text, min(max(0, best_start - _LEAD), len(text) - length))


def _word_start(text: str, at: int) -> int:
    """Move back to where a sentence or word begins, not farther than it is worth."""
    if at <= 0:
        return 0
    space = text.rfind(" ", max(0, at - 20), at + 1)
    return space + 1 if space >= 0 else at


def _word_end(text: str, at: int) -> int:
    if at >= len(text):
        return len(text)
    space = text.find(" ", at, at + 20)
    return space if space >= 0 else at
