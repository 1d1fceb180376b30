"""Sync the words: read notes changed on the disk, write them to the tables, remove deleted ones."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.note_reading import FEW_NOTES, NoteReader, ReadBatch
from vaultsearch.core.index.sync.passage_encoding import EncodingClock, ReadingClock
from vaultsearch.core.index.sync.preparation import IndexPreparation
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.index.tables.stored_notes import StoredRevisions
from vaultsearch.core.protocols import Source, SupportsMoves, SupportsSingleFiles
from vaultsearch.core.threads import in_thread
from vaultsearch.core.tracing import Trace
from vaultsearch.core.values.note import EMBEDDED_KINDS, Revision
from vaultsearch.core.values.sync import Changes, Failure, Progress, Touched
from vaultsearch.core.values.times import interval_in_name
from vaultsearch.core.vault.pictures import find_changed_pictures
from vaultsearch.core.vault.source import ObsidianVault

_MIN_BATCHES_WRITTEN, _MAX_BATCHES_WRITTEN = 4, 8
"""Batches, after the first, worth a commit while more are read, and the maximum per commit."""
_MOVED_AT_ONCE = 2500
"""Notes whose rows are copied at once, in memory."""


@dataclass(slots=True)
class SyncState:
    """A sync's progress; counts are notes, ``embedded`` passages, ``tokens`` texts."""

    begun: float = field(default_factory=time.perf_counter)
    trace: Trace = field(default_factory=Trace)
    failed: list[Failure] = field(default_factory=list)
    notes_total: int = 0
    notes_done: int = 0
    waiting: int = 0
    unread: set[str] = field(default_factory=set)
    """Paths of unreadable files missing from the index."""
    added: int = 0
    changed: int = 0
    removed: int = 0
    embedded: int = 0
    tokens: int = 0
    written: int = 0
    gone: dict[str, str] = field(default_factory=dict)
    """Content hash to path, for notes deleted or moved away."""
    moved: dict[str, str] = field(default_factory=dict)
    """New to former paths of moved and renamed notes."""
    scheduled: dict[str, Revision] = field(default_factory=dict)
    """The notes to read, with the revisions seen, by path."""
    refused: dict[str, Revision] = field(default_factory=dict)
    """Unreadable files not tried again until they change, by path."""
    overtaken: set[str] = field(default_factory=set)
    """Paths of notes changed and taken up since this round began: the round's work on them is void."""
    touched: set[str] = field(default_factory=set)
    """Paths of written notes."""
    reading: ReadingClock | None = None
    """Set while a sync reads many notes."""
    first: set[str] = field(default_factory=set)
    """Paths of notes changed meanwhile, which are embedded before all others."""
    is_repeated: bool = False
    """Whether already counted pictures are being read again, because notes describe them differently."""
    compared: tuple[str, ...] = ()
    """The state found, if all that follows from notes had been derived in it; else ()."""
    listed_anew: bool = False
    """Whether to interrupt encoding, because too many notes go first to embed in passing."""

    def progress(self, phase: str, clock: EncodingClock | None) -> Progress:
        """Return the progress in a phase, including encoding if there is a clock."""
        done, total = self.notes_done, self.notes_total
        if clock is not None:
            passages = clock.ready + clock.done, clock.ready + clock.total
            return Progress(phase, done, total, *passages, clock.rate, clock.seconds_left)
        foretold = self.reading.seconds_left if self.reading is not None and phase == "reading" else None
        return Progress(phase, done, total, seconds_left=foretold)

    def unschedule(self, path: str, rows: NoteRows | None) -> None:
        """Note that a file was read, with the rows it gave, or None if it was unreadable."""
        revision = self.scheduled.pop(path, None)
        if revision is not None and self.reading is not None:
            self.reading.advance(revision, rows)


@dataclass(frozen=True, slots=True)
class NoteSync:
    """Brings notes and passages up to date with the source; their vectors come later.

    Attributes:
        preparation: Keeps the manifest's count of waiting notes.
        reading_changes: Reads notes changed during a sync.
        writing: Held for each commit.
        on_changes: Called on the event loop with the paths written or removed.
    """

    source: Source
    corpus: LanceCorpus
    preparation: IndexPreparation
    reading: NoteReader
    reading_changes: NoteReader
    writing: asyncio.Lock
    on_changes: Callable[[Changes], None]
    is_cancelled: Callable[[], bool]

    async def schedule(
        self,
        state: SyncState,
        revisions: Sequence[Revision],
        stored: StoredRevisions,
        but: Mapping[str, Revision],
    ) -> dict[str, Revision]:
        """Move notes whose files only moved, schedule new ones, and return those left unread by ``but``."""
        waiting = [r for r in revisions if is_new(r, stored, state.refused)]
        moved = await self._move(state, waiting, stored, revisions)
        same = await in_thread(_same_content, self.source, waiting, stored)
        async with self.writing:
            await self.corpus.writer.touch(list(same))
        waiting = [r for r in waiting if r.path not in moved and r not in same]
        # The same revision as then: a note that has changed since is read all the same.
        left = {r.path: r for r in waiting if but.get(r.path) == r}
        waiting = [r for r in waiting if r.path not in left]
        state.gone = moved_from(stored, revisions)
        state.scheduled = {revision.path: revision for revision in waiting}
        state.waiting = len(waiting) + len(left)
        state.notes_done = state.notes_total - state.waiting
        if state.waiting > FEW_NOTES:  # a saved note is read before anybody could see the count
            self.preparation.note_waiting(state.notes_total, state.waiting, len(state.unread))
        return left

    async def read_all(
        self,
        state: SyncState,
        waiting: Sequence[Revision],
        stored: StoredRevisions,
        on_written: Callable[[], None] = lambda: None,
    ) -> None:
        """Read the notes in ``waiting``, and write finished ones while the rest is read."""
        unwritten: list[ReadBatch] = []
        writing: asyncio.Task[None] | None = None

        async def write(batches: Sequence[ReadBatch]) -> None:
            await self._write(batches, stored, state)
            on_written()

        try:
            async with aclosing(self.reading(waiting)) as read_batches:
                async for batch in read_batches:
                    unwritten.append(batch)
                    # The first batch is written at once, for something to be found; later ones in fewer
                    # commits, each of which takes as long whatever it holds.
                    worth_it = writing is None or (writing.done() and len(unwritten) >= _MIN_BATCHES_WRITTEN)
                    if worth_it or len(unwritten) >= _MAX_BATCHES_WRITTEN:
                        if writing is not None:
                            await writing
                        writing = asyncio.create_task(write(unwritten))
                        unwritten = []
        finally:
            if writing is not None:
                await writing
        if unwritten:
            await write(unwritten)

    async def discount_vanished(self, state: SyncState) -> None:
        """Discount files deleted since they were listed; if it is the vault, raise VaultNotFoundError."""
        if vanished := len(state.scheduled):
            self.preparation.note_waiting(state.notes_total, state.waiting + vanished, len(state.unread))
            await in_thread(self.source.scan)
            state.notes_total -= vanished
            state.notes_done -= vanished
            state.scheduled.clear()

    async def _move(
        self,
        state: SyncState,
        waiting: Sequence[Revision],
        stored: StoredRevisions,
        revisions: Sequence[Revision],
    ) -> frozenset[str]:
        """Write notes whose files only moved, and return their paths."""
        gone = {path: stored[path] for path in _removable_paths(set(stored), revisions, state.failed)}
        if not (gone and waiting and isinstance(self.source, SupportsMoves)):
            return frozenset()
        with state.trace.step("move", len(gone)) as measured:
            formerly = await in_thread(_moved_whole, self.source, waiting, gone)
            measured.count_out = len(formerly)
            new = list(formerly)
            for start in range(0, len(new), _MOVED_AT_ONCE):
                page = new[start : start + _MOVED_AT_ONCE]
                async with self.writing:
                    await self.corpus.writer.move_notes({path: formerly[path] for path in page})
                self.on_changes(Changes(tuple(page)))
        state.moved |= formerly
        state.written += len(formerly)
        state.added += len(formerly)
        state.touched |= formerly.keys()
        # The files of a renamed folder are in their former state; one that was moved itself is not.
        new_files = (revision for revision in waiting if revision.path in formerly)
        other = [file for file in new_files if file.state != gone[formerly[file.path]].revision.state]
        async with self.writing:
            await self.corpus.writer.touch(other)
        return frozenset(formerly)

    async def _write(self, batches: Sequence[ReadBatch], stored: StoredRevisions, state: SyncState) -> None:
        async with self.writing:
            # A note that was saved while it was read has been written already, in its newer state.
            notes = [note for batch in batches for note in batch.notes if note.path not in state.overtaken]
            failed = [f for batch in batches for f in batch.failed if f.path not in state.overtaken]
            state.failed += failed
            for batch in batches:
                state.refused |= batch.refused
            await self._store(notes, stored, state)
            for note in notes:
                state.unschedule(note.path, note)
            for failure in failed:
                state.unschedule(failure.path, None)
            state.unread |= {failure.path for failure in failed} - stored.keys()
            # Each file counts once: "2,770 of 1,806 files indexed" was shown after pictures were read again.
            if not state.is_repeated:
                read = sum(batch.files for batch in batches)
                state.notes_done += read
                state.waiting -= read
                if state.notes_total - state.notes_done or state.waiting or read > FEW_NOTES:
                    self.preparation.note_waiting(state.notes_total, state.waiting, len(state.unread))
            # Within the lock, so that no commit comes while the tables are merged.
            if self.corpus.backlog.is_slow(soon_done=True):
                await self.corpus.upkeep.index_words()

    async def look_at(self, touched: Touched) -> tuple[list[Revision], list[Failure], StoredRevisions] | None:
        """List these files, failures and stored revisions; None if the whole source must be scanned."""
        if touched.anything or not isinstance(self.source, SupportsSingleFiles):
            return None
        scanned = await in_thread(self.source.scan_files, touched.files)
        return (*scanned, await self.corpus.notes.revisions(touched.files)) if scanned is not None else None

    async def read_changes(self, state: SyncState, touched: Touched) -> frozenset[str]:
        """Read and write notes changed on the disk during a sync. Return the written paths."""
        files = await self.look_at(touched)
        scanned = files or (*await in_thread(self.source.scan), await self.corpus.notes.revisions())
        revisions, failed, stored = scanned
        waiting = [
            revision
            for revision in revisions
            # A note that waits in this state anyway is not read twice.
            if is_new(revision, stored, state.refused) and state.scheduled.get(revision.path) != revision
        ]
        state.gone |= moved_from(stored, revisions)
        # What failed before is out of date, but for files that are as they were, or were not looked at.
        same_files = {revision.path for revision in revisions} - {revision.path for revision in waiting}

        def still_holds(path: str) -> bool:
            return path in same_files or (files is not None and path not in touched.files)

        state.failed = [failure for failure in state.failed if still_holds(failure.path)]
        state.unread = set(filter(still_holds, state.unread))
        state.refused = {path: r for path, r in state.refused.items() if still_holds(path)}
        notes: list[NoteRows] = []
        unreadable = [*failed]
        async for batch in self.reading_changes(waiting):
            notes += batch.notes
            unreadable += batch.failed
            state.refused |= batch.refused
            state.unread |= {failure.path for failure in batch.failed} - stored.keys()
        written = await self._store(notes, stored, state)
        # A note saved a moment before it was first read is read once more: work done on it stays valid.
        same = {note.path for note in notes} - written - state.scheduled.keys() - set(state.gone.values())
        state.overtaken |= {revision.path for revision in waiting} - same
        # With those being read just now.
        known = {*stored, *(path for path in state.scheduled if not still_holds(path))}
        gone = _removable_paths(known, revisions, unreadable)
        await self._delete(gone & stored.keys(), state)
        state.overtaken |= gone
        for path in (*(revision.path for revision in waiting), *gone):
            state.scheduled.pop(path, None)
        state.failed = list(dict.fromkeys([*state.failed, *unreadable]))
        state.first |= written
        return written

    async def _store(
        self, read: Sequence[NoteRows], stored: StoredRevisions, state: SyncState
    ) -> frozenset[str]:
        """Write notes with new content, and return their paths."""
        same, new = [], []
        added, changed = list[str](), list[str]()
        for note_rows in read:
            known = stored.get(note_rows.path)
            if known is not None and known.content_hash == note_rows.content_hash:
                same.append(note_rows.revision)
                continue
            new.append(note_rows)
            (added if known is None else changed).append(note_rows.path)
        if new:
            formerly = {note.path: state.gone.get(note.content_hash, "") for note in new}
            moved = {path: old for path, old in formerly.items() if old}
            await self.corpus.writer.replace_notes(new, moved)
            state.moved |= {path: moved[path] for path in added if path in moved}
            state.written += len(new)
            state.added += len(added)
            state.changed += len(changed)
            state.touched |= {note.path for note in new}
            self.on_changes(Changes(tuple(added), tuple(changed)))
        await self.corpus.writer.touch(same)  # last: nobody waits for the note that was saved before
        return frozenset(note.path for note in new)

    async def remove(
        self, state: SyncState, stored: set[str], revisions: Sequence[Revision], *, orphans: bool
    ) -> None:
        """Remove deleted notes, except in folders that could not be listed.

        With ``orphans``, also remove passages without a note, which a crash may have left.
        """
        # `revisions` were listed before the sync read anything: a file that came or changed since is no
        # longer described by them.
        gone = _removable_paths(stored, revisions, state.failed) - state.overtaken
        with state.trace.step("remove", len(gone)) as measured:
            async with self.writing:
                await self._delete(gone, state)
                if orphans:
                    await self.corpus.writer.delete_orphans()
            measured.count_out = len(gone)

    async def describe_pictures(self, state: SyncState) -> None:
        """Reread pictures that notes now describe differently."""
        source = self.source
        if self.is_cancelled() or not isinstance(source, ObsidianVault):
            return
        # Without pictures, not all notes have to be read for what they say of them.
        if not await self.corpus.notes.count(*EMBEDDED_KINDS):
            return
        paragraphs = await self.corpus.picture_texts()
        if paragraphs is self.corpus.described_by:
            return
        stored = await self.corpus.notes.revisions()
        hashes = [(path, stored_revision.content_hash) for path, stored_revision in stored.items()]
        again = await in_thread(find_changed_pictures, hashes, paragraphs)
        pictures = [stored_revision.revision for path, stored_revision in stored.items() if path in again]
        # The report tells of changes on the disk, and these files have not changed.
        counted = state.added, state.changed
        source.paragraphs, state.is_repeated = again, True
        try:
            if pictures:
                await self.read_all(state, pictures, stored)
        finally:
            source.paragraphs, state.is_repeated = {}, False
            state.added, state.changed = counted
        later = {failure.path for failure in state.failed} - state.refused.keys()
        if not self.is_cancelled() and again.keys().isdisjoint(later):
            self.corpus.described_by = paragraphs

    async def index_words(self, state: SyncState) -> None:
        """Bring the word index up to date before encoding, which takes long and writes no words.

        With the last 1,900 of 32,000 passages missing from the index, each word search took 0.45 s until
        everything was encoded; for 160,000 passages, 2.6 s.
        """
        if not self.is_cancelled() and await self.corpus.upkeep.leaves_words():
            with state.trace.step("tidy"):
                async with self.writing:
                    await self.corpus.upkeep.index_words()

    async def _delete(self, gone: set[str], state: SyncState) -> None:
        if gone:
            await self.corpus.writer.delete_notes(sorted(gone))
            state.overtaken |= gone
            state.removed += len(gone)
            self.on_changes(Changes(removed=tuple(sorted(gone))))


def is_new(revision: Revision, stored: StoredRevisions, refused: Mapping[str, Revision]) -> bool:
    """Return whether to read a file: it differs from the indexed revision and from any refused revision."""
    known = stored.get(revision.path)
    return (known is None or known.revision != revision) and refused.get(revision.path) != revision


def moved_from(stored: StoredRevisions, revisions: Sequence[Revision]) -> dict[str, str]:
    """Map content hashes to former paths, for notes no longer at their path."""
    gone = set(stored) - {revision.path for revision in revisions}
    return {stored[path].content_hash: path for path in gone}


def _same_content(
    source: Source, waiting: Sequence[Revision], stored: StoredRevisions
) -> frozenset[Revision]:
    """Return the files replaced by others with the same size, date and content.

    A vault restored from a backup, or a drive that renumbers files, is not read again.
    """
    if not isinstance(source, SupportsMoves):
        return frozenset()
    known = ((r, stored[r.path]) for r in waiting if r.path in stored)
    alike = ((r, note) for r, note in known if replace(r, state=note.revision.state) == note.revision)
    return frozenset(r for r, note in alike if source.holds(r, note.content_hash))


def _moved_whole(source: SupportsMoves, waiting: Sequence[Revision], gone: StoredRevisions) -> dict[str, str]:
    """Map new to former paths, for files moved without being renamed or changed."""
    former = defaultdict[object, list[str]](list)
    for path, stored_revision in gone.items():
        former[_move_key(path, stored_revision.revision)].append(path)
    formerly = {}
    for revision in waiting:
        # Size and date are compared first, as the content has to be read to be hashed.
        alike = former[_move_key(revision.path, revision)]
        same = (path for path in alike if source.holds(revision, gone[path].content_hash))
        old = next(same, None)
        if old is not None:
            # Of two copies of a note, each has a former path of its own.
            alike.remove(old)
            formerly[revision.path] = old
    return formerly


def _move_key(path: str, revision: Revision) -> object:
    """Return what a move leaves unchanged: the name is the title, and folders may name a note's day."""
    return path.rpartition("/")[2], interval_in_name(path), revision.size, revision.mtime_ns


def _removable_paths(stored: set[str], revisions: Sequence[Revision], failed: Sequence[Failure]) -> set[str]:
    """Return the deleted notes, except those in folders that could not be listed."""
    kept_paths = [failure.path for failure in failed if failure.keeps_former]
    # A failed path may be a folder that could not be listed; all that is stored beneath it stays.
    unseen = tuple("" if path == "." else path + "/" for path in kept_paths)
    # A link that leads out of the vault now: what was read through it before is no part of it.
    led_out = {failure.path for failure in failed if not failure.keeps_former}
    gone = stored - ({revision.path for revision in revisions} - led_out) - set(kept_paths)
    return {path for path in gone if not path.startswith(unseen)}
