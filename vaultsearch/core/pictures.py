"""Pictures: decoded within limits; their text recognised, kept beside the index, and put into notes.

Text is recognised by RapidOCR on onnxruntime, and by tesseract for the scripts that it cannot read. All of
that runs in the process for recognition: OpenCV is never loaded in the window's.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from vaultsearch.core.files import write_atomically
from vaultsearch.core.messages import Message, read_stored, stored
from vaultsearch.core.values.note import Block, FileKind, Heading, Note, Section
from vaultsearch.core.values.pictures import (
    SECONDS_EACH,
    TEXT_IN_PICTURE,
    RecognisedLine,
    RecognisedText,
    Recognition,
)
from vaultsearch.core.values.sync import is_answered_by_recognition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image


_MOST_PIXELS = 60_000_000
RASTER_DECODERS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF")
"""Pillow's names of the formats that are decoded, by content; pictures of several phones (MPO) begin as JPEG.

Left to all decoders, a PNG of 6 KB that was PostScript was run by Ghostscript: it put a file from outside of
the vault into the text in the picture, and another such file wrote to the disk.
"""


class TooManyPixelsError(Exception):
    """A picture that is not decoded; its text says how large it is."""


def decoded(picture: bytes, longest: int | None = None) -> Image:
    """Decode a picture, upright, in three colours and on white. Its size is looked at before.

    With ``longest``, shrink it until neither side has more pixels. Raise TooManyPixelsError, or whatever the
    decoders raise.
    """
    from PIL import Image, ImageOps

    # Pillow's own limit would raise for most of those that are told their size below.
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(io.BytesIO(picture), formats=RASTER_DECODERS) as opened:
        if opened.width * opened.height > _MOST_PIXELS:
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
"""A picture: height, width, three colours."""

_LEAST_SIDE = 64
_LONGEST = 1600
"""Pixels of a part that is read at once: a longer picture would be shrunk until nothing can be read."""
_LEAST_LETTERS = 12
_SURE = 0.6
_LEAST_DENSITY = 0.45
"""Letters and digits on as much of a line as it is high: Latin has about 2, Chinese about 0.8.

Of a script that it does not know, the model returns the spaces and full stops alone, and is sure of them.
"""
_TESSERACT_S = 60
_GREEK = re.compile("[\u0370-\u03ff]")
_VIETNAMESE = re.compile("[ươđƯƠĐ]")
_KNOWN = frozenset(
    re.findall(
        r"\w+",
        "afr cat ces chi_sim chi_sim_vert chi_tra chi_tra_vert dan deu eng equ est eus fin fra gle glg hrv "
        "hun ind isl ita jpn jpn_vert lat lav lit msa nld nor osd pol por ron slk slv snum spa sqi swa swe "
        "tur",
    )
)
"""Languages of tesseract that the model can read as well, and data that are of none."""


class Recogniser(Protocol):
    """Recognise the text in a picture: in the content of its file, or in pixels."""

    def __call__(self, picture: bytes | Pixels) -> RecognisedText: ...  # noqa: D102


def recognise(picture: bytes | Pixels) -> RecognisedText:
    """Recognise the text in a picture: a `Recogniser`."""
    begun = time.process_time()
    try:
        pixels = _pixels(picture) if isinstance(picture, bytes) else picture
    # The decoders raise whatever they like.
    except Exception as error:
        return RecognisedText(reason=Message("The picture can't be read ({}).", type(error).__name__))
    if isinstance(pixels, RecognisedText):
        return pixels
    lines = judged([line for part, top in _parts(pixels) for line in _read(part, top)])
    if lines.reason:
        lines = by_tesseract(pixels) or lines
    height, width = pixels.shape[:2]
    return replace(lines, seconds=time.process_time() - begun, size=(width, height))


def _pixels(picture: bytes) -> Pixels | RecognisedText:
    try:
        pixels = decoded(picture)
    except TooManyPixelsError as size:
        return RecognisedText(reason=Message("Too large for text recognition: {} pixels.", size))
    if min(pixels.size) < _LEAST_SIDE:
        return RecognisedText()
    # Imported here since the vault's source imports this module, and has no pixels.
    import numpy as np

    return np.asarray(pixels, dtype=np.uint8)


def _parts(pixels: Pixels) -> Iterator[tuple[Pixels, int]]:
    """Cut a long picture, such as of a whole web page, where it is emptiest; yield each part and its top."""
    top, height = 0, len(pixels)
    while height - top > 2 * _LONGEST and height > 2 * pixels.shape[1]:
        rows = pixels[top + _LONGEST // 2 : top + _LONGEST].reshape(_LONGEST // 2, -1)
        end = top + _LONGEST // 2 + int(rows.std(axis=1).argmin())
        yield pixels[top:end], top
        top = end
    yield pixels[top:], top


def _read(pixels: Pixels, top: int) -> list[RecognisedLine]:
    # The engine takes blue first, as OpenCV does.
    recognized = _engine()(pixels[:, :, ::-1])
    if recognized.boxes is None or recognized.txts is None:
        return []
    lines = zip(recognized.boxes, recognized.txts, recognized.scores, strict=True)
    return [RecognisedLine(text, float(score), _box(corners, top)) for corners, text, score in lines]


def _box(corners: Any, top: int) -> tuple[float, float, float, float]:
    (left, upper), (right, lower) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(upper) + top, float(right), float(lower) + top


@cache
def _engine() -> Any:
    """Load the models that lie in the package: named by their files, none is ever fetched."""
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
        """Keep lines of which nothing was recognised: they tell another script from no text."""
        lines = reading(parts)
        lines.txts = tuple(text if text.strip() else "·" for text in lines.txts)
        return lines

    engine.recognize_txt = with_blank_lines
    return engine


def judged(lines: Sequence[RecognisedLine]) -> RecognisedText:
    """Keep the lines that are text; refuse a picture of which most is in a script that cannot be read."""
    sound = [line for line in lines if line.score >= _SURE and _density(line) >= _LEAST_DENSITY]
    lost = sum(map(_width, lines)) - sum(map(_width, sound))
    text = "".join(line.text for line in sound)
    letters = sum(map(str.isalpha, text))
    if name := _garbled(text, letters):
        return RecognisedText(
            reason=Message("Text in {} can't be recognized; install tesseract with its language.", name)
        )
    if lost > max(sum(map(_width, sound)), _LEAST_LETTERS):
        return RecognisedText(
            reason="Its script can't be recognized; Latin, Chinese and Japanese can. "
            "For Cyrillic, install tesseract with rus."
        )
    return RecognisedText(tuple(sound) if letters >= _LEAST_LETTERS else ())


def _garbled(text: str, letters: int) -> str:
    """Name the language that a text is in if the model knows some of its letters alone, else ""."""
    if len(_GREEK.findall(text)) > 0.3 * letters:
        return "Greek"
    signs = _VIETNAMESE.findall(text)
    is_vietnamese = len(signs) > max(1, 0.015 * letters) and set(signs) - set("đĐ")
    return "Vietnamese" if is_vietnamese else ""


def _density(line: RecognisedLine) -> float:
    return sum(map(str.isalnum, line.text)) / _width(line)


def _width(line: RecognisedLine) -> float:
    """Return how often a line is as wide as it is high; of one that runs downwards, the other way round."""
    left, top, right, bottom = line.box
    short, long = sorted((max(right - left, 1.0), max(bottom - top, 1.0)))
    return long / short


def by_tesseract(pixels: Pixels) -> RecognisedText | None:
    """Read a picture in the languages that tesseract alone has data for, None if that gives no text."""
    languages = [code for code in _tesseract_languages() if code not in _KNOWN]
    if not languages:
        return None
    head = b"P6 %d %d 255\n" % (pixels.shape[1], pixels.shape[0])
    recognized = _tesseract(
        "stdin", "stdout", "-l", "+".join(languages), "tsv", given=head + pixels.tobytes()
    )
    lines = [line for line in _lines_of(recognized) if line.score >= _SURE]
    enough = sum(map(str.isalpha, "".join(line.text for line in lines))) >= _LEAST_LETTERS
    return RecognisedText(tuple(lines)) if enough else None


@cache
def _tesseract_languages() -> tuple[str, ...]:
    """Return the languages that the system's tesseract has data for, none if there is no such program."""
    if shutil.which("tesseract") is None:
        return ()
    return tuple(_tesseract("--list-langs").split("\n")[1:])


def _tesseract(*arguments: str, given: bytes = b"") -> str:
    with subprocess.Popen(  # noqa: S603 - the languages are those that it lists itself
        [shutil.which("tesseract") or "tesseract", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # tesseract's own threads would compete with the window for every core.
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    ) as process:
        _limit_processor(process.pid)
        written, _ = process.communicate(given)
    return written.decode("utf-8", "replace").strip()


def _limit_processor(pid: int) -> None:
    """End a program after some time of the processor: that of this process is counted without it."""
    if sys.platform == "linux":
        import resource

        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_CPU, (_TESSERACT_S, _TESSERACT_S))


def _lines_of(table: str) -> Iterator[RecognisedLine]:
    """Join the words of tesseract's table, each with its line's number, to lines."""
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


FOLDER = "recognised"
"""Within the folder of the index, which is removed with it."""
_TEXT, _NONE, _REFUSED = ".text", ".none", ".refused"
_ENDINGS = (_TEXT, _NONE, _REFUSED)
_LIMITS = 3
"""To be raised with the limits of recognizing a picture, and `READERS` with it: files are to be read again.

Pictures that were given up under other limits are then tried once more. The first limits ended the process at
half a gigabyte, which the models alone exceed; they are not named in a refusal, but its sentence was another.
The second counted the clock's seconds, and gave up ordinary screenshots while other programs were busy.
"""
_GIVEN_UP_FIRST = "Recognising its text crashed"
_SMALLEST = 5 * 1024
"""Bytes below which a picture is an icon."""
RASTERS = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".avif"})
_SYNTAX = re.compile(r"\A(\s*)(?=[#>|`~$<%*+=_-]|\d+[.)])")
_MEASURED_BY = 50
_LOOKED_EVERY_S, _KEPT_S = 7 * 86_400.0, 30 * 86_400.0


def key_of(raw: bytes, page: int) -> str:
    """Name a page of a file by the file's content: moved or renamed, it has the same text."""
    return f"{hashlib.blake2b(raw, digest_size=16).hexdigest()}-{page}"


@dataclass(frozen=True, slots=True)
class RecognisedTexts:
    """One small file for each picture or page, written whole: a kill loses no other's. Picklable."""

    folder: Path

    @classmethod
    def of(cls, index: Path) -> RecognisedTexts:
        """Return the recognised texts that are kept in an index's folder."""
        return cls(index / FOLDER)

    def get(self, key: str) -> RecognisedText | None:
        """Return the text of a picture, None if it was not read, or was given up under other limits."""
        for ending in _ENDINGS:
            with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
                content = json.loads((self.folder / f"{key}{ending}").read_text(encoding="utf-8"))
                if _is_outdated(content):
                    continue
                lines = (
                    RecognisedLine(line["text"], line["score"], tuple(line["box"]))
                    for line in content["lines"]
                )
                width, height = content["size"]
                reason = read_stored(content["reason"])
                return RecognisedText(tuple(lines), reason, content["seconds"], (width, height))
        return None

    def put(self, key: str, text: RecognisedText) -> None:
        """Store the text of a picture."""
        self._keep(key, text, {})

    def give_up(self, key: str, reason: str) -> None:
        """Store the reason for which a picture is not tried again, as long as the limits stay the same."""
        self._keep(key, RecognisedText(reason=reason), {"limits": _LIMITS})

    def _keep(self, key: str, text: RecognisedText, more: dict[str, int]) -> None:
        name_ending = _TEXT if text.lines else _REFUSED if text.reason else _NONE
        content = json.dumps(asdict(text) | {"reason": stored(text.reason)} | more, ensure_ascii=False)
        write_atomically(self.folder / f"{key}{name_ending}", content, make_folder=True)
        for ending in _ENDINGS:
            if ending != name_ending:
                (self.folder / f"{key}{ending}").unlink(missing_ok=True)

    def count(self) -> Recognition:
        """Count them, and measure what one takes."""
        try:
            files = [file for file in self.folder.iterdir() if file.suffix in _ENDINGS]
        except OSError:
            files = []
        some = filter(None, (self.get(file.stem) for file in files[:_MEASURED_BY]))
        seconds = [text.seconds for text in some if text.seconds]
        return Recognition(
            recognised=sum(file.suffix == _TEXT for file in files),
            refused=sum(file.suffix == _REFUSED for file in files),
            seconds_each=sum(seconds) / len(seconds) if seconds else SECONDS_EACH,
        )

    def drop_unheld(self, content_hashes: Iterable[str]) -> None:
        """Drop the texts that have been in no note for a month, given the content hashes of all notes.

        A file's date is when its text was last seen in one, to a week: a picture that is moved by way of
        another folder, on another branch or of a kind that is switched off for a while keeps its text.
        """
        # A content hash names the recognised texts behind its first word; see `with_recognised`.
        held = {part for content_hash in content_hashes for part in content_hash.split()[1:]}
        now, ages = time.time(), defaultdict[str, dict[Path, float]](dict)
        with suppress(OSError):
            for file in filter(lambda file: file.suffix in _ENDINGS, self.folder.iterdir()):
                ages[file.stem.partition("-")[0]][file] = now - file.stat().st_mtime
        for files in ages.values():
            if min(files.values()) < _LOOKED_EVERY_S:
                continue
            known = {int(file.stem.partition("-")[2]): self.get(file.stem) for file in files}
            is_held = _digest({page: text for page, text in known.items() if text}) in held
            for file, age in files.items():
                with suppress(OSError):
                    if is_held:
                        os.utime(file)
                    elif age > _KEPT_S:
                        file.unlink()


def _is_outdated(content: Mapping[str, Any]) -> bool:
    """Return whether a picture was given up under other limits than those of today."""
    is_first = content["reason"].startswith(_GIVEN_UP_FIRST)
    limits: int = content.get("limits", 1 if is_first else _LIMITS)
    return limits != _LIMITS


def picture_pages(note: Note) -> tuple[int, ...]:
    """Return the 1-based pages of a file that are pictures: of a picture 1, of a PDF those without text."""
    if note.kind is FileKind.IMAGE:
        is_raster = PurePosixPath(note.path).suffix.lower() in RASTERS
        return (1,) if is_raster and note.revision.size >= _SMALLEST else ()
    if note.kind is not FileKind.PDF:
        return ()
    with_text = {section.page for section in note.sections}
    return tuple(page for page in range(1, len(_page_headings(note)) + 1) if page not in with_text)


def _page_headings(note: Note) -> list[Heading]:
    return [heading for heading in note.headings if heading.level == 1]


def with_recognised(note: Note, raw: bytes, texts: RecognisedTexts | None) -> Note:
    """Put the recognised texts of a file's pictures into its note; those not read yet are ``unread``."""
    pages = picture_pages(note)
    if texts is None or not pages:
        return replace(note, unread=pages)
    texts_by_page = {page: texts.get(key_of(raw, page)) for page in pages}
    known = {page: text for page, text in texts_by_page.items() if text is not None}
    note = replace(note, unread=tuple(page for page in pages if page not in known))
    if not known:
        return note
    for page in sorted(known, reverse=True):
        if known[page].lines:
            note = _inserted(note, page, [line.text for line in known[page].lines])
    problems = (
        problem for problem in note.problems if note.unread or not is_answered_by_recognition(problem)
    )
    reasons = dict.fromkeys(text.reason for text in known.values() if text.reason)
    # Another content hash than that of the file alone, for the index to notice the texts.
    content_hash = f"{note.content_hash} {_digest(known)}"
    return replace(note, content_hash=content_hash, problems=(*problems, *reasons))


def _digest(known: Mapping[int, RecognisedText]) -> str:
    content = json.dumps([[page, asdict(text)] for page, text in sorted(known.items())])
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def _inserted(note: Note, page: int, texts: Sequence[str]) -> Note:
    """Insert a section of recognised text: below its page's heading, or at the end of a picture's note."""
    is_pdf = note.kind is FileKind.PDF
    lines = note.text.split("\n") if note.text else []
    above = _page_headings(note)[page - 1] if is_pdf else None
    line_number = above.line if above else len(lines)
    # Recognised lines may begin like Markdown, such as "1." or "#".
    content = [_SYNTAX.sub(r"\1\\", text) for text in texts]
    heading = Heading(2 if above else 1, TEXT_IN_PICTURE, line_number + 1 + bool(line_number))
    new = [*([""] if line_number else []), f"{'#' * heading.level} {TEXT_IN_PICTURE}", "", *content]
    first = heading.line + 2
    block = Block("paragraph", first, first + len(texts) - 1, "\n".join(content), "\n".join(texts))
    path = (above.text, TEXT_IN_PICTURE) if above else (TEXT_IN_PICTURE,)
    section = Section(path, (block,), page if is_pdf else None)
    below = [replace(element, line=_moved(element.line, line_number, len(new))) for element in note.headings]
    others = [_section_moved(element, line_number, len(new)) for element in note.sections]
    return replace(
        note,
        text="\n".join([*lines[:line_number], *new, *lines[line_number:]]),
        headings=tuple(sorted([*below, heading], key=lambda element: element.line)),
        sections=tuple(sorted([*others, section], key=lambda element: element.page or 0)),
    )


def _section_moved(section: Section, line: int, by: int) -> Section:
    blocks = (
        replace(
            block, line_start=_moved(block.line_start, line, by), line_end=_moved(block.line_end, line, by)
        )
        for block in section.blocks
    )
    return replace(section, blocks=tuple(blocks))


def _moved(line: int, first: int, by: int) -> int:
    return line + by if line > first else line
