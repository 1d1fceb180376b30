"""Rerankers one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give the n best; only the last leaves any out for that."""
        for reranker in self.rerankers:
            chunks = await reranker(query, chunks, len(chunks))
        return chunks[:n]
