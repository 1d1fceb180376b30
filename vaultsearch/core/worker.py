"""A process for the work that would hold the interpreter's lock: parsing, chunking, encoding."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from vaultsearch.core.errors import WorkerDiedError

if TYPE_CHECKING:
    from collections.abc import Callable


P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run in a thread of this process: the `Runner` of scripts and notebooks."""
    return await asyncio.to_thread(function, *args, **kwargs)


class WorkerProcess:
    """A `Runner` in one process of its own, started when first used and again after it died.

    Raises WorkerDiedError for the work during which it died. Its loaded models die with it.
    """

    def __init__(self, *, niceness: int = 0) -> None:
        self._niceness = niceness
        self._executor: ProcessPoolExecutor | None = None
        self._pid: int | None = None

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` there; it and its arguments must be picklable."""
        executor = self._running()
        try:
            return await asyncio.wrap_future(executor.submit(function, *args, **kwargs))
        except BrokenProcessPool as error:
            await self._forget(executor)
            raise _died() from error
        except asyncio.CancelledError as error:
            # Work that waited when `close` ended the process is cancelled, too, though nobody gave it up.
            task = asyncio.current_task()
            if self._executor is executor or (task is not None and task.cancelling()):
                raise
            raise _died() from error

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process, with a first thing to do there; nobody hears what comes of it."""
        self._running().submit(function, *args, **kwargs)

    def _running(self) -> ProcessPoolExecutor:
        if self._executor is None:
            executor = ProcessPoolExecutor(
                max_workers=1,
                mp_context=get_context("spawn"),
                initializer=_begin,
                initargs=(self._niceness,),
            )
            self._executor = executor
            executor.submit(os.getpid).add_done_callback(self._note_pid)
        return self._executor

    def _note_pid(self, done: object) -> None:
        from concurrent.futures import Future

        if isinstance(done, Future) and not done.cancelled() and done.exception() is None:
            self._pid = done.result()

    async def _forget(self, executor: ProcessPoolExecutor) -> None:
        # Whoever comes first shuts it down: twice at once closes its pipe twice (Python 3.11).
        if self._executor is executor:
            self._executor, self._pid = None, None
            await asyncio.to_thread(executor.shutdown)

    def close(self) -> None:
        """End the process at once, whatever it is doing; it is started again when next used."""
        executor, pid = self._executor, self._pid
        self._executor, self._pid = None, None
        if executor is None:
            return
        if pid is not None:
            _end(pid)
        executor.shutdown(cancel_futures=True)


def _died() -> WorkerDiedError:
    return WorkerDiedError("The worker process ended in the middle of its work.", "It is started again.")


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGTERM)
    except ProcessLookupError:
        return


def _begin(niceness: int) -> None:
    """Prepare the worker: leave Ctrl+C to the parent, step back from what the user is doing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    share_arenas()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()


def _end_with_parent() -> None:
    """End when the parent has gone: killed, it could not say so, and the pool would wait for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class SharedProcess:
    """Lends a process; when all have given it back it is ended, and when next used started again."""

    def __init__(self, worker: WorkerProcess) -> None:
        self._worker = worker
        self._lent: set[WorkerLease] = set()
        self._running: list[WorkerLease] = []
        self._latest: WorkerLease | None = None

    def lend(self) -> WorkerLease:
        """Give a `Runner` of this process to one more."""
        lent = WorkerLease(self)
        self._lent.add(lent)
        return lent

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process, for nobody yet, with a first thing to do there; on any thread."""
        self._worker.begin(function, *args, **kwargs)

    async def run(self, by: WorkerLease, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` there for one who has it."""
        self._latest = by
        self._running.append(by)
        try:
            return await self._worker(function, *args, **kwargs)
        finally:
            self._running.remove(by)

    def stop(self, by: WorkerLease) -> None:
        """End the process at once, unless another used it last, or uses it now."""
        if self._latest is by and all(one is by for one in self._running):
            self._worker.close()

    def release(self, lent: WorkerLease) -> None:
        """Know that one uses it no more; the last one ends it."""
        self._lent.discard(lent)
        if not self._lent:
            self._worker.close()


class WorkerLease:
    """A `Runner` for one of those who share a process."""

    def __init__(self, process: SharedProcess) -> None:
        self._process = process

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` there; it and its arguments must be picklable."""
        return await self._process.run(self, function, *args, **kwargs)

    def stop(self) -> None:
        """End what it is doing at once, unless it is another's; it is started again when next used."""
        self._process.stop(self)

    def close(self) -> None:
        """Use it no more."""
        self._process.release(self)


_M_ARENA_MAX = -8
_ARENAS = 2


@cache
def _libc() -> Any:
    """Give glibc where the program runs on it, else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


def share_arenas() -> None:
    """Have all threads allocate from two pools instead of up to eight for each core; for a process's start.

    Each keeps for itself what was freed in it, and a search or a sync runs on many threads.
    """
    if (libc := _libc()) is not None:
        libc.mallopt(_M_ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Give freed memory back after work that took much. Takes milliseconds, not the interpreter's lock."""
    if (libc := _libc()) is not None:
        libc.malloc_trim(0)
