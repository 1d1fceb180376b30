"""The chain of rerankers, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.search.reranking.best_sentence import BestSentenceReranker
from vaultsearch.core.search.reranking.by_language import EnglishReranker, SupportsWarmUp

if TYPE_CHECKING:
    from vaultsearch.core.languages.routing import Routing
    from vaultsearch.core.protocols import NamedReranker
    from vaultsearch.core.values.search import Chunk

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
            chunks = await reranker(query, chunks, len(chunks))
        return chunks[:n]
