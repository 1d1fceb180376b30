"""Properties of notes as cells of a table: numbers, dates and texts."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from vaultsearch.core.query.matching import items, moment_of, number_of, values_of, written
from vaultsearch.core.values.properties import CellKind, PropertyCell

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from vaultsearch.core.values.stored_notes import StoredNote

LONGEST_CELL = 200
"""Characters of a value that a cell shows."""
_LINK = re.compile(r"!?\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")


def cells_of(
    notes: Iterable[StoredNote], paths: Collection[str], names: Sequence[str]
) -> dict[str, dict[str, PropertyCell]]:
    """Return the cells of some notes by path, then by the names as given; names are compared without case."""
    wanted_paths = frozenset(paths)
    found = {note.path: _cells(note.properties, names) for note in notes if note.path in wanted_paths}
    return {path: cells for path, cells in found.items() if cells}


def _cells(properties: Mapping[str, Any], names: Sequence[str]) -> dict[str, PropertyCell]:
    cells = ((name, cell_of([*values_of(properties, name)])) for name in names)
    return {name: cell for name, cell in cells if cell is not None}


def cell_of(value: Any) -> PropertyCell | None:
    """Return the cell of a value; None if it is empty. Of several values, the texts are joined."""
    held = [item for item in items(value) if item is not None and item != ""]
    if len(held) == 1:
        return _single(held[0])
    texts = [_text(item) for item in held]
    return PropertyCell(CellKind.TEXT, ", ".join(texts)[:LONGEST_CELL]) if texts else None


def _single(item: Any) -> PropertyCell:
    if isinstance(item, bool):
        return PropertyCell(CellKind.FLAG, _text(item), float(item))
    number = number_of(item)
    if number is not None and math.isfinite(number):
        return PropertyCell(CellKind.NUMBER, _text(item), number)
    moment = moment_of(item)
    if moment is not None:
        return PropertyCell(CellKind.DATE, str(item).strip(), moment.timestamp())
    return PropertyCell(CellKind.TEXT, _text(item)[:LONGEST_CELL])


def _text(item: Any) -> str:
    """Return a value on one line; a link as the reader sees it."""
    if isinstance(item, bool | int | float):
        return written(item)
    return " ".join(_LINK.sub(lambda link: link[2] or link[1], str(item)).split())
