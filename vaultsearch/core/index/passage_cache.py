"""The cache of passages that searches found: rows that were read lately are not read again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.packed_passage import PASSAGE, passage_of
from vaultsearch.core.index.predicates import is_in
from vaultsearch.core.index.tables import CHUNKS, IndexTables, TableState, state_of
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
_KEPT = 2000
"""Passages kept in memory, of some kilobytes each: those of a few questions, one typed on to the next."""


class PassageCache:
    """Reads the passages that searches of their table found, and keeps them until the table changes.

    Reading all columns of the passages takes longer than finding them, and the legs of one question, and the
    question typed on, find mostly the same ones.
    """

    def __init__(self, tables: IndexTables) -> None:
        self._tables = tables
        self._state: TableState | None = None
        self._kept: dict[int, Chunk] = {}
        self._rows: dict[str, int] = {}
        tables.register_cache(self.forget)

    def forget(self) -> None:
        """Drop the passages kept in memory."""
        self._begin(None)

    def _begin(self, state: TableState | None) -> None:
        self._state, self._kept, self._rows = state, {}, {}

    async def of(self, query: Any, n: int, *scores: str) -> list[tuple[Chunk, tuple[Any, ...]]]:
        """Return up to n passages that LanceDB's ``query`` finds, in order, with its columns ``scores``."""
        state = await self._now()
        # WORKAROUND lancedb 0.40: without the score among the selected columns, it warns at every search.
        found: Any = await query.with_row_id().select(list(scores)).limit(n).to_arrow()
        chunks = await self.at(state, found["_rowid"].to_pylist())
        if chunks is None:
            return await _at_once(query, n, scores)
        values = zip(*(found[name].to_pylist() for name in scores), strict=True)
        return list(zip(chunks, values, strict=True))

    async def of_vectors(self, query: Any, n: int, *scores: str) -> list[tuple[Chunk, tuple[Any, ...]]]:
        """Do the same for a ``query`` of a table of vectors; those whose passage is gone are left out."""
        found: Any = await query.select(["id", *scores]).limit(n).to_arrow()
        ids, values = found["id"].to_pylist(), zip(*(found[name].to_pylist() for name in scores), strict=True)
        chunks = await self.named(ids)
        return [(chunks[one], value) for one, value in zip(ids, values, strict=True) if one in chunks]

    async def named(self, ids: Sequence[str]) -> dict[str, Chunk]:
        """Map the ids of passages to them, but for those that are gone."""
        state = await self._now()
        if self._state != state:
            self._begin(state)
        found = {row: self._kept[row] for row in (self._rows.get(one) for one in ids) if row is not None}
        if missing := sorted({*ids} - self._rows.keys()):
            query = self._tables[CHUNKS].query().where(is_in("id", missing)).with_row_id()
            read: list[dict[str, Any]] = await query.select(PASSAGE).to_list()
            found |= {row["_rowid"]: passage_of(row) for row in read}
        if await self._now() == state:
            self._keep(state, found)
        return {chunk.id: chunk for chunk in found.values()}

    async def at(self, state: TableState, rows: Sequence[int]) -> list[Chunk] | None:
        """Return the passages in these rows of a state of the table, None if it has been written to."""
        try:
            chunks = await self._read(state, rows)
        except (OSError, RuntimeError, ValueError):
            if await self._now() == state:
                raise
            return None
        if await self._now() != state:
            return None
        self._keep(state, chunks)
        return [chunks[row] for row in rows]

    async def _now(self) -> TableState:
        return await state_of(self._tables[CHUNKS], self._tables.path)

    async def _read(self, state: TableState, rows: Sequence[int]) -> dict[int, Chunk]:
        """Map rows to passages. In another state of the table, they may be those of others."""
        if self._state != state:
            self._begin(state)
        chunks = {row: self._kept[row] for row in rows if row in self._kept}
        if missing := sorted({row for row in rows if row not in chunks}):
            query = self._tables[CHUNKS].take_row_ids(missing).with_row_id().select(PASSAGE)
            chunks |= {row["_rowid"]: passage_of(row) for row in await query.to_list()}
        return chunks

    def _keep(self, state: TableState, chunks: Mapping[int, Chunk]) -> None:
        """Keep passages that were read, and drop those that were not found for longest."""
        if self._state != state:
            return
        for row, chunk in chunks.items():
            self._kept.pop(row, None)
            self._kept[row] = chunk
            self._rows[chunk.id] = row
        for row in list(self._kept)[:-_KEPT]:
            del self._rows[self._kept.pop(row).id]


async def _at_once(query: Any, n: int, scores: Sequence[str]) -> list[tuple[Chunk, tuple[Any, ...]]]:
    """Search and read in one go: of one version, while others come."""
    rows: list[dict[str, Any]] = await query.select([*PASSAGE, *scores]).limit(n).to_list()
    return [(passage_of(row), tuple(row[name] for name in scores)) for row in rows]


def ranked(found: Iterable[tuple[Chunk, float]], leg: str) -> list[Chunk]:
    """Return the passages that a leg found, best first, each with its score and its rank in that leg."""
    return [
        chunk.scored(score, {leg: LegRank(rank, score)}) for rank, (chunk, score) in enumerate(found, start=1)
    ]
