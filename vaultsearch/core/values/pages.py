"""Values of pages as pictures: the pictures of a PDF's pages, and the places of words on them."""

from __future__ import annotations

from typing import NamedTuple


class WordPlace(NamedTuple):
    """A word on a page or in a picture, its box as shares of width and height from the upper left corner.

    ``line`` numbers the lines of the page; ``is_match`` is set if the query has the word.
    """

    text: str
    line: int
    left: float
    top: float
    right: float
    bottom: float
    in_passage: bool = False
    is_match: bool = False


class PagePicture(NamedTuple):
    """A page, by its 1-based number: 32 bits a pixel (blue, green, red, unused), rows of ``stride`` bytes.

    ``is_recognised`` is set if its words were recognised in a picture, "text in picture".
    """

    number: int
    width: int
    height: int
    stride: int
    pixels: bytes
    words: tuple[WordPlace, ...]
    is_recognised: bool = False
