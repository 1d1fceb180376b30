"""The knowledge graph of a vault: what notes link to, name by ``@name``, have as properties, or hang beneath.

It is made of the links and properties in the index, in a thread, once for each state of it: nothing of it is
stored, so nothing of it can be out of date. What a language model read in notes, if the user had it read
them, joins it as far as the names stand in the notes.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

import regex

from vaultsearch.core.index.model_texts import ModelTexts
from vaultsearch.core.query.matching import items
from vaultsearch.core.relations.mentions import is_specific, name_pattern
from vaultsearch.core.relations.vault_graph import LINK, linked_by_properties
from vaultsearch.core.text import fold, with_fences
from vaultsearch.core.threads import giving_way, in_thread, in_turn
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.relations import Entity, EntityKind, EntityRelation, ModelRelation

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.tables.stored_notes import StoredRevision
    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
    from vaultsearch.core.values.note import StoredNote
    from vaultsearch.core.values.relations import NoteName

T = TypeVar("T")

_KIND_WORDS = {
    EntityKind.PERSON: "people person persons contact contacts author authors director directors"
    " musician musicians actor actors cast artist artists host hosts guest guests friend friends family"
    " attendees leute personen menschen kontakt kontakte autor autoren freunde familie"
    " gast 人物 人 联系人 作者 导演 演员 朋友",
    EntityKind.PLACE: "place places loc location locations city cities country countries ort orte stadt"
    " städte land länder 地点 地方 城市 国家",
    EntityKind.ORGANIZATION: "organization organizations organisation organisations org company"
    " companies firm firms publisher maker firma firmen organisationen unternehmen verein verlag"
    " 公司 组织 机构 出版社",
    EntityKind.EVENT: "event events meeting meetings trip trips conference conferences termin"
    " termine treffen reise reisen ereignis ereignisse 事件 会议 活动 旅行",
    EntityKind.WORK: "book books movie movies film films show shows album albums podcast podcasts"
    " game games buch bücher filme spiel spiele 书 书籍 电影 专辑 播客 游戏",
}
"""Words for each kind, as names of folders, tags and properties, and as values of those that say a kind."""
_KIND_OF_WORD = {fold(word): kind for kind, words in _KIND_WORDS.items() for word in words.split()}
_KIND_PROPERTIES = frozenset(
    ["type", "kind", "class", "category", "categories", "typ", "art", "kategorie", "类型", "分类"]
)
_PERSON_SIGNS = ("🧑", "👤", "👩", "👨", "@")
_AT_NAME = regex.compile(r"(?<![\w@./:])@([\p{L}][\p{L}\p{M}\d_'-]+)")
_ADDRESS = regex.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_CODE = regex.compile(r"(`+).*?\1")
_MOST_BESIDE = 8
_LIST_MARK = regex.compile(r"^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\|?")
_LONGEST_NAME, _LONGEST_RELATION = 80, 60
"""Characters of a name, and of a relation, that is no sentence."""
_MOST_LINES = 40
"""Lines of an answer that are read: a small model may go on without end."""
_NO_RELATIONS = frozenset({"tags", "tag", "aliases", "alias", "cssclasses", "cssclass"})


def read_lines(answer: str) -> list[tuple[str, ...]]:
    """Return the entities and relations of a model's answer; lines of any other form are dropped.

    A line is ``name | kind`` or ``name | relation | name``, with or without the marks of a list or a table.
    """
    read: dict[tuple[str, ...], None] = {}
    for line in answer.splitlines():
        fields = [" ".join(part.split()).strip("*_`\"“”„'") for part in _LIST_MARK.sub("", line).split("|")]
        while fields and not fields[-1]:  # a row of a table ends with a bar
            fields.pop()
        if _is_entity(fields) or _is_relation(fields):
            read[tuple(fields)] = None
    return list(read)[:_MOST_LINES]


def _is_entity(fields: Sequence[str]) -> bool:
    return len(fields) == 2 and _is_name(fields[0]) and _is_short(fields[1], _LONGEST_RELATION)


def _is_relation(fields: Sequence[str]) -> bool:
    if len(fields) != 3 or fold(fields[0]) == fold(fields[2]):
        return False
    # A small model puts the kind between two names.
    is_kind = fields[1].lower() in tuple(EntityKind)
    is_short = _is_short(fields[1], _LONGEST_RELATION)
    return _is_name(fields[0]) and _is_name(fields[2]) and is_short and not is_kind


def _is_name(name: str) -> bool:
    return _is_short(name, _LONGEST_NAME) and is_specific(name)


def _is_short(text: str, longest: int) -> bool:
    return len(text) <= longest and any(map(str.isalpha, text))


def stands_in(name: str, folded: str) -> bool:
    """Return whether a name stands in a folded text, as words of it."""
    # Most names that a model invents are nowhere in the text, which takes less time to see.
    return fold(name.split(maxsplit=1)[0]) in folded and name_pattern(name).search(folded) is not None


@dataclass(frozen=True, slots=True)
class Reading:
    """The entities that a language model read in a note, and their relations; the names stand in the note.

    Attributes:
        kinds: The kind of each entity, by its name.
        relations: Subject, relation and object.
    """

    kinds: Mapping[str, EntityKind]
    relations: tuple[tuple[str, str, str], ...]

    @classmethod
    def of(cls, answer: str, note: StoredNote) -> Reading:
        """Read a model's answer about a note; a name that does not stand there is dropped."""
        folded = fold(f"{note.title}\n{note.text}")
        lines = read_lines(answer)
        names = {name for line in lines for name in line[::2]}
        standing = {name for name in names if stands_in(name, folded)}
        kinds: dict[str, EntityKind] = {}
        relations: list[tuple[str, str, str]] = []
        for line in lines:
            if len(line) == 2 and line[0] in standing:
                kinds[line[0]] = _kind_of_word(line[1])
            elif len(line) == 3 and line[0] in standing and line[2] in standing:
                relations.append((line[0], line[1], line[2]))
        for subject, _, thing in relations:
            for name in (subject, thing):
                kinds.setdefault(name, EntityKind.OTHER)
        return cls(kinds, tuple(relations))


def _kind_of_word(word: str) -> EntityKind:
    known = {kind.value: kind for kind in EntityKind if kind is not EntityKind.ADDRESS}
    return known.get(word.lower()) or _KIND_OF_WORD.get(fold(word), EntityKind.OTHER)


@dataclass(slots=True)
class _Gathered:
    """An entity so far: its spellings, the notes that speak of it, and its relations."""

    written: Counter[str] = field(default_factory=Counter)
    notes: set[str] = field(default_factory=set)
    relations: dict[EntityRelation, None] = field(default_factory=dict)
    read_in: set[str] = field(default_factory=set)
    read_kinds: Counter[EntityKind] = field(default_factory=Counter)
    read_relations: dict[tuple[str, str, str, str], None] = field(default_factory=dict)
    """Key of the subject, relation, key of the object, path of the note."""
    is_person: bool = False
    is_address: bool = False


class EntityFinder:
    """Finds the entities of one corpus, once for each state of the index and of what a model read in it."""

    def __init__(self, corpus: LanceCorpus, graphs: VaultGraphs) -> None:
        self._corpus, self._graphs = corpus, graphs
        self._texts = ModelTexts(corpus.path)
        self._latest: tuple[VaultGraph, Mapping[str, str], _WithNames] | None = None
        self._readings: dict[str, Reading] = {}

    async def __call__(self) -> tuple[Entity, ...]:
        """Return the entities, those of most notes first."""
        return (await self._derived())[0]

    async def by_note(self) -> Mapping[str, tuple[str, ...]]:
        """Map the path of each note to the names of what it speaks of, itself included."""
        return (await self._derived())[1]

    async def _derived(self) -> _WithNames:
        graph = await self._graphs()
        answers = (await in_thread(self._texts.load))[TextKind.ENTITIES]
        latest = self._latest
        # Other texts may have been written meanwhile: equal answers are others then, but no reason.
        if latest is None or latest[0] is not graph or latest[1] != answers:
            readings = await self._read(graph, answers) if answers else {}
            latest = self._latest = graph, answers, await in_thread(_with_names, graph, readings)
        return latest[2]

    async def _read(self, graph: VaultGraph, answers: Mapping[str, str]) -> Mapping[str, Reading]:
        """Return the readings of the notes as they are indexed now, by path."""
        states = await self._corpus.notes.revisions()
        return await in_thread(self._read_all, graph, answers, states)

    def _read_all(
        self, graph: VaultGraph, answers: Mapping[str, str], states: Mapping[str, StoredRevision]
    ) -> dict[str, Reading]:
        former, readings = self._readings, dict[str, Reading]()
        by_path: dict[str, Reading] = {}
        for path, note in graph.notes.items():
            key = states[path].content_hash if path in states else ""
            if key in answers:
                # Read once for each text: most notes are as they were when the index changes. The title, in
                # which a name may stand as well, is another one in a copy.
                known = f"{key} {note.title}"
                readings[known] = former.get(known) or Reading.of(answers[key], note)
                by_path[path] = readings[known]
        self._readings = readings
        return by_path


_WithNames: TypeAlias = "tuple[tuple[Entity, ...], Mapping[str, tuple[str, ...]]]"
"""The entities, and the names of those of each note, by its path."""


def _with_names(graph: VaultGraph, readings: Mapping[str, Reading]) -> _WithNames:
    entities = entities_of(graph, readings)
    names: dict[str, list[str]] = defaultdict(list)
    for entity in entities:
        for path in dict.fromkeys((*(note.path for note in entity.notes), *filter(None, [entity.path]))):
            names[path] += (entity.name, *entity.aliases)
    return entities, {path: tuple(of_note) for path, of_note in names.items()}


def entities_of(graph: VaultGraph, readings: Mapping[str, Reading] | None = None) -> tuple[Entity, ...]:
    """Return what notes speak of, those of most notes first; slow enough for thousands of notes for a thread.

    An entity is known by the path of its note or, without one, by its folded name. ``readings`` are those of
    a language model, by path.
    """
    gathered: dict[str, _Gathered] = defaultdict(_Gathered)
    keys_of_note: dict[str, set[str]] = {}
    people = _people(graph)
    known = _noted_names(graph) | people if readings else {}
    for path, note in graph.notes.items():
        if note.kind in NOTE_KINDS and path not in graph.templates:
            keys_of_note[path] = set(_gather(graph, note, gathered, people))
            if readings and (reading := readings.get(path)) is not None:
                keys_of_note[path] |= _gather_read(reading, path, gathered, known)
    named = {key: _name(graph, key, of_key) for key, of_key in gathered.items()}
    listed = {key for key in gathered if any(map(str.isalpha, named[key]))}  # a date is none
    beside: dict[str, Counter[str]] = defaultdict(Counter)
    for keys in keys_of_note.values():
        for key in keys & listed:
            beside[key].update(keys & listed - {key})
    made = [_entity(graph, key, gathered[key], named, beside[key]) for key in listed]
    return tuple(sorted(made, key=lambda entity: (-len(entity.notes), fold(entity.name))))


def _people(graph: VaultGraph) -> dict[str, str]:
    """Map the names of people with a note, and their first words, to its path, if one alone has them."""
    paths: dict[str, set[str]] = defaultdict(set)
    for path, note in graph.notes.items():
        if note.kind in NOTE_KINDS and _kind(note) is EntityKind.PERSON:
            for name in (note.title, *note.aliases):
                plain = fold(name.lstrip("".join(_PERSON_SIGNS)).strip())
                paths[plain].add(path)
                paths[plain.partition(" ")[0]].add(path)
    return {name: next(iter(those)) for name, those in paths.items() if name and len(those) == 1}


def _noted_names(graph: VaultGraph) -> dict[str, str]:
    """Map the folded titles and aliases of notes to its path, if one alone has them."""
    paths: dict[str, set[str]] = defaultdict(set)
    for path, note in graph.notes.items():
        if note.kind in NOTE_KINDS and path not in graph.templates:
            for name in (note.title, *note.aliases):
                paths[fold(name.strip())].add(path)
    return {name: next(iter(those)) for name, those in paths.items() if len(those) == 1}


def _gather_read(
    reading: Reading, path: str, gathered: dict[str, _Gathered], known: Mapping[str, str]
) -> set[str]:
    """Note what a model read in a note, and return the keys; ``known`` maps names to the paths of notes."""
    keys = {name: known.get(fold(name), fold(name)) for name in reading.kinds}
    # A note that names itself says nothing of the note.
    others = {name: key for name, key in keys.items() if key != path}
    for name, key in others.items():
        gathered[key].written[name] += 1
        gathered[key].read_in.add(path)
        gathered[key].read_kinds[reading.kinds[name]] += 1
    for subject, relation, thing in reading.relations:
        for name in (subject, thing):
            gathered[keys[name]].read_relations[keys[subject], relation, keys[thing], path] = None
    return set(others.values())


def _gather(
    graph: VaultGraph, note: StoredNote, gathered: dict[str, _Gathered], people: Mapping[str, str]
) -> Iterator[str]:
    """Note what a note speaks of, and yield the keys."""
    for link in graph.links.outgoing.get(note.path, ()):
        if (key := link.path or link.missing) is not None:
            gathered[key].written[PurePosixPath(link.link.target).name] += 1
            gathered[key].notes.add(note.path)
            yield key
    # Links come from the index, names and addresses from the text: the index does not know these.
    for name, is_address in _named_in(note.text):
        # `@anna` is the note "Anna Smith" if no other person has that first name.
        key = people.get(fold(name), fold(name)) if not is_address else name.lower()
        gathered[key].written[name] += 1
        gathered[key].notes.add(note.path)
        gathered[key].is_person |= not is_address
        gathered[key].is_address |= is_address
        yield key
    for name, key in linked_by_properties(graph, note):
        if fold(name) not in _NO_RELATIONS:
            gathered[key].relations[EntityRelation(name, graph.name(note.path))] = None


def _named_in(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the names behind an @, and the addresses of mail, outside of code."""
    if "@" not in text:
        return
    for line, is_fenced in with_fences(text.split("\n")):
        if "@" in line and not is_fenced:
            prose = _CODE.sub(" ", line)
            for match in _ADDRESS.finditer(prose):
                yield match.group(), True
            # The part behind the @ of an address is no name of a person.
            for match in _AT_NAME.finditer(_ADDRESS.sub(" ", prose)):
                yield match[1].replace("_", " "), False


def _name(graph: VaultGraph, key: str, gathered: _Gathered) -> str:
    return graph.notes[key].title if key in graph.notes else gathered.written.most_common(1)[0][0]


def _entity(
    graph: VaultGraph, key: str, gathered: _Gathered, named: Mapping[str, str], beside: Counter[str]
) -> Entity:
    note = graph.notes.get(key)
    if gathered.is_address:
        kind = EntityKind.ADDRESS
    else:
        kind = _kind(note) if note is not None else EntityKind.OTHER
        # The note itself says nothing; how others speak of it may.
        if kind is EntityKind.OTHER:
            kind = EntityKind.PERSON if gathered.is_person else _kind_by_relations(gathered.relations)
        if kind is EntityKind.OTHER and gathered.read_kinds:
            kind = gathered.read_kinds.most_common(1)[0][0]
    nearest = sorted(beside.items(), key=lambda item: (-item[1], named[item[0]]))[:_MOST_BESIDE]
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


def _kind(note: StoredNote) -> EntityKind:
    """Return the kind that a note's properties, tags, folders or the sign before its title say."""
    if note.title.startswith(_PERSON_SIGNS):
        return EntityKind.PERSON
    for words in (_values_of_kind(note), map(_last, note.tags), reversed(note.path.split("/")[:-1])):
        for word in words:
            if (kind := _KIND_OF_WORD.get(fold(word.strip("_-. 0123456789")))) is not None:
                return kind
    return EntityKind.OTHER


def _kind_by_relations(relations: Iterable[EntityRelation]) -> EntityKind:
    """Return the kind that the properties say whose value an entity is: an author is a person."""
    # The majority decides: the values of one property may be of several kinds.
    kinds = Counter(_KIND_OF_WORD.get(fold(relation.property), EntityKind.OTHER) for relation in relations)
    return kinds.most_common(1)[0][0] if kinds else EntityKind.OTHER


def _values_of_kind(note: StoredNote) -> Iterator[str]:
    for name, value in note.properties.items():
        if fold(name) in _KIND_PROPERTIES:
            for item in items(value):
                if isinstance(item, str):
                    yield _last(LINK.sub(r"\1", item))


def _last(name: str) -> str:
    return name.rpartition("/")[2]


def named(entities: Iterable[Entity], name: str) -> Sequence[Entity]:
    """Return the entities with a name or alias, else those whose name holds it, without case."""
    sought, listed = fold(name.strip()), tuple(entities)
    exact = [
        entity for entity in listed if sought in map(fold, (entity.name, entity.path or "", *entity.aliases))
    ]
    return exact or [entity for entity in listed if sought in fold(entity.name)]


_ABOVE = frozenset(["up", "parent", "parents", "above", "übergeordnet", "上级", "父级"])
"""Folded names of the properties that name the notes above."""
_FOLDER_NOTES = ("index", "_index")
"""Names of a folder's note, besides the folder's own."""
_MAP_TAGS = frozenset(["moc", "map", "index", "hub"])
_MAP_TITLE = regex.compile(r"\bmocs?\b|\bmaps? of content\b|^∑|索引$", regex.IGNORECASE)
_FEWEST_LINKS = 3
"""Links of a map of content."""

Parents = dict[str, dict[str, None]]
_ParentsWithNames: TypeAlias = "tuple[Parents, Mapping[str, tuple[str, ...]]]"


class Derived(Generic[T]):
    """A value that ``make`` derives from the graph of one corpus: in a thread, once for each state of it."""

    def __init__(self, graphs: Callable[[], Awaitable[VaultGraph]], make: Callable[[VaultGraph], T]) -> None:
        self._graphs, self._make = graphs, make
        self._making: tuple[VaultGraph, asyncio.Task[T]] | None = None

    async def __call__(self) -> tuple[VaultGraph, T]:
        """Return the graph as it is now, and the value derived from it."""
        graph = await self._graphs()
        # Shared while it is made: two notes visited in turn had it made twice, at the same time.
        if self._making is None or self._making[0] is not graph or _failed(self._making[1]):
            self._making = graph, asyncio.ensure_future(in_turn(self._make, graph))
        return graph, await asyncio.shield(self._making[1])


def _failed(making: asyncio.Task[T]) -> bool:
    return making.done() and (making.cancelled() or making.exception() is not None)


class HierarchyFinder:
    """Finds what hangs beneath what in one corpus, once for each state of the index."""

    def __init__(self, graphs: VaultGraphs) -> None:
        self._derived = Derived(graphs, _parents_with_names)

    async def above(self, path: str) -> tuple[NoteName, ...]:
        """Return the note above the one at a path, the one above that and so on, the topmost first."""
        graph, (parents, _) = await self._derived()
        way = [path]
        # Notes may hang beneath each other, which must not go round for ever.
        while nearest := next((each for each in parents.get(way[-1], ()) if each not in way), None):
            way.append(nearest)
        return tuple(graph.name(each) for each in reversed(way[1:]) if each in graph.notes)

    async def by_note(self) -> Mapping[str, tuple[str, ...]]:
        """Map the path of each note to the names of all notes above it, the nearest first."""
        return (await self._derived())[1][1]


def _parents_with_names(graph: VaultGraph) -> _ParentsWithNames:
    parents = parents_of(graph)
    names = {}
    for path in giving_way(parents):
        above = dict.fromkeys(parents[path])
        for nearer in above_in_turn(path, parents):
            above.setdefault(nearer)
        notes = (graph.notes[each] for each in above)
        names[path] = tuple(dict.fromkeys(name for note in notes for name in _names(note)))
    return parents, names


def _names(note: StoredNote) -> tuple[str, ...]:
    return note.title, PurePosixPath(note.path).stem, *note.aliases


def above_in_turn(path: str, parents: Mapping[str, Mapping[str, None]]) -> list[str]:
    """List all notes above one, the nearest first; where notes hang beneath each other, each once."""
    order = [path]
    for each in order:
        order += [above for above in parents.get(each, ()) if above not in order]
    return order[1:]


def parents_of(graph: VaultGraph) -> Parents:
    """Map each note that hangs beneath others to those right above it: of properties, folders, then maps."""
    parents: Parents = defaultdict(dict)
    by_folded_path = {fold(path): path for path in graph.notes}
    of_folder = cache(lambda folder: _folder_notes(folder, by_folded_path))
    for path, note in giving_way(graph.notes.items()):
        if note.kind not in NOTE_KINDS or path in graph.templates:
            continue
        for target in _above_by_properties(graph, note):
            parents[path][target] = None
        # The note that stands for the folder or, of a folder's note, for the folder above it.
        folders = (path[:end] for end in range(len(path) - 1, 0, -1) if path[end] == "/")
        above = (each for folder in folders for each in of_folder(folder) if each != path)
        for nearest in islice(above, 1):
            parents[path][nearest] = None
    for path, note in giving_way(graph.notes.items()):
        targets = graph.links.targets(path)
        if len(targets) >= _FEWEST_LINKS and _is_map(note):
            for target in targets:
                # Of two maps that link to each other, neither is above the other because of it.
                if path not in parents.get(target, ()) and target not in parents.get(path, ()):
                    parents[target][path] = None
    return parents


def _above_by_properties(graph: VaultGraph, note: StoredNote) -> Iterator[str]:
    # Looked at first: few notes have such a property, and to resolve the links of all took most of the time.
    if any(fold(name) in _ABOVE for name in note.properties):
        for name, target in linked_by_properties(graph, note):
            if fold(name) in _ABOVE and target in graph.notes and target != note.path:
                yield target


def _folder_notes(folder: str, by_folded_path: Mapping[str, str]) -> list[str]:
    """List the notes that stand for a folder: inside of it or beside it, as the plugins for them have it."""
    inside = (f"{folder}/{name}.md" for name in (folder.rpartition("/")[2], *_FOLDER_NOTES))
    notes = (by_folded_path.get(fold(path)) for path in (*inside, f"{folder}.md"))
    return [path for path in notes if path is not None]


def _is_map(note: StoredNote) -> bool:
    """Return whether a note is a map of content, by a tag or its title."""
    tags = {fold(tag.rpartition("/")[2]) for tag in note.tags}
    return bool(tags & _MAP_TAGS) or _MAP_TITLE.search(note.title) is not None
