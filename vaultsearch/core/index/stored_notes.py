"""Reads notes and passages back from their tables: for the sync, and for the conditions of a query."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from vaultsearch.core.filters import AllOf, AnyOf, AtPaths, Filter, Not, WithIds
from vaultsearch.core.index.predicates import sql
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from datetime import datetime

    import pyarrow as pa
    from lancedb import AsyncTable

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.embedded_text import EmbeddedText
    from vaultsearch.core.values.note import Heading, Link
    from vaultsearch.core.values.search import Chunk


@dataclass(frozen=True, slots=True)
class StoredRevision:
    """What the index knows of a note: enough to tell whether the disk has something newer."""

    revision: Revision
    content_hash: str


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A passage that has no vector yet, or one that was made under another title."""

    id: str
    embedded: EmbeddedText


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that has no token vectors yet, its key, and a note that it stands in."""

    key: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredNote:
    """What conditions may ask of a note; values of ``properties`` are JSON's, dates in ISO's form."""

    path: str
    title: str
    date: datetime
    text: str
    tags: tuple[str, ...]
    properties: Mapping[str, Any]
    aliases: tuple[str, ...]
    links: tuple[Link, ...]
    headings: tuple[Heading, ...]

    def heading_path(self, line: int) -> tuple[str, ...]:
        """Give the headings above a 1-based line, that of the line itself included, the topmost first."""
        above: list[Heading] = []
        for heading in self.headings:
            if heading.line > line:
                break
            above = [*(one for one in above if one.level < heading.level), heading]
        return tuple(heading.text for heading in above)


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """Where a passage stands, and in which language."""

    id: str
    path: str
    line_start: int
    line_end: int
    language: str


def parted(where: Filter) -> tuple[Filter, Filter]:
    """Part a condition in two that must both hold: what the index decides, and what only names places."""
    parts = where.parts if isinstance(where, AllOf) else (where,)
    naming = tuple(part for part in parts if _names_places(part))
    return AllOf(tuple(part for part in parts if part not in naming)), AllOf(naming)


def _names_places(where: Filter) -> bool:
    match where:
        case AtPaths() | WithIds():
            return True
        case Not(part):
            return _names_places(part)
        case AllOf(parts) | AnyOf(parts):
            return all(map(_names_places, parts))
        case _:
            return False


def held(where: Filter, rows: pa.Table) -> pa.Table:
    """Give the rows, with the columns ``id`` and ``path``, for which a condition holds that names places."""
    return rows.filter(_mask(where, rows))


def _mask(where: Filter, rows: pa.Table) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    match where:
        case AtPaths(paths):
            return pc.is_in(rows["path"], pa.array(paths, pa.string()))
        case WithIds(ids):
            return pc.is_in(rows["id"], pa.array(ids, pa.string()))
        case Not(part):
            return pc.invert(_mask(part, rows))
        case AllOf(parts):
            every = pa.array([True] * len(rows), pa.bool_())
            return reduce(pc.and_, (_mask(part, rows) for part in parts), every)
        case AnyOf(parts):
            none = pa.array([False] * len(rows), pa.bool_())
            return reduce(pc.or_, (_mask(part, rows) for part in parts), none)
        case _:
            raise TypeError(where)


PAGE = 1000
"""Rows turned into values at once: each such step holds the interpreter's lock, and the window waits."""


async def rows_of(query: Any) -> list[dict[str, Any]]:
    """Read all rows of LanceDB's ``query``, each as a mapping of its columns."""
    rows: list[dict[str, Any]] = []
    async for batch in await query.to_batches(max_batch_length=PAGE):
        rows += batch.to_pylist()
    return rows


class StoredNotes:
    """Reads what the tables hold; without them, everything reads as empty.

    ``tables`` are the corpus's own, by name. What is asked often is kept in memory until its table changes.
    With ``hides_links_out`` it reads as if the notes that lead out of the vault were not there.
    """

    def __init__(self, tables: Mapping[str, AsyncTable], hides_links_out: bool = False) -> None:
        self._tables = tables
        self._hides_links_out = hides_links_out
        self._hidden: tuple[int, frozenset[str]] = (0, frozenset())
        self._noted: tuple[int, tuple[StoredNote, ...]] = (0, ())
        self._placed: tuple[int, tuple[StoredPlace, ...]] = (0, ())
        self._languages: tuple[int, Counter[str]] = (0, Counter())
        self._lacking: tuple[int, dict[str, frozenset[str]]] = (0, {})
        # Who asks while they are being read waits for the same: it takes a while for thousands.
        self._noting, self._placing = asyncio.Lock(), asyncio.Lock()

    def forget(self) -> None:
        """Let go of what is kept in memory: other tables may come to the same version."""
        self._noted, self._placed, self._languages = (0, ()), (0, ()), (0, Counter())
        self._hidden = (0, frozenset())
        self._lacking = (0, {})

    async def shown(self, where: Filter | None) -> Filter | None:
        """Narrow a condition to what is not hidden; as it is where nothing is."""
        hidden = await self._hidden_paths()
        if not hidden:
            return where
        seen = Not(AtPaths(hidden))
        return seen if where is None else AllOf((where, seen))

    async def _hidden_paths(self) -> frozenset[str]:
        if not self._hides_links_out or "notes" not in self._tables:
            return frozenset()
        version = await self.notes_version()
        if self._hidden[0] != version:
            rows = await self.column("notes", ["path"], where="leads_out")
            self._hidden = (version, frozenset(row["path"] for row in rows))
        return self._hidden[1]

    async def column(self, table: str, columns: list[str], where: str | None = None) -> list[dict[str, Any]]:
        """Give these columns, by name, of a table's rows that a predicate holds for."""
        if table not in self._tables:
            return []
        query = self._tables[table].query().select(columns)
        return await rows_of(query.where(where) if where else query)

    # --- notes -------------------------------------------------------------------------------

    async def notes(self) -> tuple[StoredNote, ...]:
        """Give every note with its text."""
        from vaultsearch.core.index.schema import STORED_NOTE_COLUMNS, stored_note_values

        if "notes" not in self._tables:
            return ()
        async with self._noting:
            version = await self.notes_version()
            if self._noted[0] != version:
                rows = await self.column("notes", STORED_NOTE_COLUMNS)
                hidden = await self._hidden_paths()
                rows = [row for row in rows if row["path"] not in hidden]
                read = await in_thread(lambda: tuple(StoredNote(**stored_note_values(row)) for row in rows))
                self._noted = (version, read)
            return self._noted[1]

    async def notes_where(self, where: Filter | None) -> tuple[StoredNote, ...]:
        """Give the notes of which a condition holds for some passage, all without one, the newest first."""
        found = await self.notes()
        if where is not None:
            held = await self.paths(where)
            found = tuple(note for note in found if note.path in held)
        return tuple(sorted(found, key=lambda note: (-note.date.timestamp(), note.path)))

    async def notes_version(self) -> int:
        """Give a number that changes with the notes; 0 where there are none yet."""
        return await self._tables["notes"].version() if "notes" in self._tables else 0

    async def revisions(self) -> dict[str, StoredRevision]:
        """Give what is known of every note, by path."""
        rows = await self.column("notes", ["path", "size", "mtime_ns", "content_hash"])
        return {
            r["path"]: StoredRevision(Revision(r["path"], r["size"], r["mtime_ns"]), r["content_hash"])
            for r in rows
        }

    async def problems(self) -> list[Failure]:
        """List the notes of which a part could not be read."""
        rows = await self.column("notes", ["path", "problems"], where="array_length(problems) > 0")
        return [Failure(row["path"], problem) for row in rows for problem in row["problems"]]

    # --- passages ----------------------------------------------------------------------------

    async def chunks(self, where: Filter | None = None) -> AsyncIterator[Chunk]:
        """Give the passages that a condition holds for, as they lie."""
        from vaultsearch.core.index.schema import CHUNK_COLUMNS, chunk_of

        if "chunks" not in self._tables:
            return
        query = self._tables["chunks"].query().select(CHUNK_COLUMNS)
        where = await self.shown(where)
        if where is not None:
            query = query.where(sql(where))
        async for batch in await query.to_batches(max_batch_length=PAGE):
            for row in batch.to_pylist():
                yield chunk_of(row)

    async def chunks_in_order(self, where: Filter) -> list[Chunk]:
        """Give the passages that a condition holds for, in the order of their notes."""
        found = [chunk async for chunk in self.chunks(where)]
        return sorted(found, key=lambda chunk: (chunk.path, chunk.position))

    async def newest(self, where: Filter, n: int) -> list[list[Chunk]]:
        """Give the passages that a condition holds for, those of a note together, of the n newest notes."""
        if "chunks" not in self._tables:
            return []
        import pyarrow as pa
        import pyarrow.compute as pc

        decided, naming = parted(await self.shown(where) or where)
        columns = ["id", "path", "created", "modified"]
        query = self._tables["chunks"].query().where(sql(decided)).select(columns)
        rows: Any = held(naming, await query.to_arrow())
        paths = rows["path"].to_pylist()
        # As whole numbers: thousands of datetimes take long to make. All passages of a note have its date.
        moments = pc.coalesce(rows["created"], rows["modified"]).cast(pa.int64()).to_pylist()
        dated = dict(zip(paths, moments, strict=True))
        notes: dict[str, list[Chunk]] = {
            path: [] for path in nsmallest(n, dated, key=lambda path: (-dated[path], path))
        }
        ids = [one for one, path in zip(rows["id"].to_pylist(), paths, strict=True) if path in notes]
        for chunk in await self.chunks_in_order(WithIds(frozenset(ids))):
            notes[chunk.path].append(chunk)
        return [chunks for chunks in notes.values() if chunks]

    async def paths(self, where: Filter | None = None) -> frozenset[str]:
        """Give the paths of the notes that have a passage, one which a condition holds for."""
        if "chunks" not in self._tables:
            return frozenset()
        where = await self.shown(where)
        query = self._tables["chunks"].query().select(["path"])
        found: Any = await (query.where(sql(where)) if where is not None else query).to_arrow()
        return frozenset(found["path"].unique().to_pylist())

    async def paths_lacking(self, column: str, where: Filter | None) -> frozenset[str]:
        """Give the paths of the notes that have a passage, which a condition holds for, without a value."""
        version = await self._tables["chunks"].version()
        if self._lacking[0] != version:
            self._lacking = (version, {})
        condition = f"{column} IS NULL" + (f" AND {sql(where)}" if where is not None else "")
        kept = self._lacking[1]
        if condition not in kept:
            query = self._tables["chunks"].query().where(condition).select(["path"])
            found: Any = await query.to_arrow()
            kept[condition] = frozenset(found["path"].unique().to_pylist())
        return kept[condition]

    async def places(self) -> tuple[StoredPlace, ...]:
        """Give where the passages stand."""
        if "chunks" not in self._tables:
            return ()
        async with self._placing:
            version = await self._tables["chunks"].version()
            if self._placed[0] != version:
                names = ["id", "path", "line_start", "line_end", "language"]
                found = await self._tables["chunks"].query().select(names).to_arrow()
                columns = [found[name].to_pylist() for name in names]
                hidden = await self._hidden_paths()
                places = (StoredPlace(*row) for row in zip(*columns, strict=True))
                self._placed = (version, tuple(place for place in places if place.path not in hidden))
            return self._placed[1]

    async def languages(self) -> Counter[str]:
        """Count the passages in each language, by code."""
        if "chunks" not in self._tables:
            return Counter()
        version = await self._tables["chunks"].version()
        if self._languages[0] != version:
            rows = await self._tables["chunks"].query().select(["language"]).to_arrow()
            counts: Any = rows["language"].value_counts()
            counted = Counter({str(one["values"]): int(one["counts"]) for one in counts.to_pylist()})
            self._languages = (version, counted)
        return self._languages[1]

    async def notes_by_language(self) -> Counter[str]:
        """Count the notes that hold a passage in each language, by code."""
        if "chunks" not in self._tables:
            return Counter()
        found: Any = await self._tables["chunks"].query().select(["path", "language"]).to_arrow()
        pairs = found.group_by(["path", "language"]).aggregate([])
        return Counter(pairs["language"].to_pylist())
