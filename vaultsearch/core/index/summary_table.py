"""The table of what notes are about as a whole, beside those of notes and passages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.index.predicates import is_in
from vaultsearch.core.index.summaries import Summary, WholeNote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa
    from lancedb import AsyncTable

    from vaultsearch.core.index.vector_search import VectorSearch
    from vaultsearch.core.index.vectors_in_memory import VectorsInMemory
    from vaultsearch.core.protocols import Vectors


class SummaryTable:
    """Reads and writes summaries; ``vectors`` searches them and keeps their index, where not in memory."""

    def __init__(self, table: AsyncTable, vectors: VectorSearch, in_memory: VectorsInMemory) -> None:
        self._table = table
        self._vectors = vectors
        self._in_memory = in_memory

    async def states(self) -> set[tuple[str, str]]:
        """Give path and content hash of the notes as they were summarized."""
        found = await self._table.query().select(["path", "content_hash"]).to_arrow()
        return set(zip(*(found[name].to_pylist() for name in found.column_names), strict=True))

    async def write(self, summaries: Sequence[Summary]) -> None:
        """Put summaries in place of the notes' former ones."""
        import pyarrow as pa

        rows = [
            {"path": s.path, "content_hash": s.content_hash, "text": s.text, "vector": s.vector}
            for s in summaries
        ]
        insert = self._table.merge_insert("path").when_matched_update_all().when_not_matched_insert_all()
        await insert.execute(pa.Table.from_pylist(rows, schema=await self._table.schema()))

    async def of(self, path: str) -> Summary | None:
        """Give a note's summary; None where it has none."""
        rows: list[dict[str, Any]] = await self._table.query().where(is_in("path", [path])).to_list()
        for row in rows:
            vector = np.asarray(row["vector"], dtype=np.float32)
            return Summary(row["path"], row["content_hash"], row["text"], vector)
        return None

    async def nearest(self, vector: Vectors, n: int) -> dict[str, float]:
        """Map the n notes nearest to ``vector``, float32 (dimension,), to their cosine, the nearest first."""
        if near := await self._in_memory.nearest(self._table, vector, n):
            return dict(zip(near.keys, near.cosines, strict=True))
        query = await self._vectors.nearest(self._table, vector, n, None)
        rows: list[dict[str, Any]] = await query.select(["path", "_distance"]).limit(n).to_list()
        return {row["path"]: 1.0 - row["_distance"] for row in rows}


async def whole_notes(chunks: AsyncTable, states: Mapping[str, str]) -> list[WholeNote]:
    """Read what summaries are made from; of notes given by path and content hash, those fully encoded."""
    columns = ["path", "position", "text", "vector"]
    rows: pa.Table = await chunks.query().where(is_in("path", list(states))).select(columns).to_arrow()
    rows = rows.sort_by([("path", "ascending"), ("position", "ascending")])
    vectors: Any = rows["vector"].combine_chunks()
    size = vectors.type.list_size
    encoded = vectors.is_valid().to_numpy(zero_copy_only=False)
    # A slot without a vector still takes its room.
    flat = vectors.values.to_numpy(zero_copy_only=False)[vectors.offset * size :].reshape(-1, size)
    of_note: dict[str, list[int]] = {}
    for i, path in enumerate(map(str, rows["path"].to_pylist())):
        of_note.setdefault(path, []).append(i)
    texts = list(map(str, rows["text"].to_pylist()))
    return [
        WholeNote(path, states[path], tuple(texts[i] for i in at), flat[at])
        for path, at in of_note.items()
        if encoded[at].all()
    ]
