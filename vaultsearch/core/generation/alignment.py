"""Clauses in passages, and how similar an answer's clause is to each."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.generation.facts import line_sentences
from vaultsearch.core.generation.terms import UNSPACED_LANGUAGES, comparable_terms, is_held, term_weight
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.text import row_cells

Scores: TypeAlias = "Vectors"
"""A number for each place of a passage, float32 (places,)."""

_TABLE_RULE = re.compile(r"[\s|:-]+")
_CELLS = " / "
_DEFINITION = re.compile(r"\n:[ \t]+")
_HEADING = re.compile(r"[ \t]{0,9}#{1,6}\s{1,9}")
_CLAUSE = re.compile(
    r"[;；，、（）()\[\]。·•]|(?<!\d)[,:](?=\s)|[,:](?=\s+\D)|\s[–—-]\s"
    r"|\b(?:and|while|whereas|but|und|aber|während|sondern|y|pero|mientras|et|mais)\b|，?(?:而|但|并|却)"
)
_HAN_COMMA = re.compile(r"(?<=[\u4e00-\u9fff])[,:](?=[\u4e00-\u9fff])")
_FEWEST, _FEWEST_HAN, _FEWEST_THERE = 3, 6, 2
"""Terms of a clause that says something by itself: of an answer, of one in Chinese, of a passage."""
_IN_SENTENCE, _AROUND = 0.5, 0.25
"""The weight of a term in the sentence of a clause, and next to that, beside one in the clause itself."""
_LEXICAL = 0.6
"""The weight of words beside that of meaning."""


@dataclass(frozen=True, slots=True)
class Place:
    """A clause in a passage, with the sentence or table row around it, and their heading and neighbors."""

    clause: str
    sentence: str
    around: str

    @property
    def is_row(self) -> bool:
        """Whether the clause stands in a table."""
        return _CELLS in self.sentence


def claimed_clauses(text: str, language: str) -> list[str]:
    """Cut an answer's sentence into clauses with content; join shorter ones to the next."""
    fewest = _FEWEST_HAN if language in UNSPACED_LANGUAGES else _FEWEST
    joined: list[str] = []
    waiting = ""
    for clause in split_clauses(text):
        whole = f"{waiting} {clause}".strip()
        is_short = len(comparable_terms(whole, language, single=True)) < fewest
        waiting = whole if is_short else ""
        if not is_short:
            joined.append(whole)
    if waiting:
        joined[-1:] = [" ".join((*joined[-1:], waiting))]
    return joined


def split_clauses(text: str) -> list[str]:
    """Cut a sentence at its commas, brackets and conjunctions."""
    parts = (part.strip() for part in _CLAUSE.split(_HAN_COMMA.sub("，", text)))
    return [part for part in parts if any(map(str.isalnum, part))]


def clause_places(text: str, language: str) -> list[Place]:
    """Return a passage's clauses in order."""
    sentences = passage_sentences(text)
    places = []
    for index, (heading, sentence) in enumerate(sentences):
        beside = (*sentences[max(0, index - 1) : index], *sentences[index + 1 : index + 2])
        around = " ".join((heading, *(near for _, near in beside)))
        clauses: list[str] = []
        for clause in split_clauses(sentence):
            # Clauses with little content are joined to the previous clause.
            if clauses and any(
                len(comparable_terms(part, language, single=True)) < _FEWEST_THERE
                for part in (clause, clauses[-1])
            ):
                clauses[-1] = f"{clauses[-1]}, {clause}"
            else:
                clauses.append(clause)
        places += [Place(clause, sentence, around) for clause in clauses or [sentence]]
    return places


def passage_sentences(text: str) -> list[tuple[str, str]]:
    """Split a passage into sentences and table rows with column heads; pair each with the heading above."""
    sentences: list[tuple[str, str]] = []
    head: list[str] = []
    heading = ""
    # A definition belongs to the line of its term.
    for line in _DEFINITION.sub(": ", text).split("\n"):
        titled = _HEADING.match(line)
        if titled is not None:
            heading = line[titled.end() :].strip()
        elif line.lstrip().startswith("|") and not _TABLE_RULE.fullmatch(line):
            cells = row_cells(line)
            named = zip(head + [""] * len(cells), cells, strict=False)
            if head:
                sentences.append(
                    (heading, _CELLS.join(f"{name} {cell}".strip() for name, cell in named if cell))
                )
            # The first row of a table is its head, and is repeated before each cell below.
            head = head or cells
        elif line.strip() and not _TABLE_RULE.fullmatch(line):
            head = []
            sentences += [(heading, sentence) for sentence in line_sentences(line)]
    return sentences


class Alignment:
    """Passages' clauses, to be compared with an answer's clauses in the same language."""

    def __init__(self, places: Sequence[Place], language: str) -> None:
        self.places = places
        self.language = language
        self._depths: dict[str, NDArray[np.int64]] = {}

    @cached_property
    def _terms(self) -> list[tuple[frozenset[str], ...]]:
        return [
            tuple(
                comparable_terms(text, self.language) for text in (place.clause, place.sentence, place.around)
            )
            for place in self.places
        ]

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(term for clause, *_ in self._terms for term in clause)

    def by_clause(self, text: str) -> Scores:
        """Return how many of a text's terms stand in or near each clause, 0 to 1; rare terms count more."""
        by_depth = np.array([1.0, _IN_SENTENCE, _AROUND, 0.0], dtype=np.float32)
        total = 0.0
        shares = np.zeros(len(self.places), dtype=np.float32)
        for term in comparable_terms(text, self.language):
            rarity = term_weight(term) * math.log(1 + len(self.places) / (1 + self._counts[term]))
            total += rarity
            # How far from each clause a term stands: 0 in it, 3 nowhere near. Kept: texts share terms.
            if term not in self._depths:
                depths = [
                    next((depth for depth, known in enumerate(near) if is_held(term, known)), len(near))
                    for near in self._terms
                ]
                self._depths[term] = np.array(depths, dtype=np.int64)
            shares += rarity * by_depth[self._depths[term]]
        return shares / (total or 1.0)

    def likeness(self, text: str, cosines: Scores) -> Scores:
        """Return how similar each clause is to a text, by words and by cosines."""
        return _LEXICAL * self.by_clause(text) + (1 - _LEXICAL) * cosines
