"""One piece that kills the worker costs nothing but itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.errors import WorkerDiedError
from vaultsearch.core.index.sync.note_reading import run_bisected

if TYPE_CHECKING:
    from collections.abc import Sequence


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
