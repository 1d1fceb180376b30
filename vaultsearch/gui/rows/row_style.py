"""The density of the list: the room around the lines of a row, and how many lines its text has."""

from __future__ import annotations

from dataclasses import dataclass

from vaultsearch.gui.looks.tokens import GRID

COMPACT = "compact"


@dataclass(frozen=True, slots=True)
class RowStyle:
    """Pixels above and below a row (``edge``) and between its lines (``gap``); ``lines`` of its text."""

    edge: int = 2 * GRID + 2
    gap: int = GRID
    lines: int = 2


def row_style(density: str, lines: int) -> RowStyle:
    """Return the style of a density, "comfortable" or "compact"."""
    if density == COMPACT:
        return RowStyle(GRID + 2, GRID // 2, lines)
    return RowStyle(lines=lines)
