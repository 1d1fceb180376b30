"""Rerankers one after the other."""

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
"""What stands between the names of a chain's rerankers."""


@dataclass(frozen=True, slots=True)
class RerankerChain:
    """A reranker made of several, each of which orders what the one before it gave."""

    rerankers: tuple[NamedReranker, ...]

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return STEPS_JOINED.join(reranker.name for reranker in self.rerankers) or "none"

    def for_vault(self, routing: Routing) -> RerankerChain:
        """Give those that have something to read among passages in these languages."""
        kept = self.rerankers
        if not routing.others:
            kept = tuple(one for one in kept if not isinstance(one, BestSentenceReranker))
        if routing.others == 1:
            kept = tuple(one for one in kept if not isinstance(one, EnglishReranker))
        return RerankerChain(kept)

    async def warm_up(self) -> None:
        """Load what models the rerankers have of their own; raises ModelUnavailableError."""
        for reranker in self.rerankers:
            if isinstance(reranker, SupportsWarmUp):
                await reranker.warm_up()

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give the n best; only the last leaves any out for that."""
        for reranker in self.rerankers:
            chunks = await reranker(query, chunks, len(chunks))
        return chunks[:n]
