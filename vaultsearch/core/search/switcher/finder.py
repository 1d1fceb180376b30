"""Find notes and headings by the letters of their names, over a table that is made anew for other notes."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from heapq import nlargest, nsmallest
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import OSA, LCSseq
from rapidfuzz.process import cdist

from vaultsearch.core.search.switcher.names import (
    KINDS,
    NameTable,
    aligned,
    is_unspaced,
    letters_mask,
    name_marks,
    words_of,
)
from vaultsearch.core.values.query import NameKind, NameMatch, NoteEntry
from vaultsearch.core.values.times import local_day
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date
    from typing import TypeAlias

    from numpy.typing import NDArray

    from vaultsearch.core.values.note import StoredNote

    MakeUri: TypeAlias = Callable[[str, Sequence[str]], str]
    """Returns the link that opens a note, by its path, at a heading, by its path of headings."""

_AROUND = timedelta(days=3)
"""Days before and behind the one a year ago."""


_WORDS = 6
"""Typed words that are looked at."""
_BEGINS, _WITHIN, _SLIPS = 0.85, 0.6, (0.0, 0.55, 0.45)
"""The worth of a word that begins with the typed one, contains it, or differs by one or two slips."""
_LETTERS_A_SLIP = 4
"""Letters of a typed word for each slip in it; shorter ones are other words too often."""
_KIND_COSTS = {NameKind.TITLE: 0.0, NameKind.ALIAS: 0.02, NameKind.FILE: 0.03, NameKind.HEADING: 0.15}
"""Taken off the score, so that of equal matches a title comes first."""
_LATE, _OPENED = 0.01, 0.02
"""Added for the note that was saved last, or opened last: what is equal otherwise."""
_ENOUGH_LETTERS = 2
_LIKE_A_TITLE = 0.6
"""The least score of a title that a query is likely to name: whole words or their beginnings."""
_NAMING_LETTERS = 3
"""Letters of a query that may name a title; one of a script without spaces needs one less."""
_ALIGNED = 100
"""Names compared letter by letter in full, the shortest first."""
_COST_OF_KIND = np.array([_KIND_COSTS[kind] for kind in KINDS], np.float32)


def best_names(table: NameTable, typed: str, n: int, opened: Mapping[int, float] | None = None) -> list[int]:
    """Return the indices of up to ``n`` names that match, best first; a note's own names count once.

    Args:
        table: All names.
        typed: The letters as typed.
        n: The most names.
        opened: Notes that were opened lately, by their index: 1 for the last one, less for earlier ones.
    """
    words = words_of(typed)[:_WORDS]
    if not words or not len(table.texts):
        return []
    rows_found, scores = _by_words(table, words)
    first = _ranked(table, rows_found, scores, n, opened or {})
    if len(first) >= n:
        return first
    others = _by_letters(table, "".join(words), frozenset(rows_found.tolist()))
    rows_found = np.concatenate([rows_found, np.array([name for name, _ in others], np.int64)])
    scores = np.concatenate([scores, np.array([score for _, score in others], np.float32)])
    return _ranked(table, rows_found, scores, n, opened or {})


def best_titles(table: NameTable, query: str, n: int) -> list[int]:
    """Return the indices of up to ``n`` titles, aliases or file names that hold every word of ``query``."""
    words = words_of(query)
    letters = sum(len(word) + is_unspaced(word) for word in words)
    if letters < _NAMING_LETTERS or len(words) > _WORDS or not len(table.texts):
        return []
    rows_found, scores = _by_words(table, words)
    named = (scores >= _LIKE_A_TITLE) & (table.kinds[rows_found] != KINDS.index(NameKind.HEADING))
    return _ranked(table, rows_found[named], scores[named], n, {})


def _by_words(table: NameTable, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the names that hold a match for every typed word, and their scores before kind and recency."""
    different = tuple(dict.fromkeys(words))
    similar = [_similar(table, word) for word in different]
    worths = [_best_of(table, worth) for worth in similar]
    matching_rows = np.flatnonzero(np.logical_and.reduce([worth > 0 for worth in worths]))
    total = np.add.reduce([worth[matching_rows] for worth in worths]) / len(different)
    typed = sum(map(len, words)) / table.lengths[matching_rows]
    covered = np.minimum(typed, 1 / typed)  # a word typed twice is in "0:0" rather than in "0"
    begins = np.maximum.reduce([worth[table.first_words[matching_rows]] for worth in similar])
    return matching_rows, (total * (0.7 + 0.2 * covered + 0.1 * begins)).astype(np.float32)


def _similar(table: NameTable, word: str) -> NDArray[np.float32]:
    """Return the worth of each word of the vocabulary for a typed one."""
    worth = np.zeros(len(table.vocabulary), np.float32)
    mask = np.uint64(letters_mask(word))
    holding = np.flatnonzero((table.vocabulary_masks & mask) == mask)
    within = 0.95 * _BEGINS if is_unspaced(word) else _WITHIN if len(word) >= _ENOUGH_LETTERS else 0.0
    for row in holding.tolist():
        other = table.vocabulary[row]
        if other.startswith(word):
            worth[row] = 1.0 if len(other) == len(word) else _BEGINS
        elif word in other:
            worth[row] = within
    if not (worth >= _BEGINS * 0.95).any():
        _add_slips(table, word, mask, worth)
    return worth


def _add_slips(table: NameTable, word: str, mask: np.uint64, worth: NDArray[np.float32]) -> None:
    """Add the words that begin nearly as the typed one, which may still be typed on."""
    most = min(len(word) // _LETTERS_A_SLIP, 2)
    if not most:
        return
    lacking = np.bitwise_count(mask & ~table.vocabulary_masks)
    near = np.flatnonzero((lacking <= most) & (worth == 0))
    for letters in (len(word), len(word) + 1):
        begun = [table.vocabulary[row][:letters] for row in near.tolist()]
        slips = cdist([word], begun, scorer=OSA.distance, score_cutoff=most)[0]
        for count in range(most, 0, -1):
            row = near[slips == count]
            worth[row] = np.maximum(worth[row], _SLIPS[count])


def _best_of(table: NameTable, worth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return, for each name, the worth of its best word."""
    best = np.zeros(len(table.texts), np.float32)
    words = np.flatnonzero(worth)
    words = words[np.argsort(worth[words], kind="stable")]  # the best is written last, and stays
    starts, sizes = table.posted[words], table.posted[words + 1] - table.posted[words]
    behind = np.cumsum(sizes)
    places = np.arange(behind[-1] if len(behind) else 0) + np.repeat(starts - behind + sizes, sizes)
    best[table.postings[places]] = np.repeat(worth[words], sizes)
    return best


def _by_letters(table: NameTable, letters: str, known: frozenset[int]) -> list[tuple[int, float]]:
    """Return names that hold the letters in their order, most of them at a good place; see `aligned`.

    Of two or three letters all are needed there, of six or seven two may be elsewhere: few letters stand
    scattered in many names.
    """
    if len(letters) < _ENOUGH_LETTERS:
        return []
    mask, first = np.uint64(letters_mask(letters)), np.uint64(letters_mask(letters[0]))
    holding = np.flatnonzero(((table.masks & mask) == mask) & ((table.initials & first) == first))
    names = [table.letters[row] for row in holding.tolist()]
    shared = cdist([letters], names, scorer=LCSseq.similarity, score_cutoff=len(letters))[0]
    holding = holding[shared == len(letters)]
    shortest = holding[np.argsort(table.lengths[holding], kind="stable")].tolist()
    nearest = [name_row for name_row in shortest if name_row not in known][:_ALIGNED]
    alignments = [aligned(words_of(table.texts[name_row]), letters)[0] for name_row in nearest]
    needed = len(letters) - (len(letters) - 2) // 2
    return [
        (name_row, 0.2 + 0.35 * good / len(letters))
        for name_row, good in zip(nearest, alignments, strict=True)
        if good >= needed
    ]


def _ranked(
    table: NameTable,
    rows: NDArray[np.int64],
    scores: NDArray[np.float32],
    n: int,
    opened: Mapping[int, float],
) -> list[int]:
    """Return the best names, of each note's own names only the best one."""
    notes = table.note_of[rows]
    late = _LATE * table.recency[notes]
    if opened:
        used = np.fromiter(opened, np.int32, len(opened))
        worth = np.zeros(len(table.notes), np.float32)
        worth[used] = np.fromiter(opened.values(), np.float32, len(opened))
        late = late + _OPENED * worth[notes]
    total = scores - _COST_OF_KIND[table.kinds[rows]] + late
    most = min(len(rows), 4 * n)  # a note may have several names
    best = np.argpartition(-total, most - 1)[:most] if most else np.zeros(0, np.int64)
    best = best[np.lexsort((rows[best], -total[best]))]
    ranked: dict[tuple[int, int], int] = {}
    for row in rows[best].tolist():
        ranked.setdefault((int(table.note_of[row]), int(table.lines[row])), row)
    return list(ranked.values())[:n]


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
        return await in_thread(self._matching_names, table, typed, n, opened)

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

    def _matching_names(
        self, table: NameTable, typed: str, n: int, opened: Sequence[str]
    ) -> tuple[NameMatch, ...]:
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


def on_this_day(notes: Iterable[StoredNote], today: date, n: int) -> list[tuple[date, StoredNote]]:
    """Return up to ``n`` notes whose own date is this day of an earlier year, the latest first.

    The day on which a file was saved does not count.
    """
    past = (
        (day, note)
        for day, note in _dated(notes)
        if (day.month, day.day) == (today.month, today.day) and day.year < today.year
    )
    return nlargest(n, past, key=itemgetter(0))


def a_year_ago(notes: Iterable[StoredNote], today: date, n: int) -> list[tuple[date, StoredNote]]:
    """Return up to ``n`` notes whose own date is in the days around this one a year ago, the nearest first.

    Those of the very day are `on_this_day`.
    """
    then = today - timedelta(days=365)
    near = (
        (day, note)
        for day, note in _dated(notes)
        if abs(day - then) <= _AROUND and (day.month, day.day) != (today.month, today.day)
    )
    return nsmallest(n, near, key=lambda pair: abs(pair[0] - then))


def _dated(notes: Iterable[StoredNote]) -> Iterator[tuple[date, StoredNote]]:
    return ((local_day(note.date), note) for note in notes if note.date != note.modified)


def by_paths(notes: Iterable[StoredNote], paths: Sequence[str]) -> list[StoredNote]:
    """Return the notes at the paths, in the paths' order; paths without a note are passed over."""
    wanted_paths = set(paths)
    notes_by_path = {note.path: note for note in notes if note.path in wanted_paths}
    return [notes_by_path[path] for path in paths if path in notes_by_path]


def _titled(note: NoteEntry) -> NameMatch:
    return NameMatch(note, NameKind.TITLE, note.title, note.uri)
