"""Pictures: decoded within limits, and their text recognized.

RapidOCR on onnxruntime recognizes text, tesseract reads the scripts it cannot. All of this runs in the
recognition process: the window never loads OpenCV.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from vaultsearch.core.messages import Message
from vaultsearch.core.process_limits import limit_program
from vaultsearch.core.values.pictures import RecognisedLine, RecognisedText

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

_MAX_PIXELS = 60_000_000
RASTER_DECODERS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF")
"""Pillow's names of the formats to decode, by content; pictures from several phones (MPO) begin as JPEG.

With all decoders allowed, Ghostscript ran a PNG of 6 KB that was PostScript: it put a file from outside of
the vault into the text in the picture, and another such file wrote to the disk.
"""


class TooManyPixelsError(Exception):
    """A picture too large to decode; the message is its size."""


def decode_picture(picture: bytes, longest: int | None = None) -> Image:
    """Decode a picture upright, in three colors, on white, checking the size first.

    With ``longest``, shrink it until neither side has more pixels. Raise TooManyPixelsError, or any decoder
    error.
    """
    from PIL import Image, ImageOps

    # Pillow's own limit would raise for most of those that are told their size below.
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(io.BytesIO(picture), formats=RASTER_DECODERS) as opened:
        if opened.width * opened.height > _MAX_PIXELS:
            raise TooManyPixelsError(f"{opened.width:,} x {opened.height:,}")
        if longest is not None:
            # A JPEG need not be decoded in full size.
            opened.draft("RGB", (2 * longest, 2 * longest))
        upright = ImageOps.exif_transpose(opened)
        if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
            white = Image.new("RGBA", upright.size, "white")
            upright = Image.alpha_composite(white, upright.convert("RGBA"))
        flat = upright.convert("RGB")
        if longest is not None:
            flat.thumbnail((longest, longest))
        return flat


Pixels: TypeAlias = "NDArray[np.uint8]"
"""A picture: height, width, three colors."""

_MIN_SIDE = 64
_MAX_PART_PIXELS = 1600
"""Pixels per part read: a longer picture would be shrunk until illegible."""
_MIN_LETTERS = 12
_MIN_SCORE = 0.6
_MIN_DENSITY = 0.45
"""Letters and digits per line height of width: Latin has about 2, Chinese about 0.8.

For unknown scripts, the model returns only spaces and full stops, with high scores.
"""
_TESSERACT_S = 60
_GREEK = re.compile("[\u0370-\u03ff]")
_VIETNAMESE = re.compile("[ươđƯƠĐ]")
_LANGUAGES = """
afr cat ces chi_sim chi_sim_vert chi_tra chi_tra_vert dan deu eng equ est eus fin fra gle glg hrv hun ind isl
ita jpn jpn_vert lat lav lit msa nld nor osd pol por ron slk slv snum spa sqi swa swe tur
"""
_MODEL_LANGUAGES = frozenset(_LANGUAGES.split())
"""Tesseract's languages the model can read as well, and data for none."""


class TextRecognizer(Protocol):
    """Recognize the text in a picture, given as file content or pixels."""

    def __call__(self, picture: bytes | Pixels) -> RecognisedText: ...  # noqa: D102


def recognize_picture(picture: bytes | Pixels) -> RecognisedText:
    """Recognize the text in a picture: a `TextRecognizer`."""
    begun = time.process_time()
    try:
        pixels = _decode_pixels(picture) if isinstance(picture, bytes) else picture
    # The decoders raise whatever they like.
    except Exception as error:
        return RecognisedText(reason=Message("The picture can't be read ({}).", type(error).__name__))
    if isinstance(pixels, RecognisedText):
        return pixels
    lines = judge_lines([line for part, top in _cut_tall_picture(pixels) for line in _read_part(part, top)])
    if lines.reason:
        lines = recognize_by_tesseract(pixels) or lines
    height, width = pixels.shape[:2]
    return replace(lines, seconds=time.process_time() - begun, size=(width, height))


def _decode_pixels(picture: bytes) -> Pixels | RecognisedText:
    try:
        pixels = decode_picture(picture)
    except TooManyPixelsError as size:
        return RecognisedText(reason=Message("Too large for text recognition: {} pixels.", size))
    if min(pixels.size) < _MIN_SIDE:
        return RecognisedText()
    # Imported here since the vault's source imports this module, and has no pixels.
    import numpy as np

    return np.asarray(pixels, dtype=np.uint8)


def _cut_tall_picture(pixels: Pixels) -> Iterator[tuple[Pixels, int]]:
    """Cut a long picture, such as a whole web page, where it is emptiest; yield each part and its top."""
    top, height = 0, len(pixels)
    while height - top > 2 * _MAX_PART_PIXELS and height > 2 * pixels.shape[1]:
        rows = pixels[top + _MAX_PART_PIXELS // 2 : top + _MAX_PART_PIXELS].reshape(_MAX_PART_PIXELS // 2, -1)
        end = top + _MAX_PART_PIXELS // 2 + int(rows.std(axis=1).argmin())
        yield pixels[top:end], top
        top = end
    yield pixels[top:], top


def _read_part(pixels: Pixels, top: int) -> list[RecognisedLine]:
    # The engine takes blue first, as OpenCV does.
    recognized = _load_engine()(pixels[:, :, ::-1])
    if recognized.boxes is None or recognized.txts is None:
        return []
    lines = []
    for corners, text, score in zip(recognized.boxes, recognized.txts, recognized.scores, strict=True):
        (left, upper), (right, lower) = corners.min(axis=0), corners.max(axis=0)
        box = float(left), float(upper) + top, float(right), float(lower) + top
        lines.append(RecognisedLine(text, float(score), box))
    return lines


@cache
def _load_engine() -> Any:
    """Load the packaged models: named by file, none is ever downloaded."""
    import rapidocr

    folder = Path(rapidocr.__file__).parent / "models"
    engine = rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            # Unsure lines are judged here, which the engine would drop: they tell another script from no
            # text.
            "Global.text_score": 0.0,
            "Global.use_cls": False,
            # Six are made as wide as the widest: 400 MB and 40 % of the time more.
            "Rec.rec_batch_num": 1,
            "Det.model_path": str(folder / "PP-OCRv6_det_small.onnx"),
            "Rec.model_path": str(folder / "PP-OCRv6_rec_small.onnx"),
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
    reading = engine.recognize_txt

    def with_blank_lines(parts: Any) -> Any:
        """Keep lines without recognized text: they distinguish another script from no text."""
        lines = reading(parts)
        lines.txts = tuple(text if text.strip() else "·" for text in lines.txts)
        return lines

    engine.recognize_txt = with_blank_lines
    return engine


def judge_lines(lines: Sequence[RecognisedLine]) -> RecognisedText:
    """Keep the lines of text; refuse a picture mostly in an unreadable script."""
    sound = [
        line
        for line in lines
        if line.score >= _MIN_SCORE and sum(map(str.isalnum, line.text)) / _aspect_ratio(line) >= _MIN_DENSITY
    ]
    lost = sum(map(_aspect_ratio, lines)) - sum(map(_aspect_ratio, sound))
    text = "".join(line.text for line in sound)
    letters = sum(map(str.isalpha, text))
    signs = _VIETNAMESE.findall(text)
    is_greek = len(_GREEK.findall(text)) > 0.3 * letters
    # The model knows only some letters of these languages.
    if is_greek or (len(signs) > max(1, 0.015 * letters) and set(signs) - set("đĐ")):
        name = "Greek" if is_greek else "Vietnamese"
        reason = Message("Text in {} can't be recognized; install tesseract with its language.", name)
        return RecognisedText(reason=reason)
    if lost > max(sum(map(_aspect_ratio, sound)), _MIN_LETTERS):
        return RecognisedText(
            reason="Its script can't be recognized; Latin, Chinese and Japanese can. "
            "For Cyrillic, install tesseract with rus."
        )
    return RecognisedText(tuple(sound) if letters >= _MIN_LETTERS else ())


def _aspect_ratio(line: RecognisedLine) -> float:
    """Return the ratio of a line's long side to its short side."""
    left, top, right, bottom = line.box
    short, long = sorted((max(right - left, 1.0), max(bottom - top, 1.0)))
    return long / short


def recognize_by_tesseract(pixels: Pixels) -> RecognisedText | None:
    """Read a picture in the languages only tesseract has data for, None without text."""
    languages = [code for code in _tesseract_languages() if code not in _MODEL_LANGUAGES]
    if not languages:
        return None
    head = b"P6 %d %d 255\n" % (pixels.shape[1], pixels.shape[0])
    arguments = ("stdin", "stdout", "-l", "+".join(languages), "tsv")
    recognized = _run_tesseract(*arguments, given=head + pixels.tobytes())
    lines = [line for line in _tesseract_lines(recognized) if line.score >= _MIN_SCORE]
    enough = sum(map(str.isalpha, "".join(line.text for line in lines))) >= _MIN_LETTERS
    return RecognisedText(tuple(lines)) if enough else None


@cache
def _tesseract_languages() -> tuple[str, ...]:
    """Return the languages of the system's tesseract, none if it is not installed."""
    if shutil.which("tesseract") is None:
        return ()
    return tuple(_run_tesseract("--list-langs").split("\n")[1:])


def _run_tesseract(*arguments: str, given: bytes = b"") -> str:
    with subprocess.Popen(  # noqa: S603 - the languages are those that it lists itself
        [shutil.which("tesseract") or "tesseract", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # tesseract's own threads would compete with the window for every core.
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    ) as process:
        # The processor time of this process is counted without the program's.
        limit_program(process.pid, cpu_s=_TESSERACT_S)
        written, _ = process.communicate(given)
    return written.decode("utf-8", "replace").strip()


def _tesseract_lines(table: str) -> Iterator[RecognisedLine]:
    """Join the words in tesseract's table to lines, by line number."""
    rows = csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    words = [row for row in rows if (row.get("text") or "").strip()]
    for _, line in groupby(words, key=lambda row: [row[f"{part}_num"] for part in ("block", "par", "line")]):
        line_words = list(line)
        edges = [[float(word[name]) for name in ("left", "top", "width", "height")] for word in line_words]
        yield RecognisedLine(
            " ".join(word["text"] for word in line_words),
            sum(float(word["conf"]) for word in line_words) / len(line_words) / 100,
            (
                min(left for left, *_ in edges),
                min(top for _, top, *_ in edges),
                max(left + width for left, _, width, _ in edges),
                max(top + height for _, top, _, height in edges),
            ),
        )
