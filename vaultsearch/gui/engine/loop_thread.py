"""A background thread that runs one asyncio loop, with a lane for each kind of work."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

_log = logging.getLogger(__name__)


class LoopThread:
    """Runs coroutines off the window's thread; its public methods are for that thread and return at once.

    A lane holds one task: new work in a lane cancels the former, unless it asks not to.
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
        """Run ``work`` in ``lane``; with ``replace`` off it is dropped while the lane is busy.

        ``on_end`` is called on the loop's thread once no frame of the work is left.
        """
        if self._open:
            # Started with the first work: a window that fails to open must not leave a thread behind.
            if self._thread.ident is None:
                self._thread.start()
            self._loop.call_soon_threadsafe(self._launch, lane, work, replace, on_end)

    def cancel(self, lane: str) -> None:
        """Cancel the task in ``lane``, if there is one."""
        if self._open:
            self._loop.call_soon_threadsafe(self._cancel, lane)

    def stop(self, last: Work, limit: float) -> bool:
        """Cancel all, run ``last``, end the thread; return False if a step takes over ``limit`` seconds."""
        if self._thread.ident is None:
            self._loop.close()
        elif self._open:
            self._loop.call_soon_threadsafe(self._end, last, limit)
        self._open = False
        if self._thread.ident is not None:
            self._thread.join(3 * limit)
        return not self._thread.is_alive()

    async def run(self, lane: str, work: Work) -> None:
        """Run ``work`` in ``lane`` once the lane is free, and wait for its end; for the loop's thread."""
        while (busy := self._lanes.get(lane)) is not None:
            await asyncio.wait([busy])
        self._launch(lane, work, True, lambda: None)
        await asyncio.wait([self._lanes[lane]])

    async def let_pass(self, lane: str, limit: float) -> None:
        """Wait for the task in ``lane``, for ``limit`` seconds at most; for the loop's thread."""
        if (busy := self._lanes.get(lane)) is not None:
            await asyncio.wait([busy], timeout=limit)

    async def end_others(self, limit: float) -> None:
        """Cancel every task but the caller's, and wait until they are done; for the loop's thread."""
        others = self._tasks - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            _, late = await asyncio.wait(others, timeout=limit)
            if late:
                running = asyncio.all_tasks() - {asyncio.current_task()}
                _log.warning("tasks_late limit=%.1f tasks=%s", limit, "; ".join(map(_whereabouts, running)))

    def _launch(self, lane: str, work: Work, replace: bool, on_end: Callable[[], None]) -> None:
        if lane in self._lanes and not replace:
            return
        self._cancel(lane)
        task = self._loop.create_task(_without_frames(work), name=lane)
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

    def _end(self, last: Work, limit: float) -> None:
        self._lanes.clear()
        task = self._loop.create_task(self._finish(last, limit), name="end")
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._loop.stop())

    async def _finish(self, last: Work, limit: float) -> None:
        await self.end_others(limit)
        try:
            await asyncio.wait_for(last(), limit)
        except TimeoutError:
            _log.warning("closing_late limit=%.1f", limit)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()
            self._end_pool()

    def _end_pool(self) -> None:
        # Work in the pool cannot be cancelled; a hanging pool must not hold the window open.
        self._pool.shutdown(wait=False, cancel_futures=True)
        for thread in threading.enumerate():
            if thread.name.startswith(f"{self._name}-pool"):
                thread.join(1.0)


def _whereabouts(task: asyncio.Task[Any]) -> str:
    """Return a task's lane and the functions that it waits in, the innermost last."""
    functions = []
    awaited: Any = task.get_coro()
    while frame := getattr(awaited, "cr_frame", None):
        functions.append(f"{frame.f_code.co_qualname}:{frame.f_lineno}")
        awaited = awaited.cr_await
    return f"{task.get_name()} in {' > '.join(functions)}"


async def _without_frames(work: Work) -> None:
    """Run ``work``; its cancellation is raised anew, as the task would keep the frames of the first one."""
    is_cancelled = False
    try:
        await work()
    except asyncio.CancelledError:
        is_cancelled = True
    if is_cancelled:
        raise asyncio.CancelledError
