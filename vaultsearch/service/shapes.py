"""The shapes of the commands' JSON, and their schemas, which `vaultsearch schema` prints."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from vaultsearch.core.parameters import ParameterValue
from vaultsearch.core.values.evaluation import Difference, Estimate
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.search import Step
from vaultsearch.core.values.sync import Failure, SearchedVectors

# The docstrings below are published as the descriptions of the schemas: authors of other programs read them.
# Whoever changes a key raises VERSION, at the end.


class Ranked(TypedDict):
    """The place of a passage in a retriever's ranking, from 1 on, and its score there."""

    rank: int
    score: float


class Passage(TypedDict):
    """A passage, at every door; what it lacks is left out. ``id`` and ``number`` name its note.

    ``score`` orders the list: it never increases down it, and compares the results of this list alone; null
    in a list by date. ``probability`` is how likely the passage answers, 0 to 1, null if no model has read
    it; the list need not descend by it. ``url`` opens it. Notes alone have lines; ``modified`` is left out
    if that is on the day of ``date``. ``more`` counts passages of its note that made room for others. Of the
    past, the note ``as_of`` a day, and its ``state`` since: same, changed, deleted; with changed: and
    deleted:, what it became on that day. ``via`` are the titles of the notes (and tags) on the way from an
    answer to the passage. ``elsewhere`` maps the query's words that its note has in other passages to the
    heading there. ``related`` is true from where no passage holds a word of the query or surely answers.
    """

    number: int
    id: str
    path: str
    title: str
    heading_path: list[str]
    line_start: int | None
    line_end: int | None
    text: str
    url: str
    score: float | None
    probability: float | None
    kind: FileKind
    tags: NotRequired[list[str]]
    date: NotRequired[str]
    modified: NotRequired[str]
    page: NotRequired[int]
    more: NotRequired[int]
    as_of: NotRequired[str]
    state: NotRequired[str]
    via: NotRequired[list[str]]
    elsewhere: NotRequired[dict[str, str]]
    related: NotRequired[bool]


class Found(Passage):
    """A passage; ``path`` is that within ``vault``, ``file`` the absolute one, ``snippet`` what a row shows.

    With ``jsonl``, one line is one passage.
    """

    vault: str
    file: str
    snippet: str
    ranks: dict[str, Ranked]
    why: str
    language: str


class Topic(TypedDict):
    """A stretch of the text that was searched with, in lines or messages, and its passages."""

    label: str
    line_start: int
    line_end: int
    messages: list[int] | None
    results: list[Found]


When = TypedDict("When", {"from": str | None, "to": str | None, "words": str, "state": str})
"""The days that ``words`` of a query speak of, both inclusive, as ISO dates; ``state`` is "proposed"."""


class Search(TypedDict):
    """An answer; ``reading`` says how the query was read. With ``--stream``, each line is a ``stage``.

    ``when`` are the days that its words speak of, by which nothing is filtered unless an operator says so.
    """

    query: str
    reading: str | None
    when: When | None
    results: list[Found]
    topics: list[Topic]
    notice: str | None
    stage: NotRequired[str]
    final: NotRequired[bool]


DatedNotes = TypedDict("DatedNotes", {"from": str | None, "to": str, "notes": int, "titles": list[str]})
"""The notes of some days, both inclusive; ``titles`` are those of the newest."""


class Timeline(TypedDict):
    """The notes of an answer by their dates; the periods are contiguous days, weeks, months or years."""

    query: str
    notes: int
    periods: list[DatedNotes]


class Version(TypedDict):
    """A note as a commit left it; ``added`` and ``removed`` count lines, ``path`` is in the repository."""

    commit: str
    date: str
    subject: str
    path: str
    added: int
    removed: int
    deleted: bool


class History(TypedDict):
    """The versions of a note, the latest first; none outside of a git repository."""

    path: str
    versions: list[Version]


class ChangedWords(TypedDict):
    """Words that are ``same``, ``added`` or ``removed``."""

    kind: str
    text: str


class NoteChanges(TypedDict):
    """The words of a note that have changed ``since`` the version in force on a day."""

    path: str
    day: str
    since: Version
    changes: list[ChangedWords]


class ListedNote(TypedDict):
    """A note; with ``jsonl``, one line is one note."""

    number: int
    id: str
    vault: str
    path: str
    file: str
    title: str
    url: str
    tags: list[str]
    date: str
    modified: str | None


class NoteList(TypedDict):
    """Notes, in the order of the command."""

    notes: list[ListedNote]


class Piece(TypedDict):
    """A passage of a context, or one left out of it."""

    id: str
    path: str
    title: str
    heading_path: list[str]
    line_start: int | None
    line_end: int | None
    tokens: int
    url: str
    number: NotRequired[int]


class AssembledContext(TypedDict):
    """A context within its token budget."""

    tokens: int
    budget: int
    text: str
    pieces: list[Piece]
    left_out: list[Piece]


class AnsweredSentence(TypedDict):
    """A sentence of a language model, and whether the passages that it cites say so."""

    text: str
    citations: list[int]
    supported: bool
    objection: str | None
    detail: str


class TakenStep(TypedDict):
    """A search with ``argument``, or the reading of the note called so; ``passages`` counts new ones."""

    kind: str
    argument: str
    passages: int


class Sentences(TypedDict):
    """The sentences of an answer."""

    sentences: list[AnsweredSentence]


class Asked(TypedDict):
    """An answer by a language model.

    ``standalone_question`` is the question as it was sent, ``sent_to`` the host.
    """

    question: str
    standalone_question: str
    state: str
    steps: list[TakenStep]
    answer: Sentences
    passages: list[Piece]
    model: str
    sent_to: str
    tokens: int


class Quotation(TypedDict):
    """A stretch of a note, word for word; ``probability`` is how likely it answers, 0 to 1."""

    text: str
    line_start: int | None
    line_end: int | None
    probability: float


class NoteRead(TypedDict):
    """A note: its text, lines of it or, with a question, its quotes."""

    id: str
    path: str
    title: str
    url: str
    text: NotRequired[str]
    line_start: NotRequired[int]
    line_end: NotRequired[int]
    quotes: NotRequired[list[Quotation]]


class NotesRead(TypedDict):
    """Several notes, in the order of the command; one that cannot be read is a line on stderr."""

    notes: list[NoteRead]


class RelatedListed(TypedDict):
    """A related note; its ``line`` and the other's ``own_line`` begin passages on the same."""

    number: int
    id: str
    path: str
    title: str
    score: float
    reasons: list[str]
    heading_path: list[str]
    line: int | None
    own_line: int | None
    date: str


class Related(TypedDict):
    """Related notes, best first."""

    notes: list[RelatedListed]


class Link(TypedDict):
    """A link or a mention: the note at its other end, and the text around it; no path if it leads nowhere."""

    path: str | None
    title: str
    written: str
    line: int
    heading_path: list[str]
    text: str


class Referring(Link):
    """A link or a mention; id and path are those of the note at its other end, null if there is none."""

    number: int | None
    id: str | None


class Linked(Referring):
    """A line of ``links --format jsonl``; ``relation`` is the key of ``Links`` that it stands in."""

    relation: str


class SuggestedLink(TypedDict):
    """The name of another note in a note's text, ``text`` as written, and the ``link`` to write instead."""

    text: str
    line: int
    target: str
    title: str
    link: str
    heading_path: list[str]


class Suggested(TypedDict):
    """Links and tags that a note may lack, the likeliest first."""

    path: str
    suggestions: list[SuggestedLink]
    tags: list[str]


class TopicNote(TypedDict):
    """A note of a topic."""

    path: str
    title: str


class TopicListed(TypedDict):
    """Notes that belong together, the most central first, and the topics that they fall into.

    ``summary`` is by the language model, null without one.
    """

    label: str
    summary: str | None
    notes: list[TopicNote]
    children: list[TopicListed]


class Topics(TypedDict):
    """The topics of a vault, the largest first."""

    topics: list[TopicListed]


class EntityRelationListed(TypedDict):
    """A note that has the entity as the value of a property."""

    property: str
    note: TopicNote


class EntityBeside(TypedDict):
    """Another entity, and the number of notes that speak of both."""

    name: str
    notes: int


class EntityModelRelation(TypedDict):
    """A relation between two names that stand in a note, as the language model read it there."""

    subject: str
    relation: str
    object: str
    note: TopicNote


class EntityListed(TypedDict):
    """Whom or what notes speak of; ``path`` is that of its own note, null if it has none.

    ``model_notes`` are those of its notes in which the language model alone read it.
    """

    name: str
    kind: str
    path: str | None
    aliases: list[str]
    notes: list[TopicNote]
    relations: list[EntityRelationListed]
    beside: list[EntityBeside]
    model_notes: list[TopicNote]
    model_relations: list[EntityModelRelation]


class Entities(TypedDict):
    """Whom and what notes speak of, those of most notes first."""

    entities: list[EntityListed]


class Links(TypedDict):
    """A note's links in both directions, and its mentions."""

    id: str
    path: str
    title: str
    backlinks: list[Referring]
    outgoing: list[Referring]
    unresolved: list[Referring]
    mentions: list[Referring]
    common_names: list[str]


class Orphan(TypedDict):
    """A note without links; with ``jsonl``, one line is one note."""

    number: int
    id: str
    path: str
    title: str


class Orphans(TypedDict):
    """Notes without links."""

    notes: list[Orphan]


class Target(TypedDict):
    """A target that is no note, and the links to it; with ``jsonl``, one line is one target."""

    target: str
    references: list[Referring]


class Unresolved(TypedDict):
    """Targets of links that lead to no note."""

    unresolved: list[Target]


class Duplicate(TypedDict):
    """A passage that occurs, nearly the same, elsewhere."""

    number: int
    id: str
    path: str
    heading_path: list[str]
    line_start: int
    line_end: int
    similarity: float


class DuplicateGroup(TypedDict):
    """A line of ``duplicates --format jsonl``: passages that are nearly the same."""

    passages: list[Duplicate]


class Duplicates(TypedDict):
    """Groups of passages that are nearly the same."""

    groups: list[list[Duplicate]]


class Summary(TypedDict):
    """A note's summary of telling sentences, and that by a language model; null if there is none."""

    id: str
    path: str
    title: str
    summary: str | None
    by_model: str | None


class Summarized(TypedDict):
    """How many missing summaries were made."""

    made: int


class LegMeasured(TypedDict):
    """A leg's metrics and response times."""

    metrics: dict[str, Estimate]
    p50_ms: float
    p95_ms: float


class Measured(TypedDict):
    """The figures of all questions, or of one kind."""

    test_set: str
    questions: int
    legs: dict[str, LegMeasured]
    differences: list[Difference]
    notices: list[str]


class OwnEvaluation(TypedDict):
    """The figures of a vault's own questions."""

    overall: Measured
    by_kind: list[Measured]
    limits: list[str]


class ExportedPassage(TypedDict):
    """A passage of ``export``; times are in UTC. Vectors have unit length, and are null until it is read."""

    id: str
    path: str
    title: str
    position: int
    heading_path: list[str]
    line_start: int
    line_end: int
    content: str
    text: str
    tags: list[str]
    aliases: list[str]
    links: list[str]
    modified: str | None
    created: str | None
    language: str
    kind: FileKind
    page: int | None
    vector: NotRequired[list[float] | None]
    multilingual: NotRequired[list[float] | None]


class Month(TypedDict):
    """The notes dated in a month, and those up to its end."""

    month: str
    notes: int
    total: int


class Statistics(TypedDict):
    """The size of a vault."""

    notes: int
    files: int
    words: int
    links: int
    broken_links: int
    orphans: int
    languages: dict[str, int]
    months: list[Month]


class KnownVault(TypedDict):
    """A vault that was opened or indexed, and the state of its index; with ``jsonl``, one line is one."""

    vault: str
    notes: int
    index_bytes: int
    changed: str | None
    is_there: bool
    is_indexed: bool
    is_complete: bool
    state: str


class KnownVaults(TypedDict):
    """The vaults that were opened or indexed."""

    vaults: list[KnownVault]


class Indexed(TypedDict):
    """The result of indexing, in notes and, for ``chunks`` and ``embedded``, in passages."""

    added: int
    changed: int
    unchanged: int
    removed: int
    chunks: int
    embedded: int
    failed: list[Failure]
    seconds: float
    steps: list[Step]
    cancelled: bool
    rebuilt: str | None
    taken_over: NotRequired[int]
    """With --from, the notes that were taken over as they are."""
    encoded: NotRequired[int]
    """With --from, the passages that were read by a model here."""


class Published(TypedDict):
    """An index that was published to a folder, and how much of it was not there yet."""

    place: str
    files: int
    bytes: int
    copied: int
    bytes_copied: int


class Complete(TypedDict):
    """How many files can be found; ``files`` is null while they are being counted."""

    files: int | None
    by_words: int
    by_meaning: int


class KindCounted(TypedDict):
    """The files of a kind: read, scans that wait for text recognition, and those that could not be read."""

    read: int
    waiting: int
    failed: int


class ListedFile(TypedDict):
    """A file of the vault; with ``jsonl``, one line is one file.

    ``state`` is "read", "waiting" (a scan, for text recognition) or "failed"; ``reason`` is "" if it was read
    whole.
    """

    id: str
    vault: str
    path: str
    file: str
    url: str
    kind: str | None
    state: str
    reason: str


class FileList(TypedDict):
    """Files, by path."""

    files: list[ListedFile]


class Status(TypedDict):
    """The state of an index; ``files`` are all, ``notes`` those that are notes."""

    vault: str
    notes: int
    files: int
    chunks: int
    embedded: int
    failed: list[Failure]
    last_sync: str | None
    embedding_model: str
    readers: dict[str, dict[str, int]]
    reranker: str
    index_bytes: int
    token_bytes: int
    writer: int | None
    published: str | None
    completeness: Complete
    kinds: dict[str, KindCounted]
    recognition: Recognition
    searched_vectors: list[SearchedVectors]
    unread_endings: dict[str, int]


class SettingListed(TypedDict):
    """A setting, its value, and where that comes from."""

    step: str
    key: str
    value: ParameterValue
    default: ParameterValue
    source: str
    help: str


class Config(TypedDict):
    """All settings, and the file that they are in."""

    settings: list[SettingListed]
    file: str


class Model(TypedDict):
    """A model; ``verified`` is null if its checksum is not known. With ``jsonl``, one line is one model."""

    name: str
    kind: str
    source: str
    path: str
    bytes: int
    verified: bool | None


class Models(TypedDict):
    """The models on this computer."""

    models: list[Model]


class Change(TypedDict):
    """A line of ``watch --json``: a note that was added, changed or removed."""

    change: str
    path: str


VERSION = 3
"""The version that each output names; a change that a program could notice raises it."""

OUTPUTS: dict[str, Any] = {
    "search": Search | Found,
    "context": AssembledContext,
    "read": NoteRead | NotesRead,
    "ask": Asked,
    "recent": NoteList | ListedNote,
    "random": NoteList | ListedNote,
    "files": FileList | ListedFile,
    "stats": Statistics,
    "timeline": Timeline,
    "vaults": KnownVaults | KnownVault,
    "index": Indexed,
    "publish": Published,
    "status": Status,
    "config": Config,
    "related": Related | RelatedListed,
    "links": Links | Linked | Suggested | SuggestedLink,
    "topics": Topics,
    "entities": Entities,
    "orphans": Orphans | Orphan,
    "unresolved": Unresolved | Target,
    "history": History,
    "diff": NoteChanges,
    "duplicates": Duplicates | DuplicateGroup,
    "summaries": Summary | Summarized,
    "evaluate": OwnEvaluation,
    "models list": Models | Model,
    "export": ExportedPassage,
    "watch": Change,
}
"""The shape of each command's output; of several, either."""

_UNVERSIONED = frozenset({"export"})
"""Outputs whose keys are the columns of a table."""


def schema(command: str) -> dict[str, Any]:
    """Return the JSON Schema of a command's output, which names the version, too."""
    from pydantic import TypeAdapter

    # pydantic takes longer to import than most commands run: only the schemas need it.
    made = TypeAdapter(OUTPUTS[command]).json_schema(mode="serialization")
    # One of several shapes: each of them names the version.
    if "anyOf" in made:
        named = (made["$defs"][definition["$ref"].rpartition("/")[2]] for definition in made["anyOf"])
        made["anyOf"] = list(map(_versioned, named))
    elif command not in _UNVERSIONED:
        made = _versioned(made)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"vaultsearch {command}"}
    return head | made | head


def _versioned(shape: dict[str, Any]) -> dict[str, Any]:
    properties = {"version": {"const": VERSION}, **shape["properties"]}
    return {**shape, "properties": properties, "required": ["version", *shape["required"]]}
