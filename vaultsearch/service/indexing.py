"""What keeps an open vault's index fresh: syncs one at a time, watching, and rebuilding what was damaged."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexDamagedError, IndexInUseError, NotIndexedError, WorkerDiedError
from vaultsearch.core.index.damage import is_marked
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.index.passage_encoding import PassageEncoding
from vaultsearch.core.index.pipeline import VectorPipeline
from vaultsearch.core.index.summary_filling import SummaryFilling
from vaultsearch.core.index.upkeep import KEPT
from vaultsearch.core.index.writer_lock import read_only, writer_of
from vaultsearch.core.models.adaptive_encoding import AdaptiveEncoder
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.vault.watcher import LOOKED_AFTER_S, ChangeSignal, WatchedVault
from vaultsearch.core.worker import give_back, in_thread
from vaultsearch.service.index_opening import WAS_DAMAGED, WAS_MENDED, IndexGuard

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.writer_lock import WriterLock
    from vaultsearch.core.protocols import Source
    from vaultsearch.core.values.note import Revision
    from vaultsearch.core.values.sync import Changes, SyncReport
    from vaultsearch.core.vault.ignoring import UserRules
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.workers import Workers

_LOOKED_AFTER_S = LOOKED_AFTER_S
_GIVEN_BACK_AFTER_S = 3.0
_RESTED_AFTER_S = 15.0
_FORMER_AFTER_S = KEPT.total_seconds() + 1.0
"""When versions that the last tidying left because they were young are old enough to go."""

_log = logging.getLogger(__name__)


class IndexingService:
    """Brings one index up to date with its vault. ``anew`` says why all of it is to be built at first, if so.

    Without a ``lock`` another process writes the index, and `sync` raises IndexInUseError.
    """

    def __init__(
        self,
        vault: Path,
        index: Path,
        corpus: LanceCorpus,
        parts: ComponentFactory,
        runners: Workers,
        lock: WriterLock | None,
        user_rules: Callable[[], UserRules],
        anew: str | None,
    ) -> None:
        self.changed = ChangeSignal()
        self._due = asyncio.Event()
        self.guard = IndexGuard(index, corpus, self._due.set)  # the sync that follows builds it anew
        self._vault = vault
        self._index = index
        self._corpus = corpus
        self._parts = parts
        self._runners = runners
        self._lock = lock
        self._user_rules = user_rules
        self._anew = anew
        self._syncing = asyncio.Lock()
        self._watched: WatchedVault | None = None
        self._resting: asyncio.Task[None] | None = None
        self._pipeline: VectorPipeline | None = None
        self._left: Mapping[str, Revision] | None = None
        self._on_changes: Callable[[Changes], None] = lambda _: None
        self._tried_export = False
        self._is_sound = False
        self._wrap: Callable[[Source], Source] = lambda source: source

    @property
    def writes(self) -> bool:
        """Tell whether this process is the one that writes the index."""
        return self._lock is not None

    @property
    def polls(self) -> bool:
        """Tell whether the folder is looked through because no event tells of changes."""
        return self._watched is not None and self._watched.polls

    @property
    def is_stopped(self) -> bool:
        """Tell whether indexing was cancelled: until it is asked for, only what changes is taken up."""
        return self._left is not None

    def tell_changes(self, listener: Callable[[Changes], None]) -> None:
        """Have each change that was taken up told to ``listener``, on the event loop."""
        self._on_changes = listener

    def sync_soon(self) -> None:
        """Have a sync follow that has more to do than what changes on the disk."""
        self._due.set()

    def use(self, parts: ComponentFactory) -> None:
        """Read notes by other parts from the next sync on."""
        self._parts = parts
        self._tried_export = False

    def read_through(self, wrap: Callable[[Source], Source]) -> None:
        """Index from now on what ``wrap`` makes of the vault."""
        self._wrap = wrap

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        """Bring the index up to date, or build it ``anew``; cancelling stops it at once and reports.

        One at a time: a second one waits for the first, and then looks for what came after it. An
        index that turns out to be damaged is set aside and built anew. Once it was cancelled, a sync
        because of ``changes`` takes up nothing else, until one is asked for. Raises DiskFullError.
        """
        if self._lock is None:
            raise _in_use(self._index)
        async with self._syncing:
            if anew:
                self._anew = "The index was built anew."
            if not changes:
                self._left = None
            try:
                report = await self._sync_or_rebuild(on_progress)
                if not report.cancelled and not self.is_stopped:
                    await self._export_model()
            finally:
                self._rest_soon()
            return report

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the summaries that are missing and nothing else; gives how many.

        What was made stays when this is cancelled, and the next time goes on from there. Raises
        IndexInUseError, or NotIndexedError where another model made the index.
        """
        if self._lock is None:
            raise _in_use(self._index)
        async with self._syncing:
            try:
                async with self.guard.explained():
                    return await self._fill_summaries(on_progress)
            except asyncio.CancelledError:
                await in_thread(self._runners.stop_indexing)
                raise
            finally:
                self._rest_soon()

    async def _fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        encoder, multilingual = self._parts.encoder, self._parts.multilingual
        manifest = await in_thread(read_manifest, self._index)
        if manifest is None or manifest.made_by.get(Space.MAIN) != encoder.fingerprint:
            raise NotIndexedError(
                "The index was made by another version or model than is set now.",
                f"Run: vaultsearch index {self._vault}",
            )
        encoders = {Space.MAIN: encoder} | ({Space.MULTILINGUAL: multilingual} if multilingual else {})
        run, run_small = self._runners.indexing, self._runners.small or self._runners.indexing
        encoding = PassageEncoding(self._corpus, encoders, run, run_small)
        await self._corpus.summaries.prepare(encoder.dimension)
        return await SummaryFilling(self._corpus, encoding, run, run_small).fill(
            on_progress=lambda clock: on_progress(Progress("summarizing", 0, 0, clock.done, clock.total)),
            is_cancelled=lambda: False,
        )

    async def changes(self) -> AsyncGenerator[None, None]:
        """Yield once watched, and each time it has changed and come to rest; done where others write."""
        if self._lock is None:
            return
        rules = await in_thread(self._user_rules)
        self._watched = watched = WatchedVault(self._vault, self.changed, rules.file)
        await watched.start(_LOOKED_AFTER_S)
        self.changed.notify()  # for what happened since it was looked through, while nobody watched
        passing_on = asyncio.create_task(self._pass_on())
        try:
            while True:
                await self._due.wait()
                self._due.clear()
                yield
        finally:
            passing_on.cancel()
            await watched.stop()

    async def _pass_on(self) -> None:
        """Have a change taken up by the sync that is going on, else by one to come."""
        while True:
            await self.changed.settled()
            if self._pipeline is not None:
                self._pipeline.interrupt()
            else:
                self._due.set()

    def close(self) -> None:
        """Let go of the index."""
        if self._resting is not None:
            self._resting.cancel()
        if self._lock is not None:
            self._lock.release()

    def _rest_soon(self) -> None:
        """End the indexing process when there has been nothing for it to do for a while: it holds memory."""
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.create_task(self._rest())

    async def _rest(self) -> None:
        await asyncio.sleep(_GIVEN_BACK_AFTER_S)
        await in_thread(give_back)
        await asyncio.sleep(_RESTED_AFTER_S - _GIVEN_BACK_AFTER_S)
        async with self._syncing:
            await in_thread(self._runners.stop_indexing)
            await self._tried(self._corpus.upkeep.tidy_at_rest())
        await in_thread(give_back)  # once more: after a start, words are being counted for a while
        for _ in range(2):
            await asyncio.sleep(_FORMER_AFTER_S)
            async with self._syncing:
                await self._tried(self._corpus.upkeep.drop_former())

    async def _tried(self, tidying: Awaitable[None]) -> None:
        try:
            await tidying
        except (OSError, RuntimeError, ValueError) as error:  # such as a full disk; searching goes on
            _log.warning("not tidied index=%s because=%s", self._index, error)

    async def _sync_or_rebuild(self, on_progress: Callable[[Progress], None]) -> SyncReport:
        mended = False
        try:
            mended = await self._mended()
            async with self.guard.explained():
                report = await self._sync(on_progress)
        except IndexDamagedError:
            await self.guard.set_aside()
            self._anew = WAS_DAMAGED
            return await self._sync(on_progress)
        return replace(report, rebuilt=report.rebuilt or WAS_MENDED) if mended else report

    async def _mended(self) -> bool:
        """Mend what a search found damaged, here or elsewhere; looked for once where none has."""
        if self._anew or (self._is_sound and not await in_thread(is_marked, self._index)):
            return False
        mended = await self.guard.mend()
        self._is_sound = True
        return mended

    async def _sync(self, on_progress: Callable[[Progress], None]) -> SyncReport:
        source = ObsidianVault(
            self._vault,
            max_file_bytes=self._parts.parameters.integer("source", "max_file_bytes"),
            user_rules=await in_thread(self._user_rules),
            follow_links_out=self._parts.parameters.flag("source", "follow_links_out"),
        )
        pipeline = VectorPipeline(
            self._wrap(source),
            self._corpus,
            encoder=self._parts.encoder,
            multilingual=self._parts.multilingual,
            chunker=self._parts.chunker,
            tokens=self._parts.tokens,
            run=self._runners.indexing,
            run_small=self._runners.small,
            helper=self._runners.helper,
            on_progress=on_progress,
            on_changes=self._on_changes,
            lock=self._lock,
        )
        self._pipeline = pipeline
        try:
            report = await self._ended(pipeline)
        finally:
            self._pipeline = None
            if pipeline.is_interrupted:  # as it ended, so that nobody took it up
                self._due.set()
        if report.cancelled:
            self._left = dict(pipeline.unread)
        self._anew = None
        return report

    async def _ended(self, pipeline: VectorPipeline) -> SyncReport:
        """Sync to the end; cancelled, how often ever, to the end of what is being written."""
        task = asyncio.ensure_future(pipeline.sync(anew=self._anew, but=self._left))
        while not task.done():
            try:
                await asyncio.shield(task)
            except asyncio.CancelledError:
                if task.cancelled():
                    raise
                pipeline.cancel()
                stopping = asyncio.ensure_future(in_thread(self._runners.stop_indexing))
                while not stopping.done():
                    with suppress(asyncio.CancelledError):
                        await asyncio.shield(stopping)
            except Exception:  # raised below
                break
        return task.result()

    async def _export_model(self) -> None:
        """Make what the next start needs to be quick, once for all; without it, all works as well."""
        encoder = self._parts.encoder
        if self._tried_export or not isinstance(encoder, AdaptiveEncoder):
            return
        if not await in_thread(encoder.is_export_wanted):
            return
        self._tried_export = True
        try:
            trouble = await self._runners.indexing(encoder.export)
        except WorkerDiedError as error:
            trouble = str(error)
        except asyncio.CancelledError:  # what was to be brought up to date has been
            await in_thread(self._runners.stop_indexing)
            return
        if trouble:
            _log.warning("export failed model=%s because=%s", encoder.name, trouble)


def _in_use(index: Path) -> IndexInUseError:
    holder = writer_of(index)
    if holder is None and not os.access(index, os.W_OK):
        return read_only(index)
    return IndexInUseError(
        f"The index is in use by another process ({holder or 'unknown'}).",
        "Close the other window or wait for the other command; searching works meanwhile.",
    )
