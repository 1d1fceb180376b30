"""Read changed notes, in two processes if they are many, ahead of the writer.

A file is refused for good only through its own fault. After any other failure, such as a worker killed by the
system for lack of memory, it is read again: alone, after all others, and at most twice.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing, closing, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import Protocol, TypeAlias, TypeVar

from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.errors import (
    OutsideVaultError,
    VaultSearchError,
    WorkerDiedError,
    WorkerNotStartedError,
)
from vaultsearch.core.index.sync import file_limits
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.messages import Message
from vaultsearch.core.models.device import usable_cores
from vaultsearch.core.models.encoder_choice import get_ready
from vaultsearch.core.process_limits import can_limit_addresses
from vaultsearch.core.protocols import Encoder, Runner, Source, SupportsPlainText
from vaultsearch.core.values.note import NOTE_KINDS, Note, Revision
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.reading import kind_of

T = TypeVar("T")
R = TypeVar("R")


async def run_bisected(
    batch: Sequence[T],
    work: Callable[[Sequence[T]], Awaitable[R]],
    *,
    leave_out: Callable[[T], None],
    is_cancelled: Callable[[], bool],
) -> list[tuple[Sequence[T], R]]:
    """Work on a batch; if it kills the worker, bisect down to the item to leave out.

    A worker terminated by a cancellation did not die from the work: the result is then empty, and nothing is
    left out. If a worker cannot be started, that error is raised.

    Returns:
        The finished parts, each with the result.
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
        # One half after the other: the worker is started anew, and two at once would only die together.
        for half in (batch[:middle], batch[middle:]):
            done += await run_bisected(half, work, leave_out=leave_out, is_cancelled=is_cancelled)
        return done


ENCODED_AT_ONCE = 128
FEW_NOTES = 8
"""Up to so many notes are read in the process for questions, whose model is loaded."""
FEW_PASSAGES = 32
FEW_AT_ONCE = 8
"""A batch small enough for a question to wait for in the same process."""
_NOTES_AT_ONCE = 64
_BYTES_AT_ONCE = 1_000_000


def cut_batches(revisions: Iterable[Revision]) -> Iterator[list[Revision]]:
    """Cut into batches limited in notes and bytes; a file that may kill the worker gets a batch alone."""
    batch: list[Revision] = []
    size = 0
    for revision in revisions:
        # So it fills a batch alone, and costs no other file a second reading if the worker dies of it.
        costs = _BYTES_AT_ONCE if file_limits.may_take_long(revision) else file_limits.bytes_read(revision)
        if batch and (len(batch) == _NOTES_AT_ONCE or size + costs > _BYTES_AT_ONCE):
            yield batch
            batch, size = [], 0
        batch.append(revision)
        size += costs
    if batch:
        yield batch


_log = logging.getLogger(__name__)

_COARSEST_CLOCK_NS = 2_000_000_000
"""A file saved again this soon may keep its date: FAT counts in steps of two seconds."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file unreadable because of its content: not tried again until it changes."""

    failure: Failure
    revision: Revision


@dataclass(frozen=True, slots=True)
class Excessive:
    """A file that exceeded a limit while being read."""

    revision: Revision
    limit: file_limits.Excess


Outcome: TypeAlias = NoteRows | Failure | Refusal | Excessive
"""A file read, perhaps readable later, not readable, or beyond a limit."""


def read_batch(
    source: Source, chunker: Chunker, seconds: float, revisions: Sequence[Revision]
) -> list[Outcome]:
    """Read each note in at most ``seconds``, or say why not; just deleted notes are left out."""
    read = []
    for revision in revisions:
        # Watching takes 0.2 ms each time, and usual notes are read by the thousand.
        with file_limits.limit_process(seconds, watched=file_limits.may_take_long(revision)):
            read.append(_read_one(source.read, chunker, revision))
    return [outcome for outcome in read if outcome is not None]


def read_as_plain_text(
    source: SupportsPlainText, chunker: Chunker, seconds: float, revision: Revision
) -> Outcome | None:
    """Read a note's bare lines, under the same limits."""
    with file_limits.limit_process(seconds):
        return _read_one(source.read_plain, chunker, revision)


def _read_one(read: Callable[[Revision], Note], chunker: Chunker, revision: Revision) -> Outcome | None:
    is_parsed = False
    try:
        note = read(revision)
        is_parsed = True
        # A second edit with the same length within the clock's step could not be told from the first: a just
        # saved note gets a revision that no file has, so that the next sync reads it again.
        is_fresh = _is_just_saved(note.revision)
        unsettled = replace(note, revision=replace(note.revision, size=-1)) if is_fresh else note
        # As rows already here: they are made in the worker rather than in the process that answers questions.
        return NoteRows.of(unsettled, chunker.chunks(note))
    except FileNotFoundError:
        return None
    except UnreadableNoteError as error:
        return _refuse_unless_fresh(Failure(revision.path, error.message), revision)
    except MemoryError:
        # Only where addresses are limited has the file itself asked for too much; else others may have taken
        # everything.
        reason = "There was not enough memory to read this; it is tried again."
        excess = Excessive(revision, file_limits.Excess.MEMORY)
        return excess if can_limit_addresses() else Failure(revision.path, reason)
    except (OSError, VaultSearchError) as error:
        stays = not isinstance(error, OutsideVaultError)
        return Failure(revision.path, _describe_trouble(error), keeps_former=stays)
    except Exception as error:
        # A bug in the parser must cost one note, not the vault; the log has the traceback to mend it.
        _log.exception("read failed path=%s", revision.path)
        reason = Message("Unexpected error while reading ({}: {}).", type(error).__name__, error)
        failure = Failure(revision.path, reason)
        # Tables of languages were unpacked to a full disk, and the note that needed them was refused for it.
        is_innocent = is_parsed or isinstance(error, ImportError)
        return failure if is_innocent else _refuse_unless_fresh(failure, revision)


def _describe_trouble(error: OSError | VaultSearchError) -> str:
    """Describe an error that is not the content's fault."""
    match error:
        case PermissionError():
            return "No permission to read this file."
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return "The disk is full; this is read once there is space."
        case OSError():
            return Message("Can't be read: {}.", (error.strerror or str(error)).lower())
    return error.sentence


def _refuse_unless_fresh(failure: Failure, revision: Revision) -> Outcome:
    """Return a refusal, or only a failure if the file was just saved: it is tried once more then."""
    return failure if _is_just_saved(revision) else Refusal(failure, revision)


def _is_just_saved(revision: Revision) -> bool:
    # The date may lie ahead: the clock of a network drive is another one.
    return abs(time.time_ns() - revision.mtime_ns) <= _COARSEST_CLOCK_NS


MANY_NOTES = 500
"""With so many notes a second process is worth starting."""
_PASSAGES_PER_NOTE = 3
_CORES_OF_BOTH = 2
_MAX_REST_S, _REST_CHECK_S = 5.0, 0.1
"""Seconds the second process rests at most before each batch, and between checks."""


class HelperProcess(Runner, Protocol):
    """A runner ended when there is no more to do."""

    def close(self) -> None:
        """Terminate the runner at once."""


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """Notes read from a batch, reasons for failures, and the revisions not to be tried again, by path."""

    files: int
    notes: list[NoteRows]
    failed: list[Failure]
    refused: dict[str, Revision]


@dataclass(frozen=True, slots=True)
class NoteReader:
    """Reads notes in ``run``, few in ``run_small``; for many, ``helper`` starts a second process.

    While that process starts, ``run`` loads the model ``encoder`` will use for so many passages. Other kinds
    of files and large notes, which may kill the process, are not read in ``run_small``; each is given up
    after ``file_seconds``, and a note is then read as plain text.

    If both processes would take all cores, the second rests while somebody searches, according to
    ``is_asked``.
    """

    source: Source
    chunker: Chunker
    encoder: Encoder
    run: Runner
    run_small: Runner
    helper: Callable[[], HelperProcess] | None = None
    file_seconds: float = file_limits.FILE_SECONDS
    is_asked: Callable[[], bool] = lambda: False
    is_cancelled: Callable[[], bool] = lambda: False

    async def __call__(self, waiting: Sequence[Revision]) -> AsyncGenerator[ReadBatch, None]:
        """Read these notes, newest first, and yield batches as they finish, until cancelled."""
        # What was written lately is what is searched for first.
        newest_first = cut_batches(sorted(waiting, key=lambda revision: revision.mtime_ns, reverse=True))
        wanted_batches = takewhile(lambda _: not self.is_cancelled(), newest_first)
        with (
            closing(self.helper()) if self.helper and len(waiting) >= MANY_NOTES else nullcontext() as second
        ):
            few = len(waiting) <= FEW_NOTES and not any(map(file_limits.may_take_long, waiting))
            first, effort = self.run_small if few else self.run, _Effort(self.file_seconds)
            ready = [] if second is None else [asyncio.create_task(self._get_ready(len(waiting)))]
            readers = [partial(self._read, first, effort)]
            if second is not None:
                # With more cores, one is left for the questions.
                read = self._read if usable_cores() > _CORES_OF_BOTH else self._read_at_rest
                # First, so that it gets the newest notes: the other one loads the model before it reads.
                readers.insert(0, partial(read, second, effort))
            try:
                async with aclosing(read_ahead(wanted_batches, readers)) as read_batches:
                    async for batch in read_batches:
                        yield batch
            finally:
                await asyncio.gather(*ready)
            # After all others: one file that kills workers must not hold up the rest. Each death lists it.
            tries = Counter[str]()
            for revision, death in effort.again:
                if self.is_cancelled():
                    return
                tries[revision.path] += 1
                if tries[revision.path] <= _MAX_RETRIES:
                    late = await self._read(self.run, effort, [revision])
                else:
                    late = _batch_of(1, [_give_up(revision, death)])
                if late.files:
                    yield late

    async def _get_ready(self, notes: int) -> None:
        with suppress(VaultSearchError):  # encoding raises it again
            await self.run(get_ready, self.encoder, notes * _PASSAGES_PER_NOTE)

    async def _read_at_rest(self, run: Runner, effort: _Effort, batch: Sequence[Revision]) -> ReadBatch:
        """Read a batch like `_read`, once nobody searches."""
        begun = time.monotonic()
        while self.is_asked() and not self.is_cancelled() and time.monotonic() - begun < _MAX_REST_S:  # noqa: ASYNC110
            await asyncio.sleep(_REST_CHECK_S)
        return await self._read(run, effort, batch)

    async def _read(self, run: Runner, effort: _Effort, batch: Sequence[Revision]) -> ReadBatch:
        """Read a batch, but for the notes that are to be read again, alone."""
        excessive: list[Excessive] = []
        death: WorkerDiedError | None = None

        async def work(part: Sequence[Revision]) -> list[Outcome]:
            nonlocal death
            try:
                return await run(read_batch, self.source, self.chunker, effort.seconds, list(part))
            except WorkerDiedError as error:
                # The bisection says which file it was, and this how its process ended.
                death = error
                raise

        def leave_out(revision: Revision) -> None:
            limit = file_limits.excess_of(death) if death is not None else None
            if limit is None:
                effort.again.append((revision, death))
            else:
                excessive.append(Excessive(revision, limit))

        parts = await run_bisected(batch, work, leave_out=leave_out, is_cancelled=self.is_cancelled)
        # A cancelled batch is not read: its files were counted as if they could be found.
        files = sum(len(part) for part, _ in parts) + len(excessive)
        outcomes = [outcome for _, part in parts for outcome in part]
        excessive += [outcome for outcome in outcomes if isinstance(outcome, Excessive)]
        late = [await self._after_excess(excess, run, effort) for excess in excessive]
        outcomes += filter(None, late)
        effort.note(excessive)
        return _batch_of(files, outcomes)

    async def _after_excess(self, excess: Excessive, run: Runner, effort: _Effort) -> Outcome | None:
        """Read a note beyond a limit as plain text; refuse any other file."""
        is_note = kind_of(excess.revision.path) in NOTE_KINDS
        if is_note and isinstance(self.source, SupportsPlainText):
            plain = (self.source, self.chunker, max(effort.seconds, _PLAIN_S), excess.revision)
            try:
                outcome = await run(read_as_plain_text, *plain)
            except WorkerNotStartedError:
                raise
            except WorkerDiedError:
                outcome = excess
            if not isinstance(outcome, Excessive):
                return outcome
        if excess.limit is file_limits.Excess.TIME:
            reason = Message("Reading took longer than {} s; it was skipped.", f"{effort.seconds:g}")
        else:
            most = file_limits.MAX_GROWTH >> 20
            reason = Message("Reading it needed more than {} MB of memory; it was skipped.", most)
        failure = Failure(excess.revision.path, reason)
        # Behind others that took too long, a file had less time than the user allows it.
        is_final = excess.limit is file_limits.Excess.MEMORY or effort.seconds == self.file_seconds
        return _refuse_unless_fresh(failure, excess.revision) if is_final else failure


_MAX_RETRIES = 2
_PLAIN_S = 20.0
"""Minimum seconds for plain text: any million characters take a few seconds."""
_SLOW_IN_A_ROW, _SLOW_DIVISOR = 3, 6
"""Slow files in a row after which time shrinks, and the divisor for each further file's time.

A thousand small files of a minute each would hold up all others for a day.
"""


@dataclass(slots=True)
class _Effort:
    """The time allowed per file in a reading, and the files to read again, each with its worker's end."""

    file_seconds: float
    again: list[tuple[Revision, WorkerDiedError | None]] = field(default_factory=list)
    _too_long: int = 0

    @property
    def seconds(self) -> float:
        return self.file_seconds if self._too_long < _SLOW_IN_A_ROW else self.file_seconds / _SLOW_DIVISOR

    def note(self, excessive: Sequence[Excessive]) -> None:
        """Count files beyond the time limit in a batch; a batch without any ends the row."""
        too_long = sum(excess.limit is file_limits.Excess.TIME for excess in excessive)
        self._too_long = self._too_long + too_long if too_long else 0


def _give_up(revision: Revision, death: WorkerDiedError | None) -> Outcome:
    """Return the outcome for a file that killed each worker."""
    _log.warning("worker died path=%s exit_code=%s", revision.path, death and death.exit_code)
    if death is not None and file_limits.is_innocent(death):
        reason = "The process that reads it was ended by the system; it is tried again."
        return Failure(revision.path, reason)
    if kind_of(revision.path) in NOTE_KINDS:
        reason = "Reading this note crashed; it was skipped."
    else:
        reason = "Reading this file crashed; it was skipped."
    return _refuse_unless_fresh(Failure(revision.path, reason), revision)


def _batch_of(files: int, outcomes: Sequence[Outcome]) -> ReadBatch:
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    failed = [outcome for outcome in outcomes if isinstance(outcome, Failure)]
    return ReadBatch(
        files,
        [outcome for outcome in outcomes if isinstance(outcome, NoteRows)],
        failed + [refusal.failure for refusal in refused],
        {refusal.revision.path: refusal.revision for refusal in refused},
    )


async def read_ahead(
    batches: Iterator[T], readers: Sequence[Callable[[T], Awaitable[R]]]
) -> AsyncGenerator[R, None]:
    """Yield results as readers finish; each reader has already begun the next batch."""
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
                # Before the result is handed out: the reader works on while the caller writes.
                begin(running.pop(task))
                yield await task
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
