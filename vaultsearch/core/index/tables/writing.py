"""Write notes and passages to the tables: notes are replaced whole, with their revisions last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.backlog import LEFT_BEHIND, Backlog
from vaultsearch.core.index.note_vectors import SummaryTable
from vaultsearch.core.index.stored_vectors import StoredVectors
from vaultsearch.core.index.tables.index_tables import (
    BY_MODEL,
    CHUNKS,
    NOTES,
    SUMMARIES,
    VECTORS,
    IndexTables,
    ensure_found_by_id,
)
from vaultsearch.core.index.tables.passage_cache import repack_moved as moved_passage
from vaultsearch.core.index.tables.predicates import is_in, of_notes
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.index.tables.word_search import ensure_words_indexed
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import NOTE_KINDS, Revision
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    import pyarrow as pa

    from vaultsearch.core.index.tables.schema import NoteRows


_FORGOTTEN = {"size": -1, "content_hash": ""}
"""No file has this size, and the empty hash has the rows written even if the text is the same."""


@dataclass(frozen=True, slots=True)
class IndexWriter:
    """Writes note and passage tables. A single process does, guarded by the caller's lock."""

    tables: IndexTables
    notes: StoredNotes
    vectors: StoredVectors
    summaries: SummaryTable
    backlog: Backlog

    async def prepare(
        self,
        dimension: int,
        *,
        multilingual: int | None = None,
        anew: bool = False,
        keeps_columns: bool = False,
    ) -> None:
        """Create missing tables.

        Args:
            dimension: The length of the embedding model's vectors.
            multilingual: The length of the multilingual model's vectors, or None without such a model.
            anew: Remove all tables first.
            keeps_columns: Whether the tables are known to have the right columns: they are emptied then.
        """
        from vaultsearch.core.index.tables.schema import FILE_STATE, chunks_schema, notes_schema

        self.tables.begin_writing()
        # Before the table is made below.
        self.vectors.is_bare = anew or CHUNKS not in self.tables
        if anew:
            await (self.tables.empty_all() if keeps_columns else self.tables.drop_all())
        for name, schema in ((NOTES, notes_schema()), (CHUNKS, chunks_schema())):
            if name not in self.tables:
                await self.tables.create(name, schema)
        if FILE_STATE not in (await self.tables[NOTES].schema()).names:
            await self.tables[NOTES].add_columns({FILE_STATE: "CAST(0 AS BIGINT)"})
        for space, width in ((Space.MAIN, dimension), (Space.MULTILINGUAL, multilingual)):
            # Another model of the same length is noticed by its fingerprint, see `IndexPreparation`.
            if await self.vectors[space].dimension() != width:
                await self.renew_vectors(space, width)
        await ensure_found_by_id(self.tables[CHUNKS])
        await ensure_words_indexed(self.tables[CHUNKS])

    async def follow_words(self) -> None:
        """Keep words written from now on in memory, if the table is empty: nobody else writes meanwhile."""
        if not await self.tables[CHUNKS].count_rows():
            self.backlog.recent_words.begin()

    async def renew_vectors(self, space: Space, dimension: int | None) -> None:
        """Remove a space's vectors, for others with this length, if any: another model makes them now."""
        await self.vectors[space].renew(dimension)
        if space is Space.MAIN and dimension is not None:
            await self.summaries.renew(dimension)

    async def replace_notes(
        self, notes: Sequence[NoteRows], formerly: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Replace notes whole: their passages in a single commit, their revisions after it.

        A crash in between leaves the old revision, so the work is repeated. Vectors for already known texts
        are kept.

        Args:
            formerly: New to former paths of moved notes, whose vectors are kept, too.
        """
        rows = [row for note in notes for row in note.passages]
        # Before the former rows go, whose vectors these texts may have.
        known = await self.vectors.known(rows, formerly)
        names = [note.path for note in notes]
        mine = is_in("path", names)
        table, batch = self.tables[CHUNKS], await self.tables.batch(CHUNKS, rows)
        former = {row["id"] for row in await self.tables.rows(CHUNKS, ["id"], of_notes(names))}
        async with self.tables.whole_write(CHUNKS):
            if former:
                whole = table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
                # To look for rows to delete takes ten times as long, so it is left out if the note has no
                # fewer passages than before.
                if former.difference(row["id"] for row in rows):
                    whole = whole.when_not_matched_by_source_delete(mine)
                await whole.execute(batch)
            else:  # takes a quarter of the time, and on a first index all notes are new
                await table.add(batch)
        await in_thread(self.backlog.recent_words.replace, [note.path for note in notes], rows)
        await self.vectors.replace(mine, batch, known)
        noted, new = self.tables[NOTES], await self.tables.batch(NOTES, [note.note for note in notes])
        if await noted.count_rows(mine):
            await self.tables.upsert(NOTES, "path", new)
        else:  # quicker, too
            async with self.tables.whole_write(NOTES):
                await noted.add(new)
        self.backlog.note_written(len(notes), rows=len(rows))

    async def move_notes(self, formerly: Mapping[str, str]) -> None:
        """Move notes' rows to new paths, mapped to the former ones: their texts are the same.

        Nothing is parsed, cut or encoded, even for 2,000 notes.
        """
        moved = {old: new for new, old in formerly.items()}
        these, former = is_in("path", list(formerly)), is_in("path", list(moved))
        # The notes last: their revisions tell the next sync that the move is complete.
        names = filter(self.tables.__contains__, (*VECTORS.values(), SUMMARIES, *BY_MODEL.values(), NOTES))
        rows = {name: await self.tables[name].query().where(former).to_arrow() for name in (CHUNKS, *names)}
        if rows[CHUNKS].num_rows >= LEFT_BEHIND:
            # After a crash in the middle, these notes are read anew.
            await self.forget_revisions(list(moved))
            await self._move_in_place(rows.pop(CHUNKS), moved)
        for name, former_rows in rows.items():
            table, new = self.tables[name], await in_thread(_move_rows, former_rows, moved)
            async with self.tables.whole_write(name):
                if await table.count_rows(these):
                    # A crash in the middle of a former move left them.
                    await table.delete(these)
                await table.add(new)
        for name in rows:
            await self.tables[name].delete(former)
        self.backlog.note_written(len(moved), rows=rows[CHUNKS].num_rows if CHUNKS in rows else 0)

    async def _move_in_place(self, rows: pa.Table, moved: Mapping[str, str]) -> None:
        """Rewrite paths and ids in the passages' rows, which keep their places in the word index.

        To index them anew took three quarters of a move. LanceDB updates rows in place if an index holds all
        values of the column that they are found by. Ids change while the paths hold the new ones: no other
        column tells the passages apart.
        """
        import pyarrow as pa
        from lancedb.index import BTree

        new = await in_thread(_move_rows, rows.select(["id", "path", "packed"]), moved)
        table = self.tables[CHUNKS]
        async with self.tables.whole_write(CHUNKS):
            for key, columns in (
                ("id", {"id": rows["id"], "path": new["id"], "packed": new["packed"]}),
                ("path", {"id": new["id"], "path": new["id"]}),
                ("id", {"id": new["id"], "path": new["path"]}),
            ):
                await table.create_index(key, config=BTree())
                await table.merge_insert(key).when_matched_update_all().execute(pa.table(columns))
            await table.drop_index("path_idx")
            await ensure_found_by_id(table, anew=True)

    async def touch(self, revisions: Sequence[Revision]) -> None:
        """Write new dates for files with unchanged content."""
        import pyarrow as pa

        from vaultsearch.core.index.tables.schema import FILE_STATE

        if not revisions:
            return
        modified = {revision.path: revision.modified for revision in revisions}
        notes = {
            "path": list(modified),
            "size": [revision.size for revision in revisions],
            "mtime_ns": [revision.mtime_ns for revision in revisions],
            FILE_STATE: [revision.state for revision in revisions],
            "modified": list(modified.values()),
        }
        rows = await self.tables.rows(CHUNKS, ["id", "path", "modified"], of_notes(modified))
        # A note read once more since it had just been saved has its date: its passages' rows stay in place.
        rows = [row for row in rows if row["modified"] != modified[row["path"]]]
        chunks = {"id": [row["id"] for row in rows], "modified": [modified[row["path"]] for row in rows]}
        # The passages after their vectors, since their date tells what is left to do after a crash.
        dated = [*(VECTORS[space] for space in self.tables.spaces), CHUNKS] if rows else []
        for name, key, columns in (*((name, "id", chunks) for name in dated), (NOTES, "path", notes)):
            update = self.tables[name].merge_insert(key).when_matched_update_all()
            async with self.tables.whole_write(name):
                await update.execute(pa.table(columns))
        self.backlog.note_written()

    async def delete_notes(self, paths: Sequence[str]) -> None:
        """Remove notes: their passages first, so that no passage outlives the note."""
        if paths:
            await self.summaries.forget(paths)
            for space in self.tables.spaces:
                await self.vectors[space].remove(is_in("path", paths))
            by_model = (name for name in BY_MODEL.values() if name in self.tables)
            for table in (*by_model, CHUNKS, NOTES):
                await self.tables[table].delete(is_in("path", paths))
            self.backlog.recent_words.replace(paths)
            self.backlog.note_written()

    async def delete_orphans(self) -> None:
        """Remove passages without a note, which a crash may have left."""
        noted = {path for (path,) in await self.tables.tuples(NOTES, ["path"])}
        await self.delete_notes(sorted(await self.notes.paths() - noted))

    async def forget_revisions(self, paths: Sequence[str] | None = None) -> None:
        """Mark notes as changed, for the next sync to read them; all, if the chunker has changed."""
        await self.tables[NOTES].update(_FORGOTTEN, where=None if paths is None else is_in("path", paths))

    async def forget_revisions_of(self, *, are_notes: bool) -> None:
        """Mark all notes, or all other files, as changed, including pictures, which are read only in part."""
        of_notes = is_in("kind", sorted(NOTE_KINDS))
        await self.tables[NOTES].update(_FORGOTTEN, where=of_notes if are_notes else f"NOT {of_notes}")


def _move_rows(rows: Any, moved: Mapping[str, str]) -> Any:
    """Return rows from any table under their note's new path, given by the former path."""
    import pyarrow as pa

    former: Any = rows["path"].to_pylist()
    columns: dict[str, list[Any]] = {"path": [moved[path] for path in former]}
    if "id" in rows.column_names:
        ids: Any = zip(rows["id"].to_pylist(), former, strict=True)
        columns["id"] = [moved[path] + former_id.removeprefix(path) for former_id, path in ids]
    if "packed" in rows.column_names:
        packed: Any = rows["packed"].to_pylist()
        columns["packed"] = [*map(moved_passage, packed, columns["id"], columns["path"])]
    for name, values in columns.items():
        index, field = rows.schema.get_field_index(name), rows.schema.field(name)
        rows = rows.set_column(index, field, pa.array(values, field.type))
    return rows
