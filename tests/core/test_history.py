"""A note's versions in git: across renames, deleted ones, by local days, and nothing is written or run."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, timedelta, tzinfo
from pathlib import Path
from unittest.mock import Mock

import pytest

import vaultsearch.core.history.saved as saved_module
from tests.builders import clocks_in
from tests.git_repository import commit, git
from vaultsearch.core.history import versions
from vaultsearch.core.history.file_changes import HistoryError
from vaultsearch.core.history.git import GitHistory
from vaultsearch.core.history.saved import SavedHistory
from vaultsearch.core.values.times import ChangeKind

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def contents_of(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


KEEL, KIEL = "Boats/Keel.md", "Boats/Kiel ä [1].md"


def subjects(folder: Path, path: str = KIEL) -> list[str]:
    return [version.subject for version in GitHistory(folder).versions(path)]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a note that was changed and renamed, and one that was deleted."""
    git(tmp_path, "init", "-q")
    (tmp_path / "Boats").mkdir()
    (tmp_path / KEEL).write_text("# Keel\n\nIt needs five bolts.\n")
    (tmp_path / "Gone.md").write_text("Lead.\n")
    commit(tmp_path, "begin", "2025-05-01T12:00:00Z")
    (tmp_path / KEEL).write_text("# Keel\n\nIt needs six bolts of bronze.\n")
    commit(tmp_path, "six", "2025-06-10T12:00:00Z")
    (tmp_path / KEEL).rename(tmp_path / "Boats/Kiel ä [1].md")
    (tmp_path / "Gone.md").unlink()
    commit(tmp_path, "rename", "2025-07-01T12:00:00Z")
    return tmp_path


def test_a_renamed_note_has_one_history(repository: Path) -> None:
    history = GitHistory(repository)
    found = history.versions(KIEL)
    assert [(one.subject, one.path, one.added, one.removed) for one in found] == [
        ("rename", KIEL, 0, 0), ("six", KEEL, 1, 1), ("begin", KEEL, 3, 0),
    ]  # fmt: skip
    assert history.text_of(found[0].path, found[2]) == "# Keel\n\nIt needs five bolts.\n"
    holding = [versions.versions_with(history, KIEL, found, words) for words in ("SIX bolts", "bolts")]
    assert holding == [tuple(one.commit for one in found[:n]) for n in (2, 3)]
    assert versions.compare_versions(history, repository, KEEL, found[1]).changes[0].kind is ChangeKind.SAME
    days = (date(2025, 4, 30), date(2025, 6, 9), date(2025, 6, 10))
    standing = [versions.version_on(found, day) for day in days]
    assert standing == [None, found[2], found[1]], "as of the end of a day"
    deleted, begun = history.versions("Gone.md")
    assert (history.text_of("Gone.md", deleted), history.text_of("Gone.md", begun)) == ("", "Lead.\n")


def test_a_vault_in_a_repository_worktree_or_shallow_has_a_history(repository: Path, tmp_path: Path) -> None:
    tree, clone = tmp_path / "tree", tmp_path / "clone"
    git(repository, "worktree", "add", "-q", str(tree))
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", str(clone))
    assert subjects(repository / "Boats", "Kiel ä [1].md") == ["rename", "six", "begin"]
    assert subjects(repository.parent, f"{repository.name}/{KIEL}") == ["rename", "six", "begin"]
    assert (subjects(tree), subjects(clone)) == (["rename", "six", "begin"], ["rename"])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_version_is_decoded_as_files_are(tmp_path: Path, encoding: str) -> None:
    """Compared with today's note, every line counted as changed, or each letter with an accent."""
    git(tmp_path, "init", "-q")
    then, now = "Der Kiel ist schön.\r\n", "Der Kiel ist schön.\r\nEr hat fünf Bolzen.\r\n"
    (tmp_path / "Kiel.md").write_bytes(then.encode(encoding))
    commit(tmp_path, "begin", "2025-05-01T12:00:00Z")
    (tmp_path / "Kiel.md").write_bytes(now.encode(encoding))
    history = GitHistory(tmp_path)
    (version,) = history.versions("Kiel.md")
    changes = versions.compare_versions(history, tmp_path, "Kiel.md", version).changes
    told = [("same", "Der Kiel ist schön.\n"), ("added", "Er hat fünf Bolzen.\n")]
    assert [(one.kind.value, one.text) for one in changes] == told
    assert versions.versions_with(history, "Kiel.md", (version,), "kiel schön") == (version.commit,)


def test_a_binary_version_is_compared_as_far_as_it_can_be(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "Kiel.md").write_bytes(b"\1" * 99 + b"\0")
    commit(tmp_path, "spoilt", "2025-05-01T12:00:00Z")
    (version,) = GitHistory(tmp_path).versions("Kiel.md")
    assert (GitHistory(tmp_path).text_of("Kiel.md", version), version.added) == ("\1" * 99 + "\0", 0)


def test_a_subject_with_control_characters_stops_nothing(repository: Path) -> None:
    (repository / KIEL).write_text("# Keel\n")
    commit(repository, "odd \x1e subject \x1f here", "2025-07-02T12:00:00Z")
    assert subjects(repository)[-2:] == ["six", "begin"]


def test_a_git_that_takes_too_long_is_given_up(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.history.git._TIMEOUT_S", 0.0)
    with pytest.raises(HistoryError, match="git takes too long"):
        subjects(repository)


def test_without_a_repository_and_without_a_commit_there_are_no_versions(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    assert subjects(tmp_path, "a.md") == []
    git(tmp_path, "init", "-q")
    assert subjects(tmp_path, "a.md") == []


@pytest.fixture(params=[("Pacific/Auckland", "+1200"), ("Pacific/Honolulu", "-1000")])
def offset(request: pytest.FixtureRequest) -> Iterator[str]:
    """The offset of a place on either side of the date line."""
    zone, offset = request.param
    with clocks_in(zone):
        yield offset


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows has no tzset")
def test_a_minute_before_midnight_is_of_the_day_one_after_of_the_next(tmp_path: Path, offset: str) -> None:
    git(tmp_path, "init", "-q")
    for text, at in (("old", "2025-06-09T23:59:00"), ("new", "2025-06-10T00:01:00")):
        (tmp_path / "a.md").write_text(text)
        commit(tmp_path, text, f"{at}{offset}")
    found = GitHistory(tmp_path).versions("a.md")
    on = {day: versions.version_on(found, date(2025, 6, day)) for day in (8, 9, 10)}
    assert {day: one and one.subject for day, one in on.items()} == {8: None, 9: "old", 10: "new"}


def test_a_shallow_clone_says_when_its_history_begins(repository: Path, tmp_path: Path) -> None:
    """Its first commit was taken for the one that wrote all notes."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{repository}", str(clone))
    history, whole = GitHistory(clone), GitHistory(repository)
    with pytest.raises(HistoryError, match="begins on 2025-06-10: the clone is shallow"):
        history.commit_on(date(2025, 6, 1))
    head, _ = history.commit_on(date(2025, 7, 2))
    first, _ = history.commit_on(date(2025, 6, 30))
    assert (history.beginning, whole.beginning) == (first, "")
    changed = {(change.path_before, change.path_after) for change in history.changes_between("", head)}
    assert changed == {(KEEL, KIEL), ("Gone.md", "")}
    assert [change.path_after for change in whole.changes_between("", head)] == [KIEL]
    assert {*history.times_of_changes("", head)} == {KIEL, "Gone.md"}


def test_nothing_in_the_repository_is_changed_or_run(repository: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch '{ran}'\ncat\n")
    script.chmod(0o755)
    for name in ("core.fsmonitor", "core.pager", "diff.external", "diff.evil.textconv", "gpg.program"):
        git(repository, "config", name, str(script))
    git(repository, "config", "log.showSignature", "true")
    (repository / ".gitattributes").write_text("*.md diff=evil\n")
    before = contents_of(repository / ".git")
    (found, *_) = GitHistory(repository).versions(KIEL)
    assert GitHistory(repository).text_of(KIEL, found)
    assert contents_of(repository / ".git") == before
    assert not ran.exists()


def test_what_changed_is_told_by_words() -> None:
    texts = ("# Keel\n\nIt needs five bolts.\n", "# Keel\n\nIt needs six bolts of bronze.\n")
    assert [(change.kind, change.text) for change in versions.changes_between_texts(*texts)] == [
        (ChangeKind.SAME, "# Keel\n\n"), (ChangeKind.SAME, "It needs "), (ChangeKind.REMOVED, "five"),
        (ChangeKind.ADDED, "six"), (ChangeKind.SAME, " bolts"), (ChangeKind.ADDED, " of bronze"),
        (ChangeKind.SAME, ".\n"),
    ]  # fmt: skip


def test_changes_are_written_as_a_note_under_their_headings() -> None:
    before = "---\ntags: ship\n---\n# Keel\n\n## Bolts\n\n- five bolts\n- lead\n\n## Paint\n\nRed.\n"
    after = "---\ntags: boat\n---\n# Keel\n\n## Bolts\n\n- six bolts\n- lead\n\n## Paint\n\nRed.\n\nBlue.\n"
    written = "# Keel\n## Bolts\n\n- six bolts\n\n- ~~five bolts~~\n\n\n## Paint\n\n\nBlue.\n"
    assert versions.changed_text(before, after) == f"---\ntags: boat\n---\n{written}"
    bare = after.partition("---\n# ")[2]
    assert versions.changed_text(before, f"# {bare}") == f"---\ntags: ship\n---\n{written}", "or as it was"


TODAY = date.today()
DAY = timedelta(days=1)
YEAR = 365


def ago(days: float) -> float:
    return (datetime.now() - timedelta(days=days)).timestamp()


@pytest.fixture
def history(tmp_path: Path) -> SavedHistory:
    return SavedHistory(tmp_path / "index" / "versions.sqlite")


def texts(history: SavedHistory, path: str) -> list[str]:
    """Return the texts of a note's versions, the latest first."""
    return [history.text_of(path, version) for version in history.versions(path)]


def begun(history: SavedHistory, monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """Begin with two notes, so many days ago; they were written 90 and 80 days before."""

    class Then(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Then:
            return cls.fromtimestamp(ago(days), tz)

    monkeypatch.setattr(saved_module, "datetime", Then)
    history.record([("Keel.md", "five bolts\n", ago(days + 90)), ("Gone.md", "lead\n", ago(days + 80))], YEAR)
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
    midnight = datetime.combine(TODAY - 4 * DAY, datetime.min.time()).astimezone().timestamp()
    history.record([("Keel.md", "six bolts\n", midnight)], YEAR)
    then, now = history.commit_on(TODAY - 5 * DAY)[0], history.commit_on(TODAY)[0]
    contents = dict(history.contents_of(history.blobs_of(then).values()))
    found = {path: contents[blob] for path, blob in history.blobs_of(then).items()}
    assert found == {"Keel.md": b"five bolts\n", "Gone.md": b"lead\n"}
    assert set(history.blobs_of(now)) == {"Keel.md"}
    assert [change.path_before for change in history.changes_between(then, now)] == ["Gone.md", "Keel.md"]
    assert set(history.times_of_changes(then, now)) == {"Gone.md", "Keel.md"}
    assert list(history.deleted_notes()) == ["Gone.md"]
    with pytest.raises(HistoryError, match="Versions are saved here since"):
        history.commit_on(TODAY - 11 * DAY)


def test_a_version_is_dated_by_its_file(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note renamed today stood twice in the past; one dated two days ahead hid others from today."""
    ahead = ("Ahead.md", "zinc\n", ago(-2))

    def notes_on(source: SavedHistory, days: int) -> set[str]:
        return set(source.blobs_of(source.commit_on(TODAY - days * DAY)[0]))

    begun(history, monkeypatch, 10)
    renamed, gone = ("New name.md", "five bolts\n", ago(100)), ("Gone.md", "lead\n", ago(90))
    copied, edited = ("Copied.md", "tin\n", ago(700)), ("Edited.md", "iron\n", ago(3))
    history.record([renamed, gone, copied, edited, ahead], YEAR)
    assert notes_on(history, 5) == {"Keel.md", "Gone.md"}
    assert notes_on(history, 2) == {"Keel.md", "Gone.md", "Edited.md"}
    assert notes_on(history, 0) == {"New name.md", "Gone.md", "Copied.md", "Edited.md", "Ahead.md"}
    other = SavedHistory(history.file.with_name("other.sqlite"))
    other.record([gone, ahead], YEAR)
    assert notes_on(other, 0) == {"Gone.md", "Ahead.md"}


def test_saves_within_minutes_are_one_version_and_the_first_text_stays(history: SavedHistory) -> None:
    for text, seconds in (("a", 1_000_000), ("b", 2_000_000), ("c", 2_000_100), ("d", 2_000_200)):
        history.record([("a.md", text, seconds)], 100_000)
    assert texts(history, "a.md") == ["d", "a"]


def test_of_old_versions_the_latest_stays(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(history, monkeypatch, 950)
    gone = ("Gone.md", "lead\n", ago(90))
    for text, days in (("six bolts\n", 800), ("seven bolts\n", 3)):
        history.record([("Keel.md", text, ago(days)), gone], YEAR)
    assert (texts(history, "Keel.md"), texts(history, "Gone.md")) == (["seven bolts\n"], ["lead\n"])


def test_too_many_texts_go_from_the_oldest_on(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(history, monkeypatch, 40)
    monkeypatch.setattr(saved_module, "_MAX_BYTES", 41)
    monkeypatch.setattr(saved_module, "_MAX_VERSIONS_AT_ONCE", 1)
    monkeypatch.setattr(saved_module, "datetime", clock := Mock(wraps=datetime))
    for number in range(9):
        clock.now.return_value = datetime.fromtimestamp(ago(30 - number))
        notes = [("Keel.md", f"text {number}", ago(30 - number)), ("Gone.md", "lead\n", ago(120))]
        history.record(notes, YEAR)
    assert (texts(history, "Keel.md"), texts(history, "Gone.md")) == (["text 8", "text 7"], ["lead\n"])


def test_of_saves_at_once_the_last_counts(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Mock(wraps=datetime)
    monkeypatch.setattr(saved_module, "datetime", clock)
    for text, second in (("a", 0), ("b", 0), ("c", 1), ("d", 1)):
        clock.now.return_value = datetime.fromtimestamp(1_700_000_000 + second)
        history.record([("a.md", text, 1_700_000_000 + second)], YEAR)
    assert texts(history, "a.md") == ["d", "a"]


def test_a_change_in_its_second_comes_after(history: SavedHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_module, "datetime", clock := Mock(wraps=datetime))
    clock.now.return_value = datetime.fromtimestamp(1_700_000_000)
    history.record([("a.md", "a", 1_699_999_000), ("b.md", "b", 1_699_999_000)], YEAR)
    history.record([("a.md", "c", 1_699_999_900)], YEAR)
    contents = dict(history.contents_of(history.blobs_of(history.beginning).values()))
    assert sorted(contents.values()) == [b"a", b"b"]


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


@pytest.mark.parametrize("damage", ["UPDATE texts SET content = x'01'", "DROP TABLE texts"])
def test_texts_that_were_damaged_are_told_with_a_remedy(history: SavedHistory, damage: str) -> None:
    history.record([("a.md", "a", ago(1))], YEAR)
    with closing(sqlite3.connect(history.file)) as database, database:
        database.execute(damage)
    with pytest.raises(HistoryError, match="The saved versions can't be read") as told:
        history.versions("a.md")
    assert told.value.remedy == f"Delete {history.file}."


def test_a_file_whose_making_was_interrupted_is_begun_anew(history: SavedHistory) -> None:
    history.file.parent.mkdir()
    history.file.touch()
    with pytest.raises(HistoryError):
        history.commit_on(TODAY)
    history.record([("a.md", "a", ago(1))], YEAR)
    assert history.commit_on(TODAY)[0]
    assert len(history.versions("a.md")) == 1
