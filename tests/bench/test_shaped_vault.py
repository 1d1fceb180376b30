"""The shaped vault has the shapes that it is named for, and two branches that differ."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.bench.shaped_vault import MOVED, commit_two_branches, git, notes_in, write_shaped_vault
from tests.builders import parsed

NOTES = 130


def test_a_vault_has_tiny_and_huge_notes_deep_folders_tags_and_attachments(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    write_shaped_vault(vault, NOTES)
    notes = notes_in(vault)
    sizes = sorted(note.stat().st_size for note in notes)
    assert len(notes) == NOTES
    assert len(notes_in(vault / MOVED)) == NOTES * 2 // 13
    assert sizes[NOTES // 3] < 200
    assert sizes[-1] > 1_000_000
    assert max(len(note.relative_to(vault).parts) for note in notes) > 8
    assert max(len(note.stem) for note in notes) > 150
    assert not all(note.name.isascii() for note in notes)
    tags = {tag for note in notes for tag in parsed(note.name, note.read_text(encoding="utf-8")).tags}
    assert len(tags) > 30
    attached = [file.suffix for file in vault.rglob("attachments/*")]
    assert {suffix: attached.count(suffix) for suffix in sorted({*attached})} == {
        ".pdf": 11,
        ".png": 22,
        ".zip": 11,
    }


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
