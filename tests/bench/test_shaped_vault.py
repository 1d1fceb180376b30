"""The vaults of the benches: deterministic, like those of people, with the shapes that they are named for."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.bench.generated_vault import LONGEST, SHORTEST, generate, path_of, questions, write_vault
from tests.bench.shaped_vault import MOVED, commit_two_branches, git, notes_in, write_shaped_vault
from tests.builders import parsed

NOTES = 130


def test_a_vault_has_tiny_and_huge_notes_deep_folders_tags_and_attachments(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    write_shaped_vault(vault, NOTES)
    notes = notes_in(vault)
    sizes = sorted(note.stat().st_size for note in notes)
    assert (len(notes), len(notes_in(vault / MOVED))) == (NOTES, NOTES * 2 // 13)
    assert sizes[NOTES // 3] < 200
    assert sizes[-1] > 1_000_000
    assert max(len(note.relative_to(vault).parts) for note in notes) > 8
    assert max(len(note.stem) for note in notes) > 150
    assert not all(note.name.isascii() for note in notes)
    tags = {tag for note in notes for tag in parsed(note.name, note.read_text(encoding="utf-8")).tags}
    assert len(tags) > 30
    attached = [file.suffix for file in vault.rglob("attachments/*")]
    assert {suffix: attached.count(suffix) for suffix in sorted({*attached})} == {
        ".pdf": 11, ".png": 22, ".zip": 11,
    }  # fmt: skip


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_two_branches_differ_in_some_notes_and_lead_back(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    write_shaped_vault(vault, 40)
    commit_two_branches(vault, 20)
    first = {note: note.read_bytes() for note in notes_in(vault)}
    git(vault, "switch", "-q", "other")
    other = {note: note.read_bytes() for note in notes_in(vault)}
    assert len(first.keys() - other.keys()) == len(other.keys() - first.keys()) == 2
    assert sum(first[note] != other[note] for note in first.keys() & other.keys()) == 16
    git(vault, "switch", "-q", "main")
    assert {note: note.read_bytes() for note in notes_in(vault)} == first


GENERATED = 200


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_vault(tmp_path / name, 30)
    one, two = (
        {
            str(file.relative_to(tmp_path / name)): (file.read_bytes(), file.stat().st_mtime_ns)
            for file in (tmp_path / name).rglob("*.md")
        }
        for name in ("one", "two")
    )
    assert one == two
    assert len(one) == 30
    assert [note.text for note in generate(30, seed=2)] != [note.text for note in generate(30)]


def test_what_was_edited_is_put_back(tmp_path: Path) -> None:
    write_vault(tmp_path, 3)
    file = tmp_path / path_of(1)
    before = file.read_bytes(), file.stat().st_mtime_ns
    file.write_text("Edited.")
    write_vault(tmp_path, 3)
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


def test_notes_have_headings_links_tags_and_tasks_and_the_links_lead_to_notes() -> None:
    written = list(generate(GENERATED))
    notes = [parsed(note.path, note.text) for note in written]
    titles = {note.title for note in notes}
    assert len(titles) == GENERATED
    assert all(2 <= len(note.headings) <= 4 for note in notes)
    assert {link.target for note in notes for link in note.links} <= titles
    assert sum(bool(note.links) for note in notes) > GENERATED / 2
    assert sum(bool(note.tags) for note in notes) > GENERATED / 3
    assert sum("- [ ] " in note.text for note in written) > GENERATED / 5
    assert not any(note.problems for note in notes)


def test_words_are_as_frequent_and_notes_as_long_as_those_of_people_and_the_first_is_the_newest() -> None:
    written = list(generate(GENERATED))
    words = [re.findall(r"\w+", note.text.rsplit("---\n\n", maxsplit=1)[-1]) for note in written]
    assert SHORTEST <= min(map(len, words)) < 180 < max(map(len, words)) <= LONGEST
    counted = Counter(word.lower() for each in words for word in each)
    assert counted["the"] > 20 * counted.most_common(2000)[-1][1]
    assert len(counted) > 4000
    assert [note.path for note in written] == [path_of(number) for number in range(GENERATED)]
    assert [note.mtime for note in written] == sorted((note.mtime for note in written), reverse=True)
    asked = questions(50, GENERATED)
    assert len(set(asked)) == 50
    assert all(3 <= len(question.split()) <= 8 for question in asked)
