"""The arrangement of results in a list: their order, the rows that lead a note, the folded ones."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.values.search import Result

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


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The order, and whether passages are grouped by note; notes in ``unfolded`` show all their passages."""

    order: Order = Order.RELEVANCE
    grouped: bool = False
    unfolded: frozenset[str] = frozenset()


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
    ordered = _ordered(results, arrangement.order)
    if arrangement.grouped:
        return tuple(_grouped(ordered, arrangement.unfolded))
    by_relevance = arrangement.order is Order.RELEVANCE
    doubtful = _first_doubtful(ordered) if by_relevance else None
    paths = [None, *(result.chunk.path for result in ordered)]
    return tuple(
        Row(result, paths[i] != result.chunk.path, less_likely=i == doubtful)
        for i, result in enumerate(ordered)
    )


def _ordered(results: Sequence[Result], order: Order) -> list[Result]:
    match order:
        case Order.DATE:
            return sorted(results, key=lambda found: _moment(found) or _NEVER, reverse=True)
        case Order.OLDEST:
            return sorted(results, key=lambda found: _moment(found) or _LAST)
        case Order.TITLE:
            return sorted(results, key=lambda found: (found.chunk.title.casefold(), found.chunk.path))
        case _:
            return list(results)


def _moment(result: Result) -> datetime | None:
    """Return the moment whose day the row shows, None if the note has none."""
    return result.chunk.created or result.chunk.modified


def _grouped(results: Sequence[Result], unfolded: frozenset[str]) -> Iterable[Row]:
    notes: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        notes[result.chunk.path].append(result)
    return chain.from_iterable(_note_rows(found, path in unfolded) for path, found in notes.items())


def _note_rows(found: Sequence[Result], unfolded: bool) -> list[Row]:
    first, others = found[0], found[1:]
    rows = [Row(first, leads=True, others=len(others), unfolded=unfolded and bool(others))]
    return rows + [Row(result, leads=False, beneath=True) for result in others if unfolded]


def _first_doubtful(results: Sequence[Result]) -> int | None:
    """Return the index from which on no result is likely; None if that is the first, or there is none."""
    first = len(results)
    while first and (likely := results[first - 1].likely) is not None and likely < _LIKELY:
        first -= 1
    return first if 0 < first < len(results) else None
