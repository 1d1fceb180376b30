"""The history of visited notes, back and forth as in a browser."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Preview
    from vaultsearch.gui.reading.position import Spot

MOST = 100


@dataclass(frozen=True, slots=True)
class Place:
    """A note that was shown, and the position on leaving it; ``chosen`` marks a search result."""

    preview: Preview
    spot: Spot | None = None
    chosen: bool = False


class ReadingHistory:
    """The visits, one after the other. A result chosen right after another one replaces it."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._at = -1

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier visit."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later visit."""
        return self._at + 1 < len(self._places)

    def clear(self) -> None:
        """Remove all visits."""
        self._places, self._at = [], -1

    def leave(self, spot: Spot | None) -> None:
        """Store the position in the note that is about to be left."""
        if self._at >= 0:
            self._places[self._at] = replace(self._places[self._at], spot=spot)

    def visit(self, place: Place) -> None:
        """Add a visit after the current one; later visits are removed."""
        keep = self._at
        if place.chosen and keep >= 0 and self._places[keep].chosen:
            keep -= 1
        self._places = [*self._places[: keep + 1], place][-MOST:]
        self._at = len(self._places) - 1

    def back(self) -> Place:
        """Go back by one visit and return it."""
        self._at -= 1
        return self._places[self._at]

    def forward(self) -> Place:
        """Go forward by one visit and return it."""
        self._at += 1
        return self._places[self._at]
