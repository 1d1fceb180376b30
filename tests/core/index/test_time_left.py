"""The time left of a first index, as its clock tells it while one model follows another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultsearch.core.index.sync import note_reading
from vaultsearch.core.index.sync.note_reading import EncodingClock

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def let_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Have the clock's time pass by these seconds."""
    now = 100.0

    class _Time:
        @staticmethod
        def perf_counter() -> float:
            return now

    def pass_(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(note_reading, "time", _Time)
    return pass_


def test_the_time_left_goes_on_falling_while_another_model_is_not_measured_yet(
    let_pass: Callable[[float], None],
) -> None:
    clock = EncodingClock(1000)
    clock.begin(1500.0)  # 500 passages of this model, and 500 of one that takes twice as long
    assert clock.seconds_left is None
    clock.advance(100)
    let_pass(4)
    clock.advance(400)
    assert clock.seconds_left == pytest.approx(1000 / 100)
    clock.begin(500.0)
    assert clock.seconds_left == pytest.approx(10)
    let_pass(3)
    assert clock.seconds_left == pytest.approx(7)
    clock.advance(100)
    let_pass(4)
    clock.advance(200)
    assert clock.seconds_left == pytest.approx(200 / 50)
