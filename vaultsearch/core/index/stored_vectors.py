"""Store passage vectors, by space and in all: which are present, missing, out of date."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from vaultsearch.core.chunking.embedded_text import embedded_texts
from vaultsearch.core.filters import AllOf, AtPaths, Filter, WithIds
from vaultsearch.core.index.backlog import Backlog
from vaultsearch.core.index.tables.index_tables import (
    BY_MODEL,
    CHUNKS,
    FORMER,
    NOTES,
    PAGE_ROWS,
    VECTORS,
    IndexTables,
)
from vaultsearch.core.index.tables.predicates import is_in, write_sql
from vaultsearch.core.index.tables.stored_notes import PendingChunk, StoredNotes
from vaultsearch.core.models.tokens import unit_length
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    import pyarrow as pa
    from lancedb import AsyncTable


FORMER_KEPT_FOR = timedelta(days=30)
_MIN_FORMER, _FORMER_SHARE = 8, 1 / 4
"""Former vectors kept: a minimum, and a share of the passages' vectors."""


KeyedVector: TypeAlias = "tuple[str, Vectors]"
"""A text's key, and the vector made from the text."""


class FormerVectors:
    """Keeps a space's former vectors by text key; the table is created with the first."""

    def __init__(self, tables: IndexTables, space: Space) -> None:
        self._tables = tables
        self._name, self._of = FORMER[space], VECTORS[space]

    async def add(self, vectors: pa.Table) -> None:
        """Keep the columns ``key`` and ``vector`` from rows being removed."""
        import pyarrow as pa

        # A text that stands in several notes has a row for each, and is kept once.
        newest = dict(zip(vectors["key"].to_pylist(), range(vectors.num_rows), strict=True))
        rows: Any = vectors.select(["key", "vector"]).take(list(newest.values()))
        moment = pa.array([datetime.now(UTC)] * rows.num_rows, pa.timestamp("us", tz="UTC"))
        rows = rows.append_column("since", moment)
        if self._name not in self._tables:
            await self._tables.create(self._name, rows.schema)
        await self._tables.upsert(self._name, "key", rows)

    async def of(self, keys: Sequence[str]) -> dict[str, KeyedVector]:
        """Map the keys of these texts to kept vectors."""
        if not keys or self._name not in self._tables:
            return {}
        rows = await self._tables.arrow(self._name, ["key", "vector"], is_in("key", keys))
        return _key_vectors(rows, to_matrix(rows["vector"].combine_chunks()))

    async def drop_old(self) -> None:
        """Drop long kept vectors, and the oldest beyond the maximum number."""
        if self._name not in self._tables:
            return
        table = self._tables[self._name]
        ages = await self._tables.arrow(self._name, ["key", "since"])
        ages = ages.sort_by([("since", "descending")])
        most = max(_MIN_FORMER, int(_FORMER_SHARE * await self._tables[self._of].count_rows()))
        oldest = datetime.now(UTC) - FORMER_KEPT_FOR
        n_recent = sum(since >= oldest for since in ages["since"].to_pylist()[:most])
        if n_recent < ages.num_rows:
            await table.delete(is_in("key", ages["key"].to_pylist()[n_recent:]))


class PassageVectors:
    """Reads and writes a space's vectors, each in a row with the passage's id.

    Each row also holds all columns needed for conditions. Vectors are written after their passages and
    removed before them: a crash leaves passages without a vector, never the reverse.
    """

    def __init__(self, tables: IndexTables, space: Space) -> None:
        self._tables = tables
        self._space = space
        self._name = VECTORS[space]
        self._former = FormerVectors(tables, space)

    @property
    def _table(self) -> AsyncTable:
        return self._tables[self._name]

    async def dimension(self) -> int | None:
        """Return the vectors' length in this space, or None if there is no such space."""
        if self._name not in self._tables:
            return None
        list_size: int = (await self._table.schema()).field("vector").type.list_size
        return list_size

    async def holds(self, vectors: Vectors) -> bool:
        """Return whether vectors here have this length; after a change of model, only once synced."""
        return bool(await self.dimension() == vectors.shape[-1])

    async def renew(self, dimension: int | None) -> None:
        """Remove all vectors, and make room for others with this length; None for none."""
        from vaultsearch.core.index.tables.schema import vectors_schema

        await self._tables.drop(FORMER[self._space])
        # The next sync makes them again, as those of the passages.
        await self._tables.drop(BY_MODEL[self._space])
        if dimension is None:
            await self._tables.drop(self._name)
        else:
            await self._tables.create(self._name, vectors_schema(dimension))

    async def missing(self, where: Filter | None) -> list[str]:
        """List passages without a vector, from the newest notes first."""
        if not await self.lacks_any(where):
            return []
        lacking_rows = (await self._lacking(where, ["id", "modified"])).sort_by(
            [("modified", "descending"), ("id", "ascending")]
        )
        newest_first: list[str] = lacking_rows["id"].to_pylist()
        return newest_first

    async def paths_missing(self, where: Filter | None) -> frozenset[str]:
        """Return the paths of notes with a matching passage without a vector."""
        return frozenset((await self._lacking(where, ["id", "path"]))["path"].unique().to_pylist())

    async def lacks_any(self, where: Filter | None) -> bool:
        """Return whether matching passages lack a vector; by count, as every vector has a passage."""
        # Whole tables are counted without reading them.
        if await self._table.count_rows() == await self._tables[CHUNKS].count_rows():
            return False
        # Of a few notes, counting takes as long as reading.
        parts = where.parts if isinstance(where, AllOf) else (where,)
        if where is None or any(isinstance(part, AtPaths) for part in parts):
            return True
        tables = (self._table, self._tables[CHUNKS])
        encoded, passages = [await table.count_rows(write_sql(where)) for table in tables]
        return bool(encoded != passages)

    async def _lacking(self, where: Filter | None, columns: list[str]) -> Any:
        """Read these columns for passages without a vector."""
        import pyarrow.compute as pc

        condition = write_sql(where) if where is not None else None
        passages = await self._tables.arrow(CHUNKS, columns, condition)
        encoded = await self._tables.arrow(self._name, ["id"], condition)
        return passages.filter(pc.invert(pc.is_in(passages["id"], encoded["id"])))

    async def stale(self) -> list[str]:
        """List passages whose vector was made from another text, before a rename."""
        return sorted(key for (key,) in await self._tables.tuples(self._name, ["id"], "is_stale"))

    async def known(
        self, passages: Sequence[Mapping[str, Any]], formerly: Mapping[str, str]
    ) -> list[KeyedVector | None]:
        """Return the vector each text already has, or the passage had under the note's former path.

        Args:
            formerly: New to former paths of moved notes.
        """
        wanted_keys = {row["text_key"] for row in passages}
        key_rows, vectors = await self._stored("key", sorted(wanted_keys), ["key"])
        by_text = _key_vectors(key_rows, vectors)
        by_text |= await self._former.of(sorted(wanted_keys - by_text.keys()))
        if not formerly:
            return [by_text.get(row["text_key"]) for row in passages]
        place_rows, place_vectors = await self._stored("path", sorted(formerly.values()), ["id", "key"])
        ids, keys = map(str, place_rows["id"].to_pylist()), map(str, place_rows["key"].to_pylist())
        by_place = dict(zip(ids, zip(keys, place_vectors, strict=True), strict=True))
        # A vector of the same text is right; that of a renamed note was made under another title, and serves
        # until it is encoded anew.
        former_ids = (f"{formerly.get(row['path'], '')}:{row['id'].rpartition(':')[2]}" for row in passages)
        return [
            by_text.get(row["text_key"]) or by_place.get(former_id)
            for row, former_id in zip(passages, former_ids, strict=True)
        ]

    async def _stored(self, column: str, values: Sequence[str], columns: list[str]) -> tuple[pa.Table, Any]:
        rows = await self._tables.arrow(self._name, [*columns, "vector"], is_in(column, values))
        return rows, to_matrix(rows["vector"].combine_chunks())

    async def fill(self, chunks: Sequence[PendingChunk], vectors: Vectors, *, first: bool = False) -> None:
        """Write the passages' vectors, the ``first`` they have: float32 (n, dimension), as ``chunks``."""
        from vaultsearch.core.index.tables.schema import FILTERED_COLUMNS

        place = {chunk.id: index for index, chunk in enumerate(chunks)}
        these = is_in("id", place)
        passages = await self._tables.arrow(CHUNKS, [*FILTERED_COLUMNS, "text_key"], these)
        places = [place[passage_id] for passage_id in passages["id"].to_pylist()]
        keyed = [(chunks[index].embedded.key, vectors[index]) for index in places]
        await self.replace("" if first else these, passages, keyed)

    async def replace(self, these: str, passages: pa.Table, vectors: Sequence[KeyedVector | None]) -> None:
        """Replace vectors matching the SQL predicate ``these``, or none, by those for rows of passages."""
        import pyarrow as pa

        known = [(index, *vector) for index, vector in enumerate(vectors) if vector is not None]
        if these:
            await self._remove(these, frozenset(key for _, key, _ in known))
        if not known:
            return
        schema, rows = await self._table.schema(), passages.take([index for index, _, _ in known])
        flat = np.stack([vector for _, _, vector in known]).astype(np.float16).reshape(-1)
        columns: dict[str, Any] = {name: rows[name] for name in schema.names if name in rows.column_names}
        columns["key"] = [key for _, key, _ in known]
        row_keys = rows["text_key"].to_pylist()
        columns["is_stale"] = [key != text for (_, key, _), text in zip(known, row_keys, strict=True)]
        kind = schema.field("vector").type
        columns["vector"] = pa.FixedSizeListArray.from_arrays(pa.array(flat), type=kind)
        async with self._tables.whole_write(self._table.name):
            # A model may return NaN for an odd text: it is no reason to lose the other vectors of the batch.
            await self._table.add(pa.table(columns, schema=schema), on_bad_vectors="fill")

    async def remove(self, these: str) -> None:
        """Remove the vectors matching a SQL predicate; keep as former those whose text is nowhere else."""
        keys = [key for (key,) in await self._tables.tuples(self._name, ["key"], these)]
        elsewhere = f"NOT ({these}) AND {is_in('key', keys)}"
        others = await self._tables.tuples(self._name, ["key"], elsewhere) if keys else []
        await self._remove(these, frozenset(key for (key,) in others))

    async def _remove(self, these: str, staying: frozenset[str]) -> None:
        removed_rows = await self._tables.arrow(self._name, ["key", "vector"], these)
        if not removed_rows.num_rows:
            return
        # Removed before they are kept: a crash in between costs an encoding, and no passage has two vectors.
        await self._table.delete(these)
        # Texts that stand elsewhere still have their vector there.
        left = [key not in staying for key in removed_rows["key"].to_pylist()]
        if any(left):
            await self._former.add(removed_rows.filter(left))

    async def nearest(self, vectors: Vectors, n: int, where: Filter | None) -> Any:
        """Return the query for the vectors nearest to one, or to each row of several, by cosine distance."""
        condition = write_sql(where) if where is not None else None
        return await self._tables.searches[self._name].nearest(self._table, vectors, n, condition)

    async def near(self, vectors: Vectors, n: int) -> list[dict[str, float]]:
        """Map, for each vector, float32 (m, dimension), the ids of the n nearest passages to their cosine."""
        if not len(vectors) or self._name not in self._tables:
            return [{} for _ in vectors]
        query = await self.nearest(vectors, n, None)
        # WORKAROUND lancedb 0.40: of one vector alone, there is no column with its number.
        columns = ["id", "_distance", *(["query_index"] if len(vectors) > 1 else [])]
        scores: list[dict[str, float]] = [{} for _ in vectors]
        for row in await query.select(columns).limit(n).to_list():
            scores[row.get("query_index", 0)][row["id"]] = 1.0 - row["_distance"]
        return scores

    async def pages(self, which: str = "true") -> AsyncIterator[tuple[list[str], Vectors]]:
        """Yield ids and vectors, float32 (n, dimension), unit length, for rows matching a SQL predicate."""
        if self._name not in self._tables:
            return
        query = self._table.query().where(which).select(["id", "vector"])
        async for batch in await query.to_batches(max_batch_length=PAGE_ROWS):
            # Of numbers of two bytes, their length is not quite 1.
            yield batch["id"].to_pylist(), unit_length(to_matrix(batch["vector"]))

    async def of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Map the ids of passages with a vector to it."""
        return await self.matching(is_in("id", ids)) if ids else {}

    async def matching(self, which: str) -> dict[str, Vectors]:
        """Map passage ids to vectors, float32 (dimension,), for rows matching a SQL predicate."""
        vectors_by_id: dict[str, Vectors] = {}
        async for names, vectors in self.pages(which):
            vectors_by_id |= zip(names, vectors, strict=True)
        return vectors_by_id


def _key_vectors(rows: Any, vectors: Any) -> dict[str, KeyedVector]:
    return {key: (key, row) for key, row in zip(map(str, rows["key"].to_pylist()), vectors, strict=True)}


def to_matrix(vectors: Any) -> Any:
    """Convert an array of lists of equal length to a matrix; `flatten` would import Arrow's functions."""
    width = vectors.type.list_size
    return vectors.values.slice(vectors.offset * width, len(vectors) * width).to_numpy().reshape(-1, width)


_COUNT_REUSED_S, _COUNT_EXPENSIVE_S = 2.0, 0.1
"""Seconds for which a count of notes without vectors is reused, if counting takes longer than the second."""
_FIRST_OF_FILE = 200
"""Passages of a file that are encoded before the rest of large files: some fifty pages."""


@dataclass(frozen=True, slots=True)
class LackingNotes:
    """The notes lacking a vector in these table versions, when that was counted, and how long it took.

    ``noted`` are all notes stored just before, if any lacks one.
    """

    versions: tuple[int, int] = (0, 0)
    paths: frozenset[str] = frozenset()
    noted: frozenset[str] = frozenset()
    counted_at: float = 0.0
    took_s: float = 0.0

    @property
    def holds_on(self) -> bool:
        """Whether a recount can wait. An empty result is always recounted."""
        is_young = time.monotonic() - self.counted_at < _COUNT_REUSED_S
        return bool(self.paths) and self.took_s > _COUNT_EXPENSIVE_S and is_young


class StoredVectors:
    """Reads and writes the passages' vectors in every space: float32 (dimension,), unit length."""

    def __init__(self, tables: IndexTables, notes: StoredNotes, backlog: Backlog) -> None:
        self._tables = tables
        self._notes = notes
        self._backlog = backlog
        self.is_bare = False
        """Whether the table was just created, so that no vectors can be found again."""
        self._lacking: dict[tuple[Space, str], LackingNotes] = {}
        self._vectorless: dict[Space, tuple[int, set[str]]] = {}
        """The passages last seen without a vector, and in which version of the vectors' table."""
        tables.register_cache(self.note_complete)

    def note_complete(self) -> None:
        """Note that a sync has ended: notes lacking a vector are to be counted again."""
        self._lacking = {}

    def __getitem__(self, space: Space) -> PassageVectors:
        return PassageVectors(self._tables, space)

    async def pending_ids(self, space: Space = Space.MAIN, where: Filter | None = None) -> list[str]:
        """List passages without a vector, of the newest notes first, and of the rest of large files last."""
        version = await self._tables[VECTORS[space]].version()
        ids = await self[space].missing(where)
        self._vectorless[space] = version, set(ids)
        # A table of 4,789 passages kept all notes from being found by meaning for two minutes.
        return sorted(ids, key=lambda key: int(key.rpartition(":")[2]) >= _FIRST_OF_FILE)

    async def pending(self, ids: Sequence[str]) -> list[PendingChunk]:
        """Read the texts these passages are encoded from."""
        chunks = await self._notes.chunks_in_order(WithIds(frozenset(ids)))
        # Passages of a window are encoded by the text of all of them, so that the whole note is read.
        joined = frozenset(chunk.path for chunk in chunks if chunk.window_start is not None)
        chunks = [chunk for chunk in chunks if chunk.path not in joined]
        chunks += await self._notes.chunks_in_order(AtPaths(joined)) if joined else []
        pairs = zip(chunks, embedded_texts(chunks), strict=True)
        wanted_ids = set(ids)
        return [PendingChunk(chunk.id, embedded) for chunk, embedded in pairs if chunk.id in wanted_ids]

    async def lacking(self, space: Space, where: Filter | None) -> LackingNotes:
        """Return the notes with a matching passage without a vector in a space.

        Cached until the index changes; in a large index, a moment longer while some lack a vector: each
        vector batch changes it, and 161,000 passages took each question a second. Without such a space, no
        passage waits for it.
        """
        if space not in self._tables.spaces:
            return LackingNotes()
        versions = await self._tables.version(CHUNKS), await self._tables.version(VECTORS[space])
        cache_key = space, write_sql(where) if where is not None else ""
        known = self._lacking.get(cache_key)
        if known is None or (known.versions != versions and not known.holds_on):
            begun, of_space = time.monotonic(), self[space]
            noted, paths = frozenset[str](), frozenset[str]()
            if await of_space.lacks_any(where):
                noted = frozenset(path for (path,) in await self._tables.tuples(NOTES, ["path"]))
                paths = await of_space.paths_missing(where)
            now = time.monotonic()
            known = self._lacking[cache_key] = LackingNotes(versions, paths, noted, now, now - begun)
        return known

    async def count_without(self, paths: frozenset[str]) -> int:
        """Count the passages in notes, by path, lacking a vector in any space, called for or not."""
        if not paths or CHUNKS not in self._tables:
            return 0
        where = AtPaths(paths)
        lacking = [await self[space].missing(where) for space in self._tables.spaces]
        return len({passage_id for some in lacking for passage_id in some})

    async def known(
        self, passages: Sequence[Mapping[str, Any]], formerly: Mapping[str, str]
    ) -> dict[Space, Sequence[KeyedVector | None]]:
        """Return, for each space, the vectors these texts already have, or had elsewhere."""
        # A first index looks up no texts: there is nothing to find.
        if self.is_bare:
            return {}
        spaces = self._tables.spaces
        return {space: await self[space].known(passages, formerly) for space in spaces}

    async def replace(
        self, these: str, passages: pa.Table, known: Mapping[Space, Sequence[KeyedVector | None]]
    ) -> None:
        """Write `known` vectors in place of rows matching a SQL predicate."""
        for space, vectors in known.items():
            await self[space].replace(these, passages, vectors)

    async def fill(self, chunks: Sequence[PendingChunk], vectors: Vectors, space: Space = Space.MAIN) -> None:
        """Write the passages' vectors in a space: float32 (n, dimension), in the order of ``chunks``."""
        self.is_bare = False
        version, ids = self._vectorless.pop(space, (0, set()))
        table, filled = self._tables[VECTORS[space]], [chunk.id for chunk in chunks]
        first = ids.issuperset(filled) and await table.version() == version
        await self[space].fill(chunks, vectors, first=first)
        ids.difference_update(filled)
        if first and ids:
            self._vectorless[space] = await table.version(), ids
        self._backlog.note_written()
