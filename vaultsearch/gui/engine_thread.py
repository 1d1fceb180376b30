"""The engine thread, running an asyncio loop: numbered questions in, answers out as queued signals."""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
import time
import traceback
from collections.abc import AsyncGenerator, Awaitable, Callable, Container, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance, Slot

from vaultsearch.core.errors import NotIndexedError, VaultNotFoundError, VaultSearchError
from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS, Progress
from vaultsearch.gui.translations import translate_error
from vaultsearch.service.protocol import ServiceFactory, VaultService
from vaultsearch.service.sync.freshness import Freshness

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

_log = logging.getLogger(__name__)


class LoopThread:
    """Run coroutines off the GUI thread; public methods are for the GUI thread and return immediately.

    A lane holds a single task: new work in a lane cancels the previous work, unless asked not to.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._pool = ThreadPoolExecutor(thread_name_prefix=f"{name}-pool")
        self._loop.set_default_executor(self._pool)
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True
        self._name = name
        self._thread = threading.Thread(target=self._run, name=name)

    def start(
        self, lane: str, work: Work, *, replace: bool = True, on_end: Callable[[], None] = lambda: None
    ) -> None:
        """Run ``work`` in ``lane``; with ``replace`` off, drop it while the lane is busy.

        ``on_end`` is called on the loop's thread once no frame of the work is left.
        """
        if self._open:
            # Started with the first work: a window failing to open must not leave a thread.
            if self._thread.ident is None:
                self._thread.start()
            self._loop.call_soon_threadsafe(self._launch, lane, work, replace, on_end)

    def cancel(self, lane: str) -> None:
        """Cancel the task in ``lane``, if any."""
        if self._open:
            self._loop.call_soon_threadsafe(self._cancel, lane)

    def stop(self, last: Work, limit: float) -> bool:
        """Cancel all, run ``last``, end the thread; return False if a step exceeds ``limit`` seconds."""
        if self._thread.ident is None:
            self._loop.close()
        elif self._open:
            finish = partial(self._finish, last, limit)
            self._loop.call_soon_threadsafe(self._launch, "end", finish, True, self._loop.stop)
        self._open = False
        if self._thread.ident is not None:
            # Cancelled tasks and the last work may each take the limit, and the pool some more.
            self._thread.join(3 * limit)
        return not self._thread.is_alive()

    async def run(self, lane: str, work: Work) -> None:
        """Run ``work`` in ``lane`` once free, and wait until done; for the loop's thread."""
        # In a loop, as others may have waited for the same lane.
        while (busy := self._lanes.get(lane)) is not None:
            await asyncio.wait([busy])
        self._launch(lane, work, True, lambda: None)
        await asyncio.wait([self._lanes[lane]])

    async def let_pass(self, lane: str, limit: float) -> None:
        """Wait for the task in ``lane``, at most ``limit`` seconds; for the loop's thread."""
        if (busy := self._lanes.get(lane)) is not None:
            await asyncio.wait([busy], timeout=limit)

    async def end_others(self, limit: float, *, lasting: bool = False) -> None:
        """Cancel every task but the caller's, and wait until they are done; for the loop's thread.

        The work of SERVER_JOB outlasts a vault: it ends with ``lasting`` alone.
        """
        others = {task for task in self._tasks if lasting or task.get_name() != SERVER_JOB}
        others -= {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            _, late = await asyncio.wait(others, timeout=limit)
            if late:
                running = asyncio.all_tasks() - {asyncio.current_task()}
                _log.warning("tasks_late limit=%.1f tasks=%s", limit, "; ".join(map(_describe_task, running)))

    def _launch(self, lane: str, work: Work, replace: bool, on_end: Callable[[], None]) -> None:
        if lane in self._lanes and not replace:
            return
        self._cancel(lane)
        # Named after the lane for `_forget`.
        task = self._loop.create_task(_run_without_frames(work), name=lane)
        task.add_done_callback(lambda _: on_end())
        self._lanes[lane] = task
        self._tasks.add(task)
        task.add_done_callback(self._forget)

    def _cancel(self, lane: str) -> None:
        if task := self._lanes.pop(lane, None):
            task.cancel()

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if self._lanes.get(task.get_name()) is task:
            del self._lanes[task.get_name()]

    async def _finish(self, last: Work, limit: float) -> None:
        await self.end_others(limit, lasting=True)
        try:
            await asyncio.wait_for(last(), limit)
        except TimeoutError:
            _log.warning("closing_late limit=%.1f", limit)
        # Vaults closed by cancelled tasks.
        if closing := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(closing, timeout=limit)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            # End generators left by cancelled tasks before the loop.
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()
            # Work in the pool cannot be cancelled; a hanging pool must not hold the window open.
            self._pool.shutdown(wait=False, cancel_futures=True)
            for thread in threading.enumerate():
                if thread.name.startswith(f"{self._name}-pool"):
                    thread.join(1.0)


def _describe_task(task: asyncio.Task[Any]) -> str:
    """Return a task's lane and stack of awaited functions, innermost last."""
    functions = []
    awaited: Any = task.get_coro()
    while frame := getattr(awaited, "cr_frame", None):
        functions.append(f"{frame.f_code.co_qualname}:{frame.f_lineno}")
        awaited = awaited.cr_await
    return f"{task.get_name()} in {' > '.join(functions)}"


async def _run_without_frames(work: Work) -> None:
    """Run ``work``; raise cancellation anew, as the task would keep the original's frames."""
    is_cancelled = False
    try:
        await work()
    except asyncio.CancelledError:
        is_cancelled = True
    if is_cancelled:
        raise asyncio.CancelledError


_P = ParamSpec("_P")
_T = TypeVar("_T")

SERVER_JOB = "serve"
"""The job that answers other programs."""
EVALUATION_JOB = "evaluate"
STOP_TIMEOUT_S = 5.0
"""Seconds for running work to end when the window closes, and then for closing the index."""
LEAVE_TIMEOUT_S = 30.0
"""Seconds for running work to end when another vault is opened, such as a write to the index.

With all cores busy, a write takes over five seconds; then the index was closed while being written.
"""

_FIRST_ANSWER_S = 0.5
"""Seconds a starting sync waits for a running search, and other questions for the first search.

A query typed at start is answered sooner: the first list of titles reads all notes.
"""

_RERANKING_PAUSE_S = 0.1
"""Pause between quick and costly reranking, during which the next key can cancel the latter."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A known error in question ``number`` of a ``job``.

    Jobs: open, search, sync, evaluate, status, and names passed to `EngineThread.ask`.
    """

    job: str
    number: int
    sentence: str
    remedy: str

    @property
    def text(self) -> str:
        """The sentence and the remedy in the window's language."""
        return translate_error(self.sentence, self.remedy)


@dataclass(frozen=True, slots=True)
class _Question:
    """A question to the open vault, and the answer's receiver on the GUI thread."""

    ask: Callable[[VaultService], Any]
    answer: Callable[[Any], None] = lambda _: None


class EngineThread(QObject):
    """Run an open vault on a separate thread. Methods return immediately; signals carry the outcome.

    Every public method is for the GUI thread. A new question cancels the job's previous question; receivers
    compare an answer's number with their last question's, and drop late answers.
    """

    vault_opened = Signal(object)
    """IndexStatus"""
    vault_renewed = Signal(object)
    """IndexStatus: the vault was reopened, as another process has rebuilt or released the index."""
    vault_moved = Signal(object)
    """The Path where the open vault's folder is now."""
    vault_closed = Signal()
    stage_arrived = Signal(int, object)
    """number of the search, SearchStage"""
    answered = Signal(str)
    """The job of a question whose answer was just delivered."""
    delivering = Signal()
    """Emitted on the GUI thread just before an answer or report is delivered."""
    progress = Signal(object)
    """Progress"""
    sync_finished = Signal(object)
    """SyncReport"""
    sync_stopped = Signal()
    """A sync ended without a report: cancelled or failed."""
    status_changed = Signal(object)
    """IndexStatus"""
    failed = Signal(object)
    """Trouble"""
    crashed = Signal(str)
    """The report of a bug."""
    _handed_over = Signal(object)

    def __init__(self, factory: ServiceFactory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._factory = factory
        self._service: VaultService | None = None
        # The vault last shown in the window.
        self._shown: Path | None = None
        self._numbers = itertools.count(1)
        self._latest: dict[str, int] = {}
        self._questions: dict[int, _Question] = {}
        self._stopped = False
        # Whether a search was answered since the vault was opened.
        self._has_answered = False
        self._freshness = Freshness(self._sync_quietly)
        self._loop = LoopThread("engine")
        self._handed_over.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def open_vault(self, folder: Path) -> None:
        """Open ``folder``; the previous vault is closed once the new vault is open."""
        self._start_job("open", self._open, folder)

    def close_vault(self) -> None:
        """Close the open vault once running work has ended."""
        self._start_job("open", self._close_after_work)

    def search(self, query: str, mode: Mode, n: int | None = None) -> int:
        """Start a search for ``n`` results and return the number; cancel the previous search."""
        number = next(self._numbers)
        self._loop.start(
            "search", lambda: self._run_guarded("search", number, self._search, number, query, mode, n)
        )
        return number

    def cancel_search(self) -> None:
        """Stop searching."""
        self._loop.cancel("search")

    def ask(
        self, job: str, question: Callable[[VaultService], Awaitable[_T]], answer: Callable[[_T], None]
    ) -> None:
        """Put ``question`` to the open vault, and pass the value to ``answer`` on the GUI thread.

        A newer question with the same ``job``, or `drop`, cancels it; a late answer is dropped, and so is a
        question about a vault closed meanwhile.
        """
        number = self._latest[job] = next(self._numbers)
        self._start(job, job, number, self._answer_question, _Question(question, answer))

    def follow(
        self,
        job: str,
        question: Callable[[VaultService], AsyncGenerator[_T, None]],
        answer: Callable[[_T], None],
    ) -> None:
        """Like `ask`, but pass each value yielded by ``question`` to ``answer``."""
        number = self._latest[job] = next(self._numbers)
        self._start(job, job, number, self._answer_each, _Question(question, answer))

    def tell_failures(self, jobs: Container[str], tell: Callable[[str], None]) -> None:
        """Pass failures of the jobs to ``tell``, in the window's language."""
        self.failed.connect(lambda trouble: tell(trouble.text) if trouble.job in jobs else None)

    def submit(self, job: str, work: Callable[[VaultService], Awaitable[None]]) -> None:
        """Run ``work`` on the open vault without an answer; newer work does not cancel it."""
        number = next(self._numbers)
        self._start(f"{job} {number}", job, number, self._run, _Question(work))

    def serve(self, work: Work | None) -> None:
        """Run ``work`` beside all questions, whichever vault is open; stop it with None."""
        if work is None:
            self._loop.cancel(SERVER_JOB)
        else:
            self._start_job(SERVER_JOB, work)

    def _start(
        self,
        lane: str,
        job: str,
        number: int,
        run: Callable[[str, int, Path | None], Awaitable[None]],
        question: _Question,
    ) -> None:
        """Start a question, known to the engine's thread only by number.

        It may hold the last reference to a text cursor. Dropped by the engine's thread, the cursor was
        removed from the document while the GUI thread wrote another note into it: a segmentation fault.
        """
        self._questions[number] = question
        shown = self._shown
        self._loop.start(
            lane,
            lambda: self._run_guarded(job, number, run, job, number, shown),
            on_end=lambda: self._handed_over.emit(partial(self._questions.pop, number)),
        )

    def drop(self, job: str) -> None:
        """Cancel the unanswered question of ``job``, if any."""
        if self._latest.pop(job, None) is not None:
            self._loop.cancel(job)

    def sync(self, *, anew: bool = False) -> None:
        """Update the index, or rebuild it; do nothing if a sync is running."""
        number = next(self._numbers)
        sync = partial(self._sync, anew=anew)
        self._loop.start("sync", lambda: self._run_guarded("sync", number, sync), replace=False)

    def pause(self, paused: bool) -> None:
        """Ignore changes while ``paused``, and stop the running sync."""
        self._freshness.paused = paused
        if paused:
            self.cancel_sync()

    def watch(self) -> None:
        """From now on, update the index whenever notes change on disk."""
        self._start_job("watch", self._watch)

    def cancel_sync(self) -> None:
        """Stop the running sync; notes indexed so far are kept."""
        self._loop.cancel("sync")

    def evaluate_own(self, answer: Callable[[EvaluationProgress | OwnReport], None]) -> None:
        """Measure search on questions made from notes, passing each step and the report to ``answer``."""
        job = EVALUATION_JOB
        number = self._latest[job] = next(self._numbers)

        def report(step: EvaluationProgress) -> None:
            self._handed_over.emit(partial(self._answer, job, number, step, is_last=False))

        measure = _Question(lambda vault: self._factory.evaluate_own(vault, report), answer)
        self._start(job, job, number, self._answer_question, measure)

    def refresh_status(self) -> None:
        """Request the status, delivered by `status_changed`."""
        self._start_job("status", self._status)

    def stop(self) -> bool:
        """Cancel all work, close the vault, end the thread; return False if this takes too long."""
        self._stopped = True
        return self._loop.stop(self._close, STOP_TIMEOUT_S)

    def _start_job(
        self, job: str, work: Callable[_P, Awaitable[None]], *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        number = next(self._numbers)
        self._loop.start(job, lambda: self._run_guarded(job, number, work, *args, **kwargs))

    def _answer(self, job: str, number: int, *values: object, is_last: bool) -> None:
        if self._latest.get(job) == number:
            if is_last:
                del self._latest[job]
            for value in values:
                self._questions[number].answer(value)
            if is_last:
                self.answered.emit(job)

    def _show(self, shown: Path | None, signal: Callable[[], None]) -> None:
        self._shown = shown
        signal()

    @Slot(object)
    def _deliver(self, emit: Callable[[], None]) -> None:
        if not self._stopped:
            self.delivering.emit()
            emit()

    # From here on: the engine's thread.

    def post(self, work: Callable[[], None]) -> None:
        """Run ``work`` on the GUI thread."""
        self._handed_over.emit(work)

    @asynccontextmanager
    async def hold_vault(self) -> AsyncGenerator[VaultService, None]:
        """Hold the open vault for a call. Raise NotIndexedError if there is none."""
        service = self._service
        if service is None:
            raise NotIndexedError("No vault is open in the window.", "Open one there.")
        service.hold()
        try:
            yield service
        finally:
            await service.close()

    def _emit(self, signal: SignalInstance, *values: object) -> None:
        # Emitted on the GUI thread by a permanent connection: a queued call to a Python slot disconnected
        # meanwhile ends the process (seen with PySide6 6.12).
        self._handed_over.emit(partial(signal.emit, *values))

    async def _run_guarded(
        self, job: str, number: int, work: Callable[_P, Awaitable[None]], *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        try:
            await work(*args, **kwargs)
        except VaultSearchError as error:
            self._emit(self.failed, Trouble(job, number, error.sentence, error.remedy))
        # A bug ends only this question.
        except Exception:
            self._emit(self.crashed, traceback.format_exc())

    async def _open(self, folder: Path) -> None:
        former = self._service
        # All vaults are opened again: one of them may have moved, or come back.
        if former is None or former.folder != folder or folder == ALL_VAULTS:
            # Opened first, so that a failure keeps the current vault.
            try:
                self._service = await self._factory(folder)
            except VaultSearchError:
                # It is not shown yet if this folder was asked for while the vault before it was left.
                if former is not None and former.folder != self._shown:
                    await self._show_opened(former)
                raise
            self._has_answered = False
            try:
                await self._loop.end_others(LEAVE_TIMEOUT_S)
            finally:
                # The factory returns the same service for another name of this folder.
                if former is not None and former is not self._service:
                    await former.close()
        if (service := self._service) is not None:
            await self._show_opened(service)

    async def _show_opened(self, service: VaultService) -> None:
        signal = partial(self.vault_opened.emit, await service.status())
        self._handed_over.emit(partial(self._show, service.folder, signal))

    async def _close_after_work(self) -> None:
        await self._loop.end_others(LEAVE_TIMEOUT_S)
        await self._close()
        self._handed_over.emit(partial(self._show, None, self.vault_closed.emit))

    async def _search(self, number: int, query: str, mode: Mode, n: int | None) -> None:
        if self._service is not None:
            async for stage in self._service.search_stages(query, n, mode):
                self._has_answered = True
                self._emit(self.stage_arrived, number, stage)
                if stage.name == "reranked" and not stage.final:
                    await asyncio.sleep(_RERANKING_PAUSE_S)

    async def _answer_question(self, job: str, number: int, shown: Path | None) -> None:
        if not self._has_answered:
            await self._loop.let_pass("search", _FIRST_ANSWER_S)
        if (service := self._still_open(shown)) is not None:
            value = await self._questions[number].ask(service)
            self._handed_over.emit(partial(self._answer, job, number, value, is_last=True))

    async def _answer_each(self, job: str, number: int, shown: Path | None) -> None:
        if (service := self._still_open(shown)) is not None:
            async with aclosing(self._questions[number].ask(service)) as values:
                async for value in values:
                    self._handed_over.emit(partial(self._answer, job, number, value, is_last=False))
            self._handed_over.emit(partial(self._answer, job, number, is_last=True))

    async def _run(self, _job: str, number: int, shown: Path | None) -> None:
        if (service := self._still_open(shown)) is not None:
            await self._questions[number].ask(service)

    def _still_open(self, shown: Path | None) -> VaultService | None:
        """Return the open vault unless another was shown when the question was asked.

        Passages on the screen were looked up in a vault just opened, which lacks such notes: all vaults
        together failed with an error about a missing name.
        """
        service = self._service
        return None if service is None or shown not in (None, service.folder) else service

    async def _watch(self) -> None:
        while (service := self._service) is not None:
            async with aclosing(service.index.changes()) as changes:
                await self._freshness.follow(changes)
            # The changes end if another process writes the index.
            await self._renew(service)

    async def _renew(self, former: VaultService) -> None:
        """Replace an outdated vault by reopening it."""
        self._service = await self._factory.renewed(former)
        try:
            await self._loop.end_others(LEAVE_TIMEOUT_S)
        finally:
            await former.close()
        status = await self._service.status()
        self._emit(self.vault_renewed, status)
        if not status.read_only:
            await self._freshness.sync_once()

    async def _sync_quietly(self) -> None:
        number, sync = next(self._numbers), partial(self._sync, quiet=True)
        await self._loop.run("sync", partial(self._run_guarded, "sync", number, sync))

    async def _sync(self, *, quiet: bool = False, anew: bool = False) -> None:
        service = self._service
        if service is None:
            return
        reported = False
        progress = partial(self._emit, self.progress)
        try:
            if not quiet:
                await self._loop.let_pass("search", _FIRST_ANSWER_S)
            delayed = delay_progress(progress) if quiet else progress
            report = await service.index.sync(delayed, anew=anew, changes=quiet)
            # Otherwise the report is about a closed vault.
            if self._service is service:
                reported = True
                self._emit(self.sync_finished, report)
                # Of several vaults, one whose folder is gone fails alone.
                if report.failed and (moved := await self._factory.find_moved(service)) is not None:
                    self._emit(self.vault_moved, moved)
        except VaultNotFoundError:
            if (moved := await self._factory.find_moved(service)) is None:
                raise
            self._emit(self.vault_moved, moved)
            return
        finally:
            if not reported and self._service is service:
                self._emit(self.sync_stopped)
        if self._service is service:
            await self._status()

    async def _status(self) -> None:
        if self._service is not None:
            self._emit(self.status_changed, await self._service.status())

    async def _close(self) -> None:
        service, self._service = self._service, None
        if service is not None:
            await service.close()


def delay_progress(report: Callable[[Progress], None], seconds: float = 1.0) -> Callable[[Progress], None]:
    """Report a sync's progress only after ``seconds``: a saved note should not cause a flash."""
    start = time.monotonic()

    def report_late(progress: Progress) -> None:
        if time.monotonic() - start >= seconds:
            report(progress)

    return report_late
