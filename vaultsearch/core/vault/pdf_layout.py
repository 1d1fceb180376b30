"""Join words on PDF pages to paragraphs in reading order, without running heads, with hyphens joined."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import inf
from statistics import median
from typing import NamedTuple

# Hebrew, Arabic and related scripts, with presentation forms; digits run from left to right.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_PRESENTATION_FORMS = re.compile("[\ufb1d-\ufdff\ufe70-\ufefc]+")
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_LATIN_LETTER = re.compile(r"[A-Za-z]")
_VOWELS = frozenset("aeiouAEIOU")
_MIN_VOWEL_SHARE = 0.25
"""Minimum share of vowels in Latin letters: 0.33 in Polish, 0.38 in English, but 0.15 in glyph numbers, which
most programs shift by 29."""


class PdfWord(NamedTuple):
    """A word with bounding box, in points from the lower left corner, and font size.

    If most text on a page is rotated, the page is rotated with it.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float


def has_right_to_left(text: str) -> bool:
    """Return whether any letter belongs to a right-to-left script."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def is_right_to_left(texts: Iterable[str]) -> bool:
    """Return whether most letters belong to right-to-left scripts."""
    balance = 0
    for text in texts:
        right = 0 if text.isascii() else len(_RIGHT_TO_LEFT.findall(text))
        balance += 2 * right - sum(map(str.isalpha, text))
    return balance > 0


def order_letters(text: str, boxes: Sequence[tuple[float, ...]]) -> str:
    """Return a word's letters in reading order, according to their positions.

    Args:
        text: The word as returned by pdfium.
        boxes: Left, bottom, right and top for each letter.
    """
    rightwards, directions = False, []
    for char in text:
        if char.isalnum():
            rightwards = not _RIGHT_TO_LEFT.match(char)
        # Signs run in the direction of the preceding letter.
        directions.append(rightwards)
    runs = []
    for rightwards, run in groupby(range(len(text)), key=directions.__getitem__):
        places = list(run)
        part = text[places[0] : places[-1] + 1]
        letters = [boxes[place][0] for place in places if text[place].isalnum()]
        # pdfium returns some words in reading order, others in painting order; the positions tell which.
        if letters and letters[0] != letters[-1] and (letters[0] < letters[-1]) is not rightwards:
            part = part[::-1] if rightwards else part[::-1].translate(_MIRRORED)
        runs.append((max(boxes[place][2] for place in places), part))
    return "".join(part for _, part in sorted(runs, key=lambda run: -run[0]))


def order_words(words: Sequence[PdfWord], *, right_to_left: bool) -> list[PdfWord]:
    """Return a line's words in reading order, reversing runs in the other direction.

    Args:
        words: The words by position, from the line's beginning.
    """
    ordered: list[PdfWord] = []
    turned: list[PdfWord] = []
    between: list[PdfWord] = []
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


def replace_presentation_forms(text: str) -> str:
    """Replace presentation forms by plain letters."""
    return _PRESENTATION_FORMS.sub(lambda shape: unicodedata.normalize("NFKC", shape[0]), text)


def are_glyph_numbers_letters(numbers: str) -> bool:
    """Return whether glyph numbers, read as characters, happen to be the displayed letters.

    Old TeX programs number glyphs as in ASCII, without declaring it.
    """
    letters = _LATIN_LETTER.findall(numbers)
    return sum(letter in _VOWELS for letter in letters) > _MIN_VOWEL_SHARE * len(letters)


_MAX_PIECES = 1_000
"""Maximum line pieces on a page searched for columns: drawings have more."""
_MIN_COLUMN_LINES, _MIN_COLUMN_LETTERS = 3, 12
"""Minimum lines in a column, and letters in a line: fewer belong to a table, read in rows."""
_MIN_GAP, _MIN_AREA = 0.6, 3.0
"""Minimum width of white between columns, and width times lines, in font sizes: LaTeX leaves 1.0, or 0.75
with a hanging hyphen; a paragraph has no four lines sharing such white."""
_MAX_LETTER_GAP = 0.2
_EDGE_LINES = 2
_MIN_REPETITIONS = 3
"""Minimum pages for a line at the edge to be a running head."""
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s+)?#(?:\s*(?:/|of)\s*#)?\W*")
_LEADERS = re.compile(r"(?:\s?\.){4,}\s*")
_LOWER_WORD = re.compile(r"[^\W\d_]+")
_LARGE_RATIO = 1.15
"""Font size relative to the page's usual size above which lines are headings, which stand further apart."""
_NUMBERED_LINE = re.compile(r"(?:\d+|[IVXLC]+|[A-Za-z])[.)]|\d{1,3}\s|[•–—-]\s")
"""Start of a line that is a separate heading or list item. Four digits are a year."""
_SENTENCE_ENDS = tuple('.!?:;。！？”"')


class PdfLine(PdfWord):
    """A line, or part of a line, in points; ``size`` is the font size."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PdfParagraph:
    """The text of lines belonging together, their number, and the font size."""

    text: str
    lines: int
    size: float


def order_lines(words: Iterable[Sequence[PdfWord]]) -> list[PdfLine]:
    """Return a page's lines in reading order: column by column, a table row by row.

    Mirrors pages read from right to left, so columns, rows and indentation look like on any other page.
    """
    lines = list(words)
    turned = is_right_to_left(word.text for line in lines for word in line)
    if turned:
        lines = [[word._replace(left=-word.right, right=-word.left) for word in line] for line in lines]
    pieces = [piece for line in lines for piece in _cut_at_gaps(line, turned)]
    if len(pieces) > _MAX_PIECES:
        return pieces
    ordered: list[PdfLine] = []
    waiting = [pieces]
    while waiting:
        # Pieces side by side, from the top down.
        rows: list[list[PdfLine]] = []
        middle = inf
        for word in sorted(waiting.pop(), key=lambda word: (-word.top, word.left)):
            if (word.top + word.bottom) / 2 > middle:
                rows[-1].append(word)
            else:
                rows.append([word])
                middle = word.bottom + 0.25 * (word.top - word.bottom)
        if any(len(row) > 1 for row in rows) and (parts := _cut_columns(rows)):
            waiting += reversed(parts)
        else:
            ordered += map(_join_row, rows)
    return ordered


def _cut_at_gaps(line: Sequence[PdfWord], turned: bool) -> Iterator[PdfLine]:
    """Cut a line at gaps as wide as between columns, also found in justified lines."""
    start = 0
    if turned or any(has_right_to_left(word.text) for word in line):
        line = sorted(line, key=lambda word: word.left)
    for index in range(1, len(line) + 1):
        if (
            index == len(line)
            # Also at a jump to the left: pdfium continues a line with words far before.
            or not -line[index].size < line[index].left - line[index - 1].right < _MIN_GAP * line[index].size
        ):
            words = line[start:index]
            start = index
            ordered = order_words(words, right_to_left=turned)
            yield _line_of(words, _LEADERS.sub(" … ", " ".join(word.text for word in ordered)))


def _line_of(words: Sequence[PdfWord], text: str) -> PdfLine:
    """Return the line around words, with the font size of the longest."""
    return PdfLine(
        text,
        min(word.left for word in words),
        min(word.bottom for word in words),
        max(word.right for word in words),
        max(word.top for word in words),
        max(words, key=lambda word: len(word.text)).size,
    )


# --- reading order: cut repeatedly along the tallest white between two columns (after Breuel 2002) ---


class _Gutter(NamedTuple):
    """White between ``left`` and ``right``, in rows from ``first`` up to ``end``."""

    left: float
    right: float
    first: int
    end: int


def _cut_columns(rows: Sequence[list[PdfLine]]) -> list[list[PdfLine]] | None:
    """Cut rows into above, left column, right column and below; return None without columns."""
    size = median(word.size for row in rows for word in row)
    # The tallest first, then the widest.
    gutters = _find_gutters(rows, size)
    for gutter in sorted(gutters, key=lambda white: (white.first - white.end, white.left - white.right)):
        first, end = _trim_gutter(rows, gutter)
        inner, right = rows[first:end], gutter.right
        sides = [[[w for w in row if (w.left < right) is left] for row in inner] for left in (True, False)]
        if all(map(_is_column, sides)):
            return [[word for row in part for word in row] for part in (rows[:first], *sides, rows[end:])]
    return None


def _is_column(rows: Iterable[Sequence[PdfLine]]) -> bool:
    """Return whether a side is text, with lines longer than a few letters: tables are read in rows."""
    filled = [sorted(row, key=lambda word: word.left) for row in rows if row]
    letters = sum(len(word.text) for row in filled for word in row)
    cells = sum(1 + sum(b.left - a.right > a.size for a, b in pairwise(row)) for row in filled)
    return len(filled) >= _MIN_COLUMN_LINES and letters >= _MIN_COLUMN_LETTERS * cells


def _find_gutters(rows: Sequence[list[PdfLine]], size: float) -> Iterator[_Gutter]:
    """Yield each tallest and widest white too large for a river in a paragraph."""
    begun: dict[tuple[float, float], int] = {}
    least = _MIN_GAP * size
    for index, row in enumerate([*rows, []]):
        whites = list(_gaps_in_row(row)) if row else []
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
            if index - first >= _MIN_COLUMN_LINES and (index - first) * (right - left) >= _MIN_AREA * size:
                yield _Gutter(left, right, first, index)
        for white in whites:
            narrowed.setdefault(white, index)
        begun = narrowed


def _gaps_in_row(row: Sequence[PdfLine]) -> Iterator[tuple[float, float]]:
    reached = -inf
    for word in sorted(row, key=lambda word: word.left):
        if word.left > reached:
            yield reached, word.left
        reached = max(reached, word.right)
    yield reached, inf


def _trim_gutter(rows: Sequence[list[PdfLine]], gutter: _Gutter) -> tuple[int, int]:
    """Leave out short lines above and below, such as headings, if set apart from the columns."""
    first, end = gutter.first, gutter.end
    lefts = {index: [piece.left for piece in rows[index]] for index in range(first, end)}
    both = [index for index, of_row in lefts.items() if min(of_row) < gutter.left < max(of_row)]
    if both and first:
        first = max(range(first, both[0] + 1), key=lambda index: (_white_above(rows, index), -index))
    if both and end < len(rows):
        end = max(range(both[-1] + 1, end + 1), key=lambda index: (_white_above(rows, index), index))
    return first, end


def _white_above(rows: Sequence[list[PdfLine]], index: int) -> int:
    """Return the white above a row, in points."""
    return round(min(row.bottom for row in rows[index - 1]) - max(row.top for row in rows[index]))


def _join_row(row: Sequence[PdfLine]) -> PdfLine:
    """Join a row's pieces from left to right."""
    ordered = sorted(row, key=lambda word: word.left)
    text = ordered[0].text
    for piece, following in pairwise(ordered):
        # pdfium takes single Hebrew letters for lines.
        is_same_word = following.left - piece.right < _MAX_LETTER_GAP * piece.size and all(
            map(has_right_to_left, (piece.text[-1], following.text[0]))
        )
        text += ("" if is_same_word else " ") + following.text
    return _line_of(ordered, text)


# --- running heads --------------------------------------------------------------------------------


def remove_running_heads(pages: Sequence[list[PdfLine]], labels: Sequence[str]) -> list[list[PdfLine]]:
    """Remove page numbers, and lines at the top or bottom that repeat except for numbers.

    On the first page with other text such a line stays: a letterhead may stand nowhere else.
    """
    edges: list[dict[PdfLine, tuple[bool, str, int]]] = []
    for page_lines in pages:
        ordered = sorted(page_lines, key=lambda line: -line.top)
        top, bottom = ordered[:_EDGE_LINES], ordered[_EDGE_LINES:][-_EDGE_LINES:]
        # With the size: a title may be the head on all other pages, in smaller letters.
        keys = {
            line: (line in top, _NUMBER.sub("#", line.text.lower()), round(line.size))
            for line in (*top, *bottom)
        }
        edges.append(keys)
    counts = Counter(key for keys in edges for key in set(keys.values()))
    # A document with two pages has no more than two heads.
    least = min(_MIN_REPETITIONS, max(2, len(pages)))

    def is_running(line: PdfLine, page: int) -> bool:
        key = edges[page].get(line)
        if key is None:
            return False
        numbers = {str(page + 1), labels[page].lower()}
        page_numbers = _NUMBER.findall(line.text.lower()) if _PAGE_NUMBER.fullmatch(key[1]) else ()
        return counts[key] >= least or not numbers.isdisjoint(page_numbers)

    kept_pages, seen = [], set[str]()
    for index, page in enumerate(pages):
        running = {line: edges[index][line][1] for line in page if is_running(line, index)}
        first = {text for text in running.values() if not _PAGE_NUMBER.fullmatch(text)} - seen
        # Nothing but heads is on a scan, too.
        kept = {None, *first} if len(running) < len(page) else ()
        kept_pages.append([line for line in page if running.get(line) in kept])
        seen.update(filter(None, kept))
    return kept_pages


# --- paragraphs -----------------------------------------------------------------------------------


def join_paragraphs(lines: Sequence[PdfLine], words: frozenset[str]) -> list[PdfParagraph]:
    """Join a page's lines to paragraphs; ``words`` is the document's vocabulary, for hyphens."""
    pitches = sorted(a.bottom - line.bottom for a, line in pairwise(lines) if a.bottom > line.bottom)
    # The lower third, not the median: on a page with short paragraphs, most distances are between paragraphs.
    pitch = pitches[len(pitches) // 3] if pitches else 0.0
    widest = max((line.right for line in lines), default=0.0)
    usual = median(line.size for line in lines) if lines else 0.0
    paragraphs: list[PdfParagraph] = []
    for index, line in enumerate(lines):
        if index and not _begins_paragraph(lines[index - 1], line, pitch, widest, usual):
            last = paragraphs[-1]
            text = join_lines(last.text, line.text, words)
            paragraphs[-1] = replace(last, text=text, lines=last.lines + 1)
        else:
            paragraphs.append(PdfParagraph(line.text, 1, line.size))
    return paragraphs


def _begins_paragraph(above: PdfLine, line: PdfLine, pitch: float, widest: float, usual: float) -> bool:
    """Return whether a line begins a paragraph; ``usual`` is the page's font size."""
    if abs(line.size - above.size) > 0.12 * above.size:
        return True
    if line.size > _LARGE_RATIO * usual:
        return bool(_NUMBERED_LINE.match(line.text)) or not 0 < above.bottom - line.bottom < 1.35 * line.size
    ended = above.text.endswith(_SENTENCE_ENDS)
    # Not below, so the line begins the next column.
    if line.bottom >= above.bottom:
        return ended or not line.text[:1].islower()
    if above.bottom - line.bottom > 1.35 * pitch:
        return True
    indented = line.size * 0.8 < line.left - above.left < line.size * 6
    return ended and (indented or above.right < widest - 8 * line.size)


def collect_words(pages: Iterable[Iterable[PdfLine]]) -> frozenset[str]:
    """Return all words in lower case, including hyphenated words."""
    lines = (line for page in pages for line in page)
    return frozenset(word.strip(".,;:!?()").lower() for line in lines for word in line.text.split())


def join_lines(above: str, below: str, words: frozenset[str]) -> str:
    """Join two lines, removing a hyphen unless the document has the word with it."""
    if not above.endswith("-") or above.endswith(" -") or len(above) < 2:
        return f"{above} {below}"
    begun, rest = _LOWER_WORD.findall(above[:-1])[-1:], _LOWER_WORD.match(below)
    if not begun or not rest or not rest[0].islower() or not above[-2].isalpha():
        return above + below
    return above + below if f"{begun[0]}-{rest[0]}".lower() in words else above[:-1] + below
