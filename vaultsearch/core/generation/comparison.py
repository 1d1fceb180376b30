"""The statements of a sentence of an answer beside those of passages: facts of something else, opposites."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.generation.alignment import claimed_clauses
from vaultsearch.core.generation.facts import (
    claimed_numbers,
    forms,
    has_form,
    kind_of,
    name_forms,
    stated_numbers,
    stated_readings,
    unspaced_names,
)
from vaultsearch.core.generation.nearness import WordDistances
from vaultsearch.core.generation.opposition import is_opposed, is_turned
from vaultsearch.core.generation.terms import UNSPACED_LANGUAGES, share_held, terms, unit_behind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.generation.alignment import Alignment, Place, Scores
    from vaultsearch.core.generation.nearness import Span
    from vaultsearch.core.protocols import Vectors

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SENTENCE_WEIGHT = 0.5
_LEAST_NUMBER, _LEAST_NAME = 0.4, 0.35
"""The sum of margins from which a fact is said of something else.

Of honest sentences of the two sets that they were fitted on, the largest sums are .39 and .32. What is missed
is counted by `python -m tests.bench.cited_sentences`.
"""
_LEAST_ALIKE, _TIE, _IN_SENTENCE = 0.25, 0.1, 0.5
"""The likeness from which a clause can be opposed.

A clause is as near as the nearest one if its likeness is less by the second at most, or in the same sentence
this part of it.
"""
_MUTUAL, _AFFIRMED = 0.3, 0.8
"""The share of a clause's terms in the statement, if it is not the nearest; and of the statement's, if it
affirms that."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number with its readings, or a name, which has none, as it is written in a sentence."""

    written: str
    readings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause of a sentence, with its facts."""

    text: str
    facts: tuple[Fact, ...]

    @property
    def without_facts(self) -> list[str]:
        """The clause without each of its facts."""
        return [self.text.replace(fact.written, " ") for fact in self.facts]


@dataclass(frozen=True)
class Claim:
    """A sentence of an answer, and the text of the passages in the same language."""

    sentence: str
    passages: str
    language: str

    @cached_property
    def statements(self) -> list[Statement]:
        """Its clauses, with the numbers, and the names that stand in the passages."""
        return [self._statement(clause) for clause in claimed_clauses(self.sentence, self.language)]

    @cached_property
    def texts(self) -> list[str]:
        """Its clauses, each with and without each of its facts: the texts of which meanings are compared."""
        return [text for statement in self.statements for text in (statement.text, *statement.without_facts)]

    def names(self, text: str) -> list[str]:
        """Return the names in a text that are names in the passages."""
        if self.language in UNSPACED_LANGUAGES:
            return [name for name in unspaced_names(text, self.language) if name in self._known]
        capitalized = dict.fromkeys(word for word in _WORD.findall(text) if word[0].isupper())
        return [word for word in capitalized if has_form(word, self._known, self.language)]

    def holds(self, text: str, fact: Fact) -> bool:
        """Return whether a text states a fact."""
        if fact.readings:
            return not fact.readings.isdisjoint(stated_numbers(text, self.language))
        if self.language in UNSPACED_LANGUAGES:
            return fact.written in text
        return has_form(fact.written, forms(text, self.language), self.language)

    @cached_property
    def _known(self) -> frozenset[str]:
        if self.language in UNSPACED_LANGUAGES:
            return frozenset(unspaced_names(self.passages, self.language))
        return name_forms(self.passages, self.language)

    def _statement(self, clause: str) -> Statement:
        numbers = [Fact(written, readings) for readings, written in claimed_numbers(clause, self.language)]
        months = {fact.written for fact in numbers}
        return Statement(
            clause, (*numbers, *(Fact(name) for name in self.names(clause) if name not in months))
        )


class Comparison:
    """A sentence of an answer beside the clauses of passages.

    Args:
        claim: The sentence.
        alignment: The clauses.
        cosines: Those of the sentence's `Claim.texts` with the clauses, float32 (texts, clauses).
    """

    def __init__(self, claim: Claim, alignment: Alignment, cosines: Vectors) -> None:
        self._claim = claim
        self._alignment = alignment
        self._cosines = cosines
        self._words = WordDistances(claim.sentence, claim.language)
        self._passage_words = WordDistances(claim.passages, claim.language)

    @property
    def likeness(self) -> float:
        """The likeness of its clauses to the nearest ones of the passages, in the mean, 0 to 1."""
        nearest = [
            self._alignment.likeness(statement.text, cosines).max() for statement, cosines, _ in self._rows()
        ]
        return float(np.mean(nearest)) if nearest else 0.0

    def misplaced_number(self) -> str:
        """Return a number that the passages say of something else, or in another unit, or ""."""
        return self._in_another_unit() or self._misplaced(is_number=True, least=_LEAST_NUMBER)

    def misplaced_name(self) -> str:
        """Return a name that the passages say something else of, or ""."""
        return self._misplaced(is_number=False, least=_LEAST_NAME)

    def _in_another_unit(self) -> str:
        """Return a number that the passages have in other units alone, where its unit has another number."""
        sentence, passages = self._claim.sentence, self._claim.passages
        for readings, written in stated_readings(sentence, self._claim.language):
            unit = unit_behind(sentence, sentence.find(written) + len(written))
            units = {True: set[str](), False: set[str]()}
            for (_, end), is_same in self._numbers(readings):
                units[is_same].add(unit_behind(passages, end))
            if unit and unit in units[False] - units[True] and units[True] and "" not in units[True]:
                return written
        return ""

    def is_opposed(self) -> bool:
        """Return whether the nearest clauses of the passages say the opposite of a clause."""
        return any(self._is_opposed(statement, cosines) for statement, cosines, _ in self._rows())

    def _rows(self) -> Iterator[tuple[Statement, Scores, Vectors]]:
        """Yield each statement with the cosines of its text, and of its text without each fact."""
        row = 0
        for statement in self._claim.statements:
            after = row + 1 + len(statement.facts)
            yield statement, self._cosines[row], self._cosines[row + 1 : after]
            row = after

    def _misplaced(self, *, is_number: bool, least: float) -> str:
        for statement, _, bare in self._rows():
            for fact, text, cosines in zip(statement.facts, statement.without_facts, bare, strict=True):
                is_of_kind = bool(fact.readings) is is_number and terms(text, self._claim.language)
                if (
                    is_of_kind
                    and self._margin(fact, statement, self._alignment.likeness(text, cosines)) > least
                ):
                    return fact.written
        return ""

    def _margin(self, fact: Fact, statement: Statement, likeness: Scores) -> float:
        """Return how much nearer the sentence is to another fact of the kind than to a fact, in sum.

        Of three margins: by the nearest clause without and with it, by the words around, and by the sentence.
        """
        places = self._alignment.places
        holds = np.array([self._claim.holds(place.clause, fact) for place in places])
        has_other = np.array([self._has_other(place, fact, statement) for place in places]) & ~holds
        if not (holds.any() and has_other.any()):
            return 0.0
        by_clause = _margin(likeness, has_other, holds)
        whole = " ".join(each.text for each in self._claim.statements).replace(fact.written, " ")
        by_sentence = _margin(self._alignment.by_sentence(whole), has_other, holds)
        if by_clause <= 0:
            return 0.0
        return by_clause + self._margin_of_words(fact, statement) + _SENTENCE_WEIGHT * by_sentence

    def _has_other(self, place: Place, fact: Fact, statement: Statement) -> bool:
        """Return whether a clause has another number of the kind, or a name that the statement lacks."""
        language = self._claim.language
        if fact.readings:
            numbers = claimed_numbers(place.clause, language)
            return any(kind_of(readings) == kind_of(fact.readings) for readings, _ in numbers)
        return any(
            not self._claim.holds(statement.text, Fact(name)) for name in self._claim.names(place.clause)
        )

    def _margin_of_words(self, fact: Fact, statement: Statement) -> float:
        start = self._claim.sentence.find(fact.written, max(0, self._claim.sentence.find(statement.text[:8])))
        around = self._words.around((start, start + len(fact.written)))
        nearest = {True: 0.0, False: 0.0}
        for span, is_same in self._occurrences(fact, statement):
            nearest[is_same] = max(nearest[is_same], self._passage_words.support(around, span))
        return nearest[False] - nearest[True]

    def _occurrences(self, fact: Fact, statement: Statement) -> Iterator[tuple[Span, bool]]:
        """Yield where the passages have a fact or another of its kind, and whether it is the fact."""
        if fact.readings:
            yield from self._numbers(fact.readings)
            return
        for name in self._claim.names(self._claim.passages):
            is_same = self._claim.holds(name, fact)
            if is_same or not self._claim.holds(statement.text, Fact(name)):
                yield from ((span, is_same) for span in self._spans(re.escape(name)))

    def _numbers(self, readings: frozenset[str]) -> Iterator[tuple[Span, bool]]:
        """Yield where the passages have a number or another of its kind, and whether it is that number."""
        passages, language = self._claim.passages, self._claim.language
        for others, written in {
            *claimed_numbers(passages, language),
            *stated_readings(passages, language),
        }:
            is_same = not others.isdisjoint(readings)
            if is_same or kind_of(others) == kind_of(readings):
                pattern = rf"(?<!\d){re.escape(written)}(?!\d)"
                yield from ((span, is_same) for span in self._spans(pattern))

    def _spans(self, pattern: str) -> Iterator[Span]:
        return (match.span() for match in re.finditer(pattern, self._claim.passages))

    def _is_opposed(self, statement: Statement, cosines: Scores) -> bool:
        language = self._claim.language
        likeness = self._alignment.likeness(statement.text, cosines)
        best = float(likeness.max())
        if best < _LEAST_ALIKE:
            return False
        nearest = self._alignment.places[int(likeness.argmax())]
        if is_turned(self._claim.sentence, nearest.sentence, language):
            return True
        mine = terms(statement.text, language)
        known = self._alignment.by_clause(statement.text)
        opposed = False
        for place, like, share in zip(self._alignment.places, likeness, known, strict=True):
            is_near = like >= best - _TIE or (
                place.sentence == nearest.sentence and like >= _IN_SENTENCE * best
            )
            is_of_same = like == best or share_held(terms(place.clause, language), mine) >= _MUTUAL
            if not (is_near and is_of_same):
                continue
            if is_opposed(statement.text, place.clause, place.sentence, language):
                opposed = True
            elif share >= _AFFIRMED:
                return False
        return opposed


def _margin(scores: Scores, others: Scores, holds: Scores) -> float:
    return float(scores[others].max() - scores[holds].max())
