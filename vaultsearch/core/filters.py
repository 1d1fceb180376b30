"""Conditions on passages, asked before anything is ranked; the corpus alone turns them into SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from datetime import datetime

Filter: TypeAlias = (
    "HasTag | AtPath | AtPaths | WithIds | InLanguages | DatedBetween | AllOf[Filter] | AnyOf[Filter]"
    " | Not[Filter]"
)
Part_co = TypeVar("Part_co", covariant=True)


@dataclass(frozen=True, slots=True)
class HasTag:
    """The note carries this tag or one beneath it (``a`` also means ``a/b``), in any case."""

    tag: str


@dataclass(frozen=True, slots=True)
class AtPath:
    """The passage is of the note at exactly this path."""

    path: str


@dataclass(frozen=True, slots=True)
class AtPaths:
    """The passage is of one of the notes at these paths; of none, never."""

    paths: frozenset[str]


@dataclass(frozen=True, slots=True)
class WithIds:
    """It is one of these passages; of none, never."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class InLanguages:
    """The passage is in one of these languages, by code; "" is one that could not be told."""

    languages: frozenset[str]


@dataclass(frozen=True, slots=True)
class DatedBetween:
    """The note's date, its own or else when it was modified, is ``start`` or later and before ``end``."""

    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class AllOf(Generic[Part_co]):
    """Every one of the parts holds; of no parts, always."""

    parts: tuple[Part_co, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Generic[Part_co]):
    """At least one of the parts holds; of no parts, never."""

    parts: tuple[Part_co, ...]


@dataclass(frozen=True, slots=True)
class Not(Generic[Part_co]):
    """The part does not hold."""

    part: Part_co
