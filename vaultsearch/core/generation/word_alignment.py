"""The words of a sentence of an answer beside those of the passage's sentence that has most of them in order.

A sentence in the words of a note, but for one word, differs from it in that word; a sentence in other words
throughout is a paraphrase. So it counts how much of a sentence stands there literally, and what does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.generation.facts import number_words, stated_numbers
from vaultsearch.core.generation.opposition import has_antonym, is_turned
from vaultsearch.core.generation.terms import UNITS
from vaultsearch.core.generation.wording import ignored_words, is_said, without_possessive
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = regex.compile(r"\p{L}[\p{L}\p{M}'’]*|\d[\d.,:]*")
_FUNCTION_WEIGHT, _AUXILIARY_WEIGHT = 0.3, 0.1
"""Weights of function words, and of articles and auxiliaries, beside content words."""
_AUXILIARIES = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "it",
        "its",
        "this",
        "that",
        "which",
        "who",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "des",
        "ein",
        "eine",
        "einen",
        "einem",
        "einer",
        "ist",
        "sind",
        "war",
        "waren",
        "wird",
        "werden",
        "wurde",
        "wurden",
        "hat",
        "haben",
        "es",
    ]
)
_TURNING = frozenset(
    [
        "not",
        "no",
        "never",
        "none",
        "nothing",
        "nobody",
        "neither",
        "nor",
        "without",
        "cannot",
        "only",
        "except",
        "unless",
        "until",
        "if",
        "nicht",
        "nichts",
        "nie",
        "niemals",
        "niemand",
        "kein",
        "keine",
        "keinen",
        "keiner",
        "ohne",
        "weder",
        "nur",
        "außer",
        "bis",
        "falls",
        "wenn",
    ]
)
"""Words that turn a statement: between aligned words, each that only one of both has counts."""
_LIMITING = frozenset(
    [
        "all",
        "both",
        "every",
        "each",
        "always",
        "any",
        "everything",
        "everyone",
        "whole",
        "entire",
        "only",
        "just",
        "alone",
        "some",
        "most",
        "many",
        "often",
        "half",
        "before",
        "after",
        "without",
        "with",
        "below",
        "above",
        "under",
        "over",
        "off",
        "until",
        "when",
        "while",
        "during",
        "because",
        "since",
        "more",
        "less",
        "than",
        "first",
        "last",
        "must",
        "should",
        "can",
        "may",
        "might",
        "need",
        "another",
        "same",
        "other",
        "again",
        "already",
        "still",
        "alle",
        "alles",
        "beide",
        "immer",
        "jede",
        "jeder",
        "jedes",
        "ganz",
        "nur",
        "allein",
        "einige",
        "manche",
        "meist",
        "viele",
        "oft",
        "halb",
        "vor",
        "nach",
        "ohne",
        "mit",
        "unter",
        "über",
        "bis",
        "wenn",
        "während",
        "weil",
        "mehr",
        "weniger",
        "als",
        "zuerst",
        "zuletzt",
        "muss",
        "müssen",
        "soll",
        "sollen",
        "kann",
        "können",
        "darf",
        "dürfen",
        "erst",
        "schon",
        "noch",
        "bereits",
        "derselbe",
        "gleiche",
        "andere",
    ]
)
"""Words that limit a statement: how many, when, why, how surely."""
_MAX_TOKENS, _MAX_SENTENCES, _SLOT = 150, 8, 4
"""Tokens of a sentence, sentences that are aligned, and tokens next to a word in whose place it may stand."""


@dataclass(frozen=True, slots=True)
class WordAlignment:
    """Counts of a sentence's words beside the aligned sentence of the passages.

    Attributes:
        share: The weight of words in the same order, 0 to 1.
        content: The share of content words in the same order, 0 to 1.
        function: The share of function words in the same order, 0 to 1.
        density: The share of the aligned stretch of the passage that the sentence has.
        moved: Content words that the aligned sentence has in another order.
        elsewhere: Content words of other sentences of the passages.
        new: Content words that the passages lack.
        skipped: Content words of the stretch that the sentence lacks.
        skipped_turns: Words of the stretch that turn a statement, and that the sentence lacks.
        added_turns: Such words of the sentence that the stretch lacks.
        skipped_limits: Words of the aligned sentence that limit a statement, and that the sentence lacks.
        added_limits: Such words of the sentence that the aligned sentence lacks.
        skipped_numbers: Numbers of the stretch that the sentence lacks.
        gap: The most words of the passage between two aligned ones.
        lead: Content words before the first aligned one.
        antonyms: 1 if one has an antonym of a word of the other, else 0.
        turned: 1 if an order of two things is turned round, else 0.
        replaced_by_new: Places at which the sentence has a new word for one of the passage.
        replaced_by_known: Places at which it has another word of the passages instead.
        replaced_numbers: Places at which it has another number.
    """

    share: float = 0.0
    content: float = 0.0
    function: float = 0.0
    density: float = 0.0
    moved: int = 0
    elsewhere: int = 0
    new: int = 0
    skipped: int = 0
    skipped_turns: int = 0
    added_turns: int = 0
    skipped_limits: int = 0
    added_limits: int = 0
    skipped_numbers: int = 0
    gap: int = 0
    lead: int = 0
    antonyms: int = 0
    turned: int = 0
    replaced_by_new: int = 0
    replaced_by_known: int = 0
    replaced_numbers: int = 0


def align_words(sentence: str, stated: Sequence[str], header: str, language: str) -> WordAlignment:
    """Align a sentence with the sentence of passages, under their header, that has most of its words in order."""
    own = _tokens(sentence)
    content = [_is_content(word, language) for word in own]
    weights = [
        1.0 if is_content else _AUXILIARY_WEIGHT if fold(word) in _AUXILIARIES else _FUNCTION_WEIGHT
        for word, is_content in zip(own, content, strict=True)
    ]
    words = [_tokens(each) for each in stated]
    said = [
        {i for i, word in enumerate(own) if any(_is_same(word, w, language) for w in each)} for each in words
    ]
    order = sorted(range(len(words)), key=lambda index: -sum(weights[i] for i in said[index]))
    if not own or not order:
        return WordAlignment()
    aligned = [
        (_longest_common(own, words[index], weights, language), index) for index in order[:_MAX_SENTENCES]
    ]
    (weight, pairs), index = max(aligned, key=lambda each: (each[0][0], -len(words[each[1]])))
    theirs, here, everywhere = words[index], said[index], set().union(*said)
    in_header = {i for i, word in enumerate(own) if any(_is_same(word, w, language) for w in _tokens(header))}
    mine, matched = {i for i, _ in pairs}, {j for _, j in pairs}
    missing = [i for i, is_content in enumerate(content) if is_content and i not in mine]
    functions = [i for i, is_content in enumerate(content) if not is_content]
    stretch = range(pairs[0][1], pairs[-1][1] + 1) if pairs else range(0)
    skipped = [j for j in stretch if j not in matched]
    new = {i for i in missing if i not in everywhere | in_header}
    limits, other_limits = ({fold(word) for word in each} & _LIMITING for each in (own, theirs))
    replaced = list(_replacements(own, theirs, pairs, set(missing) - in_header, language))
    return WordAlignment(
        share=weight / sum(weights),
        content=1 - len(missing) / max(1, sum(content)),
        function=sum(i in mine for i in functions) / max(1, len(functions)) if functions else 1.0,
        density=len(matched) / max(1, len(stretch)),
        moved=sum(i in here for i in missing),
        elsewhere=sum(i in everywhere and i not in here | in_header for i in missing),
        new=len(new),
        skipped=sum(_is_content(theirs[j], language) for j in skipped),
        skipped_turns=sum(fold(theirs[j]) in _TURNING for j in skipped),
        added_turns=sum(fold(own[i]) in _TURNING for i in functions if i not in mine),
        skipped_limits=len(other_limits - limits),
        added_limits=len(limits - other_limits),
        skipped_numbers=sum(bool(_numbers(theirs[j], language)) for j in skipped),
        gap=max((second - first - 1 for (_, first), (_, second) in pairwise(pairs)), default=0),
        lead=sum(i < pairs[0][0] for i in missing) if pairs else len(missing),
        antonyms=int(has_antonym(sentence, stated[index], language)),
        turned=int(is_turned(sentence, stated[index], language)),
        replaced_by_new=sum(not new.isdisjoint(ours) for ours, _ in replaced),
        replaced_by_known=sum(not new.issuperset(ours) for ours, _ in replaced),
        replaced_numbers=sum(
            any(_numbers(own[i], language) for i in ours)
            and any(_numbers(theirs[j], language) for j in others)
            for ours, others in replaced
        ),
    )


def _tokens(text: str) -> list[str]:
    words = (without_possessive(match[0].rstrip(".,:")) for match in _TOKEN.finditer(text))
    return [word for word, _ in zip(words, range(_MAX_TOKENS), strict=False)]


@lru_cache(maxsize=8192)
def _is_content(word: str, language: str) -> bool:
    folded = fold(word)
    if folded in _AUXILIARIES:
        return False  # "a" and "ein" are numbers, too.
    return folded not in ignored_words(language) or folded in number_words(language) or folded in UNITS


@lru_cache(maxsize=8192)
def _numbers(word: str, language: str) -> frozenset[str]:
    is_number = word[0].isdigit() or (_is_content(word, language) and fold(word) in number_words(language))
    return stated_numbers(word, language) if is_number else frozenset()


@lru_cache(maxsize=65536)
def _is_same(word: str, other: str, language: str) -> bool:
    if fold(word) == fold(other):
        return True
    numbers, others = _numbers(word, language), _numbers(other, language)
    if numbers or others:
        return not numbers.isdisjoint(others)
    return _is_content(word, language) and _is_content(other, language) and is_said(word, (other,), language)


def _longest_common(
    own: Sequence[str], theirs: Sequence[str], weights: Sequence[float], language: str
) -> tuple[float, list[tuple[int, int]]]:
    """Return the weight and the pairs of places of the heaviest common subsequence."""
    table = [[0.0] * (len(theirs) + 1)]
    for word, weight in zip(own, weights, strict=True):
        above, row = table[-1], [0.0]
        for j, other in enumerate(theirs):
            taken = above[j] + weight if _is_same(word, other, language) else 0.0
            row.append(max(taken, above[j + 1], row[j]))
        table.append(row)
    i, j, pairs = len(own), len(theirs), []
    while i and j:
        is_taken = table[i][j] == table[i - 1][j - 1] + weights[i - 1]
        if is_taken and _is_same(own[i - 1], theirs[j - 1], language):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif table[i][j] == table[i][j - 1]:
            j -= 1
        else:
            i -= 1
    return table[-1][-1], pairs[::-1]


def _replacements(
    own: Sequence[str], theirs: Sequence[str], pairs: list[tuple[int, int]], missing: set[int], language: str
) -> Sequence[tuple[list[int], list[int]]]:
    """Return places of missing words, each with those of the words next to its neighbors that it may replace."""
    replaced = []
    for (left, first), (right, last) in pairwise([(-1, -1), *pairs, (len(own), len(theirs))]):
        ours = [i for i in range(left + 1, right) if i in missing]
        gap = range(first + 1, last)
        near = {*(gap[:_SLOT] if left >= 0 else ()), *(gap[-_SLOT:] if right < len(own) else ())}
        others = [
            j
            for j in sorted(near)
            if _is_content(theirs[j], language)
            and not any(_is_same(word, theirs[j], language) for word in own)
        ]
        if ours and others:
            replaced.append((ours, others))
    return replaced
