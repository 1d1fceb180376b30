"""Sync an index with the vault: words first, vectors after, and only for changes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ParamSpec, TypeVar

from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.errors import VaultNotFoundError, VaultSearchError
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.file_limits import FILE_SECONDS
from vaultsearch.core.index.sync.filling import ModelTextFilling, SummaryFilling, TitleFilling
from vaultsearch.core.index.sync.note_reading import (
    FEW_NOTES,
    FEW_PASSAGES,
    MANY_NOTES,
    HelperProcess,
    NoteReader,
)
from vaultsearch.core.index.sync.note_sync import NoteSync, SyncState
from vaultsearch.core.index.sync.passage_encoding import EncodingClock, PassageEncoding, ReadingClock, Watch
from vaultsearch.core.index.sync.preparation import IndexPreparation
from vaultsearch.core.index.sync.token_filling import TokenPipeline
from vaultsearch.core.index.tables.index_tables import CHUNKS, NOTES, SUMMARIES, TITLES, VECTORS
from vaultsearch.core.index.tables.stored_notes import StoredRevisions
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.protocols import Encoder, Runner, Source
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import NOTHING, Changes, Progress, SyncReport, Touched
from vaultsearch.core.vault.reading import with_kinds

P = ParamSpec("P")
T = TypeVar("T")


class Interruption:
    """Signals urgent work, done by ``handle``; never twice at once."""

    def __init__(self, handle: Callable[[], Awaitable[None]]) -> None:
        self._handle = handle
        self._come = asyncio.Event()

    def note(self) -> None:
        """Signal urgent work; to be called on the loop's thread."""
        self._come.set()

    async def during(self, work: asyncio.Future[T]) -> T:
        """Wait for ``work`` and handle urgent work meanwhile. Cancel ``work`` on cancellation."""
        try:
            while not work.done():
                come = asyncio.ensure_future(self._come.wait())
                await asyncio.wait((work, come), return_when=asyncio.FIRST_COMPLETED)
                come.cancel()
                # If the work is done, the next call of the runner handles it.
                if self._come.is_set() and not work.done():
                    # Before it is handled: what comes meanwhile sets it again.
                    self._come.clear()
                    await self._handle()
        except BaseException:
            work.cancel()
            raise
        return await work

    def runner(self, run: Runner) -> Runner:
        """Wrap a runner so that urgent work is done during calls: a batch may take seconds."""

        async def interruptible(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
            return await self.during(asyncio.ensure_future(run(function, *args, **kwargs)))

        return interruptible


_log = logging.getLogger(__name__)

_MAX_WRITTEN_SHARE = 1 / 4
"""Share of the notes; a sync writing less, and still much, leaves the tables to be tidied at rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineOptions:
    """Optional parts of a `VectorPipeline`.

    Attributes:
        multilingual: Encodes passages in other languages than English; without it, the encoder does.
        titles: Encode titles, for each space; without them, questions do.
        tokens: Makes token vectors besides, if any.
        run: Reads and encodes in a thread of this process, or in a worker process.
        run_small: Runs little work, in a process already started for which somebody else may wait; ``run`` by
            default.
        helper: Starts a second worker process for reading many notes.
        on_progress: Called on the event loop.
        on_changes: Called on the event loop with the notes written or removed.
        lock: The writer's lock; by default a new one for the target.
        file_seconds: Processor seconds allowed for reading a file.
    """

    multilingual: Encoder | None = None
    titles: Mapping[Space, Encoder] | None = None
    tokens: TokenPipeline | None = None
    run: Runner = in_thread
    run_small: Runner | None = None
    helper: Callable[[], HelperProcess] | None = None
    on_progress: Callable[[Progress], None] | None = None
    on_changes: Callable[[Changes], None] | None = None
    lock: WriterLock | None = None
    file_seconds: float = FILE_SECONDS


class VectorPipeline:
    """A `Pipeline` from a source to a corpus. A note's words can be searched before it has vectors.

    Changes on the disk during a long sync are taken up as soon as `interrupt` reports them: words at once,
    vectors before all other notes. While 800 notes were read anew for another language, a note added during
    those four minutes was not found, and a deleted note stayed listed.

    Args:
        encoder: Encodes passages; by default, the default model.
        chunker: Cuts notes into passages; by default for the default model.
    """

    def __init__(
        self,
        source: Source,
        target: LanceCorpus,
        *,
        encoder: Encoder | None = None,
        chunker: Chunker | None = None,
        options: PipelineOptions | None = None,
    ) -> None:
        options = options or PipelineOptions()
        run, file_seconds = options.run, options.file_seconds
        self._source = source
        self._corpus = target
        main = encoder or OnnxEncoder.installed()
        self._encoders: dict[Space, Encoder] = {Space.MAIN: main}
        if options.multilingual is not None:
            self._encoders[Space.MULTILINGUAL] = options.multilingual
        self._chunker = chunker or Chunker(OnnxEncoder.installed().counter)
        self._tokens = options.tokens
        self._interruption = Interruption(self._catch_up)
        self._overtaking = NOTHING
        self._run_small = options.run_small or run
        self._run_large = self._interruption.runner(run)
        # A model for titles is loaded where questions are encoded.
        small = self._interruption.runner(self._run_small)
        self._titles = TitleFilling(target, options.titles or {}, small)
        self._preparation = IndexPreparation(
            source, target, self._encoders, self._chunker, options.tokens, f"{file_seconds:g} s"
        )
        self._writing = asyncio.Lock()
        reading = NoteReader(
            source,
            self._chunker,
            main,
            self._run_large,
            self._run_small,
            options.helper,
            file_seconds,
            target.backlog.is_asked,
            self._is_cancelled,
        )
        self._notes = NoteSync(
            source,
            target,
            self._preparation,
            reading,
            # In passing: without a process of its own that would be waited for, and never interrupted itself.
            replace(reading, run=run, helper=None),
            self._writing,
            options.on_changes or (lambda _: None),
            self._is_cancelled,
        )
        self._encoding = PassageEncoding(
            target,
            self._encoders,
            self._run_large,
            self._run_small,
            self._writing,
            lambda path: path in self._state.overtaken,
        )
        # Not interruptible either: it runs while an interruption is handled.
        self._encoding_changes = PassageEncoding(target, self._encoders, run, self._run_small, self._writing)
        self._state = SyncState()
        self._on_progress = options.on_progress or (lambda _: None)
        self._lock = options.lock or WriterLock(target.path)
        self._cancelled = False

    def cancel(self) -> None:
        """Stop before the next batch. Written batches stay, and the next sync continues from there.

        The worker process may be ended after this, giving up the batch in progress.
        """
        self._cancelled = True
        self._corpus.upkeep.give_up()

    def interrupt(self, touched: Touched) -> None:
        """Take up changes on the disk before continuing with this sync."""
        self._overtaking |= touched
        self._interruption.note()

    @property
    def passed_over(self) -> Touched:
        """The changes this sync has not taken up."""
        return self._overtaking

    @property
    def unread(self) -> Mapping[str, Revision]:
        """The notes left unread, with the revisions seen, by path."""
        return self._state.scheduled

    async def sync(
        self,
        *,
        anew: str | None = None,
        but: Mapping[str, Revision] | None = None,
        only: frozenset[str] = frozenset(),
    ) -> SyncReport:
        """Bring the corpus up to date and report the changes.

        Args:
            anew: The reason for building the whole index anew, or None to update it.
            but: The notes left unread by a cancelled sync, by path. They stay unread while they keep this
                revision, and only changed notes are encoded.
            only: The paths to look at, if the source can judge single files.

        Raises:
            VaultNotFoundError: The vault does not exist, or holds no notes.
            IndexInUseError: Another process writes the index.
            ModelUnavailableError: An encoder cannot be loaded.
        """
        self._cancelled = False
        self._lock.acquire()
        try:
            report = await self._sync_files(only) if only else None
            return report or await self._sync(anew, but)
        finally:
            self._corpus.upkeep.resume()
            # Other processes may write from here on.
            self._corpus.backlog.recent_words.end()
            self._lock.release()

    async def _sync(self, anew: str | None, but: Mapping[str, Revision] | None) -> SyncReport:
        self._state = state = SyncState()
        self._report(state, "scanning")
        with state.trace.step("scan") as measured:
            revisions, failed = await in_thread(self._source.scan)
            measured.count_out = len(revisions)
        state.failed += failed
        state.notes_total = len(revisions)
        known = self._preparation.known(anew)
        rebuilt = await self._preparation.prepare(
            n_files=len(revisions), empty=not revisions and not state.failed, anew=anew
        )
        await self._corpus.writer.follow_words()
        stored = await self._corpus.notes.revisions()
        state.refused = {r.path: r for r in revisions if known.refused.get(r.path) == r}
        state.failed += [failure for failure in known.failed if failure.path in state.refused]
        state.unread |= state.refused.keys() - stored.keys()
        left = await self._notes.schedule(state, revisions, stored, but or {})
        stale = {space: await self._corpus.vectors[space].stale() for space in self._encoders}
        if not any(stale.values()) and known.compared == await self._describe_state():
            state.compared = known.compared
        await self._write_words(state, revisions, stored, whole=True)
        await self._make_vectors(state, stale if but is None else None)
        state.scheduled |= left
        # Whatever was found has been compared by now.
        state.compared = await self._describe_state()
        await self._tidy(state)
        return await self._finish(state, revisions, rebuilt, whole=but is None)

    async def _sync_files(self, paths: frozenset[str]) -> SyncReport | None:
        """Bring single files up to date; return None if a scan of all files is needed."""
        state = SyncState()
        # Token vectors are compared with those of all passages, so that a sync with them looks at all.
        known = self._preparation.known()
        can_tell = known.last_sync is not None and self._tokens is None
        if not can_tell or (looked_at := await self._notes.look_at(Touched(paths))) is None:
            return None
        self._state = state
        state.compared = known.compared if known.compared == await self._describe_state() else ()
        revisions, failed, stored = looked_at
        # What is known of these files is out of date, unless they are refused and unchanged.
        anew = paths - {r.path for r in revisions if known.refused.get(r.path) == r}
        still = (failure for failure in known.failed if failure.path not in anew)
        state.failed = list(dict.fromkeys([*still, *failed]))
        state.refused = {path: revision for path, revision in known.refused.items() if path not in anew}
        formerly = paths & (stored.keys() | {failure.path for failure in known.failed})
        state.notes_total = known.n_files - len(formerly) + len(revisions)
        await self._notes.schedule(state, revisions, stored, {})
        await self._write_words(state, revisions, stored, whole=False)
        await self._make_vectors(state, None)
        await self._tidy(state)
        return await self._finish(state, revisions, None, whole=True)

    async def _write_words(
        self, state: SyncState, revisions: Sequence[Revision], stored: StoredRevisions, *, whole: bool
    ) -> None:
        """Write the scheduled notes, and remove deleted ones."""
        waiting = list(state.scheduled.values())
        measuring: asyncio.Task[None] | None = None
        if whole and len(waiting) >= MANY_NOTES:
            state.reading = ReadingClock(await self._encoding.costs())
            state.reading.begin(waiting)

        def written() -> None:
            nonlocal measuring
            if measuring is None and state.reading is not None:
                measuring = asyncio.create_task(self._measure_encoding(state.reading))
            self._report(state, "reading")

        self._report(state, "reading")
        is_large = len(waiting) >= MANY_NOTES
        throttled = self._corpus.notes.throttled() if is_large else nullcontext()
        with state.trace.step("read", len(waiting)) as measured, throttled:
            try:
                await self._notes.read_all(state, waiting, stored, written)
            finally:
                if measuring is not None:
                    await measuring
            measured.count_out = state.added + state.changed
        # A sync that was cut off has not looked at everything, and must not take what it left out as gone.
        if not self._cancelled:
            await self._notes.discount_vanished(state)
            await self._notes.remove(state, set(stored), revisions, orphans=whole and not state.compared)
        await self._notes.describe_pictures(state)
        await self._notes.index_words(state)

    async def _measure_encoding(self, clock: ReadingClock) -> None:
        with suppress(VaultSearchError):  # encoding raises it again
            clock.seconds = await self._encoding.seconds_of_one()

    async def _make_vectors(self, state: SyncState, stale: Mapping[Space, Sequence[str]] | None) -> None:
        """Make vectors, summaries and token vectors; repeat if notes changed on the disk meanwhile.

        Args:
            stale: Passage ids from renamed notes, by space; None to encode only the notes this sync has read.
        """
        others = stale is not None
        while True:
            # Each round reads the passages anew, so that what was overtaken in the round before is valid in
            # it.
            state.overtaken.clear()
            state.listed_anew, self._corpus.backlog.failed = False, 0
            changes = state.written or state.removed or state.embedded
            only = None if others and (changes or not state.compared) else frozenset(state.touched)
            # Before the passages: until then, each question encodes the titles that it finds.
            if self._titles.encoders and not self._stops(state):
                with state.trace.step("titles") as measured:
                    measured.count_out = await self._titles.fill(
                        await self._encoding.routing(), is_cancelled=lambda: self._stops(state), only=only
                    )
            with state.trace.step("embed") as measured:
                measured.count_out, left_out = await self._encoding.sync(
                    stale or {},
                    self._watch(state, "embedding"),
                    first=state.first if others else state.touched,
                    others=others,
                    seconds=state.reading.seconds if state.reading is not None else None,
                )
                state.embedded += measured.count_out
                state.failed += left_out
            with state.trace.step("summarize") as measured:
                summaries = SummaryFilling(self._corpus, self._encoding, self._run_large, self._run_small)
                measured.count_out = await summaries.fill(self._watch(state, "summarizing"), only)
            if await self._corpus.model_texts.is_used() and not self._stops(state):
                with state.trace.step("model texts") as measured:
                    filling = ModelTextFilling(self._corpus, self._encoders, self._run_large, self._run_small)
                    measured.count_out = await filling.fill(self._watch(state, "texts"), only)
            if self._tokens is not None and others and not self._stops(state):
                with state.trace.step("tokens") as measured:
                    measured.count_out, left_out = await self._tokens.sync(
                        self._corpus, self._run_large, self._run_small, self._watch(state, "embedding")
                    )
                    state.tokens += measured.count_out
                    state.failed += left_out
            # Done in the first round; a note renamed during it is read again.
            stale = {}
            if self._cancelled or not (state.overtaken or state.listed_anew):
                return

    def _stops(self, state: SyncState) -> bool:
        return self._cancelled or state.listed_anew

    def _watch(self, state: SyncState, phase: str) -> Watch:
        return Watch(lambda clock: self._report(state, phase, clock), lambda: self._stops(state))

    async def _catch_up(self) -> None:
        """Write notes changed on the disk meanwhile, and encode them if they are few."""
        state = self._state
        # Taken before reading: a file saved meanwhile is noted for the next time.
        changed, self._overtaking = self._overtaking, NOTHING
        try:
            async with self._writing:
                written = await self._notes.read_changes(state, changed)
            pending = await self._corpus.vectors.count_without(written)
            # A few are encoded in passing; of more, the encoding under way begins anew with these first.
            if pending and pending <= FEW_PASSAGES and not self._cancelled:
                done, left_out = await self._encoding_changes.sync(
                    {}, Watch(is_cancelled=self._is_cancelled), first=written, others=False
                )
                state.embedded += done
                state.failed += left_out
            elif pending:
                state.listed_anew = True
        except VaultNotFoundError as error:
            # The drive was taken away: the notes read before can be encoded, and the next sync reports it.
            self._overtaking |= changed
            _log.info("not looked through because=%s", error)

    def _is_cancelled(self) -> bool:
        return self._cancelled

    async def _tidy(self, state: SyncState) -> None:
        if self._cancelled:  # whoever cancels waits for the end; it is tidied at rest, or by the next sync
            return
        # An edit leaves little, which is searched without the index; a sync of much leaves its last batches.
        wrote_much = state.written > FEW_NOTES or state.embedded > FEW_PASSAGES
        wrote = bool(state.written or state.removed or state.embedded or state.tokens)
        # All is found by then: of 2,000 notes in a renamed folder of 13,000, half of the time went to this.
        is_small = state.written < _MAX_WRITTEN_SHARE * state.notes_total
        waits_for_rest = wrote_much and is_small and not await self._corpus.upkeep.is_vector_index_due()
        if not waits_for_rest and await self._corpus.upkeep.pays(wrote=wrote, much=wrote_much):
            self._report(state, "tidying")
            with state.trace.step("tidy"):
                await self._corpus.upkeep.tidy(at_rest=False)
            return
        if waits_for_rest and self._corpus.backlog.is_behind:
            with state.trace.step("tidy"):
                await self._corpus.upkeep.index_words()
        await self._corpus.upkeep.keep_vectors_indexed()

    async def _finish(
        self, state: SyncState, revisions: Sequence[Revision], rebuilt: str | None, *, whole: bool
    ) -> SyncReport:
        # Without an end, the next start looks at all files again.
        ended = datetime.now(UTC) if whole and not self._cancelled else None
        of_files = (failure.path for failure in with_kinds(state.failed) if failure.kind)
        not_indexed = await self._corpus.notes.missing(of_files)
        found = await self._describe_state() if ended else ()
        is_compared = found[:1] == state.compared[:1] and not self._corpus.backlog.failed
        self._preparation.write_manifest(
            replace(
                self._preparation.manifest,
                last_sync=ended,
                failed=tuple(state.failed),
                n_files=state.notes_total,
                waiting=state.waiting,
                refused=state.refused,
                unread=len(not_indexed),
                compared=found if is_compared else (),
            )
        )
        # A former path counts once, though two notes may have its content now.
        moved = {former: new for new, former in state.moved.items()}
        unread = {failure.path for failure in state.failed} & {r.path for r in revisions}
        return SyncReport(
            added=state.added - len(moved),
            changed=state.changed,
            unchanged=max(0, state.notes_done - state.added - state.changed - len(unread)),
            removed=max(0, state.removed - len(moved)),
            chunks=await self._corpus.notes.count_passages(),
            embedded=state.embedded,
            failed=with_kinds((*state.failed, *await self._corpus.notes.problems())),
            seconds=time.perf_counter() - state.begun,
            steps=tuple(state.trace.steps),
            cancelled=self._cancelled,
            rebuilt=rebuilt,
            moved=tuple(moved.items()),
        )

    async def _describe_state(self) -> tuple[str, ...]:
        """Name the makers of titles and summaries, and the state of the tables that these follow from."""
        routing, tables = await self._encoding.routing(), self._corpus.tables
        makers = [encoder.fingerprint for encoder in self._titles.encoders.values()]
        names = filter(tables.__contains__, (NOTES, CHUNKS, TITLES, SUMMARIES, *VECTORS.values()))
        # By rows where vectors are: their index, built after a sync, is another version.
        counted = [(tables[name], name in tables.searches) for name in names]
        states = [f"{t.name} {await (t.count_rows() if by_rows else t.version())}" for t, by_rows in counted]
        return f"{sorted(routing.read or ())} {routing.is_mixed} {makers}", *states

    def _report(self, state: SyncState, phase: str, clock: EncodingClock | None = None) -> None:
        self._on_progress(state.progress(phase, clock))
