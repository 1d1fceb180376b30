"""Align an answer's sentence word by word with the passage sentence sharing most words in order.

A sentence copied from a note except for a word differs in exactly this word; a sentence in other words
throughout is a paraphrase. So it counts how much stands there literally, and what does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

import regex

from vaultsearch.core.generation.facts import number_words, stated_numbers
from vaultsearch.core.generation.terms import UNITS, WORDS, with_units
from vaultsearch.core.generation.wording import ignored_words, is_said, without_possessive
from vaultsearch.core.text import fold_text

_TOKEN = regex.compile(r"\p{L}[\p{L}\p{M}'’]*|\d[\d.,:]*")
_FUNCTION_WEIGHT, _AUXILIARY_WEIGHT = 0.3, 0.1
"""Weights of function words, and of articles and auxiliaries, beside content words."""
_MAX_TOKENS, _MAX_STATED, _MAX_SENTENCES, _SLOT = 150, 2_000, 8, 4
"""Tokens of a sentence and of all passages, sentences that are aligned, and tokens next to a missing word."""


def align_words(sentence: str, stated: Sequence[str], header: str, language: str) -> dict[str, float]:
    """Return how literally a sentence stands in passages, and what differs; {} if there is nothing to align.

    Shares and counts refer to the passages' sentence sharing most words in the same order. ``header`` names
    the folder, the note and the headings; these words may stand anywhere.
    """
    own = _word_tokens(sentence)
    content = [_is_content(word, language) for word in own]
    weights = [
        1.0
        if is_content
        else _AUXILIARY_WEIGHT
        if fold_text(word) in _listed_words("auxiliary", language)
        else _FUNCTION_WEIGHT
        for word, is_content in zip(own, content, strict=True)
    ]
    words: list[list[str]] = []
    for each in stated:
        if sum(map(len, words)) < _MAX_STATED:
            words.append(_word_tokens(each))
    said = [_indices_said(own, each, language) for each in words]
    order = sorted(range(len(words)), key=lambda index: -sum(weights[i] for i in said[index]))
    if not own or not order:
        return {}
    aligned = [
        (_longest_common(own, words[index], weights, language), index) for index in order[:_MAX_SENTENCES]
    ]
    (weight, pairs), index = max(aligned, key=lambda each: (each[0][0], -len(words[each[1]])))
    theirs, here, everywhere = words[index], said[index], set().union(*said)
    in_header = _indices_said(own, _word_tokens(header), language)
    mine, matched = {i for i, _ in pairs}, {j for _, j in pairs}
    missing = [i for i, is_content in enumerate(content) if is_content and i not in mine]
    functions = [i for i, is_content in enumerate(content) if not is_content]
    stretch = range(pairs[0][1], pairs[-1][1] + 1) if pairs else range(0)
    skipped = [theirs[j] for j in stretch if j not in matched]
    left_out = [word for word in skipped if _is_content(word, language)]
    new = {i for i in missing if i not in everywhere | in_header}
    limits, other_limits = (
        {fold_text(word) for word in each} & _listed_words("limiting", language) for each in (own, theirs)
    )
    replaced = _replaced_words(own, theirs, pairs, set(missing) - in_header, language)
    added = [fold_text(own[i]) for i in functions if i not in mine]
    turns = [word for word in added if word in _listed_words("turning", language)]
    return {
        # Whether all that counts stands there in the same order, with the same limits, and nothing between.
        "literal": not (set(missing) - in_header or left_out or limits ^ other_limits or turns),
        # Shares of the weight, of content words and of function words in the same order; and of the aligned
        # stretch of the passage.
        "share": weight / sum(weights),
        "content": 1 - len(missing) / max(1, sum(content)),
        "function": sum(i in mine for i in functions) / len(functions) if functions else 1.0,
        "density": len(matched) / max(1, len(stretch)),
        # Content words in another order, of other sentences, of no sentence; those of the stretch left out.
        "moved": sum(i in here for i in missing),
        "elsewhere": sum(i in everywhere and i not in here | in_header for i in missing),
        "new": len(new),
        "skipped": len(left_out),
        "added_turns": len(turns),
        "skipped_limits": len(other_limits - limits),
        "added_limits": len(limits - other_limits),
        "skipped_numbers": sum(bool(_word_numbers(word, language)) for word in skipped),
        # The most words left out in a row, and content words before the first aligned one.
        "gap": max((second - first - 1 for (_, first), (_, second) in pairwise(pairs)), default=0),
        "lead": sum(i < pairs[0][0] for i in missing) if pairs else len(missing),
        # Places with a word in the place of another one.
        "replaced_by_new": sum(not new.isdisjoint(words) for words in replaced),
        "replaced_by_known": sum(not new.issuperset(words) for words in replaced),
    }


def _indices_said(own: Sequence[str], theirs: Sequence[str], language: str) -> set[int]:
    return {i for i, word in enumerate(own) if any(_is_same(word, other, language) for other in theirs)}


def _word_tokens(text: str) -> list[str]:
    words = (without_possessive(match[0].rstrip(".,:")) for match in _TOKEN.finditer(with_units(text)))
    return [word for word, _ in zip(words, range(_MAX_TOKENS), strict=False)]


@cache
def _listed_words(kind: str, language: str) -> frozenset[str]:
    """Return the auxiliary, turning or limiting words in `words.toml`."""
    return frozenset(fold_text(WORDS[kind].get(language, "")).split())


@lru_cache(maxsize=8192)
def _is_content(word: str, language: str) -> bool:
    folded = fold_text(word)
    if folded in _listed_words("auxiliary", language):
        return False  # "a" and "ein" are numbers, too.
    return folded not in ignored_words(language) or folded in number_words(language) or folded in UNITS


@lru_cache(maxsize=8192)
def _word_numbers(word: str, language: str) -> frozenset[str]:
    is_number = word[0].isdigit() or (
        _is_content(word, language) and fold_text(word) in number_words(language)
    )
    return stated_numbers(word, language) if is_number else frozenset()


@lru_cache(maxsize=65536)
def _is_same(word: str, other: str, language: str) -> bool:
    if fold_text(word) == fold_text(other):
        return True
    numbers, others = _word_numbers(word, language), _word_numbers(other, language)
    if numbers or others:
        return not numbers.isdisjoint(others)
    return _is_content(word, language) and _is_content(other, language) and is_said(word, (other,), language)


def _longest_common(
    own: Sequence[str], theirs: Sequence[str], weights: Sequence[float], language: str
) -> tuple[float, list[tuple[int, int]]]:
    """Return the heaviest common subsequence's weight and pairs of indices."""
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


def _replaced_words(
    own: Sequence[str], theirs: Sequence[str], pairs: list[tuple[int, int]], missing: set[int], language: str
) -> list[list[int]]:
    """Return missing words, grouped by place, if the passage has others between the same neighbors."""
    replaced = []
    for (left, first), (right, last) in pairwise([(-1, -1), *pairs, (len(own), len(theirs))]):
        ours = [i for i in range(left + 1, right) if i in missing]
        gap = range(first + 1, last)
        near = {*(gap[:_SLOT] if left >= 0 else ()), *(gap[-_SLOT:] if right < len(own) else ())}
        others = (theirs[j] for j in near if _is_content(theirs[j], language))
        if ours and any(not _indices_said([other], own, language) for other in others):
            replaced.append(ours)
    return replaced
