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


@pytest.mark.parametrize(
    ("files", "excluded", "refusal"),
    [
        ([f"Letter {n}.docx" for n in range(12)], (), ", only 12 Word files."),
        (
            [
                "a.PDF",
                "b.pdf",
                "deep/c.pdf",
                "d.png",
                "deep/e.jpg",
                "f.docx",
                "g.txt",
                "no-ending",
                ".hidden",
            ],
            (),
            ", only 3 PDF files, 2 picture files, 1 Word file and 2 other files.",
        ),
        (["one.py", "two.rs", "three.mp3"], (), ", only 2 source code files and 1 audio or video file."),
        ([], (), ": it is empty."),
        (["Note.md"], ("*.md",), " are excluded."),
    ],
)
def test_what_is_there_in_place_of_notes_is_named(
    tmp_path: Path, files: list[str], excluded: tuple[str, ...], refusal: str
) -> None:
    write_notes(tmp_path, dict.fromkeys(files, ""))
    with pytest.raises(VaultNotFoundError) as raised:
        require_files(tmp_path, UserRules(lines=excluded))
    begun = "All notes and documents in" if excluded else "No notes or documents in"
    assert str(raised.value) == f"{begun} {tmp_path}{refusal}"


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


def test_one_note_among_other_files_is_enough(tmp_path: Path) -> None:
    write_notes(tmp_path, {"deep/Note.md": "words\n", "Letter.docx": ""})
    require_files(tmp_path)
    write_notes(tmp_path / "boards", {"Board.canvas": "{}"})
    require_files(tmp_path / "boards")
