"""Queries to learn from, made of what a vault holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.query.conditions import Place
from vaultsearch.core.query.grammar import written
from vaultsearch.core.query.narrowing import condition_of
from vaultsearch.core.values.query import Example, FacetKind, Teaching

if TYPE_CHECKING:
    from vaultsearch.core.query.names import Named, QueryNames

_SHORT = 24
_ANYWHERE = (
    Example(Teaching.DATED, 'after:"last month"'),
    Example(Teaching.PHRASE, '"these very words"'),
    Example(Teaching.WITHOUT, "-draft"),
    Example(Teaching.TASK, 'task-todo:""'),
    Example(Teaching.EITHER, "(bread OR cake)"),
)


def examples(known: QueryNames) -> tuple[Example, ...]:
    """Give one example for each thing to learn; what is most frequent in the vault first."""
    tag = _first(known.names.get(Place.TAG, ()))
    folder = _first(known.names.get(Place.PATH, ()))
    name = _first(known.properties)
    own = (
        Example(Teaching.TAG, condition_of(FacetKind.TAG, tag)) if tag else None,
        Example(Teaching.FOLDER, f"path:{written(folder)}") if folder else None,
        Example(Teaching.PROPERTY, f"[{name}]") if name else None,
    )
    found = [one for one in own if one is not None]
    # What is learnt from the vault's own names alternates with what holds everywhere.
    both = [one for pair in zip(found, _ANYWHERE, strict=False) for one in pair]
    return (*both, *_ANYWHERE[len(found) :])


def _first(names: tuple[Named, ...]) -> str:
    """Give the most frequent name that is short enough for a line, "" where there is none."""
    return next((one.name for one in names if len(one.name) <= _SHORT and not set("[]:") & set(one.name)), "")
