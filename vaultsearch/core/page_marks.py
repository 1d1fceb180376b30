"""Marks on a page's rendered text: query words, words that answer by meaning, and found phrases."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

import regex

from vaultsearch.core.query.words import find_terms, word_spans
from vaultsearch.core.search.results import overlaps_any
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Result, Snippet

_CLUSTER = regex.compile(r"\X")
_fold_cluster = lru_cache(maxsize=20_000)(fold_text)


def count_occurrences(text: str, phrase: str) -> int:
    """Count the spans of `find_occurrences`."""
    needle = fold_text(phrase)
    return fold_text(text).count(needle) if needle else 0


# All blocks of a page are searched again when a part is added to it.
@lru_cache(maxsize=4_000)
def find_occurrences(text: str, phrase: str) -> tuple[Span, ...]:
    """Return the non-overlapping spans equal to ``phrase``, ignoring case, width and accents."""
    needle, folded = fold_text(phrase), fold_text(text)
    if not needle or needle not in folded:
        return ()
    # Of ASCII, each letter folds to one, so that places are the same.
    if len(folded) == len(text) and text.isascii():
        return tuple(Span(start, start + len(needle)) for start in _find_starts(folded, needle))
    pieces, places = [], []
    for cluster in _CLUSTER.finditer(text):
        piece = _fold_cluster(cluster.group())
        pieces.append(piece)
        places += [Span(cluster.start(), cluster.end())] * len(piece)
    folded = "".join(pieces)
    spans = (places[start : start + len(needle)] for start in _find_starts(folded, needle))
    return tuple(Span(place[0].start, place[-1].end) for place in spans)


def _find_starts(folded: str, needle: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(needle), folded)]


def page_marks(blocks: Sequence[str], passage: Collection[int], result: Result) -> tuple[Snippet, ...]:
    """Mark the query's words in every block of a page, given as rendered text.

    Also mark words that answer by meaning in the blocks showing the result's ``passage``, given by index,
    except over query words.
    """
    places = sorted(passage) if result.semantic_spans else []
    carried = carry_over(result.chunk.text, result.semantic_spans, [blocks[place] for place in places])
    meant = dict(zip(places, carried, strict=True))
    marked = []
    for place, block in enumerate(blocks):
        matches = find_terms(block, result.terms)
        near = [span for span in meant.get(place, ()) if not overlaps_any(span, matches)]
        marked.append(Snippet(block, matches, tuple(near)))
    return tuple(marked)


def carry_over(text: str, spans: Sequence[Span], blocks: Sequence[str]) -> list[list[Span]]:
    """Map ``spans`` of ``text`` to blocks showing it, word by word; drop spans of words not shown."""
    words = word_spans(text)
    shown = [(number, span) for number, block in enumerate(blocks) for span in word_spans(block)]
    written = [text[word.start : word.end] for word in words]
    read = [blocks[number][span.start : span.end] for number, span in shown]
    place_of: dict[int, int] = {}
    # With autojunk, words that are frequent in a long text would be left out.
    matcher = SequenceMatcher(None, written, read, autojunk=False)
    for kind, start, end, other, other_end in matcher.get_opcodes():
        if kind == "equal" or (kind == "replace" and end - start == other_end - other):
            pairs = zip(range(start, end), range(other, other_end), strict=True)
            # A word continued on the page is still the same: a footnote's number directly follows.
            place_of.update((index, two) for index, two in pairs if read[two].startswith(written[index]))
    carried: list[list[Span]] = [[] for _ in blocks]
    for span in spans:
        index = bisect_right(words, span.start, key=lambda word: word.start) - 1
        place = place_of.get(index)
        if place is not None and span.end <= words[index].end:
            number, word = shown[place]
            moved = word.start - words[index].start
            carried[number].append(Span(span.start + moved, span.end + moved))
    return carried
