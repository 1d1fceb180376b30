"""Pages of a PDF as pictures, with the places of passage and found words; in the worker process.

The words of a page without text, and of a picture, are those recognised in it.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from vaultsearch.core.index.sync.file_limits import limited
from vaultsearch.core.pictures.recognised_texts import key_of
from vaultsearch.core.query.words import find_terms
from vaultsearch.core.text import fold
from vaultsearch.core.values.note import PagePicture, WordPlace
from vaultsearch.core.vault.readers.pdf_pages import drawn, opened, page_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.pictures.recognised_texts import RecognisedTexts
    from vaultsearch.core.values.pictures import RecognisedLine
    from vaultsearch.core.vault.containment import Containment


_MOST_BYTES = 300 * 2**20
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
        return opened_file.file.read(_MOST_BYTES)


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
