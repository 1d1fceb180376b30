"""Run work that holds the interpreter's lock in a worker process, shared under leases."""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

from vaultsearch.core import crash_log
from vaultsearch.core.errors import WorkerDiedError, WorkerNotStartedError
from vaultsearch.core.memory import process_rest, share_arenas
from vaultsearch.core.threads import in_thread

P = ParamSpec("P")
T = TypeVar("T")

IDLE = 19
"""The lowest niceness."""


class WorkerProcess:
    """A `Runner` in a process of its own, started when first used and again after dying.

    Loaded models die with it.

    Args:
        niceness: The niceness increment (Unix); 19 is for work while nothing else is done.
    """

    def __init__(self, *, niceness: int = 0) -> None:
        self._niceness = niceness
        self._executor: ProcessPoolExecutor | None = None
        self._pid: int | None = None
        self._process: BaseProcess | None = None

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process; it and the arguments must be picklable.

        Raises:
            WorkerNotStartedError: The process could not be started.
            WorkerDiedError: The process died, or was closed, during this work.
        """
        executor = self._running()
        try:
            return await asyncio.wrap_future(executor.submit(_run_function, function, *args, **kwargs))
        except BrokenProcessPool as error:
            has_begun = self._executor is not executor or self._pid is not None
            process = self._process
            # The first caller shuts it down: two at once would close its pipe twice (Python 3.11).
            if self._executor is executor:
                (self._executor, self._pid), pid = (None, None), self._pid
                await asyncio.to_thread(executor.shutdown)
                if pid is not None:
                    _end_group(pid)
            exit_code = process.exitcode if process is not None else None
            raise (_died_error(exit_code) if has_begun else _not_started_error()) from error
        except asyncio.CancelledError as error:
            # `close` also cancels the work that waited for the process, though no caller cancelled it.
            task = asyncio.current_task()
            if self._executor is executor or (task is not None and task.cancelling()):
                raise
            raise _died_error() from error

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process with a first call, dropping the result, if it can be started."""
        with suppress(WorkerNotStartedError):
            self._running().submit(_run_function, function, *args, **kwargs)

    def _running(self) -> ProcessPoolExecutor:
        if self._executor is None:
            executor = ProcessPoolExecutor(
                max_workers=1,
                # Forked, it would inherit the locks that other threads hold at that moment, and hang.
                mp_context=get_context("spawn"),
                initializer=begin_worker,
                initargs=(self._niceness,),
            )
            try:
                # A first call tells the number of the process.
                executor.submit(os.getpid).add_done_callback(self._note_pid)
            # Such as no memory for a process, or too many of them.
            except OSError as error:
                raise _not_started_error() from error
            self._executor = executor
        return self._executor

    def _note_pid(self, done: Future[int]) -> None:
        if not done.cancelled() and done.exception() is None:
            pid = self._pid = done.result()
            self._process = next((child for child in active_children() if child.pid == pid), None)

    def close(self) -> None:
        """Terminate the process and any work at once; it is started again when next used."""
        executor, pid = self._executor, self._pid
        self._executor, self._pid = None, None
        if executor is None:
            return
        # Only the pool knows a process still starting: on a busy computer, this took six seconds, then work
        # began, and the vault left behind stayed open as long.
        # From Python 3.14 on, there is executor.terminate_workers().
        for started in {pid, *(executor._processes or ())} - {None}:
            with suppress(ProcessLookupError):
                os.kill(started, signal.SIGTERM)
        executor.shutdown(cancel_futures=True)
        if pid is not None:
            _end_group(pid)


class SharedProcess:
    """A worker process under leases: terminated when none is left, restarted when next used."""

    def __init__(self, worker: WorkerProcess) -> None:
        self.worker = worker
        self.leases: set[WorkerLease] = set()
        self.running: list[WorkerLease] = []
        self.latest: WorkerLease | None = None

    def lease(self) -> WorkerLease:
        """Return another lease, a `Runner` in this process."""
        lease = WorkerLease(self)
        self.leases.add(lease)
        return lease


class WorkerLease:
    """A `Runner` for a user of a shared process."""

    def __init__(self, process: SharedProcess) -> None:
        self._process = process

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process; it and the arguments must be picklable."""
        self._process.latest = self
        self._process.running.append(self)
        try:
            return await self._process.worker(function, *args, **kwargs)
        finally:
            self._process.running.remove(self)

    def stop(self) -> None:
        """Terminate the process at once, unless another lease used it last, or uses it now."""
        if self._process.latest is self and all(job is self for job in self._process.running):
            self._process.worker.close()

    def close(self) -> None:
        """Release the lease; terminate the process when none is left."""
        self._process.leases.discard(self)
        if not self._process.leases:
            self._process.worker.close()


def _died_error(exit_code: int | None = None) -> WorkerDiedError:
    error = WorkerDiedError("The worker process stopped unexpectedly.", "It is being restarted.")
    error.exit_code = exit_code
    return error


def _not_started_error() -> WorkerNotStartedError:
    return WorkerNotStartedError(
        "The process that reads and encodes notes can't be started.",
        "Close other programs to free memory, then index again; nothing is lost.",
    )


def _end_group(worker: int) -> None:
    """Kill programs left by a worker: a file's endless loop kept a reader busy after the worker ended."""
    if hasattr(os, "killpg"):
        # There are none; on macOS, none that still run.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(worker, signal.SIGKILL)


def begin_worker(niceness: int) -> None:
    """Set up the process: leave Ctrl+C to the parent, and the processor to the user's programs."""
    crash_log.enable_crash_log(crash_log.WORKER, make_folder=False)
    # Nobody set its log up: warnings, such as of a full disk, stood bare on the terminal.
    logging.getLogger().setLevel(logging.ERROR)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgid"):
        # A group of its own, for what it starts to be ended with it.
        os.setpgid(0, 0)
        # Ends it: a file exceeded its time.
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    share_arenas()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    # All other programs go first: at the lowest niceness, two would get half each.
    if niceness == IDLE and hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif niceness == IDLE and not hasattr(os, "nice"):
        import psutil

        psutil.Process().nice(psutil.IDLE_PRIORITY_CLASS)  # type: ignore[attr-defined]  # Windows has it
    # If the pool ends it, or its main thread sees the parent gone.
    atexit.register(_end_group, os.getpid())
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()


async def run_here(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in a thread of this process, which rests between such calls as a worker does."""
    return await in_thread(_run_function, function, *args, **kwargs)


def _run_function(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function, after which this process rests."""
    with process_rest().work():
        return function(*args, **kwargs)


def _end_with_parent() -> None:
    """Exit with the parent: if that was killed, the pool would wait for ever."""
    if (parent := parent_process()) is not None:
        parent.join()
        _end_group(os.getpid())
        os._exit(1)
