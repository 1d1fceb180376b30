"""Worker processes for what would hold the interpreter's lock.

Without work, the one that parses, cuts and encodes gives up memory.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import os
import signal
import sys
import threading
import time
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from functools import cache, partial
from multiprocessing import active_children, get_context, parent_process
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from vaultsearch.core import crash_log
from vaultsearch.core.errors import WorkerDiedError, WorkerNotStartedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator
    from multiprocessing.process import BaseProcess


P = ParamSpec("P")
T = TypeVar("T")
N = TypeVar("N")


# A context variable reaches the thread by the copied context, without a parameter in every function between.
_given_up: ContextVar[threading.Event | None] = ContextVar("given_up", default=None)


async def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in a thread of this process: the `Runner` of scripts and notebooks.

    A thread cannot be ended: when this is cancelled, the function goes on until it looks by `still_wanted`.
    """
    given_up, context = threading.Event(), copy_context()
    context.run(_given_up.set, given_up)
    call = partial(context.run, function, *args, **kwargs)
    try:
        return await asyncio.get_running_loop().run_in_executor(None, call)
    except asyncio.CancelledError:
        given_up.set()
        raise


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def in_turn(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in a thread, one at a time for each event loop: for what is derived from all notes.

    Four at once, such as names, links, hierarchy and facets, took the interpreter's lock in turns, so that
    the window's thread waited four times as long at each of its calls to Qt.
    """
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        return await in_thread(function, *args, **kwargs)


_GIVES_WAY_S = 0.1
"""Seconds at most that one turn of the window's thread holds up work that gives way to it."""


class Foreground:
    """The thread that somebody looks at, which goes first: work in other threads waits while it has a turn.

    Each call of Qt releases the interpreter's lock, and each thread that computes in Python then takes it for
    0.2 ms. A list that is painted in 5 ms took up to 50 beside three of them, and 15 if they give way.
    """

    def __init__(self) -> None:
        self._rests = threading.Event()
        self._rests.set()
        self._begun = 0.0

    def begin(self) -> None:
        """Begin a turn, or a further one."""
        self._begun = time.monotonic()
        self._rests.clear()

    def end(self) -> None:
        """End the turn."""
        self._rests.set()

    @property
    def has_turn(self) -> bool:
        """Whether other threads are to wait."""
        return not self._rests.is_set()

    def wait(self) -> None:
        """Wait until the turn is over, if there is one; for other threads."""
        self._rests.wait(max(0.0, self._begun + _GIVES_WAY_S - time.monotonic()))


foreground = Foreground()
"""The window's thread; without a window, it never has a turn."""


def giving_way(items: Iterable[N]) -> Iterator[N]:
    """Yield the items of a long computation in a thread, each once the foreground has had its turn."""
    for item in items:
        if foreground.has_turn:
            foreground.wait()
        yield item


def still_wanted() -> Callable[[], None]:
    """Return a check, for any thread, that raises CancelledError once this work was given up.

    It was made for encoding a long text: half a minute of it went on after its question was cancelled.
    """
    given_up = _given_up.get()

    def check() -> None:
        if given_up is not None and given_up.is_set():
            raise CancelledError

    return check


class MadeOnce(Generic[N, T]):
    """A value that ``make`` derives from what ``get_notes`` returns: in a thread, once per tuple of notes."""

    def __init__(
        self, get_notes: Callable[[], Awaitable[tuple[N, ...]]], make: Callable[[tuple[N, ...]], T]
    ) -> None:
        self._get_notes, self._make = get_notes, make
        self._notes: tuple[N, ...] = ()
        self._making: asyncio.Task[T] | None = None

    async def __call__(self) -> T:
        """Return what is made of the notes as they are now."""
        notes = await self._get_notes()
        # Compared by identity: the stored notes return the same tuple until the index changes.
        if self._making is None or self._notes is not notes:
            self._notes = notes
            self._making = asyncio.ensure_future(in_turn(self._make, notes))
        # A call that the next key cancels must not stop the making, for which others may wait.
        return await asyncio.shield(self._making)

    def close(self) -> None:
        """Cancel the making in progress."""
        if self._making is not None:
            self._making.cancel()


IDLE = 19
"""The lowest niceness."""


class WorkerProcess:
    """A `Runner` in one process of its own, started when first used and again after it died.

    The models that are loaded in it die with it.

    Args:
        niceness: The increment of the process's niceness (Unix); 19 is for work while nothing else is done.
    """

    def __init__(self, *, niceness: int = 0) -> None:
        self._niceness = niceness
        self._executor: ProcessPoolExecutor | None = None
        self._pid: int | None = None
        self._process: BaseProcess | None = None

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process; it and its arguments must be picklable.

        Raises:
            WorkerNotStartedError: The process could not be started.
            WorkerDiedError: The process died, or was closed, during this work.
        """
        executor = self._running()
        try:
            return await asyncio.wrap_future(executor.submit(_work, function, *args, **kwargs))
        except BrokenProcessPool as error:
            has_begun = self._executor is not executor or self._pid is not None
            process = self._process
            await self._forget(executor)
            exit_code = process.exitcode if process is not None else None
            raise (_died(exit_code) if has_begun else _not_started()) from error
        except asyncio.CancelledError as error:
            # `close` also cancels the work that waited for the process, though no caller cancelled it.
            task = asyncio.current_task()
            if self._executor is executor or (task is not None and task.cancelling()):
                raise
            raise _died() from error

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process with a first call, whose result is dropped, if it can be started."""
        with suppress(WorkerNotStartedError):
            self._running().submit(_work, function, *args, **kwargs)

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
                raise _not_started() from error
            self._executor = executor
        return self._executor

    def _note_pid(self, done: object) -> None:
        from concurrent.futures import Future

        if isinstance(done, Future) and not done.cancelled() and done.exception() is None:
            pid = self._pid = done.result()
            self._process = next(
                (active_child for active_child in active_children() if active_child.pid == pid), None
            )

    async def _forget(self, executor: ProcessPoolExecutor) -> None:
        # The first caller shuts it down: two at once would close its pipe twice (Python 3.11).
        if self._executor is executor:
            (self._executor, self._pid), pid = (None, None), self._pid
            await asyncio.to_thread(executor.shutdown)
            if pid is not None:
                _end_group(pid)

    def close(self) -> None:
        """Terminate the process at once, with its work; it is started again when next used."""
        executor, pid = self._executor, self._pid
        self._executor, self._pid = None, None
        if executor is None:
            return
        # One that is still starting is known to its pool alone: on a busy computer, it started for six
        # seconds, began its work, and the vault that was left stayed open for as long.
        # From Python 3.14 on, there is executor.terminate_workers().
        for started in {pid, *(executor._processes or ())} - {None}:
            _terminate(started)
        executor.shutdown(cancel_futures=True)
        if pid is not None:
            _end_group(pid)


def _died(exit_code: int | None = None) -> WorkerDiedError:
    error = WorkerDiedError("The worker process stopped unexpectedly.", "It is being restarted.")
    error.exit_code = exit_code
    return error


def _not_started() -> WorkerNotStartedError:
    return WorkerNotStartedError(
        "The process that reads and encodes notes can't be started.",
        "Close other programs to free memory, then index again; nothing is lost.",
    )


def _terminate(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGTERM)
    except ProcessLookupError:
        return


def _end_group(worker: int) -> None:
    """Kill the programs that a worker has started and left behind.

    A loop in a file went on in the program that read it, at full speed, after its worker had been ended.
    """
    if sys.platform != "win32":
        # There are none; on macOS, none that still run.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(worker, signal.SIGKILL)


def begin_worker(niceness: int) -> None:
    """Set up the process: leave Ctrl+C to the parent, and the processor to the user's programs."""
    crash_log.enable(crash_log.WORKER, make_folder=False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        # A group of its own, for what it starts to be ended with it.
        os.setpgid(0, 0)
        # Ends it: a file exceeded its time.
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    share_arenas()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    if niceness == IDLE:
        _run_when_idle()
    # If the pool ends it, or its main thread sees the parent gone.
    atexit.register(_end_group, os.getpid())
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    _rest().begin()


def _work(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in a worker process."""
    with _rest().work():
        return function(*args, **kwargs)


@cache
def _rest() -> Rest:
    return Rest(give_back)


def _run_when_idle() -> None:
    """Let every other program go first: two of the lowest niceness would get a half each."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.IDLE_PRIORITY_CLASS)


def _end_with_parent() -> None:
    """Exit when the parent has gone: if it was killed, the pool would wait for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        _end_group(os.getpid())
        os._exit(1)


class SharedProcess:
    """A worker process under leases: terminated when none is left, started again when next used."""

    def __init__(self, worker: WorkerProcess) -> None:
        self._worker = worker
        self._leases: set[WorkerLease] = set()
        self._running: list[WorkerLease] = []
        self._latest: WorkerLease | None = None

    def lease(self) -> WorkerLease:
        """Return another lease, a `Runner` of this process."""
        lease = WorkerLease(self)
        self._leases.add(lease)
        return lease

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process, before there is a lease, with a first call; on any thread."""
        self._worker.begin(function, *args, **kwargs)

    async def run(self, by: WorkerLease, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process for the lease ``by``."""
        self._latest = by
        self._running.append(by)
        try:
            return await self._worker(function, *args, **kwargs)
        finally:
            self._running.remove(by)

    def stop(self, by: WorkerLease) -> None:
        """Terminate the process at once, unless another lease used it last, or uses it now."""
        if self._latest is by and all(job is by for job in self._running):
            self._worker.close()

    def release(self, lease: WorkerLease) -> None:
        """Release one lease; terminate the process when none is left."""
        self._leases.discard(lease)
        if not self._leases:
            self._worker.close()


class WorkerLease:
    """A `Runner` for one user of a shared process."""

    def __init__(self, process: SharedProcess) -> None:
        self._process = process

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process; it and its arguments must be picklable."""
        return await self._process.run(self, function, *args, **kwargs)

    def stop(self) -> None:
        """Terminate the process, unless another lease uses it; it is started again when next used."""
        self._process.stop(self)

    def close(self) -> None:
        """Release the process."""
        self._process.release(self)


_RELEASED_AFTER_S = 3.0
"""Seconds without work until freed memory goes back to the system."""
_DROPPED_AFTER_S = 60.0
"""Seconds without work until what only much work needs is dropped: it takes a second to make again."""


def drop_at_rest(drop: Callable[[], object], *, is_model: bool = False) -> None:
    """Register ``drop`` to be called, once, when this process rests: for tables that pay for much work alone.

    Models are dropped only by processes that rest for hours between questions. ``drop`` may be called on any
    thread, and never in a process that ends with its work.
    """
    _to_drop(is_model).append(drop)


def drop_what_rest_allows(*, models: bool = False) -> None:
    """Call all that `drop_at_rest` was given, by default without the models."""
    for waiting in (_to_drop(False), _to_drop(True) if models else []):
        while waiting:
            waiting.pop()()


@cache
def _to_drop(_are_models: bool) -> list[Callable[[], object]]:
    return []


class Rest:
    """Follows the work of a worker process, and on a thread of its own gives up memory when there is none.

    ``give_back`` returns freed memory to the system.

    Twenty passages that were read for a question left 11 MB of freed memory, twenty that were encoded 19.
    """

    def __init__(self, give_back: Callable[[], object]) -> None:
        self._give_back = give_back
        self._changed = threading.Event()
        self._busy = threading.Event()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Hold off rest while the context is open."""
        self._busy.set()
        self._changed.set()
        try:
            yield
        finally:
            self._busy.clear()
            self._changed.set()

    def begin(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, name="rest", daemon=True).start()

    def _run(self) -> None:
        while self._changed.wait():
            self._changed.clear()
            if self._lasts(_RELEASED_AFTER_S):
                self._give_back()
                if self._lasts(_DROPPED_AFTER_S - _RELEASED_AFTER_S):
                    drop_what_rest_allows()
                    self._give_back()

    def _lasts(self, seconds: float) -> bool:
        return not self._changed.wait(seconds) and not self._busy.is_set()


_M_ARENA_MAX, _M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD = -8, -3, -1
"""The parameters of mallopt in glibc's malloc.h, which have no names at run time."""
_ARENAS = 2
_MAPPED_FROM = 256 * 1024
"""Bytes from which a block is large."""
_KEPT_AT_MOST = 8 * 1024 * 1024
"""Freed bytes at the end of an arena's memory that are kept for what is allocated next."""


@cache
def _libc() -> Any:
    """Return glibc if the program runs on it, else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


def share_arenas() -> None:
    """Limit malloc to two arenas instead of up to eight for each core. To be called as a process starts.

    WORKAROUND glibc 2: each arena keeps the memory that was freed in it, and a search or a sync runs on many
    threads. The number of the parameter is glibc's own, and another C library would take it for another one.
    """
    if (libc := _libc()) is not None:
        libc.mallopt(_M_ARENA_MAX, _ARENAS)


def map_large_blocks() -> None:
    """Make malloc return large blocks to the system as soon as they are freed. To be called at the start.

    Not for a process that encodes: it allocates such blocks all the time.

    WORKAROUND glibc 2: by itself, it raises the size from which it does so to that of the largest block
    freed, up to 32 MB. While 50,000 notes were indexed and searched, the window took 899 MB, so 782.
    """
    if (libc := _libc()) is not None:
        libc.mallopt(_M_MMAP_THRESHOLD, _MAPPED_FROM)
        libc.mallopt(_M_TRIM_THRESHOLD, _KEPT_AT_MOST)


def give_back() -> None:
    """Return freed memory to the system after work that took much.

    Takes milliseconds, during which it does not hold the interpreter's lock.
    """
    if (libc := _libc()) is not None:
        libc.malloc_trim(0)
