"""Pages of a PDF as pictures, with the places of passage and found words; in the worker process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.index.file_limits import limited
from vaultsearch.core.query.words import find_terms
from vaultsearch.core.text import fold
from vaultsearch.core.values.pages import PagePicture, WordPlace
from vaultsearch.core.vault.readers.pdf_pages import Drawn, drawn, opened, page_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    containment: Containment, path: str, number: int, width: int, passage: str, terms: Sequence[str]
) -> PagePicture:
    """Draw a page, by its 1-based number, ``width`` pixels wide; mark the words of a passage and of a query.

    Raise UnreadableNoteError or OSError.
    """
    with limited(_SECONDS), opened(_bytes(containment, path)) as document:
        page = drawn(document, number - 1, width)
    return PagePicture(
        number, page.width, page.height, page.stride, page.pixels, _places(page, passage, terms)
    )


def _bytes(containment: Containment, path: str) -> bytes:
    with containment.open(path) as opened_file:
        return opened_file.file.read(_MOST_BYTES)


def _places(page: Drawn, passage: str, terms: Sequence[str]) -> tuple[WordPlace, ...]:
    """Mark the words: those of the passage by runs of words, since hyphens and order differ in its text."""
    texts = [word.text for word in page.words]
    wanted = set(_runs(passage.split()))
    held = {at + step for at, run in enumerate(_runs(texts)) if run in wanted for step in range(_RUN)}
    starts, at = {}, 0
    for number, text in enumerate(texts):
        starts[number] = at
        at += len(text) + 1
    found = find_terms(" ".join(texts), terms) if terms else []
    return tuple(
        word._replace(
            in_passage=number in held,
            found=any(
                span.start < starts[number] + len(word.text) and span.end > starts[number] for span in found
            ),
        )
        for number, word in enumerate(page.words)
    )


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    folded = ["".join(filter(str.isalnum, fold(word))) for word in words]
    return zip(*(folded[step:] for step in range(_RUN)), strict=False)
