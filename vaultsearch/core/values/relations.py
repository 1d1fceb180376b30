"""Values of what joins notes: links, duplicates, topics, and whom and what several of them speak of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class NoteName:
    """A note by its path and its title."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class ActiveNote:
    """The note that is open in Obsidian, and when Obsidian noted that, in seconds since the epoch."""

    path: str
    title: str
    noted_at: float


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note related to another: ``score`` is 0 to 1, ``reasons`` are sentences, the strongest first.

    ``heading_path`` and ``line`` locate its passage on the same subject, ``own_line`` that of the other note;
    they are None if there is none.
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
        title: The title of that note.
        written: The target or name as written.
        line: 1-based line of the reference.
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
    """The links to and from a note, and its mentions without a link.

    Attributes:
        outgoing: Links that resolve.
        unresolved: Links that do not resolve.
        common_names: Names of the note that occur in too many notes to count as mentions.
    """

    note: NoteName
    backlinks: tuple[Reference, ...]
    outgoing: tuple[Reference, ...]
    unresolved: tuple[Reference, ...]
    mentions: tuple[Reference, ...]
    common_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkSuggestion:
    """The name of another note in the text of a note, which is no link.

    Attributes:
        text: The name as it is written.
        line: Its 1-based line.
        path: That of the other note.
        title: The title of that note.
        link: The link to write instead.
        heading_path: The headings that it stands under.
        line_text: The line as a whole.
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
    """Links and tags that a note may lack, the likeliest first."""

    note: NoteName
    mentions: tuple[LinkSuggestion, ...]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnresolvedTarget:
    """A link target that resolves to no note, and its references, whose ``path`` is never None."""

    target: str
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """The notes without links to or from them, and the unresolved links of the vault."""

    orphans: tuple[NoteName, ...]
    unresolved: tuple[UnresolvedTarget, ...]


@dataclass(frozen=True, slots=True)
class DuplicatePassage:
    """A passage with a near duplicate in another note; lines are 1-based and inclusive.

    ``similarity`` is the share of its text (0 to 1) in common with the most similar passage of the group.
    """

    path: str
    title: str
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    similarity: float
    text: str


@dataclass(frozen=True, slots=True)
class DuplicateGroup:
    """Near-duplicate passages in two or more notes."""

    passages: tuple[DuplicatePassage, ...]


@dataclass(frozen=True, slots=True)
class NoteSummary:
    """A note's summary.

    Attributes:
        note: The note.
        text: Its most representative sentences, one per line; None if the index has none.
        by_model: Two or three sentences by a language model, None if it was not asked.
    """

    note: NoteName
    text: str | None
    by_model: str | None = None


class EntityKind(StrEnum):
    """Kind of an entity, as the vault says by a folder, a tag or a property; else, as a model read it."""

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
class ModelRelation:
    """A relation between two entities, as a language model read it in ``note``.

    Both names stand in the note; that it relates them so is the model's word.
    """

    subject: str
    relation: str
    object: str
    note: NoteName


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something that notes speak of.

    Attributes:
        name: Its note's title or, without a note, as it is written most.
        path: That of its own note, None if there is none.
        aliases: Its note's other names.
        notes: Those that link to it, name it by ``@name`` or hold its name, by path; without its own note.
        relations: The notes that have it as a property's value.
        beside: The names of the entities that the same notes speak of, with the number of notes.
        model_notes: Those of ``notes`` that neither link to it nor name it by ``@name``: a language model
            read it there.
        model_relations: Its relations to others, as a language model read them.
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
    """Notes that belong together by links, tags and meaning.

    Attributes:
        number: Stays the same, as the label does, while the topic keeps most of its notes.
        label: Up to three terms of its notes, joined by commas.
        notes: All its notes, those of the topics below included, the most central first.
        children: The topics that it falls into; a note may be in none of them.
        summary: Sentences by a language model on what its notes have in common, "" if it was not asked, or
            they have changed since.
    """

    number: int
    label: str
    notes: tuple[NoteName, ...]
    children: tuple[VaultTopic, ...] = ()
    summary: str = ""

    @property
    def path(self) -> str:
        """Return the path of the most central note, by which a group knows the vault."""
        return self.notes[0].path


@dataclass(frozen=True, slots=True)
class TopicPassage:
    """A passage that says what a topic is about; ``line`` is its first one, 1-based."""

    path: str
    title: str
    heading_path: tuple[str, ...]
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MapDot:
    """A note on the map: its place, the number of its topic, 0 for none, and the notes it is linked with."""

    path: str
    title: str
    x: float
    y: float
    topic: int
    links: int


@dataclass(frozen=True, slots=True)
class VaultMap:
    """The notes of a vault by what they have to do with one another.

    Attributes:
        dots: The notes.
        links: The pairs of dots that a link joins, by their indexes.
        labels: Those of the topics, by number.
    """

    dots: tuple[MapDot, ...]
    links: tuple[tuple[int, int], ...]
    labels: Mapping[int, str]


_RANK = 10
"""The constant of reciprocal ranks: the tenth note counts half of the first."""
_NEARLY = 0.7


def best_topics(topics: Sequence[VaultTopic], ranked: Sequence[str], n: int) -> tuple[VaultTopic, ...]:
    """Return the n topics that hold most of an answer's notes, ``ranked`` by path, best first.

    A better place counts more (reciprocal rank). Of a topic and one below it, the narrower is returned if it
    holds nearly as much.
    """
    weights = {path: 1 / (_RANK + rank) for rank, path in enumerate(dict.fromkeys(ranked))}

    def weight(topic: VaultTopic) -> float:
        return sum(weights.get(note.path, 0.0) for note in topic.notes)

    def narrowed(topic: VaultTopic) -> VaultTopic:
        best = max(topic.children, key=weight, default=topic)
        # A broad topic holds the notes of all topics below it, and would always come first.
        return narrowed(best) if best is not topic and weight(best) >= _NEARLY * weight(topic) else topic

    ordered = sorted(map(narrowed, topics), key=weight, reverse=True)
    return tuple(topic for topic in ordered if weight(topic) > 0)[:n]
