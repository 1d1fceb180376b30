"""Filters on passages, applied before ranking; only the index translates them to SQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeAlias, TypeVar

Filter: TypeAlias = (
    "HasTag | AtPath | AtPaths | WithIds | InLanguages | OfKind | DatedBetween | AllOf[Filter]"
    " | AnyOf[Filter] | Not[Filter]"
)
Part_co = TypeVar("Part_co", covariant=True)


@dataclass(frozen=True, slots=True)
class HasTag:
    """The note has this tag or a nested tag (``a`` includes ``a/b``), ignoring case."""

    tag: str


@dataclass(frozen=True, slots=True)
class AtPath:
    """The passage belongs to the note at exactly this path."""

    path: str


@dataclass(frozen=True, slots=True)
class AtPaths:
    """The passage belongs to any note at these paths; without paths, never."""

    paths: frozenset[str]


@dataclass(frozen=True, slots=True)
class WithIds:
    """The passage has any of these ids; without ids, never."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class InLanguages:
    """The passage's language is any of these codes; "" is undetermined."""

    languages: frozenset[str]


@dataclass(frozen=True, slots=True)
class OfKind:
    """The passage belongs to a file of this kind, such as ``pdf``."""

    kind: str


@dataclass(frozen=True, slots=True)
class DatedBetween:
    """The note's date (its own, else the modification date) is in the half-open interval [start, end).

    A week, month, quarter or year matches if any day in it does.
    """

    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class AllOf(Generic[Part_co]):
    """All parts hold; without parts, always. Shared with the query language's conditions."""

    parts: tuple[Part_co, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Generic[Part_co]):
    """At least one part holds; without parts, never."""

    parts: tuple[Part_co, ...]


@dataclass(frozen=True, slots=True)
class Not(Generic[Part_co]):
    """The part does not hold."""

    part: Part_co
