"""Turns conditions into the index's SQL: the one place where values are escaped."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, AnyOf, AtPath, Filter, HasTag, ModifiedBetween, Not, UnderFolder

if TYPE_CHECKING:
    from collections.abc import Iterable


def sql(condition: Filter) -> str:
    """Write a condition as a DataFusion predicate over the columns of notes and passages."""
    match condition:
        case HasTag(tag):
            written = f"array_has(tags, {literal(tag.lstrip('#').rstrip('/').lower())})"
        case AtPath(path):
            written = f"path = {literal(path)}"
        case UnderFolder(folder):
            prefix = folder.strip("/")
            written = f"starts_with(path, {literal(prefix + '/')})" if prefix else "true"
        case ModifiedBetween(after, before):
            since = f"modified >= {_moment(after)}" if after else "true"
            written = since + (f" AND modified < {_moment(before)}" if before else "")
        case AllOf(parts):
            written = _joined(parts, " AND ", "true")
        case AnyOf(parts):
            written = _joined(parts, " OR ", "false")
        case Not(part):
            written = f"NOT {sql(part)}"
    return f"({written})"


def is_in(column: str, values: Iterable[str]) -> str:
    """Write ``column IN (...)``; of no values, a predicate that never holds."""
    listed = ", ".join(literal(value) for value in values)
    return f"{column} IN ({listed})" if listed else "false"


def literal(value: str) -> str:
    """Quote a text; a backslash means itself, and only the quote has to be doubled."""
    return "'" + value.replace("'", "''") + "'"


def _joined(parts: Iterable[Filter], word: str, empty: str) -> str:
    return word.join(sql(part) for part in parts) or empty


def _moment(value: datetime) -> str:
    return f"to_timestamp_micros({round(value.astimezone(UTC).timestamp() * 1_000_000)})"
