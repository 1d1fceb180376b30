"""The arrangement of results in a list: order, rows with a note's title, folded passages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from itertools import groupby
from operator import itemgetter

from vaultsearch.core.values.query import CellKind, PropertyCell, SortKey
from vaultsearch.core.values.search import Chunk, Result, related_from, unfold_results
from vaultsearch.gui.file_kinds import kind_name
from vaultsearch.gui.rows.row_texts import heading_line, short_date
from vaultsearch.gui.translations import tr

TITLE, HEADING, FOLDER, DATE, TAGS, KIND = "title", "heading", "folder", "date", "tags", "kind"
_TITLES = {TITLE: "Title", HEADING: "Heading", FOLDER: "Folder", DATE: "Date", TAGS: "Tags", KIND: "Kind"}
STANDARD_COLUMNS = tuple(_TITLES)
"""The keys of the columns that every note has; any other column shows a property."""
_PROPERTY_PREFIX = "property:"


@dataclass(frozen=True, slots=True)
class Column:
    """A column, named by a key for the settings."""

    key: str

    @classmethod
    def of_property(cls, name: str) -> Column:
        """Return the column for a property."""
        return cls(f"{_PROPERTY_PREFIX}{name}")

    @property
    def property_name(self) -> str:
        """The property's name, "" for a standard column."""
        return self.key.removeprefix(_PROPERTY_PREFIX) if self.key.startswith(_PROPERTY_PREFIX) else ""

    @property
    def is_known(self) -> bool:
        """Whether the key names a column."""
        return self.key in STANDARD_COLUMNS or bool(self.property_name)

    @property
    def title(self) -> str:
        """The heading of the column."""
        return tr(_TITLES[self.key]) if self.key in _TITLES else self.property_name


def cell_text(chunk: Chunk, column: Column, cells: Mapping[str, PropertyCell]) -> str:
    """Return a passage's text in a column; ``cells`` are the note's properties, by name."""
    match column.key:
        case "title":
            return chunk.title
        case "heading" | "folder":
            return heading_line(chunk) if column.key == HEADING else chunk.folder
        case "date":
            return short_date(chunk.date.day if chunk.date else None, date.today())
        case "tags":
            return ", ".join(chunk.tags)
        case "kind":
            return kind_name(chunk.kind)
        case _:
            cell = cells.get(column.property_name)
            return "" if cell is None else _property_text(cell)


def sort_key(chunk: Chunk, column: Column, cells: Mapping[str, PropertyCell]) -> SortKey | None:
    """Return a passage's sort key in a column, None without a value there."""
    if column.key == DATE:
        moment = chunk.created or chunk.modified
        return None if moment is None else (0, moment.timestamp(), chunk.path)
    if column.property_name:
        cell = cells.get(column.property_name)
        return None if cell is None else cell.sort_key
    text = cell_text(chunk, column, cells)
    return (0, 0.0, text.casefold()) if text else None


def _property_text(cell: PropertyCell) -> str:
    if cell.kind is CellKind.FLAG:
        return tr("yes") if cell.amount else tr("no")
    if cell.kind is not CellKind.DATE:
        return cell.text
    # An ISO date, perhaps with a time.
    try:
        day = short_date(date.fromisoformat(cell.text[:10]), date.today())
    except ValueError:
        return cell.text
    time = cell.text[11:16]
    return f"{day}, {time}" if time else day


# Notes without a date come last in either order.
_NEVER = datetime.min.replace(tzinfo=UTC)
_LAST = datetime.max.replace(tzinfo=UTC)


class Order(StrEnum):
    """The order of the list."""

    RELEVANCE = "relevance"
    DATE = "date"
    OLDEST = "oldest"
    TITLE = "title"
    COLUMN = "column"
    """By a column of the table."""


@dataclass(frozen=True, slots=True)
class ColumnOrder:
    """Sorting by a column; ``cells`` are the notes' properties, by path and name."""

    column: Column
    descending: bool = False
    cells: Mapping[str, Mapping[str, PropertyCell]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Order and grouping by note; notes in ``unfolded`` show all their passages.

    ``by_column`` is set for Order.COLUMN.
    """

    order: Order = Order.RELEVANCE
    grouped: bool = False
    unfolded: frozenset[str] = frozenset()
    by_column: ColumnOrder | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result as a row in the list.

    Attributes:
        leads: whether the row shows the note's title.
        others: the number of further passages folded below.
        unfolded: whether these passages follow.
        beneath: whether the row is such a passage.
        begins_related: whether the row is the first merely related one, with a line above to say so.
    """

    result: Result
    leads: bool
    others: int = 0
    unfolded: bool = False
    beneath: bool = False
    begins_related: bool = False


def arrange_results(results: Sequence[Result], arrangement: Arrangement) -> tuple[ResultRow, ...]:
    """Arrange results, which come best first."""
    if arrangement.grouped:
        notes: dict[str, list[Result]] = defaultdict(list)
        for result in _sort_results(unfold_results(results), arrangement):
            notes[result.chunk.path].append(result)
        rows = []
        for path, (first, *others) in notes.items():
            shown = path in arrangement.unfolded
            rows.append(ResultRow(first, leads=True, others=len(others), unfolded=shown and bool(others)))
            rows += [ResultRow(result, leads=False, beneath=True) for result in others if shown]
        return tuple(rows)
    ordered = _sort_results(results, arrangement)
    related = related_from(ordered) if arrangement.order is Order.RELEVANCE else None
    paths = [None, *(result.chunk.path for result in ordered)]
    rows = [
        ResultRow(result, paths[i] != result.chunk.path, begins_related=i == related)
        for i, result in enumerate(ordered)
    ]
    return tuple(_fold_passages(rows, arrangement.unfolded))


def _fold_passages(rows: Sequence[ResultRow], shown: frozenset[str]) -> Iterable[ResultRow]:
    """Fold the passages behind a note's rows below the last such row."""
    runs = [list(run) for _, run in groupby(rows, key=lambda row: row.result.path)]
    behind: dict[str, list[Result]] = defaultdict(list)
    for row in rows:
        behind[row.result.path] += row.result.behind
    last = {first.result.path: index for index, (first, *_) in enumerate(runs)}
    for index, (first, *rest) in enumerate(runs):
        path = first.result.path
        others = behind[path] if last[path] == index else []
        yield replace(first, others=len(others), unfolded=path in shown and bool(others))
        yield from rest
        yield from (ResultRow(result, leads=False, beneath=True) for result in others if path in shown)


def _sort_results(results: Sequence[Result], arrangement: Arrangement) -> list[Result]:
    match arrangement.order:
        case Order.DATE:
            return sorted(results, key=lambda result: _shown_moment(result) or _NEVER, reverse=True)
        case Order.OLDEST:
            return sorted(results, key=lambda result: _shown_moment(result) or _LAST)
        case Order.TITLE:
            return sorted(results, key=lambda result: (result.chunk.title.casefold(), result.chunk.path))
        case Order.COLUMN if arrangement.by_column is not None:
            by = arrangement.by_column
            keys = [sort_key(each.chunk, by.column, by.cells.get(each.chunk.path, {})) for each in results]
            known = [(key, result) for key, result in zip(keys, results, strict=True) if key is not None]
            # By the key alone: the sort is stable then, and results need not be compared.
            known.sort(key=itemgetter(0), reverse=by.descending)
            # Results without a value come last in either direction.
            missing = [result for key, result in zip(keys, results, strict=True) if key is None]
            return [result for _, result in known] + missing
        case _:
            return list(results)


def _shown_moment(result: Result) -> datetime | None:
    """Return the moment behind the row's date, None if the note has none."""
    return result.chunk.created or result.chunk.modified
