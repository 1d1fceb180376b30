"""Brings the index up to date with the vault: words first, meaning after, only what changed."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.index.chunking import Chunker
from vaultsearch.core.index.interruption import InterruptibleRunner, Interruption
from vaultsearch.core.index.note_reading import FEW_NOTES, FEW_PASSAGES, NoteReading
from vaultsearch.core.index.passage_encoding import PassageEncoding
from vaultsearch.core.index.preparation import IndexPreparation
from vaultsearch.core.index.summary_filling import SummaryFilling
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.tracing import Trace
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Changes, Failure, Progress, SyncReport
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.note_reading import EncodingClock, Helper, PreparedNote, ReadBatch
    from vaultsearch.core.index.stored_notes import StoredRevision
    from vaultsearch.core.index.token_pipeline import TokenPipeline
    from vaultsearch.core.protocols import Encoder, Runner, Source
    from vaultsearch.core.values.note import Revision

_log = logging.getLogger(__name__)

_WORTH_WRITING, _WRITTEN_AT_ONCE = 4, 8
"""Batches of notes, after the first, for which a commit is made while more are read, and the most of one."""


@dataclass(slots=True)
class _Run:
    """The state of one sync."""

    trace: Trace = field(default_factory=Trace)
    failed: list[Failure] = field(default_factory=list)
    notes_total: int = 0
    notes_done: int = 0
    waiting: int = 0
    added: int = 0
    changed: int = 0
    removed: int = 0
    embedded: int = 0
    tokens: int = 0
    written: int = 0
    gone: dict[str, str] = field(default_factory=dict)
    """Content hash to path of the notes that are not where they were: gone, or renamed."""
    scheduled: dict[str, Revision] = field(default_factory=dict)
    """By path, the notes that are to be read, as they were found."""
    overtaken: set[str] = field(default_factory=set)
    """Paths of notes that were changed, and taken up, since this round began: its work on them is void."""
    touched: set[str] = field(default_factory=set)
    """Paths of the notes that were written."""
    first: set[str] = field(default_factory=set)
    """Paths of those that changed meanwhile, whose meaning goes before that of all others."""
    listed_anew: bool = False
    """Whether to stop encoding for a moment, since more goes first than is done in passing."""


class VectorPipeline:
    """A `Pipeline` from a source to a corpus. Words of a note can be searched before its meaning.

    ``encoder`` reads what is English and ``multilingual`` the rest; without that one, ``encoder`` reads all.
    ``run`` says where reading and encoding happen: a thread of this process, or a worker process.
    ``run_small`` is where that happens instead if it is little: a process that is there already, and
    that somebody else may be waiting for. ``helper`` starts another one, which helps to read where there
    is much. ``on_progress`` and ``on_changes`` are called on the event loop. Raises VaultNotFoundError,
    IndexInUseError, or ModelUnavailableError; what is wrong with one note becomes a line of the report.

    What changes on the disk while a long sync runs is taken up as soon as `interrupt` tells of it: words at
    once, meaning before that of all other notes. Of 800 notes read for another language, a note that was
    added during the four minutes was not found, and a deleted one stayed listed.
    """

    def __init__(  # noqa: PLR0913  # what may be replaced, each by name
        self,
        source: Source,
        target: LanceCorpus,
        *,
        encoder: Encoder | None = None,
        multilingual: Encoder | None = None,
        chunker: Chunker | None = None,
        tokens: TokenPipeline | None = None,
        run: Runner = in_thread,
        run_small: Runner | None = None,
        helper: Callable[[], Helper] | None = None,
        on_progress: Callable[[Progress], None] = lambda _: None,
        on_changes: Callable[[Changes], None] = lambda _: None,
        lock: WriterLock | None = None,
    ) -> None:
        default = SentenceTransformerEncoder.named() if encoder is None or chunker is None else None
        self._source = source
        self._corpus = target
        main: Encoder = encoder or default or SentenceTransformerEncoder.named()
        self._encoders: dict[Space, Encoder] = {Space.MAIN: main}
        if multilingual is not None:
            self._encoders[Space.MULTILINGUAL] = multilingual
        self._chunker = chunker or Chunker((default or SentenceTransformerEncoder.named()).counter)
        self._tokens = tokens
        self._interruption = Interruption(self._catch_up)
        self._run_small = run_small or run
        self._run_large = InterruptibleRunner(run, self._interruption)
        self._reading = NoteReading(source, self._chunker, main, self._run_large, self._run_small, helper)
        # In passing: without a process of its own that would be waited for, and never interrupted itself.
        self._reading_changes = NoteReading(source, self._chunker, main, run, self._run_small)
        self._preparation = IndexPreparation(source, target, self._encoders, self._chunker, tokens)
        self._writing = asyncio.Lock()
        self._encoding = PassageEncoding(
            target, self._encoders, self._run_large, self._run_small, self._writing, self._is_overtaken
        )
        self._encoding_changes = PassageEncoding(target, self._encoders, run, self._run_small, self._writing)
        self._run = _Run()
        self._on_progress = on_progress
        self._on_changes = on_changes
        self._lock = lock or WriterLock(target.path)
        self._cancelled = False

    def cancel(self) -> None:
        """Stop before the next batch; what was written stays, and the next sync goes on from there.

        The worker process may be ended after this: the batch in it is then given up, too.
        """
        self._cancelled = True

    def interrupt(self) -> None:
        """Take up what has changed on the disk before the rest of what is being done."""
        self._interruption.note()

    @property
    def is_interrupted(self) -> bool:
        """Tell whether something has changed that this sync has not taken up."""
        return self._interruption.is_waiting

    @property
    def unread(self) -> Mapping[str, Revision]:
        """Give the notes that were not read any more, as they were found, by path."""
        return self._run.scheduled

    async def sync(self, *, anew: str | None = None, but: Mapping[str, Revision] | None = None) -> SyncReport:
        """Bring the corpus up to date and report what was done.

        ``anew`` is why everything is to be done again, None where only what changed is. With ``but``, that is
        done alone which happened since a sync was cancelled: these notes are left unread while they are as
        they are here, and so is the meaning of all that did not change.
        """
        self._cancelled = False
        self._lock.acquire()
        try:
            return await self._sync(anew, but)
        finally:
            self._lock.release()

    async def _sync(self, anew: str | None, but: Mapping[str, Revision] | None) -> SyncReport:
        start, run = time.perf_counter(), _Run()
        self._run = run
        revisions = await self._scan(run)
        rebuilt = await self._preparation.prepare(
            found=len(revisions), empty=not revisions and not run.failed, anew=anew
        )
        stored = await self._corpus.notes.revisions()
        waiting = [r for r in revisions if r.path not in stored or stored[r.path].revision != r]
        left = but or {}
        left = {r.path: r for r in waiting if left.get(r.path) == r}
        waiting = [r for r in waiting if r.path not in left]
        run.gone = _gone(stored, revisions)
        stale = {space: await self._corpus.vectors.stale_ids(space) for space in self._encoders}
        run.scheduled = {revision.path: revision for revision in waiting}
        run.waiting = len(waiting) + len(left)
        run.notes_done = run.notes_total - run.waiting
        if run.waiting > FEW_NOTES:  # a saved note is read before anybody could be told
            self._preparation.note_waiting(len(revisions), run.waiting)
        self._report(run, "reading")
        with run.trace.step("read", len(waiting)) as measured:
            await self._read_all(run, waiting, stored)
            measured.count_out = run.added + run.changed
        await self._remove(run, set(stored), revisions)
        await self._read_meaning(run, stale if but is None else None)
        run.scheduled |= left
        await self._tidy(run)
        return await self._finish(run, revisions, rebuilt, start, whole=but is None)

    async def _read_meaning(self, run: _Run, stale: Mapping[Space, Sequence[str]] | None) -> None:
        """Make vectors, summaries and token vectors; again for what changed on the disk meanwhile.

        Without ``stale``, of the notes alone that this sync has read.
        """
        others = stale is not None
        while True:
            run.overtaken.clear()
            run.listed_anew = False
            with run.trace.step("embed") as measured:
                measured.count_out = await self._embed_all(run, stale or {}, others=others)
                run.embedded += measured.count_out
            with run.trace.step("summarize") as measured:
                measured.count_out = await self._summarize_all(run)
            if self._tokens is not None and others and not self._stops(run):
                with run.trace.step("tokens") as measured:
                    measured.count_out = await self._embed_tokens(self._tokens, run)
                    run.tokens += measured.count_out
            stale = {}
            if self._cancelled or not (run.overtaken or run.listed_anew):
                return

    def _stops(self, run: _Run) -> bool:
        return self._cancelled or run.listed_anew

    def _is_overtaken(self, path: str) -> bool:
        return path in self._run.overtaken

    async def _scan(self, run: _Run) -> list[Revision]:
        self._report(run, "scanning")
        with run.trace.step("scan") as measured:
            revisions, failed = await in_thread(self._source.scan)
            measured.count_out = len(revisions)
        run.failed += failed
        run.notes_total = len(revisions)
        return revisions

    # --- words -------------------------------------------------------------------------------

    async def _read_all(
        self, run: _Run, waiting: Sequence[Revision], stored: dict[str, StoredRevision]
    ) -> None:
        """Read what changed, and write what has been read while the rest is."""
        unwritten: list[ReadBatch] = []
        writing: asyncio.Task[None] | None = None
        try:
            async with aclosing(self._reading(waiting, lambda: self._cancelled)) as found:
                async for batch in found:
                    unwritten.append(batch)
                    worth_it = writing is None or (writing.done() and len(unwritten) >= _WORTH_WRITING)
                    if worth_it or len(unwritten) >= _WRITTEN_AT_ONCE:
                        if writing is not None:
                            await writing
                        writing = asyncio.create_task(self._write(unwritten, stored, run))
                        unwritten = []
        finally:
            if writing is not None:
                await writing
        if unwritten:
            await self._write(unwritten, stored, run)

    async def _write(
        self, batches: Sequence[ReadBatch], stored: dict[str, StoredRevision], run: _Run
    ) -> None:
        async with self._writing:
            notes = [one for batch in batches for one in batch.notes if one.note.path not in run.overtaken]
            failed = [one for batch in batches for one in batch.failed if one.path not in run.overtaken]
            run.failed += failed
            await self._store(notes, stored, run)
            for path in (*(one.note.path for one in notes), *(one.path for one in failed)):
                run.scheduled.pop(path, None)
            read = sum(batch.files for batch in batches)
            run.notes_done += read
            run.waiting -= read
            if run.notes_total - run.notes_done or run.waiting or read > FEW_NOTES:
                self._preparation.note_waiting(run.notes_total, run.waiting)
            if self._corpus.backlog.is_slow(soon_done=True):
                await self._corpus.upkeep.tidy(settled=False)
        self._report(run, "reading")

    async def _catch_up(self) -> None:
        """Take up what changed on the disk meanwhile: its words, and if it is little its meaning."""
        run = self._run
        try:
            async with self._writing:
                touched = await self._read_changes(run)
            pending = await self._corpus.vectors.count_without(touched)
            if pending and pending <= FEW_PASSAGES and not self._cancelled:
                done, left_out = await self._encoding_changes.sync(
                    {},
                    on_progress=_ignored,
                    is_cancelled=self._is_cancelled,
                    first=touched,
                    others=False,
                )
                run.embedded += done
                run.failed += left_out
            elif pending:
                run.listed_anew = True
        except VaultNotFoundError as error:
            # The drive was taken away: what is known of it can be read on, and the next sync tells.
            _log.info("not looked through because=%s", error)

    async def _read_changes(self, run: _Run) -> frozenset[str]:
        revisions, failed = await in_thread(self._source.scan)
        stored = await self._corpus.notes.revisions()
        waiting = [
            revision
            for revision in revisions
            if (revision.path not in stored or stored[revision.path].revision != revision)
            and run.scheduled.get(revision.path) != revision
        ]
        run.gone |= _gone(stored, revisions)
        read = [batch async for batch in self._reading_changes(waiting, self._is_cancelled)]
        notes = [note for batch in read for note in batch.notes]
        unreadable = [*failed, *(one for batch in read for one in batch.failed)]
        written = await self._store(notes, stored, run)
        # Saved a moment before it was first read, a note is read once more: what is made of it stays true.
        same = {note.note.path for note in notes} - written - run.scheduled.keys() - set(run.gone.values())
        run.overtaken |= {revision.path for revision in waiting} - same
        gone = _removable(set(stored), revisions, unreadable)
        await self._delete(gone, run)
        for path in (*(revision.path for revision in waiting), *gone):
            run.scheduled.pop(path, None)
        run.failed = _once([*run.failed, *unreadable])
        run.first |= written
        return written

    async def _delete(self, gone: set[str], run: _Run) -> None:
        if gone:
            await self._corpus.writer.delete_notes(sorted(gone))
            run.overtaken |= gone
            run.removed += len(gone)
            self._on_changes(Changes(removed=tuple(sorted(gone))))

    def _is_cancelled(self) -> bool:
        return self._cancelled

    async def _store(
        self, read: Sequence[PreparedNote], stored: dict[str, StoredRevision], run: _Run
    ) -> frozenset[str]:
        """Write what says something new, and give the paths of that."""
        same, new = [], []
        added, changed = list[str](), list[str]()
        for one in read:
            known = stored.get(one.note.path)
            if known is not None and known.content_hash == one.note.content_hash:
                same.append(one.note.revision)
                continue
            new.append((one.note, one.chunks))
            (added if known is None else changed).append(one.note.path)
        await self._corpus.writer.touch(same)
        if new:
            formerly = {note.path: run.gone.get(note.content_hash, "") for note, _ in new}
            await self._corpus.writer.replace_notes(new, {path: old for path, old in formerly.items() if old})
            run.written += len(new)
            run.added += len(added)
            run.changed += len(changed)
            run.touched |= {note.path for note, _ in new}
            self._on_changes(Changes(tuple(added), tuple(changed)))
        return frozenset(note.path for note, _ in new)

    async def _remove(self, run: _Run, stored: set[str], revisions: Sequence[Revision]) -> None:
        """Remove notes that are gone, but none that stand where could not be looked."""
        gone = _removable(stored, revisions, run.failed) - run.overtaken
        if self._cancelled:
            return
        with run.trace.step("remove", len(gone)) as measured:
            async with self._writing:
                await self._delete(gone, run)
                await self._corpus.writer.delete_orphans()
            measured.count_out = len(gone)

    # --- meaning -----------------------------------------------------------------------------

    async def _embed_all(self, run: _Run, stale: Mapping[Space, Sequence[str]], *, others: bool) -> int:
        done, left_out = await self._encoding.sync(
            stale,
            on_progress=lambda clock: self._report(run, "embedding", clock),
            is_cancelled=lambda: self._stops(run),
            first=run.first if others else run.touched,
            others=others,
        )
        run.failed += left_out
        return done

    async def _embed_tokens(self, tokens: TokenPipeline, run: _Run) -> int:
        done, left_out = await tokens.sync(
            self._corpus,
            self._run_large,
            self._run_small,
            on_progress=lambda clock: self._report(run, "embedding", clock),
            is_cancelled=lambda: self._stops(run),
        )
        run.failed += left_out
        return done

    async def _summarize_all(self, run: _Run) -> int:
        """Give each note a vector of its own; those with a passage that could not be encoded have none."""
        filling = SummaryFilling(self._corpus, self._encoding, self._run_large, self._run_small)
        return await filling.fill(
            on_progress=lambda clock: self._report(run, "summarizing", clock),
            is_cancelled=lambda: self._stops(run),
        )

    # --- the end -----------------------------------------------------------------------------

    async def _tidy(self, run: _Run) -> None:
        # An edit leaves little, which is searched without the index; a sync of much leaves its last batches.
        wrote_much = run.written > FEW_NOTES or run.embedded > FEW_PASSAGES
        wrote = run.written or run.removed or run.embedded or run.tokens
        if wrote and (self._corpus.backlog.is_untidy or (wrote_much and self._corpus.backlog.is_behind)):
            self._report(run, "tidying")
            with run.trace.step("tidy"):
                await self._corpus.upkeep.tidy()
        elif not self._cancelled:
            await self._corpus.upkeep.keep_vectors_indexed()

    async def _finish(
        self, run: _Run, revisions: Sequence[Revision], rebuilt: str | None, start: float, *, whole: bool
    ) -> SyncReport:
        ended = datetime.now(UTC) if whole and not self._cancelled else None
        self._preparation.write_manifest(ended, run.failed, found=run.notes_total, waiting=run.waiting)
        _, chunks, _ = await self._corpus.notes.counts()
        unread = {failure.path for failure in run.failed} & {r.path for r in revisions}
        return SyncReport(
            added=run.added,
            changed=run.changed,
            unchanged=max(0, run.notes_done - run.added - run.changed - len(unread)),
            removed=run.removed,
            chunks=chunks,
            embedded=run.embedded,
            failed=(*run.failed, *await self._corpus.notes.problems()),
            seconds=time.perf_counter() - start,
            steps=tuple(run.trace.steps),
            cancelled=self._cancelled,
            rebuilt=rebuilt,
        )

    def _report(self, run: _Run, phase: str, clock: EncodingClock | None = None) -> None:
        progress = Progress(phase, run.notes_done, run.notes_total)
        if clock is not None:
            progress = Progress(
                phase,
                run.notes_done,
                run.notes_total,
                clock.done,
                clock.total,
                clock.rate,
                clock.seconds_left,
            )
        self._on_progress(progress)


def _gone(stored: Mapping[str, StoredRevision], revisions: Sequence[Revision]) -> dict[str, str]:
    """Map the content of notes that are not where they were to their former path."""
    gone = set(stored) - {revision.path for revision in revisions}
    return {stored[path].content_hash: path for path in gone}


def _removable(stored: set[str], revisions: Sequence[Revision], failed: Sequence[Failure]) -> set[str]:
    """List the notes that are gone, but none that stand where could not be looked."""
    kept = [failure.path for failure in failed if failure.kept]
    unseen = tuple("" if path == "." else path + "/" for path in kept)
    led_out = {failure.path for failure in failed if not failure.kept}
    gone = stored - ({revision.path for revision in revisions} - led_out) - set(kept)
    return {path for path in gone if not path.startswith(unseen)}


def _ignored(_clock: EncodingClock) -> None:
    """Tell of nothing: it is over in a moment."""


def _once(failures: Sequence[Failure]) -> list[Failure]:
    return list(dict.fromkeys(failures))
