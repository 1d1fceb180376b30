"""Columns of the table of results: the text and the sort key of a result in each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from vaultsearch.core.values.query import CellKind
from vaultsearch.gui.file_kinds import kind_name
from vaultsearch.gui.rows.row_text import heading_line, short_date

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.values.query import PropertyCell, SortKey
    from vaultsearch.core.values.search import Chunk

TITLE, HEADING, FOLDER, DATE, TAGS, KIND = "title", "heading", "folder", "date", "tags", "kind"
STANDARD = (TITLE, HEADING, FOLDER, DATE, TAGS, KIND)
"""The keys of the columns that every note has; any other column shows a property."""
_PROPERTY = "property:"


@dataclass(frozen=True, slots=True)
class Column:
    """A column, by a key that settings can keep."""

    key: str

    @classmethod
    def of_property(cls, name: str) -> Column:
        """Return the column of a property."""
        return cls(f"{_PROPERTY}{name}")

    @property
    def property_name(self) -> str:
        """The name of its property, "" for a standard column."""
        return self.key.removeprefix(_PROPERTY) if self.key.startswith(_PROPERTY) else ""

    @property
    def is_known(self) -> bool:
        """Whether the key names a column at all."""
        return self.key in STANDARD or bool(self.property_name)

    @property
    def title(self) -> str:
        """The heading of the column."""
        titles = {
            TITLE: _tr("Title"),
            HEADING: _tr("Heading"),
            FOLDER: _tr("Folder"),
            DATE: _tr("Date"),
            TAGS: _tr("Tags"),
            KIND: _tr("Kind"),
        }
        return titles.get(self.key, self.property_name)


def cell_text(chunk: Chunk, column: Column, cells: Mapping[str, PropertyCell]) -> str:
    """Return the text of a passage in a column; ``cells`` are its note's properties, by name."""
    match column.key:
        case "title":
            return chunk.title
        case "heading" | "folder":
            return heading_line(chunk) if column.key == HEADING else chunk.folder
        case "date":
            return short_date(chunk.date.day if chunk.date else None, date.today())
        case "tags":
            return ", ".join(own_tags(chunk))
        case "kind":
            return kind_name(chunk.kind)
        case _:
            cell = cells.get(column.property_name)
            return "" if cell is None else _property_text(cell)


def sort_key(chunk: Chunk, column: Column, cells: Mapping[str, PropertyCell]) -> SortKey | None:
    """Return what a passage is sorted by in a column, None if it has nothing there."""
    if column.key == DATE:
        moment = chunk.created or chunk.modified
        return None if moment is None else (0, moment.timestamp(), chunk.path)
    if column.property_name:
        cell = cells.get(column.property_name)
        return None if cell is None else cell.sort_key
    text = cell_text(chunk, column, cells)
    return (0, 0.0, text.casefold()) if text else None


def own_tags(chunk: Chunk) -> tuple[str, ...]:
    """Return the tags of a note without those that only stand above another one."""
    return tuple(tag for tag in chunk.tags if not any(other.startswith(f"{tag}/") for other in chunk.tags))


def _property_text(cell: PropertyCell) -> str:
    match cell.kind:
        case CellKind.FLAG:
            return _tr("yes") if cell.amount else _tr("no")
        case CellKind.DATE:
            return _dated(cell.text)
        case _:
            return cell.text


def _dated(text: str) -> str:
    """Return a date in ISO's form as rows write it, with its time if it has one."""
    try:
        day = short_date(date.fromisoformat(text[:10]), date.today())
    except ValueError:
        return text
    time = text[11:16]
    return f"{day}, {time}" if time else day


def _tr(text: str) -> str:
    return QCoreApplication.translate("Columns", text)
