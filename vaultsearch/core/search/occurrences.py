"""Typed text -> its occurrences in a note, as a browser finds them: without regard to case and accents."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.text import fold
from vaultsearch.core.values.note import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_CLUSTER = regex.compile(r"\X")


def occurrences_in_blocks(blocks: Sequence[str], phrase: str) -> tuple[tuple[Span, ...], ...]:
    """Return the spans of `find_occurrences` for every block."""
    return tuple(find_occurrences(block, phrase) for block in blocks)


def count_occurrences(text: str, phrase: str) -> int:
    """Count the spans that `find_occurrences` would return."""
    needle = fold(phrase)
    return fold(text).count(needle) if needle else 0


@lru_cache(maxsize=4_000)  # all blocks of a page are searched again when a part is added to it
def find_occurrences(text: str, phrase: str) -> tuple[Span, ...]:
    """Return the spans of ``text`` that are ``phrase`` but for case, width and accents; none overlap."""
    needle, folded = fold(phrase), fold(text)
    if not needle or needle not in folded:
        return ()
    if len(folded) == len(text) and text.isascii():
        return tuple(Span(start, start + len(needle)) for start in _starts(folded, needle))
    folded, places = _folded_with_places(text)
    spans = (places[start : start + len(needle)] for start in _starts(folded, needle))
    return tuple(Span(place[0].start, place[-1].end) for place in spans)


def _starts(folded: str, needle: str) -> list[int]:
    starts, position = [], folded.find(needle)
    while position >= 0:
        starts.append(position)
        position = folded.find(needle, position + len(needle))
    return starts


def _folded_with_places(text: str) -> tuple[str, list[Span]]:
    """Fold a text by its grapheme clusters; return for every folded character the span it is folded from."""
    pieces, places = [], []
    for cluster in _CLUSTER.finditer(text):
        piece = _folded_cluster(cluster.group())
        pieces.append(piece)
        places += [Span(cluster.start(), cluster.end())] * len(piece)
    return "".join(pieces), places


@lru_cache(maxsize=20_000)
def _folded_cluster(cluster: str) -> str:
    return fold(cluster)
