"""Values of the knowledge graph of a vault: whom and what its notes speak of, and how these are related."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.relations import NoteName


class EntityKind(StrEnum):
    """Kind of an entity, as the vault says by a folder, a tag or a property."""

    PERSON = "person"
    PLACE = "place"
    ORGANIZATION = "organization"
    EVENT = "event"
    WORK = "work"
    ADDRESS = "address"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class EntityRelation:
    """A note whose ``property`` has an entity as its value, as a book has its author."""

    property: str
    note: NoteName


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something that notes speak of.

    Attributes:
        name: Its note's title or, without a note, as it is written most.
        path: That of its own note, None if there is none.
        aliases: Its note's other names.
        notes: Those that link to it or name it by ``@name``, by path; its own note is not among them.
        relations: The notes that have it as a property's value.
        beside: The names of the entities that the same notes speak of, with the number of notes.
    """

    name: str
    kind: EntityKind
    path: str | None
    aliases: tuple[str, ...]
    notes: tuple[NoteName, ...]
    relations: tuple[EntityRelation, ...] = ()
    beside: tuple[tuple[str, int], ...] = ()
