"""A vault's knowledge graph: what notes link to, name by ``@name``, or have as properties.

Derived from the links and properties in the index, in a thread, once per index state: nothing is stored, so
nothing can be outdated. Entities read in notes by a language model, if the user had it read them, are added
if the note contains the name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import regex

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.stored_notes import StoredRevision
from vaultsearch.core.query.matching import flat_items
from vaultsearch.core.relations.mentions import is_specific, name_pattern, unique_paths
from vaultsearch.core.relations.vault_graph import WIKILINK, VaultGraph, VaultGraphs, linked_by_properties
from vaultsearch.core.text import fold_text, track_fences
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.note import NOTE_KINDS, StoredNote
from vaultsearch.core.values.relations import Entity, EntityKind, EntityRelation, ModelRelation

_WORDS = Path(__file__).with_name("entity_words.txt").read_text(encoding="utf-8").splitlines()
"""Words for each kind: names of folders, tags and properties, and values of properties for the kind."""
_KINDS = (line.partition(": ") for line in _WORDS)
_KIND_OF_WORD = {fold_text(word): EntityKind(kind) for kind, _, words in _KINDS for word in words.split()}
_KIND_PROPERTIES = frozenset(
    ["type", "kind", "class", "category", "categories", "typ", "art", "kategorie", "类型", "分类"]
)
_PERSON_SIGNS = ("🧑", "👤", "👩", "👨", "@")
_AT_NAME = regex.compile(r"(?<![\w@./:])@([\p{L}][\p{L}\p{M}\d_'-]+)")
_ADDRESS = regex.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_CODE = regex.compile(r"(`{1,3}).*?\1")
_MAX_NEIGHBORS = 8
_LIST_MARK = regex.compile(r"^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\|?")
_MAX_NAME_LENGTH, _MAX_RELATION_LENGTH = 80, 60
"""Maximum characters of a name, and of a relation that is no sentence."""
_MAX_LINES = 40
"""Maximum lines read from an answer: a small model may go on without end."""
_NO_RELATIONS = frozenset({"tags", "tag", "aliases", "alias", "cssclasses", "cssclass"})


def read_answer_lines(answer: str) -> list[tuple[str, ...]]:
    """Return the entities and relations in a model's answer; lines in any other form are dropped.

    A line is ``name | kind`` or ``name | relation | name``, with or without list or table marks.
    """
    read: dict[tuple[str, ...], None] = {}
    for line in answer.splitlines():
        fields = [" ".join(part.split()).strip("*_`\"“”„'") for part in _LIST_MARK.sub("", line).split("|")]
        while fields and not fields[-1]:  # a table row ends with a bar
            fields.pop()
        if len(fields) not in (2, 3) or not _is_short(fields[1], _MAX_RELATION_LENGTH):
            continue
        names = fields[::2]
        is_named = all(_is_short(name, _MAX_NAME_LENGTH) and is_specific(name) for name in names)
        # Small models put the kind between two names.
        is_kind = len(fields) == 3 and fields[1].lower() in tuple(EntityKind)
        if len(set(map(fold_text, names))) == len(names) and is_named and not is_kind:
            read[tuple(fields)] = None
    return list(read)[:_MAX_LINES]


def _is_short(text: str, longest: int) -> bool:
    return len(text) <= longest and any(map(str.isalpha, text))


def occurs_in_text(name: str, folded: str) -> bool:
    """Return whether a name occurs in a folded text as whole words."""
    # Most invented names are nowhere in the text, which is quicker to check.
    return fold_text(name.split(maxsplit=1)[0]) in folded and name_pattern(name).search(folded) is not None


@dataclass(frozen=True, slots=True)
class EntityReading:
    """The entities read in a note by a language model, and their relations; the note contains the names.

    Attributes:
        kinds: Kinds by entity name.
        relations: Subject, relation and object.
    """

    kinds: Mapping[str, EntityKind]
    relations: tuple[tuple[str, str, str], ...]

    @classmethod
    def of(cls, answer: str, note: StoredNote) -> EntityReading:
        """Read a model's answer about a note; names missing from the note are dropped."""
        folded = fold_text(f"{note.title}\n{note.text}")
        lines = read_answer_lines(answer)
        names = {name for line in lines for name in line[::2]}
        standing = {name for name in names if occurs_in_text(name, folded)}
        known = {kind.value: kind for kind in EntityKind if kind is not EntityKind.ADDRESS}
        kinds: dict[str, EntityKind] = {}
        relations: list[tuple[str, str, str]] = []
        for line in lines:
            if len(line) == 2 and line[0] in standing:
                kind = known.get(line[1].lower()) or _KIND_OF_WORD.get(fold_text(line[1]))
                kinds[line[0]] = kind or EntityKind.OTHER
            elif len(line) == 3 and line[0] in standing and line[2] in standing:
                relations.append((line[0], line[1], line[2]))
        for subject, _, thing in relations:
            for name in (subject, thing):
                kinds.setdefault(name, EntityKind.OTHER)
        return cls(kinds, tuple(relations))


@dataclass(slots=True)
class _Gathered:
    """An entity so far: spellings, notes, and relations."""

    written: Counter[str] = field(default_factory=Counter)
    notes: set[str] = field(default_factory=set)
    relations: dict[EntityRelation, None] = field(default_factory=dict)
    read_in: set[str] = field(default_factory=set)
    read_kinds: Counter[EntityKind] = field(default_factory=Counter)
    read_relations: dict[tuple[str, str, str, str], None] = field(default_factory=dict)
    """Subject key, relation, object key, note path."""
    is_person: bool = False
    is_address: bool = False


class EntityFinder:
    """Finds a corpus's entities, once per state of the index and of the model's readings."""

    def __init__(self, corpus: LanceCorpus, graphs: VaultGraphs) -> None:
        self._corpus, self._graphs = corpus, graphs
        self._latest: tuple[VaultGraph, Mapping[str, str], _WithNames] | None = None
        self._readings: dict[str, EntityReading] = {}

    async def __call__(self) -> tuple[Entity, ...]:
        """Return the entities, those in most notes first."""
        return (await self._derived())[0]

    async def by_note(self) -> Mapping[str, tuple[str, ...]]:
        """Map each note's path to the names of entities, including the note itself."""
        return (await self._derived())[1]

    async def _derived(self) -> _WithNames:
        graph = await self._graphs()
        answers = (await in_thread(self._corpus.model_texts.file.load))[TextKind.ENTITIES]
        latest = self._latest
        # Other model texts may have been written meanwhile: compare the answers by value.
        if latest is None or latest[0] is not graph or latest[1] != answers:
            readings: Mapping[str, EntityReading] = {}
            if answers:
                states = await self._corpus.notes.revisions()
                readings = await in_thread(self._read_all, graph, answers, states)
            latest = self._latest = graph, answers, await in_thread(_entities_with_names, graph, readings)
        return latest[2]

    def _read_all(
        self, graph: VaultGraph, answers: Mapping[str, str], states: Mapping[str, StoredRevision]
    ) -> dict[str, EntityReading]:
        """Return the readings of the notes as currently indexed, by path."""
        former, readings = self._readings, dict[str, EntityReading]()
        by_path: dict[str, EntityReading] = {}
        for path, note in graph.notes.items():
            key = states[path].content_hash if path in states else ""
            if key in answers:
                # Read once per text: most notes stay the same when the index changes. The title may contain a
                # name as well, and differs in a copy.
                known = f"{key} {note.title}"
                readings[known] = former.get(known) or EntityReading.of(answers[key], note)
                by_path[path] = readings[known]
        self._readings = readings
        return by_path


_WithNames: TypeAlias = "tuple[tuple[Entity, ...], Mapping[str, tuple[str, ...]]]"
"""The entities, and their names by note path."""


def _entities_with_names(graph: VaultGraph, readings: Mapping[str, EntityReading]) -> _WithNames:
    entities = entities_of(graph, readings)
    names: dict[str, list[str]] = defaultdict(list)
    for entity in entities:
        for path in dict.fromkeys((*(note.path for note in entity.notes), *filter(None, [entity.path]))):
            names[path] += (entity.name, *entity.aliases)
    return entities, {path: tuple(of_note) for path, of_note in names.items()}


def entities_of(graph: VaultGraph, readings: Mapping[str, EntityReading] | None = None) -> tuple[Entity, ...]:
    """Return the entities in notes, those in most notes first; needs a thread for thousands of notes.

    An entity's key is the note's path or, without a note, the folded name. ``readings`` are a language
    model's, by path.
    """
    gathered: dict[str, _Gathered] = defaultdict(_Gathered)
    keys_of_note: dict[str, set[str]] = {}
    people = _unique_people(graph)
    known = _noted_names(graph) | people if readings else {}
    for path, note in graph.notes.items():
        if note.kind in NOTE_KINDS and path not in graph.templates:
            keys_of_note[path] = set(_gather_note(graph, note, gathered, people))
            if readings and (reading := readings.get(path)) is not None:
                keys_of_note[path] |= _gather_read(reading, path, gathered, known)
    named = {
        key: graph.notes[key].title if key in graph.notes else entity.written.most_common(1)[0][0]
        for key, entity in gathered.items()
    }
    listed = {key for key in gathered if any(map(str.isalpha, named[key]))}  # a date is no entity
    beside: dict[str, Counter[str]] = defaultdict(Counter)
    for keys in keys_of_note.values():
        for key in keys & listed:
            beside[key].update(keys & listed - {key})
    made = [_make_entity(graph, key, gathered[key], named, beside[key]) for key in listed]
    return tuple(sorted(made, key=lambda entity: (-len(entity.notes), fold_text(entity.name))))


def _unique_people(graph: VaultGraph) -> dict[str, str]:
    """Map the unambiguous names of people with a note, and their first words, to the note's path."""
    paths: dict[str, set[str]] = defaultdict(set)
    for path, note in graph.notes.items():
        if note.kind in NOTE_KINDS and _kind_of_note(note) is EntityKind.PERSON:
            for name in (note.title, *note.aliases):
                plain = fold_text(name.lstrip("".join(_PERSON_SIGNS)).strip())
                paths[plain].add(path)
                paths[plain.partition(" ")[0]].add(path)
    paths.pop("", None)
    return unique_paths(paths)


def _noted_names(graph: VaultGraph) -> dict[str, str]:
    """Map the unambiguous titles and aliases of notes, folded, to the note's path."""
    paths: dict[str, set[str]] = defaultdict(set)
    for path, note in graph.notes.items():
        if note.kind in NOTE_KINDS and path not in graph.templates:
            for name in (note.title, *note.aliases):
                paths[fold_text(name.strip())].add(path)
    return unique_paths(paths)


def _gather_read(
    reading: EntityReading, path: str, gathered: dict[str, _Gathered], known: Mapping[str, str]
) -> set[str]:
    """Record a model's reading of a note, and return the keys; ``known`` maps names to note paths."""
    keys = {name: known.get(fold_text(name), fold_text(name)) for name in reading.kinds}
    # A note that names itself tells nothing.
    others = {name: key for name, key in keys.items() if key != path}
    for name, key in others.items():
        gathered[key].written[name] += 1
        gathered[key].read_in.add(path)
        gathered[key].read_kinds[reading.kinds[name]] += 1
    for subject, relation, thing in reading.relations:
        for name in (subject, thing):
            gathered[keys[name]].read_relations[keys[subject], relation, keys[thing], path] = None
    return set(others.values())


def _gather_note(
    graph: VaultGraph, note: StoredNote, gathered: dict[str, _Gathered], people: Mapping[str, str]
) -> Iterator[str]:
    """Record a note's entities, and yield their keys."""
    for link in graph.links.outgoing.get(note.path, ()):
        if (key := link.path or link.missing) is not None:
            gathered[key].written[PurePosixPath(link.link.target).name] += 1
            gathered[key].notes.add(note.path)
            yield key
    # Links come from the index; names and addresses are only in the text.
    for name, is_address in _named_in(note.text):
        # `@anna` is the note "Anna Smith" if the first name is unique.
        key = people.get(fold_text(name), fold_text(name)) if not is_address else name.lower()
        gathered[key].written[name] += 1
        gathered[key].notes.add(note.path)
        gathered[key].is_person |= not is_address
        gathered[key].is_address |= is_address
        yield key
    for name, key in linked_by_properties(graph, note):
        if fold_text(name) not in _NO_RELATIONS:
            gathered[key].relations[EntityRelation(name, graph.name(note.path))] = None


def _named_in(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the names after an @, and mail addresses, outside code."""
    if "@" not in text:
        return
    for line, is_fenced in track_fences(text.split("\n")):
        if "@" in line and not is_fenced:
            prose = _CODE.sub(" ", line)
            for match in _ADDRESS.finditer(prose):
                yield match.group(), True
            # In an address, the part after the @ is no person.
            for match in _AT_NAME.finditer(_ADDRESS.sub(" ", prose)):
                yield match[1].replace("_", " "), False


def _make_entity(
    graph: VaultGraph, key: str, gathered: _Gathered, named: Mapping[str, str], beside: Counter[str]
) -> Entity:
    note = graph.notes.get(key)
    if gathered.is_address:
        kind = EntityKind.ADDRESS
    else:
        kind = _kind_of_note(note) if note is not None else EntityKind.OTHER
        # The note itself does not tell; relations from other notes may.
        if kind is EntityKind.OTHER:
            # An author is a person; the majority decides, as a property's values may be of several kinds.
            properties = (fold_text(relation.property) for relation in gathered.relations)
            kinds = Counter(_KIND_OF_WORD.get(name, EntityKind.OTHER) for name in properties)
            most = kinds.most_common(1)[0][0] if kinds else EntityKind.OTHER
            kind = EntityKind.PERSON if gathered.is_person else most
        if kind is EntityKind.OTHER and gathered.read_kinds:
            kind = gathered.read_kinds.most_common(1)[0][0]
    nearest = sorted(beside.items(), key=lambda item: (-item[1], named[item[0]]))[:_MAX_NEIGHBORS]
    return Entity(
        named[key],
        kind,
        key if note is not None else None,
        note.aliases if note is not None else (),
        tuple(graph.name(path) for path in sorted((gathered.notes | gathered.read_in) - {key})),
        tuple(gathered.relations),
        tuple((named[other], count) for other, count in nearest),
        tuple(graph.name(path) for path in sorted(gathered.read_in - gathered.notes - {key})),
        tuple(
            ModelRelation(named[subject], relation, named[thing], graph.name(path))
            for subject, relation, thing, path in gathered.read_relations
        ),
    )


def _kind_of_note(note: StoredNote) -> EntityKind:
    """Return the kind told by a note's properties, tags, folders or the sign before the title."""
    if note.title.startswith(_PERSON_SIGNS):
        return EntityKind.PERSON
    values = (
        item
        for name, value in note.properties.items()
        if fold_text(name) in _KIND_PROPERTIES
        for item in flat_items(value)
        if isinstance(item, str)
    )
    names = (_last_part(WIKILINK.sub(r"\1", value)) for value in values)
    for words in (names, map(_last_part, note.tags), reversed(note.path.split("/")[:-1])):
        for word in words:
            if (kind := _KIND_OF_WORD.get(fold_text(word.strip("_-. 0123456789")))) is not None:
                return kind
    return EntityKind.OTHER


def _last_part(name: str) -> str:
    return name.rpartition("/")[2]


def entities_named(entities: Iterable[Entity], name: str) -> Sequence[Entity]:
    """Return the entities with a name or alias, ignoring case, else those whose name contains it."""
    sought, listed = fold_text(name.strip()), tuple(entities)
    names = [{*map(fold_text, (entity.name, entity.path or "", *entity.aliases))} for entity in listed]
    exact = [entity for entity, own in zip(listed, names, strict=True) if sought in own]
    return exact or [entity for entity in listed if sought in fold_text(entity.name)]
