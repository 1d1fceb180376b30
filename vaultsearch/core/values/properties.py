"""Values of notes' properties as the columns of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class CellKind(StrEnum):
    """Kind of a value: it decides the order and the way it is written."""

    NUMBER = "number"
    FLAG = "flag"
    DATE = "date"
    TEXT = "text"


_RANKS = {kind: rank for rank, kind in enumerate(CellKind)}


@dataclass(frozen=True, slots=True)
class PropertyCell:
    """The value of a note's property; of a date, ``text`` is in ISO's form.

    ``amount`` is what numbers and dates are sorted by: the number itself, 0 or 1 for a flag, seconds since
    1970 for a date.
    """

    kind: CellKind
    text: str
    amount: float = 0.0

    @property
    def sort_key(self) -> SortKey:
        """Return the key to sort by: numbers, then flags, dates and texts."""
        return _RANKS[self.kind], self.amount, self.text.casefold()


SortKey = tuple[int, float, str]
"""The rank of a value's kind, its amount, its text."""


@dataclass(frozen=True, slots=True)
class PropertyName:
    """A property as it is first written in the vault, and the number of notes with it."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class NoteProperties:
    """Every property of a vault, the most frequent first, and the values of some of them.

    ``cells`` has the values that were asked for, by the note's path and the name as it was asked for; a note
    without a value is left out.
    """

    names: tuple[PropertyName, ...] = ()
    cells: Mapping[str, Mapping[str, PropertyCell]] = field(default_factory=dict)
