"""Turns conditions into the index's SQL: the one place where values are escaped."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from vaultsearch.core.filters import AllOf, AnyOf, AtPath, Filter, HasTag, ModifiedBetween, Not, UnderFolder


def sql(condition: Filter) -> str:
    """Write a condition as a DataFusion predicate over the columns of notes and passages."""
    match condition:
        case HasTag(tag):
            return f"array_has(tags, {literal(tag.lstrip('#').rstrip('/').lower())})"
        case AtPath(path):
            return f"path = {literal(path)}"
        case UnderFolder(folder):
            prefix = folder.strip("/")
            return f"starts_with(path, {literal(prefix + '/')})" if prefix else "true"
        case ModifiedBetween(after, before):
            ends = [f"modified >= {_moment(after)}" if after else "", f"modified < {_moment(before)}" if before else ""]
            return " AND ".join(end for end in ends if end) or "true"
        case AllOf(parts):
            return _joined(parts, " AND ", "true")
        case AnyOf(parts):
            return _joined(parts, " OR ", "false")
        case Not(part):
            return f"(NOT ({sql(part)}))"


def is_in(column: str, values: Iterable[str]) -> str:
    """Write ``column IN (...)``; of no values, a predicate that never holds."""
    listed = ", ".join(literal(value) for value in values)
    return f"{column} IN ({listed})" if listed else "false"


def literal(value: str) -> str:
    """Quote a text; a backslash means itself, and only the quote has to be doubled."""
    return "'" + value.replace("'", "''") + "'"


def _joined(parts: Iterable[Filter], word: str, empty: str) -> str:
    written = word.join(f"({sql(part)})" for part in parts)
    return f"({written})" if written else empty


def _moment(value: datetime) -> str:
    return f"to_timestamp_micros({round(value.astimezone(UTC).timestamp() * 1_000_000)})"
