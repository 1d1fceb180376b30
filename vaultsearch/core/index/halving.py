"""Finds the one piece of a batch on which the worker process dies, so that it costs nothing but itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from vaultsearch.core.errors import WorkerDiedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

T = TypeVar("T")
R = TypeVar("R")


async def in_halves(
    batch: Sequence[T],
    work: Callable[[Sequence[T]], Awaitable[R]],
    *,
    leave_out: Callable[[T], None],
    is_cancelled: Callable[[], bool],
) -> list[tuple[Sequence[T], R]]:
    """Work on a batch; where that ends the worker, on its halves, down to what is to be left out.

    Gives what was worked on together with its results. A worker that was ended because all was
    cancelled did not die of its work: nothing is given then, and nothing left out.
    """
    try:
        return [(batch, await work(batch))]
    except WorkerDiedError:
        if is_cancelled():
            return []
        if len(batch) == 1:
            leave_out(batch[0])
            return []
        middle = len(batch) // 2
        done = []
        for half in (batch[:middle], batch[middle:]):
            done += await in_halves(half, work, leave_out=leave_out, is_cancelled=is_cancelled)
        return done
