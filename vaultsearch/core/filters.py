"""Filters on passages, applied before ranking; translated to SQL by the index only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from datetime import datetime

Filter: TypeAlias = (
    "HasTag | AtPath | AtPaths | WithIds | InLanguages | OfKind | DatedBetween | AllOf[Filter]"
    " | AnyOf[Filter] | Not[Filter]"
)
Part_co = TypeVar("Part_co", covariant=True)


@dataclass(frozen=True, slots=True)
class HasTag:
    """The note has this tag or one beneath it (``a`` includes ``a/b``), ignoring case."""

    tag: str


@dataclass(frozen=True, slots=True)
class AtPath:
    """The passage belongs to the note at exactly this path."""

    path: str


@dataclass(frozen=True, slots=True)
class AtPaths:
    """The passage belongs to one of the notes at these paths; of none, never."""

    paths: frozenset[str]


@dataclass(frozen=True, slots=True)
class WithIds:
    """The passage is one of these; of none, never."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class InLanguages:
    """The passage is in one of these languages, by code; "" is undetermined."""

    languages: frozenset[str]


@dataclass(frozen=True, slots=True)
class OfKind:
    """The passage belongs to a file of this kind, such as ``pdf``."""

    kind: str


@dataclass(frozen=True, slots=True)
class DatedBetween:
    """The note's date (its own, else the modification date) is in the half-open interval [start, end).

    A week, month, quarter or year is, if one of its days is.
    """

    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class AllOf(Generic[Part_co]):
    """Every part holds; of no parts, always. Shared with the conditions of the query language."""

    parts: tuple[Part_co, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Generic[Part_co]):
    """At least one part holds; of no parts, never."""

    parts: tuple[Part_co, ...]


@dataclass(frozen=True, slots=True)
class Not(Generic[Part_co]):
    """The part does not hold."""

    part: Part_co
