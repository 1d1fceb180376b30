"""The cache of passages that searches found: rows that were read lately are not read again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.packed_passage import PASSAGE, Written, passage_of, written_in
from vaultsearch.core.index.predicates import is_in
from vaultsearch.core.index.tables import CHUNKS, IndexTables, TableState, state_of
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_KEPT = 2000
"""Passages kept in memory, of some kilobytes each: those of a few questions, one typed on to the next."""


class PassageCache:
    """Reads the passages that searches find.

    Those read lately are not unpacked again, whatever was written since, and those searched for by their ids
    are not read again until their table changes. The legs of one question, and the question typed on, find
    mostly the same ones.
    """

    def __init__(self, tables: IndexTables) -> None:
        self._tables = tables
        self._unpacked: dict[Written, Chunk] = {}
        self._state: TableState | None = None
        self._named: dict[str, Chunk] = {}
        tables.register_cache(self.forget)

    def forget(self) -> None:
        """Drop the passages kept in memory."""
        self._unpacked.clear()
        self._begin(None)

    def _begin(self, state: TableState | None) -> None:
        self._state, self._named = state, {}

    async def of(self, query: Any, n: int, *scores: str) -> list[tuple[Chunk, tuple[Any, ...]]]:
        """Return up to n passages that LanceDB's ``query`` finds, in order, with its columns ``scores``."""
        state = await self._now()
        # WORKAROUND lancedb 0.40: without the score among the selected columns, it warns at every search.
        rows: Any = await query.select([*PASSAGE, *scores]).limit(n).to_arrow()
        chunks = self._chunks_of(rows)
        if await self._now() == state:
            self._keep(state, chunks)
        return list(zip(chunks, zip(*(rows[name].to_pylist() for name in scores), strict=True), strict=True))

    async def of_vectors(self, query: Any, n: int, *scores: str) -> list[tuple[Chunk, tuple[Any, ...]]]:
        """Do the same for a ``query`` of a table of vectors; those whose passage is gone are left out."""
        rows: Any = await query.select(["id", *scores]).limit(n).to_arrow()
        ids, values = rows["id"].to_pylist(), zip(*(rows[name].to_pylist() for name in scores), strict=True)
        chunks = await self.named(ids)
        return [
            (chunks[passage_id], value)
            for passage_id, value in zip(ids, values, strict=True)
            if passage_id in chunks
        ]

    async def named(self, ids: Sequence[str]) -> dict[str, Chunk]:
        """Map the ids of passages to them, but for those that are gone."""
        state = await self._now()
        if self._state != state:
            self._begin(state)
        named_chunks = {
            passage_id: self._named[passage_id] for passage_id in ids if passage_id in self._named
        }
        if missing := sorted({*ids} - named_chunks.keys()):
            query = self._tables[CHUNKS].query().where(is_in("id", missing))
            read: Any = await query.select(PASSAGE).to_arrow()
            named_chunks |= {chunk.id: chunk for chunk in self._chunks_of(read)}
        if await self._now() == state:
            self._keep(state, named_chunks.values())
        return named_chunks

    async def _now(self) -> TableState:
        return await state_of(self._tables[CHUNKS], self._tables.path)

    def _chunks_of(self, rows: Any) -> list[Chunk]:
        """Return the passages of a table of the columns `PASSAGE`, each unpacked if it was not lately."""
        chunks = []
        for key in written_in(rows):
            chunk = self._unpacked.pop(key, None)
            chunks.append(passage_of(*key) if chunk is None else chunk)
            self._unpacked[key] = chunks[-1]
        for key in list(self._unpacked)[:-_KEPT]:
            del self._unpacked[key]
        return chunks

    def _keep(self, state: TableState, chunks: Iterable[Chunk]) -> None:
        """Keep passages by their ids, and drop those that were not found for longest."""
        if self._state != state:
            return
        for chunk in chunks:
            self._named.pop(chunk.id, None)
            self._named[chunk.id] = chunk
        for passage_id in list(self._named)[:-_KEPT]:
            del self._named[passage_id]


def ranked(scored_chunks: Iterable[tuple[Chunk, float]], leg: str) -> list[Chunk]:
    """Return the passages that a leg found, best first, each with its score and its rank in that leg."""
    return [
        chunk.scored(score, {leg: LegRank(rank, score)})
        for rank, (chunk, score) in enumerate(scored_chunks, start=1)
    ]
