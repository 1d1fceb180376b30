"""Notes are read in two processes where they are many, ahead of whoever takes them, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, HashEncoder, parsed
from vaultsearch.core.errors import WorkerDiedError, WorkerNotStartedError
from vaultsearch.core.index.sync import note_reading
from vaultsearch.core.index.sync.note_reading import NoteReader, read_ahead, run_bisected
from vaultsearch.core.values.note import Note, Revision


class NotesInMemory:
    """A `Source` of notes that are on no disk."""

    location = "memory"

    def __init__(self, count: int) -> None:
        self.revisions = [Revision(f"{n}.md", 10, n) for n in range(count)]

    def scan(self) -> Any:
        return self.revisions, []

    def read(self, revision: Revision) -> Note:
        return parsed(revision.path, f"Note {revision.path}\n")


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


async def read(
    count: int,
    run: Here,
    helper: Here,
    cancel_after: int | None = None,
    is_asked: Callable[[], bool] = lambda: False,
) -> tuple[list[str], list[str]]:
    """Give the paths that were read, and those that could not be."""
    source = NotesInMemory(count)
    reading = NoteReader(source, CHUNKER, HashEncoder(), run, run, lambda: helper, is_asked=is_asked)
    notes: list[str] = []
    failed: list[str] = []
    taken = 0
    cancelled = lambda: cancel_after is not None and taken >= cancel_after  # noqa: E731  # asks what changes
    async with aclosing(reading(source.revisions, cancelled)) as found:
        async for batch in found:
            taken += 1
            notes += [one.path for one in batch.notes]
            failed += [one.path for one in batch.failed]
    return notes, failed


async def test_no_note_is_blamed_for_a_process_that_cannot_be_started() -> None:
    with pytest.raises(WorkerNotStartedError):
        await read(3, Here(starts=False), Here())


async def test_many_notes_are_read_by_two_and_the_second_is_ended() -> None:
    run, helper = Here(), Here()
    notes, failed = await read(1000, run, helper)
    assert sorted(notes) == sorted(f"{n}.md" for n in range(1000))
    assert failed == []
    assert run.ran[0] == "get_ready", "the model is loaded while the other one begins"
    assert "read_batch" in run.ran
    assert "read_batch" in helper.ran
    assert helper.is_closed


async def test_of_two_cores_the_second_rests_during_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note_reading, "usable_cores", lambda: 2)
    monkeypatch.setattr(note_reading, "_REST_CHECK_S", 0.0)
    run, helper = Here(), Here()

    def is_asked() -> bool:
        """Return True until the first has read three batches."""
        assert helper.ran == [] or run.ran.count("read_batch") >= 3
        return run.ran.count("read_batch") < 3

    notes, _ = await read(1000, run, helper, is_asked=is_asked)
    assert len(notes) == 1000
    assert "read_batch" in helper.ran


async def test_all_notes_are_read_during_endless_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note_reading, "usable_cores", lambda: 2)
    monkeypatch.setattr(note_reading, "_REST_CHECK_S", 0.0)
    monkeypatch.setattr(note_reading, "_MAX_REST_S", 0.01)
    notes, _ = await read(1000, Here(), Here(), is_asked=lambda: True)
    assert len(notes) == 1000


async def test_few_notes_are_read_by_one() -> None:
    run, helper = Here(), Here()
    assert len((await read(200, run, helper))[0]) == 200
    assert (set(run.ran), helper.ran) == ({"read_batch"}, [])


async def test_the_newest_notes_come_first() -> None:
    notes, _ = await read(200, Here(), Here())
    assert notes == [f"{n}.md" for n in reversed(range(200))]


async def test_a_note_that_ends_either_process_costs_itself_alone() -> None:
    run, helper = Here(deadly="700.md"), Here(deadly="700.md")
    notes, failed = await read(1000, run, helper)
    assert failed == ["700.md"]
    assert len(notes) == 999


async def test_nothing_more_is_begun_once_it_is_cancelled() -> None:
    helper = Here()
    notes, _ = await read(1000, Here(), helper, cancel_after=1)
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
