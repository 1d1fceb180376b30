"""The stretch of a passage that a row shows: where the query's words stand closest together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.search.words import find_terms
from vaultsearch.core.text_breaks import break_after, break_before
from vaultsearch.core.values import Snippet, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

SNIPPET_CHARACTERS = 240
_LEAD = 60
_REACH = 20
"""How far a word or phrase that would be cut is looked back and ahead for."""
_BREAK = re.compile(r"\s+")


def snippet(text: str, terms: Sequence[str], length: int = SNIPPET_CHARACTERS) -> Snippet:
    """Cut about ``length`` characters out of ``text`` on one line, and mark the terms in them."""
    flat = _BREAK.sub(" ", text).strip()
    spans = find_terms(flat, terms)
    start = _start(flat, spans, length)
    end = break_after(flat, start + length, _REACH)
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
    start = min(max(0, best_start - _LEAD), len(text) - length)
    return break_before(text, start, _REACH) if start > 0 else 0
