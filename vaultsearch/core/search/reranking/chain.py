"""The chain of rerankers, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from vaultsearch.core.search.reranking.best_sentence import BestSentenceReranker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.languages.names import Routing
    from vaultsearch.core.protocols import NamedReranker
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.values.search import Chunk


_SAME = 1e-12


@runtime_checkable
class SupportsWarmUp(Protocol):
    """A reranker with a model of its own to load."""

    async def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        ...


class EnglishReranker:
    """Let ``inner`` order the passages that the embedding model reads, if it reads the question as well.

    Pictures found by what they show are none of them: their text may say nothing of it.

    The others keep their places between these: their scores are mapped to the new scale, by the mean and the
    deviation of the passages that were read.
    """

    def __init__(self, inner: NamedReranker, languages: QueryLanguages) -> None:
        self._inner = inner
        self._languages = languages

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return self._inner.name

    async def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        if isinstance(self._inner, SupportsWarmUp):
            await self._inner.warm_up()

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; the same list if ``inner`` reads none of them."""
        routing = await self._languages.routing()
        read = [chunk for chunk in chunks if routing.reads(chunk.language)]
        if not read or not routing.reads(await self._languages(query)):
            return chunks[:n] if n < len(chunks) else chunks
        if len(read) == len(chunks):
            return await self._inner(query, chunks, n)
        ids = {chunk.id for chunk in read}
        others = [chunk for chunk in chunks if chunk.id not in ids]
        ordered = await self._inner(query, read, len(read))
        merged = [*ordered, *_carried_over(others, read, ordered)]
        return sorted(merged, key=lambda chunk: -(chunk.score or 0.0))[:n]


def _carried_over(others: Sequence[Chunk], before: Sequence[Chunk], after: Sequence[Chunk]) -> list[Chunk]:
    old, new = _scores(before), _scores(after)
    # A single passage, or equal scores, have no deviation to map by.
    slope = new.std() / old.std() if old.std() > _SAME else 1.0
    return [
        replace(chunk, score=float(new.mean() + slope * ((chunk.score or 0.0) - old.mean())))
        for chunk in others
    ]


def _scores(chunks: Sequence[Chunk]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([chunk.score or 0.0 for chunk in chunks])


STEPS_JOINED = " + "
"""Joins the names of a chain's rerankers."""


@dataclass(frozen=True, slots=True)
class RerankerChain:
    """A reranker made of several, each of which orders the result of the one before it."""

    rerankers: tuple[NamedReranker, ...]

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return STEPS_JOINED.join(reranker.name for reranker in self.rerankers) or "none"

    def for_vault(self, routing: Routing) -> RerankerChain:
        """Return the chain without rerankers that read none of the vault's languages."""
        rerankers = self.rerankers
        if not routing.others:
            rerankers = tuple(
                reranker for reranker in rerankers if not isinstance(reranker, BestSentenceReranker)
            )
        # No passage at all is in English.
        if routing.others == 1:
            rerankers = tuple(reranker for reranker in rerankers if not isinstance(reranker, EnglishReranker))
        return RerankerChain(rerankers)

    async def warm_up(self) -> None:
        """Load the rerankers' own models; raise ModelUnavailableError if one is not at hand."""
        for reranker in self.rerankers:
            if isinstance(reranker, SupportsWarmUp):
                await reranker.warm_up()

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; only the last reranker cuts the list."""
        for reranker in self.rerankers:
            # A later reranker may raise what an earlier one would have cut off.
            chunks = await reranker(query, chunks, len(chunks))
        return chunks[:n]
