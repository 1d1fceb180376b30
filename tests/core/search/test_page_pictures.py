"""Pages of a PDF drawn, with the passage and the found words marked in their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.search.page_pictures import picture_of, sizes_of
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.decoding import UnreadableNoteError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_page_is_drawn_with_the_passage_and_found_words_in_their_places(tmp_path: Path) -> None:
    lines = [
        TextLine(72, 700, "The keel bolts are made of bronze"),
        TextLine(72, 100, "Another line of words"),
    ]
    (tmp_path / "Boat.pdf").write_bytes(Pdf([PdfPage([]), PdfPage(lines)]).written())
    vault = Containment(tmp_path)
    sizes = sizes_of(vault, "Boat.pdf")
    assert len(sizes) == 2
    drawn = picture_of(vault, "Boat.pdf", 2, 400, "keel bolts are made of", ("bolt",))
    assert 399 <= drawn.width <= 401
    assert len(drawn.pixels) == drawn.stride * drawn.height
    assert [word.text for word in drawn.words if word.in_passage] == ["keel", "bolts", "are", "made", "of"]
    assert [word.text for word in drawn.words if word.found] == ["bolts"]
    keel = drawn.words[1]
    top = 1 - 700 / sizes[1][1]
    assert keel.top < top < keel.bottom + 0.01
    row = drawn.pixels[round((keel.top + keel.bottom) / 2 * drawn.height) * drawn.stride :][: drawn.stride]
    ink = [at // 4 for at in range(0, len(row), 4) if row[at] < 128]
    assert any(keel.left * 400 - 1 <= at <= keel.right * 400 + 1 for at in ink)


def test_a_damaged_file_cannot_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "Torn.pdf").write_bytes(b"%PDF-1.4 torn")
    with pytest.raises(UnreadableNoteError, match="damaged"):
        sizes_of(Containment(tmp_path), "Torn.pdf")
