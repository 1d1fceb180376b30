"""Notes are read ahead, by two processes where they are many; a file is refused for its own fault alone.

And the time left, as its clock tells it: of the reading, and of the encoding after it.
"""

import asyncio
import errno
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, closing
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, HashEncoder, parsed
from vaultsearch.core.errors import WorkerDiedError, WorkerNotStartedError
from vaultsearch.core.index.sync import note_reading, passage_encoding
from vaultsearch.core.index.sync.file_limits import excess_of, is_innocent, limit_process
from vaultsearch.core.index.sync.note_reading import NoteReader, ReadBatch, read_ahead, run_bisected
from vaultsearch.core.index.sync.passage_encoding import EncodingClock, ReadingClock
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.protocols import Runner, Source
from vaultsearch.core.values.note import Note, Revision
from vaultsearch.core.vault.markdown import READ_AS_PLAIN_TEXT_PROBLEM
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.worker import WorkerProcess

with_signals = pytest.mark.skipif(
    sys.platform == "win32", reason="without signals, and timers of the processor"
)
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread looks at the memory")
KILL_ONCE, KILL, CRASH, SPIN, SLEEP, GROW, FULL, BUG, SOUND = (
    "killed once.csv", "killed.csv", "crash.csv", "spin.pdf", "sleep.pdf", "grow.pdf", "full.pdf", "bug.pdf",
    "sound.md",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TroubledSource:
    """A `Source` whose files are named after the trouble that reading them brings; logs what it read."""

    log: Path = Path(os.devnull)
    location = "memory"

    def scan(self) -> Any:
        return [], []

    def read(self, revision: Revision) -> Note:
        with (self.log).open("a") as log:
            log.write(f"{revision.path}\n")
        match revision.path:
            case "killed once.csv" if self.log.read_text().count(revision.path) == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            case "killed.csv":
                os.kill(os.getpid(), signal.SIGKILL)
            case "crash.csv":
                os._exit(7)
            case "spin.pdf":
                while True:
                    pass
            case "sleep.pdf":
                time.sleep(5)
            case "grow.pdf":
                len(bytes(1 << 31))
            case "full.pdf":
                raise OSError(errno.ENOSPC, "No space left on device")
            case "bug.pdf":
                raise KeyError("a bug in the reader")
        return parsed(revision.path, "A note of some words.\n")


class Here:
    """A `Helper` in this process that remembers what it did; it dies of the note at ``deadly``."""

    def __init__(self, deadly: str = "", *, starts: bool = True) -> None:
        self.deadly = deadly
        self.starts = starts
        self.ran: list[str] = []
        self.is_closed = False

    async def __call__(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0)
        self.ran.append(function.__name__)
        if not self.starts:
            raise WorkerNotStartedError("The process can't be started.", "Close other programs.")
        if function.__name__ == "read_batch" and any(one.path == self.deadly for one in args[-1]):
            raise WorkerDiedError("The worker process ended.", "It is being restarted.")
        return function(*args, **kwargs)

    def close(self) -> None:
        self.is_closed = True


async def outcomes(
    run: Runner,
    revisions: Sequence[Revision],
    source: Source | None = None,
    helper: Here | None = None,
    cancel_after: int | None = None,
    **options: Any,
) -> tuple[list[str], dict[str, str], set[str]]:
    """Return the paths that were read, the reasons of the others, and the refused ones."""
    second = None if helper is None else lambda: helper
    batches: list[ReadBatch] = []
    options |= {"is_cancelled": lambda: cancel_after is not None and len(batches) >= cancel_after}
    reading = NoteReader(source or TroubledSource(), CHUNKER, HashEncoder(), run, run, second, **options)
    async with aclosing(reading(revisions)) as found:
        async for batch in found:
            batches.append(batch)  # noqa: PERF401 - counted meanwhile
    files = sum(batch.files for batch in batches)
    assert files == len(revisions) or cancel_after is not None, "each is counted once"
    read = [note.path for batch in batches for note in batch.notes]
    failed = {failure.path: failure.reason for batch in batches for failure in batch.failed}
    return read, failed, {path for batch in batches for path in batch.refused}


def revisions(*paths: str) -> list[Revision]:
    return [Revision(path, 16, 1_700_000_000_000_000_000 + n) for n, path in enumerate(paths)]


def many(count: int) -> list[Revision]:
    return revisions(*(f"{n}.md" for n in range(count)))


async def test_no_note_is_blamed_for_a_process_that_cannot_be_started() -> None:
    with pytest.raises(WorkerNotStartedError):
        await outcomes(Here(starts=False), many(3), helper=Here())


async def test_many_notes_are_read_by_two_and_the_second_is_ended() -> None:
    run, helper = Here(), Here()
    notes, failed, _ = await outcomes(run, many(1000), helper=helper)
    assert (sorted(notes), failed) == (sorted(f"{n}.md" for n in range(1000)), {})
    assert run.ran[0] == "get_ready", "the model is loaded while the other one begins"
    assert (helper.is_closed, *("read_batch" in each.ran for each in (run, helper))) == (True, True, True)


async def test_of_two_cores_the_second_rests_during_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note_reading, "usable_cores", lambda: 2)
    monkeypatch.setattr(note_reading, "_REST_CHECK_S", 0.0)
    run, helper = Here(), Here()

    def is_asked() -> bool:
        """Return True until the first has read three batches."""
        assert helper.ran == [] or run.ran.count("read_batch") >= 3
        return run.ran.count("read_batch") < 3

    assert len((await outcomes(run, many(1000), helper=helper, is_asked=is_asked))[0]) == 1000
    assert "read_batch" in helper.ran


async def test_all_notes_are_read_during_endless_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note_reading, "usable_cores", lambda: 2)
    monkeypatch.setattr(note_reading, "_REST_CHECK_S", 0.0)
    monkeypatch.setattr(note_reading, "_MAX_REST_S", 0.01)
    assert len((await outcomes(Here(), many(1000), helper=Here(), is_asked=lambda: True))[0]) == 1000


async def test_few_notes_are_read_by_one_and_the_newest_first() -> None:
    run, helper = Here(), Here()
    notes, *_ = await outcomes(run, many(200), helper=helper)
    assert notes == [f"{n}.md" for n in reversed(range(200))]
    assert (set(run.ran), helper.ran) == ({"read_batch"}, [])


async def test_a_note_that_ends_either_process_costs_itself_alone() -> None:
    notes, failed, _ = await outcomes(Here(deadly="700.md"), many(1000), helper=Here(deadly="700.md"))
    assert (len(notes), [*failed]) == (999, ["700.md"])


async def test_nothing_more_is_begun_once_it_is_cancelled() -> None:
    helper = Here()
    notes, *_ = await outcomes(Here(), many(1000), helper=helper, cancel_after=1)
    assert len(notes) <= 4 * 64, "what was taken, and what both had begun by then"
    assert helper.is_closed


async def test_a_reader_begins_its_next_batch_before_the_last_one_is_taken() -> None:
    begun: list[int] = []

    async def reader(batch: int) -> int:
        begun.append(batch)
        return batch

    async with aclosing(read_ahead(iter(range(3)), [reader])) as found:
        assert await anext(found) == 0
        await asyncio.sleep(0)
        assert begun == [0, 1]


async def test_what_is_not_wanted_any_more_is_given_up() -> None:
    ended = asyncio.Event()

    async def reader(batch: int) -> int:
        try:
            await asyncio.sleep(3600 if batch else 0)
        except asyncio.CancelledError:
            ended.set()
            raise
        return batch

    async with aclosing(read_ahead(iter(range(2)), [reader])) as found:
        assert await anext(found) == 0
        await asyncio.sleep(0)
    assert ended.is_set()


async def test_a_reader_that_fails_is_told_of() -> None:
    async def reader(batch: int) -> int:
        raise OSError("the disk is away")

    with pytest.raises(OSError, match="away"):
        async with aclosing(read_ahead(iter(range(2)), [reader])) as found:
            await anext(found)


@given(batch=st.lists(st.integers(0, 99), min_size=1, max_size=20, unique=True), data=st.data())
async def test_all_is_done_but_what_is_deadly(batch: list[int], data: st.DataObject) -> None:
    deadly = data.draw(st.sets(st.sampled_from(batch)))
    left_out: list[int] = []

    async def work(part: Sequence[int]) -> list[int]:
        if deadly & set(part):
            raise WorkerDiedError("It died.", "Try again.")
        return [number * 2 for number in part]

    done = await run_bisected(batch, work, leave_out=left_out.append, is_cancelled=lambda: False)
    pairs = [pair for part, results in done for pair in zip(part, results, strict=True)]
    assert pairs == [(number, number * 2) for number in batch if number not in deadly]
    assert left_out == [number for number in batch if number in deadly]


async def test_a_worker_that_was_ended_did_not_die_of_its_work() -> None:
    left_out: list[int] = []

    async def work(part: Sequence[int]) -> list[int]:
        raise WorkerDiedError("It was ended.", "Try again.")

    assert await run_bisected([1, 2], work, leave_out=left_out.append, is_cancelled=lambda: True) == []
    assert left_out == []


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    with closing(WorkerProcess()) as process:
        yield process


CRASHED = "Reading this file crashed; it was skipped."
TOO_LONG = "Reading took longer than 4 s; it was skipped."
TOO_LARGE = "Reading it needed more than 512 MB of memory; it was skipped."
TRIED_AGAIN = "The process that reads it was ended by the system; it is tried again."


@with_signals
@pytest.mark.parametrize(("path", "others", "reason", "attempts"), [
    # A table of 16 bytes was skipped for ever, as the system had killed its worker for want of memory.
    pytest.param(KILL, [SOUND, KILL_ONCE], TRIED_AGAIN, 3, id="killed"),
    pytest.param(CRASH, [SOUND], CRASHED, 3, id="crashes"),
    # Ordinary screenshots were given up while other programs kept the processor busy.
    pytest.param(SPIN, [SLEEP, SOUND], TOO_LONG, 1, id="processor time counts, waiting does not"),
    # The thread that looks at the memory never ran while native code did: 1,354 MB were seen.
    pytest.param(GROW, [SOUND], TOO_LARGE, 1, id="memory", marks=on_linux),
])  # fmt: skip
async def test_a_file_is_read_again_or_refused_for_what_it_did_itself(
    worker: WorkerProcess, tmp_path: Path, path: str, others: list[str], reason: str, attempts: int
) -> None:
    source = TroubledSource(tmp_path / "log")
    read, failed, refused = await outcomes(worker, revisions(*others, path), source, file_seconds=4.0)
    assert (sorted(read), failed) == (sorted(others), {path: reason})
    assert refused == (set() if reason == TRIED_AGAIN else {path})
    assert source.log.read_text().split("\n").count(path) == attempts


def _wait(seconds: float) -> None:
    with limit_process(0.2):
        time.sleep(seconds)
    sum(range(30_000_000))  # keeps the processor busy for longer than that


@with_signals
async def test_a_drive_that_stalls_ends_the_worker_and_no_limit_lasts(worker: WorkerProcess) -> None:
    await worker(_wait, 0.0)
    with pytest.raises(WorkerDiedError) as death:
        await worker(_wait, 60.0)
    assert is_innocent(death.value)


class UnpackingChunker:
    """A `Chunker` whose tables of languages do not fit on the disk."""

    def chunks(self, note: Note) -> list[Any]:
        raise RuntimeError("Error while serializing: I/O error: No space left on device (os error 28)")


async def test_a_full_disk_is_no_fault_of_a_note() -> None:
    """A sound note was refused, as the tables of languages were unpacked to a disk that was full."""
    _, failed, refused = await outcomes(Here(), revisions(FULL, BUG))
    assert failed[FULL] == "The disk is full; this is read once there is space."
    assert refused == {BUG}, "a bug in a reader stays where it is as long as the file does"
    assert (await outcomes(Here(), [Revision(BUG, 16, time.time_ns())]))[2] == set(), (
        "just saved: tried again"
    )
    chunking = NoteReader(TroubledSource(), UnpackingChunker(), HashEncoder(), Here(), Here(), None)  # type: ignore[arg-type]
    async with aclosing(chunking(revisions(SOUND))) as found:
        batches = [batch async for batch in found]
    assert [(one.path, batch.refused) for batch in batches for one in batch.failed] == [(SOUND, {})]


@with_signals
async def test_after_three_files_that_take_too_long_in_a_row_the_next_have_less_time() -> None:
    given: list[float] = []

    async def run(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        (revision,) = args[-1]
        given.append(args[2])
        if revision.path.startswith("slow"):
            death = WorkerDiedError("It died.", "")
            death.exit_code = -signal.SIGPROF
            assert excess_of(death)
            raise death
        return function(*args, **kwargs)

    slow = [f"slow {n}.pdf" for n in range(4)]
    _, failed, refused = await outcomes(run, revisions("last.pdf", "quick.pdf", *reversed(slow)))
    assert given == [60.0, 60.0, 60.0, 10.0, 10.0, 60.0]
    assert failed["slow 3.pdf"] == "Reading took longer than 10 s; it was skipped."
    assert refused == set(slow[:3]), "the fourth had less time than it may take"


@with_signals
@pytest.mark.parametrize(("name", "content"), [
    ("ticks.md", "".join("`" * n + " harbour " for n in range(1, 1500))),  # 260 s for 4.5 MB
    (
        "wide.md",
        "|".join("harbour" for _ in range(20_000)) + "\n" + "|".join("-" * 20_000) + "\n" + "x|" * 20_000,
    ),
    ("cards.canvas", '{"nodes": [{"type": "text", "text": "harbour"}' + ", {}" * 4_500_000 + "]}"),
], ids=["ticks", "table", "cards"])  # fmt: skip
async def test_notes_over_limits(worker: WorkerProcess, tmp_path: Path, name: str, content: str) -> None:
    """4.5 MB of back-ticks took 260 s and 2.2 GB, a table of 20,000 columns 1.3 GB, 18 MB of cards 2.1 GB."""
    (tmp_path / name).write_text(content, "utf-8")
    (revision,), _ = ObsidianVault(tmp_path).scan()
    reading = NoteReader(
        ObsidianVault(tmp_path), CHUNKER, HashEncoder(), worker, worker, None, file_seconds=0.7
    )
    async with aclosing(reading([revision])) as found:
        # While the machine is busy, the process may be ended once more, and comes back with an empty batch.
        batches = [batch async for batch in found]
    (note,) = [note for batch in batches for note in batch.notes]
    assert not any(batch.failed for batch in batches)
    assert READ_AS_PLAIN_TEXT_PROBLEM in note.note["problems"]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    now = SimpleNamespace(s=100.0)
    monkeypatch.setattr(passage_encoding, "time", SimpleNamespace(perf_counter=lambda: now.s))
    return now


def test_the_time_left_falls_while_a_model_is_not_measured_yet(now: SimpleNamespace) -> None:
    clock = EncodingClock(1000)
    clock.begin(1500.0)  # 500 passages of this model, and 500 of one that takes twice as long
    assert clock.seconds_left is None
    clock.advance(100)
    now.s += 4
    clock.advance(400)
    assert clock.seconds_left == pytest.approx(1000 / 100)
    clock.begin(500.0)
    assert clock.seconds_left == pytest.approx(10)
    now.s += 3
    assert clock.seconds_left == pytest.approx(7)
    clock.advance(100)
    now.s += 4
    clock.advance(200)
    assert clock.seconds_left == pytest.approx(200 / 50)


def test_the_time_left_is_foretold_while_notes_are_read(now: SimpleNamespace) -> None:
    revisions = [Revision(f"{i}.md", 3000, i) for i in range(100)]
    clock = ReadingClock(lambda passages: passages["en"] + 3.0 * passages["de"])
    clock.begin(revisions)
    now.s += 4
    for i, revision in enumerate(revisions[:20]):
        clock.advance(revision, NoteRows(revision, "", {}, [{"language": "en" if i % 2 else "de"}]))
    assert clock.seconds_left is None  # nothing is known of the encoder yet
    clock.seconds = 0.01
    assert clock.seconds_left == pytest.approx(4 * 80 / 20 + 0.01 * (50 + 3 * 50))
    for revision in revisions[20:]:
        clock.advance(revision, None)  # could not be read
    assert clock.seconds_left == pytest.approx(0.01 * (10 + 3 * 10))


def test_a_kind_of_files_is_foretold_by_what_its_own_hold(now: SimpleNamespace) -> None:
    notes = [Revision(f"{i}.md", 8000, i) for i in range(4)]
    books = [Revision(f"{i}.pdf", 98_000, i) for i in range(4)]
    clock = ReadingClock(lambda passages: float(sum(passages.values())), seconds=1.0)
    clock.begin([*notes, *books])
    now.s += 3
    for revision in (notes[0], books[0]):
        clock.advance(revision, NoteRows(revision, "", {}, [{"language": "en"}]))
    assert clock.seconds_left == pytest.approx(3 * 330_000 / 110_000 + 8)  # each has a passage
