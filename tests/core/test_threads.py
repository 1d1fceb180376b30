"""Work in threads: it ends when it is given up, gives way to the window, and is derived in turn."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest

from tests.patience import PROCESS_S
from vaultsearch.core import threads
from vaultsearch.core.threads import Foreground, foreground, giving_way, in_thread, in_turn, still_wanted


async def test_work_in_a_thread_ends_when_its_caller_gives_up() -> None:
    begun, ended, test_is_over = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        check = still_wanted()
        begun.set()
        try:
            while not test_is_over.wait(0.001):
                check()
        except CancelledError:
            ended.set()
            raise

    working = asyncio.ensure_future(in_thread(work))
    try:
        await in_thread(begun.wait)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        assert await in_thread(ended.wait, PROCESS_S)
    finally:
        test_is_over.set()


@pytest.fixture
def window_turn() -> Iterator[Foreground]:
    foreground.begin()
    yield foreground
    foreground.end()


async def test_work_waits_for_the_window(window_turn: Foreground, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is painted in 5 ms took 50: three threads took the interpreter's lock in between."""
    monkeypatch.setattr(threads, "_GIVES_WAY_S", PROCESS_S)
    begun = threading.Event()

    def work() -> list[bool]:
        begun.set()
        return [window_turn.has_turn for _ in giving_way(range(3))]

    working = asyncio.ensure_future(in_thread(work))
    await in_thread(begun.wait)
    window_turn.end()
    assert await working == [False, False, False]


@pytest.mark.usefixtures("window_turn")
async def test_a_turn_that_never_ends_holds_up_nobody_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_GIVES_WAY_S", 0.01)
    assert await in_thread(lambda: list(giving_way("abc"))) == ["a", "b", "c"]


async def test_what_is_derived_of_all_notes_is_derived_one_after_the_other() -> None:
    running, most = set[int](), list[int]()

    def derive(number: int) -> None:
        running.add(number)
        most.append(len(running))
        time.sleep(0.005)
        running.discard(number)

    await asyncio.gather(*(in_turn(derive, number) for number in range(4)))
    assert most == [1, 1, 1, 1]
