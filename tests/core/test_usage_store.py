"""The database of uses: private to this user, bounded, and forgotten to the last byte."""

import sqlite3
import stat
import sys
from array import array
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest

from vaultsearch.core import usage_store
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.usage_store import UsageStore
from vaultsearch.core.values.query import DAY_S, AskedQuestion
from vaultsearch.core.values.search import Use

VAULT = "/home/anna/Notes"
POTTERY = AskedQuestion("Töpferkurs 陶艺课", "model", (0.6, 0.8))
SECRETS = ("Töpferkurs", "陶艺课", "Geheime Liste.md", "Überschrift")


@dataclass
class Clock:
    now: float = 1.8e9

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> UsageStore:
    return UsageStore(tmp_path / "home" / "opened-notes.sqlite", clock)


def note(store: UsageStore, asked: AskedQuestion = POTTERY, path: str = "Geheime Liste.md") -> None:
    store.note(VAULT, asked, path, ("Überschrift",), Use.OPENED, raises=True)


def opened(store: UsageStore) -> list[str]:
    return [path for _, path in store.opened(VAULT, 5)]


def holds(folder: Path, words: str) -> bool:
    """Return whether any file in a folder holds these words, in any encoding of SQLite."""
    encodings = ("utf-8", "utf-16-le", "utf-16-be", "unicode_escape")
    written = [words.encode(encoding) for encoding in encodings]
    files = [file for file in folder.rglob("*") if file.is_file()]
    return any(form in file.read_bytes() for file in files for form in written)


def test_what_was_noted_is_recalled(store: UsageStore) -> None:
    note(store)
    note(store)
    (question,) = store.recall(VAULT)
    assert (question.words, question.model) == (POTTERY.words, "model")
    assert question.vector is not None
    assert list(array("f", question.vector)) == pytest.approx([0.6, 0.8])
    (use,) = question.uses
    assert (use.path, use.heading_path, use.use) == ("Geheime Liste.md", ("Überschrift",), Use.OPENED)
    assert use.weight == 2.0
    assert store.recall("/home/anna/Other") == ()
    store.note(VAULT, POTTERY, use.path, ("Überschrift",), Use.COPIED, raises=True)
    assert [use.use for one in store.recall(VAULT) for use in one.uses] == [Use.COPIED], "the last way"


def test_the_record_of_a_moved_note_follows_it(store: UsageStore) -> None:
    note(store)
    store.move(VAULT, {"Geheime Liste.md": "Liste.md"})
    assert opened(store) == [use.path for one in store.recall(VAULT) for use in one.uses] == ["Liste.md"]


def test_opened_notes_are_listed_the_latest_first_each_once(store: UsageStore, clock: Clock) -> None:
    note(store, path="Bread.md")
    clock.now += 60
    store.note_opened(VAULT, "Anna.md")
    clock.now += 60
    note(store, path="Bread.md")
    store.note(VAULT, POTTERY, "Copied.md", (), Use.COPIED, raises=False)
    assert store.opened(VAULT, 5) == ((clock.now, "Bread.md"), (clock.now - 60, "Anna.md"))
    assert store.opened(VAULT, 1) == ((clock.now, "Bread.md"),)
    assert store.opened("/home/anna/Other", 5) == ()


def test_opened_notes_are_forgotten_with_the_question_and_in_time(store: UsageStore, clock: Clock) -> None:
    note(store)
    store.note_opened(VAULT, "Anna.md")
    store.forget(VAULT, [POTTERY.words], "Geheime Liste.md")
    assert opened(store) == ["Anna.md"]
    clock.now += 181 * DAY_S
    store.note_opened(VAULT, "Bread.md")
    assert opened(store) == ["Bread.md"]
    store.forget_all()
    assert store.opened(VAULT, 5) == ()


def test_a_former_versions_file_takes_opened_notes(store: UsageStore) -> None:
    note(store)
    with closing(sqlite3.connect(store.file)) as database, database:
        database.execute("DROP TABLE openings")
    assert store.opened(VAULT, 5) == ()
    assert store.recall(VAULT)
    store.note_opened(VAULT, "Anna.md")
    assert opened(store) == ["Anna.md"]


def counted_notes(store: UsageStore) -> set[str]:
    with closing(sqlite3.connect(store.file)) as database:
        return {path for (path,) in database.execute("SELECT path FROM notes WHERE vault = ?", (VAULT,))}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_this_user_can_read_the_file(store: UsageStore) -> None:
    note(store)
    assert stat.S_IMODE(store.file.stat().st_mode) == 0o600


def test_nothing_is_written_where_nothing_is_noted(store: UsageStore) -> None:
    assert store.recall(VAULT) == ()
    store.forget_all()
    assert not store.file.parent.exists()


@pytest.mark.parametrize("is_all", [True, False])
def test_what_is_forgotten_leaves_no_byte_and_the_others_are_kept(store: UsageStore, is_all: bool) -> None:
    note(store, AskedQuestion("bread", "model", (1.0, 0.0)), "Bread.md")
    asked, folder = [f"{POTTERY.words} {number}" for number in range(300)], store.file.parent
    for words in asked:
        note(store, AskedQuestion(words, "model", (0.6, 0.8)))
    assert all(holds(folder, words) for words in SECRETS[:3])
    if is_all:
        store.forget_all()
        assert (store.recall(VAULT), list(folder.iterdir())) == ((), [])
    else:
        store.forget(VAULT, asked)
        assert not any(holds(folder, words) for words in SECRETS[:3])
        assert [one.words for one in store.recall(VAULT)] == ["bread"]
        assert counted_notes(store) == {"Bread.md"}


def test_forgetting_one_note_keeps_what_else_was_used_for_the_question(store: UsageStore) -> None:
    note(store)
    note(store, path="Offen.md")
    store.forget(VAULT, [POTTERY.words], "Geheime Liste.md")
    assert [use.path for one in store.recall(VAULT) for use in one.uses] == ["Offen.md"]
    assert not holds(store.file.parent, "Geheime Liste.md")


def test_what_stood_first_is_counted_and_recalls_no_question(store: UsageStore) -> None:
    store.note(VAULT, POTTERY, "Anna.md", (), Use.OPENED, raises=False)
    assert store.recall(VAULT) == ()
    assert counted_notes(store) == {"Anna.md"}
    assert not holds(store.file.parent, "Töpferkurs")


def test_after_half_a_year_a_use_is_gone_from_the_file(store: UsageStore, clock: Clock) -> None:
    note(store)
    clock.now += 181 * DAY_S
    assert store.recall(VAULT) == ()
    assert not any(holds(store.file.parent, words) for words in SECRETS)
    note(store)
    clock.now += 181 * DAY_S
    note(store, AskedQuestion("bread"), "Bread.md")
    assert [one.words for one in store.recall(VAULT)] == ["bread"]
    assert counted_notes(store) == {"Bread.md"}
    assert not any(holds(store.file.parent, words) for words in SECRETS)


@patch.object(usage_store, "_MAX_QUESTIONS", 20)
def test_of_very_many_questions_the_latest_are_kept(store: UsageStore, clock: Clock) -> None:
    for number in range(30):
        clock.now += 1
        note(store, AskedQuestion(f"question {number}"))
    kept = [one.words for one in store.recall(VAULT)]
    assert (len(kept), kept[0]) == (20, "question 10")


def test_a_damaged_file_is_begun_anew(store: UsageStore) -> None:
    note(store)
    store.file.write_bytes(b"SQLite format 3\x00" + b"nonsense Geheime Liste.md" * 400)
    assert store.recall(VAULT) == ()
    note(store)
    assert len(store.recall(VAULT)) == 1


def test_a_file_that_cannot_be_forgotten_is_told_of(store: UsageStore) -> None:
    store.file.mkdir(parents=True)
    note(store)  # no trouble to who searches
    with pytest.raises(VaultSearchError, match="couldn't be cleared") as trouble:
        store.forget_all()
    assert str(store.file) in trouble.value.remedy


@pytest.mark.parametrize(
    "foreign",
    [
        "UPDATE uses SET weight = 'heavy'", "UPDATE uses SET use = 'eaten'",
        "UPDATE uses SET heading_path = 'no JSON'",
        "UPDATE uses SET heading_path = printf('%.*c', 100000, '[')",
        "UPDATE questions SET vector = 'no vector'", "UPDATE notes SET weight = 'heavy', at = NULL",
        "UPDATE openings SET at = 'today'",
    ],
    ids=range(7),
)  # fmt: skip
def test_rows_that_another_program_wrote_are_passed_over(store: UsageStore, foreign: str) -> None:
    """One of them ended every search with a traceback."""
    note(store)
    with closing(sqlite3.connect(store.file)) as database, database:
        database.execute(foreign)
    assert isinstance((store.recall(VAULT), store.opened(VAULT, 5)), tuple)
    note(store, path="Other.md")
    assert "Other.md" in counted_notes(store)
    assert "Other.md" in opened(store)
    (question,) = store.recall(VAULT)
    assert "Other.md" in [use.path for use in question.uses]
