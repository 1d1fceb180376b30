"""Read notes and passages back from their tables, for the sync and for query conditions."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, fields
from heapq import nsmallest
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.chunking.embedded_text import FILE_COLUMNS, NOTE_COLUMNS, EmbeddedText, SearchedText
from vaultsearch.core.filters import AllOf, AtPaths, Filter, Not, WithIds
from vaultsearch.core.index.tables.index_tables import (
    CHUNKS,
    NOTES,
    PAGE_ROWS,
    VECTORS,
    IndexTables,
    OncePerVersion,
    places_among,
)
from vaultsearch.core.index.tables.part_file import PartFile
from vaultsearch.core.index.tables.passage_cache import PASSAGE, passages_of, searched_in
from vaultsearch.core.index.tables.predicates import (
    SPELT_OTHERWISE,
    is_in,
    of_notes,
    quote_literal,
    row_mask,
    split_places,
    tags_of_notes,
    write_sql,
)
from vaultsearch.core.index.tables.word_search import WordSearch
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.messages import load_message
from vaultsearch.core.text import index_tags
from vaultsearch.core.threads import giving_way, in_thread
from vaultsearch.core.values.note import (
    NOTE_KINDS,
    FileKind,
    ListedNotes,
    Revision,
    StoredNote,
    StoredPlace,
    differing_notes,
)
from vaultsearch.core.values.search import Chunk, Space, WeightedWords
from vaultsearch.core.values.sync import Failure

if TYPE_CHECKING:
    import pyarrow as pa


TextsVersion: TypeAlias = tuple[int, int, int]
"""A version of the passages, when it was written, in nanoseconds (0: unknown), and one of the notes."""

_KEY_COLUMNS = ["path", "content_hash", "mtime_ns"]
_MAX_READ_BY_PATH = 200
"""Up to so many changed notes are looked up by path; for more, all are read."""


class NoteCache:
    """Keeps all notes in memory, rereading changed ones in a new table version; most texts are in a file.

    Concurrent callers wait for the same reading: thousands take a while.
    """

    def __init__(self, tables: IndexTables) -> None:
        self._tables = tables
        self._reading = asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """Drop the cached notes."""
        self._version = 0
        self._keys: pa.Table | None = None
        self._cached: NDArray[np.object_] = np.empty(0, object)  # a note for each key, None if it was gone
        self._texts = PartFile(self._tables.path)
        self._notes, self._hidden = ListedNotes(), frozenset[str]()

    async def notes(self, version: int, hidden: frozenset[str]) -> tuple[StoredNote, ...]:
        """Return the notes in a table version, the same tuple for the same version."""
        async with self._reading:
            if self._version != version:
                changed = await self._renew()
                listed = filter(None, self._cached.tolist())
                if hidden or self._hidden:
                    self._notes = ListedNotes(note for note in listed if note.path not in hidden)
                else:
                    self._notes = self._notes.followed_by(listed, *changed)
                self._version, self._hidden = version, hidden
            return self._notes

    @asynccontextmanager
    async def through_merge(self) -> AsyncIterator[None]:
        """Keep the notes through a merge of their table, which gives all rows other numbers.

        Read again, with all that follows from them, 50,000 notes took eight seconds of CPU.
        """
        version = await self._tables.version(NOTES)
        yield
        async with self._reading:
            # Only one process writes, and its own writes wait.
            if self._version == version:
                by_path = {note.path: note for note in self._cached.tolist() if note is not None}
                self._keys = await self._read_keys()
                paths = self._keys["path"].to_pylist()
                self._cached = np.fromiter(map(by_path.get, paths), object, len(paths))
                self._version = await self._tables.version(NOTES)

    async def _read_keys(self) -> pa.Table:
        keys: pa.Table = await self._tables[NOTES].query().with_row_id().select(_KEY_COLUMNS).to_arrow()
        return keys

    async def _renew(self) -> tuple[list[StoredNote], list[StoredNote]]:
        """Read the notes that changed; return those that are gone, and the new ones."""
        from vaultsearch.core.index.tables.schema import STORED_NOTE_COLUMNS, stored_note_values

        keys = await self._read_keys()
        former_places = places_among(self._keys, keys)
        notes = np.full(len(keys), None)
        is_known = former_places >= 0
        notes[is_known] = self._cached[former_places[is_known]]
        # Also those that were gone when they were to be read.
        unread = [place for place, note in enumerate(notes.tolist()) if note is None]
        paths = keys["path"]
        places = {str(paths[place].as_py()): place for place in unread}

        def read_rows(rows: list[dict[str, Any]]) -> None:
            wanted_rows = [row for row in rows if row["path"] in places]
            texts: Sequence[Any] = [str(row["text"]) for row in wanted_rows]
            texts = self._texts.keep([text.encode() for text in texts]) if is_in_file else texts
            for row, text in zip(giving_way(wanted_rows), texts, strict=True):
                notes[places[row["path"]]] = StoredNote(**stored_note_values(row, text))

        if places:
            is_in_file = len(places) > _MAX_READ_BY_PATH
            where = None if is_in_file else is_in("path", list(places))
            async for rows_of_page in self._tables.pages(NOTES, STORED_NOTE_COLUMNS, where):
                await in_thread(read_rows, rows_of_page)
        is_gone = np.ones(len(self._cached), bool)
        is_gone[former_places[is_known]] = False
        changed = ([*filter(None, self._cached[is_gone])], [*filter(None, notes[unread])])
        # Of what is written meanwhile, the next version tells.
        self._keys, self._cached = keys, notes
        return changed


_MIN_PAUSE_S = 1.0
_PAUSE_PER_NOTE_S = 0.002
"""Seconds per note between two views during a large sync: deriving names, links and facets takes 0.1 ms CPU
each. At each commit, for 10,000 notes, this kept a core busy, and the window's thread waited."""

_FEW_LANGUAGES, _MAX_LANGUAGES = 3, 12
"""So few are counted one by one; and the most frequent languages, by which a question's words are stemmed."""


class StoredRevision(NamedTuple):
    """An indexed note's revision: enough to see whether the disk has a newer version."""

    revision: Revision
    content_hash: str


StoredRevisions: TypeAlias = "Mapping[str, StoredRevision]"
"""The indexed notes' revisions, by path."""


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A passage without a vector, or encoded under another title."""

    id: str
    embedded: EmbeddedText


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text without token vectors, with key and path."""

    key: str
    path: str
    text: str


_PLACE_COLUMNS = [field.name for field in fields(StoredPlace)]


def _places_by_path(rows: Any, paths: Container[str]) -> dict[str, list[StoredPlace]]:
    """Read places from an Arrow table by path, in their note's order, sharing equal texts: 22 of 55 MB.

    Of 161,549 passages; read all at once, they fragmented memory.
    """
    by_path: dict[str, list[StoredPlace]] = {}
    languages: dict[str, str] = {}
    for batch in rows.to_batches(max_chunksize=PAGE_ROWS):
        columns = (batch[name].to_pylist() for name in _PLACE_COLUMNS)
        for key, path, start, end, language in zip(*columns, strict=True):
            if path in paths:
                places = by_path.setdefault(path, [])
                shared = places[0].path if places else path
                places.append(StoredPlace(key, shared, start, end, languages.setdefault(language, language)))
    for places in by_path.values():
        places.sort(key=attrgetter("line_start"))
    return by_path


class StoredNotes:
    """Reads notes and passages; without their tables, there are none.

    Frequently used results are cached until their table changes. With ``hides_links_out``, notes leading out
    of the vault are left out.
    """

    def __init__(self, tables: IndexTables, hides_links_out: bool) -> None:
        self._tables = tables
        self._hides_links_out = hides_links_out
        self.cache = NoteCache(tables)
        self._is_throttled, self._viewing, self._placing = False, asyncio.Lock(), asyncio.Lock()
        self._hidden = OncePerVersion(tables, NOTES, self._read_hidden, frozenset[str]())
        self._tagged = OncePerVersion(tables, NOTES, self._read_tagged, dict[str, frozenset[str]]())
        self.languages = OncePerVersion(tables, CHUNKS, self._read_languages, Counter[str]())
        """Counts the passages in each language, by code."""
        self.files_per_note = OncePerVersion(tables, CHUNKS, self._read_files_per_note, 1.0)
        """Returns the number of passages in other files per passage in a note."""
        self._forget()
        tables.register_cache(self._forget)

    def _forget(self) -> None:
        self.cache.forget()
        self._view: tuple[float, tuple[StoredNote, ...]] = (-math.inf, ())
        self._known_languages = Counter[str]()
        self._placed: tuple[tuple[StoredNote, ...], Mapping[str, Sequence[StoredPlace]]] = ((), {})

    async def shown(self, where: Filter | None) -> Filter | None:
        """Restrict a condition to notes not hidden, and make it match all tags of each note."""
        # First the tags, then what is hidden: the paths of hidden notes are no tags.
        if where is not None and (tagged := await self._tagged()):
            where = tags_of_notes(where, tagged)
        if not self._hides_links_out or not (hidden := await self._hidden()):
            return where
        seen = Not(AtPaths(hidden))
        return seen if where is None else AllOf((where, seen))

    async def _read_tagged(self) -> dict[str, frozenset[str]]:
        """Map notes with more tags than a passage row holds, or with other spellings, to the tags."""
        from vaultsearch.core.index.tables.schema import MAX_NOTE_VALUES

        crowded = f"array_length(tags) > {MAX_NOTE_VALUES}"
        crowded += f" OR regexp_like(lower(array_to_string(tags, ' ')), '[{SPELT_OTHERWISE}]')"
        rows = await self._tables.tuples(NOTES, ["path", "tags"], crowded)
        return {path: frozenset(index_tags(tags)) for path, tags in rows}

    async def _read_hidden(self) -> frozenset[str]:
        if not self._hides_links_out:
            return frozenset()
        return frozenset(path for (path,) in await self._tables.tuples(NOTES, ["path"], "leads_out"))

    async def all(self) -> tuple[StoredNote, ...]:
        """Return every note with its text."""
        if NOTES not in self._tables:
            return ()
        return await self.cache.notes(await self.version(), await self._hidden())

    @contextmanager
    def throttled(self) -> Iterator[None]:
        """Let `lately` return former notes for a while in this context: a large sync writes many."""
        self._is_throttled = True
        try:
            yield
        finally:
            self._is_throttled = False
            self._view = (-math.inf, ())

    async def lately(self, path: str = "") -> tuple[StoredNote, ...]:
        """Return every note, during a large sync as of a while ago: for data derived from all notes.

        Returns the same tuple until the next view is due, so nothing is derived anew meanwhile. A note at
        ``path`` written since then makes the view due.
        """
        if not self._is_throttled:
            return await self.all()
        async with self._viewing:
            due, notes = self._view
            if time.monotonic() >= due or (path and all(note.path != path for note in notes)):
                notes = await self.all()
                pause = max(_MIN_PAUSE_S, _PAUSE_PER_NOTE_S * len(notes))
                self._view = (time.monotonic() + pause, notes)
            return notes

    async def matching(self, where: Filter | None) -> tuple[StoredNote, ...]:
        """Return the notes with a passage matching a condition, or all, newest first."""
        matching_notes = await self.all()
        if where is not None:
            held = await self.paths(where)
            matching_notes = tuple(note for note in matching_notes if note.path in held)
        return tuple(sorted(matching_notes, key=lambda note: (-note.date.timestamp(), note.path)))

    async def version(self) -> int:
        """Return a number that changes with the notes, 0 if there are none yet."""
        return await self._tables.version(NOTES) if NOTES in self._tables else 0

    async def revisions(self, paths: Collection[str] | None = None) -> dict[str, StoredRevision]:
        """Map every note, or those at ``paths``, to revision and content hash."""
        from vaultsearch.core.index.tables.schema import FILE_STATE

        if NOTES not in self._tables:
            return {}
        stored_names = (await self._tables[NOTES].schema()).names
        names = ["path", "content_hash", "size", "mtime_ns", *({FILE_STATE} & {*stored_names})]
        rows = await self._tables.tuples(NOTES, names, None if paths is None else is_in("path", paths))
        return {path: StoredRevision(Revision(path, *state), digest) for path, digest, *state in rows}

    async def missing(self, paths: Iterable[str]) -> frozenset[str]:
        """Return the files missing from the index."""
        wanted_paths = frozenset(paths)
        return wanted_paths - (await self.revisions(wanted_paths)).keys() if wanted_paths else wanted_paths

    async def problems(self) -> list[Failure]:
        """List partly unreadable notes."""
        rows = await self._tables.rows(NOTES, ["path", "problems"], where="array_length(problems) > 0")
        return [Failure(row["path"], load_message(problem)) for row in rows for problem in row["problems"]]

    async def unread(self) -> dict[Revision, tuple[int, ...]]:
        """Map files with pages whose text is not recognised to these pages."""
        columns = ["path", "size", "mtime_ns", "unread"]
        rows = await self._tables.tuples(NOTES, columns, "array_length(unread) > 0")
        return {Revision(*state): tuple(pages) for *state, pages in rows}

    async def count(self, *kinds: FileKind) -> int:
        """Count the notes and files, or those of some kinds."""
        where = " OR ".join(f"kind = {quote_literal(kind.value)}" for kind in kinds) or None
        return await self._tables.count_rows(self._tables[NOTES], where) if NOTES in self._tables else 0

    async def kinds(self) -> Counter[FileKind]:
        """Count notes by kind."""
        counts = Counter(kind for (kind,) in await self._tables.tuples(NOTES, ["kind"]))
        return Counter({FileKind(kind): count for kind, count in counts.items()})

    async def count_passages(self) -> int:
        """Count the passages."""
        return await self._tables[CHUNKS].count_rows() if CHUNKS in self._tables else 0

    async def counts(self) -> tuple[int, int, int]:
        """Count files, passages, and passages with a vector."""
        if CHUNKS not in self._tables:
            return 0, 0, 0
        passages = await self.count_passages()
        tables = [self._tables[VECTORS[space]] for space in self._tables.spaces]
        embedded = max([await table.count_rows() for table in tables], default=0)
        # Otherwise the ids of all vectors would be read for every count.
        if len(tables) > 1 and embedded != passages:
            rows = [await self._tables.tuples(table.name, ["id"]) for table in tables]
            embedded = len(set().union(*rows))
        return await self.count(), passages, embedded

    async def chunks(self, where: Filter | None = None) -> AsyncIterator[Chunk]:
        """Yield the passages matching a condition, in table order."""
        if CHUNKS not in self._tables:
            return
        query = self._tables[CHUNKS].query().select(PASSAGE)
        where = await self.shown(where)
        if where is not None:
            query = query.where(write_sql(where))
        async for batch in await query.to_batches(max_batch_length=PAGE_ROWS):
            for passage in passages_of(batch):
                yield passage

    async def chunks_in_order(self, where: Filter) -> list[Chunk]:
        """Return the passages matching a condition, in the order of their notes."""
        ordered_chunks = [chunk async for chunk in self.chunks(where)]
        return sorted(ordered_chunks, key=lambda chunk: (chunk.path, chunk.position))

    async def newest(self, where: Filter, n: int) -> list[list[Chunk]]:
        """Return the passages matching a condition in the n newest notes, grouped by note."""
        if CHUNKS not in self._tables:
            return []
        import pyarrow as pa
        import pyarrow.compute as pc

        decided, naming = split_places(await self.shown(where) or where)
        columns = ["id", "path", "created", "modified"]
        rows = await self._tables.arrow(CHUNKS, columns, write_sql(decided))
        rows = rows.filter(row_mask(naming, rows))
        paths = rows["path"].to_pylist()
        # As whole numbers: thousands of datetimes take long to make. All passages of a note have its date.
        moments = pc.coalesce(rows["created"], rows["modified"]).cast(pa.int64()).to_pylist()
        dated = dict(zip(paths, moments, strict=True))
        newest = nsmallest(n, dated, key=lambda path: (-dated[path], path))
        notes: dict[str, list[Chunk]] = {path: [] for path in newest}
        ids = [key for key, path in zip(rows["id"].to_pylist(), paths, strict=True) if path in notes]
        for chunk in await self.chunks_in_order(WithIds(frozenset(ids))):
            notes[chunk.path].append(chunk)
        return [chunks for chunks in notes.values() if chunks]

    async def paths(self, where: Filter | None = None) -> frozenset[str]:
        """Return the paths of notes with a passage, matching a condition if given."""
        if CHUNKS not in self._tables:
            return frozenset()
        where = await self.shown(where)
        condition = write_sql(where) if where is not None else None
        return frozenset((await self._tables.arrow(CHUNKS, ["path"], condition))["path"].to_pylist())

    async def places(self) -> Mapping[str, Sequence[StoredPlace]]:
        """Return the places of each note's passages, by path; the same mapping until the notes change."""
        notes = await self.all()
        async with self._placing:
            former, places = self._placed
            if former is not notes and notes:
                gone, new = differing_notes(former, notes)
                changed = {note.path for note in (*gone, *new)}
                where = of_notes(changed) if len(changed) <= _MAX_READ_BY_PATH else None
                rows = await self._tables.arrow(CHUNKS, _PLACE_COLUMNS, where)
                present = {note.path for note in (notes if where is None else new)}
                read = await in_thread(_places_by_path, rows, present)
                others = {} if where is None else {**places}
                for path in changed & others.keys():
                    del others[path]
                self._placed = notes, others | read
            return self._placed[1] if notes else {}

    async def _read_languages(self) -> Counter[str]:
        # Mostly the same few as before: to count 150,000 passages takes 5 ms, to read their languages 35.
        known = list(self._known_languages)
        if 0 < len(known) <= _FEW_LANGUAGES:
            table = self._tables[CHUNKS]
            counts = [await table.count_rows(f"language = {quote_literal(code)}") for code in known]
            if sum(counts) == await table.count_rows():
                return Counter({code: count for code, count in zip(known, counts, strict=True) if count})
        rows = await self._tables.arrow(CHUNKS, ["language"])
        # Half a million take a tenth of a second; Arrow's own counting is slow to import.
        self._known_languages = Counter(map(str, rows["language"].to_pylist()))
        return self._known_languages

    async def by_language(self) -> Counter[str]:
        """Count the notes with a passage in each language, by code."""
        if CHUNKS not in self._tables:
            return Counter()
        rows = await self._tables.arrow(CHUNKS, ["path", "language"])
        # A note of many passages in a language counts once.
        return Counter(rows.group_by(["path", "language"]).aggregate([])["language"].to_pylist())

    async def count_unread(self, where: Filter) -> int:
        """Count passages without a vector from the multilingual model, if there is such a model."""
        if CHUNKS not in self._tables or Space.MULTILINGUAL not in self._tables.spaces:
            return 0
        passages, vectors = (self._tables[name] for name in (CHUNKS, VECTORS[Space.MULTILINGUAL]))
        return await passages.count_rows(write_sql(where)) - await vectors.count_rows(write_sql(where))

    async def texts_version(self) -> TextsVersion:
        """Return the present version of all texts."""
        if CHUNKS not in self._tables:
            return 0, 0, 0
        notes, passages = await self.version(), await self._tables.version(CHUNKS)
        hides = await self.shown(None) is not None
        return passages, 0 if hides else self._tables.written_ns(CHUNKS, passages), notes

    async def words(
        self, version: TextsVersion, former: TextsVersion | None = None
    ) -> AsyncIterator[tuple[int, Iterator[SearchedText]]]:
        """Yield passages' texts for full text search, added (1) or removed (-1) since a version, if given.

        LanceDB never gives a row's number again, not even after a version was restored or all rows were
        overwritten. Rows rewritten in place keep their texts: only dates, paths and ids change that way.
        Texts are unpacked during iteration, in the thread that counts their words.

        Raises:
            LookupError: The former version is unknown; other errors, if its files are gone.
        """
        if version == former:
            return
        shown = await self.shown(None)
        if (former and not former[1]) or (shown is not None and (former or version[1])):
            raise LookupError(former or version)
        if former is None:
            if version[0]:
                query = (await self._tables.at_version(CHUNKS, version[0])).query().select(["packed"])
                query = query.where(write_sql(shown)) if shown is not None else query
                async for batch in await query.to_batches(max_batch_length=PAGE_ROWS):
                    yield 1, searched_in(batch)
            return
        tables = [await self._tables.at_version(CHUNKS, each[0]) for each in (former, version)]
        queries = (table.query().with_row_id().select([]) for table in tables)
        before, now = [np.asarray((await query.to_arrow())["_rowid"]) for query in queries]
        for sign, table, these, others in ((-1, tables[0], before, now), (1, tables[1], now, before)):
            # Making them unique would import NumPy's masked arrays.
            rows = np.setdiff1d(these, others, assume_unique=True)
            for start in range(0, len(rows), PAGE_ROWS):
                page = table.take_row_ids(rows[start : start + PAGE_ROWS].tolist()).select(["packed"])
                yield sign, searched_in(await page.to_arrow())
        # Another table may have been made in its place.
        if former[1] != self._tables.written_ns(CHUNKS, former[0]):
            raise LookupError(former)

    async def word_searches(self) -> list[WordSearch]:
        """Return the word search through notes, and through other files if any."""
        languages = [language for language, _ in (await self.languages()).most_common(_MAX_LANGUAGES)]
        # A vault of notes alone is not searched twice for each query.
        kinds = (NOTE_COLUMNS, FILE_COLUMNS)[: 2 if await self.files_per_note() else 1]
        return [WordSearch(self._tables[CHUNKS], columns, languages or [ENGLISH]) for columns in kinds]

    async def _read_files_per_note(self) -> float:
        passages = self._tables[CHUNKS]
        notes = await passages.count_rows(is_in("kind", sorted(NOTE_KINDS)))
        return float(await passages.count_rows() - notes) / max(1, notes)

    async def places_holding(self, text: str, n: int) -> list[StoredPlace]:
        """List up to n passages holding every word as written, in any order."""
        if CHUNKS not in self._tables or not any(map(str.isalnum, text)):
            return []
        held: set[str] = set()
        for search in await self.word_searches():
            if (holding := search.holding(text)) is not None:
                rows = await holding.query.select(["id", "_score"]).limit(n).to_arrow()
                held.update(rows["id"].to_pylist())
        places, paths = await self.places(), {key.rpartition(":")[0] for key in held}
        return [place for path in sorted(paths) for place in places.get(path, ()) if place.id in held]

    async def paths_mentioning(
        self, text: str, where: Filter | None = None, also: Sequence[WeightedWords] = ()
    ) -> frozenset[str]:
        """Return the paths of all notes with a passage found by `query_text`."""
        if CHUNKS not in self._tables or not any(map(str.isalnum, text)):
            return frozenset()
        shown, most = await self.shown(where), await self._tables[CHUNKS].count_rows()
        paths: set[str] = set()
        for search in await self.word_searches():
            # Here as in `PassageCache.of`, the score is selected only to avoid a warning.
            query = search.matching(text, shown, also).query.select(["path", "_score"])
            paths.update(row["path"] for row in await query.limit(max(1, most)).to_list())
        return frozenset(paths)
