"""Recognised text in its note: below its page's heading, marked, with the lines of the note's text."""

from __future__ import annotations

from pathlib import Path

from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.recognized_texts import RecognizedTexts, page_key
from vaultsearch.core.values.note import Note
from vaultsearch.core.values.pictures import RecognisedLine, RecognisedText
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.source import ObsidianVault

PICTURE = b"\x89PNG\r\n\x1a\n" + b"a picture" * 1000


def text(*lines: str) -> RecognisedText:
    return RecognisedText(tuple(RecognisedLine(one, 0.9, (0, 0, 100, 20)) for one in lines))


def read(vault: Path, texts: RecognizedTexts | None) -> Note:
    source = ObsidianVault(vault, files=FileRules.of(Parameters()), texts=texts)
    return source.read(source.scan()[0][0])


def test_pages_of_a_scan_are_in_order_and_their_lines_those_of_the_text(vault: Path, tmp_path: Path) -> None:
    typed = PdfPage([TextLine(50, 700, "A page of typed words about the harbour and its ships")])
    raw = Pdf([PdfPage(), typed, PdfPage()]).written()
    (vault / "a.pdf").write_bytes(raw)
    texts = RecognizedTexts.of(tmp_path)
    assert read(vault, texts).unread == (1, 3)
    texts.put(page_key(raw, 3), text("the third page", "# no heading"))
    half = read(vault, texts)
    texts.put(page_key(raw, 1), text("the first page"))
    note = read(vault, texts)
    assert (half.unread, note.unread) == ((1,), ())
    assert len({half.content_hash, note.content_hash, read(vault, None).content_hash}) == 3
    assert [(one.page, one.heading_path) for one in note.sections] == [
        (1, ("Page 1", "Text in picture")),
        (2, ("Page 2",)),
        (3, ("Page 3", "Text in picture")),
    ]
    lines = note.text.split("\n")
    for section in note.sections:
        for block in section.blocks:
            assert "\n".join(lines[block.line_start - 1 : block.line_end]) == block.content
    assert [lines[one.line - 1].lstrip("# ") for one in note.headings] == [one.text for one in note.headings]
    assert note.sections[2].blocks[0].text == "the third page\n# no heading"
    assert not any(one.startswith("# no") for one in lines)
    assert note.problems == ()


def test_a_text_belongs_to_the_content_and_a_refusal_is_told(vault: Path, tmp_path: Path) -> None:
    texts = RecognizedTexts.of(tmp_path)
    (vault / "a.png").write_bytes(PICTURE)
    assert read(vault, None).unread == read(vault, texts).unread == (1,)
    texts.put(page_key(PICTURE, 1), text("words in it"))
    (vault / "a.png").rename(vault / "moved.png")
    assert read(vault, texts).text == "![](moved.png)\n\n# Text in picture\n\nwords in it"
    (vault / "moved.png").write_bytes(PICTURE + b"changed")
    assert read(vault, texts).unread == (1,)
    texts.put(page_key(PICTURE + b"changed", 1), RecognisedText(reason="Text in Greek can't be recognized."))
    note = read(vault, texts)
    assert (note.unread, note.text) == ((), "![](moved.png)")
    assert note.problems == ("Text in Greek can't be recognized.",)
    assert (texts.count().recognised, texts.count().refused) == (1, 1)


def test_icons_and_drawings_do_not_wait(vault: Path, tmp_path: Path) -> None:
    (vault / "icon.png").write_bytes(PICTURE[:5000])
    assert read(vault, RecognizedTexts.of(tmp_path)).unread == ()
    (vault / "icon.png").rename(vault / "icon.svg")
    assert read(vault, RecognizedTexts.of(tmp_path)).unread == ()
