"""Write conditions as the index's SQL, the only place escaping values, or evaluate them over rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from functools import reduce
from typing import TYPE_CHECKING, Any

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
    OfKind,
    WithIds,
)
from vaultsearch.core.text import fold_case, lower_text
from vaultsearch.core.values.times import LONGEST_PERIOD

if TYPE_CHECKING:
    import pyarrow as pa

# `created` is the date that a note gives itself; files without one count by their last change.
_DATE = "coalesce(created, modified)"
_SECOND = 1_000_000


def write_sql(condition: Filter) -> str:
    """Write a condition as a DataFusion predicate over note and passage columns."""
    match condition:
        case AllOf(parts):
            written = " AND ".join(map(write_sql, parts)) or "true"
        case AnyOf(parts):
            written = " OR ".join(map(write_sql, parts)) or "false"
        case Not(part):
            written = f"NOT {write_sql(part)}"
        case _:
            written = _single_condition_sql(condition)
    return f"({written})"


def _single_condition_sql(
    condition: HasTag | AtPath | AtPaths | WithIds | InLanguages | OfKind | DatedBetween,
) -> str:
    match condition:
        case HasTag(tag):
            bare = tag.lstrip("#").rstrip("/")
            # As `tags_of` may have stored it, lowered or caseless: straße and STRASSE. Parents of nested tags
            # are stored beside them, so that exact comparison finds them, too.
            forms = dict.fromkeys((lower_text(bare), fold_case(bare)))
            held = (f"array_has(tags, {quote_literal(form)})" for form in forms)
            written = f"({' OR '.join(held)})"
        case AtPath(path):
            written = f"path = {quote_literal(path)}"
        case AtPaths(paths):
            # Sorted, as the predicate is the key of caches, too.
            written = is_in("path", sorted(paths))
        case WithIds(ids):
            written = is_in("id", sorted(ids))
        case InLanguages(languages):
            written = is_in("language", sorted(languages))
        case OfKind(kind):
            written = f"kind = {quote_literal(kind)}"
        case DatedBetween(start, end):
            written = "true"
            if start:
                # A note's period may last until then, as read by `last_moment`.
                begins, days = "cast(created AS bigint)", f"cast(created AS bigint) % {15 * 60 * _SECOND}"
                last = f"{begins} + {days} * {24 * 3600 * _SECOND} + {12 * 3600 * _SECOND}"
                # Of no date, nothing would be known, and so of the opposite.
                is_dated = f"created IS NOT NULL AND {days} BETWEEN 1 AND {LONGEST_PERIOD}"
                lasts = f"({is_dated} AND {last} >= {_to_micros(start)})"
                written = f"({_DATE} >= to_timestamp_micros({_to_micros(start)}) OR {lasts})"
            written += f" AND {_DATE} < to_timestamp_micros({_to_micros(end)})" if end else ""
    return written


_FEW_NOTES = 16
SPELT_OTHERWISE = "ßıςſ"
"""Letters in lower-case tags that other spellings may lack: `tag:STRASSE` is #straße."""


def tags_of_notes(condition: Filter, crowded: Mapping[str, Collection[str]]) -> Filter:
    """Extend each tag in a condition by ``crowded`` notes (tags by path) whose rows lack the tag."""
    match condition:
        case HasTag(tag):
            sought = fold_case(tag.lstrip("#").rstrip("/"))
            paths = frozenset(path for path, tags in crowded.items() if sought in map(fold_case, tags))
            return AnyOf((condition, AtPaths(paths))) if paths else condition
        case AllOf(parts) | AnyOf(parts):
            return type(condition)(tuple(tags_of_notes(part, crowded) for part in parts))
        case Not(part):
            return Not(tags_of_notes(part, crowded))
        case _:
            return condition


def is_in(column: str, values: Iterable[str]) -> str:
    """Write ``column IN (...)``; for no values, a predicate that never holds."""
    listed = ", ".join(quote_literal(value) for value in values)
    return f"{column} IN ({listed})" if listed else "false"


def of_notes(paths: Collection[str]) -> str:
    """Write the condition for notes' passages; of few notes, the index over ids takes a fifth of the time."""
    ids = (f"id >= {quote_literal(path + ':')} AND id < {quote_literal(path + ';')}" for path in paths)
    by_ids = f"({' OR '.join(ids)}) AND " if 0 < len(paths) <= _FEW_NOTES else ""
    return by_ids + is_in("path", paths)


def quote_literal(value: str) -> str:
    """Quote a text; backslashes mean themselves, and only quotes must be doubled."""
    return "'" + value.replace("'", "''") + "'"


def _to_micros(value: datetime) -> int:
    return round(value.astimezone(UTC).timestamp() * _SECOND)


def split_places(where: Filter) -> tuple[Filter, Filter]:
    """Split a condition into a part for the index and a part that only names places."""
    # DataFusion takes long for a list of thousands of paths; Arrow looks them up in a hash table.
    parts = where.parts if isinstance(where, AllOf) else (where,)
    naming = tuple(part for part in parts if _names_places(part))
    return AllOf(tuple(part for part in parts if part not in naming)), AllOf(naming)


def _names_places(where: Filter) -> bool:
    match where:
        case AtPaths() | WithIds():
            return True
        case Not(part):
            return _names_places(part)
        case AllOf(parts) | AnyOf(parts):
            return all(map(_names_places, parts))
        case _:
            return False


def row_mask(where: Filter, rows: pa.Table) -> Any:
    """Return a mask of rows with the columns ``id`` and ``path`` for a condition that only names places."""
    import pyarrow as pa
    import pyarrow.compute as pc

    match where:
        case AtPaths(paths):
            return pc.is_in(rows["path"], pa.array(paths, pa.string()))
        case WithIds(ids):
            return pc.is_in(rows["id"], pa.array(ids, pa.string()))
        case Not(part):
            return pc.invert(row_mask(part, rows))
        case AllOf(parts) | AnyOf(parts):
            # Without parts, the one holds for everything, the other for nothing, as in SQL above.
            is_all = isinstance(where, AllOf)
            first = pa.array([is_all] * len(rows), pa.bool_())
            return reduce(pc.and_ if is_all else pc.or_, (row_mask(part, rows) for part in parts), first)
        case _:
            raise TypeError(where)
