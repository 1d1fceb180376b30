"""Urgent work goes first: it is done while long work in another process is awaited."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from vaultsearch.core.protocols import Runner

P = ParamSpec("P")
T = TypeVar("T")


class Interruption:
    """Signals urgent work, which ``handle`` does; never two calls of it at once."""

    def __init__(self, handle: Callable[[], Awaitable[None]]) -> None:
        self._handle = handle
        self._come = asyncio.Event()

    @property
    def is_waiting(self) -> bool:
        """Whether urgent work waits."""
        return self._come.is_set()

    def note(self) -> None:
        """Signal urgent work; to be called on the loop's thread."""
        self._come.set()

    async def during(self, work: asyncio.Future[T]) -> T:
        """Wait for ``work``, and handle urgent work meanwhile. Cancel ``work`` on cancellation."""
        try:
            while not work.done():
                come = asyncio.ensure_future(self._come.wait())
                await asyncio.wait((work, come), return_when=asyncio.FIRST_COMPLETED)
                come.cancel()
                if self._come.is_set() and not work.done():
                    self._come.clear()
                    await self._handle()
        except BaseException:
            work.cancel()
            raise
        return await work


class InterruptibleRunner:
    """A `Runner` during whose calls urgent work is done: a batch may take a second, or several."""

    def __init__(self, run: Runner, interruption: Interruption) -> None:
        self._run = run
        self._interruption = interruption

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` by the wrapped runner."""
        return await self._interruption.during(asyncio.ensure_future(self._run(function, *args, **kwargs)))
