"""The names for queries in a vault, each with a count of notes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from unicodedata import category, normalize

from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.query.conditions import Condition, ConditionPlace, Equals, HasProperty, Holds, Within
from vaultsearch.core.query.lookup import LinkNames
from vaultsearch.core.query.matching import property_texts, values_of
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.note import StoredNote, are_named_alike, differing_notes
from vaultsearch.core.vault.links import notes_linking_otherwise

NULL_VALUE = "null"
"""The query's word for a property without a value."""

_MAX_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class CountedName:
    """A name as written, and the number of notes with it."""

    name: str
    folded: str
    count: int


class NameCounter:
    """Counts notes by name, ignoring case; the first spelling seen is kept."""

    def __init__(self) -> None:
        self._changes: Counter[str] = Counter()
        self._spelled: tuple[CountedName, ...] = ()
        self._named: tuple[CountedName, ...] = ()

    def add(self, names: Iterable[str], notes: int = 1) -> None:
        """Count notes with these names, except names beyond the query syntax; -1 for a note that is gone."""
        # A dictionary, so that a note with a name twice counts once.
        lines: dict[str, str] = {}
        for name in names:
            line = _share_equal(" ".join(normalize("NFC", name).split()), name)
            # Neither control characters nor lone surrogates can be typed; most names have no odd sign at all.
            untyped = not name.isprintable() and any(
                category(letter) in ("Cc", "Cs") for letter in name if letter not in "\t\r\n"
            )
            if line and not untyped and len(line) <= _MAX_NAME_LENGTH:
                lines[line.casefold()] = line
        for line in lines.values():
            self._changes[line] += notes

    def named(self) -> tuple[CountedName, ...]:
        """Return the names by descending count, then by name."""
        if any(self._changes.values()):
            spelled = {each.name: each for each in self._spelled}
            for name, change in self._changes.items():
                known = spelled.get(name) or CountedName(name, _share_equal(fold_text(name), name), 0)
                spelled[name] = CountedName(name, known.folded, known.count + change)
            self._spelled = tuple(each for each in spelled.values() if each.count)
            spellings: dict[str, list[CountedName]] = {name.casefold(): [] for name in self._changes}
            for each in self._spelled:
                if (key := each.name.casefold()) in spellings:
                    spellings[key].append(each)
            kept = (each for each in self._named if each.name.casefold() not in spellings)
            names = (
                replace(first, count=first.count + sum(other.count for other in others)) if others else first
                for first, *others in filter(None, spellings.values())
            )
            self._named = tuple(sorted((*kept, *names), key=lambda n: (-n.count, n.folded, n.name)))
        self._changes.clear()
        return self._named


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


class NameCounts:
    """The names in a vault's notes; after a change, the changed notes alone are counted."""

    def __init__(self) -> None:
        self.names = QueryNames()
        self._counters: defaultdict[tuple[str, str], NameCounter] = defaultdict(NameCounter)

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> NameCounts:
        """Count the names in the notes; slow for thousands of notes."""
        return cls.renewed((), cls(), notes)

    @classmethod
    def renewed(
        cls, former: Sequence[StoredNote], table: NameCounts, notes: Sequence[StoredNote]
    ) -> NameCounts:
        """Count the names of changed notes in ``table``, which has those of the ``former`` ones."""
        gone, new = differing_notes(former, notes)
        changed = [(note, -1) for note in gone] + [(note, 1) for note in new]
        for note, by in changed:
            for kind, names in _names_in(note):
                table._counters[kind].add(names, by)
        before, now = ({n.path: [(x.kind, x.target) for x in n.links] for n in each} for each in (gone, new))
        if before != now or not are_named_alike(gone, new):
            # Links in other notes may lead elsewhere now.
            others = notes_linking_otherwise(gone, new, [note for note in notes if note.path not in now])
            for of_all, linking, by in (former, [*gone, *others], -1), (notes, [*new, *others], 1):
                links = LinkNames(of_all, linking if len(linking) < len(of_all) else None)
                for note in linking:
                    # Not `LinkNames.of`, which would cache all names. Only a path's last part is proposed.
                    linked = (name for name in links.named(note) if "/" not in name)
                    names = (
                        n for n in linked if n == n.strip("[]").removesuffix(".md") == " ".join(n.split())
                    )
                    table._counters[ConditionPlace.LINK, ""].add(names, by)
        named = {kind: counter.named() for kind, counter in table._counters.items()}
        table.names = QueryNames(
            {place: named.get((place, ""), ()) for place in (*_NAMES_OF, ConditionPlace.LINK)},
            named.get((_PROPERTIES, ""), ()),
            {name: names for (place, name), names in named.items() if place == _VALUES and names},
            tuple(sorted(note.date for note in notes)),
        )
        return table


def languages_named(notes: Mapping[str, int]) -> QueryNames:
    """Return languages as names; ``notes`` counts notes by code. Name and code can both be typed."""
    languages = [
        CountedName(name, fold_text(f"{name} {code}"), notes[code])
        for code, name in LANGUAGE_NAMES.items()
        if notes.get(code)
    ]
    languages.sort(key=lambda name: (-name.count, name.name))
    return QueryNames({ConditionPlace.LANG: tuple(languages)})


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


_PROPERTIES, _VALUES = "properties", "values"


def names_like(name: str, names: Iterable[str]) -> list[str]:
    """Return names that were probably meant by one that no note has: by other accents, longer, or a slip."""
    from rapidfuzz.distance import OSA

    sought = fold_text(name)
    spellings = {each.casefold(): each for each in names}
    folded = {each: fold_text(each) for each in sorted(spellings.values(), key=len)}
    reach = min(len(sought) // 3, 2)
    return (
        [each for each, form in folded.items() if form == sought]
        or [each for each, form in folded.items() if len(sought) > 1 and sought in form]
        or [each for each, form in folded.items() if OSA.distance(sought, form, score_cutoff=reach) <= reach]
    )


def names_beside(condition: Condition, notes: Iterable[StoredNote]) -> tuple[str, list[str]]:
    """Return a condition's name, and all names that the notes have there; "" for other conditions."""
    match condition:
        case Within(place, Holds(text)) if names_of := _NAMES_OF.get(place):
            return text.strip("#/"), [name for note in notes for name in names_of(note)]
        case HasProperty(name, value, None):
            own = [each for note in notes for each in values_of(note.properties, name)]
            if not own:
                return name, [each for note in notes for each in note.properties]
            if isinstance(value, Holds | Equals):
                return value.text, [text for each in own for texts in property_texts(each) for text in texts]
    return "", []


def _names_in(note: StoredNote) -> Iterator[tuple[tuple[str, str], Iterable[str]]]:
    """Yield a note's names by place and, for values, by property; not those of linked notes."""
    for place, names_of in _NAMES_OF.items():
        yield (place, ""), names_of(note)
    # A query can express no other property's name.
    named = (name for name in note.properties if '"' not in name and name == " ".join(name.split()))
    yield (_PROPERTIES, ""), named
    for name, value in note.properties.items():
        held, exact = ([NULL_VALUE], []) if value is None else property_texts(value)
        written = [text for text in (*held, *exact) if value is None or text.strip() != NULL_VALUE]
        yield (_VALUES, normalize("NFC", name).casefold()), written
