"""The cache of a vault's notes: after an edit, those that it changed are read anew, not all of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.tables.index_tables import NOTES
from vaultsearch.core.index.tables.predicates import is_in
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultsearch.core.index.tables.index_tables import IndexTables
    from vaultsearch.core.values.stored_notes import StoredNote

    RowKey = tuple[int, str, int]


_KEY = ["_rowid", "content_hash", "mtime_ns"]
_FEW = 200
"""Changed notes that are looked up by path; of more, all are read."""


class NoteCache:
    """Keeps every note with its text in memory, and renews what changed when the table has another version.

    Concurrent callers wait for the same reading: it takes a while for thousands.
    """

    def __init__(self, tables: IndexTables, read: Callable[[Mapping[str, Any]], StoredNote]) -> None:
        self._tables = tables
        self._read = read
        self._reading = asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """Drop the notes kept in memory."""
        self._version = 0
        self._cached: dict[RowKey, StoredNote] = {}
        self._notes: tuple[StoredNote, ...] = ()

    async def notes(self, version: int, hidden: frozenset[str]) -> tuple[StoredNote, ...]:
        """Return the notes of a version of their table, the same tuple for the same version."""
        async with self._reading:
            if self._version != version:
                self._cached = await self._renewed()
                self._notes = tuple(note for note in self._cached.values() if note.path not in hidden)
                self._version = version
            return self._notes

    async def _renewed(self) -> dict[RowKey, StoredNote]:
        query = self._tables[NOTES].query().with_row_id().select(["path", *_KEY[1:]])
        fresh_rows: Any = await query.to_arrow()
        paths, rows = (
            fresh_rows["path"].to_pylist(),
            zip(*(fresh_rows[name].to_pylist() for name in _KEY), strict=True),
        )
        keys: list[tuple[str, RowKey]] = list(zip(paths, rows, strict=True))
        cached = {key: note for path, key in keys if (note := self._cached.get(key)) and note.path == path}
        lacking = [path for path, key in keys if key not in cached]
        read = await self._of(lacking) if lacking else {}
        # Of what is written meanwhile, the next version tells.
        return {key: note for path, key in keys if (note := cached.get(key) or read.get(path))}

    async def _of(self, paths: Sequence[str]) -> dict[str, StoredNote]:
        from vaultsearch.core.index.tables.schema import STORED_NOTE_COLUMNS

        where = is_in("path", paths) if len(paths) <= _FEW else None
        notes: dict[str, StoredNote] = {}
        async for rows in self._tables.pages(NOTES, STORED_NOTE_COLUMNS, where):
            notes.update(await in_thread(self._notes_of, rows))
        return notes

    def _notes_of(self, rows: list[dict[str, Any]]) -> dict[str, StoredNote]:
        return {row["path"]: self._read(row) for row in rows}
