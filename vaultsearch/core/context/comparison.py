"""Two texts side by side, compared sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from rapidfuzz.distance import Indel
from rapidfuzz.fuzz import ratio

from vaultsearch.core.analyzer import find_words, fold_word
from vaultsearch.core.chunking.chunker import split_into_sentences
from vaultsearch.core.text import fold_text, unspaced_runs
from vaultsearch.core.values.context import ComparedSentence, TextComparison
from vaultsearch.core.values.note import Span

_MIN_LIKENESS = 60.0
"""The least likeness of words, 0 to 100, between two versions of a sentence."""
_MAX_SENTENCES = 400
"""Sentences compared in each text; further ones are dropped."""


def compare_texts(first: str, second: str) -> TextComparison:
    """Compare two texts sentence by sentence, pairing each with the most similar counterpart."""
    ours, theirs = split_into_sentences(first)[:_MAX_SENTENCES], split_into_sentences(second)[:_MAX_SENTENCES]
    likeness = {
        (i, j): likely
        for (i, own), (j, other) in product(
            enumerate(map(_folded_words, ours)), enumerate(map(_folded_words, theirs))
        )
        if own and other and (likely := ratio(own, other, score_cutoff=_MIN_LIKENESS))
    }
    pairs: dict[int, int] = {}
    reverse: dict[int, int] = {}
    # Of equally alike ones, those in the same place: refrains and rows of tables are repeated.
    for i, j in sorted(likeness, key=lambda pair: (-likeness[pair], abs(pair[0] - pair[1]))):
        if i not in pairs and j not in reverse:
            pairs[i], reverse[j] = j, i
    return TextComparison(_compare_sentences(ours, theirs, pairs), _compare_sentences(theirs, ours, reverse))


def _folded_words(text: str) -> tuple[str, ...]:
    return tuple(word for word, _ in _placed_words(text))


def _placed_words(text: str) -> list[tuple[str, Span]]:
    """Return a text's folded words with their places; in scripts without spaces, the characters."""
    placed: list[tuple[str, Span]] = []
    for match in find_words(text):
        start, word = match.start(), match.group()
        if unspaced_runs(word):
            placed += ((fold_text(letter), Span(start + i, start + i + 1)) for i, letter in enumerate(word))
        else:
            placed.append((fold_word(word), Span(start, match.end())))
    return placed


def _compare_sentences(
    ours: Sequence[str], theirs: Sequence[str], pairs: dict[int, int]
) -> tuple[ComparedSentence, ...]:
    compared = []
    for i, text in enumerate(ours):
        changes: tuple[Span, ...] = ()
        if i in pairs:
            placed = _placed_words(text)
            edits = Indel.editops([word for word, _ in placed], _folded_words(theirs[pairs[i]]))
            changes = tuple(placed[edit.src_pos][1] for edit in edits if edit.tag == "delete")
        compared.append(ComparedSentence(text, pairs.get(i), changes))
    return tuple(compared)
