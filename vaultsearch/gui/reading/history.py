"""The history of visited notes, back and forth as in a browser."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Preview
    from vaultsearch.gui.reading.position import Position

MOST = 100


@dataclass(frozen=True, slots=True)
class Visit:
    """A note that was shown, and the position on leaving it; ``chosen`` marks a search result."""

    preview: Preview
    position: Position | None = None
    chosen: bool = False


class ReadingHistory:
    """The visits, one after the other. A result chosen right after another one replaces it."""

    def __init__(self) -> None:
        self._visits: list[Visit] = []
        self._index = -1

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier visit."""
        return self._index > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later visit."""
        return self._index + 1 < len(self._visits)

    @property
    def is_chosen(self) -> bool:
        """Whether the current visit is a search result's."""
        return self._index >= 0 and self._visits[self._index].chosen

    def clear(self) -> None:
        """Remove all visits."""
        self._visits, self._index = [], -1

    def leave(self, position: Position | None) -> None:
        """Store the position in the note that is about to be left."""
        if self._index >= 0:
            self._visits[self._index] = replace(self._visits[self._index], position=position)

    def renew(self, preview: Preview) -> None:
        """Replace the note of the current visit: it has changed on the disk."""
        if self._index >= 0:
            self._visits[self._index] = replace(self._visits[self._index], preview=preview)

    def visit(self, visit: Visit) -> None:
        """Add a visit after the current one; later visits are removed."""
        keep = self._index
        if visit.chosen and keep >= 0 and self._visits[keep].chosen:
            keep -= 1
        self._visits = [*self._visits[: keep + 1], visit][-MOST:]
        self._index = len(self._visits) - 1

    def back(self) -> Visit:
        """Go back by one visit and return it."""
        self._index -= 1
        return self._visits[self._index]

    def forward(self) -> Visit:
        """Go forward by one visit and return it."""
        self._index += 1
        return self._visits[self._index]
