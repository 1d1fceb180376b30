"""Search for nearest vectors: an exact scan, or in large tables an index built in the background.

Measured by `python -m tests.bench.vectors`. The index is an HNSW graph over vectors with one byte per
component (Malkov and Yashunin 2018); the best candidates are rescored by whole vectors. LanceDB scans rows
the index does not cover yet, and skips deleted ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.memory import give_back
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.threads import in_thread

if TYPE_CHECKING:
    from lancedb import AsyncTable
    from lancedb.index import IndexConfig


_log = logging.getLogger(__name__)

_COLUMN = "vector"
INDEXED_FROM = 10_000
"""Vectors from which an index is built. Below, scanning takes about as long, and the folder stays small."""
_SCANNED_UP_TO = 2_000
"""Passages left by a filter up to which the search among them is exact."""
_SEGMENTS = 4
"""Each tidying may add a segment, and each is searched: beyond this, the index is built anew."""
SCANNED_SHARE = 1 / 4
"""Share of vectors a sync leaves unindexed: adding 1,900 to 12,700 took 13 of a move's 27 s."""
_PARTITION = 65_536
"""Vectors per graph; larger tables have several."""
_PROBES = 20
"""More than the partitions in a million vectors, so that all are searched."""
_REFINED = 3
"""Candidates rescored by whole vectors, per wanted result."""
_BREADTH = 300
"""Minimum candidates kept in view while walking the graph (``ef``)."""


@dataclass(slots=True)
class VectorSearch:
    """Searches a table's vectors, and keeps their index.

    Args:
        count: Counts a table's rows matching a SQL predicate.
    """

    count: Callable[[AsyncTable, str | None], Awaitable[int]]
    _building: asyncio.Task[None] | None = None

    async def nearest(self, table: AsyncTable, vector: Vectors, n: int, where: str | None) -> Any:
        """Return the query for the ``n`` nearest among the rows matching ``where``, by cosine distance.

        Several vectors are searched in one go, each by itself; ``query_index`` is the vector's number.
        """
        import pyarrow as pa

        # Not by `pyarrow.array`, which imports NumPy's masked arrays for it, 3 MB.
        rows = np.atleast_2d(np.asarray(vector, dtype=np.float32))
        buffers = [[None, pa.py_buffer(row.copy())] for row in rows]
        arrays = [pa.Array.from_buffers(pa.float32(), rows.shape[1], parts) for parts in buffers]
        query = table.query().nearest_to(arrays if len(arrays) > 1 else arrays[0])
        query = query.column(_COLUMN).distance_type("cosine")
        n_rows = await self.count(table, None)
        if n_rows < INDEXED_FROM:
            return (query.where(where) if where else query).bypass_vector_index()
        n_matching = await self.count(table, where) if where else n_rows
        # Of 13,000 notes, to read the condition of each row that it holds for anyway took 9 of 23 ms.
        query = query.where(where) if where and n_matching < n_rows else query
        if n_matching <= min(_SCANNED_UP_TO, INDEXED_FROM):
            return query.bypass_vector_index()
        return query.nprobes(_PROBES).ef(max(_BREADTH, _REFINED * n)).refine_factor(_REFINED)

    async def uses_index(self, table: AsyncTable) -> bool:
        """Return whether a search without a condition goes through the index."""
        return await table.count_rows() >= INDEXED_FROM and await vector_index(table) is not None

    async def unindexed_share(self, table: AsyncTable) -> float:
        """Return the share of vectors not in their index, 1.0 without an index."""
        index = await vector_index(table)
        count = await table.count_rows()
        return (index.num_unindexed_rows or 0) / max(1, count) if index is not None else 1.0

    async def probe(self, table: AsyncTable) -> None:
        """Search once through the index, if any. Raise LanceDB's errors if it is damaged."""
        if await vector_index(table) is not None:
            dimension: int = (await table.schema()).field(_COLUMN).type.list_size
            query = table.query().nearest_to([1.0] * dimension).column(_COLUMN)
            await query.nprobes(_PROBES).limit(1).to_list()

    @property
    def is_building(self) -> bool:
        """Whether an index is being built; the table must not be compacted meanwhile."""
        return self._building is not None and not self._building.done()

    async def is_due(self, table: AsyncTable) -> bool:
        """Return whether building the index pays."""
        if self.is_building or await table.count_rows() < INDEXED_FROM:
            return False
        index = await vector_index(table)
        # Tidying that was cut off left an index of none of 32,000 vectors: a question took 87 ms, not 10.
        lacks_many = await self.unindexed_share(table) > SCANNED_SHARE
        return index is None or lacks_many or (index.num_segments or 0) > _SEGMENTS

    async def keep_indexed(self, table: AsyncTable) -> None:
        """Begin building the index if it pays; until it is ready, searches do without."""
        if await self.is_due(table):
            self._building = asyncio.create_task(self._build(table), name="vector index")

    async def _build(self, table: AsyncTable) -> None:
        from lancedb.index import HnswSq

        count = await table.count_rows()
        _log.info("vector index: building rows=%d", count)
        # The configuration keeps this size: given the number of vectors, the first tidying joined partitions
        # and rebuilt the whole graph.
        config = HnswSq(distance_type="cosine", target_partition_size=_PARTITION)
        try:
            await table.create_index(_COLUMN, config=config, replace=True)
        except (OSError, RuntimeError, ValueError):
            # Such as a full disk, or tables emptied meanwhile. Tidying tries again.
            _log.warning("vector index: not built", exc_info=True)
        else:
            _log.info("vector index: built rows=%d", count)
        # It took 3.5 kB for each vector.
        await in_thread(give_back)

    async def built(self) -> None:
        """Wait for any index being built."""
        if self._building is not None:
            await asyncio.wait([self._building])

    def close(self) -> None:
        """Abandon any index being built."""
        if self._building is not None:
            with contextlib.suppress(RuntimeError):  # the loop that it ran on is closed already
                self._building.cancel()


async def vector_index(table: AsyncTable) -> IndexConfig | None:
    """Return LanceDB's description of the vector index, or None."""
    for index in await table.list_indices():
        if index.columns == [_COLUMN]:
            return index
    return None
