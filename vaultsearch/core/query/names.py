"""The names for queries in a vault, each with a count of notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime  # noqa: TC003 - read when names are read from a file
from typing import TYPE_CHECKING
from unicodedata import category, normalize

from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.query.conditions import ConditionPlace
from vaultsearch.core.query.lookup import LinkNames
from vaultsearch.core.query.matching import property_texts
from vaultsearch.core.text import fold_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vaultsearch.core.values.note import StoredNote

NULL_VALUE = "null"
"""The query's word for a property without a value."""

_MAX_NAME_LENGTH = 80
"""Maximum characters of a proposed name."""


@dataclass(frozen=True, slots=True)
class CountedName:
    """A name as written, and the number of notes with it."""

    name: str
    folded: str
    count: int


class NameCounter:
    """Counts notes by name, ignoring case; the first spelling seen is kept."""

    def __init__(self) -> None:
        self._written: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def add(self, names: Iterable[str]) -> None:
        """Count a note with these names, except names beyond the query syntax."""
        # A dictionary, so that a note with a name twice counts once.
        for key, name in {
            _share_equal(name.casefold(), name): name for name in map(_name_on_line, names) if name
        }.items():
            self._written.setdefault(key, name)
            self._counts[key] += 1

    def named(self) -> tuple[CountedName, ...]:
        """Return the names by descending count, then by name."""
        names = [
            CountedName(name, _share_equal(fold_text(name), name), self._counts[key])
            for key, name in self._written.items()
        ]
        return tuple(sorted(names, key=lambda name: (-name.count, name.folded, name.name)))


@dataclass(frozen=True, slots=True)
class QueryNames:
    """The operands of each operator, the properties, and the values of each property.

    Attributes:
        names: Operands by operator.
        values: Values by case-folded property name.
        dates: Dates of the notes, ascending.
    """

    names: dict[ConditionPlace, tuple[CountedName, ...]] = field(default_factory=dict)
    properties: tuple[CountedName, ...] = ()
    values: dict[str, tuple[CountedName, ...]] = field(default_factory=dict)
    dates: tuple[datetime, ...] = ()

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> QueryNames:
        """Count the names in the notes; slow for thousands of notes."""
        tallies = {place: NameCounter() for place in (*_NAMES_OF, ConditionPlace.LINK)}
        properties, links = NameCounter(), LinkNames(notes)
        values: dict[str, NameCounter] = {}
        for note in notes:
            # Not `LinkNames.of`, which would cache the names of all notes.
            # `link:` matches whole names; of a path, only the last part is proposed.
            last_parts = (name for name in links.named(note) if "/" not in name)
            tallies[ConditionPlace.LINK].add(
                n for n in last_parts if n == n.strip("[]").removesuffix(".md") == " ".join(n.split())
            )
            for place, names_of in _NAMES_OF.items():
                tallies[place].add(names_of(note))
            # A query can express no other property's name.
            properties.add(n for n in note.properties if '"' not in n and n == " ".join(n.split()))
            for name, value in note.properties.items():
                held, exact = ([NULL_VALUE], []) if value is None else property_texts(value)
                written = [text for text in (*held, *exact) if value is None or text.strip() != NULL_VALUE]
                values.setdefault(normalize("NFC", name).casefold(), NameCounter()).add(written)
        return cls(
            {place: tally.named() for place, tally in tallies.items()},
            properties.named(),
            {name: tally.named() for name, tally in values.items()},
            tuple(sorted(note.date for note in notes)),
        )


def languages_named(notes: Mapping[str, int]) -> QueryNames:
    """Return languages as names; ``notes`` counts notes by code. Name and code can both be typed."""
    languages = [
        CountedName(name, fold_text(f"{name} {code}"), notes[code])
        for code, name in LANGUAGE_NAMES.items()
        if notes.get(code)
    ]
    return QueryNames(
        {ConditionPlace.LANG: tuple(sorted(languages, key=lambda name: (-name.count, name.name)))}
    )


async def no_names(_place: ConditionPlace = ConditionPlace.TOPIC) -> Mapping[str, Sequence[str]]:
    """Return no names for any note."""
    return {}


def vault_names(place: ConditionPlace, names: Mapping[str, Iterable[str]]) -> QueryNames:
    """Return the names given to notes by the vault as a whole; ``names`` lists each note's by path."""
    tally = NameCounter()
    for of_note in names.values():
        tally.add(of_note)
    return QueryNames({place: tally.named()})


def _share_equal(first: str, other: str) -> str:
    """Return ``other`` if it equals ``first``, so that only a single copy stays in memory."""
    return other if first == other else first


def folders_of(note: StoredNote) -> list[str]:
    """List the folders around a note, the topmost first."""
    parts = normalize("NFC", note.path).split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]


def _file_stem(note: StoredNote) -> str:
    name = note.path.rpartition("/")[2]
    return _share_equal(name.rpartition(".")[0] or name, note.title)


def tags_of(note: StoredNote) -> list[str]:
    """List a note's tags, except tags beyond the query syntax."""
    return [tag for tag in note.tags if tag and tag == tag.strip("#/") == " ".join(tag.split())]


_NAMES_OF: dict[ConditionPlace, Callable[[StoredNote], Iterable[str]]] = {
    ConditionPlace.TAG: tags_of,
    ConditionPlace.PATH: folders_of,
    ConditionPlace.FILE: lambda note: [_file_stem(note)],
    ConditionPlace.TITLE: lambda note: [note.title],
    ConditionPlace.HEADING: lambda note: [heading.text for heading in note.named_headings],
    ConditionPlace.TYPE: lambda note: [note.kind],
}


def _name_on_line(name: str) -> str:
    """Return a name on a single line, or "" if it is too long to display or has control characters."""
    line = _share_equal(" ".join(normalize("NFC", name).split()), name)
    # Neither control characters nor lone surrogates can be typed; most names have no odd sign at all.
    untyped = not name.isprintable() and any(
        category(letter) in ("Cc", "Cs") for letter in name if letter not in "\t\r\n"
    )
    return "" if untyped or len(line) > _MAX_NAME_LENGTH else line
