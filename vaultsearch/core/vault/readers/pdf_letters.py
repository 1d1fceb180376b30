"""The letters of a PDF's words: in the order in which they are read, and whether they are letters at all.

A PDF places glyphs. Of Hebrew and Arabic, pdfium gives some lines as they are read and some as they are
seen, from left to right, depending on the program that wrote the file. And a font need not say which letters
its glyphs are: pdfium then gives their numbers.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Hebrew, Arabic and their neighbours, with the shapes that letters have within words; digits are written from
# left to right.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_SHAPES = re.compile("[\ufb1d-\ufdff\ufe70-\ufefc]+")
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_LATIN = re.compile(r"[A-Za-z]")
_VOWELS = frozenset("aeiouAEIOU")
_LEAST_VOWELS = 0.25
"""Share of the vowels in Latin letters, at least: 0.33 in Polish, 0.38 in English, 0.15 in the numbers of
glyphs, which most programs shift by 29."""


class _Word(Protocol):
    @property
    def text(self) -> str: ...


_W = TypeVar("_W", bound=_Word)


def has_right_to_left(text: str) -> bool:
    """Return whether a letter of a text is of a script that is written from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def is_right_to_left(texts: Iterable[str]) -> bool:
    """Return whether most letters of texts are of such a script."""
    balance = 0
    for text in texts:
        right = 0 if text.isascii() else len(_RIGHT_TO_LEFT.findall(text))
        balance += 2 * right - sum(map(str.isalpha, text))
    return balance > 0


def word_as_read(text: str, boxes: Sequence[tuple[float, ...]]) -> str:
    """Return the letters of a word in the order in which they are read, by their places.

    Args:
        text: The word as pdfium gives it.
        boxes: Left, bottom, right and top of each of its letters.
    """
    runs = []
    directions = _directions(text)
    for rightwards, run in groupby(range(len(text)), key=directions.__getitem__):
        letters_read = list(run)
        part = text[letters_read[0] : letters_read[-1] + 1]
        letters = [boxes[place][0] for place in letters_read if text[place].isalnum()]
        if letters and letters[0] != letters[-1] and (letters[0] < letters[-1]) is not rightwards:
            part = part[::-1] if rightwards else part[::-1].translate(_MIRRORED)
        runs.append((max(boxes[place][2] for place in letters_read), part))
    return "".join(part for _, part in sorted(runs, key=lambda run: -run[0]))


def _directions(text: str) -> list[bool]:
    """Return whether each letter is read to the right; signs are read as what stands before them."""
    rightwards, directions = False, []
    for char in text:
        if char.isalnum():
            rightwards = not _RIGHT_TO_LEFT.match(char)
        directions.append(rightwards)
    return directions


def words_as_read(words: Sequence[_W], *, right_to_left: bool) -> list[_W]:
    """Return the words of a line in the order of reading: those of the other direction in reverse.

    Args:
        words: The words in the order of their places, from the line's beginning.
        right_to_left: The direction of the line.
    """
    ordered: list[_W] = []
    turned: list[_W] = []
    between: list[_W] = []
    for word in words:
        if has_right_to_left(word.text) is not right_to_left and any(map(str.isalpha, word.text)):
            turned += [*between, word]
            between = []
        elif turned and not any(map(str.isalpha, word.text)):
            between.append(word)
        else:
            ordered += [*reversed(turned), *between, word]
            turned, between = [], []
    return [*ordered, *reversed(turned), *between]


def in_plain_letters(text: str) -> str:
    """Return a text with the letters themselves for the shapes that they have within words."""
    return _SHAPES.sub(lambda shape: unicodedata.normalize("NFKC", shape[0]), text)


def are_letters(numbers: str) -> bool:
    """Return whether the numbers of glyphs, as characters, happen to be the letters that they show.

    Old programs of TeX number glyphs as ASCII does, and say no more of them.
    """
    letters = _LATIN.findall(numbers)
    return sum(letter in _VOWELS for letter in letters) > _LEAST_VOWELS * len(letters)
