"""Open an index's tables, through the LanceDB connection used for reading and writing."""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.index.index_folder import damaged_index_error, set_aside
from vaultsearch.core.index.tables.lancedb_loading import load_lancedb
from vaultsearch.core.index.vector_search import VectorSearch
from vaultsearch.core.threads import giving_way, in_thread
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    import pyarrow as pa
    from lancedb import AsyncConnection, AsyncTable

_log = logging.getLogger(__name__)

NOTES, CHUNKS, SUMMARIES, TOKENS = "notes", "chunks", "summaries", "tokens"
TITLES = "titles"
VECTORS = {Space.MAIN: "vectors", Space.MULTILINGUAL: "multilingual"}
"""Tables with passage vectors, by space."""
BY_MODEL = {space: f"{name}_by_model" for space, name in VECTORS.items()}
"""Tables with vectors for a language model's texts."""
FORMER = {space: f"former_{name}" for space, name in VECTORS.items()}
"""Tables with vectors for texts no longer in any note."""

READ_FRESHNESS = timedelta(milliseconds=200)
"""Other processes see a write this soon; LanceDB's default is the version first opened."""
_MIN_CACHE_BYTES, _MAX_CACHE_BYTES, _METADATA_CACHE_BYTES = 32 * 2**20, 512 * 2**20, 8 * 2**20
"""Memory for LanceDB's caches; its defaults are gigabytes. Indices that do not fit are read anew for each
question: 50,000 took 260 ms CPU with 32 MB, 97 with 160 or 256, 10,000 71 with 16, 49 with 32 or 128."""
_WORDS_BYTES, _GRAPH_BYTES = 400, 200
"""Bytes of a passage in the word index, and of a vector in its index, besides one for each dimension."""
_RENEWED_AFTER = 50
"""New versions after which a reading process releases the files of former ones."""
_ROWS_CONVERTED_AT_ONCE = 16
_MAX_COUNTS = 100
"""Cached counts per table: a condition may be a long list of paths."""

PAGE_ROWS = 250
"""Rows converted to values at once: each step holds the interpreter's lock, and the window waits, of 10,000
notes 6.3 ms for a thousand, 2.7 for 250, and all together as long; with both cores busy, thrice as long."""


def places_among(former: pa.Table | None, rows: pa.Table) -> NDArray[np.intp]:
    """Return each row's place among the former rows of a table, by number; -1 if it is new or another.

    All columns are compared: LanceDB may give a row's number to another one after compaction.
    """
    places = np.full(len(rows), -1)
    if former is None:
        return places
    import pyarrow.compute as pc

    former_ids, ids = (np.asarray(each["_rowid"]) for each in (former, rows))
    _, before, now = np.intersect1d(former_ids, ids, assume_unique=True, return_indices=True)
    is_same = np.ones(len(now), bool)
    for name in rows.column_names:
        is_same &= np.asarray(pc.equal(former[name].take(before), rows[name].take(now)))
    places[now[is_same]] = before[is_same]
    return places


async def ensure_found_by_id(passages: AsyncTable, *, anew: bool = False) -> None:
    """Index passage ids: among 33,000, looking up ninety vectors' passages takes a third less time."""
    from lancedb.index import BTree

    if anew or not any(index.columns == ["id"] for index in await passages.list_indices()):
        await passages.create_index("id", config=BTree(), replace=True)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table version, and when the latest version was written, in nanoseconds.

    The version alone does not distinguish a table another process has made in place of this.
    """

    version: int
    written_ns: int


@lru_cache(maxsize=64)
def _versions_folder(index: Path, table: str) -> Path:
    return index / f"{table}.lance" / "_versions"


def _written_ns(versions: Path) -> int:
    try:
        return versions.stat().st_mtime_ns
    except OSError:
        return 0


_AT_REST_AFTER_S = 3.0
"""Seconds without a write after which a table's version is known: some file systems count in steps of 2 s."""
_REREAD_AFTER_S = 3.0
"""Seconds until a changing table is read again."""
_PUT_OFF_S = 1.0
"""Seconds of precedence for the question that triggers reading."""
T = TypeVar("T")


@dataclass(slots=True)
class ReadBehind(Generic[T]):
    """Keeps a value read from a whole table in memory, while the table does not change.

    It is read in the background, when first asked for and again after the table has changed. Lives on a
    single event loop.

    Args:
        name: The table's.
        read: Reads the table; None if it is too large to keep, or was written to meanwhile.
        rested_s: Seconds between two readings.
        put_off_s: Seconds of precedence for the question that triggers reading.
    """

    tables: IndexTables
    name: str
    read: Callable[[AsyncTable], Awaitable[T | None]]
    rested_s: float = _REREAD_AFTER_S
    put_off_s: float = _PUT_OFF_S
    _kept: tuple[TableState, T | None] | None = field(default=None, init=False)
    _reading: asyncio.Task[None] | None = field(default=None, init=False)
    _begun_at: float = field(default=-math.inf, init=False)

    async def get(self) -> T | None:
        """Return the value read from the table in the present state, or None if nothing was."""
        state = await self.tables.state(self.name)
        if self._kept is not None and self._kept[0] == state:
            return self._kept[1]
        self._kept = None
        if self._reading is None and time.monotonic() - self._begun_at >= self.rested_s:
            self._begun_at = time.monotonic()
            self._reading = asyncio.create_task(self._read_soon(), name=f"reading {self.name}")
        return None

    async def _read_soon(self) -> None:
        try:
            await asyncio.sleep(self.put_off_s)
            state = await self.tables.state(self.name)
            value = await self.read(self.tables[self.name])
            # A commit during the reading may have been read in part.
            if await self.tables.state(self.name) == state:
                self._kept = (state, value)
        except (OSError, RuntimeError, ValueError, KeyError) as error:
            # Rows may have been removed meanwhile; a search of the same table raises any other error.
            _log.info("not read table=%s error=%s", self.name, error)
        finally:
            self._reading = None

    def forget(self) -> None:
        """Drop the value in memory, and give up reading it."""
        self._kept, self._begun_at = None, -math.inf
        if self._reading is not None:
            # The loop that it ran on may be closed already.
            with suppress(RuntimeError):
                self._reading.cancel()
            self._reading = None


class OncePerVersion(Generic[T]):
    """A value read from a table once per version, or ``none`` without the table.

    Concurrent callers wait for the same reading: thousands of rows take a while.
    """

    def __init__(self, tables: IndexTables, name: str, read: Callable[[], Awaitable[T]], none: T) -> None:
        self._tables, self._name, self._read, self._none = tables, name, read, none
        self._reading = asyncio.Lock()
        self._forget()
        tables.register_cache(self._forget)

    def _forget(self) -> None:
        self._kept: tuple[int, T] = (0, self._none)

    async def __call__(self) -> T:
        """Return the value for the present version."""
        if self._name not in self._tables:
            return self._none
        async with self._reading:
            version = await self._tables.version(self._name)
            if self._kept[0] != version:
                self._kept = (version, await self._read())
            return self._kept[1]


_FILE_ENDING = b"LANC"
"""The last bytes in each Lance file."""


@asynccontextmanager
async def whole_write(table: AsyncTable, index: Path) -> AsyncIterator[None]:
    """Restore the previous version if a file written in this context was cut.

    WORKAROUND lancedb 0.40: it does not notice a lack of space for a file's last bytes, and commits it; no
    search can read the table after this.

    Raises:
        OSError: ENOSPC, a file was cut.
    """
    version, data = await table.version(), index / f"{table.name}.lance" / "data"
    former = await in_thread(_file_names, data)
    yield

    def is_any_cut() -> bool:
        new = (data / name for name in _file_names(data).difference(former) if name.endswith(".lance"))
        return any(map(_is_cut, new))

    # Not in a `finally`: after an error, LanceDB has committed nothing.
    if await in_thread(is_any_cut):
        await table.checkout(version)
        await table.restore()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(data))


def _file_names(data: Path) -> frozenset[str]:
    try:
        return frozenset(os.listdir(data))  # noqa: PTH208  # a thousand names, without paths
    except FileNotFoundError:
        return frozenset()


def _is_cut(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            opened.seek(-len(_FILE_ENDING), os.SEEK_END)
            return opened.read() != _FILE_ENDING
    except FileNotFoundError:
        return False
    except OSError:  # shorter than its ending
        return True


class _Observed(NamedTuple):
    """A table's state, since when it was written to no more, and whether it was at rest when asked."""

    table: AsyncTable
    state: TableState
    since: float
    is_at_rest: bool


class IndexTables:
    """The open tables by name. A table not created yet is absent, and reads as empty."""

    def __init__(self, path: Path, connection: AsyncConnection) -> None:
        self.path = path
        self._connection = connection
        self._open: dict[str, AsyncTable] = {}
        self._counts: dict[str, tuple[TableState, dict[str | None, int]]] = {}
        self._observed: dict[str, _Observed] = {}
        self.searches = {
            name: VectorSearch(self.count_rows) for name in (*VECTORS.values(), *BY_MODEL.values(), SUMMARIES)
        }
        """The searches of tables with vectors, by table; the table may be absent."""
        self._caches: list[Callable[[], None]] = []
        # The version of the passages' table when this connection opened it; None if this process writes.
        self._opened_at: int | None = None

    @classmethod
    async def open(cls, path: Path) -> IndexTables:
        """Open the tables in a folder. Raise IndexDamagedError if they cannot be opened."""
        # LanceDB makes the folders as soon as it connects: they are known before, to be removed if nothing
        # comes of it.
        missing = await in_thread(_missing_folders, path)
        try:
            return await cls._opened(path)
        except BaseException:
            for folder in missing:
                with suppress(OSError):
                    await in_thread(folder.rmdir)
            raise

    @classmethod
    async def _opened(cls, path: Path) -> IndexTables:
        tables = cls(path, await _connect_lancedb(path))
        try:
            names = await tables.names() if tables.path.is_dir() else []
            single = (NOTES, CHUNKS, SUMMARIES, TOKENS, TITLES)
            # By name, not all that is there: a folder may hold tables of a later version.
            for name in (*single, *VECTORS.values(), *FORMER.values(), *BY_MODEL.values()):
                if name in names:
                    tables._open[name] = await tables._connection.open_table(name)
            if await tables._index_bytes() > _MIN_CACHE_BYTES:
                await tables.renew()
        except Exception as error:  # LanceDB panics at some truncated files, in a type that cannot be named
            raise damaged_index_error(path) from error
        # Both are made by the same call, so that one alone is what a crash or a half-copied folder left.
        if (NOTES in tables) != (CHUNKS in tables):
            raise damaged_index_error(path)
        if CHUNKS in tables:
            tables._opened_at = await tables[CHUNKS].version()
        return tables

    def __getitem__(self, name: str) -> AsyncTable:
        return self._open[name]

    def __contains__(self, name: str) -> bool:
        return name in self._open

    def __iter__(self) -> Iterator[str]:
        return iter(self._open)

    async def state(self, name: str) -> TableState:
        """Return the state in which a search finds a table, or an earlier state.

        LanceDB is not asked about a table at rest: a question asks 30 times, for .1 ms of CPU each.
        """
        table, written_ns = self._open[name], _written_ns(_versions_folder(self.path, name))
        before, since = self._observed.get(name), time.monotonic()
        if before and before.table is table and 0 < before.state.written_ns == written_ns:
            if before.is_at_rest:
                return before.state
            since = before.since
        is_at_rest = time.monotonic() - since >= _AT_REST_AFTER_S
        state = TableState(await table.version(), written_ns)
        self._observed[name] = _Observed(table, state, since, is_at_rest)
        return state

    def is_unchanged(self, name: str, state: TableState) -> bool:
        """Return whether nothing was written to a table since a state, without waiting for LanceDB."""
        return _written_ns(_versions_folder(self.path, name)) == state.written_ns

    async def version(self, name: str) -> int:
        """Return the table version a search finds, or an earlier one: see `state`."""
        return (await self.state(name)).version

    async def at_version(self, name: str, version: int) -> AsyncTable:
        """Open a table at a version, apart from the open one, which goes on to later versions."""
        table = await self._connection.open_table(name)
        await table.checkout(version)
        return table

    def written_ns(self, name: str, version: int) -> int:
        """Return when a table's version was written, in nanoseconds; 0 if it is gone."""
        # Numbered downwards by LanceDB, so that the latest version is the first file.
        return _written_ns(_versions_folder(self.path, name) / f"{2**64 - 1 - version:020}.manifest")

    async def rows(self, name: str, columns: list[str], where: str | None = None) -> list[dict[str, Any]]:
        """Read columns from the rows matching a SQL predicate, each row as a mapping."""
        return [row async for page in self.pages(name, columns, where) for row in page]

    async def tuples(self, name: str, columns: list[str], where: str | None = None) -> list[tuple[Any, ...]]:
        """Read like `rows`, each row as a tuple: for 50,000 rows, in a third of the time."""
        if name not in self._open:
            return []
        # By columns: no mapping is made for each row.
        rows = await self.arrow(name, columns, where)
        return list(zip(*(rows[column].to_pylist() for column in columns), strict=True))

    async def arrow(self, name: str, columns: Sequence[str], where: str | None = None) -> Any:
        """Read columns from the rows of an existing table matching a SQL predicate, as an Arrow table."""
        query = self._open[name].query().select(list(columns))
        return await (query.where(where) if where else query).to_arrow()

    async def pages(
        self, name: str, columns: list[str], where: str | None = None
    ) -> AsyncIterator[list[dict[str, Any]]]:
        """Read like `rows`, page by page: a caller keeping little needs no memory for everything."""
        if name in self._open:
            query = self._open[name].query().select(columns)
            query = query.where(where) if where else query
            async for batch in await query.to_batches(max_batch_length=PAGE_ROWS):
                yield batch.to_pylist()

    async def count_rows(self, table: AsyncTable, where: str | None = None) -> int:
        """Count the rows matching a SQL predicate; cached until the table changes.

        Among 59,000 rows, counting those in some languages takes 2 ms CPU, in each question to two models.
        """
        state = await self.state(table.name)
        if table.name not in self._counts or self._counts[table.name][0] != state:
            self._counts[table.name] = (state, {})
        counts = self._counts[table.name][1]
        if where in counts:
            return counts[where]
        count: int = await table.count_rows(where)
        if len(counts) < _MAX_COUNTS:
            # If it changed meanwhile, so did its state: the count isn't asked for again.
            counts[where] = count
        return count

    @property
    def spaces(self) -> list[Space]:
        """The spaces with vectors."""
        return [space for space, name in VECTORS.items() if name in self._open]

    async def names(self) -> list[str]:
        """List the tables now on the disk."""
        return list((await self._connection.list_tables()).tables)

    @property
    def searched(self) -> list[tuple[AsyncTable, VectorSearch]]:
        """The tables with vectors, each with the search."""
        return [(self._open[name], search) for name, search in self.searches.items() if name in self._open]

    def close_searches(self) -> None:
        """Abandon vector indices being built."""
        for search in self.searches.values():
            search.close()

    def register_cache(self, forget: Callable[[], None]) -> None:
        """Register a callback that drops a cache of the tables."""
        self._caches.append(forget)

    def forget(self) -> None:
        """Drop all caches."""
        for forget in self._caches:
            forget()

    def close(self) -> None:
        """Close the tables and the connection."""
        self.close_searches()
        self.forget()
        for table in self._open.values():
            table.close()
        self._connection.close()

    async def set_aside(self) -> None:
        """Move the tables out of the way on the disk; all read as empty after this."""
        self.close_searches()
        for table in self._open.values():
            table.close()
        self._open.clear()
        self.forget()
        await in_thread(set_aside, self.path)

    def begin_writing(self) -> None:
        """Note that this process writes: commits by itself renew the connection."""
        self._opened_at = None

    async def drop_all(self) -> None:
        """Remove all tables from the disk."""
        self.close_searches()
        await self._connection.drop_all_tables()
        self._open.clear()
        self.forget()

    async def empty_all(self) -> None:
        """Empty all tables; other processes read former versions until these are tidied away.

        While tables were removed and recreated, 3 of 18 searches by others found a damaged index.
        """
        for name in list(self._open):
            await self.create(name, await self._open[name].schema())
        self.forget()

    async def create(self, name: str, schema: pa.Schema) -> None:
        """Create an empty table, in place of any existing one."""
        # LanceDB warns of a table to overwrite that is missing.
        mode: Literal["overwrite", "create"] = "overwrite" if self._close(name) else "create"
        self._open[name] = await self._connection.create_table(name, schema=schema, mode=mode)

    async def drop(self, name: str) -> None:
        """Remove a table from the disk, if present."""
        if self._close(name):
            await self._connection.drop_table(name)

    def _close(self, name: str) -> bool:
        """Close a table; return whether it was open."""
        # An index that is being built would be committed to the table that takes this one's place.
        if name in self.searches:
            self.searches[name].close()
        if name not in self._open:
            return False
        self._open.pop(name).close()
        return True

    async def upsert(self, name: str, key: str | list[str], rows: pa.Table) -> None:
        """Write rows in place of those with the same key; raises as `whole_write`."""
        merge = self._open[name].merge_insert(key).when_matched_update_all().when_not_matched_insert_all()
        async with self.whole_write(name):
            await merge.execute(rows)

    def whole_write(self, name: str) -> AbstractAsyncContextManager[None]:
        """Undo writes to a table in this context if a full disk cut them. Raise OSError if so."""
        return whole_write(self._open[name], self.path)

    async def batch(self, name: str, rows: Sequence[Mapping[str, object]]) -> pa.Table:
        """Convert rows to an Arrow table with a table's schema."""
        return await in_thread(_arrow_table, rows, await self._open[name].schema())

    async def renew(self) -> None:
        """Reopen the tables, releasing files opened by searches in former versions.

        WORKAROUND lancedb 0.40: a connection's cache keeps open the files of every word index segment ever
        searched: in five minutes of edits, 120 more descriptors. The former tables are not closed: searches
        may be using them.
        """
        connection = await _connect_lancedb(self.path, await self._index_bytes())
        tables = {name: await connection.open_table(name) for name in self._open}
        self._open.update(tables)
        self._connection = connection

    async def _index_bytes(self) -> int:
        """Estimate the size of the indices over words and vectors, also those still to be built."""
        total = 0
        # LanceDB panics at some damage; a damaged table is opened, too, to be repaired.
        with suppress(Exception):
            if CHUNKS in self._open:
                total += _WORDS_BYTES * await self._open[CHUNKS].count_rows()
            for table, _ in self.searched:
                dimension: int = (await table.schema()).field("vector").type.list_size
                total += (dimension + _GRAPH_BYTES) * await table.count_rows()
        return total

    async def renew_now_and_then(self) -> None:
        """Renew the connection in a process that only reads, while another goes on writing."""
        if self._opened_at is None:
            return
        version = await self.version(CHUNKS)
        if version - self._opened_at >= _RENEWED_AFTER:
            self._opened_at = version
            await self.renew()


def _missing_folders(path: Path) -> list[Path]:
    """Return the missing folders among a path and its parents, innermost first."""
    try:
        return [folder for folder in (path, *path.parents) if not folder.exists()]
    except (OSError, ValueError):  # such as a name that is too long
        return [folder for folder in path.parents if not folder.exists()]


async def _connect_lancedb(path: Path, index_bytes: int = 0) -> AsyncConnection:
    lancedb = load_lancedb()
    cache_bytes = min(max(_MIN_CACHE_BYTES, index_bytes), _MAX_CACHE_BYTES)
    connection: AsyncConnection = await lancedb.connect_async(
        str(path),
        read_consistency_interval=READ_FRESHNESS,
        session=lancedb.Session(cache_bytes, _METADATA_CACHE_BYTES),
    )
    return connection


def _arrow_table(rows: Sequence[Mapping[str, object]], schema: pa.Schema) -> pa.Table:
    """Convert rows a few at a time: each step holds the interpreter's lock, and the window waits."""
    import pyarrow as pa

    at_once = _ROWS_CONVERTED_AT_ONCE
    starts = range(0, len(rows), at_once)
    parts = [pa.Table.from_pylist(list(rows[i : i + at_once]), schema=schema) for i in giving_way(starts)]
    return pa.concat_tables(parts) if parts else schema.empty_table()
