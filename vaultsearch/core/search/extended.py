"""Rerankers and retrievers of other packages, as the search sees its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from vaultsearch.core.extension_calls import ExtensionPart
from vaultsearch.core.filters import AllOf, WithIds
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.protocols import Runner


@dataclass(frozen=True, slots=True)
class ExtensionReranker:
    """A `NamedReranker` that has another package's order the candidates. Of these, it may leave some out."""

    name: str
    run: Runner

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best. Raise ExtensionError if the reranker fails."""
        part = ExtensionPart("rerankers", self.name)
        ordered = _chunks(part, await self.run(part.call, "__call__", query, chunks, n))
        known = {chunk.id: chunk for chunk in chunks}
        scored = {
            chunk.id: replace(known[chunk.id], score=chunk.score) for chunk in ordered if chunk.id in known
        }
        return list(scored.values())[:n]


@dataclass(frozen=True, slots=True)
class ExtensionRetriever:
    """A `Retriever` that asks another package's. Its passages are read anew from the index.

    So none comes back that the conditions of the query exclude, or that is not there any more.
    """

    name: str
    corpus: LanceCorpus
    run: Runner

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n best. Raise ExtensionError if the retriever fails."""
        part = ExtensionPart("retrievers", self.name, (self.corpus.path,))
        chunks = _chunks(part, await self.run(part.call, "__call__", query, n, where))
        scores = {chunk.id: chunk.score or 0.0 for chunk in chunks}
        ids = WithIds(frozenset(scores))
        held = [
            chunk async for chunk in self.corpus.notes.chunks(ids if where is None else AllOf((ids, where)))
        ]
        held.sort(key=lambda chunk: (-scores[chunk.id], chunk.id))
        return [
            replace(chunk, score=scores[chunk.id], ranks={self.name: LegRank(rank, scores[chunk.id])})
            for rank, chunk in enumerate(held[:n], start=1)
        ]


def _chunks(part: ExtensionPart, returned: Any) -> Sequence[Chunk]:
    if not isinstance(returned, list | tuple) or not all(isinstance(chunk, Chunk) for chunk in returned):
        raise part.failure("it returned no list of passages")
    return returned
