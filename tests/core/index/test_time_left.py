"""The time left of a first index, as its clock tells it while one model follows another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vaultsearch.core.index.sync import passage_encoding
from vaultsearch.core.index.sync.passage_encoding import EncodingClock, ReadingClock
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.values.note import Revision


def note_rows(revision: Revision, language: str) -> NoteRows:
    """Return a note of one passage."""
    return NoteRows(revision, "", {}, [{"language": language}])


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

    monkeypatch.setattr(passage_encoding, "time", _Time)
    return pass_


def test_the_time_left_falls_while_a_model_is_not_measured_yet(let_pass: Callable[[float], None]) -> None:
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


def test_the_time_left_is_foretold_while_notes_are_read(let_pass: Callable[[float], None]) -> None:
    revisions = [Revision(f"{i}.md", 3000, i) for i in range(100)]
    clock = ReadingClock(lambda passages: passages["en"] + 3.0 * passages["de"])
    clock.begin(revisions)
    let_pass(4)
    for i, revision in enumerate(revisions[:20]):
        clock.advance(revision, note_rows(revision, "en" if i % 2 else "de"))
    assert clock.seconds_left is None  # nothing is known of the encoder yet
    clock.seconds = 0.01
    assert clock.seconds_left == pytest.approx(4 * 80 / 20 + 0.01 * (50 + 3 * 50))
    for revision in revisions[20:]:
        clock.advance(revision, None)  # could not be read
    assert clock.seconds_left == pytest.approx(0.01 * (10 + 3 * 10))


def test_a_kind_of_files_is_foretold_by_what_its_own_hold(let_pass: Callable[[float], None]) -> None:
    notes = [Revision(f"{i}.md", 8000, i) for i in range(4)]
    books = [Revision(f"{i}.pdf", 98_000, i) for i in range(4)]
    clock = ReadingClock(lambda passages: float(sum(passages.values())), seconds=1.0)
    clock.begin([*notes, *books])
    let_pass(3)
    for revision in (notes[0], books[0]):
        clock.advance(revision, note_rows(revision, "en"))
    assert clock.seconds_left == pytest.approx(3 * 330_000 / 110_000 + 8)  # each has a passage
