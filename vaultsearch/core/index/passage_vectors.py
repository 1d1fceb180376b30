"""The vectors of the passages in one space: which are missing, which are out of date, which are nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.predicates import is_in, sql
from vaultsearch.core.index.tables import PAGE, rows_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping, Sequence

    import pyarrow as pa
    from lancedb import AsyncTable

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.schema import KeyedVector
    from vaultsearch.core.index.stored_notes import PendingChunk
    from vaultsearch.core.index.vector_search import Thoroughness, VectorSearch
    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.search import Chunk, Space


class PassageVectors:
    """Reads and writes the vectors of one space in the passages' table; ``search`` keeps their index."""

    def __init__(self, table: AsyncTable, space: Space, search: VectorSearch) -> None:
        self._table = table
        self._space = space
        self._search = search

    async def dimension(self) -> int | None:
        """Return the length of this space's vectors, None if the table has no such space."""
        schema = await self._table.schema()
        found: int | None = None
        if self._space in schema.names:
            found = schema.field(self._space.value).type.list_size
        return found

    async def renew(self, dimension: int | None) -> None:
        """Remove all vectors, and make room for others of this length; None for none."""
        import pyarrow as pa

        from vaultsearch.core.index.schema import space_columns

        if await self.dimension() is not None:
            self._search.close()
            await self._table.drop_columns([self._space.key, self._space.value])
        if dimension is not None:
            await self._table.add_columns(pa.schema(space_columns(self._space, dimension)))

    async def missing(self, where: Filter | None) -> list[str]:
        """List the passages without a vector, those of the newest notes first."""
        condition = f"{self._space.key} IS NULL" + (f" AND {sql(where)}" if where is not None else "")
        found: Any = await self._table.query().where(condition).select(["id", "modified"]).to_arrow()
        found = found.sort_by([("modified", "descending"), ("id", "ascending")])
        newest_first: list[str] = found["id"].to_pylist()
        return newest_first

    async def stale(self) -> list[str]:
        """List the passages whose vector was made from another text, before a rename."""
        query = self._table.query().where(f"{self._space.key} != text_key").select(["id"])
        return sorted(row["id"] for row in await rows_of(query))

    async def known(
        self, chunks: Sequence[Chunk], keys: Sequence[str], formerly: Mapping[str, str]
    ) -> list[KeyedVector | None]:
        """Return the vector that each passage's text has already, or had under its note's former path.

        Args:
            chunks: The passages.
            keys: The `EmbeddedText.key` of each.
            formerly: The new path of each moved note, mapped to its former one.
        """
        by_text = await self._by_text(keys)
        by_place = await self._by_place(formerly.values())
        return [
            by_text.get(key) or by_place.get((formerly.get(chunk.path, ""), chunk.position))
            for chunk, key in zip(chunks, keys, strict=True)
        ]

    async def _by_text(self, keys: Iterable[str]) -> dict[str, KeyedVector]:
        key = self._space.key
        found, vectors = await self._stored(key, sorted(set(keys)), [key])
        named = map(str, found[key].to_pylist())
        return {key: (key, vector) for key, vector in zip(named, vectors, strict=True)}

    async def _by_place(self, paths: Iterable[str]) -> dict[tuple[str, int], KeyedVector]:
        """Map path and position of these notes' passages to their vectors."""
        key = self._space.key
        found, vectors = await self._stored("path", sorted(paths), ["path", "position", key])
        return {
            (row["path"], row["position"]): (row[key], vector)
            for row, vector in zip(found.drop([self._space.value]).to_pylist(), vectors, strict=True)
        }

    async def _stored(self, column: str, values: Sequence[str], columns: list[str]) -> tuple[pa.Table, Any]:
        where = f"{self._space.key} IS NOT NULL AND {is_in(column, values)}" if values else "false"
        found = await self._table.query().where(where).select([*columns, self._space.value]).to_arrow()
        vectors: Any = found[self._space.value].combine_chunks()
        return found, vectors.flatten().to_numpy().reshape(-1, vectors.type.list_size)

    async def fill(self, chunks: Sequence[PendingChunk], vectors: Vectors) -> None:
        """Write the passages' vectors: float32 (n, dimension), in the order of ``chunks``."""
        import pyarrow as pa

        kind = (await self._table.schema()).field(self._space.value).type
        flat = pa.array(vectors.reshape(-1), pa.float32())
        columns = {
            "id": [chunk.id for chunk in chunks],
            self._space.key: [chunk.embedded.key for chunk in chunks],
            self._space.value: pa.FixedSizeListArray.from_arrays(flat, type=kind),
        }
        await self._table.merge_insert("id").when_matched_update_all().execute(pa.table(columns))

    async def nearest(self, vector: Vectors, n: int, where: Filter | None) -> Any:
        """Return the query for the passages nearest to ``vector``, by cosine distance."""
        kept = sql(where) if where is not None else None
        return await self._search.nearest(self._table, vector, n, kept)

    async def near(self, vectors: Vectors, n: int) -> list[dict[str, float]]:
        """Map, for each of the vectors, the ids of the ``n`` passages nearest to it to their cosine."""
        query = await self._search.nearest(self._table, vectors, n, None)
        # WORKAROUND lancedb 0.40: of one vector alone, there is no column with its number.
        columns = ["id", "_distance", *(["query_index"] if len(vectors) > 1 else [])]
        found: list[dict[str, float]] = [{} for _ in vectors]
        for row in await query.select(columns).limit(n).to_list():
            found[row.get("query_index", 0)][row["id"]] = 1.0 - row["_distance"]
        return found

    async def pages(self, which: str = "true") -> AsyncIterator[tuple[list[str], Vectors]]:
        """Yield the ids of the passages that have a vector, and the vectors, float32 (n, dimension).

        ``which`` is a predicate of SQL that holds for them.
        """
        query = self._table.query().where(f"{self._space.key} IS NOT NULL AND {which}")
        query = query.select(["id", self._space.value])
        async for batch in await query.to_batches(max_batch_length=PAGE):
            vectors: Any = batch[self._space.value]
            yield batch["id"].to_pylist(), vectors.flatten().to_numpy().reshape(-1, vectors.type.list_size)

    async def nearest_to_each(self, vectors: Vectors, n: int, where: Filter | None, how: Thoroughness) -> Any:
        """Return the query for the passages nearest to each of the vectors, float32 (m, dimension)."""
        kept = sql(where) if where is not None else None
        return await self._search.nearest(self._table, list(vectors), n, kept, how)

    async def of(self, ids: Iterable[str]) -> dict[str, Vectors]:
        """Return the vectors, float32 (dimension,), unit length, of those passages that have one, by id."""
        found: dict[str, Vectors] = {}
        async for names, vectors in self.pages(is_in("id", ids)):
            found |= zip(names, vectors, strict=True)
        return found
