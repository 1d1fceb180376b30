"""Pages of a PDF drawn, with the passage and the found words marked in their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.pages import draw_marked_page, page_sizes_of, recognized_words_in
from vaultsearch.core.recognized_texts import RecognizedTexts, page_key
from vaultsearch.core.values.pictures import RecognisedLine, RecognisedText
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.file_content import UnreadableNoteError


def test_a_page_is_drawn_with_the_passage_and_found_words_in_their_places(tmp_path: Path) -> None:
    lines = [
        TextLine(72, 700, "The keel bolts are made of bronze"),
        TextLine(72, 100, "Another line of words"),
    ]
    (tmp_path / "Boat.pdf").write_bytes(Pdf([PdfPage([]), PdfPage(lines)]).written())
    vault = Containment(tmp_path)
    sizes = page_sizes_of(vault, "Boat.pdf")
    assert len(sizes) == 2
    texts = RecognizedTexts(tmp_path)
    drawn = draw_marked_page(vault, texts, "Boat.pdf", 2, 400, "keel bolts are made of", ("bolt",))
    assert not drawn.is_recognised
    assert 399 <= drawn.width <= 401
    assert len(drawn.pixels) == drawn.stride * drawn.height
    assert [word.text for word in drawn.words if word.in_passage] == ["keel", "bolts", "are", "made", "of"]
    assert [word.text for word in drawn.words if word.is_match] == ["bolts"]
    keel = drawn.words[1]
    top = 1 - 700 / sizes[1][1]
    assert keel.top < top < keel.bottom + 0.01
    row = drawn.pixels[round((keel.top + keel.bottom) / 2 * drawn.height) * drawn.stride :][: drawn.stride]
    ink = [at // 4 for at in range(0, len(row), 4) if row[at] < 128]
    assert any(keel.left * 400 - 1 <= at <= keel.right * 400 + 1 for at in ink)


def test_the_passage_is_boxed_once_though_its_phrases_are_on_the_page_before_it(tmp_path: Path) -> None:
    lines = [
        TextLine(72, 700, "Returns the number of bytes if all went well else minus one"),
        TextLine(72, 680, "open opens the file and"),
        TextLine(72, 660, "returns the number of bytes read_now if all went well"),
    ]
    (tmp_path / "Code.pdf").write_bytes(Pdf([PdfPage(lines)]).written())
    passage = "open opens the file and returns the number of bytes read now if all went well"
    drawn = draw_marked_page(
        Containment(tmp_path), RecognizedTexts(tmp_path), "Code.pdf", 1, 400, passage, ()
    )
    boxed = " ".join(word.text for word in drawn.words if word.in_passage)
    assert boxed == "open opens the file and returns the number of bytes read_now if all went well"


def test_a_damaged_file_cannot_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "Torn.pdf").write_bytes(b"%PDF-1.4 torn")
    with pytest.raises(UnreadableNoteError, match="damaged"):
        page_sizes_of(Containment(tmp_path), "Torn.pdf")


def test_the_words_of_a_scan_and_of_a_picture_are_those_recognised_in_their_places(tmp_path: Path) -> None:
    lines = (
        RecognisedLine("Minutes of the harbour", 0.9, (100, 20, 320, 40)),
        RecognisedLine("downwards one", 0.9, (10, 50, 20, 100)),
        RecognisedLine("船の竜骨", 0.9, (100, 150, 180, 170)),
    )
    texts, vault = RecognizedTexts(tmp_path / "texts"), Containment(tmp_path)
    scan = Pdf([PdfPage([])]).written()
    for name, raw in (("Scan.pdf", scan), ("shot.png", b"a picture")):
        (tmp_path / name).write_bytes(raw)
        texts.put(page_key(raw, 1), RecognisedText(lines, size=(400, 200)))
    page = draw_marked_page(vault, texts, "Scan.pdf", 1, 400, "Minutes of the harbour", ("harbour", "竜骨"))
    assert page.is_recognised
    assert [word.text for word in page.words if word.in_passage] == ["Minutes", "of", "the", "harbour"]
    assert [word.text for word in page.words if word.is_match] == ["harbour", "船の竜骨"]
    harbour, downwards = page.words[3:5]
    assert harbour[1:6] == (0, 0.625, 0.1, 0.8, 0.2)
    assert (downwards.text, downwards.left, downwards.bottom) == ("downwards one", 0.025, 0.5)
    assert (
        recognized_words_in(vault, texts, "shot.png", "Minutes of the harbour", ("harbour", "竜骨"))
        == page.words
    )
    assert recognized_words_in(vault, RecognizedTexts(tmp_path), "shot.png", "", ()) == ()
