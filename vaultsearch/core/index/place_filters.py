"""Conditions that name notes and passages one by one, decided in memory.

As SQL, a list of thousands takes LanceDB longer to read than to decide.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from vaultsearch.core.filters import AllOf, AnyOf, AtPaths, Filter, Not, WithIds

if TYPE_CHECKING:
    import pyarrow as pa


def parted(where: Filter) -> tuple[Filter, Filter]:
    """Part a condition in two that must both hold: what the index decides, and what only names places."""
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


def held(where: Filter, rows: pa.Table) -> pa.Table:
    """Give the rows, with the columns ``id`` and ``path``, for which a condition holds that names places."""
    return rows.filter(_mask(where, rows))


def _mask(where: Filter, rows: pa.Table) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    match where:
        case AtPaths(paths):
            return pc.is_in(rows["path"], pa.array(paths, pa.string()))
        case WithIds(ids):
            return pc.is_in(rows["id"], pa.array(ids, pa.string()))
        case Not(part):
            return pc.invert(_mask(part, rows))
        case AllOf(parts):
            every = pa.array([True] * len(rows), pa.bool_())
            return reduce(pc.and_, (_mask(part, rows) for part in parts), every)
        case AnyOf(parts):
            none = pa.array([False] * len(rows), pa.bool_())
            return reduce(pc.or_, (_mask(part, rows) for part in parts), none)
        case _:
            raise TypeError(where)
