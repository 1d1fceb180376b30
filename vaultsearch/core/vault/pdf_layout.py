"""The words of PDF pages -> paragraphs in reading order, without running heads, with joined hyphens."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import inf
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultsearch.core.vault.pdf_pages import Word

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
        # pdfium gives some words as they are read and others as they are painted; the places tell which.
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


_MOST_SEGMENTS = 1_000
"""Pieces of lines on a page up to which columns are looked for: drawings have more."""
_COLUMN_LINES, _COLUMN_LETTERS = 3, 12
"""The least lines of a column, and letters of one of its lines: fewer are of a table, read in rows."""
_GAP, _AREA = 0.6, 3.0
"""Width of white between columns, and its width times its lines, in sizes of the font, at least: LaTeX leaves
one, a hyphen that hangs in it 0.75; four lines of a paragraph that have white in common there are none."""
_SPACE = 0.2
_EDGE_LINES = 2
_REPEATED = 3
"""Pages from which on a line at the edge is a running head."""
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s+)?#(?:\s*(?:/|of)\s*#)?\W*")
_LEADERS = re.compile(r"(?:\s?\.){4,}\s*")
_LOWER_WORD = re.compile(r"[^\W\d_]+")
_LARGE = 1.15
"""A font so much larger than its page's usual one is that of headings, whose lines stand further apart."""
_NUMBERED = re.compile(r"(?:\d+|[IVXLC]+|[A-Za-z])[.)]|\d{1,3}\s|[•–—-]\s")
"""The beginning of a line that is a heading, or an item, of its own. Four digits are a year."""
_SENTENCE_ENDS = tuple('.!?:;。！？”"')


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or a part of one, in points; ``size`` is its font's."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The text of lines that belong together, the number of these, and the size of their font."""

    text: str
    lines: int
    size: float


def lines_of(words: Iterable[Sequence[Word]]) -> list[Line]:
    """Return the lines of a page in reading order: column by column, a table row by row.

    The sides of a page that is read from right to left are exchanged: columns, rows and indentations are then
    as those of any other.
    """
    lines = list(words)
    turned = is_right_to_left(word.text for line in lines for word in line)
    if turned:
        lines = [[word._replace(left=-word.right, right=-word.left) for word in line] for line in lines]
    pieces = [piece for line in lines for piece in _pieces(line, turned)]
    return list(_in_order(pieces)) if len(pieces) <= _MOST_SEGMENTS else pieces


def _pieces(line: Sequence[Word], turned: bool) -> Iterator[Line]:
    """Cut a line at gaps as wide as those between columns, which a stretched line may have as well."""
    start = 0
    if turned or any(has_right_to_left(word.text) for word in line):
        line = sorted(line, key=lambda word: word.left)
    for index in range(1, len(line) + 1):
        if (
            index == len(line)
            # Also at a jump to the left: pdfium goes on in one line with what stands far before.
            or not -line[index].size < line[index].left - line[index - 1].right < _GAP * line[index].size
        ):
            yield _line(line[start:index], turned)
            start = index


def _line(words: Sequence[Word], turned: bool) -> Line:
    longest = max(words, key=lambda word: len(word.text))
    ordered = words_as_read(words, right_to_left=turned)
    return Line(
        _LEADERS.sub(" … ", " ".join(word.text for word in ordered)),
        min(word.left for word in words),
        min(word.bottom for word in words),
        max(word.right for word in words),
        max(word.top for word in words),
        longest.size,
    )


# --- reading order: cut along the tallest white between two columns, again and again (after Breuel 2002)


class _Gutter(NamedTuple):
    """White between ``left`` and ``right`` in the rows from ``first`` up to ``end``."""

    left: float
    right: float
    first: int
    end: int


def _in_order(pieces: list[Line]) -> Iterator[Line]:
    waiting = [pieces]
    while waiting:
        rows = _rows(waiting.pop())
        beside = any(len(row) > 1 for row in rows)
        if beside and (parts := _columns(rows)):
            waiting += reversed(parts)
        else:
            yield from map(_joined, rows)


def _rows(block: Sequence[Line]) -> list[list[Line]]:
    """Group pieces, from the top down, that stand beside each other."""
    rows: list[list[Line]] = []
    middle = 0.0
    for word in sorted(block, key=lambda word: (-word.top, word.left)):
        if rows and (word.top + word.bottom) / 2 > middle:
            rows[-1].append(word)
        else:
            rows.append([word])
            middle = word.bottom + 0.25 * (word.top - word.bottom)
    return rows


def _columns(rows: Sequence[list[Line]]) -> list[list[Line]] | None:
    """Cut into pieces above, of the left column, of the right one, and below; None without columns."""
    size = median(word.size for row in rows for word in row)
    # The tallest first, and of those the widest.
    for gutter in sorted(
        _gutters(rows, size), key=lambda white: (white.first - white.end, white.left - white.right)
    ):
        first, end = _without_neighbours(rows, gutter)
        inner = rows[first:end]
        sides = [
            [[w for w in row if (w.left < gutter.right) is left] for row in inner] for left in (True, False)
        ]
        if all(map(_is_column, sides)):
            return [[word for row in part for word in row] for part in (rows[:first], *sides, rows[end:])]
    return None


def _is_column(rows: Iterable[Sequence[Line]]) -> bool:
    """Return whether a side is text, in lines of more than a few letters: a table is read in rows."""
    filled = [sorted(row, key=lambda word: word.left) for row in rows if row]
    letters = sum(len(word.text) for row in filled for word in row)
    cells = sum(1 + sum(b.left - a.right > a.size for a, b in pairwise(row)) for row in filled)
    return len(filled) >= _COLUMN_LINES and letters >= _COLUMN_LETTERS * cells


def _gutters(rows: Sequence[list[Line]], size: float) -> Iterator[_Gutter]:
    """Yield each tallest and widest white that is large enough to be no river in a paragraph."""
    begun: dict[tuple[float, float], int] = {}
    least = _GAP * size
    for index, row in enumerate([*rows, []]):
        whites = list(_whites(row)) if row else []
        narrowed: dict[tuple[float, float], int] = {}
        for (left, right), first in begun.items():
            for start, stop in whites:
                if start >= right or stop <= left:
                    continue
                both = max(left, start), min(right, stop)
                if both[1] - both[0] >= least and narrowed.get(both, index) > first:
                    narrowed[both] = first
            if (left, right) in narrowed or left == -inf or right == inf:
                continue
            if index - first >= _COLUMN_LINES and (index - first) * (right - left) >= _AREA * size:
                yield _Gutter(left, right, first, index)
        for white in whites:
            narrowed.setdefault(white, index)
        begun = narrowed


def _whites(row: Sequence[Line]) -> Iterator[tuple[float, float]]:
    reached = -inf
    for word in sorted(row, key=lambda word: word.left):
        if word.left > reached:
            yield reached, word.left
        reached = max(reached, word.right)
    yield reached, inf


def _without_neighbours(rows: Sequence[list[Line]], gutter: _Gutter) -> tuple[int, int]:
    """Leave out short lines above and below, such as headings, if they stand apart from the columns."""
    both = [
        index
        for index in range(gutter.first, gutter.end)
        if min(row.left for row in rows[index]) < gutter.left < max(row.left for row in rows[index])
    ]
    first, end = gutter.first, gutter.end
    if both and first:
        first = max(range(first, both[0] + 1), key=lambda row_index: (_gap(rows, row_index), -row_index))
    if both and end < len(rows):
        end = max(range(both[-1] + 1, end + 1), key=lambda row_index: (_gap(rows, row_index), row_index))
    return first, end


def _gap(rows: Sequence[list[Line]], index: int) -> int:
    """Return the white above a row in points."""
    return round(min(row.bottom for row in rows[index - 1]) - max(row.top for row in rows[index]))


def _joined(row: Sequence[Line]) -> Line:
    """Join the pieces of a row, from left to right."""
    ordered = sorted(row, key=lambda word: word.left)
    longest = max(ordered, key=lambda word: len(word.text))
    apart = (_between(a, b) for a, b in pairwise(ordered))
    return Line(
        "".join(
            [ordered[0].text, *(sign + word.text for sign, word in zip(apart, ordered[1:], strict=True))]
        ),
        ordered[0].left,
        min(word.bottom for word in row),
        max(word.right for word in row),
        max(word.top for word in row),
        longest.size,
    )


def _between(piece: Line, following: Line) -> str:
    """Return the separator of two pieces of a row; pdfium takes single letters of Hebrew for lines."""
    of_a_word = following.left - piece.right < _SPACE * piece.size and all(
        has_right_to_left(text) for text in (piece.text[-1], following.text[0])
    )
    return "" if of_a_word else " "


# --- running heads --------------------------------------------------------------------------------


def without_running_heads(pages: Sequence[list[Line]], labels: Sequence[str]) -> list[list[Line]]:
    """Leave out page numbers, and lines that repeat at the top or bottom of pages but for numbers."""
    edges = [_edges(page) for page in pages]
    counts = Counter(key for keys in edges for key in set(keys.values()))
    # In a document of two pages, both heads are all there is.
    least = min(_REPEATED, max(2, len(pages)))

    def is_running(line: Line, page: int) -> bool:
        key = edges[page].get(line)
        if key is None:
            return False
        numbers = {str(page + 1), labels[page].lower()}
        page_numbers = _NUMBER.findall(line.text.lower()) if _PAGE_NUMBER.fullmatch(key[1]) else ()
        return counts[key] >= least or not numbers.isdisjoint(page_numbers)

    return [[line for line in page if not is_running(line, index)] for index, page in enumerate(pages)]


def _edges(page: Sequence[Line]) -> dict[Line, tuple[bool, str, int]]:
    """Return the topmost and lowest lines, with what those alike share: text without numbers, size.

    A title may be in the heads of all other pages, in smaller letters.
    """
    ordered = sorted(page, key=lambda line: -line.top)
    edges = {}
    for index, line in enumerate(ordered):
        if index < _EDGE_LINES or index >= len(ordered) - _EDGE_LINES:
            edges[line] = (index < _EDGE_LINES, _NUMBER.sub("#", line.text.lower()), round(line.size))
    return edges


# --- paragraphs -----------------------------------------------------------------------------------


def paragraphs_of(lines: Sequence[Line], words: frozenset[str]) -> list[Paragraph]:
    """Join the lines of a page to paragraphs; ``words`` are those of the document, for its hyphens."""
    pitches = sorted(a.bottom - line.bottom for a, line in pairwise(lines) if a.bottom > line.bottom)
    # The lower third instead of the middle: in a page of short paragraphs, most distances are between these.
    pitch = pitches[len(pitches) // 3] if pitches else 0.0
    widest = max((line.right for line in lines), default=0.0)
    usual = median(line.size for line in lines) if lines else 0.0
    paragraphs: list[Paragraph] = []
    for index, line in enumerate(lines):
        if index and not _begins(lines[index - 1], line, pitch, widest, usual):
            last = paragraphs[-1]
            text = joined_text(last.text, line.text, words)
            paragraphs[-1] = replace(last, text=text, lines=last.lines + 1)
        else:
            paragraphs.append(Paragraph(line.text, 1, line.size))
    return paragraphs


def _begins(above: Line, line: Line, pitch: float, widest: float, usual: float) -> bool:
    """Return whether a paragraph begins with a line; ``usual`` is the size of the page's font."""
    if abs(line.size - above.size) > 0.12 * above.size:
        return True
    if line.size > _LARGE * usual:
        return bool(_NUMBERED.match(line.text)) or not 0 < above.bottom - line.bottom < 1.35 * line.size
    ended = above.text.endswith(_SENTENCE_ENDS)
    # The line is not below: it begins the next column.
    if line.bottom >= above.bottom:
        return ended or not line.text[:1].islower()
    if above.bottom - line.bottom > 1.35 * pitch:
        return True
    indented = line.size * 0.8 < line.left - above.left < line.size * 6
    return ended and (indented or above.right < widest - 8 * line.size)


def vocabulary(pages: Iterable[Iterable[Line]]) -> frozenset[str]:
    """Return the words of lines, in lower case, those with a hyphen as well."""
    lines = (line for page in pages for line in page)
    return frozenset(word.strip(".,;:!?()").lower() for line in lines for word in line.text.split())


def joined_text(above: str, below: str, words: frozenset[str]) -> str:
    """Join two lines; a hyphen between them goes unless the word has it elsewhere, too."""
    if not above.endswith("-") or above.endswith(" -") or len(above) < 2:
        return f"{above} {below}"
    begun, rest = _LOWER_WORD.findall(above[:-1])[-1:], _LOWER_WORD.match(below)
    if not begun or not rest or not rest[0].islower() or not above[-2].isalpha():
        return above + below
    return above + below if f"{begun[0]}-{rest[0]}".lower() in words else above[:-1] + below
