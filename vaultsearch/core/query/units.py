"""The stretches of a note that ``line:``, ``block:``, ``section:`` and ``task:`` look into."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.query.conditions import Place
from vaultsearch.core.text import with_fences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ITEM = re.compile(r"[>\s]*(?:[-*+]|\d{1,9}[.)])\s+(?:\[(.)\]\s+)?(?=\S)(.*)", re.DOTALL)
_BOX = re.compile(r"\[.\]\s")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")


class Unit(NamedTuple):
    """A stretch of a note: its text, the same without case, and its lines, 1-based and inclusive."""

    text: str
    folded: str
    line_start: int
    line_end: int


def units(place: Place, text: str, heading_lines: Sequence[int]) -> Iterator[Unit]:
    """Cut a note's text into what a place looks into.

    A block is a paragraph, a list item without those below it, a heading, or a fence; a section goes
    from one heading to the next one; a task is the line of a list item with a box.
    """
    lines = text.split("\n")
    match place:
        case Place.LINE:
            yield from (_unit(line, at, at) for at, line in enumerate(lines, start=1))
        case Place.SECTION:
            yield from _cut(lines, [at for at in heading_lines if at > 1])
        case Place.BLOCK:
            yield from (unit for unit in _cut(lines, _block_starts(lines)) if unit.text.strip())
        case _ if _BOX.search(text):
            yield from _tasks(place, lines)


def _unit(text: str, start: int, end: int) -> Unit:
    folded = text.casefold()
    return Unit(text, text if folded == text else folded, start, end)


def _cut(lines: Sequence[str], starts: Sequence[int]) -> Iterator[Unit]:
    bounds = [1, *starts, len(lines) + 1]
    for start, end in pairwise(bounds):
        if start < end:
            yield _unit("\n".join(lines[start - 1 : end - 1]), start, end - 1)


def _block_starts(lines: Sequence[str]) -> list[int]:
    starts: list[int] = []
    for number, (line, fenced) in enumerate(with_fences(lines), start=1):
        begins = not line.strip() or _ITEM.match(line) or _HEADING.match(line)
        after = number > 1 and (not lines[number - 2].strip() or _HEADING.match(lines[number - 2]))
        if number > 1 and not fenced and (begins or after):
            starts.append(number)
    return starts


def _tasks(place: Place, lines: Sequence[str]) -> Iterator[Unit]:
    for number, (line, fenced) in enumerate(with_fences(lines), start=1):
        match = None if fenced else _ITEM.match(line)
        if match is None or match[1] is None:
            continue
        if place is Place.TASK or (match[1] == " ") == (place is Place.TASK_TODO):
            yield _unit(match[2], number, number)
