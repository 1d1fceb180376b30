"""A body of very many lines, cut into pieces that are parsed one after the other.

The parser keeps a kilobyte for each line; a list of two million items took five gigabytes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_LINES = 20_000
"""Lines from which on a piece ends at the next heading, soon at a blank line, in the end anywhere."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r"#{1,6}[ \t]")


def cut(lines: Sequence[str], start: int) -> Iterator[tuple[int, int]]:
    """Give the pieces of the lines from index ``start`` on; none ends within a fence."""
    if len(lines) - start > MOST_LINES:
        fence = ""
        for i in range(start, len(lines)):
            if not fence and _may_begin(lines[i], i - start):
                yield start, i
                start = i
            fence = fence_after(lines[i], fence)
    yield start, len(lines)


def _may_begin(line: str, length: int) -> bool:
    """Tell whether a piece may begin with the line, when the one before has so many lines."""
    if length < MOST_LINES:
        return False
    if length < MOST_LINES * 3 // 2:
        return _HEADING.match(line) is not None
    return length >= MOST_LINES * 2 or not line.strip()


def fence_after(line: str, fence: str) -> str:
    """Give the fence that is open after a line when ``fence`` was before it; "" is none."""
    match = _FENCE.match(line)
    if match is None:
        return fence
    if not fence:
        return match[1]
    closes = match[1].startswith(fence) and not match[2].strip()
    return "" if closes else fence
