"""Files as they look: PDF pages and thumbnails as pixels, with marks on recognized words.

PDF pages are drawn in the worker process, thumbnails in the process that draws.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.files import write_atomically
from vaultsearch.core.index.sync.file_limits import limit_process
from vaultsearch.core.pictures import decode_picture
from vaultsearch.core.process_limits import limit_addresses
from vaultsearch.core.query.words import find_terms
from vaultsearch.core.recognized_texts import RecognizedTexts, page_key
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.note import PagePicture, WordPlace, picture_format
from vaultsearch.core.values.pictures import CanvasDrawing, CanvasKind
from vaultsearch.core.vault.canvas import parse_drawing
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.pdf_pages import draw_page, open_pdf, page_sizes

if TYPE_CHECKING:
    from PIL.Image import Image


# Pages of a PDF as pictures, with the places of passage and matching words. The words of a page without text,
# and of a picture, are those recognized in it.

_TIMEOUT_S = 20.0
_RUN_WORDS = 3
"""Words in a row shared by passage and page: fewer occur anywhere."""


def page_sizes_of(containment: Containment, path: str) -> tuple[tuple[float, float], ...]:
    """Return each page's width and height in points; raise UnreadableNoteError or OSError."""
    with limit_process(_TIMEOUT_S), open_pdf(_read_bytes(containment, path)) as document:
        return page_sizes(document)


def draw_marked_page(
    containment: Containment,
    texts: RecognizedTexts,
    path: str,
    number: int,
    width: int,
    passage: str,
    terms: tuple[str, ...],
) -> PagePicture:
    """Draw a page, ``width`` pixels wide, marking passage and query; raise UnreadableNoteError or OSError."""
    raw = _read_bytes(containment, path)
    with limit_process(_TIMEOUT_S), open_pdf(raw) as document:
        page = draw_page(document, number - 1, width)
    words = page.words or _recognized_words(texts, raw, number)
    marked = _mark_words(words, passage, terms)
    return page._replace(words=marked, is_recognised=bool(words) and not page.words)


def page_to_bitmap(page: PagePicture) -> bytes:
    """Return a page as a BMP file: the drawn pixels, from the last row up."""
    # BMP has the last row first, and no filling at the end of a row of 32 bits.
    starts = range((page.height - 1) * page.stride, -1, -page.stride)
    pixels = b"".join(page.pixels[start : start + 4 * page.width] for start in starts)
    size = 54 + len(pixels)
    head = struct.pack("<2sIII", b"BM", size, 0, 54)
    shape = struct.pack("<IiiHHIIiiII", 40, page.width, page.height, 1, 32, 0, len(pixels), 0, 0, 0, 0)
    return head + shape + pixels


def recognized_words_in(
    containment: Containment, texts: RecognizedTexts, path: str, passage: str, terms: tuple[str, ...]
) -> tuple[WordPlace, ...]:
    """Return the words recognized in a picture, marked alike; raise OSError or OutsideVaultError."""
    return _mark_words(_recognized_words(texts, _read_bytes(containment, path), 1), passage, terms)


def _recognized_words(texts: RecognizedTexts, raw: bytes, page: int) -> tuple[WordPlace, ...]:
    text = texts.get(page_key(raw, page))
    if text is None or not all(text.size):
        return ()
    width, height = text.size
    words = []
    for number, line in enumerate(text.lines):
        # A line's box is divided among words by letter count; vertical lines stay whole.
        left, top, right, bottom = line.box
        is_upright = bottom - top > right - left
        step, position = (right - left) / max(1, len(line.text)), 0
        for word in [line.text] if is_upright else line.text.split():
            position = line.text.index(word, position)
            start, position = left + position * step, position + len(word)
            end = left + position * step
            words.append(WordPlace(word, number, start / width, top / height, end / width, bottom / height))
    return tuple(words)


def _read_bytes(containment: Containment, path: str) -> bytes:
    with containment.open(path) as opened_file:
        return opened_file.file.read(_MAX_READ_BYTES)


def _mark_words(words: Sequence[WordPlace], passage: str, terms: tuple[str, ...]) -> tuple[WordPlace, ...]:
    """Mark the words, finding the passage by runs of words, since hyphens and order differ."""
    texts = [word.text for word in words]
    held = _passage_indices(texts, passage.split())
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    spans = find_terms(" ".join(texts), terms)
    marked = []
    for number, (word, start) in enumerate(zip(words, starts, strict=False)):
        is_match = any(span.start < start + len(word.text) and span.end > start for span in spans)
        marked.append(word._replace(in_passage=number in held, is_match=is_match))
    return tuple(marked)


def _passage_indices(words: Sequence[str], passage: Sequence[str]) -> set[int]:
    """Return the indices of a passage's words; where runs repeat, choose the place with most of it."""
    passage_runs = set(_word_runs(passage))
    runs = [(index, run) for index, run in enumerate(_word_runs(words)) if run in passage_runs]
    near: set[tuple[str, ...]] = set()
    start, beginning = 0, next(_word_runs(passage), ())
    for first, begun in runs:
        here = {run for place, run in runs if first <= place < first + len(passage)}
        if len(here) > len(near) or (len(here) == len(near) and begun == beginning):
            near, start = here, first
    near_places = (place for place, run in runs if run not in near or start <= place < start + len(passage))
    held = {place + step for place in near_places for step in range(_RUN_WORDS)}
    return held | {index for index in range(len(words)) if index - 1 in held and index + 1 in held}


def _word_runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    folded = ["".join(filter(str.isalnum, fold_text(word))) for word in words]
    return zip(*(folded[step:] for step in range(_RUN_WORDS)), strict=False)


THUMBNAIL_SIDE = 320
"""Pixels of the longer side: sharp at half size on a screen with two pixels per point."""
LARGE_THUMBNAIL_SIDE = 1600
"""Pixels of a picture's longer side when viewed alone; it is not cached."""
THUMBNAILS_FOLDER = "thumbnails"
"""Within the index folder, and deleted with it."""

_MAX_STORED_BYTES = 64 * 2**20
_MAX_READ_BYTES = 300 * 2**20
_QUALITY = 82
_WHITE = 0xFFFFFFFF
_MARGIN, _ROUND, _GRAY = 8, 4, "#9a9a96"


@dataclass(frozen=True, slots=True)
class ThumbnailStore:
    """A small JPEG per picture or page, named by the file's content. Picklable."""

    folder: Path

    @classmethod
    def of(cls, index: Path) -> ThumbnailStore:
        """Return an index's thumbnails."""
        return cls(index / THUMBNAILS_FOLDER)

    def get(self, key: str) -> bytes | None:
        """Return a picture, or None."""
        file, content = self._file(key), None
        with suppress(OSError):
            content = file.read_bytes()
            os.utime(file)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Store a picture; if the disk is full, it is made again next time."""
        with suppress(OSError):
            write_atomically(self._file(key), content, make_folder=True)

    def drop_oldest(self) -> None:
        """Delete the thumbnails not shown for longest, down to 64 MB."""
        kept = 0
        with suppress(OSError):
            files = [(file, file.stat()) for file in self.folder.iterdir()]
            for file, stat in sorted(files, key=lambda each: each[1].st_mtime, reverse=True):
                kept += stat.st_size
                if kept > _MAX_STORED_BYTES:
                    file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.jpg"


def thumbnail_of(
    containment: Containment, thumbnails: ThumbnailStore, path: str, page: int, *, is_large: bool = False
) -> bytes | None:
    """Return a file's page, 1 for a picture, as a JPEG; None if it cannot be drawn.

    It is at most `THUMBNAIL_SIDE` pixels wide and high, or `LARGE_THUMBNAIL_SIDE`. Raise OSError or
    OutsideVaultError.
    """
    raw = _read_bytes(containment, path)
    key = page_key(raw, page)
    if not is_large and (kept := thumbnails.get(key)) is not None:
        return kept
    limit_addresses()
    side = LARGE_THUMBNAIL_SIDE if is_large else THUMBNAIL_SIDE
    try:
        picture = _draw_file(raw, page, PurePosixPath(path).suffix.lower(), side)
    # The decoders raise whatever they like.
    except Exception:
        return None
    made = io.BytesIO()
    picture.save(made, "JPEG", quality=_QUALITY)
    if not is_large:
        thumbnails.put(key, made.getvalue())
    return made.getvalue()


def _draw_file(raw: bytes, page: int, ending: str, side: int) -> Image:
    match ending:
        case ".pdf":
            import PIL.Image

            with open_pdf(raw) as document:
                sheet = draw_page(document, page - 1, side)
            size = sheet.width, sheet.height
            picture = PIL.Image.frombuffer("RGB", size, sheet.pixels, "raw", "BGRX", sheet.stride, 1)
            picture.thumbnail((side, side))
            return picture
        case ".canvas":
            return _draw_canvas(parse_drawing(raw), side)
        case _ if picture_format(raw) == "svg":
            from novasvg import Document

            drawing = Document.load_from_data(raw.decode("utf-8-sig"))
            scale = side / max(drawing.width, drawing.height)
            sides = (max(1, round(length * scale)) for length in (drawing.width, drawing.height))
            drawn: Image = drawing.render_to_bitmap(*sides, _WHITE).to_pil().convert("RGB")
            return drawn
        case _:
            return decode_picture(raw, side)


def _draw_canvas(canvas: CanvasDrawing, side: int) -> Image:
    """Draw a canvas's cards as boxes, and arrows as lines."""
    from PIL import Image, ImageDraw

    cards = canvas.cards
    left, top = min(card.left for card in cards), min(card.top for card in cards)
    across = max(card.left + card.width for card in cards) - left
    down = max(card.top + card.height for card in cards) - top
    scale = (side - 2 * _MARGIN) / max(across, down)
    size = round(across * scale) + 2 * _MARGIN, round(down * scale) + 2 * _MARGIN
    picture = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(picture, "RGBA")

    def place(x: float, y: float) -> tuple[float, float]:
        return _MARGIN + (x - left) * scale, _MARGIN + (y - top) * scale

    for arrow in canvas.arrows:
        draw.line([place(*arrow.start[:2]), place(*arrow.end[:2])], fill=arrow.colour or _GRAY, width=2)
    for card in cards:
        box = [place(card.left, card.top), place(card.left + card.width, card.top + card.height)]
        colour = card.colour or _GRAY
        fill = f"{card.colour}33" if card.colour else None if card.kind is CanvasKind.GROUP else "#f4f4f2"
        draw.rounded_rectangle(box, _ROUND, fill=fill, outline=colour, width=2)
    return picture
