"""Values that join notes: links, duplicates, topics, and the entities several notes mention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class NoteName:
    """A note by path and title."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class ActiveNote:
    """The note open in Obsidian, and when Obsidian recorded that, in seconds since the epoch."""

    path: str
    title: str
    noted_at: float


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note related to another: ``score`` is 0 to 1, ``reasons`` are sentences, strongest first.

    ``heading_path`` and ``line`` locate the passage on the same subject here, ``own_line`` in the other note;
    None without such passages.
    """

    path: str
    title: str
    score: float
    reasons: tuple[str, ...]
    heading_path: tuple[str, ...] = ()
    line: int | None = None
    own_line: int | None = None
    date: date = date.min


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference from a note to another.

    Attributes:
        path: The note at the other end, linking or linked; None for an unresolved link.
        written: The target or name as written.
        line: The reference's 1-based line.
        text: The surrounding sentence or line.
    """

    path: str | None
    title: str
    written: str
    line: int
    heading_path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """The links to and from a note, and mentions without a link.

    Attributes:
        outgoing: Links that resolve.
        unresolved: Links that do not.
        common_names: The note's names found in too many notes to count as mentions.
    """

    note: NoteName
    backlinks: tuple[Reference, ...]
    outgoing: tuple[Reference, ...]
    unresolved: tuple[Reference, ...]
    mentions: tuple[Reference, ...]
    common_names: tuple[str, ...] = ()

    @property
    def groups(self) -> dict[str, tuple[Reference, ...]]:
        """The references by the name of their field, in the order of lists."""
        names = ("backlinks", "outgoing", "unresolved", "mentions")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class LinkSuggestion:
    """Another note's name in a note's text, which is no link.

    Attributes:
        text: The name as written.
        line: The 1-based line.
        link: The link to write instead.
        heading_path: The headings above it.
        line_text: The whole line.
    """

    text: str
    line: int
    path: str
    title: str
    link: str
    heading_path: tuple[str, ...] = ()
    line_text: str = ""


@dataclass(frozen=True, slots=True)
class NoteSuggestions:
    """Links and tags a note may lack, likeliest first."""

    note: NoteName
    mentions: tuple[LinkSuggestion, ...]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnresolvedTarget:
    """A link target resolving to no note, and references, whose ``path`` is never None."""

    target: str
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """Notes without links in either direction, and the vault's unresolved links."""

    orphans: tuple[NoteName, ...]
    unresolved: tuple[UnresolvedTarget, ...]


@dataclass(frozen=True, slots=True)
class DuplicatePassage:
    """A passage with a near duplicate in another note; lines are 1-based and inclusive.

    ``similarity`` is the share of text (0 to 1) in common with the group's most similar passage.
    """

    path: str
    title: str
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    similarity: float
    text: str


@dataclass(frozen=True, slots=True)
class DuplicateSet:
    """Near-duplicate passages in two or more notes."""

    passages: tuple[DuplicatePassage, ...]


@dataclass(frozen=True, slots=True)
class NoteSummary:
    """A note's most representative sentences, one per line; None if the index has none.

    ``by_model`` has two or three sentences by a language model, None if it was not asked.
    """

    note: NoteName
    text: str | None
    by_model: str | None = None


class EntityKind(StrEnum):
    """An entity's kind, according to the vault's folders, tags or properties; else, as read by a model."""

    PERSON = "person"
    PLACE = "place"
    ORGANIZATION = "organization"
    EVENT = "event"
    WORK = "work"
    ADDRESS = "address"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class EntityRelation:
    """A note whose ``property`` has an entity as value, as a book has an author."""

    property: str
    note: NoteName


@dataclass(frozen=True, slots=True)
class ModelRelation:
    """A relation between two entities, as read by a language model in ``note``.

    The note contains both names; the relation is only the model's word.
    """

    subject: str
    relation: str
    object: str
    note: NoteName


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something notes mention.

    Attributes:
        name: The title of the entity's note or, without a note, the most frequent spelling.
        path: The path of the entity's note, or None.
        aliases: That note's other names.
        notes: Notes linking to it, naming it by ``@name`` or holding the name, by path; without its own note.
        relations: Notes having it as a property value.
        beside: The names of entities in the same notes, with the number of notes.
        model_notes: Those in ``notes`` that neither link to it nor name it by ``@name``: a language model
            read it there.
        model_relations: Relations to others, as read by a language model.
    """

    name: str
    kind: EntityKind
    path: str | None
    aliases: tuple[str, ...]
    notes: tuple[NoteName, ...]
    relations: tuple[EntityRelation, ...] = ()
    beside: tuple[tuple[str, int], ...] = ()
    model_notes: tuple[NoteName, ...] = ()
    model_relations: tuple[ModelRelation, ...] = ()


@dataclass(frozen=True, slots=True)
class VaultTopic:
    """Notes joined by links, tags and meaning.

    Attributes:
        number: Stays the same, like the label, while the topic keeps most notes.
        label: Up to three terms from the notes, joined by commas.
        notes: All notes, including subtopics', most central first.
        children: The subtopics; a note may be in none.
        summary: Sentences by a language model on what the notes have in common, "" if it was not asked, or
            they have changed since.
    """

    number: int
    label: str
    notes: tuple[NoteName, ...]
    children: tuple[VaultTopic, ...] = ()
    summary: str = ""

    @property
    def path(self) -> str:
        """Return the most central note's path, by which a group knows the vault."""
        return self.notes[0].path


@dataclass(frozen=True, slots=True)
class TopicPassage:
    """A passage saying what a topic is about; ``line`` is the first, 1-based."""

    path: str
    title: str
    heading_path: tuple[str, ...]
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MapDot:
    """A note on the map: place, topic number, 0 for none, and number of linked notes."""

    path: str
    title: str
    x: float
    y: float
    topic: int
    links: int


@dataclass(frozen=True, slots=True)
class VaultMap:
    """A vault's notes, arranged by how they relate.

    Attributes:
        links: Pairs of linked dots, by index.
        labels: Topic labels, by number.
    """

    dots: tuple[MapDot, ...]
    links: tuple[tuple[int, int], ...]
    labels: Mapping[int, str]


_RANK_CONSTANT = 10
"""The reciprocal rank constant: the tenth note counts half as much as the first."""
_NEARLY_SHARE = 0.7


def best_topics(topics: Sequence[VaultTopic], ranked: Sequence[str], n: int) -> tuple[VaultTopic, ...]:
    """Return the n topics holding most of an answer's notes, ``ranked`` by path, best first.

    Better places count more (reciprocal rank). Between a topic and a subtopic, the narrower is returned if it
    holds nearly as much.
    """
    weights = {path: 1 / (_RANK_CONSTANT + rank) for rank, path in enumerate(dict.fromkeys(ranked))}

    def weight(topic: VaultTopic) -> float:
        return sum(weights.get(note.path, 0.0) for note in topic.notes)

    def narrowed(topic: VaultTopic) -> VaultTopic:
        best = max(topic.children, key=weight, default=topic)
        # A broad topic holds the notes of all topics below it, and would always come first.
        is_narrower = best is not topic and weight(best) >= _NEARLY_SHARE * weight(topic)
        return narrowed(best) if is_narrower else topic

    ordered = sorted(map(narrowed, topics), key=weight, reverse=True)
    return tuple(topic for topic in ordered if weight(topic) > 0)[:n]
