"""Store title vectors, by model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from sys import intern
from typing import Any

import numpy as np

from vaultsearch.core.index.backlog import Backlog
from vaultsearch.core.index.tables.index_tables import TITLES, IndexTables
from vaultsearch.core.index.tables.predicates import is_in, quote_literal
from vaultsearch.core.protocols import Vectors

_MAX_CACHED = 20_480
"""Vectors kept in memory: sixteen megabytes. Looking up sixty among more takes 5 ms CPU."""
_MAX_GONE_SHARE = 0.1
"""The share of rows without a note above which they are removed: each removal is a commit."""


class TitleTable:
    """Reads and writes title vectors, float32 (dimension,), by model fingerprint."""

    def __init__(self, tables: IndexTables, backlog: Backlog) -> None:
        self._tables = tables
        self._backlog = backlog
        self._read: dict[tuple[str, str], bytes] = {}

    async def of(self, titles: Collection[str], model: str) -> dict[str, Vectors]:
        """Map the titles this model has encoded to their vectors.

        They never change, so recently read ones are cached: reading sixty took 17 ms of a question.
        """
        unread = sorted({title for title in titles if (title, model) not in self._read})
        if TITLES in self._tables and unread:
            where = f"{is_in('title', unread)} AND model = {quote_literal(model)}"
            await self._read_rows(self._tables[TITLES].query().where(where))
        packed = {title: self._read[title, model] for title in titles if (title, model) in self._read}
        while len(self._read) > _MAX_CACHED:
            del self._read[next(iter(self._read))]
        return {title: np.frombuffer(raw, np.float16).astype(np.float32) for title, raw in packed.items()}

    async def read_ahead(self) -> None:
        """Read all vectors if they fit in memory: among 10,000 notes, a question waits 9 ms for its own."""
        if TITLES in self._tables and await self._tables[TITLES].count_rows() <= _MAX_CACHED:
            await self._read_rows(self._tables[TITLES].query())

    async def _read_rows(self, query: Any) -> None:
        rows: Any = await query.select(["title", "model", "vector"]).to_arrow()
        columns = (rows[name].to_pylist() for name in ("title", "model", "vector"))
        for title, model, vector in zip(*columns, strict=True):
            self._read[intern(title), intern(model)] = vector

    async def write(self, titles: Sequence[str], vectors: Vectors, model: str) -> None:
        """Write title vectors, float32 (n, dimension), new for this model."""
        from vaultsearch.core.index.tables.schema import titles_schema

        if TITLES not in self._tables:
            await self._tables.create(TITLES, titles_schema())
        rows = [
            {"title": title, "model": model, "vector": vector.astype(np.float16).tobytes()}
            for title, vector in zip(titles, vectors, strict=True)
        ]
        batch = await self._tables.batch(TITLES, rows)
        async with self._tables.whole_write(TITLES):
            await self._tables[TITLES].add(batch)
        self._backlog.note_written()

    async def known(self, titles: Collection[str]) -> set[tuple[str, str]]:
        """Return the encoded titles among these, each with the model."""
        where = is_in("title", sorted(set(titles)))
        return set(await self._tables.tuples(TITLES, ["title", "model"], where)) if titles else set()

    async def retain(self, titles: Iterable[str], models: Iterable[str]) -> set[tuple[str, str]]:
        """Return all encoded titles, each with the model; drop other rows if they are many."""
        rows = await self._tables.tuples(TITLES, ["title", "model"])
        encoded, wanted_titles, of = set(rows), set(titles), set(models)
        gone = [pair for pair in encoded if pair[0] not in wanted_titles or pair[1] not in of]
        if len(gone) > _MAX_GONE_SHARE * len(encoded):
            former = is_in("title", sorted({title for title, _ in gone} - wanted_titles))
            await self._tables[TITLES].delete(f"{former} OR NOT {is_in('model', sorted(of))}")
        return encoded
