"""Compare an answer's statements with those in passages: missing words, and opposites."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.generation.alignment import claimed_clauses
from vaultsearch.core.generation.facts import (
    claimed_numbers,
    kind_of,
    stated_numbers,
    stated_readings,
    unspaced_names,
)
from vaultsearch.core.generation.opposition import is_opposed, is_turned
from vaultsearch.core.generation.terms import UNSPACED_LANGUAGES, comparable_terms, share_held, unit_behind
from vaultsearch.core.generation.wording import content_words, is_said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.generation.alignment import Alignment, Place, Scores
    from vaultsearch.core.protocols import Vectors

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


class Comparison:
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
                for readings, written in claimed_numbers(clause, self._claim.language)
                if all(self._has_other_number(place, readings) for place in places)
                or self._is_of_another(readings)
            ),
            "",
        )

    def misplaced_name(self) -> str:
        """Return a name in an unspaced script about which the passages say something else, or ""."""
        if self._claim.language not in UNSPACED_LANGUAGES:
            return ""
        own = unspaced_names(self._claim.sentence, self._claim.language)
        known = unspaced_names(self._claim.passages, self._claim.language)
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
        if not readings.isdisjoint(stated_numbers(f"{text} {self._claim.header}", language)):
            return False
        own = stated_numbers(self._claim.sentence, language)
        stated = claimed_numbers(text, language)
        return any(kind_of(other) == kind_of(readings) and other.isdisjoint(own) for other, _ in stated)

    def _is_of_another(self, readings: frozenset[str]) -> bool:
        """Return whether all sentences with a number share no word with the answer's sentence."""
        language = self._claim.language
        if language in UNSPACED_LANGUAGES:
            return False
        own = content_words(f"{self._claim.sentence} {self._claim.header}", language)
        with_number = {
            place.sentence
            for place in self._alignment.places
            if not readings.isdisjoint(stated_numbers(place.sentence, language))
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
        stated = stated_readings(passages, language)
        for readings, written in claimed_numbers(sentence, language):
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
