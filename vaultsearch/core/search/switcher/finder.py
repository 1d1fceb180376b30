"""Find notes and headings by the letters of their names, over a table that is made anew for other notes."""

from __future__ import annotations

import asyncio
from heapq import nlargest
from typing import TYPE_CHECKING

from vaultsearch.core.search.switcher.marks import name_marks
from vaultsearch.core.search.switcher.matching import best_names, best_titles
from vaultsearch.core.search.switcher.names import KINDS, NameTable, words_of
from vaultsearch.core.values.switcher import NameKind, NameMatch, NoteEntry
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence
    from typing import TypeAlias

    from vaultsearch.core.values.stored_notes import StoredNote

    MakeUri: TypeAlias = Callable[[str, Sequence[str]], str]
    """Returns the link that opens a note, by its path, at a heading, by its path of headings."""


_PATIENCE_S = 0.2
"""How long a table is waited for while there is a former one."""


class NameFinder:
    """Finds names in the notes that ``get_notes`` returns; ``uri`` makes their links.

    The table is made in a thread, once per tuple of notes. One of tens of thousands of notes, which takes
    long, is not waited for after each note that is saved: meanwhile the former one answers.
    """

    def __init__(self, get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]], uri: MakeUri) -> None:
        self._get_notes = get_notes
        self._uri = uri
        self._notes: tuple[StoredNote, ...] = ()
        self._making: asyncio.Task[NameTable] | None = None
        self._former: NameTable | None = None

    async def __call__(self, typed: str, n: int, opened: Sequence[str]) -> tuple[NameMatch, ...]:
        """Return up to ``n`` names that match, best first; of equal ones, notes ``opened`` lately first.

        Without typed letters, these notes, then those that were saved last.
        """
        table = await self._table()
        return await in_thread(self._found, table, typed, n, opened)

    async def titled(self, query: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` notes whose title, alias or file name holds every word of ``query``."""
        table = await self._table()
        titles_found = await in_thread(best_titles, table, query, n)
        return tuple(self._match(table, row, query) for row in titles_found)

    def prepare(self, notes: tuple[StoredNote, ...]) -> asyncio.Task[NameTable]:
        """Begin to make the table of these notes, unless it is made already."""
        if self._making is None or self._notes is not notes:
            self._notes = notes
            self._making = asyncio.ensure_future(in_thread(NameTable.of, notes))
        return self._making

    async def _table(self) -> NameTable:
        making = self.prepare(await self._get_notes())
        # The next key cancels this call, but not the making, which the next call needs too.
        if self._former is None or making.done():
            self._former = await asyncio.shield(making)
        elif making in (await asyncio.wait({making}, timeout=_PATIENCE_S))[0]:
            self._former = making.result()
        return self._former

    def close(self) -> None:
        """Stop making the table."""
        if self._making is not None:
            self._making.cancel()

    def _found(self, table: NameTable, typed: str, n: int, opened: Sequence[str]) -> tuple[NameMatch, ...]:
        if not words_of(typed):
            first = by_paths(table.notes, opened)
            known = {note.path for note in first}
            rest = (note for note in newest(table.notes, n + len(known)) if note.path not in known)
            return tuple(_titled(entry(note, self._uri)) for note in (*first, *rest))[:n]
        places = {note.path: index for index, note in enumerate(table.notes)} if opened else {}
        worths = {
            places[path]: 1 - index / len(opened) for index, path in enumerate(opened) if path in places
        }
        return tuple(self._match(table, row, typed) for row in best_names(table, typed, n, worths))

    def _match(self, table: NameTable, row: int, typed: str) -> NameMatch:
        note, line, name = table.notes[table.note_of[row]], int(table.lines[row]), table.texts[row]
        uri = self._uri(note.path, note.heading_path(line) if line else ())
        marks = name_marks(name, typed)
        return NameMatch(entry(note, self._uri), KINDS[table.kinds[row]], name, uri, marks, line)


def entry(note: StoredNote, uri: MakeUri) -> NoteEntry:
    """Return a note as it is listed."""
    return NoteEntry(note.path, note.title, uri(note.path, ()), note.modified or note.date)


def newest(notes: Iterable[StoredNote], n: int) -> list[StoredNote]:
    """Return the ``n`` notes that were saved last, the latest first."""
    return nlargest(n, notes, key=lambda note: (note.modified or note.date).timestamp())


def by_paths(notes: Iterable[StoredNote], paths: Sequence[str]) -> list[StoredNote]:
    """Return the notes at the paths, in the paths' order; paths without a note are passed over."""
    wanted_paths = set(paths)
    notes_by_path = {note.path: note for note in notes if note.path in wanted_paths}
    return [notes_by_path[path] for path in paths if path in notes_by_path]


def _titled(note: NoteEntry) -> NameMatch:
    return NameMatch(note, NameKind.TITLE, note.title, note.uri)
