"""Small pictures of files for lists, kept beside the index by content; made in the process that draws."""

from __future__ import annotations

import io
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.files import write_atomically
from vaultsearch.core.pictures.decoding import TooManyPixelsError, decoded
from vaultsearch.core.pictures.recognised_texts import key_of
from vaultsearch.core.values.note import picture_format
from vaultsearch.core.values.pictures import CanvasKind
from vaultsearch.core.vault.decoding import UnreadableNoteError
from vaultsearch.core.vault.readers.pdf_pages import drawn, opened
from vaultsearch.core.vault.rendering.canvas_drawing import drawing_of
from vaultsearch.core.vault.rendering.diagrams import limit_addresses

if TYPE_CHECKING:
    from PIL.Image import Image

    from vaultsearch.core.values.pictures import CanvasDrawing
    from vaultsearch.core.vault.containment import Containment

SIDE = 320
"""Pixels of the longer side: sharp at half of that on a screen of two pixels to a point."""
LARGE_SIDE = 1600
"""Pixels of the longer side of a picture that is looked at alone; it is not kept."""
FOLDER = "thumbnails"
"""Within the folder of the index, which is removed with it."""

_MOST_BYTES = 64 * 2**20
_MOST_READ = 300 * 2**20
_QUALITY = 82
_WHITE = 0xFFFFFFFF
_MARGIN, _ROUND, _GREY = 8, 4, "#9a9a96"


@dataclass(frozen=True, slots=True)
class Thumbnails:
    """One small JPEG for each picture or page, named by the file's content. Picklable."""

    folder: Path

    @classmethod
    def of(cls, index: Path) -> Thumbnails:
        """Return the thumbnails of an index."""
        return cls(index / FOLDER)

    def get(self, key: str) -> bytes | None:
        """Return a picture, None if it was not made."""
        file = self._file(key)
        try:
            content = file.read_bytes()
        except OSError:
            return None
        with suppress(OSError):
            os.utime(file)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Keep a picture; a full disk costs only its being made again."""
        with suppress(OSError):
            write_atomically(self._file(key), content, make_folder=True)

    def drop_oldest(self) -> None:
        """Drop those that were not looked at for longest, down to 64 MB in all."""
        kept = 0
        with suppress(OSError):
            files = [(file, file.stat()) for file in self.folder.iterdir()]
            for file, stat in sorted(files, key=lambda each: each[1].st_mtime, reverse=True):
                kept += stat.st_size
                if kept > _MOST_BYTES:
                    file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.jpg"


def thumbnail_of(
    containment: Containment, thumbnails: Thumbnails, path: str, page: int, *, is_large: bool = False
) -> bytes | None:
    """Return a file's page, 1 of a picture, as a JPEG of at most `SIDE` pixels, or `LARGE_SIDE`.

    None if it cannot be drawn. Raise OSError or OutsideVaultError.
    """
    with containment.open(path) as file:
        raw = file.file.read(_MOST_READ)
    key = key_of(raw, page)
    if not is_large and (kept := thumbnails.get(key)) is not None:
        return kept
    limit_addresses()
    try:
        picture = _drawn(raw, page, PurePosixPath(path).suffix.lower(), LARGE_SIDE if is_large else SIDE)
    except (UnreadableNoteError, TooManyPixelsError):
        return None
    except Exception:  # the decoders raise whatever they like
        return None
    made = io.BytesIO()
    picture.save(made, "JPEG", quality=_QUALITY)
    if not is_large:
        thumbnails.put(key, made.getvalue())
    return made.getvalue()


def _drawn(raw: bytes, page: int, ending: str, side: int) -> Image:
    match ending:
        case ".pdf":
            return _page(raw, page, side)
        case ".canvas":
            return _canvas(drawing_of(raw), side)
        case _ if picture_format(raw) == "svg":
            return _drawing(raw.decode("utf-8-sig"), side)
        case _:
            return decoded(raw, side)


def _page(raw: bytes, page: int, side: int) -> Image:
    from PIL import Image

    with opened(raw) as document:
        sheet = drawn(document, page - 1, side)
    size = sheet.width, sheet.height
    picture = Image.frombuffer("RGB", size, sheet.pixels, "raw", "BGRX", sheet.stride, 1)
    picture.thumbnail((side, side))
    return picture


def _drawing(svg: str, side: int) -> Image:
    from novasvg import Document

    drawing = Document.load_from_data(svg)
    scale = side / max(drawing.width, drawing.height)
    size = (max(1, round(length * scale)) for length in (drawing.width, drawing.height))
    picture: Image = drawing.render_to_bitmap(*size, _WHITE).to_pil().convert("RGB")
    return picture


def _canvas(canvas: CanvasDrawing, side: int) -> Image:
    """Draw the cards of a canvas as boxes, and its arrows as lines."""
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
        draw.line([place(*arrow.start[:2]), place(*arrow.end[:2])], fill=arrow.colour or _GREY, width=2)
    for card in cards:
        box = [place(card.left, card.top), place(card.left + card.width, card.top + card.height)]
        colour = card.colour or _GREY
        fill = f"{card.colour}33" if card.colour else None if card.kind is CanvasKind.GROUP else "#f4f4f2"
        draw.rounded_rectangle(box, _ROUND, fill=fill, outline=colour, width=2)
    return picture
