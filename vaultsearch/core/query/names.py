"""What a query can name in a vault, each with the number of notes that have it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from unicodedata import category, normalize

from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.query.conditions import Place
from vaultsearch.core.query.lookup import LinkNames
from vaultsearch.core.query.matching import texts
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from vaultsearch.core.index.stored_notes import StoredNote

NULL = "null"
"""How a query writes a property's value that says nothing."""

_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it is written, and how many notes have it."""

    name: str
    folded: str
    count: int


class Tally:
    """Counts the notes that have a name; names that differ in case are one, written as first met."""

    def __init__(self) -> None:
        self._written: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def add(self, names: Iterable[str]) -> None:
        """Count one note that has these names; those that no query can write are left out."""
        for key, name in {name.casefold(): name for name in map(_plain, names) if name}.items():
            self._written.setdefault(key, name)
            self._counts[key] += 1

    def named(self) -> tuple[Named, ...]:
        """Give the names, those of most notes first, then by name."""
        found = [Named(name, fold(name), self._counts[key]) for key, name in self._written.items()]
        return tuple(sorted(found, key=lambda one: (-one.count, one.folded, one.name)))


@dataclass(frozen=True, slots=True)
class QueryNames:
    """The names that can be asked for after an operator, the properties, and the values of each.

    ``values`` are by the property's name without case, ``dates`` those of the notes, the earliest first.
    """

    names: dict[Place, tuple[Named, ...]] = field(default_factory=dict)
    properties: tuple[Named, ...] = ()
    values: dict[str, tuple[Named, ...]] = field(default_factory=dict)
    dates: tuple[datetime, ...] = ()

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> QueryNames:
        """Count what the notes hold. Takes a while for thousands of them."""
        tallies = {place: Tally() for place in (*_NAMES_OF, Place.LINK)}
        properties, links = Tally(), LinkNames(notes)
        values: dict[str, Tally] = {}
        for note in notes:
            tallies[Place.LINK].add(filter(_is_link_name, links.of(note)))
            for place, names_of in _NAMES_OF.items():
                tallies[place].add(names_of(note))
            properties.add(filter(_writable, note.properties))
            for name, value in note.properties.items():
                values.setdefault(normalize("NFC", name).casefold(), Tally()).add(_values(value))
        return cls(
            {place: tally.named() for place, tally in tallies.items()},
            properties.named(),
            {name: tally.named() for name, tally in values.items()},
            tuple(sorted(note.date for note in notes)),
        )


def languages_named(notes: Mapping[str, int]) -> QueryNames:
    """Give the names of languages, given by code with the notes that hold some; either can be typed."""
    found = [
        Named(name, fold(f"{name} {code}"), notes[code])
        for code, name in LANGUAGE_NAMES.items()
        if notes.get(code)
    ]
    return QueryNames({Place.LANG: tuple(sorted(found, key=lambda one: (-one.count, one.name)))})


def _folders(note: StoredNote) -> list[str]:
    return [str(folder) for folder in PurePosixPath(note.path).parents if folder.name]


def _tags(note: StoredNote) -> list[str]:
    return [tag for tag in note.tags if tag == tag.strip("#/") == " ".join(tag.split())]


_NAMES_OF: dict[Place, Callable[[StoredNote], Iterable[str]]] = {
    Place.TAG: _tags,
    Place.PATH: _folders,
    Place.FILE: lambda note: [PurePosixPath(note.path).stem],
    Place.TITLE: lambda note: [note.title],
    Place.HEADING: lambda note: [heading.text for heading in note.headings],
}


def _is_link_name(name: str) -> bool:
    """Tell whether ``link:`` can be asked for this; the ends of paths are, their folders left out."""
    return "/" not in name and name == name.strip("[]").removesuffix(".md") == " ".join(name.split())


def _writable(name: str) -> bool:
    """Tell whether a query can write this as a property's name."""
    return '"' not in name and name == " ".join(name.split())


def _values(value: Any) -> list[str]:
    if value is None:
        return [NULL]
    held, exact = texts(value)
    return [text for text in (*held, *exact) if text.strip() != NULL]


def _plain(name: str) -> str:
    """Give a name on one line; "" for one that is too long to choose by, or holds what nobody types."""
    line = " ".join(normalize("NFC", name).split())
    untyped = any(category(letter) in ("Cc", "Cs") for letter in name if letter not in "\t\r\n")
    return "" if untyped or len(line) > _LONGEST else line
