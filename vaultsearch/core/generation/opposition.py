"""Detect opposed statements about the same thing: by negation, by antonyms, by a reversed order.

The tables list each language's words for turning a statement; an asterisk matches any letters. Callers make
sure both statements are about the same thing. In a language without tables nothing is opposed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice, permutations
from typing import TYPE_CHECKING

from vaultsearch.core.generation.terms import (
    UNSPACED_LANGUAGES,
    WORDS,
    comparable_terms,
    is_held,
    share_held,
    stem_words,
)
from vaultsearch.core.languages.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

_CHINESE, _GERMAN = "zh", "de"
_NEGATIONS = WORDS["negations"]
_NEGATION_IN_CHINESE = re.compile(
    "不(?![同断過过仅僅但只管论論少久错錯])|没有?|沒有?|無|无|未(?![来來])|非(?![常洲])|别(?![的人])|勿|莫"
)
_NO_NEGATION = re.compile(
    r"\s{1,9}(?:only|just|before|until|nur|bloß|vor|bevor|solo|sólo|antes|hasta)\b"
    r"|\s{1,9}(?:later|less|more|fewer|mehr|weniger|más|menos)\s{1,9}(?:than|als|de|que)\b|\.\s{0,9}\d",
    re.IGNORECASE,
)
"""Behind a negation that denies nothing: not only, no more than, no. 12."""
_PAUSE = re.compile("[,;:()]")
_SCOPE = 2
"""Content words that a negation denies: behind it, in German also before it, if the verb stands there."""
_LOWER_CASE = re.compile(r"\b[a-zäöüß]\w+")
_DENIED_HAN = re.compile("[\u4e00-\u9fff]{0,6}")
_MODAL_HAN = re.compile("[会能要可需应该]+")
_WEAKENED = WORDS["weakened"]
_POLES = WORDS["poles"]
_LESSER = re.compile(r"\b(?:less|least|menos|weniger|am wenigsten)\s+(?!than|als|que|de)\w+", re.IGNORECASE)
"""Least expensive: a word that is turned into its antonym."""

_BEFORE = WORDS["before"]
_AFTER = WORDS["after"]
_THEN = WORDS["then"]
_INSTEAD = WORDS["instead"]
_FROM_TO = WORDS["from_to"]
_THAN = WORDS["than"]
_PREPOSITIONS = {
    ENGLISH: (("before", "after"), ("with", "without")),
    _GERMAN: (("vor", "nach"), ("mit", "ohne")),
}
_LETTERS_OF_DEGREE = 4
_CROSSED = 0.5
"""The least share of words of two things that are taken for the same."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two things in an order: in time, in a change, in a comparison (with the degree)."""

    kind: str
    first: str
    second: str


_MOST_PAIRS = 12
"""Pairs of a text that are compared: of a thousand "before" in a row, each is one."""


def is_opposed(claim: str, clause: str, sentence: str, language: str, whole: str = "") -> bool:
    """Return whether a claim says the opposite of a clause in a passage's ``sentence``.

    ``whole`` is the answer's sentence around the claim.
    """
    here, there = _denied_words(claim, language), _denied_words(clause, language)
    if here and there:
        return False
    if not here and not there:
        # Two things that are exchanged turn an antonym back: A is faster than B, B slower than A.
        is_turned_back = _compares_exchanged(claim, sentence, language)
        is_opposite = _has_antonym(claim, clause, language) or _turns_preposition(claim, clause, language)
        return is_opposite and not is_turned_back
    denied, affirming = (here, clause) if here else (there, claim)
    is_unspaced = language in UNSPACED_LANGUAGES
    # A sentence that denies something itself may well be what the claim sums up; and "not below 8 °C, above
    # 24 or in the sun" denies all of it.
    around = sentence if here else whole
    if (
        _is_weakened(affirming, language, denied)
        or (here and _is_weakened(sentence, language))
        or (_denied_words(around, language) and not (here and is_unspaced))
    ):
        return False
    if is_unspaced:
        return any(word in affirming for word in denied)
    affirmed = comparable_terms(affirming, language)
    return any(is_held(word, affirmed) for word in denied)


def is_turned(claim: str, sentence: str, language: str) -> bool:
    """Return whether a claim reverses an order between two things: in time, in a change, in a comparison."""
    theirs = list(islice(_ordered_pairs(sentence, language), _MOST_PAIRS))
    for mine in islice(_ordered_pairs(claim, language), _MOST_PAIRS):
        ways = [_match_pairs(mine, other, language) for other in theirs if other.kind == mine.kind]
        crossed = max((crossed for crossed, _ in ways), default=0.0)
        # One pair that agrees outweighs another that does not: many sentences hold several.
        if crossed >= _CROSSED and crossed > max(straight for _, straight in ways):
            return True
    return False


@cache
def _words_pattern(listed: str, language: str) -> re.Pattern[str]:
    any_of = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in listed.split())
    return re.compile(any_of if language == _CHINESE else rf"(?<!\w)(?:{any_of})(?!\w)", re.IGNORECASE)


@cache
def _pole_patterns(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Return a language's opposite patterns, each paired with every other on the same line."""
    lines = [line.split("/") for line in _POLES.get(language, "").splitlines() if line.strip()]
    return tuple(
        (_words_pattern(first, language), _words_pattern(second, language))
        for line in lines
        for first, second in permutations(line, 2)
    )


def _denied_words(text: str, language: str) -> list[str]:
    """Return the stems next to negations in a text; in Chinese, the characters after them."""
    if language in UNSPACED_LANGUAGES:
        runs = (_DENIED_HAN.match(text, found.end()) for found in _NEGATION_IN_CHINESE.finditer(text))
        return [word for run in runs if run for word in _denied_han(run[0])]
    denied: list[str] = []
    for found in _words_pattern(_NEGATIONS.get(language, "-"), language).finditer(text):
        if not _NO_NEGATION.match(text, found.end()):
            # A negation reaches no further than its clause.
            behind = stem_words(_PAUSE.split(text[found.end() :])[0], language)[:_SCOPE]
            before = _PAUSE.split(text[: found.start()])[-1]
            if language == _GERMAN:
                behind += stem_words(" ".join(_LOWER_CASE.findall(before)), language)[-_SCOPE:]
            # At its end, it denies what stands before it: "electricity is not".
            is_behind = bool(behind) or language != ENGLISH
            denied += behind if is_behind else stem_words(before, language)[-_SCOPE:]
    return denied


def _denied_han(run: str) -> list[str]:
    run = run.lstrip("是为了在有被把让")
    modal = _MODAL_HAN.match(run)
    verb = run[modal.end() :][:2] if modal else run[:2]
    return [word for word in (modal[0] if modal else "", verb) if word]


def _is_weakened(text: str, language: str, denied: Container[str] = ()) -> bool:
    """Return whether a word alone says what another text denies: forbidden, for not allowed."""
    if language not in _WEAKENED:
        return False
    found = _words_pattern(_WEAKENED[language], language).findall(text)
    return any(stem not in denied for word in found for stem in stem_words(word, language) or [word])


def _has_antonym(claim: str, clause: str, language: str) -> bool:
    claim, clause = (_LESSER.sub("", text) for text in (claim, clause))
    return any(
        mine.search(claim) and theirs.search(clause) and not theirs.search(claim) and not mine.search(clause)
        for mine, theirs in _pole_patterns(language)
    )


def _turns_preposition(claim: str, clause: str, language: str) -> bool:
    """Return whether both have a word behind opposite prepositions: before each cut, after each cut."""
    for first, second in _PREPOSITIONS.get(language, ()):
        for mine, theirs in ((first, second), (second, first)):
            here = re.search(rf"\b{mine}\b", claim, re.IGNORECASE)
            there = re.search(rf"\b{theirs}\b", clause, re.IGNORECASE)
            if here and there and not re.search(rf"\b{mine}\b", clause, re.IGNORECASE):
                behind = stem_words(claim[here.end() :], language)[:1]
                if behind == stem_words(clause[there.end() :], language)[:1]:
                    return True
    return False


def _compares_exchanged(claim: str, sentence: str, language: str) -> bool:
    """Return whether both compare the same two things, the other way round."""
    mine, theirs = (
        [pair for pair in islice(_ordered_pairs(text, language), _MOST_PAIRS) if pair.kind.startswith("than")]
        for text in (claim, sentence)
    )
    ways = [_match_pairs(pair, other, language) for pair in mine for other in theirs]
    return any(crossed >= _CROSSED and crossed > straight for crossed, straight in ways)


def _match_pairs(mine: _Pair, other: _Pair, language: str) -> tuple[float, float]:
    """Return how well two pairs match crosswise, and how well straight, 0 to 1, by what tells them apart."""
    a, b, c, d = (
        comparable_terms(text, language, single=True)
        for text in (mine.first, mine.second, other.first, other.second)
    )
    a, b, c, d = a - b, b - a, c - d, d - c
    if not (a and b and c and d):
        return 0.0, 0.0
    straight = max(_share_likeness(a, c), _share_likeness(b, d))
    return min(_share_likeness(a, d), _share_likeness(b, c)), straight


def _share_likeness(mine: frozenset[str], theirs: frozenset[str]) -> float:
    return max(share_held(mine, theirs), share_held(theirs, mine))


def _ordered_pairs(text: str, language: str) -> Iterator[_Pair]:
    if language not in _BEFORE:
        return
    yield from _pairs_of_time(text, language)
    for kind, pattern in (("time", _THEN), ("change", _INSTEAD), ("change", _FROM_TO)):
        for found in re.finditer(pattern[language], text, re.IGNORECASE):
            yield _Pair(kind, found["first"], found["second"])
    for found in re.finditer(_THAN[language], text, re.IGNORECASE):
        degrees = sorted(comparable_terms(found["by"], language, single=True)) or [found["by"]]
        yield _Pair(f"than {degrees[0][:_LETTERS_OF_DEGREE]}", found["first"], found["second"])


def _pairs_of_time(text: str, language: str) -> Iterator[_Pair]:
    for pattern, is_after in ((_BEFORE[language], False), (_AFTER[language], True)):
        for found in re.finditer(pattern, text, re.IGNORECASE):
            left, right = text[: found.start()], text[found.end() :]
            if language in UNSPACED_LANGUAGES:
                # 以前 stands behind what it is said of.
                left, right = right, left
            if not left.strip(" ,，"):  # Before this, that.
                right, _, left = right.partition(",")
            if left.strip() and right.strip():
                yield _Pair("time", right, left) if is_after else _Pair("time", left, right)
