"""Meaning across languages: each passage is asked by the model that reads both it and the question."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, InLanguages, Not
from vaultsearch.core.languages.names import UNDETERMINED
from vaultsearch.core.models.e5_source import MULTILINGUAL_E5
from vaultsearch.core.models.multilingual_models import BOTH_MODELS
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import Retriever
    from vaultsearch.core.query.question_language import QueryLanguages

MEANING = "meaning"
"""The rank by meaning where two models have a part in it; its score is on the embedding model's scale."""
MULTILINGUAL = "multilingual"
"""The rank by the multilingual model alone; its score is that model's cosine."""


@dataclass(frozen=True, slots=True)
class CosineScale:
    """What a model's cosine is worth in cosines of the embedding model: ``slope * cosine + offset``."""

    slope: float = 1.0
    offset: float = 0.0

    def __call__(self, cosine: float) -> float:
        """Give what a cosine is worth."""
        return self.slope * cosine + self.offset

    def after(self, first: CosineScale) -> CosineScale:
        """Give the scale that is this one after another."""
        return CosineScale(self.slope * first.slope, self.slope * first.offset + self.offset)


UNIVERSAL_SENTENCE_SCALE = CosineScale(slope=1.18, offset=0.048)
"""Where a passage answers with the same probability. Fitted by logistic regression on the fifty nearest
passages of 900 questions in English, German and Chinese to paragraphs in each of these languages, against
all-MiniLM-L6-v2 on the English pairs; across languages alone, the offset would be 0.02 higher.
"""


@dataclass(frozen=True, slots=True)
class EvenedCosines:
    """What a model's cosines are worth in those of the universal sentence encoder, by the languages' match.

    ``own`` is for a passage in the question's own language, ``foreign`` for one in another.
    """

    own: CosineScale = CosineScale()
    foreign: CosineScale = CosineScale()

    def of(self, passage: str, question: str) -> CosineScale:
        """Give the scale for a passage, and a question, in these languages; undetermined ones are alike."""
        return self.own if passage in ("", question) or not question else self.foreign


EVENED: Mapping[str, EvenedCosines] = {
    BOTH_MODELS: EvenedCosines(CosineScale(3.16, -2.085), CosineScale(3.24, -1.949)),
    MULTILINGUAL_E5: EvenedCosines(CosineScale(4.09, -3.204), CosineScale(4.50, -3.233)),
}
"""By the model's name, fitted as `UNIVERSAL_SENTENCE_SCALE` was. multilingual-e5-small takes any text in the
question's language to be nearer than what answers in another: by its bare cosines, of the questions whose
answer is in another language than theirs, 16 in a hundred found it first in a vault of three, even out 60. By
those of both models it is 30 and 72, by the universal sentence encoder alone 60.
"""


class RoutedRetriever:
    """Finds by meaning in several languages.

    English questions ask English passages by ``main``, and all else is asked by ``multilingual``; what
    both find is one ranking, the scores of ``multilingual`` put to ``scale``. A vault of English alone,
    asked in English, is asked by ``main`` and nothing else. Of what ``multilingual`` finds, ``fewest`` are
    given at least. ``evened`` tells what its cosines are worth where the languages match, and where not.
    """

    def __init__(
        self,
        main: Retriever,
        multilingual: Retriever,
        languages: QueryLanguages,
        scale: CosineScale,
        fewest: int = 1,
        evened: EvenedCosines = EvenedCosines(),  # a frozen value
    ) -> None:
        self._main = main
        self._multilingual = multilingual
        self._languages = languages
        self._scale = scale
        self._fewest = fewest
        self._evened = evened

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Give the n nearest passages; raises ModelUnavailableError without a model."""
        routing = await self._languages.routing()
        if routing.read is None:
            return await self._main(query, n, where)
        language = await self._languages(query)
        is_english = routing.reads(language)
        if is_english and not routing.others:
            return await self._main(query, n, where)
        n = max(n, self._fewest)
        if not is_english:
            return _merged(self._scaled(await self._in_any_language(query, n, where, language), language))[:n]
        read = InLanguages(routing.read)
        english, others = await asyncio.gather(
            self._main(query, n, _both(where, read)), self._multilingual(query, n, _both(where, Not(read)))
        )
        return _merged([*english, *self._scaled(others, language)])[:n]

    async def _in_any_language(self, query: str, n: int, where: Filter | None, language: str) -> list[Chunk]:
        """Find the n nearest in the question's language and in others, where the two are not alike near."""
        found = await self._multilingual(query, n, where)
        if self._evened.own != self._evened.foreign and await self._languages.has_others(language):
            # Of the nearest, hardly one would be among them.
            others = Not(InLanguages(frozenset({language, UNDETERMINED})))
            found += await self._multilingual(query, n, _both(where, others))
        return list({chunk.id: chunk for chunk in found}.values())

    def _scaled(self, chunks: Sequence[Chunk], language: str) -> list[Chunk]:
        even = [self._evened.of(chunk.language, language)(chunk.score or 0.0) for chunk in chunks]
        order = sorted(range(len(chunks)), key=lambda at: -even[at])
        return [
            replace(chunks[at], score=self._scale(even[at]), ranks={MULTILINGUAL: LegRank(rank, even[at])})
            for rank, at in enumerate(order, start=1)
        ]


def _both(where: Filter | None, condition: Filter) -> Filter:
    return condition if where is None else AllOf((where, condition))


def _merged(chunks: Sequence[Chunk]) -> list[Chunk]:
    ordered = sorted(chunks, key=lambda chunk: (-(chunk.score or 0.0), chunk.id))
    return [
        replace(chunk, ranks={MEANING: LegRank(rank, chunk.score or 0.0), **chunk.ranks})
        for rank, chunk in enumerate(ordered, start=1)
    ]
