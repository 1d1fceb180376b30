"""A folder without notes is refused with what it contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.vault.folder_survey import require_notes
from vaultsearch.core.vault.ignoring import UserRules

if TYPE_CHECKING:
    from pathlib import Path


def refusal(folder: Path) -> str:
    with pytest.raises(VaultNotFoundError) as raised:
        require_notes(folder)
    return str(raised.value)


def test_twelve_word_files_are_named_as_such(tmp_path: Path) -> None:
    for n in range(12):
        (tmp_path / f"Letter {n}.docx").touch()
    assert refusal(tmp_path) == f"No Markdown notes in {tmp_path}, only 12 Word files."


def test_the_most_frequent_kinds_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    names = ("a.PDF", "b.pdf", "deep/c.pdf", "d.png", "deep/e.jpg", "f.docx", "g.txt", "no ending", ".hidden")
    for name in names:
        (tmp_path / name).touch()
    expected = "only 3 PDF files, 2 picture files, 1 Word file and 2 other files."
    assert refusal(tmp_path).endswith(expected)


def test_an_empty_folder_is_called_so(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"No Markdown notes in {tmp_path}: it is empty."


def test_notes_that_are_all_excluded_are_told_of(tmp_path: Path) -> None:
    write_notes(tmp_path, {"Note.md": "words\n", ".vaultsearchignore": "*.md\n"})
    assert refusal(tmp_path) == f"All Markdown notes in {tmp_path} are excluded."
    with pytest.raises(VaultNotFoundError):
        require_notes(tmp_path, UserRules(lines=("*.md",)))


def test_one_note_among_other_files_is_enough(tmp_path: Path) -> None:
    write_notes(tmp_path, {"deep/Note.md": "words\n", "Letter.docx": ""})
    require_notes(tmp_path)
    write_notes(tmp_path / "boards", {"Board.canvas": "{}"})
    require_notes(tmp_path / "boards")
