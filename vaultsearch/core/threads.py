"""Run long work in threads, giving way to the window's thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

P = ParamSpec("P")
T = TypeVar("T")
N = TypeVar("N")

# A context variable reaches the thread by the copied context, without a parameter in every function between.
_given_up: ContextVar[threading.Event | None] = ContextVar("given_up", default=None)


async def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in a thread of this process: the `Runner` for scripts and notebooks.

    A thread cannot be ended: after a cancellation, the function goes on until it checks `still_wanted`.
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
    """Run a function in a thread, never two at once per event loop: for data derived from all notes.

    Four at once, such as names, links, hierarchy and facets, took the interpreter's lock in turns, and each
    Qt call on the window's thread waited four times as long.
    """
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        return await in_thread(function, *args, **kwargs)


_GIVES_WAY_S = 0.1
"""Maximum seconds for which a turn on the window's thread holds up other work."""


class Foreground:
    """The thread somebody looks at, which goes first: work in other threads waits during its turns.

    Each Qt call releases the interpreter's lock, and each thread computing in Python then takes it for 0.2
    ms. Painting a list for 5 ms took up to 50 beside three such threads, and 15 if they give way.
    """

    def __init__(self) -> None:
        self._rests = threading.Event()
        self._rests.set()
        self._begun = 0.0

    def begin(self) -> None:
        """Begin a turn, or another."""
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
    """Yield the items for a long computation in a thread, each after the foreground's turn."""
    for item in items:
        if foreground.has_turn:
            foreground.wait()
        yield item


def still_wanted() -> Callable[[], None]:
    """Return a check, for any thread, which raises CancelledError once this work was given up.

    Made for encoding long texts: half a minute of encoding continued after a question was cancelled.
    """
    given_up = _given_up.get()

    def check() -> None:
        if given_up is not None and given_up.is_set():
            raise CancelledError

    return check


def has_failed(work: asyncio.Future[T]) -> bool:
    """Return whether work has ended without a result."""
    return work.done() and (work.cancelled() or work.exception() is not None)


class MadeOnce(Generic[N, T]):
    """A value derived by ``make`` from what ``get`` returns, in a thread, once per state.

    States are compared by identity: the stored notes return the same tuple until the index changes.

    Args:
        get: Returns the present state.
        make: Derives the value.
        renew: Derives the same value with less work, from the former state, its value, and the present state.
    """

    def __init__(
        self,
        get: Callable[[], Awaitable[N]],
        make: Callable[[N], T],
        renew: Callable[[N, T, N], T] | None = None,
    ) -> None:
        self._get, self._make, self._renew = get, make, renew
        self._making: tuple[N, asyncio.Task[T]] | None = None

    async def __call__(self) -> T:
        """Return the value for the present state."""
        return (await self.with_source())[1]

    async def with_source(self) -> tuple[N, T]:
        """Return the present state, and the value derived from it."""
        source, making = await self.started()
        # A call that the next key cancels must not stop the making, for which others may wait.
        return source, await asyncio.shield(making)

    async def started(self) -> tuple[N, asyncio.Task[T]]:
        """Return the present state, and the task that derives the value, which others wait for too."""
        source = await self._get()
        made_of, making = self._making or (None, None)
        # Shared while being made: visiting two notes in turn made it twice at the same time.
        if making is None or made_of is not source or has_failed(making):
            if self._renew and made_of is not None and making and making.done() and not has_failed(making):
                renewing = in_turn(self._renew, made_of, making.result(), source)
            else:
                renewing = in_turn(self._make, source)
            making = asyncio.ensure_future(renewing)
            self._making = source, making
        return source, making

    def close(self) -> None:
        """Cancel any derivation in progress."""
        if self._making is not None:
            self._making[1].cancel()
