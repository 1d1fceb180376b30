"""The arrangement of results in a list: their order, the rows that lead a note, the folded ones."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from vaultsearch.gui.rows.columns import sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.values.query import PropertyCell, SortKey
    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.rows.columns import Column

_LIKELY = 0.2
"""The least likelihood to answer of a passage among the best answers."""
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
    """The order by a column; ``cells`` are the notes' properties, by path and name."""

    column: Column
    descending: bool = False
    cells: Mapping[str, Mapping[str, PropertyCell]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The order, and whether passages are grouped by note; notes in ``unfolded`` show all their passages.

    ``by_column`` is set if the order is that of a column.
    """

    order: Order = Order.RELEVANCE
    grouped: bool = False
    unfolded: frozenset[str] = frozenset()
    by_column: ColumnOrder | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A result as a row of the list.

    Attributes:
        leads: the row shows its note's title.
        others: the number of further passages of its note, in a grouped list.
        unfolded: these passages follow.
        beneath: the row is one of them.
        less_likely: the row is the first of those less likely to answer; a line above it says so.
    """

    result: Result
    leads: bool
    others: int = 0
    unfolded: bool = False
    beneath: bool = False
    less_likely: bool = False


def arranged(results: Sequence[Result], arrangement: Arrangement) -> tuple[Row, ...]:
    """Arrange results, which come best first."""
    ordered = _ordered(results, arrangement)
    if arrangement.grouped:
        return tuple(_grouped(ordered, arrangement.unfolded))
    by_relevance = arrangement.order is Order.RELEVANCE
    doubtful = _first_doubtful(ordered) if by_relevance else None
    paths = [None, *(result.chunk.path for result in ordered)]
    return tuple(
        Row(result, paths[i] != result.chunk.path, less_likely=i == doubtful)
        for i, result in enumerate(ordered)
    )


def _ordered(results: Sequence[Result], arrangement: Arrangement) -> list[Result]:
    match arrangement.order:
        case Order.DATE:
            return sorted(results, key=lambda result: _moment(result) or _NEVER, reverse=True)
        case Order.OLDEST:
            return sorted(results, key=lambda result: _moment(result) or _LAST)
        case Order.TITLE:
            return sorted(results, key=lambda result: (result.chunk.title.casefold(), result.chunk.path))
        case Order.COLUMN if arrangement.by_column is not None:
            return _by_column(results, arrangement.by_column)
        case _:
            return list(results)


def _moment(result: Result) -> datetime | None:
    """Return the moment whose day the row shows, None if the note has none."""
    return result.chunk.created or result.chunk.modified


def _by_column(results: Sequence[Result], order: ColumnOrder) -> list[Result]:
    """Sort by a column; equal ones stay best first, and those without a value come last, either way."""
    known: list[tuple[SortKey, Result]] = []
    missing: list[Result] = []
    for result in results:
        chunk = result.chunk
        key = sort_key(chunk, order.column, order.cells.get(chunk.path, {}))
        if key is None:
            missing.append(result)
        else:
            known.append((key, result))
    known.sort(key=itemgetter(0), reverse=order.descending)
    return [result for _, result in known] + missing


def _grouped(results: Sequence[Result], unfolded: frozenset[str]) -> Iterable[Row]:
    notes: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        notes[result.chunk.path].append(result)
    return chain.from_iterable(
        _note_rows(results_of_note, path in unfolded) for path, results_of_note in notes.items()
    )


def _note_rows(results_of_note: Sequence[Result], unfolded: bool) -> list[Row]:
    first, others = results_of_note[0], results_of_note[1:]
    rows = [Row(first, leads=True, others=len(others), unfolded=unfolded and bool(others))]
    return rows + [Row(result, leads=False, beneath=True) for result in others if unfolded]


def _first_doubtful(results: Sequence[Result]) -> int | None:
    """Return the index from which on no result is likely; None if that is the first, or there is none."""
    first = len(results)
    while first and (probability := results[first - 1].probability) is not None and probability < _LIKELY:
        first -= 1
    return first if 0 < first < len(results) else None
