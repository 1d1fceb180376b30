"""Reading of the notes that changed, in two processes if they are many, ahead of the writer."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import aclosing, closing, nullcontext
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from vaultsearch.core.errors import (
    OutsideVaultError,
    VaultSearchError,
    WorkerDiedError,
    WorkerNotStartedError,
)
from vaultsearch.core.index.file_limits import bytes_read, is_limited, limited
from vaultsearch.core.index.rows import NoteRows
from vaultsearch.core.models.adaptive_encoding import get_ready
from vaultsearch.core.models.device import cores
from vaultsearch.core.protocols import Runner
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.vault.decoding import UnreadableNoteError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Sequence

    from vaultsearch.core.index.chunking import Chunker
    from vaultsearch.core.protocols import Encoder, Source
    from vaultsearch.core.values.note import Note, Revision

T = TypeVar("T")
R = TypeVar("R")


async def run_bisected(
    batch: Sequence[T],
    work: Callable[[Sequence[T]], Awaitable[R]],
    *,
    leave_out: Callable[[T], None],
    is_cancelled: Callable[[], bool],
) -> list[tuple[Sequence[T], R]]:
    """Work on a batch; if the worker dies of it, bisect it down to the single item that is to be left out.

    A worker that was terminated by a cancellation did not die of its work: the result is empty then, and
    nothing is left out. Nor did one that could not be started: that error is raised.

    Returns:
        The parts that were worked on, each with its result.
    """
    try:
        return [(batch, await work(batch))]
    except WorkerNotStartedError:
        raise
    except WorkerDiedError:
        if is_cancelled():
            return []
        if len(batch) == 1:
            leave_out(batch[0])
            return []
        middle = len(batch) // 2
        done = []
        for half in (batch[:middle], batch[middle:]):
            done += await run_bisected(half, work, leave_out=leave_out, is_cancelled=is_cancelled)
        return done


ENCODED_AT_ONCE = 128
FEW_NOTES = 8
"""Up to so many are read in the process for questions, which has its model loaded."""
FEW_PASSAGES = 32
FEW_AT_ONCE = 8
"""So that a question that comes meanwhile to the same process waits no longer than it takes to read this."""
_NOTES_AT_ONCE = 64
_BYTES_AT_ONCE = 1_000_000
_BELIEVABLE_S = 2.0


@dataclass(slots=True)
class EncodingClock:
    """The progress of encoding, and its rate since the first batch: the model's loading is not counted.

    ``done`` are those whose vectors are written, so that a search finds them. Told as soon as they were
    encoded, 491 of 1,309 passages were ready beside a list that said 0 of 803 notes.
    """

    total: int
    done: int = 0
    encoded: int = 0
    _first: tuple[int, float] | None = None

    def advance(self, count: int) -> None:
        """Count passages that have been encoded."""
        self.encoded += count
        if self._first is None:
            self._first = (self.encoded, time.perf_counter())

    def note_written(self, encoded: int) -> None:
        """Note that the vectors of the first ``encoded`` passages are written."""
        self.done = encoded

    @property
    def rate(self) -> float:
        """Passages a second, 0 until it can be measured."""
        if self._first is None or self.encoded == self._first[0]:
            return 0.0
        return (self.encoded - self._first[0]) / (time.perf_counter() - self._first[1])

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds at this rate, None before it is reliable."""
        if self._first is None or time.perf_counter() - self._first[1] < _BELIEVABLE_S or not self.rate:
            return None
        return (self.total - self.encoded) / self.rate


def batches(revisions: Iterable[Revision]) -> Iterator[list[Revision]]:
    """Cut into batches that are neither many notes nor many bytes; a file that may end the worker is one."""
    batch: list[Revision] = []
    size = 0
    for revision in revisions:
        costs = _BYTES_AT_ONCE if is_limited(revision.path) else bytes_read(revision)
        if batch and (len(batch) == _NOTES_AT_ONCE or size + costs > _BYTES_AT_ONCE):
            yield batch
            batch, size = [], 0
        batch.append(revision)
        size += costs
    if batch:
        yield batch


_log = logging.getLogger(__name__)

_COARSEST_CLOCK_NS = 2_000_000_000
"""A file may be saved again within this without getting a new date: FAT counts in steps of two seconds."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that cannot be read because of what it holds: it is not tried again until that changes."""

    failure: Failure
    revision: Revision


Outcome: TypeAlias = NoteRows | Failure | Refusal
"""A file that was read, one that may be readable later, or one that is not."""


def read_batch(
    source: Source, chunker: Chunker, seconds: float, revisions: Sequence[Revision]
) -> list[Outcome]:
    """Read each note, or say why it could not be; a note that has just been deleted is left out.

    The worker ends if a file of another kind takes longer than ``seconds``.
    """
    read = []
    for revision in revisions:
        with limited(seconds) if is_limited(revision.path) else nullcontext():
            read.append(_read_one(source, chunker, revision))
    return [one for one in read if one is not None]


def _read_one(source: Source, chunker: Chunker, revision: Revision) -> Outcome | None:
    try:
        note = source.read(revision)
        return NoteRows.of(_settled(note), chunker.chunks(note))
    except FileNotFoundError:
        return None
    except PermissionError:
        return Failure(revision.path, "No permission to read this file.")
    except VaultSearchError as error:
        failure = Failure(revision.path, str(error), kept=not isinstance(error, OutsideVaultError))
        return _refused(failure, revision) if isinstance(error, UnreadableNoteError) else failure
    except Exception as error:
        # A bug in the parser must cost one note, not the vault; the log has the traceback to mend it.
        _log.exception("read failed path=%s", revision.path)
        reason = f"Unexpected error while reading ({type(error).__name__}: {error})."
        return _refused(Failure(revision.path, reason), revision)


def _settled(note: Note) -> Note:
    """Assign a note that was saved just now a revision that no file has: the next sync reads it again.

    A second edit of the same length within the clock's step could not be told from the first one.
    """
    if not _is_just_saved(note.revision):
        return note
    return replace(note, revision=replace(note.revision, size=-1))


def _refused(failure: Failure, revision: Revision) -> Outcome:
    """Return a refusal, unless the file was saved just now: it is tried once more then."""
    return failure if _is_just_saved(revision) else Refusal(failure, revision)


def _is_just_saved(revision: Revision) -> bool:
    return abs(time.time_ns() - revision.mtime_ns) <= _COARSEST_CLOCK_NS


_MANY_NOTES = 500
"""From so many on a second process is worth its start."""
_PASSAGES_PER_NOTE = 3
_CORES_OF_BOTH = 2
_RESTS_S, _LOOKED_UP_S = 5.0, 0.1
"""Seconds that the second rests at most before each batch, and between two looks at whether it is to."""


class Helper(Runner, Protocol):
    """A runner that is ended when there is no more to do."""

    def close(self) -> None:
        """Terminate it at once."""
        ...


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """The notes of so many files, and the reasons for those that could not be read.

    ``refused`` are the revisions of those that need not be tried again, by path.
    """

    files: int
    notes: list[NoteRows]
    failed: list[Failure]
    refused: dict[str, Revision]


_Reader: TypeAlias = "Callable[[Sequence[Revision]], Awaitable[ReadBatch]]"


@dataclass(frozen=True, slots=True)
class NoteReading:
    """Reads notes in ``run``, few in ``run_small``; for many, ``helper`` starts a second process.

    While that one starts, ``run`` loads the model that ``encoder`` will use for so many passages. Files of
    other kinds, whose reading may end the process, are not read in ``run_small``; one is given up after
    ``file_seconds``.

    Where both would take all cores, the second rests while somebody searches, as ``is_asked`` tells.
    """

    source: Source
    chunker: Chunker
    encoder: Encoder
    run: Runner
    run_small: Runner
    helper: Callable[[], Helper] | None = None
    file_seconds: float = 60.0
    is_asked: Callable[[], bool] = lambda: False

    async def __call__(
        self, waiting: Sequence[Revision], is_cancelled: Callable[[], bool]
    ) -> AsyncGenerator[ReadBatch, None]:
        """Read these notes, the newest first, and yield them in batches as they come, until cancelled."""
        newest_first = batches(sorted(waiting, key=lambda revision: revision.mtime_ns, reverse=True))
        wanted = takewhile(lambda _: not is_cancelled(), newest_first)
        with (
            closing(self.helper()) if self.helper and len(waiting) >= _MANY_NOTES else nullcontext() as second
        ):
            few = len(waiting) <= FEW_NOTES and not any(is_limited(one.path) for one in waiting)
            first = self.run_small if few else self.run
            ready = [] if second is None else [asyncio.create_task(self._get_ready(len(waiting)))]
            readers = [self._reader(first, is_cancelled)]
            if second is not None:
                readers.insert(0, self._resting(self._reader(second, is_cancelled), is_cancelled))
            try:
                async with aclosing(read_ahead(wanted, readers)) as found:
                    async for batch in found:
                        yield batch
            finally:
                await asyncio.gather(*ready)

    def _resting(self, read: _Reader, is_cancelled: Callable[[], bool]) -> _Reader:
        if cores() > _CORES_OF_BOTH:
            return read

        async def read_later(batch: Sequence[Revision]) -> ReadBatch:
            begun = time.monotonic()
            while self.is_asked() and not is_cancelled() and time.monotonic() - begun < _RESTS_S:  # noqa: ASYNC110
                await asyncio.sleep(_LOOKED_UP_S)
            return await read(batch)

        return read_later

    async def _get_ready(self, notes: int) -> None:
        try:
            await self.run(get_ready, self.encoder, notes * _PASSAGES_PER_NOTE)
        except VaultSearchError:
            return  # encoding raises it again

    def _reader(self, run: Runner, is_cancelled: Callable[[], bool]) -> _Reader:
        async def read(batch: Sequence[Revision]) -> ReadBatch:
            """Read a batch, but for the note that ends the worker, if there is one."""
            crashed: list[Outcome] = []
            begun = 0.0

            async def work(part: Sequence[Revision]) -> list[Outcome]:
                nonlocal begun
                begun = time.monotonic()
                return await run(read_batch, self.source, self.chunker, self.file_seconds, list(part))

            def leave_out(revision: Revision) -> None:
                took = time.monotonic() - begun
                crashed.append(_refused(Failure(revision.path, self._why(revision, took)), revision))

            parts = await run_bisected(batch, work, leave_out=leave_out, is_cancelled=is_cancelled)
            found = [*crashed, *(one for _, part in parts for one in part)]
            refused = [one for one in found if isinstance(one, Refusal)]
            return ReadBatch(
                len(batch),
                [one for one in found if isinstance(one, NoteRows)],
                [*(one for one in found if isinstance(one, Failure)), *(one.failure for one in refused)],
                {one.revision.path: one.revision for one in refused},
            )

        return read

    def _why(self, revision: Revision, seconds: float) -> str:
        """Return why a note or file ended the process after so many seconds."""
        if not is_limited(revision.path):
            return "Reading this note crashed; it was skipped."
        if seconds >= self.file_seconds:
            return f"Reading took longer than {self.file_seconds:g} s; it was skipped."
        return "Reading this file crashed or needed too much memory; it was skipped."


async def read_ahead(
    batches: Iterator[T], readers: Sequence[Callable[[T], Awaitable[R]]]
) -> AsyncGenerator[R, None]:
    """Yield the readers' results as they come; each reader has begun its next batch by then."""
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
