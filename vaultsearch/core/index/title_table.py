"""Store title vectors, by model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np

from vaultsearch.core.index.backlog import Backlog
from vaultsearch.core.index.tables.index_tables import PAGE_ROWS, TITLES, IndexTables
from vaultsearch.core.index.tables.part_file import PartFile
from vaultsearch.core.index.tables.predicates import is_in, quote_literal
from vaultsearch.core.protocols import Vectors

_MAX_READ_AHEAD = 20_480
"""Vectors read ahead into a file, with 200 bytes each in memory. To look up sixty takes 5 ms CPU."""
_MAX_GONE_SHARE = 0.1
"""The share of rows without a note above which they are removed: each removal is a commit."""


class TitleTable:
    """Reads and writes title vectors, float32 (dimension,), by model fingerprint."""

    def __init__(self, tables: IndexTables, backlog: Backlog) -> None:
        self._tables = tables
        self._backlog = backlog
        self._file = PartFile(tables.path)
        # By the hash of title and model, of 64 bits: with the texts, it took twice the memory.
        self._read: dict[int, Callable[[], bytes]] = {}

    async def of(self, titles: Collection[str], model: str) -> dict[str, Vectors]:
        """Map the titles this model has encoded to their vectors, kept once read: sixty took 17 ms."""
        keys = {title: hash((title, model)) for title in titles}
        unread = sorted(title for title, key in keys.items() if key not in self._read)
        if TITLES in self._tables and unread:
            where = f"{is_in('title', unread)} AND model = {quote_literal(model)}"
            await self._read_rows(self._tables[TITLES].query().where(where))
        raw = {title: self._read[key]() for title, key in keys.items() if key in self._read}
        return {title: np.frombuffer(each, np.float16).astype(np.float32) for title, each in raw.items()}

    async def read_ahead(self) -> None:
        """Read all vectors if they are few enough: among 10,000 notes, a question waits 9 ms for its own."""
        if TITLES in self._tables and await self._tables[TITLES].count_rows() <= _MAX_READ_AHEAD:
            await self._read_rows(self._tables[TITLES].query())

    async def _read_rows(self, query: Any) -> None:
        selected = query.select(["title", "model", "vector"])
        async for rows in await selected.to_batches(max_batch_length=PAGE_ROWS):
            *pairs, vectors = (rows[name].to_pylist() for name in ("title", "model", "vector"))
            self._read.update(zip(map(hash, zip(*pairs, strict=True)), self._file.keep(vectors), strict=True))

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
