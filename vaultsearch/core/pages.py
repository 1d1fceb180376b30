"""Files as they look: pages of PDFs and thumbnails as pixels, and marks on rendered text.

Pages of PDFs are drawn in the worker process, thumbnails in the process that draws.
"""

from __future__ import annotations

import io
import os
import struct
from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.files import write_atomically
from vaultsearch.core.index.sync.file_limits import limited
from vaultsearch.core.pictures import TooManyPixelsError, decoded, key_of
from vaultsearch.core.query.words import find_terms, word_spans
from vaultsearch.core.search.results import overlaps
from vaultsearch.core.text import fold
from vaultsearch.core.values.note import PagePicture, Span, WordPlace, picture_format
from vaultsearch.core.values.pictures import CanvasKind
from vaultsearch.core.values.search import Snippet
from vaultsearch.core.vault.canvas import drawing_of
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.pdf_pages import drawn, opened, page_sizes
from vaultsearch.core.vault.rendering.drawn_parts import limit_addresses

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from PIL.Image import Image

    from vaultsearch.core.pictures import RecognisedTexts
    from vaultsearch.core.values.pictures import CanvasDrawing, RecognisedLine
    from vaultsearch.core.values.search import Result
    from vaultsearch.core.vault.containment import Containment


# Pages of a PDF as pictures, with the places of passage and matching words. The words of a page without text,
# and of a picture, are those recognised in it.

_SECONDS = 20.0
_RUN = 3
"""Words in a row that the passage has on a page: fewer stand anywhere."""


def sizes_of(containment: Containment, path: str) -> tuple[tuple[float, float], ...]:
    """Return width and height of each page in points. Raise UnreadableNoteError or OSError."""
    with limited(_SECONDS), opened(_bytes(containment, path)) as document:
        return page_sizes(document)


def picture_of(
    containment: Containment,
    texts: RecognisedTexts,
    path: str,
    number: int,
    width: int,
    passage: str,
    terms: Sequence[str],
) -> PagePicture:
    """Draw a page, by its 1-based number, ``width`` pixels wide; mark the words of a passage and of a query.

    Raise UnreadableNoteError or OSError.
    """
    raw = _bytes(containment, path)
    with limited(_SECONDS), opened(raw) as document:
        page = drawn(document, number - 1, width)
    words = page.words or _recognised(texts, raw, number)
    return PagePicture(
        number,
        page.width,
        page.height,
        page.stride,
        page.pixels,
        _places(words, passage, terms),
        is_recognised=bool(words) and not page.words,
    )


def as_bitmap(page: PagePicture) -> bytes:
    """Return a page as a file of the format BMP: its pixels as they were drawn, from the last row up."""
    # BMP has the last row first, and no filling at the end of a row of 32 bits.
    starts = range((page.height - 1) * page.stride, -1, -page.stride)
    pixels = b"".join(page.pixels[start : start + 4 * page.width] for start in starts)
    size = 54 + len(pixels)
    head = struct.pack("<2sIII", b"BM", size, 0, 54)
    shape = struct.pack("<IiiHHIIiiII", 40, page.width, page.height, 1, 32, 0, len(pixels), 0, 0, 0, 0)
    return head + shape + pixels


def words_in(
    containment: Containment, texts: RecognisedTexts, path: str, passage: str, terms: Sequence[str]
) -> tuple[WordPlace, ...]:
    """Return the words recognised in a picture, marked likewise. Raise OSError or OutsideVaultError."""
    return _places(_recognised(texts, _bytes(containment, path), 1), passage, terms)


def _recognised(texts: RecognisedTexts, raw: bytes, page: int) -> tuple[WordPlace, ...]:
    text = texts.get(key_of(raw, page))
    if text is None or not all(text.size):
        return ()
    return tuple(word for index, line in enumerate(text.lines) for word in _words_of(index, line, *text.size))


def _words_of(number: int, line: RecognisedLine, width: int, height: int) -> Iterator[WordPlace]:
    """Divide a line's box among its words by their letters; one that runs downwards stays whole."""
    left, top, right, bottom = line.box
    is_upright = bottom - top > right - left
    step, position = (right - left) / max(1, len(line.text)), 0
    for word in [line.text] if is_upright else line.text.split():
        position = line.text.index(word, position)
        start, position = left + position * step, position + len(word)
        yield WordPlace(
            word, number, start / width, top / height, (left + position * step) / width, bottom / height
        )


def _bytes(containment: Containment, path: str) -> bytes:
    with containment.open(path) as opened_file:
        return opened_file.file.read(_MOST_READ)


def _places(words: Sequence[WordPlace], passage: str, terms: Sequence[str]) -> tuple[WordPlace, ...]:
    """Mark the words: those of the passage by runs of words, since hyphens and order differ in its text."""
    texts = [word.text for word in words]
    held = _held(texts, passage.split())
    starts, position = {}, 0
    for number, text in enumerate(texts):
        starts[number] = position
        position += len(text) + 1
    spans = find_terms(" ".join(texts), terms) if terms else []
    return tuple(
        word._replace(
            in_passage=number in held,
            is_match=any(
                span.start < starts[number] + len(word.text) and span.end > starts[number] for span in spans
            ),
        )
        for number, word in enumerate(words)
    )


def _held(words: Sequence[str], passage: Sequence[str]) -> set[int]:
    """Return the indices of the words of a passage: of runs that occur again, those where most of it is."""
    passage_runs = set(_runs(passage))
    runs = [(index, run) for index, run in enumerate(_runs(words)) if run in passage_runs]
    near: set[tuple[str, ...]] = set()
    start, beginning = 0, next(_runs(passage), ())
    for first, begun in runs:
        here = {run for place, run in runs if first <= place < first + len(passage)}
        if len(here) > len(near) or (len(here) == len(near) and begun == beginning):
            near, start = here, first
    near_places = (place for place, run in runs if run not in near or start <= place < start + len(passage))
    held = {place + step for place in near_places for step in range(_RUN)}
    return held | {index for index in range(len(words)) if index - 1 in held and index + 1 in held}


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    folded = ["".join(filter(str.isalnum, fold(word))) for word in words]
    return zip(*(folded[step:] for step in range(_RUN)), strict=False)


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
        """Store a picture; if the disk is full, it is made again the next time."""
        with suppress(OSError):
            write_atomically(self._file(key), content, make_folder=True)

    def drop_oldest(self) -> None:
        """Delete the thumbnails that were not shown for longest, down to 64 MB in all."""
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
    # The decoders raise whatever they like.
    except Exception:
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


_CLUSTER = regex.compile(r"\X")


def occurrences_in_blocks(blocks: Sequence[str], phrase: str) -> tuple[tuple[Span, ...], ...]:
    """Return the spans of `find_occurrences` for every block."""
    return tuple(find_occurrences(block, phrase) for block in blocks)


def count_occurrences(text: str, phrase: str) -> int:
    """Count the spans that `find_occurrences` would return."""
    needle = fold(phrase)
    return fold(text).count(needle) if needle else 0


# All blocks of a page are searched again when a part is added to it.
@lru_cache(maxsize=4_000)
def find_occurrences(text: str, phrase: str) -> tuple[Span, ...]:
    """Return the spans of ``text`` that are ``phrase`` but for case, width and accents; none overlap."""
    needle, folded = fold(phrase), fold(text)
    if not needle or needle not in folded:
        return ()
    # Of ASCII, each letter folds to one, so that places are the same.
    if len(folded) == len(text) and text.isascii():
        return tuple(Span(start, start + len(needle)) for start in _starts(folded, needle))
    folded, places = _folded_with_places(text)
    spans = (places[start : start + len(needle)] for start in _starts(folded, needle))
    return tuple(Span(place[0].start, place[-1].end) for place in spans)


def _starts(folded: str, needle: str) -> list[int]:
    starts, position = [], folded.find(needle)
    while position >= 0:
        starts.append(position)
        position = folded.find(needle, position + len(needle))
    return starts


def _folded_with_places(text: str) -> tuple[str, list[Span]]:
    """Fold a text by its grapheme clusters; return for every folded character the span it is folded from."""
    pieces, places = [], []
    for cluster in _CLUSTER.finditer(text):
        piece = _folded_cluster(cluster.group())
        pieces.append(piece)
        places += [Span(cluster.start(), cluster.end())] * len(piece)
    return "".join(pieces), places


@lru_cache(maxsize=20_000)
def _folded_cluster(cluster: str) -> str:
    return fold(cluster)


def page_marks(blocks: Sequence[str], passage: Collection[int], result: Result) -> tuple[Snippet, ...]:
    """Mark the query's words in every block of a page, given as rendered text.

    Words that answer by meaning are marked in the blocks that show the result's ``passage``, given by their
    places, as far as no word of the query stands there.
    """
    places = sorted(passage) if result.semantic_spans else []
    carried = carry_over(result.chunk.text, result.semantic_spans, [blocks[place] for place in places])
    meant = dict(zip(places, carried, strict=True))
    marked = []
    for place, block in enumerate(blocks):
        matches = _matches(block, result.terms)
        near = [span for span in meant.get(place, ()) if not overlaps(span, matches)]
        marked.append(Snippet(block, matches, tuple(near)))
    return tuple(marked)


def carry_over(text: str, spans: Sequence[Span], blocks: Sequence[str]) -> list[list[Span]]:
    """Map ``spans`` of ``text`` to blocks that show it, though perhaps more, and perhaps not all of it.

    The words of both are laid side by side; a span in a word that the blocks do not show is left out.
    """
    words = word_spans(text)
    shown = [(number, span) for number, block in enumerate(blocks) for span in word_spans(block)]
    written = [text[word.start : word.end] for word in words]
    read = [blocks[number][span.start : span.end] for number, span in shown]
    place_of = _aligned(written, read)
    carried: list[list[Span]] = [[] for _ in blocks]
    for span in spans:
        index = bisect_right(words, span.start, key=lambda word: word.start) - 1
        place = place_of.get(index)
        if place is not None and span.end <= words[index].end:
            number, word = shown[place]
            moved = word.start - words[index].start
            carried[number].append(Span(span.start + moved, span.end + moved))
    return carried


def _aligned(written: Sequence[str], read: Sequence[str]) -> dict[int, int]:
    """Map the words of one text to their places in the other.

    A word that the page goes on writing is the same still: the number of a footnote stands right behind one.
    """
    places: dict[int, int] = {}
    # With autojunk, words that are frequent in a long text would be left out.
    matcher = SequenceMatcher(None, written, read, autojunk=False)
    for kind, start, end, other, other_end in matcher.get_opcodes():
        if kind == "equal" or (kind == "replace" and end - start == other_end - other):
            pairs = zip(range(start, end), range(other, other_end), strict=True)
            places.update((index, two) for index, two in pairs if read[two].startswith(written[index]))
    return places


@lru_cache(maxsize=2_000)
def _matches(block: str, terms: tuple[str, ...]) -> tuple[Span, ...]:
    """Find the terms. Cached: all blocks are marked again when a part is added to the page."""
    return tuple(find_terms(block, terms))
