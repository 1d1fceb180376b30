"""Finds vectors that were made before, so that what has not changed is not encoded again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.predicates import is_in
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pyarrow as pa
    from lancedb import AsyncTable

    from vaultsearch.core.index.schema import KeyedVector


async def vectors_by_text(
    chunks: AsyncTable, keys: Iterable[str], space: Space = Space.MAIN
) -> dict[str, KeyedVector]:
    """Give the vectors that were made from these texts, by the texts' keys."""
    found, vectors = await _vectors(chunks, space, space.key, sorted(keys), [space.key])
    named = map(str, found[space.key].to_pylist())
    return {key: (key, vector) for key, vector in zip(named, vectors, strict=True)}


async def vectors_by_place(
    chunks: AsyncTable, paths: Iterable[str], space: Space = Space.MAIN
) -> dict[tuple[str, int], KeyedVector]:
    """Give the vectors of these notes' passages, by path and position."""
    found, vectors = await _vectors(chunks, space, "path", sorted(paths), ["path", "position", space.key])
    return {
        (row["path"], row["position"]): (row[space.key], vector)
        for row, vector in zip(found.drop([space.value]).to_pylist(), vectors, strict=True)
    }


async def _vectors(
    chunks: AsyncTable, space: Space, column: str, values: Sequence[str], columns: list[str]
) -> tuple[pa.Table, Any]:
    where = f"{space.key} IS NOT NULL AND {is_in(column, values)}" if values else "false"
    found = await chunks.query().where(where).select([*columns, space.value]).to_arrow()
    vectors: Any = found[space.value].combine_chunks()
    return found, vectors.flatten().to_numpy().reshape(-1, vectors.type.list_size)
