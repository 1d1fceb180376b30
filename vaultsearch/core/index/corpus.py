"""The index: LanceDB's tables, the wall between build time and query time."""

from __future__ import annotations

import math
import time
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.filters import AtPath, AtPaths, WithIds
from vaultsearch.core.index.embedded_text import embedded_texts
from vaultsearch.core.index.lancedb_loading import load_lancedb
from vaultsearch.core.index.passage_cache import PassageCache, ranked
from vaultsearch.core.index.passage_vectors import PassageVectors
from vaultsearch.core.index.predicates import is_in, sql
from vaultsearch.core.index.repair import damaged, set_aside
from vaultsearch.core.index.searchable_text import SEARCHED_COLUMNS
from vaultsearch.core.index.stored_notes import PAGE, PendingChunk, StoredNotes
from vaultsearch.core.index.summary_table import SummaryTable, whole_notes
from vaultsearch.core.index.token_table import TOKENS, TokenTable
from vaultsearch.core.index.vector_search import INDEXED_FROM, VectorSearch
from vaultsearch.core.index.vectors_in_memory import VectorsInMemory
from vaultsearch.core.index.word_search import WordSearch
from vaultsearch.core.values.search import Space
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import AsyncIterator, Collection, Mapping, Sequence
    from pathlib import Path

    import pyarrow as pa
    from lancedb import AsyncConnection, AsyncTable

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.schema import KeyedVector
    from vaultsearch.core.index.searchable_text import SearchedText
    from vaultsearch.core.index.stored_notes import StoredNote, StoredPlace, StoredRevision
    from vaultsearch.core.index.summary_table import Summary, WholeNote
    from vaultsearch.core.index.vector_search import Thoroughness
    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.values.search import Chunk, WeightedWords
    from vaultsearch.core.values.sync import Failure

SCHEMA_VERSION = 6
"""To be raised with every change to the tables' columns or to what they mean."""

FINGERPRINT = f"schema-{SCHEMA_VERSION}"
"""What the manifest says of an index whose tables have these columns."""

_FRESH = timedelta(milliseconds=200)
"""A reader in another process sees a write within this."""
KEPT = timedelta(seconds=20)
"""Older versions are removed when tidying; other readers may still hold younger ones, while they search.

With five minutes, 300 edits of 300 notes made 114 MB of an index of 10, for as long as somebody kept writing.
"""
_RENEWED_AFTER = 50
"""Versions that a process which only reads sees come before it lets go of the files of former ones."""
_SCANNED_AT_LEAST, _SCANNED_SHARE = 4000, 1 / 4
"""Rows not in the word index yet, and their share of those that are, from which it is brought up to date."""
_SCANNED_TILL_DONE = 8000
"""Rows at least, where more are on their way and nobody searches."""
_SCANNED_WHILE_ASKED, _SHARE_WHILE_ASKED = 800, 1 / 16
"""The same while somebody searches: a thousand take each search for words 40 ms (measured)."""
_ASKED_LATELY_S = 10.0
_TYPING_S = 3.0
"""Who searched within this may be typing on."""
_LEFT_BEHIND = 50
"""Rows that a sync of much does not leave out of the word index when it is done."""
UNTIDY = 100
"""Notes and batches of vectors written, after which the tables are tidied."""
_UNTIDY_AT_REST = 10
"""The same once nothing was written for a while; each edit of 300 notes takes some 0.3 MB until then."""
_TABLES = ("notes", "chunks", "summaries", TOKENS)


class LanceCorpus:
    """The notes and passages of one vault. One process writes; any number may read.

    Searches give `Chunk` values with their score and their rank in that leg. Until the first
    `prepare` there are no tables, and everything reads as empty. From ``indexed_from`` vectors on,
    tidying keeps an index over them.
    """

    def __init__(
        self,
        path: Path,
        connection: AsyncConnection,
        indexed_from: int = INDEXED_FROM,
        hides_links_out: bool = False,
    ) -> None:
        self.path = path
        self._connection = connection
        self._vectors = {space: VectorSearch(_hnsw, indexed_from, space) for space in Space}
        self._summary_vectors = VectorSearch(_hnsw, indexed_from)
        self._tables: dict[str, AsyncTable] = {}
        self.tokens = TokenTable(connection, self._tables)
        self._stored = StoredNotes(self._tables, hides_links_out)
        self._found = PassageCache(self._tables, path)
        self._in_memory = {space: VectorsInMemory(path, space) for space in Space}
        self._summaries_in_memory = VectorsInMemory(path, key="path")
        # Until it has tidied once, a process does not know what the one before it left.
        self._untidy = UNTIDY
        self._unindexed = self._indexed = 0
        self._asked_at = -math.inf
        # Of the passages' table, when it was opened by this connection; None where this process writes.
        self._opened_at: int | None = None
        # There is no vector yet that a passage could be given.
        self._is_bare = False
        # What a former process left is not known.
        self._holds_former = self._leaves_pieces = True

    @classmethod
    async def open(
        cls, path: Path, *, indexed_from: int = INDEXED_FROM, hides_links_out: bool = False
    ) -> LanceCorpus:
        """Open the index in a folder; raises IndexDamagedError where its tables cannot be opened.

        With ``hides_links_out``, for a reader, it is as if notes that lead out of the vault were not in it.
        """
        corpus = cls(path, await _connected(path), indexed_from, hides_links_out)
        await corpus._open_tables()
        if "chunks" in corpus._tables:
            corpus._opened_at = await corpus._tables["chunks"].version()
        return corpus

    async def _open_tables(self) -> None:
        try:
            names = (await self._connection.list_tables()).tables if self.path.is_dir() else []
            for name in _TABLES:
                if name in names:
                    self._tables[name] = await self._connection.open_table(name)
        except Exception as error:  # LanceDB panics at some truncated files, in a type that cannot be named
            raise damaged(self.path) from error
        if ("notes" in self._tables) != ("chunks" in self._tables):
            raise damaged(self.path)

    async def _renew_connection(self) -> None:
        """Open the tables anew, so that the files are let go of that searches of former versions opened.

        WORKAROUND lancedb 0.40: a connection's cache keeps the files open of every segment of the word index
        that was ever searched, gone or not: in five minutes of edits, 120 more descriptors. The former tables
        are not closed: searches may be at it.
        """
        connection = await _connected(self.path)
        tables = {name: await connection.open_table(name) for name in self._tables}
        self._tables.update(tables)
        self._connection = connection
        self.tokens.use(connection)

    async def _renew_now_and_then(self) -> None:
        """Let go of former versions where this process reads only, and another one goes on writing."""
        if self._opened_at is None:
            return
        version = await self._tables["chunks"].version()
        if version - self._opened_at >= _RENEWED_AFTER:
            self._opened_at = version
            await self._renew_connection()

    async def set_aside(self) -> None:
        """Move what cannot be read out of the way; nothing is indexed after this."""
        self._close_searches()
        for table in self._tables.values():
            table.close()
        self._tables.clear()
        self._forget()
        await in_thread(set_aside, self.path)

    def _forget(self) -> None:
        """Let go of what is kept in memory of the tables."""
        self._stored.forget()
        self._found.forget()
        for vectors in (*self._in_memory.values(), self._summaries_in_memory):
            vectors.forget()

    async def is_damaged(self) -> bool:
        """Read everything, for when an error leaves it open whether the tables can be read at all."""
        return not await self._can_be_read() or not await self.can_be_searched()

    async def _can_be_read(self) -> bool:
        try:
            names = (await self._connection.list_tables()).tables
            for name, table in self._tables.items():
                async for _ in await table.query().to_batches(max_batch_length=PAGE):
                    pass
                if name not in names:
                    return False
        except Exception:  # LanceDB panics at some damage, in a type that cannot be named
            return False
        return True

    async def can_be_searched(self) -> bool:
        """Search once through each index."""
        try:
            if "chunks" in self._tables:
                await self._words.probe()
                for search in self._vectors.values():
                    await search.probe(self._tables["chunks"])
            if "summaries" in self._tables:
                await self._summary_vectors.probe(self._tables["summaries"])
        except Exception:  # as above
            return False
        return True

    async def mend_indices(self) -> bool:
        """Make the indices over words and vectors anew; False where the tables themselves are damaged.

        Nothing is read or encoded again. An index of vectors is built in the background, where it pays.
        """
        await self._renew_connection()
        if "chunks" not in self._tables or not await self._can_be_read():
            return False
        try:
            for search in self._searches:
                search.close()
            for name in ("chunks", "summaries"):
                await self._drop_vector_indices(name)
            await self._words.ensure_indexed(anew=True)
            await self._renew_connection()
        except (OSError, RuntimeError, ValueError):
            return False
        return await self.can_be_searched()

    async def _drop_vector_indices(self, name: str) -> None:
        if name in self._tables:
            for index in await self._tables[name].list_indices():
                if index.columns[0] not in SEARCHED_COLUMNS:
                    await self._tables[name].drop_index(index.name)

    async def open_again(self) -> None:
        """Read what another process has mended."""
        self._forget()
        await self._renew_connection()

    def _close_searches(self) -> None:
        for search in self._searches:
            search.close()

    @property
    def _searches(self) -> tuple[VectorSearch, ...]:
        return (*self._vectors.values(), self._summary_vectors)

    def _space(self, space: Space) -> PassageVectors:
        return PassageVectors(self._tables["chunks"], space, self._vectors[space])

    @property
    def _words(self) -> WordSearch:
        return WordSearch(self._tables["chunks"])

    def close(self) -> None:
        """Let go of the files."""
        self._close_searches()
        self._forget()
        for table in self._tables.values():
            table.close()
        self._connection.close()

    # --- writing: one process at a time, guarded by the caller ---------------------------------

    async def prepare(self, dimension: int, *, multilingual: int | None = None, anew: bool = False) -> None:
        """Make the tables where there are none; ``anew`` empties them first.

        ``dimension`` is the length of the embedding model's vectors, ``multilingual`` that of the
        multilingual model's, None where there is none.
        """
        from vaultsearch.core.index.schema import NOTES, chunks_schema

        self._opened_at = None
        if anew:
            self._close_searches()
            await self._connection.drop_all_tables()
            self._tables.clear()
            self._forget()
        schemas = {
            "notes": NOTES,
            "chunks": chunks_schema(dimension),
        }
        self._is_bare = "chunks" not in self._tables
        for name, schema in schemas.items():
            if name not in self._tables:
                self._tables[name] = await self._connection.create_table(name, schema=schema)
        await self.prepare_summaries(dimension)
        vectors = self._space(Space.MULTILINGUAL)
        if await vectors.dimension() != multilingual:
            await vectors.renew(multilingual)
        await self._words.ensure_indexed()

    async def replace_notes(
        self,
        notes: Sequence[tuple[Note, Sequence[Chunk]]],
        formerly: Mapping[str, str] = MappingProxyType({}),
    ) -> int:
        """Replace notes whole: their passages in one commit, their revisions after it.

        A crash in between leaves the old revision, so the work is done again. Vectors of passages
        whose text is known already are kept, and those of notes that had another path, which
        ``formerly`` maps their new one to. Gives the number of passages without one.
        """
        from vaultsearch.core.index.schema import chunk_row, note_row

        chunks = [chunk for _, parts in notes for chunk in parts]
        keys = [embedded.key for embedded in embedded_texts(chunks)]
        known: dict[Space, Sequence[KeyedVector | None]] = {}
        if not self._is_bare:
            for space in await self._spaces():
                known[space] = await self._space(space).known(chunks, keys, formerly)
        rows = [
            chunk_row(chunk, keys[i], {space: vectors[i] for space, vectors in known.items()})
            for i, chunk in enumerate(chunks)
        ]
        mine = is_in("path", [note.path for note, _ in notes])
        table, batch = self._tables["chunks"], await self._batch("chunks", rows)
        former = {row["id"] for row in await self._stored.column("chunks", ["id"], where=mine)}
        if former:
            whole = table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
            if former.difference(chunk.id for chunk in chunks):  # takes ten times as long, of 30,000 passages
                whole = whole.when_not_matched_by_source_delete(mine)
            await whole.execute(batch, on_bad_vectors="null")
        else:  # takes a quarter of the time, and on a first index all notes are new
            await table.add(batch, on_bad_vectors="null")
        await self._write_notes([note_row(note) for note, _ in notes], mine)
        self._untidy += len(notes)
        self._unindexed += len(rows)
        return sum(row.get("vector") is None for row in rows)

    async def _write_notes(self, rows: Sequence[Mapping[str, object]], mine: str) -> None:
        """Write notes in place of those that ``mine`` holds for."""
        table, batch = self._tables["notes"], await self._batch("notes", rows)
        if await table.count_rows(mine):
            insert = table.merge_insert("path")
            await insert.when_matched_update_all().when_not_matched_insert_all().execute(batch)
        else:
            await table.add(batch)

    async def touch(self, revisions: Sequence[Revision]) -> None:
        """Note new dates of files whose content is the same."""
        import pyarrow as pa

        if not revisions:
            return
        modified = {revision.path: revision.modified for revision in revisions}
        notes = {
            "path": list(modified),
            "size": [revision.size for revision in revisions],
            "mtime_ns": [revision.mtime_ns for revision in revisions],
            "modified": list(modified.values()),
        }
        rows = await self._stored.column("chunks", ["id", "path"], where=is_in("path", list(modified)))
        chunks = {"id": [row["id"] for row in rows], "modified": [modified[row["path"]] for row in rows]}
        for name, key, columns in (("chunks", "id", chunks), ("notes", "path", notes)):
            update = self._tables[name].merge_insert(key).when_matched_update_all()
            await update.execute(pa.table(columns))
        self._untidy += 1

    async def delete_notes(self, paths: Sequence[str]) -> None:
        """Remove notes: their passages first, so that no passage outlives its note."""
        if paths:
            for table in ("summaries", "chunks", "notes"):
                await self._tables[table].delete(is_in("path", paths))
            self._untidy += 1

    async def delete_orphans(self) -> None:
        """Remove passages of notes that are not there: what a crash may have left."""
        noted = set(await self.list_documents())
        await self.delete_notes(sorted(await self._stored.paths() - noted))

    async def _spaces(self) -> list[Space]:
        names = (await self._tables["chunks"].schema()).names
        return [space for space in Space if space in names]

    async def _holds(self, space: Space, vectors: Vectors) -> bool:
        """Tell whether a space's vectors are as long as these: another model's are, until the next sync."""
        return "chunks" in self._tables and await self._space(space).dimension() == vectors.shape[-1]

    async def renew_vectors(self, space: Space, dimension: int) -> None:
        """Remove the vectors of a space, for others of this length: another model makes them now."""
        await self._space(space).renew(dimension)
        if space is Space.MAIN and "summaries" in self._tables:
            from vaultsearch.core.index.schema import summaries_schema

            self._summary_vectors.close()
            self._summaries_in_memory.forget()
            self._tables.pop("summaries").close()
            schema = summaries_schema(dimension)
            table = await self._connection.create_table("summaries", schema=schema, mode="overwrite")
            self._tables["summaries"] = table

    async def forget_revisions(self) -> None:
        """Have every note read again by the next sync: passages are cut in another way now."""
        await self._tables["notes"].update({"size": -1, "content_hash": ""})

    async def pending_ids(self, space: Space = Space.MAIN, where: Filter | None = None) -> list[str]:
        """List the passages without a vector in a space, those of the newest notes first."""
        return await self._space(space).missing(where)

    async def stale_ids(self, space: Space = Space.MAIN) -> list[str]:
        """List the passages whose vector was made under another title, before a rename."""
        return await self._space(space).stale() if space in await self._spaces() else []

    async def pending(self, ids: Sequence[str]) -> list[PendingChunk]:
        """Read what is needed to encode these passages."""
        chunks = await self.get_chunks(WithIds(frozenset(ids)))
        joined = frozenset(chunk.path for chunk in chunks if chunk.stretch is not None)
        chunks = [chunk for chunk in chunks if chunk.path not in joined]
        chunks += await self.get_chunks(AtPaths(joined)) if joined else []
        pairs = zip(chunks, embedded_texts(chunks), strict=True)
        wanted = set(ids)
        return [PendingChunk(chunk.id, embedded) for chunk, embedded in pairs if chunk.id in wanted]

    async def fill_vectors(
        self, chunks: Sequence[PendingChunk], vectors: Vectors, space: Space = Space.MAIN
    ) -> None:
        """Give passages their vectors in a space: float32 (n, dimension), in the order of ``chunks``."""
        self._is_bare = False
        await self._space(space).fill(chunks, vectors)
        self._untidy += 1
        self._unindexed += len(chunks)

    async def unsummarized(self, without: Filter | None = None) -> dict[str, str]:
        """Map the notes whose summary is of another state, or missing, to their content's hash.

        Notes with a passage that ``without`` holds for have none.
        """
        known = await self._summaries.states() if self._summaries else set()
        none = await self._stored.paths(without) if without else frozenset()
        notes = await self._stored.column("notes", ["path", "content_hash"])
        return {
            row["path"]: row["content_hash"]
            for row in notes
            if tuple(row.values()) not in known and row["path"] not in none
        }

    async def forget_summaries_with(self, without: Filter) -> None:
        """Remove the summaries of notes that have none any more: emptied, say, or in another language now."""
        if self._summaries is not None:
            known = {path for path, _ in await self._summaries.states()}
            if former := known & await self._stored.paths(without):
                await self.forget_summaries(former)

    async def whole_notes(self, states: Mapping[str, str]) -> list[WholeNote]:
        """Read what summaries are made from; of notes given by path and content hash, those fully encoded."""
        return await whole_notes(self._tables["chunks"], states)

    async def prepare_summaries(self, dimension: int) -> None:
        """Make the table of summaries where an older version made none."""
        from vaultsearch.core.index.schema import summaries_schema

        if "summaries" not in self._tables:
            table = await self._connection.create_table("summaries", schema=summaries_schema(dimension))
            self._tables["summaries"] = table

    async def forget_summaries(self, paths: Collection[str] | None) -> None:
        """Remove the summaries of notes, None for those of all, so that they are made anew."""
        if (paths or paths is None) and "summaries" in self._tables:
            which = "true" if paths is None else is_in("path", sorted(paths))
            await self._tables["summaries"].delete(which)

    async def fill_summaries(self, summaries: Sequence[Summary]) -> None:
        """Write summaries in place of the notes' former ones."""
        if self._summaries is not None:
            await self._summaries.write(summaries)
            self._untidy += 1

    def is_asked(self) -> bool:
        """Tell whether somebody searched a moment ago, and may be typing on."""
        return time.monotonic() - self._asked_at < _TYPING_S

    def is_slow(self, *, soon_done: bool = False) -> bool:
        """Tell whether so many passages were written since tidying that a search for words is held up.

        The word index does not hold them yet, nor those that got their vector, and they are scanned. Where
        that is ``soon_done`` a search may be held up longer, once: of 10,000 notes, a third of the time until
        all their words are found was spent on tidying ten times.
        """
        least, share = _SCANNED_AT_LEAST, _SCANNED_SHARE
        if time.monotonic() - self._asked_at < _ASKED_LATELY_S:
            least, share = _SCANNED_WHILE_ASKED, _SHARE_WHILE_ASKED
        elif soon_done:
            least, share = _SCANNED_TILL_DONE, 1.0
        return self._unindexed >= max(least, share * self._indexed)

    @property
    def is_behind(self) -> bool:
        """Whether so many passages are not in the word index that bringing it up to date pays in the end."""
        return self._unindexed >= _LEFT_BEHIND

    @property
    def is_untidy(self) -> bool:
        """Whether so much was written that tidying pays; it never does after each edit."""
        return self._untidy >= UNTIDY

    async def tidy(self, *, settled: bool = True) -> None:
        """Merge small files, bring the indices up to date, drop versions nobody needs.

        Where an index over the vectors pays, it is begun, and built while this has long returned;
        what asks to tidy before that is done is asked again later. While not ``settled``, many more
        vectors are on their way, and it would be out of date before it is built.
        """
        if any(search.is_building for search in self._searches):
            return
        self._untidy = self._unindexed = 0
        self._holds_former = self._leaves_pieces = True
        await self._optimize()
        if "chunks" in self._tables:
            self._indexed = await self._tables["chunks"].count_rows()
        if settled:
            await self.keep_vectors_indexed()

    async def tidy_at_rest(self) -> None:
        """Tidy what a few edits have left: nobody waits, and nothing may come for hours."""
        if self._untidy >= _UNTIDY_AT_REST:
            await self.tidy()

    async def drop_former(self) -> None:
        """Drop the versions that tidying left because they were young: of a first index, most of its folder.

        To be called once `KEPT` has passed since, while nothing is written, and once more after that: the
        first time brings the tables into one piece, and leaves the pieces.
        """
        if self._holds_former and not any(search.is_building for search in self._searches):
            await self._optimize()
            self._holds_former = self._leaves_pieces
            self._leaves_pieces = False

    async def _optimize(self) -> None:
        for table in self._tables.values():
            await table.optimize(cleanup_older_than=KEPT)
        await self._renew_connection()

    async def keep_vectors_indexed(self) -> None:
        """Begin to build the indices over the vectors where they pay: closing gives up what is not ready."""
        if "chunks" in self._tables:
            for search in self._vectors.values():
                await search.keep_indexed(self._tables["chunks"])
        if "summaries" in self._tables:
            await self._summary_vectors.keep_indexed(self._tables["summaries"])

    async def vectors_indexed(self) -> None:
        """Wait until the index over the vectors is built, where tidying began one."""
        for search in self._searches:
            await search.built()

    async def vectors_read(self) -> None:
        """Wait until the vectors are in memory, where a search began to read them."""
        for vectors in (*self._in_memory.values(), self._summaries_in_memory):
            await vectors.read()

    async def _batch(self, table: str, rows: Sequence[Mapping[str, object]]) -> pa.Table:
        schema = await self._tables[table].schema()
        return await in_thread(_arrow_table, rows, schema)

    # --- reading -------------------------------------------------------------------------------

    async def list_documents(self) -> list[str]:
        """List the notes' paths, sorted."""
        shown = await self._stored.shown(None)
        rows = await self._stored.column("notes", ["path"], where=sql(shown) if shown else None)
        return sorted(row["path"] for row in rows)

    async def get_document(self, id: str) -> str:
        """Give a note's text as it was read; raises KeyError where there is no such note."""
        shown = sql(await self._stored.shown(AtPath(id)) or AtPath(id))
        rows = await self._stored.column("notes", ["text"], where=shown)
        if not rows:
            raise KeyError(id)
        return str(rows[0]["text"])

    def get_all_text(self, where: Filter | None = None) -> AsyncIterator[Chunk]:
        """Give every passage, for a scan."""
        return self._stored.chunks(where)

    async def get_chunks(self, where: Filter) -> list[Chunk]:
        """Give the passages that a condition holds for, in the order of their notes."""
        return await self._stored.chunks_in_order(where)

    async def vectors_of(self, ids: Sequence[str], space: Space = Space.MAIN) -> dict[str, Vectors]:
        """Give the vectors, float32 (dimension,), unit length, of those passages that have one, by id."""
        return await self._space(space).of(ids) if ids and space in await self._spaces() else {}

    async def vector_pages(self, space: Space = Space.MAIN) -> AsyncIterator[tuple[list[str], Vectors]]:
        """Give the ids of the passages that have a vector in a space, and the vectors, page by page."""
        if "chunks" in self._tables and space in await self._spaces():
            async for page in self._space(space).pages():
                yield page

    async def near_passages(
        self, vectors: Vectors, n: int, space: Space = Space.MAIN
    ) -> list[dict[str, float]]:
        """Map, for each of the vectors, float32 (n, dimension), the nearest passages' ids to their cosine."""
        if not len(vectors) or "chunks" not in self._tables or space not in await self._spaces():
            return [{} for _ in vectors]
        return await self._space(space).near(vectors, n)

    async def languages(self) -> Counter[str]:
        """Count the passages in each language, by code; kept in memory until the index changes."""
        return await self._stored.languages()

    async def notes_by_language(self) -> Counter[str]:
        """Count the notes that hold a passage in each language, by code."""
        return await self._stored.notes_by_language()

    async def get_notes(self) -> tuple[StoredNote, ...]:
        """Give every note with its text; kept in memory until the index changes."""
        return await self._stored.notes()

    async def get_notes_where(self, where: Filter | None) -> tuple[StoredNote, ...]:
        """Give the notes of which a condition holds for some passage, all without one, the newest first."""
        return await self._stored.notes_where(where)

    async def notes_version(self) -> int:
        """Give a number that changes with the notes; 0 where there are none yet."""
        return await self._stored.notes_version()

    async def get_words(self) -> AsyncIterator[list[SearchedText]]:
        """Give what full text searches of every passage, as it is written, page by page."""
        if "chunks" not in self._tables:
            return
        async for page in self._words.pages(await self._stored.shown(None)):
            yield page

    async def get_places(self) -> tuple[StoredPlace, ...]:
        """Give where the passages stand; kept in memory until the index changes."""
        return await self._stored.places()

    async def places_holding(self, text: str, n: int) -> list[StoredPlace]:
        """List up to n passages that hold every word of a text, and what has no spaces as it stands."""
        if "chunks" not in self._tables or not any(map(str.isalnum, text)):
            return []
        held = frozenset(await self._words.holding(text, n))
        return [place for place in await self.get_places() if place.id in held]

    async def paths_mentioning(
        self, text: str, where: Filter | None = None, also: Sequence[WeightedWords] = ()
    ) -> frozenset[str]:
        """Give the paths of the notes with a passage that `query_text` finds, however many there are."""
        if "chunks" not in self._tables or not any(map(str.isalnum, text)):
            return frozenset()
        where = await self._stored.shown(where)
        query = (await self._words.matching(text, where, also)).select(["path", "_score"])
        most = await self._tables["chunks"].count_rows()
        return frozenset(row["path"] for row in await query.limit(max(1, most)).to_list())

    async def get_paths(self, where: Filter) -> frozenset[str]:
        """Give the paths of the notes that have a passage which a condition holds for."""
        return await self._stored.paths(where)

    async def get_newest(self, where: Filter, n: int) -> list[list[Chunk]]:
        """Give the passages that a condition holds for, those of a note together, of the n newest notes."""
        return await self._stored.newest(where, n)

    async def revisions(self) -> dict[str, StoredRevision]:
        """Give what is known of every note, by path."""
        return await self._stored.revisions()

    async def problems(self) -> list[Failure]:
        """List the notes of which a part could not be read."""
        return await self._stored.problems()

    async def count_unread(self, where: Filter) -> int:
        """Count the passages that have no vector of the multilingual model, where there is one."""
        if "chunks" not in self._tables or Space.MULTILINGUAL not in await self._spaces():
            return 0
        return await self._tables["chunks"].count_rows(f"{Space.MULTILINGUAL.key} IS NULL AND {sql(where)}")

    async def paths_without_vector(self, space: Space, where: Filter | None) -> frozenset[str]:
        """Give the notes that have a passage which a condition holds for and that has no vector in a space.

        Kept in memory until the index changes. Where there is no such space, no passage waits for it.
        """
        if "chunks" not in self._tables or space not in await self._spaces():
            return frozenset()
        return await self._stored.paths_lacking(space.key, where)

    async def count_without_vector(self, paths: frozenset[str]) -> int:
        """Count the passages of notes, by path, that lack the vector of some space, called for or not."""
        if not paths or "chunks" not in self._tables:
            return 0
        lacking = " OR ".join(f"{space.key} IS NULL" for space in await self._spaces())
        return await self._tables["chunks"].count_rows(f"({lacking}) AND {sql(AtPaths(paths))}")

    async def count_notes(self) -> int:
        """Count the notes."""
        return await self._tables["notes"].count_rows() if "notes" in self._tables else 0

    async def counts(self) -> tuple[int, int, int]:
        """Count notes, passages, and passages that have a vector."""
        if "chunks" not in self._tables:
            return 0, 0, 0
        chunks = self._tables["chunks"]
        has_vector = " OR ".join(f"{space.key} IS NOT NULL" for space in await self._spaces())
        embedded = await chunks.count_rows(has_vector)
        return await self._tables["notes"].count_rows(), await chunks.count_rows(), embedded

    async def query_embeddings(
        self, vector: Vectors, n: int, where: Filter | None = None, space: Space = Space.MAIN
    ) -> list[Chunk]:
        """Find passages by cosine similarity to ``vector``, float32 (dimension,), in a space.

        Exact in small indexes and among few passages, else nearly so: see `vector_search`.
        """
        if not await self._holds(space, vector):
            return []
        self._asked_at = time.monotonic()
        where = await self._stored.shown(where)
        if where is None:
            near = await self._in_memory[space].nearest(self._tables["chunks"], vector, n)
            chunks = await self._found.at(near.state, near.keys) if near else None
            if near and chunks is not None:
                return ranked(zip(chunks, near.cosines, strict=True), "semantic")
        query = await self._space(space).nearest(vector, n, where)
        found = await self._found.of(query, n, "_distance")
        return ranked(((chunk, 1.0 - distance) for chunk, (distance,) in found), "semantic")

    async def query_many_embeddings(
        self, vectors: Vectors, n: int, where: Filter | None, space: Space, how: Thoroughness
    ) -> list[list[Chunk]]:
        """Find the n nearest passages to each of the vectors, float32 (m, dimension), in one go."""
        if not await self._holds(space, vectors):
            return [[] for _ in vectors]
        # A single vector is asked as one of two: only of several does LanceDB tell which found what.
        asked = vectors if len(vectors) > 1 else np.concatenate([vectors, vectors])
        where = await self._stored.shown(where)
        query = await self._space(space).nearest_to_each(asked, n, where, how)
        found: list[list[tuple[Chunk, float]]] = [[] for _ in asked]
        for chunk, (distance, which) in await self._found.of(query, n, "_distance", "query_index"):
            found[which].append((chunk, distance))
        nearest = [sorted(some, key=lambda one: one[1]) for some in found[: len(vectors)]]
        return [ranked(((chunk, 1.0 - d) for chunk, d in some), "semantic") for some in nearest]

    async def query_token_embeddings(
        self, vectors: Vectors, n: int, where: Filter | None = None
    ) -> list[Chunk]:
        """Find passages by MaxSim to a question's token vectors, float32 (tokens, dimension), unit length.

        The score is the mean over them of the best cosine in the passage. Exact. Raises NotIndexedError
        where the index holds no token vectors.
        """
        return await self.tokens.query(vectors, n, await self._stored.shown(where))

    async def query_summaries(self, vector: Vectors, n: int) -> dict[str, float]:
        """Map the n notes nearest to ``vector``, float32 (dimension,), to their cosine, the nearest first."""
        return await self._summaries.nearest(vector, n) if self._summaries else {}

    async def get_summary(self, path: str) -> Summary | None:
        """Give a note's summary; None where it has none."""
        return await self._summaries.of(path) if self._summaries else None

    @property
    def _summaries(self) -> SummaryTable | None:
        table = self._tables.get("summaries")
        if table is None:
            return None
        return SummaryTable(table, self._summary_vectors, self._summaries_in_memory)

    async def query_text(
        self, text: str, n: int, where: Filter | None = None, also: Sequence[WeightedWords] = ()
    ) -> list[Chunk]:
        """Find passages that hold any of the words, by BM25; the text is never read as syntax.

        ``also`` are further words, whose matches count less. What is written without spaces is searched
        by words and by characters, and each counts half.
        """
        if "chunks" not in self._tables or not text.strip():
            return []
        self._asked_at = time.monotonic()
        await self._renew_now_and_then()
        query = await self._words.matching(text, await self._stored.shown(where), also)
        found = await self._found.of(query, n, "_score")
        return ranked(((chunk, score) for chunk, (score,) in found), "fulltext")


async def _connected(path: Path) -> AsyncConnection:
    connect = load_lancedb().connect_async
    connection: AsyncConnection = await connect(str(path), read_consistency_interval=_FRESH)
    return connection


def _arrow_table(rows: Sequence[Mapping[str, object]], schema: pa.Schema) -> pa.Table:
    """Convert rows a few at a time: each step holds the interpreter's lock, and the window waits for it."""
    import pyarrow as pa

    parts = [pa.Table.from_pylist(list(rows[i : i + 16]), schema=schema) for i in range(0, len(rows), 16)]
    return pa.concat_tables(parts) if parts else schema.empty_table()


def _hnsw(partitions: int) -> Any:
    from lancedb.index import HnswSq

    return HnswSq(distance_type="cosine", num_partitions=partitions)
