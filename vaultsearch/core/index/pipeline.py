"""Brings the index up to date with the vault: words first, meaning after, only what changed."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.index.chunking import Chunker
from vaultsearch.core.index.embedding import SentenceTransformerEncoder
from vaultsearch.core.index.note_reading import NoteReading
from vaultsearch.core.index.pace import FEW_NOTES, FEW_PASSAGES
from vaultsearch.core.index.passage_encoding import PassageEncoding
from vaultsearch.core.index.preparation import IndexPreparation
from vaultsearch.core.index.spaces import Space
from vaultsearch.core.index.summary_filling import SummaryFilling
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.tracing import Trace
from vaultsearch.core.values import Failure, Progress, Revision, SyncReport
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.note_reading import Helper, ReadBatch
    from vaultsearch.core.index.pace import EncodingClock
    from vaultsearch.core.index.reading import ReadNote
    from vaultsearch.core.index.stored import StoredRevision
    from vaultsearch.core.index.token_pipeline import TokenPipeline
    from vaultsearch.core.protocols import Encoder, Runner, Source

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


class VectorPipeline:
    """A `Pipeline` from a source to a corpus. Words of a note can be searched before its meaning.

    ``encoder`` reads what is English and ``multilingual`` the rest; without that one, ``encoder`` reads all.
    ``run`` says where reading and encoding happen: a thread of this process, or a worker process.
    ``run_small`` is where that happens instead if it is little: a process that is there already, and
    that somebody else may be waiting for. ``helper`` starts another one, which helps to read where there
    is much. ``on_progress`` is called on the event loop. Raises VaultNotFoundError, IndexInUseError, or
    ModelUnavailableError; what is wrong with one note becomes a line of the report.
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
        self._run_large = run
        self._run_small = run_small or run
        self._reading = NoteReading(source, self._chunker, main, run, self._run_small, helper)
        self._preparation = IndexPreparation(source, target, self._encoders, self._chunker, tokens)
        self._encoding = PassageEncoding(target, self._encoders, self._run_large, self._run_small)
        self._on_progress = on_progress
        self._lock = lock or WriterLock(target.path)
        self._cancelled = False

    def cancel(self) -> None:
        """Stop before the next batch; what was written stays, and the next sync goes on from there.

        The worker process may be ended after this: the batch in it is then given up, too.
        """
        self._cancelled = True

    async def sync(self, *, anew: str | None = None) -> SyncReport:
        """Bring the corpus up to date and report what was done.

        ``anew`` is why everything is to be done again, None where only what changed is.
        """
        self._cancelled = False
        self._lock.acquire()
        try:
            return await self._sync(anew)
        finally:
            self._lock.release()

    async def _sync(self, anew: str | None) -> SyncReport:
        start, run = time.perf_counter(), _Run()
        revisions = await self._scan(run)
        rebuilt = await self._preparation.prepare(
            found=len(revisions), empty=not revisions and not run.failed, anew=anew
        )
        stored = await self._corpus.revisions()
        waiting = [r for r in revisions if r.path not in stored or stored[r.path].revision != r]
        gone = set(stored) - {revision.path for revision in revisions}
        run.gone = {stored[path].content_hash: path for path in gone}
        stale = {space: await self._corpus.stale_ids(space) for space in self._encoders}
        run.waiting = len(waiting)
        if run.waiting > FEW_NOTES:  # a saved note is read before anybody could be told
            self._preparation.note_waiting(len(revisions), run.waiting)
        self._report(run, "reading")
        with run.trace.step("read", len(waiting)) as measured:
            await self._read_all(run, waiting, stored)
            measured.count_out = run.added + run.changed
        await self._remove(run, set(stored), revisions)
        with run.trace.step("embed") as measured:
            measured.count_out = run.embedded = await self._embed_all(run, stale)
        with run.trace.step("summarize") as measured:
            measured.count_out = await self._summarize_all(run)
        if self._tokens is not None and not self._cancelled:
            with run.trace.step("tokens") as measured:
                measured.count_out = run.tokens = await self._embed_tokens(self._tokens, run)
        await self._tidy(run)
        return await self._finish(run, revisions, rebuilt, start)

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
        run.notes_done = run.notes_total - len(waiting)
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
        run.failed += [failure for batch in batches for failure in batch.failed]
        await self._store([note for batch in batches for note in batch.notes], stored, run)
        read = sum(batch.files for batch in batches)
        run.notes_done += read
        run.waiting -= read
        self._preparation.note_waiting(run.notes_total, run.waiting)
        if self._corpus.is_slow(soon_done=True):
            await self._corpus.tidy(settled=False)
        self._report(run, "reading")

    async def _store(self, read: Sequence[ReadNote], stored: dict[str, StoredRevision], run: _Run) -> None:
        same, new = [], []
        for one in read:
            known = stored.get(one.note.path)
            if known is not None and known.content_hash == one.note.content_hash:
                same.append(one.note.revision)
                continue
            new.append((one.note, one.chunks))
            if known is None:
                run.added += 1
            else:
                run.changed += 1
        await self._corpus.touch(same)
        if new:
            formerly = {note.path: run.gone.get(note.content_hash, "") for note, _ in new}
            await self._corpus.replace_notes(new, {path: old for path, old in formerly.items() if old})
            run.written += len(new)

    async def _remove(self, run: _Run, stored: set[str], revisions: Sequence[Revision]) -> None:
        """Remove notes that are gone, but none that stand where could not be looked."""
        kept = [failure.path for failure in run.failed if failure.kept]
        unseen = tuple("" if path == "." else path + "/" for path in kept)
        led_out = {failure.path for failure in run.failed if not failure.kept}
        gone = stored - ({r.path for r in revisions} - led_out) - set(kept)
        gone = {path for path in gone if not path.startswith(unseen)}
        if self._cancelled:
            return
        with run.trace.step("remove", len(gone)) as measured:
            await self._corpus.delete_notes(sorted(gone))
            await self._corpus.delete_orphans()
            measured.count_out = run.removed = len(gone)

    # --- meaning -----------------------------------------------------------------------------

    async def _embed_all(self, run: _Run, stale: Mapping[Space, Sequence[str]]) -> int:
        done, left_out = await self._encoding.sync(
            stale,
            on_progress=lambda clock: self._report(run, "embedding", clock),
            is_cancelled=lambda: self._cancelled,
        )
        run.failed += left_out
        return done

    async def _embed_tokens(self, tokens: TokenPipeline, run: _Run) -> int:
        done, left_out = await tokens.sync(
            self._corpus,
            self._run_large,
            self._run_small,
            on_progress=lambda clock: self._report(run, "embedding", clock),
            is_cancelled=lambda: self._cancelled,
        )
        run.failed += left_out
        return done

    async def _summarize_all(self, run: _Run) -> int:
        """Give each note a vector of its own; those with a passage that could not be encoded have none."""
        filling = SummaryFilling(self._corpus, self._encoding, self._run_large, self._run_small)
        return await filling.fill(
            on_progress=lambda clock: self._report(run, "summarizing", clock),
            is_cancelled=lambda: self._cancelled,
        )

    # --- the end -----------------------------------------------------------------------------

    async def _tidy(self, run: _Run) -> None:
        # An edit leaves little, which is searched without the index; a sync of much leaves its last batches.
        wrote_much = run.written > FEW_NOTES or run.embedded > FEW_PASSAGES
        wrote = run.written or run.removed or run.embedded or run.tokens
        if wrote and (self._corpus.is_untidy or (wrote_much and self._corpus.is_behind)):
            self._report(run, "tidying")
            with run.trace.step("tidy"):
                await self._corpus.tidy()
        elif not self._cancelled:
            await self._corpus.keep_vectors_indexed()

    async def _finish(
        self, run: _Run, revisions: Sequence[Revision], rebuilt: str | None, start: float
    ) -> SyncReport:
        ended = None if self._cancelled else datetime.now(UTC)
        self._preparation.write_manifest(ended, run.failed, found=run.notes_total, waiting=run.waiting)
        _, chunks, _ = await self._corpus.counts()
        unread = {failure.path for failure in run.failed} & {r.path for r in revisions}
        return SyncReport(
            added=run.added,
            changed=run.changed,
            unchanged=max(0, run.notes_done - run.added - run.changed - len(unread)),
            removed=run.removed,
            chunks=chunks,
            embedded=run.embedded,
            failed=(*run.failed, *await self._corpus.problems()),
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
