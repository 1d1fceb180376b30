"""Reads the notes that changed, in two processes where they are many, ahead of whoever writes them down."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, closing, nullcontext
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, TypeVar

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.halving import in_halves
from vaultsearch.core.index.pace import FEW_NOTES, batches
from vaultsearch.core.index.reading import ReadNote, read_batch
from vaultsearch.core.models.quickest_encoding import get_ready
from vaultsearch.core.protocols import Runner
from vaultsearch.core.values.sync import Failure

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence

    from vaultsearch.core.index.chunking import Chunker
    from vaultsearch.core.protocols import Encoder, Source
    from vaultsearch.core.values.note import Revision

_MANY_NOTES = 500
"""From so many on a second process is worth its start."""
_PASSAGES_PER_NOTE = 3

T = TypeVar("T")
R = TypeVar("R")


class Helper(Runner, Protocol):
    """A runner that is ended when there is no more to do."""

    def close(self) -> None:
        """End it at once."""
        ...


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """What came of so many files: notes that could be read, and why others could not."""

    files: int
    notes: list[ReadNote]
    failed: list[Failure]


@dataclass(frozen=True, slots=True)
class NoteReading:
    """Reads in ``run``, or in ``run_small`` what is little; for much, ``helper`` starts a second process.

    While that one begins, ``run`` loads what ``encoder`` will encode so much with.
    """

    source: Source
    chunker: Chunker
    encoder: Encoder
    run: Runner
    run_small: Runner
    helper: Callable[[], Helper] | None = None

    async def __call__(
        self, waiting: Sequence[Revision], is_cancelled: Callable[[], bool]
    ) -> AsyncGenerator[ReadBatch, None]:
        """Read these, the newest first, and give them as they come, until it is cancelled."""
        newest_first = batches(sorted(waiting, key=lambda revision: revision.mtime_ns, reverse=True))
        wanted = takewhile(lambda _: not is_cancelled(), newest_first)
        with (
            closing(self.helper()) if self.helper and len(waiting) >= _MANY_NOTES else nullcontext() as second
        ):
            first = self.run_small if len(waiting) <= FEW_NOTES else self.run
            ready = [] if second is None else [asyncio.create_task(self._get_ready(len(waiting)))]
            runners = [first] if second is None else [second, first]
            readers = [self._reader(runner, is_cancelled) for runner in runners]
            try:
                async with aclosing(read_ahead(wanted, readers)) as found:
                    async for batch in found:
                        yield batch
            finally:
                await asyncio.gather(*ready)

    async def _get_ready(self, notes: int) -> None:
        try:
            await self.run(get_ready, self.encoder, notes * _PASSAGES_PER_NOTE)
        except VaultSearchError:
            return  # whoever encodes is told

    def _reader(
        self, run: Runner, is_cancelled: Callable[[], bool]
    ) -> Callable[[Sequence[Revision]], Awaitable[ReadBatch]]:
        async def read(batch: Sequence[Revision]) -> ReadBatch:
            """Read a batch, but for the note that ends the worker, if there is one."""
            failed: list[Failure] = []

            async def work(part: Sequence[Revision]) -> list[ReadNote | Failure]:
                return await run(read_batch, self.source, self.chunker, list(part))

            def leave_out(revision: Revision) -> None:
                failed.append(Failure(revision.path, "Reading this note ended the worker process: left out."))

            parts = await in_halves(batch, work, leave_out=leave_out, is_cancelled=is_cancelled)
            found = [one for _, part in parts for one in part]
            failed += [one for one in found if isinstance(one, Failure)]
            return ReadBatch(len(batch), [one for one in found if isinstance(one, ReadNote)], failed)

        return read


async def read_ahead(
    batches: Iterator[T], readers: Sequence[Callable[[T], Awaitable[R]]]
) -> AsyncGenerator[R, None]:
    """Give what the readers make of the batches, as it comes; each has begun its next one by then."""
    running: dict[asyncio.Task[R], Callable[[T], Awaitable[R]]] = {}

    def begin(reader: Callable[[T], Awaitable[R]]) -> None:
        for batch in batches:
            running[asyncio.ensure_future(reader(batch))] = reader
            return

    for reader in readers:
        begin(reader)
    try:
        while running:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                begin(running.pop(task))
                yield await task
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
