"""Pictures: decoded by raster decoders alone, their text recognized for a reason, shown in its note."""

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, UnidentifiedImageError

from tests.pdf_files import Pdf, PdfPage, TextLine
from tests.thoroughness import THOROUGH
from vaultsearch.core import pictures
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.pictures import decode_picture, judge_lines, recognize_by_tesseract, recognize_picture
from vaultsearch.core.recognized_texts import RASTER_SUFFIXES, RecognizedTexts, page_key
from vaultsearch.core.values.note import Note
from vaultsearch.core.values.pictures import RecognisedLine, RecognisedText
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.source import ObsidianVault

_EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n%%EndComments\n(/etc/passwd) run\nshowpage\n"
RASTER_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF", "MPO")
Image.init()  # registers all formats that Pillow knows


def written(name: str, picture: Image.Image | None = None) -> bytes:
    file = io.BytesIO()
    more = {"append_images": [Image.new("RGB", (80, 80), "red")], "save_all": True} if name == "MPO" else {}
    (picture or Image.new("RGB", (80, 70), "red")).save(file, name, **more)
    return file.getvalue()


def _fli() -> bytes:
    """Write the head of a film, and one frame without anything in it."""
    head = (144).to_bytes(4, "little") + b"\x11\xaf" + (1).to_bytes(2, "little")
    head += (80).to_bytes(2, "little") * 2 + (8).to_bytes(2, "little")
    return head.ljust(128, b"\0") + (16).to_bytes(4, "little") + b"\xfa\xf1" + bytes(10)


def _im() -> bytes:
    head = b"Image type: RGB image\r\nImage size (x*y): 80*70\r\nFile size (no of images): 1\r\n"
    return head.ljust(511, b"\0") + b"\x1a" + bytes(80 * 70 * 3)


DISGUISED = {
    "EPS": _EPS, "PDF": Pdf([PdfPage()]).written(), "FLI": _fli(), "IM": _im(), "PCX": written("PCX"),
    "PPM": written("PPM"),
}  # fmt: skip


@pytest.fixture
def ghostscript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a Ghostscript that leaves a file where it was started."""
    program, log = tmp_path / "bin" / "gs", tmp_path / "was started"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho \"$@\" >> '{log}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    if (plugin := sys.modules.get("PIL.EpsImagePlugin")) is not None:
        monkeypatch.setattr(plugin, "gs_binary", None)  # it looks for the program once
    return log


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell's")
def test_a_png_of_postscript_is_run_by_no_ghostscript(ghostscript: Path) -> None:
    """Read as a picture, 6 KB put a file from outside of the vault into its text, and wrote another."""
    with pytest.raises(UnidentifiedImageError):
        decode_picture(_EPS)
    assert recognize_picture(_EPS).reason == "The picture can't be read (UnidentifiedImageError)."
    assert not ghostscript.exists()


@pytest.mark.parametrize("name", DISGUISED)
def test_what_is_no_raster_picture_is_not_decoded_whatever_its_name(name: str) -> None:
    with pytest.raises(UnidentifiedImageError):
        decode_picture(DISGUISED[name])


@pytest.mark.parametrize("name", RASTER_FORMATS)
def test_each_raster_format_is_decoded(name: str) -> None:
    pixels = np.asarray(decode_picture(written(name)))
    assert pixels.shape == (70, 80, 3)
    assert np.abs(pixels.astype(int) - (255, 0, 0)).max() < 12


def test_each_ending_of_pictures_to_be_recognised_has_a_decoder() -> None:
    assert {Image.registered_extensions()[ending] for ending in RASTER_SUFFIXES} <= set(RASTER_FORMATS)


def test_no_library_that_reads_documents_opens_postscript() -> None:
    """openpyxl opens the pictures of chart sheets, with whatever decoder fits."""
    script = f"""
from io import BytesIO
from vaultsearch.core.vault.documents.tables import read_csv
read_csv(b"a,b")
from PIL import Image
try:
    Image.open(BytesIO({_EPS!r})).load()
except Image.UnidentifiedImageError:
    print("refused")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "refused\n"


def line(text: str, score: float = 0.95, letters: float = 0.0) -> RecognisedLine:
    """Return a line as wide as so many letters are, by default as its own."""
    return RecognisedLine(text, score, (0, 0, 10.0 * (letters or len(text)), 22))


@pytest.mark.parametrize(("lines", "kept", "reason"), [
    ([line("The committee met today"), line("~~", 0.3)], ["The committee met today"], ""),
    ([line("Ça déjà vu, où ça?"), line("đak žena će")], ["Ça déjà vu, où ça?", "đak žena će"], ""),
    ([line("二月份的会议记录已经整理完毕", letters=30)], ["二月份的会议记录已经整理完毕"], ""),
    ([line("OK 12.04.2024")], [], ""),
    ([], [], ""),
    # As the model returns two lines of Russian, one of Greek and one of Vietnamese.
    ([line("       .", 0.86, 45), line("   204", 0.73, 24)], [], "install tesseract with rus"),
    ([line("Σεα συτα τ σχι τ  αι τι πεσ.", 0.78)], [], "Text in Greek can't be recognized"),
    ([line("Cuc hp tip theo vào th Tư lúc mưi gi")], [], "Text in Vietnamese can't be recognized"),
])  # fmt: skip
def test_garbage_is_refused_with_reason(lines: list[RecognisedLine], kept: list[str], reason: str) -> None:
    found = judge_lines(lines)
    assert [one.text for one in found.lines] == kept
    assert reason in found.reason
    assert bool(found.reason) == bool(reason)


def test_a_line_in_another_script_is_left_out_of_a_picture_that_can_be_read() -> None:
    lines = [line("Minutes of the budget meeting"), line("   .", 0.9, 12)]
    assert [one.text for one in judge_lines(lines).lines] == ["Minutes of the budget meeting"]


TABLE = """level page_num block_num par_num line_num word_num left top width height conf text
5 1 1 1 1 1 10 20 80 18 95 Сегодня
5 1 1 1 1 2 95 22 90 18 91 обсудили
5 1 1 1 2 1 10 60 80 18 12 |~_
"""
TESSERACT = """#!/bin/sh
if [ "$1" = "--list-langs" ]; then printf 'List of available languages:\\neng\\nosd\\nrus\\n'; exit; fi
[ "$4" = "rus" ] && cat > /dev/null && tr ' ' '\\t' < "$0.table"
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the program")
def test_tesseract_reads_what_it_alone_has_data_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "tesseract"
    program.write_text(TESSERACT)
    program.with_suffix(".table").write_text(TABLE, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    pictures._tesseract_languages.cache_clear()
    found = recognize_by_tesseract(np.zeros((100, 200, 3), np.uint8))
    pictures._tesseract_languages.cache_clear()
    assert found == RecognisedText((RecognisedLine("Сегодня обсудили", 0.93, (10, 20, 185, 40)),))


def test_without_tesseract_nothing_more_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    pictures._tesseract_languages.cache_clear()
    assert recognize_by_tesseract(np.zeros((100, 200, 3), np.uint8)) is None
    pictures._tesseract_languages.cache_clear()


thorough = pytest.mark.skipif(not THOROUGH, reason="needs the extra ocr, and seconds for its models")


@thorough
def test_bombs_and_icons_are_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_read_part", None)  # to be called by nobody
    bomb, icon = (written("PNG", Image.new("1", size)) for size in ((20_000, 20_000), (63, 500)))
    assert "Too large" in recognize_picture(bomb).reason
    assert recognize_picture(icon) == RecognisedText()
    assert "can't be read" in recognize_picture(b"no picture").reason


@thorough
def test_the_models_are_those_of_the_package_and_read_a_long_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import ImageDraw, ImageFont

    picture = Image.new("RGB", (700, 5000), "white")
    text = "\n".join(f"Line {at} of a page that scrolls on" for at in range(90))
    ImageDraw.Draw(picture).multiline_text((30, 30), text, "black", ImageFont.load_default(22), spacing=26)
    found = recognize_picture(np.asarray(picture))  # tests have no network: a model that is fetched fails
    assert [one.text for one in found.lines][::30] == [text.split("\n")[at] for at in (0, 30, 60)]
    assert found.lines[-1].box[1] > 4000


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
    pages = [(one.page, *one.heading_path) for one in note.sections]
    assert pages == [(1, "Page 1", "Text in picture"), (2, "Page 2"), (3, "Page 3", "Text in picture")]
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
