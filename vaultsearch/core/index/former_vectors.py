"""The vectors of texts that no note holds any more, kept for a while: a text that comes back has one.

No search reads them. Without them, `git switch` to another branch and back encoded 2,938 passages anew.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.predicates import is_in
from vaultsearch.core.index.tables import FORMER, VECTORS, IndexTables

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from vaultsearch.core.values.search import Space

KEPT_FOR = timedelta(days=30)
_AT_LEAST, _SHARE = 8, 1 / 4
"""Vectors kept of however small an index, and of a large one in relation to those of its passages."""


class FormerVectors:
    """Keeps the former vectors of one space by the key of their text; the table is made with the first."""

    def __init__(self, tables: IndexTables, space: Space) -> None:
        self._tables = tables
        self._name, self._of = FORMER[space], VECTORS[space]

    async def add(self, vectors: pa.Table) -> None:
        """Keep the columns ``key`` and ``vector`` of rows that are being removed."""
        import pyarrow as pa

        newest = dict(zip(vectors["key"].to_pylist(), range(vectors.num_rows), strict=True))
        rows: Any = vectors.select(["key", "vector"]).take(list(newest.values()))
        moment = pa.array([datetime.now(UTC)] * rows.num_rows, pa.timestamp("us", tz="UTC"))
        rows = rows.append_column("since", moment)
        if self._name not in self._tables:
            await self._tables.create(self._name, rows.schema)
        insert = self._tables[self._name].merge_insert("key").when_matched_update_all()
        async with self._tables.whole_write(self._name):
            await insert.when_not_matched_insert_all().execute(rows)

    async def of(self, keys: Sequence[str]) -> pa.Table | None:
        """Return the columns ``key`` and ``vector`` of these texts, None if no vector is kept at all."""
        if self._name not in self._tables:
            return None
        query = self._tables[self._name].query().where(is_in("key", keys)).select(["key", "vector"])
        return await query.to_arrow()

    async def forget(self) -> None:
        """Drop them all: another model makes vectors now."""
        await self._tables.drop(self._name)

    async def drop_old(self) -> None:
        """Drop those that have been kept for long, and the oldest of too many."""
        if self._name not in self._tables:
            return
        table = self._tables[self._name]
        ages: Any = await table.query().select(["key", "since"]).to_arrow()
        ages = ages.sort_by([("since", "descending")])
        most = max(_AT_LEAST, int(_SHARE * await self._tables[self._of].count_rows()))
        oldest = datetime.now(UTC) - KEPT_FOR
        n_recent = sum(since >= oldest for since in ages["since"].to_pylist()[:most])
        if n_recent < ages.num_rows:
            await table.delete(is_in("key", ages["key"].to_pylist()[n_recent:]))
