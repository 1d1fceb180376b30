"""Meaning across languages: each passage is asked by the model that reads both it and the question."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, InLanguages, Not
from vaultsearch.core.values import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import Retriever
    from vaultsearch.core.search.query_language import QueryLanguages

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


UNIVERSAL_SENTENCE_SCALE = CosineScale(slope=1.18, offset=0.048)
"""Where a passage answers with the same probability. Fitted by logistic regression on the fifty nearest
passages of 900 questions in English, German and Chinese to paragraphs in each of these languages, against
all-MiniLM-L6-v2 on the English pairs; across languages alone, the offset would be 0.02 higher.
"""


class RoutedRetriever:
    """Finds by meaning in several languages.

    English questions ask English passages by ``main``, and all else is asked by ``multilingual``; what
    both find is one ranking, the scores of ``multilingual`` put to ``scale``. A vault of English alone,
    asked in English, is asked by ``main`` and nothing else. Of what ``multilingual`` finds, ``fewest`` are
    given at least.
    """

    def __init__(
        self,
        main: Retriever,
        multilingual: Retriever,
        languages: QueryLanguages,
        scale: CosineScale,
        fewest: int = 1,
    ) -> None:
        self._main = main
        self._multilingual = multilingual
        self._languages = languages
        self._scale = scale
        self._fewest = fewest

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Give the n nearest passages; raises ModelUnavailableError without a model."""
        routing = await self._languages.routing()
        if routing.read is None:
            return await self._main(query, n, where)
        is_english = routing.reads(await self._languages(query))
        if is_english and not routing.others:
            return await self._main(query, n, where)
        n = max(n, self._fewest)
        if not is_english:
            return _merged(self._scaled(await self._multilingual(query, n, where)))[:n]
        read = InLanguages(routing.read)
        english, others = await asyncio.gather(
            self._main(query, n, _both(where, read)), self._multilingual(query, n, _both(where, Not(read)))
        )
        return _merged([*english, *self._scaled(others)])[:n]

    def _scaled(self, chunks: Sequence[Chunk]) -> list[Chunk]:
        return [
            replace(
                chunk,
                score=self._scale(chunk.score or 0.0),
                ranks={MULTILINGUAL: LegRank(rank, chunk.score or 0.0)},
            )
            for rank, chunk in enumerate(chunks, start=1)
        ]


def _both(where: Filter | None, condition: Filter) -> Filter:
    return condition if where is None else AllOf((where, condition))


def _merged(chunks: Sequence[Chunk]) -> list[Chunk]:
    ordered = sorted(chunks, key=lambda chunk: (-(chunk.score or 0.0), chunk.id))
    return [
        replace(chunk, ranks={MEANING: LegRank(rank, chunk.score or 0.0), **chunk.ranks})
        for rank, chunk in enumerate(ordered, start=1)
    ]
