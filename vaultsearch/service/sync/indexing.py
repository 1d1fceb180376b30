"""An open vault's index area: run a single sync at a time, watch notes, rebuild a damaged index."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from vaultsearch.core.errors import IndexDamagedError, NotIndexedError, VaultClosedError, VaultSearchError
from vaultsearch.core.index import index_folder, published
from vaultsearch.core.index.corpus import LanceCorpus, is_damaged
from vaultsearch.core.index.published import PublishPlace, Transfer
from vaultsearch.core.index.writer_lock import WriterLock, in_use_error
from vaultsearch.core.messages import Message
from vaultsearch.core.protocols import Source
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import FileKind, Revision
from vaultsearch.core.values.sync import ANYTHING, NOTHING, Changes, Progress, SyncReport, Touched
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.vault.note_dates import DateFormats
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.index_guard import IndexGuard
from vaultsearch.service.parts.replicas import is_replica, renew_replica, require_own
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.sync.open_index import WAS_DAMAGED, WAS_MENDED
from vaultsearch.service.sync.rest import IndexRest

if TYPE_CHECKING:
    from vaultsearch.core.index.sync.pipeline import VectorPipeline
    from vaultsearch.core.recognized_texts import RecognizedTexts
    from vaultsearch.core.vault.reading import FileRules
    from vaultsearch.core.vault.source import ObsidianVault
    from vaultsearch.core.vault.watcher import ChangeSignal, WatchedVault
    from vaultsearch.service.sync.text_recognition import TextRecognition

_log = logging.getLogger(__name__)

_SETTINGS_LOOKED_AT_S = 60.0
_LOOKED_THROUGH_AFTER_S, _MAX_LOOKED_THROUGH_AFTER_S = 10.0, 600.0
"""Seconds after the last sync of single files until all are looked at."""
_LOOKED_THROUGH_SHARE = 1 / 100
"""The share of these seconds that the look may take: for 10,000 notes, it takes as much CPU as two saves."""


def full_scan_pause_s(took_s: float) -> float:
    """Return the seconds from a save until all files are looked at, by those that the last look took."""
    return min(max(_LOOKED_THROUGH_AFTER_S, took_s / _LOOKED_THROUGH_SHARE), _MAX_LOOKED_THROUGH_AFTER_S)


@dataclass(eq=False)
class IndexingService:
    """Brings an index up to date with the vault.

    ``anew`` is the reason to rebuild everything at the first sync, or None. Without a ``lock`` another
    process writes the index, and `sync` raises IndexInUseError. Lives on a single event loop.
    """

    _vault: Path
    _index: Path
    _corpus: LanceCorpus
    _components: ComponentFactory
    _workers: Workers
    _lock: WriterLock | None
    _user_rules: Callable[[], UserRules]
    _anew: str | None
    _due: asyncio.Event = field(default_factory=asyncio.Event)
    _touched: Touched = NOTHING
    """Changes since the last sync."""
    _looking: asyncio.TimerHandle | None = None
    _syncing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _watched: WatchedVault | None = None
    _pipeline: VectorPipeline | None = None
    _unread: Mapping[str, Revision] | None = None
    _dates: DateFormats | None = None
    _scan_s: float = 0.0
    _is_sound: bool = False
    keeps_versions: bool = True
    every_s: float = 0.0
    on_changes: Callable[[Changes], None] = lambda _: None
    """Called on the event loop with each indexed change."""
    on_moves: Callable[[Mapping[str, str]], Awaitable[None]] | None = None
    """Called with the new paths of moved notes, by former path, before a sync reports them."""
    wrap: Callable[[Source], Source] = lambda source: source
    """Alters the vault to be indexed: an evaluation removes texts quoted in questions."""

    def __post_init__(self) -> None:
        # The guard asks for a sync when it finds damage: that sync builds the index anew.
        self.guard = IndexGuard(self._index, self._corpus, self._want_sync)
        self.rest = IndexRest(self._index, self._corpus, self._workers, self._syncing, self.drop_unheld)

    @cached_property
    def changed(self) -> ChangeSignal:
        """Signals changed notes."""
        from vaultsearch.core.vault.watcher import ChangeSignal

        return ChangeSignal()

    @cached_property
    def recognition(self) -> TextRecognition:
        """Text recognition in pictures, running while changes are followed."""
        from vaultsearch.service.sync.text_recognition import TextRecognition

        async def read_again(paths: Sequence[str]) -> None:
            async with self._syncing:
                await self._corpus.writer.forget_revisions(paths)
            self._want_sync(Touched(frozenset(paths)))

        return TextRecognition(
            self._texts,
            self._corpus,
            self._workers,
            lambda: self._components,
            self._source,
            self._syncing,
            read_again,
        )

    def note_question(self) -> None:
        """Yield to whoever asks a question."""
        self.rest.wait_unasked()
        if self._watched is not None:
            self.recognition.note_question()

    def stop_recognising(self) -> None:
        """Recognise no more text until changes are followed again."""
        if self._watched is not None:
            self.recognition.stop()

    @property
    def writes(self) -> bool:
        """Return True if this process writes the index."""
        return self._lock is not None

    @property
    def is_due(self) -> bool:
        """Return True if something may have changed since the last sync."""
        return self._watched is None or bool(self._touched)

    @property
    def polls(self) -> bool:
        """Return True if the folder is polled because the system reports no changes in it."""
        return self._watched is not None and self._watched.watcher.polling

    @property
    def is_stopped(self) -> bool:
        """Return True if indexing was cancelled: until a sync is asked for, only changes are indexed."""
        return self._unread is not None

    def use_components(self, components: ComponentFactory) -> None:
        """Index with other components from the next sync on; follow changes to their kinds of files."""
        # Switched on just now: the notes are saved as they are, without waiting for a change.
        begins = not self._components.parameters.source.versions_days
        self._components = components
        if begins and components.parameters.source.versions_days:
            self._want_sync()
        if self._watched is not None:
            self._watched.watcher.files = self._files
            self.recognition.wake()

    async def read_for(self, language: str, *, enabled: bool = True) -> None:
        """Embed passages for questions in a language, by code, or no longer; `changes` yields for it.

        Raises:
            NotIndexedError: The languages cannot be stored beside the index.
            PublishError: Another computer indexes the notes.
        """
        require_own(self._vault)
        try:
            await in_thread(index_folder.set_question_language, self._index, language, enabled=enabled)
        except OSError as error:
            raise NotIndexedError(
                Message(
                    "The languages of your questions can't be saved in {} ({}).", self._index, error.strerror
                ),
                "Check the folder's permissions.",
            ) from error
        self._want_sync()

    async def expect_languages(self, languages: Iterable[str]) -> bool:
        """Embed passages for questions in these languages too, from the next sync on; True if any is new."""
        new = frozenset(languages) - await in_thread(index_folder.question_languages, self._index)
        for language in new:
            await in_thread(index_folder.set_question_language, self._index, language)
        return bool(new)

    async def index_words_anew(self) -> None:
        """Rebuild the index over words, counting only existing passages."""
        async with self._syncing:
            await self._corpus.upkeep.index_words_anew()

    async def vectors_indexed(self) -> None:
        """Wait for the index over the vectors, which a sync leaves to the background and closing gives up."""
        await self._corpus.upkeep.vectors_indexed()

    async def sync(
        self,
        on_progress: Callable[[Progress], None] = lambda _: None,
        *,
        anew: bool = False,
        changes: bool = False,
    ) -> SyncReport:
        """Bring the index up to date; cancelling stops it at once, and it still reports.

        A replica is pulled, and must be opened again if the place had another version.

        Syncs never overlap: a second sync waits for the first, and then looks for later changes. A damaged
        index is set aside and rebuilt.

        Args:
            on_progress: Called on the event loop.
            anew: Whether to rebuild the whole index.
            changes: Whether changes are the reason: after a cancelled sync, only those are indexed then, and
                if files alone have changed, no others are checked until a few seconds later.

        Raises:
            VaultClosedError: The vault is closed.
            IndexInUseError: Another process writes the index.
            DiskFullError: The index does not fit on the disk.
            PublishError: A replica's place cannot be read.
        """
        if self.guard.is_closed:
            raise VaultClosedError.closed()
        if is_replica(self._vault):
            start = time.monotonic()
            await in_thread(renew_replica, self._vault)
            files, chunks, embedded = await self._corpus.notes.counts()
            return SyncReport(0, 0, files, 0, chunks, embedded, (), time.monotonic() - start)
        if self._lock is None:
            raise in_use_error(self._index)
        async with self._syncing:
            # Closed while this sync waited for another one to end.
            if self.guard.is_closed:
                raise VaultClosedError.closed()
            if anew:
                self._anew = "Index rebuilt."
            if not changes:
                self._unread = None
            # Taken before the sync begins: what changes while it runs counts for the next one.
            touched, self._touched = self._touched, NOTHING
            # A save is indexed by itself, without looking at all files of the vault.
            narrow = changes and not (anew or self.is_stopped or touched.anything)
            again, started = narrow and bool(touched), time.monotonic()
            try:
                report = await self._sync_or_rebuild(on_progress, touched.files if narrow else frozenset())
                if not (narrow or report.has_changes):
                    self._scan_s = report.seconds
                return await self._save_versions(report)
            except BaseException as error:
                # It is not known how far the sync came.
                self._touched = ANYTHING
                if isinstance(error, VaultSearchError):
                    # Such as a full disk, on which nothing tells of new space.
                    again, self._scan_s = True, time.monotonic() - started
                raise
            finally:
                self._schedule_full_scan(again=again)
                self.rest.begin()
                self.recognition.wake()

    async def complete_sync(
        self, on_progress: Callable[[Progress], None] = lambda _: None, *, changes: bool = False
    ) -> None:
        """Sync as `sync` does; raise CancelledError if it was cancelled."""
        if (await self.sync(on_progress, changes=changes)).cancelled:
            raise asyncio.CancelledError

    async def _save_versions(self, report: SyncReport) -> SyncReport:
        """Save changed notes' texts, if enabled and no git repository has them; report any trouble."""
        days = self._components.parameters.source.versions_days
        if not days or not self.keeps_versions or report.cancelled:
            return report
        from vaultsearch.core.history.file_changes import HistoryError
        from vaultsearch.core.history.git import GitHistory
        from vaultsearch.core.history.saved import VERSIONS_FILE, SavedHistory

        saved = SavedHistory(self._index / VERSIONS_FILE)
        try:
            if await in_thread(lambda: GitHistory(self._vault).is_there):
                return report
            # The first run saves all notes, changed or not. A damaged file is told of at every run.
            if not report.has_changes and await in_thread(lambda: saved.is_begun and bool(saved.beginning)):
                return report
            notes = [
                (note.path, note.text, (note.modified or note.date).timestamp())
                for note in await self._corpus.notes.all()
                if note.kind is FileKind.NOTE
            ]
            await in_thread(saved.record, notes, days)
        except HistoryError as error:
            # Such as a full disk: the versions are saved by a later sync.
            _log.warning("versions not saved file=%s because=%s", saved.file, error)
            return replace(report, trouble=error.message)
        return report

    async def publish(self, place: PublishPlace, *, take_over: bool = False) -> Transfer:
        """Publish the index to a place; indexing waits only until the files are listed.

        Raises:
            IndexInUseError: Another process writes the index.
            IndexDamagedError: The index cannot be read; the next sync mends it.
            PublishError: Somebody else publishes there, or the place cannot be used.
        """
        if self._lock is None:
            raise in_use_error(self._index)
        await in_thread(published.remove_snapshots, self._index)
        async with self._syncing:
            # Links to the files as they are now: the upload may take minutes, and indexing goes on meanwhile.
            source = await in_thread(published.snapshot_index, self._index)
        try:
            # What is damaged here would be damaged for every reader.
            if await is_damaged(source):
                await in_thread(index_folder.mark_damaged, self._index)
                raise index_folder.damaged_index_error(self._index)
            own, name = await in_thread(published.publisher_id, self._index), self._vault.name
            return await in_thread(published.publish_index, source, place, name, own, take_over=take_over)
        finally:
            await in_thread(shutil.rmtree, source, ignore_errors=True)

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the missing summaries and nothing else; return how many were made.

        When this is cancelled, the summaries made so far stay, and the next call continues from there.

        Raises:
            IndexInUseError: Another process writes the index.
            NotIndexedError: Another model made the index.
        """
        return await self._fill("summarizing", on_progress)

    async def encode_model_texts(self, on_progress: Callable[[Progress], None]) -> int:
        """Make missing vectors for a language model's texts, and raise, as `fill_summaries` does."""
        return await self._fill("texts", on_progress)

    async def _fill(
        self, phase: Literal["summarizing", "texts"], on_progress: Callable[[Progress], None]
    ) -> int:
        if self._lock is None:
            raise in_use_error(self._index)
        from vaultsearch.service.sync.model_texts import fill_texts

        async with self._syncing:
            try:
                async with self.guard.explained():
                    return await fill_texts(
                        phase,
                        self._vault,
                        self._index,
                        self._corpus,
                        self._components,
                        self._workers,
                        on_progress,
                    )
            except asyncio.CancelledError:
                await in_thread(self._workers.stop_indexing)
                raise
            finally:
                self.rest.begin()

    async def changes(self) -> AsyncGenerator[None, None]:
        """Yield once the vault is watched, and each time it has changed and come to rest.

        End at once if another process writes the index.
        """
        if self._lock is None:
            return
        from vaultsearch.core.vault.watcher import CHECK_EVERY_S, WatchedVault

        # The file of rules is watched, too: a change of it changes which notes there are.
        rules = await in_thread(self._user_rules)
        self._watched = watched = WatchedVault(self._vault, self.changed, rules.file, self._files)
        await watched.start(CHECK_EVERY_S)
        # Notes may have changed since the last sync, while nobody watched.
        self.changed.notify()
        following = [asyncio.create_task(work) for work in (self._pass_on(), self._sweep())]
        self.recognition.start()
        try:
            while True:
                await self._due.wait()
                self._due.clear()
                # Otherwise a sync was asked for meanwhile, and took the changes up.
                if self._touched:
                    yield
        finally:
            for task in following:
                task.cancel()
            self.recognition.stop()
            await watched.stop()

    async def _pass_on(self) -> None:
        """Pass a change to the running sync, or to the next."""
        while True:
            touched = await self.changed.settled()
            if self._pipeline is not None:
                self._pipeline.interrupt(touched)
            else:
                self._want_sync(touched)

    async def _sweep(self) -> None:
        """Check all files every so often, if enabled."""
        while True:
            seconds = self.every_s or 60.0 * self._components.parameters.source.sync_minutes
            await asyncio.sleep(seconds or _SETTINGS_LOOKED_AT_S)
            if seconds:
                self._want_sync()

    def _want_sync(self, touched: Touched = ANYTHING) -> None:
        self._touched |= touched
        self._due.set()

    def _schedule_full_scan(self, *, again: bool) -> None:
        """Check all files once nothing has changed for a while: events may miss a change, a sync may fail."""
        if self._looking is not None:
            self._looking.cancel()
        if again:
            pause_s = full_scan_pause_s(self._scan_s)
            self._looking = asyncio.get_running_loop().call_later(pause_s, self._want_sync)

    async def tidy_when_due(self) -> None:
        """Tidy up after commands if it pays: no process stays to do it at rest."""
        async with self._syncing:
            await self.rest.tidy(self._corpus.upkeep.tidy_when_due())

    async def let_go(self) -> None:
        """End the sync and release the lock until the next: the index may move with its vault."""
        if self._pipeline is not None:
            self._pipeline.cancel()
        self.rest.cancel()
        async with self._syncing:
            if self._lock is not None:
                await in_thread(self._lock.let_go)

    async def end(self) -> None:
        """Cancel everything still writing to the index, and wait for it; the guard is already closed.

        A sync completes the batch being written.
        """
        # After the window had opened another vault, the tables were closed beneath a sync, which LanceDB
        # answered with a panic that no handler of exceptions took.
        if self._pipeline is not None:
            self._pipeline.cancel()
        self.rest.cancel()
        async with self._syncing:
            pass
        # The sync that has just ended may have begun another rest.
        await self.rest.end()

    def release(self) -> None:
        """Release the index."""
        self.guard.close()
        self.rest.cancel()
        self._schedule_full_scan(again=False)
        if self._lock is not None:
            self._lock.release()

    async def drop_unheld(self) -> None:
        """Drop picture texts missing from the index for a month, and thumbnails beyond 64 MB."""
        from vaultsearch.core.pages import ThumbnailStore

        await in_thread(ThumbnailStore.of(self._index).drop_oldest)
        if self._texts.folder.exists() and not self.is_stopped:
            stored = await self._corpus.notes.revisions()
            await in_thread(self._texts.drop_unheld, [revision.content_hash for revision in stored.values()])

    async def _sync_or_rebuild(
        self, on_progress: Callable[[Progress], None], only: frozenset[str]
    ) -> SyncReport:
        mended = False
        try:
            await self._open_what_lies_there()
            # To look into the indices takes a while: once a start is enough, unless a search, here or in
            # another process, has marked damage.
            is_sound = self._is_sound and not await in_thread(index_folder.is_marked, self._index)
            if not self._anew and not is_sound:
                mended = await self.guard.mend()
                self._is_sound = True
            async with self.guard.explained():
                report = await self._sync(on_progress, only)
        except IndexDamagedError:
            await self.guard.set_aside()
            self._anew = WAS_DAMAGED
            async with self.guard.explained():
                return await self._sync(on_progress)
        return replace(report, rebuilt=report.rebuilt or WAS_MENDED) if mended else report

    async def _open_what_lies_there(self) -> None:
        """Open the tables anew if the folder was deleted, and perhaps made again by another process."""
        if self._lock is not None and not await in_thread(lambda lock: lock.is_current, self._lock):
            _log.warning("folder replaced index=%s", self._index)
            # The lock was on a file that is gone. Acquired on the new one, unless another process writes
            # there.
            await in_thread(self._lock.acquire)
            # The lock counts its holders, and this vault holds it already.
            self._lock.release()
            is_indexed = await in_thread(index_folder.read_manifest, self._index) is not None
            if is_indexed and not await self._corpus.upkeep.open_again():
                # The folder has other tables than those that are open.
                self._anew = WAS_DAMAGED

    async def _sync(
        self, on_progress: Callable[[Progress], None], only: frozenset[str] = frozenset()
    ) -> SyncReport:
        from vaultsearch.core.index.sync.pipeline import PipelineOptions, VectorPipeline

        source = await self._source()
        # Only a scan learns the formats: a daily note lost its date at each save.
        source.dates = self._dates
        pipeline = VectorPipeline(
            self.wrap(source),
            self._corpus,
            encoder=self._components.encoder,
            chunker=self._components.chunker,
            options=PipelineOptions(
                multilingual=self._components.multilingual,
                titles=self._components.title_encoders,
                tokens=self._components.tokens,
                run=self._workers.indexing,
                run_small=self._workers.small,
                helper=self._workers.helper,
                on_progress=on_progress,
                on_changes=self.on_changes,
                lock=self._lock,
            ),
        )
        self._pipeline = pipeline
        try:
            report = await self._run_to_end(pipeline, only)
        finally:
            self._pipeline, self._dates = None, source.dates
            if self._watched is not None and source.links is not None:
                self._watched.watcher.links = source.links
            # A change that came while the sync ended belongs to no sync: it is left for the next one.
            if pipeline.passed_over:
                self._want_sync(pipeline.passed_over)
        if report.cancelled:
            self._unread = dict(pipeline.unread)
        self._anew = None
        if report.moved and self.on_moves is not None:
            await self.on_moves(dict(report.moved))
        return report

    async def _source(self) -> ObsidianVault:
        from vaultsearch.core.vault.source import indexed_source

        rules = await in_thread(self._user_rules)
        return indexed_source(self._vault, self._components.parameters, rules, self._texts)

    @property
    def _texts(self) -> RecognizedTexts:
        from vaultsearch.core.recognized_texts import RecognizedTexts

        return RecognizedTexts.of(self._index)

    @property
    def _files(self) -> FileRules:
        from vaultsearch.core.vault.reading import FileRules

        return FileRules.of(self._components.parameters)

    async def _run_to_end(self, pipeline: VectorPipeline, only: frozenset[str]) -> SyncReport:
        """Sync to the end; however often cancelled, complete the batch being written."""
        task = asyncio.ensure_future(pipeline.sync(anew=self._anew, but=self._unread, only=only))
        # Shielded: a second cancellation must not end the batch that is being written either.
        while not task.done():
            try:
                await asyncio.shield(task)
            except asyncio.CancelledError:
                if task.cancelled():
                    raise
                pipeline.cancel()
                stopping = asyncio.ensure_future(in_thread(self._workers.stop_indexing))
                while not stopping.done():
                    with suppress(asyncio.CancelledError):
                        await asyncio.shield(stopping)
            except Exception:
                # Raised by `result` below.
                break
        return task.result()
