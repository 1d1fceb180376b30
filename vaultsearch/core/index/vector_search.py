"""Search for the nearest vectors: an exact scan, or in large tables an index built in the background.

Measured by `python -m tests.bench.vectors`. The index is an HNSW graph over vectors of one byte a
component (Malkov and Yashunin 2018), whose best candidates are ranked again by the whole vectors. LanceDB
scans the rows that it does not cover yet, and leaves out those that are gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

from vaultsearch.core.worker import give_back, in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lancedb import AsyncTable
    from lancedb.index import IndexConfig

    from vaultsearch.core.protocols import Vectors

_log = logging.getLogger(__name__)

_COLUMN = "vector"
INDEXED_FROM = 10_000
"""Vectors from which an index is built. Below, the scan takes about as long, and the folder stays small."""
_SCANNED_UP_TO = 2_000
"""Passages that a filter may keep for the search among them to be exact."""
_SEGMENTS = 4
"""Each tidying may add a segment, and each is searched: with more than these, the index is built anew."""
SCANNED_SHARE = 1 / 4
"""Vectors that a sync leaves out of the index: to add 1,900 to 12,700 took 13 of the 27 s of a move."""
# Vectors of one graph; larger tables have several.
_PARTITION = 65_536
_PROBES = 20
"""More than there are partitions in a million vectors, so that all are searched."""
_REFINED = 3
"""Candidates ranked again by the whole vectors, for each one wanted."""
_BREADTH = 300
"""Candidates that the walk through the graph keeps in view, at least (``ef``)."""


async def _count_rows(table: AsyncTable, where: str | None) -> int:
    return await table.count_rows(where)


class VectorSearch:
    """Searches the vectors of a table, and keeps their index.

    Args:
        configure: Returns LanceDB's configuration of an index with partitions of so many vectors. It keeps
            the size: given their number, the first tidying joined them, and built the whole graph anew.
        indexed_from: The number of vectors from which an index is built.
        count: Counts the rows of a table that a predicate of SQL holds for.
    """

    def __init__(
        self,
        configure: Callable[[int], Any],
        indexed_from: int = INDEXED_FROM,
        *,
        count: Callable[[AsyncTable, str | None], Awaitable[int]] = _count_rows,
    ) -> None:
        self._configure = configure
        self._indexed_from = indexed_from
        self._count = count
        self._building: asyncio.Task[None] | None = None

    async def nearest(
        self,
        table: AsyncTable,
        vector: Vectors | list[Vectors],
        n: int,
        where: str | None,
    ) -> Any:
        """Return the query for the ``n`` nearest among the rows that ``where`` keeps, by cosine distance.

        Several vectors are searched for in one go, each by itself; ``query_index`` is the vector's number.
        """
        query = table.query().nearest_to(vector).column(_COLUMN).distance_type("cosine")
        rows = await self._count(table, None)
        if rows < self._indexed_from:
            return (query.where(where) if where else query).bypass_vector_index()
        n_matching = await self._count(table, where) if where else rows
        # Of 13,000 notes, to read the condition of each row that it holds for anyway took 9 of 23 ms.
        query = query.where(where) if where and n_matching < rows else query
        if n_matching <= min(_SCANNED_UP_TO, self._indexed_from):
            return query.bypass_vector_index()
        return query.nprobes(_PROBES).ef(max(_BREADTH, _REFINED * n)).refine_factor(_REFINED)

    async def uses_index(self, table: AsyncTable) -> bool:
        """Return whether a search without a condition goes through the index."""
        return await table.count_rows() >= self._indexed_from and await vector_index(table) is not None

    async def unindexed_share(self, table: AsyncTable) -> float:
        """Return the share of the vectors that are not in their index, 1.0 if there is none."""
        index = await vector_index(table)
        count = await table.count_rows()
        return (index.num_unindexed_rows or 0) / max(1, count) if index is not None else 1.0

    async def probe(self, table: AsyncTable) -> None:
        """Search once through the index, if there is one. Raise LanceDB's errors if it is damaged."""
        if await vector_index(table) is not None:
            dimension: int = (await table.schema()).field(_COLUMN).type.list_size
            query = table.query().nearest_to([1.0] * dimension).column(_COLUMN)
            await query.nprobes(_PROBES).limit(1).to_list()

    @property
    def is_building(self) -> bool:
        """Whether an index is being built; the table must not be compacted meanwhile."""
        return self._building is not None and not self._building.done()

    async def keep_indexed(self, table: AsyncTable) -> None:
        """Begin to build the index if it pays; until it is ready, searches do without."""
        if self.is_building or not await self._pays(table):
            return
        self._building = asyncio.create_task(self._build(table), name="vector index")

    async def _pays(self, table: AsyncTable) -> bool:
        if await table.count_rows() < self._indexed_from:
            return False
        index = await vector_index(table)
        return index is None or (index.num_segments or 0) > _SEGMENTS

    async def _build(self, table: AsyncTable) -> None:
        count = await table.count_rows()
        _log.info("vector index: building rows=%d", count)
        try:
            await table.create_index(_COLUMN, config=self._configure(_PARTITION), replace=True)
        except (OSError, RuntimeError, ValueError):
            # Such as a full disk, or tables emptied meanwhile. Tidying tries again.
            _log.warning("vector index: not built", exc_info=True)
        else:
            _log.info("vector index: built rows=%d", count)
        # It took 3.5 kB for each vector.
        await in_thread(give_back)

    async def built(self) -> None:
        """Wait for the index that is being built, if one is."""
        if self._building is not None:
            await asyncio.wait([self._building])

    def close(self) -> None:
        """Abandon the index that is being built."""
        if self._building is not None:
            with contextlib.suppress(RuntimeError):  # the loop that it ran on is closed already
                self._building.cancel()


async def vector_index(table: AsyncTable) -> IndexConfig | None:
    """Return LanceDB's description of the vectors' index, None if there is none."""
    for index in await table.list_indices():
        if index.columns == [_COLUMN]:
            return index
    return None
