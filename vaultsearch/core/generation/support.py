"""The check of an answer: whether the passages that a sentence cites say what it says.

Its numbers, dates and names must stand in the passages, beside what they are said of; it must not deny what
they say; and the models that rerank searches must find it near to them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.analyzer import passage_terms
from vaultsearch.core.generation.alignment import Alignment, passage_sentences, places
from vaultsearch.core.generation.comparison import Claim, Comparison
from vaultsearch.core.generation.facts import (
    claimed_numbers,
    exchanged_compounds,
    forms,
    has_form,
    kind_of,
    missing_unspaced_name,
    names,
    stated_numbers,
)
from vaultsearch.core.generation.terms import UNSPACED_LANGUAGES
from vaultsearch.core.languages.detection import detect, function_words
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
from vaultsearch.core.search.late_interaction import max_similarities
from vaultsearch.core.text import fold
from vaultsearch.core.values.context import CitedSentence, Objection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.context.quotes import SentenceScorer
    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.context import ContextPiece

_WINDOWS = (1, 2, 3)
"""Sentences of a passage that are compared with the claim together."""
_READ = 4
"""Windows that the models read."""
_GERMAN = "de"
_HAN = re.compile("[\u4e00-\u9fff]")
_HAN_CLAUSE = re.compile(r"[，；;（）()]|(?<=[^\d])[,:](?=\s)")
_CLAUSE = re.compile(
    r"[;；，、（）()\[\]]|,\s|\s[–—-]\s|\b(?:and|while|but|und|aber|während)\b|，?(?:而|但|并)"
)
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
_ALIKE = 5
"""Letters in a row by which words are alike: languages have long compounds."""
_LEAST_LATE, _LEAST_CROSS, _LEAST_COSINE = 0.52, -3.0, 0.25
"""The least scores of a supported sentence: in English by both rerankers, in another language than the
passages' by the cosine.

Fitted, as those below, on 60 sentences in English, German and Chinese, half of them doctored, which were
written before, and 95 more, with Spanish ones; `python -m tests.bench.cited_sentences` counts how many are
taken for the other kind, and of 30 more, which were held out.
"""
_LEAST_SUM, _LEAST_SUM_HAN = 1.05, 1.18
"""The least sum of the share of known words, cosine and likeness, in other languages than English."""
_KIN = 0.65
"""The cosine from which two compounds with the same last part are of one kind: Leinöl, Tungöl."""
_SURE = 0.9
"""The least probability of two languages that are taken for different ones."""
_MARGIN, _NEAR = 0.2, 0.4
"""The share of a claim's words by which a place without its number must be nearer, and the least share."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages' support for a sentence, and their objections.

    Attributes:
        known: The share of its words, or characters of Chinese, that the passages hold in some form, 0 to 1.
        cosine: The largest cosine of the multilingual model.
        likeness: The likeness of its clauses to the nearest ones of the passages, 0 to 1; None of another
            language.
        least_sum: The least sum of these three in its language.
        late: The largest score by late interaction; None in other languages than English.
        cross: The largest score of the cross-encoder; None likewise, or without one.
        number: A number that the passages lack, or say of something else; "" if there is none.
        name: A name that the passages lack, or say of something else; "" likewise.
        contradicts: Whether one denies what the other affirms.
    """

    known: float
    cosine: float
    likeness: float | None
    least_sum: float
    late: float | None
    cross: float | None
    number: str
    name: str
    contradicts: bool

    @property
    def objection(self) -> tuple[Objection | None, str]:
        """Why the sentence is not supported, and by which word of it; None if it is."""
        if self.number:
            return Objection.NUMBER, self.number
        if self.name:
            return Objection.NAME, self.name
        if self.contradicts:
            return Objection.NEGATION, ""
        if self.late is not None:
            is_far = self.late < _LEAST_LATE or (self.cross is not None and self.cross < _LEAST_CROSS)
        elif self.likeness is not None:
            is_far = self.known + self.cosine + self.likeness < self.least_sum
        else:
            is_far = self.cosine < _LEAST_COSINE
        return (Objection.MEANING, "") if is_far else (None, "")


class SupportCheck:
    """Checks the sentences of an answer by the models that rerank searches."""

    def __init__(self, scorer: SentenceScorer) -> None:
        self._scorer = scorer

    async def __call__(self, sentence: CitedSentence, passages: Sequence[ContextPiece]) -> CitedSentence:
        """Return a sentence with the outcome; one that cites nothing cites the passage nearest to it."""
        if not sentence.citations:
            cosines = await self._cosines(sentence.text, [_whole(piece) for piece in passages])
            sentence = replace(sentence, citations=(1 + int(np.argmax(cosines)),))
        cited = [passages[number - 1] for number in sentence.citations if 0 < number <= len(passages)]
        # One number that no passage has is enough: the model has made it up.
        if len(cited) < len(sentence.citations):
            return replace(sentence, supported=False, objection=Objection.NO_PASSAGE)
        objection, detail = (await self.evidence(sentence.text, cited)).objection
        return replace(sentence, supported=objection is None, objection=objection, detail=detail)

    async def evidence(self, sentence: str, passages: Sequence[ContextPiece]) -> Evidence:
        """Return what passages say for a sentence and against it."""
        whole = "\n".join(map(_whole, passages))
        language, theirs = _languages(sentence, whole)
        claim = _Wording(sentence, language)
        windows = [window for piece in passages for window in _windows(piece)] or [whole]
        # The models read a few windows only: each takes as long as a candidate of a search.
        nearest = sorted(windows, key=lambda window: -claim.coverage(window))[:_READ]
        if language != theirs:
            cosine = float(max(await self._cosines(sentence, windows)))
            name = claim.missing_name(whole) if theirs not in UNSPACED_LANGUAGES else ""  # 斯坦福: Stanford
            # Words of two languages cannot be compared, so all that rests on them is left open.
            number = claim.missing_number(whole, theirs)
            return Evidence(1.0, cosine, None, 0.0, None, None, number, name, False)
        late, cross = await self._scores_in_english(sentence, nearest, language)
        comparison = await self._comparison(Claim(sentence, whole, language), passages)
        units = [unit for piece in passages for unit in _units(piece.text)]
        return Evidence(
            claim.known_in(whole),
            float(max(await self._cosines(sentence, nearest))),
            comparison.likeness,
            _LEAST_SUM_HAN if language in UNSPACED_LANGUAGES else _LEAST_SUM,
            late,
            cross,
            claim.missing_number(whole, language)
            or claim.misplaced_number(units)
            or comparison.misplaced_number(),
            claim.missing_name(whole)
            or claim.misplaced_name(units)
            or comparison.misplaced_name()
            or await self._exchanged_compound(sentence, whole, language),
            comparison.is_opposed(),
        )

    async def _scores_in_english(
        self, sentence: str, windows: Sequence[str], language: str
    ) -> tuple[float | None, float | None]:
        """Return the largest scores by late interaction and the cross-encoder, which know English alone."""
        if language not in (ENGLISH, UNDETERMINED):
            return None, None
        run, model = self._scorer.run, self._scorer.cross_encoder
        late = max(await run(max_similarities, self._scorer.encoder, sentence, windows))
        return late, max(await run(model.scores, sentence, windows)) if model is not None else None

    async def _comparison(self, claim: Claim, passages: Sequence[ContextPiece]) -> Comparison:
        stated = [place for piece in passages for place in places(piece.text, claim.language)]
        # A passage may be empty, or a heading alone.
        stated = stated or places(claim.passages, claim.language)
        vectors = await self._encoded([*claim.texts, *(place.clause for place in stated)])
        own, theirs = vectors[: len(claim.texts)], vectors[len(claim.texts) :]
        return Comparison(claim, Alignment(stated, claim.language), own @ theirs.T)

    async def _exchanged_compound(self, sentence: str, passages: str, language: str) -> str:
        """Return a compound in German in whose place the passages have another one of the kind, or ""."""
        pairs = exchanged_compounds(sentence, passages) if language == _GERMAN else []
        if not pairs:
            return ""
        vectors = await self._encoded([word for pair in pairs for word in pair])
        cosines = (vectors[::2] * vectors[1::2]).sum(axis=1)
        return next((word for (word, _), cosine in zip(pairs, cosines, strict=True) if cosine >= _KIN), "")

    async def _encoded(self, texts: Sequence[str]) -> Vectors:
        encoder = self._scorer.sentences or self._scorer.multilingual or self._scorer.encoder
        return await self._scorer.run(encoder.encode_passages, texts)

    async def _cosines(self, sentence: str, texts: Sequence[str]) -> NDArray[np.float32]:
        encoder = self._scorer.sentences or self._scorer.multilingual or self._scorer.encoder
        vector = (await self._scorer.run(encoder.encode_queries, [sentence]))[0]
        cosines: NDArray[np.float32] = await self._encoded(texts) @ vector
        return cosines


@dataclass(frozen=True)
class _Wording:
    """A sentence, or a clause of one, in a language; without ``left_out``, a word of it."""

    text: str
    language: str
    left_out: str = ""

    @cached_property
    def _content(self) -> frozenset[str]:
        """The stems of the words that say something; pairs of characters in Chinese."""
        functions = function_words(self.language)
        terms = self._terms(self.text) - self._terms(self.left_out)
        if self.language in UNSPACED_LANGUAGES:
            return frozenset(term for term in terms if len(term) > 1 and functions.isdisjoint(term))
        return frozenset(
            term for term in terms if term.startswith("~") and term.partition(":")[2] not in functions
        )

    @cached_property
    def _names(self) -> list[str]:
        """Its names, without those of months and weekdays."""
        numbers = {written for _, written in claimed_numbers(self.text, self.language)}
        return [name for name in names(self.text, self.language) if name not in numbers]

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(passage_terms(text, self.language).split())

    def coverage(self, text: str) -> float:
        """Return the share of its content that a text holds, 0 to 1."""
        return len(self._content & self._terms(text)) / max(1, len(self._content))

    def known_in(self, text: str) -> float:
        """Return the share of its words that a text holds in some form, 0 to 1."""
        if self.language in UNSPACED_LANGUAGES:
            letters, held = _HAN.findall(self.text), set(_HAN.findall(text))
            return sum(letter in held for letter in letters) / max(1, len(letters))
        functions, folded = function_words(self.language), fold(text)
        words = [word for word in _LONG_WORD.findall(fold(self.text)) if word not in functions]
        known = (
            any(word[i : i + _ALIKE] in folded for i in range(max(1, len(word) - _ALIKE + 1)))
            for word in words
        )
        return sum(known) / max(1, len(words))

    def missing_number(self, text: str, language: str) -> str:
        """Return a number that a text in a language does not state."""
        stated = stated_numbers(text, language)
        claimed = claimed_numbers(self.text, self.language)
        return next((written for readings, written in claimed if readings.isdisjoint(stated)), "")

    def missing_name(self, text: str) -> str:
        """Return a name that a text does not hold. In German, where nouns look like names, none is."""
        if self.language == _GERMAN:
            return ""
        if self.language in UNSPACED_LANGUAGES and (name := missing_unspaced_name(self.text, text)):
            return name
        known = forms(text, self.language)
        return next((name for name in self._names if not has_form(name, known, self.language)), "")

    def misplaced_number(self, units: Sequence[str]) -> str:
        """Return a number that passages state, but of something else."""
        stated = [stated_numbers(unit, self.language) for unit in units]
        kinds = [{kind_of(read) for read, _ in claimed_numbers(unit, self.language)} for unit in units]
        for clause in self._clauses():
            for readings, written in claimed_numbers(clause, self.language):
                bare = _Wording(clause, self.language, written)
                holds = [not readings.isdisjoint(numbers) for numbers in stated]
                has_other = [kind_of(readings) in of_unit for of_unit in kinds]
                if bare.is_of_another(units, holds, has_other):
                    return written
        return ""

    def misplaced_name(self, units: Sequence[str]) -> str:
        """Return a name that passages hold, but where they name another one in what it is said of."""
        if self.language in (_GERMAN, *UNSPACED_LANGUAGES):
            return ""
        own = forms(self.text, self.language)
        known = [forms(unit, self.language) for unit in units]
        has_other = [
            any(not has_form(name, own, self.language) for name in names(unit, self.language))
            for unit in units
        ]
        first: list[str] = re.findall(r"^\w+", self.text)
        for name in dict.fromkeys((*self._names, *first)):
            holds = [has_form(name, words, self.language) for words in known]
            if _Wording(self.text, self.language, name).is_of_another(units, holds, has_other):
                return name
        return ""

    def is_of_another(self, units: Sequence[str], holds: Sequence[bool], has_other: Sequence[bool]) -> bool:
        """Return whether the unit nearest to the claim lacks a fact, and has another one in its place.

        ``holds`` and ``has_other`` say for each unit whether it has the fact, and another of its kind.
        """
        if not self._content or not any(holds):
            return False
        shares = [self.coverage(unit) for unit in units]
        best = max(shares)
        with_fact = max(share for share, has_fact in zip(shares, holds, strict=True) if has_fact)
        # Only if another fact of the kind stands in the nearest place: a mere gap may be filled by the
        # sentence before.
        return best >= _NEAR and best - with_fact >= _MARGIN and has_other[shares.index(best)]

    def _clauses(self) -> list[str]:
        clauses = [clause for clause in _CLAUSE.split(self.text) if clause.strip()]
        says_something = all(len(_Wording(clause, self.language)._content) > 1 for clause in clauses)
        return clauses if says_something else [self.text]


def _languages(sentence: str, passage: str) -> tuple[str, str]:
    """Return the languages of a sentence and of the passages; one for both unless they surely differ.

    Of sentences in another language than the passages, numbers, names and the multilingual model tell alone.
    """
    own, theirs = detect(sentence), detect(passage)
    is_chinese = bool(_HAN.search(sentence) and _HAN.search(passage))  # with many names in Latin script
    if not is_chinese and own.language != theirs.language and min(own.confidence, theirs.confidence) >= _SURE:
        return own.language, theirs.language
    # Together they are longer, and so more surely recognized.
    both = detect(f"{sentence}\n{passage}").language or ENGLISH
    return both, both


def _whole(piece: ContextPiece) -> str:
    return f"{_header(piece)}\n{piece.text}"


def _header(piece: ContextPiece) -> str:
    return " > ".join((piece.title, *piece.heading_path))


def _windows(piece: ContextPiece) -> list[str]:
    units = _units(piece.text)
    starts = [(start, size) for size in _WINDOWS for start in range(max(0, len(units) - size) + 1)]
    return [f"{_header(piece)}: {' '.join(units[start : start + size])}" for start, size in starts]


def _units(text: str) -> list[str]:
    """Split a passage into sentences, and the rows of tables with their heads; each under its heading."""
    return [
        f"{heading}: {part}" if heading else part
        for heading, sentence in passage_sentences(text)
        for part in _parts(sentence)
    ]


def _parts(sentence: str) -> list[str]:
    """Return the clauses of a sentence in Chinese, which has many of them; others are left whole."""
    clauses = [clause for clause in _HAN_CLAUSE.split(sentence) if clause.strip()]
    return clauses if len(clauses) > 1 and _HAN.search(sentence) else [sentence]
