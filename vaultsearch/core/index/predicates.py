"""Turns conditions into the index's SQL: the one place where values are escaped."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.filters import (
    AllOf,
    AnyOf,
    AtPath,
    AtPaths,
    DatedBetween,
    Filter,
    HasTag,
    InLanguages,
    Not,
    WithIds,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_DATE = "coalesce(created, modified)"


def sql(condition: Filter) -> str:
    """Write a condition as a DataFusion predicate over the columns of notes and passages."""
    match condition:
        case AllOf(parts):
            written = _joined(parts, " AND ", "true")
        case AnyOf(parts):
            written = _joined(parts, " OR ", "false")
        case Not(part):
            written = f"NOT {sql(part)}"
        case _:
            written = _single(condition)
    return f"({written})"


def _single(
    condition: HasTag | AtPath | AtPaths | WithIds | InLanguages | DatedBetween,
) -> str:
    match condition:
        case HasTag(tag):
            written = f"array_has(tags, {literal(tag.lstrip('#').rstrip('/').lower())})"
        case AtPath(path):
            written = f"path = {literal(path)}"
        case AtPaths(paths):
            written = is_in("path", sorted(paths))
        case WithIds(ids):
            written = is_in("id", sorted(ids))
        case InLanguages(languages):
            written = is_in("language", sorted(languages))
        case DatedBetween(start, end):
            written = _dated_between(start, end)
    return written


def is_in(column: str, values: Iterable[str]) -> str:
    """Write ``column IN (...)``; of no values, a predicate that never holds."""
    listed = ", ".join(literal(value) for value in values)
    return f"{column} IN ({listed})" if listed else "false"


def contains(column: str, text: str) -> str:
    """Write that a text stands in a column, letter for letter."""
    return f"contains({column}, {literal(text)})"


def literal(value: str) -> str:
    """Quote a text; a backslash means itself, and only the quote has to be doubled."""
    return "'" + value.replace("'", "''") + "'"


def _joined(parts: Iterable[Filter], word: str, empty: str) -> str:
    return word.join(sql(part) for part in parts) or empty


def _dated_between(start: datetime | None, end: datetime | None) -> str:
    since = f"{_DATE} >= {_moment(start)}" if start else "true"
    return since + (f" AND {_DATE} < {_moment(end)}" if end else "")


def _moment(value: datetime) -> str:
    return f"to_timestamp_micros({round(value.astimezone(UTC).timestamp() * 1_000_000)})"
