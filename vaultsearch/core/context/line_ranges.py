"""Lines of a note: `Boat/Mast.md:10-40` -> the name and the lines; a note and lines -> their text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.errors import QueryError
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from vaultsearch.core.values.context import ReadNote

_RANGE = re.compile(r"(.+?):(\d{1,7})(?:-(\d{1,7}))?", re.DOTALL)


class LineRange(NamedTuple):
    """The name of a note, and the 1-based lines asked for, inclusive."""

    name: str
    first: int
    last: int


class Lines(NamedTuple):
    """The text of some lines of a note, 1-based and inclusive."""

    text: str
    first: int
    last: int


def split_range(name: str) -> LineRange | None:
    """Split off the lines behind a note's name; None if there are none. A name may end like lines, too."""
    ranged = _RANGE.fullmatch(name.strip())
    return LineRange(ranged[1], int(ranged[2]), int(ranged[3] or ranged[2])) if ranged else None


def lines_of(note: ReadNote, first: int, last: int) -> Lines:
    """Return lines of a note's text. Raise QueryError if none of them is there."""
    text = note.text.split("\n")
    if text[-1] == "" and len(text) > 1:
        text.pop()
    last = min(last, len(text))
    if not 1 <= first <= last:
        raise QueryError(
            Message("{} has no such lines.", note.path), Message("It has lines 1 to {}.", len(text))
        )
    return Lines("\n".join(text[first - 1 : last]), first, last)
