"""Vectors of titles, in a table of their own."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.index.tables.index_tables import TITLES, IndexTables
from vaultsearch.core.index.tables.predicates import is_in, literal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from vaultsearch.core.index.backlog import Backlog
    from vaultsearch.core.protocols import Vectors


_KEPT = 16_384
"""Vectors kept in memory: twelve megabytes."""
_GONE = 0.1
"""The share of rows without a note any more, above which they are removed: each removal is a commit."""


class TitleTable:
    """Reads and writes the vectors of titles, float32 (dimension,); of a model, by its fingerprint."""

    def __init__(self, tables: IndexTables, backlog: Backlog) -> None:
        self._tables = tables
        self._backlog = backlog
        self._read: dict[tuple[str, str], bytes] = {}

    async def of(self, titles: Collection[str], model: str) -> dict[str, Vectors]:
        """Map those of the titles that a model has encoded to their vectors.

        They never change, so those read last are kept: reading sixty took 17 ms of a question.
        """
        await self._look_up(sorted({title for title in titles if (title, model) not in self._read}), model)
        known_vectors = {title: self._read[title, model] for title in titles if (title, model) in self._read}
        while len(self._read) > _KEPT:
            del self._read[next(iter(self._read))]
        return {
            title: np.frombuffer(packed, np.float16).astype(np.float32)
            for title, packed in known_vectors.items()
        }

    async def read_ahead(self) -> None:
        """Read all vectors if there is room for them: of 10,000 notes, a question waits 9 ms for its own."""
        if TITLES in self._tables and await self._tables[TITLES].count_rows() <= _KEPT:
            await self._read_rows(self._tables[TITLES].query())

    async def _look_up(self, titles: Sequence[str], model: str) -> None:
        if TITLES in self._tables and titles:
            of_titles = f"{is_in('title', titles)} AND model = {literal(model)}"
            await self._read_rows(self._tables[TITLES].query().where(of_titles))

    async def _read_rows(self, query: Any) -> None:
        rows: Any = await query.select(["title", "model", "vector"]).to_arrow()
        columns = (rows[name].to_pylist() for name in ("title", "model", "vector"))
        for title, model, vector in zip(*columns, strict=True):
            self._read[title, model] = vector

    async def write(self, titles: Sequence[str], vectors: Vectors, model: str) -> None:
        """Write the vectors of titles, float32 (n, dimension), that this model has not encoded yet."""
        from vaultsearch.core.index.tables.schema import TITLES as COLUMNS

        if TITLES not in self._tables:
            await self._tables.create(TITLES, COLUMNS)
        rows = [
            {"title": title, "model": model, "vector": vector.astype(np.float16).tobytes()}
            for title, vector in zip(titles, vectors, strict=True)
        ]
        batch = await self._tables.batch(TITLES, rows)
        async with self._tables.whole_write(TITLES):
            await self._tables[TITLES].add(batch)
        self._backlog.note_written()

    async def known(self, titles: Collection[str]) -> set[tuple[str, str]]:
        """Return those of these titles that have been encoded, each with the model."""
        where = is_in("title", sorted(set(titles)))
        return set(await self._tables.tuples(TITLES, ["title", "model"], where)) if titles else set()

    async def retain(self, titles: Iterable[str], models: Iterable[str]) -> set[tuple[str, str]]:
        """Return each title that has been encoded, with the model; the others' rows go if they are many."""
        rows = await self._tables.tuples(TITLES, ["title", "model"])
        encoded, wanted_titles, of = set(rows), set(titles), set(models)
        gone = {
            title_and_model
            for title_and_model in encoded
            if title_and_model[0] not in wanted_titles or title_and_model[1] not in of
        }
        if len(gone) > _GONE * len(encoded):
            former = is_in("title", sorted({title for title, _ in gone} - wanted_titles))
            await self._tables[TITLES].delete(f"{former} OR NOT {is_in('model', sorted(of))}")
        return encoded


_log = logging.getLogger(__name__)
