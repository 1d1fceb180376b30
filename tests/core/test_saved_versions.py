"""The versions of notes that are in no git repository: saved, told apart by time, pruned, and read again."""

from __future__ import annotations

import stat
import sys
from datetime import date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

import vaultsearch.core.history.saved as saved_module
from vaultsearch.core.history.file_changes import HistoryError
from vaultsearch.core.history.saved import SavedHistory

if TYPE_CHECKING:
    from pathlib import Path

TODAY = date.today()
DAY = timedelta(days=1)
YEAR = 365


def ago(days: float) -> float:
    return (datetime.now() - timedelta(days=days)).timestamp()


@pytest.fixture
def history(tmp_path: Path) -> SavedHistory:
    return SavedHistory(tmp_path / "index" / "versions.sqlite")


def begun(history: SavedHistory, monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """Begin with two notes, so many days ago; they were written 90 and 80 days before."""

    class Then(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Then:
            return cls.fromtimestamp(ago(days), tz)

    monkeypatch.setattr(saved_module, "datetime", Then)
    notes = [("Keel.md", "five bolts\n", ago(days + 90)), ("Gone.md", "lead\n", ago(days + 80))]
    history.record(notes, YEAR)
    monkeypatch.undo()


def test_versions_tell_what_each_changed(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(history, monkeypatch, 10)
    history.record([("Keel.md", "six bolts\nof bronze\n", ago(2)), ("Gone.md", "lead\n", ago(90))], YEAR)
    latest, first = history.versions("Keel.md")
    assert (latest.added, latest.removed, first.added, first.removed) == (2, 1, 1, 0)
    assert history.text_of("Keel.md", first) == "five bolts\n"
    assert first.date.date() == TODAY - 100 * DAY


def test_a_day_has_the_notes_of_then(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(history, monkeypatch, 10)
    history.record([("Keel.md", "six bolts\n", ago(2))], YEAR)
    then, now = history.commit_on(TODAY - 5 * DAY)[0], history.commit_on(TODAY)[0]
    texts = dict(history.contents_of(history.blobs_of(then).values()))
    assert {path: texts[blob] for path, blob in history.blobs_of(then).items()} == {
        "Keel.md": b"five bolts\n",
        "Gone.md": b"lead\n",
    }
    assert set(history.blobs_of(now)) == {"Keel.md"}
    assert [change.path_before for change in history.changes_between(then, now)] == ["Gone.md", "Keel.md"]
    assert set(history.times_of_changes(then, now)) == {"Gone.md", "Keel.md"}
    assert list(history.deleted_notes()) == ["Gone.md"]
    with pytest.raises(HistoryError, match="Versions are saved here since"):
        history.commit_on(TODAY - 11 * DAY)


def test_saves_within_minutes_are_one_version_and_the_first_text_stays(history: SavedHistory) -> None:
    for text, seconds in (("a", 1_000_000), ("b", 2_000_000), ("c", 2_000_100), ("d", 2_000_200)):
        history.record([("a.md", text, seconds)], 100_000)
    assert [history.text_of("a.md", version) for version in history.versions("a.md")] == ["d", "a"]


def test_of_old_versions_the_latest_stays(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(history, monkeypatch, 950)
    gone = ("Gone.md", "lead\n", ago(90))
    for text, days in (("six bolts\n", 800), ("seven bolts\n", 3)):
        history.record([("Keel.md", text, ago(days)), gone], YEAR)
    kept = [history.text_of("Keel.md", version) for version in history.versions("Keel.md")]
    assert kept == ["seven bolts\n"]
    assert len(history.versions("Gone.md")) == 1


def test_too_many_texts_go_from_the_oldest_on(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_module, "_MAX_BYTES", 40)
    monkeypatch.setattr(saved_module, "_MAX_VERSIONS_AT_ONCE", 1)
    for number in range(9):
        history.record([("a.md", f"text {number}", ago(30 - number))], YEAR)
    kept = [history.text_of("a.md", version) for version in history.versions("a.md")]
    assert kept[0] == "text 8"
    assert 1 <= len(kept) < 9


def test_of_saves_at_once_the_last_counts(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Mock(wraps=datetime)
    monkeypatch.setattr(saved_module, "datetime", clock)
    for text, second in (("a", 0), ("b", 0), ("c", 1), ("d", 1)):
        clock.now.return_value = datetime.fromtimestamp(1_700_000_000 + second)
        history.record([("a.md", text, 1_700_000_000 + second)], YEAR)
    assert [history.text_of("a.md", version) for version in history.versions("a.md")] == ["d", "a"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_file_is_its_owners_alone(history: SavedHistory) -> None:
    history.record([("a.md", "a", ago(1))], YEAR)
    assert stat.S_IMODE(history.file.stat().st_mode) == 0o600


def test_a_file_that_is_no_database_is_told_with_a_remedy(history: SavedHistory) -> None:
    history.file.parent.mkdir()
    history.file.write_bytes(b"no database" * 100)
    for attempt in (lambda: history.versions("a.md"), lambda: history.record([("a.md", "a", 1.0)], YEAR)):
        with pytest.raises(HistoryError, match="can't be"):
            attempt()


def test_a_file_whose_making_was_interrupted_is_begun_anew(history: SavedHistory) -> None:
    history.file.parent.mkdir()
    history.file.touch()
    with pytest.raises(HistoryError):
        history.commit_on(TODAY)
    history.record([("a.md", "a", ago(1))], YEAR)
    assert history.commit_on(TODAY)[0]
    assert len(history.versions("a.md")) == 1
