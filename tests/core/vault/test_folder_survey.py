"""A folder with nothing to read is refused with what it contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.source import require_files

if TYPE_CHECKING:
    from pathlib import Path


def refusal(folder: Path) -> str:
    with pytest.raises(VaultNotFoundError) as raised:
        require_files(folder)
    return str(raised.value)


def test_twelve_word_files_are_named_as_such(tmp_path: Path) -> None:
    for n in range(12):
        (tmp_path / f"Letter {n}.docx").touch()
    assert refusal(tmp_path) == f"No notes or documents in {tmp_path}, only 12 Word files."


def test_the_most_frequent_kinds_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    names = ("a.PDF", "b.pdf", "deep/c.pdf", "d.png", "deep/e.jpg", "f.docx", "g.txt", "no ending", ".hidden")
    for name in names:
        (tmp_path / name).touch()
    expected = "only 3 PDF files, 2 picture files, 1 Word file and 2 other files."
    assert refusal(tmp_path).endswith(expected)


def test_an_empty_folder_is_called_so(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"No notes or documents in {tmp_path}: it is empty."


def test_notes_that_are_all_excluded_are_told_of(tmp_path: Path) -> None:
    write_notes(tmp_path, {"Note.md": "words\n", ".vaultsearchignore": "*.md\n"})
    assert refusal(tmp_path) == f"All notes and documents in {tmp_path} are excluded."
    with pytest.raises(VaultNotFoundError):
        require_files(tmp_path, UserRules(lines=("*.md",)))


PDFS = FileRules({FileKind.PDF: 2**20})


def test_files_of_other_kinds_are_enough_if_they_are_switched_on(tmp_path: Path) -> None:
    write_notes(tmp_path, {"deep/Paper.pdf": "%PDF-", "video.mp4": ""})
    require_files(tmp_path, files=PDFS)
    with pytest.raises(VaultNotFoundError) as raised:
        require_files(tmp_path)
    assert raised.value.remedy == (
        "Turn on more kinds of files in Settings > Files, or choose another folder."
    )
    write_notes(tmp_path, {".vaultsearchignore": "*.pdf\n"})
    with pytest.raises(VaultNotFoundError, match=r"All notes and documents in .* are excluded"):
        require_files(tmp_path, files=PDFS)


def test_source_code_is_named_and_can_be_turned_on(tmp_path: Path) -> None:
    write_notes(tmp_path, {"one.py": "", "two.rs": "", "three.mp3": ""})
    assert refusal(tmp_path).endswith("only 2 source code files and 1 audio or video file.")


def test_one_note_among_other_files_is_enough(tmp_path: Path) -> None:
    write_notes(tmp_path, {"deep/Note.md": "words\n", "Letter.docx": ""})
    require_files(tmp_path)
    write_notes(tmp_path / "boards", {"Board.canvas": "{}"})
    require_files(tmp_path / "boards")
