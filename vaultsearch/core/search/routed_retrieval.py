"""Retrieval by meaning across languages: each passage by the model that reads both passage and question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, Filter, InLanguages, Not
from vaultsearch.core.languages.names import UNDETERMINED
from vaultsearch.core.models.model_files import BOTH_MODELS, MULTILINGUAL_E5
from vaultsearch.core.protocols import Retriever
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from vaultsearch.core.query.question_language import QueryLanguages

MEANING_LEG = "meaning"
"""The leg merging two models' hits; scores are on the embedding model's scale."""
MULTILINGUAL_LEG = "multilingual"
"""The multilingual model's leg; scores are cosines calibrated by language."""


@dataclass(frozen=True, slots=True)
class CosineScale:
    """A linear map between two models' cosines: ``slope * cosine + offset``."""

    slope: float = 1.0
    offset: float = 0.0

    def __call__(self, cosine: float) -> float:
        """Map a cosine to the other model's scale."""
        return self.slope * cosine + self.offset

    def after(self, first: CosineScale) -> CosineScale:
        """Compose with ``first``, which is applied before this scale."""
        return CosineScale(self.slope * first.slope, self.slope * first.offset + self.offset)


UNIVERSAL_SENTENCE_SCALE = CosineScale(slope=1.18, offset=0.048)
"""Equal values answer with equal probability. Fitted by logistic regression on the fifty nearest passages of
900 questions in English, German and Chinese to paragraphs in each of these languages, against
all-MiniLM-L6-v2 on the English pairs; across languages alone, the offset would be 0.02 higher.
"""


@dataclass(frozen=True, slots=True)
class ScoreCalibration:
    """Scales from a model's cosines to the universal sentence encoder's.

    ``own`` is for passages in the question's language, ``foreign`` for all others.
    """

    own: CosineScale = CosineScale()
    foreign: CosineScale = CosineScale()

    def of(self, passage: str, question: str) -> CosineScale:
        """Return the scale for a passage's and a question's language; undetermined counts as own."""
        return self.own if passage in ("", question) or not question else self.foreign


SCORE_CALIBRATIONS: Mapping[str, ScoreCalibration] = {
    BOTH_MODELS: ScoreCalibration(CosineScale(3.16, -2.085), CosineScale(3.24, -1.949)),
    MULTILINGUAL_E5: ScoreCalibration(CosineScale(4.09, -3.204), CosineScale(4.50, -3.233)),
}
"""By model name, fitted as `UNIVERSAL_SENTENCE_SCALE` was. multilingual-e5-small prefers any text in the
question's language to an answer in another: by raw cosines, of the questions answered in another language, 16
in a hundred found the answer first in a vault of three; calibrated, 60. With both models it is 30 and 72,
with the universal sentence encoder alone 60.
"""


@dataclass(frozen=True, slots=True, eq=False)
class RoutedRetriever:
    """Retrieve by meaning in several languages.

    ``main`` retrieves English passages for English questions, ``multilingual`` all else; hits are merged by
    score. If question and vault are English, only ``main`` runs.

    Args:
        scale: maps calibrated cosines of ``multilingual`` to those of ``main``.
        fewest: the least number of passages to retrieve if ``multilingual`` takes part.
        score_calibration: calibrates cosines within a language and across languages.
    """

    main: Retriever
    multilingual: Retriever
    languages: QueryLanguages
    scale: CosineScale
    fewest: int = 1
    score_calibration: ScoreCalibration = ScoreCalibration()

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n nearest passages; raise ModelUnavailableError if a model is missing."""
        routing = await self.languages.routing()
        if routing.read is None:
            return await self.main(query, n, where)
        language = await self.languages(query)
        is_english = routing.reads(language)
        if is_english and not routing.others:
            return await self.main(query, n, where)
        n = max(n, self.fewest)
        # The multilingual model reads English passages, too, so that it can compare all of them with the
        # question.
        if not is_english:
            by_meaning = await self._in_any_language(query, n, where, language)
            return _merge_by_score(self._scaled(by_meaning, language))[:n]
        read = InLanguages(routing.read)
        english, others = await asyncio.gather(
            self.main(query, n, _add_condition(where, read)),
            self.multilingual(query, n, _add_condition(where, Not(read))),
        )
        return _merge_by_score([*english, *self._scaled(others, language)])[:n]

    async def _in_any_language(self, query: str, n: int, where: Filter | None, language: str) -> list[Chunk]:
        """Return the n nearest passages, plus n in other languages if calibration ranks those too low."""
        by_meaning, scales = await self.multilingual(query, n, where), self.score_calibration
        if scales.own != scales.foreign and await self.languages.has_others(language):
            # Hardly any of them would be among the nearest of all.
            others = Not(InLanguages(frozenset({language, UNDETERMINED})))
            by_meaning += await self.multilingual(query, n, _add_condition(where, others))
        return list({chunk.id: chunk for chunk in by_meaning}.values())

    def _scaled(self, chunks: Sequence[Chunk], language: str) -> list[Chunk]:
        even = [self.score_calibration.of(chunk.language, language)(chunk.score or 0.0) for chunk in chunks]
        # Ranked anew: two scales, one for each match of languages, change the order.
        order = sorted(range(len(chunks)), key=lambda index: -even[index])
        return [
            chunks[index].scored(self.scale(even[index]), {MULTILINGUAL_LEG: LegRank(rank, even[index])})
            for rank, index in enumerate(order, start=1)
        ]


def _add_condition(where: Filter | None, condition: Filter) -> Filter:
    return condition if where is None else AllOf((where, condition))


def _merge_by_score(chunks: Sequence[Chunk]) -> list[Chunk]:
    ordered = sorted(chunks, key=lambda chunk: (-(chunk.score or 0.0), chunk.id))
    return [
        chunk.scored(chunk.score, {MEANING_LEG: LegRank(rank, chunk.score or 0.0), **chunk.ranks})
        for rank, chunk in enumerate(ordered, start=1)
    ]
