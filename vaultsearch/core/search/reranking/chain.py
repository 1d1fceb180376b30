"""Rerankers one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.search.reranking.by_language import SupportsWarmUp

if TYPE_CHECKING:
    from vaultsearch.core.protocols import NamedReranker
    from vaultsearch.core.values import Chunk


@dataclass(frozen=True, slots=True)
class RerankerChain:
    """A reranker made of several, each of which orders what the one before it gave."""

    rerankers: tuple[NamedReranker, ...]

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return " + ".join(reranker.name for reranker in self.rerankers) or "none"

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
