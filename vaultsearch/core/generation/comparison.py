"""Compare an answer's statements with those in passages: missing words, and opposites."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, permutations

import numpy as np

from vaultsearch.core.generation import facts
from vaultsearch.core.generation.alignment import Alignment, Place, Scores, claimed_clauses
from vaultsearch.core.generation.terms import (
    UNSPACED_LANGUAGES,
    WORDS,
    comparable_terms,
    is_held,
    share_held,
    stem_words,
    unit_behind,
)
from vaultsearch.core.generation.wording import content_words, is_said
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.protocols import Vectors

# Opposition: by negation, antonyms or a reversed order, between statements that callers know to be about the
# same thing. The tables list each language's words for turning a statement; an asterisk matches any letters.
# In a language without tables nothing is opposed.

_CHINESE, _GERMAN = "zh", "de"
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
_LESSER = re.compile(r"\b(?:less|least|menos|weniger|am wenigsten)\s+(?!than|als|que|de)\w+", re.IGNORECASE)
"""Least expensive: a word that is turned into its antonym."""

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
    lines = [line.split("/") for line in WORDS["poles"].get(language, "").splitlines() if line.strip()]
    return tuple(
        (_words_pattern(first, language), _words_pattern(second, language))
        for line in lines
        for first, second in permutations(line, 2)
    )


def _denied_words(text: str, language: str) -> list[str]:
    """Return the stems next to negations in a text; in Chinese, the characters after them."""
    denied: list[str] = []
    if language in UNSPACED_LANGUAGES:
        for found in _NEGATION_IN_CHINESE.finditer(text):
            if (match := _DENIED_HAN.match(text, found.end())) is not None:
                run = match[0].lstrip("是为了在有被把让")
                modal = _MODAL_HAN.match(run)
                words = (modal[0], run[modal.end() :][:2]) if modal else (run[:2],)
                denied += filter(None, words)
        return denied
    for found in _words_pattern(WORDS["negations"].get(language, "-"), language).finditer(text):
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


def _is_weakened(text: str, language: str, denied: Container[str] = ()) -> bool:
    """Return whether a word alone says what another text denies: forbidden, for not allowed."""
    if language not in WORDS["weakened"]:
        return False
    found = _words_pattern(WORDS["weakened"][language], language).findall(text)
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
    if language not in WORDS["before"]:
        return
    for pattern, is_after in ((WORDS["before"][language], False), (WORDS["after"][language], True)):
        for found in re.finditer(pattern, text, re.IGNORECASE):
            left, right = text[: found.start()], text[found.end() :]
            if language in UNSPACED_LANGUAGES:
                # 以前 stands behind what it is said of.
                left, right = right, left
            if not left.strip(" ,，"):  # Before this, that.
                right, _, left = right.partition(",")
            if left.strip() and right.strip():
                yield _Pair("time", right, left) if is_after else _Pair("time", left, right)
    for kind, way in (("time", "then"), ("change", "instead"), ("change", "from_to")):
        for found in re.finditer(WORDS[way][language], text, re.IGNORECASE):
            yield _Pair(kind, found["first"], found["second"])
    for found in re.finditer(WORDS["than"][language], text, re.IGNORECASE):
        degrees = sorted(comparable_terms(found["by"], language, single=True)) or [found["by"]]
        yield _Pair(f"than {degrees[0][:_LETTERS_OF_DEGREE]}", found["first"], found["second"])


_LEAST_ALIKE, _TIE, _IN_SENTENCE = 0.25, 0.1, 0.5
"""The likeness from which a clause can be opposed.

A clause is as near as the nearest one if its likeness is less by the second at most, or in the same sentence
this part of it.
"""
_MUTUAL, _AFFIRMED = 0.3, 0.8
"""The share of a clause's terms in the statement, if it is not the nearest; and of the statement's, if it
affirms that."""
_FEWEST_WORDS = 3
"""Words of a sentence that says what its numbers are of."""
_AS_NEAR = 0.02
"""Likeness by which clauses differ that are as near as each other: one that says all is enough."""

_LEANS = re.compile(
    r"^\W{0,9}(?:which|who|whom|that|he|she|it|they|this|these|its|their|his|her|there|er|sie|es|dies\w*|welche\w*|was|wo"
    r"|ihr\w*|sein\w*)\b",
    re.IGNORECASE,
)
"""The beginning of a clause that speaks of what the one before it names."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A word missing from the nearest clause.

    Attributes:
        others: Words in the clause but not in the sentence, which the word may have replaced.
        is_elsewhere: Whether the passages use the word about something else.
    """

    word: str
    others: tuple[str, ...]
    is_elsewhere: bool
    clause: str
    sentence: str


@dataclass(frozen=True)
class Claim:
    """An answer's sentence, and the passages' text in the same language.

    ``header`` holds the passages' folders, titles and headings, which name their subjects.
    """

    sentence: str
    passages: str
    language: str
    header: str = ""

    @cached_property
    def clauses(self) -> list[str]:
        """Clauses with content, whose meanings are compared."""
        return claimed_clauses(self.sentence, self.language)


class ClaimComparison:
    """An answer's sentence beside clauses in passages.

    Args:
        cosines: float32 (`Claim.clauses`, places).
    """

    def __init__(self, claim: Claim, alignment: Alignment, cosines: Vectors) -> None:
        self._claim = claim
        self._alignment = alignment
        self._likeness = [
            alignment.likeness(clause, row) for clause, row in zip(claim.clauses, cosines, strict=True)
        ]

    @property
    def likeness(self) -> float:
        """The mean likeness between the claim's clauses and the nearest clauses in the passages, 0 to 1."""
        return float(np.mean([row.max() for row in self._likeness])) if self._likeness else 0.0

    def is_opposed(self) -> bool:
        """Return whether the nearest clauses in the passages say the opposite."""
        rows = zip(self._claim.clauses, self._likeness, strict=True)
        return any(self._is_opposed(clause, likeness) for clause, likeness in rows)

    def misplaced_number(self) -> str:
        """Return a number used in the passages about something else, or in another unit, or ""."""
        return self._in_another_unit() or next(
            (
                written
                for clause, places in self._nearest()
                for readings, written in facts.claimed_numbers(clause, self._claim.language)
                if all(self._has_other_number(place, readings) for place in places)
                or self._is_of_another(readings)
            ),
            "",
        )

    def misplaced_name(self) -> str:
        """Return a name in an unspaced script about which the passages say something else, or ""."""
        if self._claim.language not in UNSPACED_LANGUAGES:
            return ""
        own = facts.unspaced_names(self._claim.sentence, self._claim.language)
        known = facts.unspaced_names(self._claim.passages, self._claim.language)
        for clause, places in self._nearest():
            for name in (name for name in own if name in clause and name in known):
                others = [other for other in known if other not in self._claim.sentence]
                if all(
                    name not in place.sentence and any(other in place.clause for other in others)
                    for place in places
                ):
                    return name
        return ""

    def unsaid(self) -> list[Unsaid]:
        """Return the sentence's words missing from the nearest clauses."""
        if self._claim.language in UNSPACED_LANGUAGES:
            return []
        # One place that says all is enough.
        return [
            word
            for clause, places in self._nearest()
            for word in min((self._unsaid_at(clause, place) for place in places), key=len)
        ]

    def _nearest(self) -> Iterator[tuple[str, list[Place]]]:
        """Yield each clause in the sentence with the nearest clauses in the passages."""
        for clause, likeness in zip(self._claim.clauses, self._likeness, strict=True):
            near = np.flatnonzero(likeness >= likeness.max() - _AS_NEAR).tolist()
            yield clause, [self._alignment.places[index] for index in near]

    def _unsaid_at(self, clause: str, place: Place) -> list[Unsaid]:
        language = self._claim.language
        own = content_words(self._claim.sentence, language)
        in_clause = content_words(f"{place.clause} {self._claim.header}", language)
        everywhere = content_words(f"{self._claim.passages} {self._claim.header}", language)
        near_by = content_words(f"{place.sentence} {place.around}", language)
        unsaid = []
        for word in content_words(clause, language):
            if is_said(word, in_clause, language):
                continue
            is_elsewhere = is_said(word, everywhere, language)
            if is_elsewhere and _LEANS.match(place.clause) and is_said(word, near_by, language):
                continue
            near = place.clause if is_elsewhere else self._aligned
            others = [other for other in content_words(near, language) if not is_said(other, own, language)]
            if others or not is_elsewhere:
                unsaid.append(
                    Unsaid(
                        word, tuple(dict.fromkeys(others)), is_elsewhere, place.clause, self._claim.sentence
                    )
                )
        return unsaid

    @cached_property
    def _aligned(self) -> str:
        """The passages' sentences nearest to the clauses."""
        return " ".join(dict.fromkeys(place.sentence for _, places in self._nearest() for place in places))

    def _has_other_number(self, place: Place, readings: frozenset[str]) -> bool:
        """Return whether a clause, or a table row, has another number missing from the sentence."""
        language = self._claim.language
        text = place.sentence if place.is_row else place.clause
        if not readings.isdisjoint(facts.stated_numbers(f"{text} {self._claim.header}", language)):
            return False
        own = facts.stated_numbers(self._claim.sentence, language)
        stated = facts.claimed_numbers(text, language)
        return any(
            facts.kind_of(other) == facts.kind_of(readings) and other.isdisjoint(own) for other, _ in stated
        )

    def _is_of_another(self, readings: frozenset[str]) -> bool:
        """Return whether all sentences with a number share no word with the answer's sentence."""
        language = self._claim.language
        if language in UNSPACED_LANGUAGES:
            return False
        own = content_words(f"{self._claim.sentence} {self._claim.header}", language)
        with_number = {
            place.sentence
            for place in self._alignment.places
            if not readings.isdisjoint(facts.stated_numbers(place.sentence, language))
        }
        # A sentence of few words, such as a sum, tells nothing.
        said = [content_words(sentence, language) for sentence in with_number]
        return bool(said) and not any(
            len(words) < _FEWEST_WORDS or any(is_said(word, own, language) for word in words)
            for words in said
        )

    def _in_another_unit(self) -> str:
        """Return a number given in the passages in other units only, or ""."""
        sentence, passages, language = self._claim.sentence, self._claim.passages, self._claim.language
        stated = facts.stated_readings(passages, language)
        for readings, written in facts.claimed_numbers(sentence, language):
            unit = unit_behind(sentence, sentence.find(written) + len(written))
            same = {other for numbers, other in stated if unit and not numbers.isdisjoint(readings)}
            patterns = (rf"(?<!\d){re.escape(other)}(?!\d)" for other in same)
            units = {
                unit_behind(passages, found.end())
                for pattern in patterns
                for found in re.finditer(pattern, passages)
            }
            if units and not units & {unit, ""}:
                return written
        return ""

    def _is_opposed(self, clause: str, likeness: Scores) -> bool:
        language = self._claim.language
        best = float(likeness.max())
        if best < _LEAST_ALIKE:
            return False
        nearest = self._alignment.places[int(likeness.argmax())]
        if is_turned(self._claim.sentence, nearest.sentence, language):
            return True
        mine = comparable_terms(clause, language)
        known = self._alignment.by_clause(clause)
        opposed = False
        for place, like, share in zip(self._alignment.places, likeness, known, strict=True):
            is_near = like >= best - _TIE or (
                place.sentence == nearest.sentence and like >= _IN_SENTENCE * best
            )
            is_of_same = like == best or share_held(comparable_terms(place.clause, language), mine) >= _MUTUAL
            if not (is_near and is_of_same):
                continue
            if is_opposed(clause, place.clause, place.sentence, language, self._claim.sentence):
                opposed = True
            elif share >= _AFFIRMED:
                return False
        return opposed
