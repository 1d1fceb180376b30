"""The vectors of a small table in memory: all are compared in less time than LanceDB takes to read them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.index.tables.index_tables import PAGE, TableState, state_of

if TYPE_CHECKING:
    from pathlib import Path

    from lancedb import AsyncTable

    from vaultsearch.core.protocols import Vectors


_log = logging.getLogger(__name__)

_MOST_BYTES = 16_000_000
"""The memory that a table's vectors may take: some ten thousand rows."""
_RESTED_S = 3.0
"""How long they are not read again for, while the table changes; LanceDB searches it then."""
_PUT_OFF_S = 1.0
"""How long the question that asked for them goes first."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest rows of a table: their keys, the nearest first, and their cosines."""

    keys: list[str]
    cosines: list[float]


@dataclass(frozen=True, slots=True)
class _Held:
    """The vectors of one state, float32 (n, dimension), unit length, and the keys of their rows."""

    state: TableState
    keys: list[str]
    vectors: Vectors

    def nearest(self, vector: Vectors, n: int) -> Nearest:
        """Compare all; equal ones are in the order of the table."""
        # Not by a product of matrices: OpenBLAS spins on all cores for milliseconds after each, and einsum
        # takes 1.3 ms for ten thousand on one.
        cosines = np.einsum("ij,j->i", self.vectors, _unit(np.asarray(vector, dtype=np.float32)))
        first = np.argpartition(-cosines, n - 1)[:n] if n < len(cosines) else np.arange(len(cosines))
        best = first[np.lexsort((first, -cosines[first]))]
        return Nearest([self.keys[index] for index in best], cosines[best].tolist())


class VectorsInMemory:
    """Searches the vectors of one table exactly, while it does not change.

    They are read in the background, after they are first asked for, and again after the table has changed.
    Lives on one event loop.

    Args:
        folder: The folder of the index.
        key: The column that names a row.
        most_bytes: The memory that they may take at most.
        rested_s: Seconds after a reading in which they are not read again.
        put_off_s: Seconds for which the question that asked for them goes first.
    """

    def __init__(
        self,
        folder: Path,
        key: str,
        most_bytes: int = _MOST_BYTES,
        rested_s: float = _RESTED_S,
        put_off_s: float = _PUT_OFF_S,
    ) -> None:
        self._folder, self._key = folder, key
        self._most_bytes, self._rested_s, self._put_off_s = most_bytes, rested_s, put_off_s
        self._held: _Held | None = None
        self._too_large: TableState | None = None
        self._reading: asyncio.Task[None] | None = None
        self._begun_at = -math.inf

    async def nearest(self, table: AsyncTable, vector: Vectors, n: int) -> Nearest | None:
        """Return the n rows nearest to ``vector``, float32 (dimension,), None if they are not in memory."""
        state = await state_of(table, self._folder)
        held = self._held
        if held is not None and held.state == state:
            return held.nearest(vector, n)
        self._held = None
        if state != self._too_large:
            self._read_soon(table)
        return None

    def _read_soon(self, table: AsyncTable) -> None:
        if self._reading is None and time.monotonic() - self._begun_at >= self._rested_s:
            self._begun_at = time.monotonic()
            self._reading = asyncio.create_task(self._read(table), name=f"vectors of {table.name}")

    async def _read(self, table: AsyncTable) -> None:
        try:
            await asyncio.sleep(self._put_off_s)
            self._held = await self._of(table)
        except (OSError, RuntimeError, ValueError, KeyError) as error:
            # A search of the same table raises the error.
            _log.warning("vectors not read table=%s error=%s", table.name, error)
        finally:
            self._reading = None

    async def _of(self, table: AsyncTable) -> _Held | None:
        state = await state_of(table, self._folder)
        dimension: int = (await table.schema()).field("vector").type.list_size
        count = await table.count_rows()
        if not self.has_room(count, dimension):
            self._too_large = state
            return None
        # Page by page into their place: read at once, they would take three times the memory for a moment.
        vectors = np.empty((count, dimension), dtype=np.float32)
        keys: list[str] = []
        query = table.query().select(["vector", self._key])
        async for batch in await query.to_batches(max_batch_length=PAGE):
            page: Any = batch["vector"]
            matrix = page.flatten().to_numpy().reshape(-1, dimension)
            if len(keys) + len(matrix) > count:  # written meanwhile: the next question has them read again
                return None
            vectors[len(keys) : len(keys) + len(matrix)] = _unit(matrix)
            keys += batch[self._key].to_pylist()
        return _Held(state, keys, vectors) if await state_of(table, self._folder) == state else None

    def has_room(self, count: int, dimension: int) -> bool:
        """Return whether so many vectors of this length are kept in memory."""
        return count * dimension * 4 <= self._most_bytes

    async def read(self) -> None:
        """Wait for the vectors that are being read, if they are."""
        if self._reading is not None:
            await asyncio.wait([self._reading])

    def forget(self) -> None:
        """Drop the vectors in memory, and give up reading them."""
        self._held, self._too_large, self._begun_at = None, None, -math.inf
        if self._reading is not None:
            with contextlib.suppress(RuntimeError):  # the loop that it ran on is closed already
                self._reading.cancel()
            self._reading = None


def _unit(vectors: Vectors) -> Vectors:
    whole = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(whole, axis=-1, keepdims=True)
    return np.asarray(whole / np.maximum(lengths, 1e-12), dtype=np.float32)
