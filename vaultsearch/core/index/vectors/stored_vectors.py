"""The vectors of the passages in all spaces: those that are stored, and the passages that lack one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vaultsearch.core.chunking.embedded_text import embedded_texts
from vaultsearch.core.filters import AtPaths, WithIds
from vaultsearch.core.index.tables.index_tables import CHUNKS, VECTORS, IndexTables
from vaultsearch.core.index.tables.predicates import is_in, sql
from vaultsearch.core.index.tables.stored_notes import PendingChunk
from vaultsearch.core.index.vectors.passage_vectors import PassageVectors
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    import pyarrow as pa

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.tables.stored_notes import StoredNotes
    from vaultsearch.core.index.upkeep import Backlog
    from vaultsearch.core.index.vectors.passage_vectors import KeyedVector
    from vaultsearch.core.protocols import Vectors


_HELD_S, _DEAR_S = 2.0, 0.1
"""Seconds for which the notes that lack a vector count as such, if to count them takes longer than this."""


@dataclass(frozen=True, slots=True)
class _Lacking:
    """The notes that lacked a vector in these versions of the tables, when that was counted, and how long."""

    versions: tuple[int, int]
    paths: frozenset[str]
    counted_at: float
    took_s: float

    @property
    def holds_on(self) -> bool:
        """Whether it need not be counted anew yet. That none lacks one is never taken for granted."""
        is_young = time.monotonic() - self.counted_at < _HELD_S
        return bool(self.paths) and self.took_s > _DEAR_S and is_young


class StoredVectors:
    """Reads and writes the passages' vectors, float32 (dimension,), unit length, of each space."""

    def __init__(self, tables: IndexTables, notes: StoredNotes, backlog: Backlog) -> None:
        self._tables = tables
        self._notes = notes
        self._backlog = backlog
        # The table was created by this process, and no vector has been written to it.
        self._is_bare = False
        self._lacking: dict[tuple[Space, str], _Lacking] = {}
        tables.register_cache(self.note_complete)

    def note_complete(self) -> None:
        """Note that a sync has ended: what lacked a vector a moment ago is to be counted anew."""
        self._lacking = {}

    def of_space(self, space: Space) -> PassageVectors:
        """Return the vectors of one space."""
        return PassageVectors(self._tables, space)

    async def holds(self, space: Space, vectors: Vectors) -> bool:
        """Return True if a space's vectors are as long as these: another model's are, until the next sync."""
        return bool(await self.of_space(space).dimension() == vectors.shape[-1])

    def _has(self, space: Space) -> bool:
        return space in self._tables.spaces

    async def of(self, ids: Sequence[str], space: Space = Space.MAIN) -> dict[str, Vectors]:
        """Map the ids of those passages that have a vector to it."""
        return await self.of_space(space).that(is_in("id", ids)) if ids and self._has(space) else {}

    async def pages(self, space: Space = Space.MAIN) -> AsyncIterator[tuple[list[str], Vectors]]:
        """Yield the ids of the passages that have a vector, and the vectors, float32 (n, dimension)."""
        if self._has(space):
            async for page in self.of_space(space).pages():
                yield page

    async def near(self, vectors: Vectors, n: int, space: Space = Space.MAIN) -> list[dict[str, float]]:
        """Map the ids of the n passages nearest to each vector, float32 (m, dimension), to their cosine."""
        if not len(vectors) or not self._has(space):
            return [{} for _ in vectors]
        return await self.of_space(space).near(vectors, n)

    # --- passages that lack a vector -------------------------------------------------------------

    async def pending_ids(self, space: Space = Space.MAIN, where: Filter | None = None) -> list[str]:
        """List the passages without a vector in a space, those of the newest notes first."""
        return await self.of_space(space).missing(where)

    async def stale_ids(self, space: Space = Space.MAIN) -> list[str]:
        """List the passages whose vector was made under another title, before a rename."""
        return await self.of_space(space).stale() if self._has(space) else []

    async def pending(self, ids: Sequence[str]) -> list[PendingChunk]:
        """Read the texts that these passages are encoded from."""
        chunks = await self._notes.chunks_in_order(WithIds(frozenset(ids)))
        joined = frozenset(chunk.path for chunk in chunks if chunk.window_start is not None)
        chunks = [chunk for chunk in chunks if chunk.path not in joined]
        chunks += await self._notes.chunks_in_order(AtPaths(joined)) if joined else []
        pairs = zip(chunks, embedded_texts(chunks), strict=True)
        wanted_ids = set(ids)
        return [PendingChunk(chunk.id, embedded) for chunk, embedded in pairs if chunk.id in wanted_ids]

    async def paths_without(self, space: Space, where: Filter | None) -> frozenset[str]:
        """Return the notes with a passage without a vector in a space, for which a condition holds.

        Kept in memory until the index changes; in a large one, for a moment longer while some lack a vector:
        each batch of vectors changes it, and 161,000 passages took each question a second. Without such a
        space, no passage waits for it.
        """
        if not self._has(space):
            return frozenset()
        versions = await self._tables[CHUNKS].version(), await self._tables[VECTORS[space]].version()
        cache_key = space, sql(where) if where is not None else ""
        known = self._lacking.get(cache_key)
        if known is None or (known.versions != versions and not known.holds_on):
            begun = time.monotonic()
            paths = await self.of_space(space).paths_missing(where)
            known = self._lacking[cache_key] = _Lacking(
                versions, paths, ended := time.monotonic(), ended - begun
            )
        return known.paths

    async def count_without(self, paths: frozenset[str]) -> int:
        """Count the passages of notes, by path, that lack the vector of some space, called for or not."""
        if not paths or CHUNKS not in self._tables:
            return 0
        where = AtPaths(paths)
        lacking = [await self.of_space(space).missing(where) for space in self._tables.spaces]
        return len({passage_id for some in lacking for passage_id in some})

    # --- writing ---------------------------------------------------------------------------------

    def note_created(self, *, bare: bool) -> None:
        """Note whether the table was created just now, so that there is no vector to be found again."""
        self._is_bare = bare

    async def known(
        self, passages: Sequence[Mapping[str, Any]], formerly: Mapping[str, str]
    ) -> dict[Space, Sequence[KeyedVector | None]]:
        """Return, for each space, the vectors that the passages' texts have already, or had elsewhere."""
        if self._is_bare:
            return {}
        spaces = self._tables.spaces
        return {space: await self.of_space(space).known(passages, formerly) for space in spaces}

    async def replace(
        self, these: str, passages: pa.Table, known: Mapping[Space, Sequence[KeyedVector | None]]
    ) -> None:
        """Write the `known` vectors of passages in place of those that a predicate of SQL holds for."""
        for space, vectors in known.items():
            await self.of_space(space).replace(these, passages, vectors)

    async def fill(self, chunks: Sequence[PendingChunk], vectors: Vectors, space: Space = Space.MAIN) -> None:
        """Write the passages' vectors in a space: float32 (n, dimension), in the order of ``chunks``."""
        self._is_bare = False
        await self.of_space(space).fill(chunks, vectors)
        self._backlog.note_written()
