"""The words of PDF pages -> paragraphs in reading order, without running heads, with joined hyphens."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultsearch.core.vault.readers.pdf_pages import Word

_MOST_SEGMENTS = 1_000
"""Pieces of lines on a page up to which columns are looked for: drawings have more."""
_COLUMN_LINES, _COLUMN_LETTERS = 3, 12
"""The least lines of a column, and letters of one of its lines: fewer are of a table, read in rows."""
_EDGE_LINES = 2
_REPEATED = 3
"""Pages from which on a line at the edge is a running head."""
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s+)?#(?:\s*(?:/|of)\s*#)?\W*")
_LEADERS = re.compile(r"(?:\s?\.){4,}\s*")
_LOWER_WORD = re.compile(r"[^\W\d_]+")
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
    """Return the lines of a page in reading order: column by column, a table row by row."""
    pieces = [piece for line in words for piece in _pieces(line)]
    return list(_in_order(pieces)) if len(pieces) <= _MOST_SEGMENTS else pieces


def _pieces(line: Sequence[Word]) -> Iterator[Line]:
    """Cut a line at gaps as wide as a letter: between columns, there is one on every line."""
    start = 0
    for at in range(1, len(line) + 1):
        if at == len(line) or not -line[at].size < line[at].left - line[at - 1].right < line[at].size:
            yield _line(line[start:at])
            start = at


def _line(words: Sequence[Word]) -> Line:
    longest = max(words, key=lambda word: len(word.text))
    return Line(
        _LEADERS.sub(" … ", " ".join(word.text for word in words)),
        min(word.left for word in words),
        min(word.bottom for word in words),
        max(word.right for word in words),
        max(word.top for word in words),
        longest.size,
    )


# --- reading order: a recursive cut along the white between columns and blocks (Nagy and Seth 1984)


def _in_order(pieces: list[Line]) -> Iterator[Line]:
    waiting = [sorted(pieces, key=lambda one: (-one.top, one.left))]
    while waiting:
        block = waiting.pop()
        rows = _rows(block)
        if all(len(row) == 1 for row in rows):
            yield from block
        elif halves := _columns(block) or _halves(rows):
            waiting += halves[::-1]
        else:
            yield _joined(block)


def _rows(block: Sequence[Line]) -> list[list[Line]]:
    """Group pieces, from the top down, that stand beside each other."""
    rows: list[list[Line]] = []
    middle = 0.0
    for one in block:
        if rows and (one.top + one.bottom) / 2 > middle:
            rows[-1].append(one)
        else:
            rows.append([one])
            middle = one.bottom + 0.25 * (one.top - one.bottom)
    return rows


def _columns(block: Sequence[Line]) -> list[list[Line]] | None:
    """Cut at the widest white from top to bottom that has columns of text on both sides."""
    ordered = sorted(block, key=lambda one: one.left)
    best, reached = (0.0, 0), ordered[0].right
    for at in range(1, len(ordered)):
        best = max(best, (ordered[at].left - reached, at))
        reached = max(reached, ordered[at].right)
    gap, at = best
    halves = [[one for one in block if one in part] for part in (set(ordered[:at]), set(ordered[at:]))]
    return halves if gap > 0 and all(map(_is_column, halves)) else None


def _is_column(block: Sequence[Line]) -> bool:
    letters = sum(len(one.text) for one in block)
    return len(block) >= _COLUMN_LINES and letters >= _COLUMN_LETTERS * len(block)


def _halves(rows: Sequence[list[Line]]) -> list[list[Line]] | None:
    """Cut between the two rows that stand farthest apart."""
    if len(rows) < 2:
        return None
    gaps = [
        min(one.bottom for one in above) - max(one.top for one in below) for above, below in pairwise(rows)
    ]
    at = max(range(len(gaps)), key=gaps.__getitem__) + 1
    return [[one for row in part for one in row] for part in (rows[:at], rows[at:])]


def _joined(row: Sequence[Line]) -> Line:
    """Join the pieces of a row, from left to right."""
    ordered = sorted(row, key=lambda one: one.left)
    longest = max(ordered, key=lambda one: len(one.text))
    return Line(
        " ".join(one.text for one in ordered),
        ordered[0].left,
        min(one.bottom for one in row),
        max(one.right for one in row),
        max(one.top for one in row),
        longest.size,
    )


# --- running heads --------------------------------------------------------------------------------


def without_running_heads(pages: Sequence[list[Line]], labels: Sequence[str]) -> list[list[Line]]:
    """Leave out page numbers, and lines that repeat at the top or bottom of pages but for numbers."""
    edges = [_edges(page) for page in pages]
    counts = Counter(key for found in edges for key in set(found.values()))
    least = min(_REPEATED, max(2, len(pages)))

    def is_running(line: Line, page: int) -> bool:
        key = edges[page].get(line)
        if key is None:
            return False
        numbers = {str(page + 1), labels[page].lower()}
        found = _NUMBER.findall(line.text.lower()) if _PAGE_NUMBER.fullmatch(key[1]) else ()
        return counts[key] >= least or not numbers.isdisjoint(found)

    return [[line for line in page if not is_running(line, at)] for at, page in enumerate(pages)]


def _edges(page: Sequence[Line]) -> dict[Line, tuple[bool, str, int]]:
    """Return the topmost and lowest lines, with what those alike share: text without numbers, size.

    A title may be in the heads of all other pages, in smaller letters.
    """
    ordered = sorted(page, key=lambda line: -line.top)
    found = {}
    for at, line in enumerate(ordered):
        if at < _EDGE_LINES or at >= len(ordered) - _EDGE_LINES:
            found[line] = (at < _EDGE_LINES, _NUMBER.sub("#", line.text.lower()), round(line.size))
    return found


# --- paragraphs -----------------------------------------------------------------------------------


def paragraphs_of(lines: Sequence[Line], words: frozenset[str]) -> list[Paragraph]:
    """Join the lines of a page to paragraphs; ``words`` are those of the document, for its hyphens."""
    pitches = sorted(a.bottom - line.bottom for a, line in pairwise(lines) if a.bottom > line.bottom)
    pitch = pitches[len(pitches) // 3] if pitches else 0.0
    widest = max((line.right for line in lines), default=0.0)
    found: list[Paragraph] = []
    for at, line in enumerate(lines):
        if at and not _begins(lines[at - 1], line, pitch, widest):
            last = found[-1]
            text = joined_text(last.text, line.text, words)
            found[-1] = replace(last, text=text, lines=last.lines + 1)
        else:
            found.append(Paragraph(line.text, 1, line.size))
    return found


def _begins(above: Line, line: Line, pitch: float, widest: float) -> bool:
    """Return whether a paragraph begins with a line."""
    if abs(line.size - above.size) > 0.12 * above.size:
        return True
    ended = above.text.endswith(_SENTENCE_ENDS)
    if line.bottom >= above.bottom:  # the next column
        return ended or not line.text[:1].islower()
    if above.bottom - line.bottom > 1.35 * pitch:
        return True
    indented = line.size * 0.8 < line.left - above.left < line.size * 6
    return ended and (indented or above.right < widest - 8 * line.size)


def vocabulary(pages: Iterable[Iterable[Line]]) -> frozenset[str]:
    """Return the words of lines, in lower case, those with a hyphen as well."""
    return frozenset(
        word.strip(".,;:!?()").lower() for page in pages for line in page for word in line.text.split()
    )


def joined_text(above: str, below: str, words: frozenset[str]) -> str:
    """Join two lines; a hyphen between them goes unless the word has it elsewhere, too."""
    if not above.endswith("-") or above.endswith(" -") or len(above) < 2:
        return f"{above} {below}"
    begun, rest = _LOWER_WORD.findall(above[:-1])[-1:], _LOWER_WORD.match(below)
    if not begun or not rest or not rest[0].islower() or not above[-2].isalpha():
        return above + below
    return above + below if f"{begun[0]}-{rest[0]}".lower() in words else above[:-1] + below
