"""Recognised lines are kept, dropped or refused for a reason; tesseract is asked for other scripts."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.thoroughness import THOROUGH
from vaultsearch.core import pictures
from vaultsearch.core.pictures import judge_lines, recognize_by_tesseract, recognize_picture
from vaultsearch.core.values.pictures import RecognisedLine, RecognisedText


def line(text: str, score: float = 0.95, letters: float = 0.0) -> RecognisedLine:
    """Return a line as wide as so many letters are, by default as its own."""
    return RecognisedLine(text, score, (0, 0, 10.0 * (letters or len(text)), 22))


@pytest.mark.parametrize(
    ("lines", "kept", "reason"),
    [
        ([line("The committee met today"), line("~~", 0.3)], ["The committee met today"], ""),
        ([line("Ça déjà vu, où ça?"), line("đak žena će")], ["Ça déjà vu, où ça?", "đak žena će"], ""),
        ([line("二月份的会议记录已经整理完毕", letters=30)], ["二月份的会议记录已经整理完毕"], ""),
        ([line("OK 12.04.2024")], [], ""),
        ([], [], ""),
        # As the model returns two lines of Russian, one of Greek and one of Vietnamese.
        ([line("       .", 0.86, 45), line("   204", 0.73, 24)], [], "install tesseract with rus"),
        ([line("Σεα συτα τ σχι τ  αι τι πεσ.", 0.78)], [], "Text in Greek can't be recognized"),
        ([line("Cuc hp tip theo vào th Tư lúc mưi gi")], [], "Text in Vietnamese can't be recognized"),
    ],
)
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
    from PIL import Image

    def png(width: int, height: int) -> bytes:
        written = io.BytesIO()
        Image.new("1", (width, height)).save(written, "PNG")
        return written.getvalue()

    monkeypatch.setattr(pictures, "_read_part", None)  # to be called by nobody
    assert "Too large" in recognize_picture(png(20_000, 20_000)).reason
    assert recognize_picture(png(63, 500)) == RecognisedText()
    assert "can't be read" in recognize_picture(b"no picture").reason


@thorough
def test_the_models_are_those_of_the_package_and_read_a_long_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (700, 5000), "white")
    text = "\n".join(f"Line {at} of a page that scrolls on" for at in range(90))
    ImageDraw.Draw(picture).multiline_text((30, 30), text, "black", ImageFont.load_default(22), spacing=26)
    found = recognize_picture(np.asarray(picture))  # tests have no network: a model that is fetched fails
    assert [one.text for one in found.lines][::30] == [text.split("\n")[at] for at in (0, 30, 60)]
    assert found.lines[-1].box[1] > 4000
