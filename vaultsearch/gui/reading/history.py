"""Back and forth between the places one has read, as in a browser."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Preview
    from vaultsearch.gui.reading.position import Spot

MOST = 100


@dataclass(frozen=True, slots=True)
class Place:
    """A note that was read, and where one was in it when one left; ``chosen`` is a result of a search."""

    preview: Preview
    spot: Spot | None = None
    chosen: bool = False


class ReadingHistory:
    """The places read one after the other. A result chosen right after another takes its place."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._at = -1

    @property
    def can_go_back(self) -> bool:
        """Whether something was read before."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether one has come back from something."""
        return self._at + 1 < len(self._places)

    def clear(self) -> None:
        """Forget all of it."""
        self._places, self._at = [], -1

    def leave(self, spot: Spot | None) -> None:
        """Note where one is in the place that is shown, before it is left."""
        if self._at >= 0:
            self._places[self._at] = replace(self._places[self._at], spot=spot)

    def visit(self, place: Place) -> None:
        """Go to a new place; what one had come back from is forgotten."""
        keep = self._at
        if place.chosen and keep >= 0 and self._places[keep].chosen:
            keep -= 1
        self._places = [*self._places[: keep + 1], place][-MOST:]
        self._at = len(self._places) - 1

    def back(self) -> Place:
        """Go back one place."""
        self._at -= 1
        return self._places[self._at]

    def forward(self) -> Place:
        """Go forth one place."""
        self._at += 1
        return self._places[self._at]
