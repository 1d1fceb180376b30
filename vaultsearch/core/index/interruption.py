"""What is urgent goes first: long work elsewhere is waited for, and what comes meanwhile is done at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from vaultsearch.core.protocols import Runner

P = ParamSpec("P")
T = TypeVar("T")


class Interruption:
    """Tells that something urgent has come. ``handle`` does it; nothing else of the kind runs meanwhile."""

    def __init__(self, handle: Callable[[], Awaitable[None]]) -> None:
        self._handle = handle
        self._come = asyncio.Event()

    @property
    def is_waiting(self) -> bool:
        """Tell whether something has come that nobody has taken up."""
        return self._come.is_set()

    def note(self) -> None:
        """Note that something has come; for the loop's thread."""
        self._come.set()

    async def during(self, work: asyncio.Future[T]) -> T:
        """Wait for ``work``, and do what comes meanwhile; cancelled, cancel it, too."""
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
    """A `Runner` during whose work what is urgent is done: a batch may take a second, or several."""

    def __init__(self, run: Runner, interruption: Interruption) -> None:
        self._run = run
        self._interruption = interruption

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` where the other runner does."""
        return await self._interruption.during(asyncio.ensure_future(self._run(function, *args, **kwargs)))
