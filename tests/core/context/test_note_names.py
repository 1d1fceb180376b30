"""Notes found by citation number, id or name."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.vault.links import NoteNames, has_id, note_ids


def note(path: str, title: str = "", aliases: tuple[str, ...] = ()) -> StoredNote:
    title = title or path.rpartition("/")[2].removesuffix(".md")
    return StoredNote(path, title, datetime(2026, 5, 1, tzinfo=UTC), "", (), {}, aliases, (), ())


NOTES = (
    note("Home.md"),
    note("People/Anna.md", aliases=("Annie",)),
    note("Projects/2026/Plan.md", title="The garden in spring"),
    note("Archive/Plan.md"),
    note("Boat jobs.canvas", title="Boat jobs"),
    note("7.md"),
    note("Cafe\u0301.md", title="Café"),
    note("~draft.md"),
    note("Tea | coffee.md"),
    note(" Aside/ first.md"),
    note("[[odd]].md"),
)
VAULT = Path("/vaults/mine")


NUMBERS = ("Home.md", "People/Anna.md", "Gone.md")


def find(name: str, numbers: tuple[str, ...] = NUMBERS) -> str:
    return NoteNames(NOTES, numbers, VAULT).find(name)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("2", "People/Anna.md"),
        ("[1]", "Home.md"),
        ("#2", "People/Anna.md"),
        ("7", "7.md"),
        ("People/Anna.md", "People/Anna.md"),
        ("People/Anna", "People/Anna.md"),
        ("anna", "People/Anna.md"),
        ("Annie", "People/Anna.md"),
        ("[[Anna|my sister]]", "People/Anna.md"),
        ("the garden in SPRING", "Projects/2026/Plan.md"),
        ("2026/Plan", "Projects/2026/Plan.md"),
        ("Boat jobs", "Boat jobs.canvas"),
        ("CAFÉ", "Cafe\u0301.md"),
        ("~draft", "~draft.md"),
        ("/vaults/mine/People/Anna.md", "People/Anna.md"),
        ("Tea | coffee.md", "Tea | coffee.md"),
        ("Tea | coffee", "Tea | coffee.md"),
        (" Aside/ first.md", " Aside/ first.md"),
        ("first", " Aside/ first.md"),
        ("[[odd]].md", "[[odd]].md"),
    ],
)
def test_a_note_is_found_by_number_and_by_any_of_its_names(name: str, path: str) -> None:
    assert find(name) == path


@pytest.mark.parametrize(
    ("name", "numbers", "message", "remedy"),
    [
        ("Plan", NUMBERS, "Plan is the name of 2 notes", "Archive/Plan.md, Projects/2026/Plan.md"),
        ("Ana", NUMBERS, "No note called Ana", "Anna"),
        *((name, NUMBERS, ".", "") for name in ("", "qqqqqqqq", "../../etc/passwd", "/etc/passwd")),
        ("12", NUMBERS, "1 to 3", ""),
        ("12", (), "none yet", ""),
        ("3", NUMBERS, r"Number 3 was Gone\.md", ""),
    ],
)
def test_a_name_of_no_note_or_of_several_is_refused_with_what_helps(
    name: str, numbers: tuple[str, ...], message: str, remedy: str
) -> None:
    with pytest.raises(NoteNotFoundError, match=message) as raised:
        find(name, numbers)
    assert raised.value.remedy
    assert all(part in raised.value.remedy for part in remedy.split(", "))


def test_a_note_is_found_by_its_id_with_or_without_the_hash() -> None:
    ids = note_ids(note.path for note in NOTES)
    for path, short in ids.items():
        assert find(short) == find(f"#{short.upper()}") == path
        assert len(short) == 6


def test_ids_that_would_be_the_same_are_lengthened_and_the_short_form_is_not_guessed() -> None:
    paths = [f"{number}.md" for number in range(20_000)]
    ids = note_ids(paths)
    assert len(set(ids.values())) == len(paths)
    longer = next(path for path, short in ids.items() if len(short) > 7)
    short = ids[longer][:7]
    alike = [path for path in paths if has_id(path, short)]
    assert len(alike) == 2
    assert [path for path in alike if has_id(path, ids[longer])] == [longer]
    with pytest.raises(NoteNotFoundError, match="is the name of 2 notes"):
        NoteNames([note(path) for path in alike]).find(short)
