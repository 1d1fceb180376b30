"""JSON shapes and schemas for commands, printed by `vaultsearch schema`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, defstruct, field

from vaultsearch.core.files import NoteLines
from vaultsearch.core.parameters import ParameterValue
from vaultsearch.core.values.context import AgentStep, ReadNote
from vaultsearch.core.values.evaluation import Difference, Estimate
from vaultsearch.core.values.note import FileKind, NoteAddress
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.relations import EntityRelation, ModelRelation, NoteName
from vaultsearch.core.values.search import LegRank, Step
from vaultsearch.core.values.sync import Failure, SearchedVectors
from vaultsearch.core.values.times import WordChange
from vaultsearch.service.wire import UNSET, Answer, UnsetType, Written, json_schema


class NoteReading(Struct, frozen=True, tag="note"):
    """A read note, the address, the requested lines (None for all), and the page."""

    note: ReadNote
    address: NoteAddress
    lines: NoteLines | None = None
    html: str | None = None


# The docstrings below are published as the descriptions of the schemas: authors of other programs read them.
# Whoever changes a key raises VERSION, at the end.


class Passage(Answer):
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
    tags: list[str] | UnsetType = UNSET
    date: Written | UnsetType = UNSET
    modified: str | UnsetType = UNSET
    page: int | UnsetType = UNSET
    more: int | UnsetType = UNSET
    as_of: str | UnsetType = UNSET
    state: str | UnsetType = UNSET
    via: list[str] | UnsetType = UNSET
    elsewhere: dict[str, str] | UnsetType = UNSET
    related: bool | UnsetType = UNSET


class Found(Passage, kw_only=True):
    """A passage; ``path`` is that within ``vault``, ``file`` the absolute one, ``snippet`` what a row shows.

    A published index has no files. With ``jsonl``, one line is one passage.
    """

    vault: Written
    file: Written | None
    snippet: str
    ranks: dict[str, LegRank]
    why: str
    language: str


class Topic(Answer):
    """A stretch of the text that was searched with, in lines or messages, and its passages."""

    label: str
    line_start: int
    line_end: int
    messages: list[int] | None
    results: list[Found]


class When(Answer):
    """The days that ``words`` of a query speak of, both inclusive, as ISO dates; ``state`` is "proposed"."""

    from_: str | None = field(name="from")
    to: str | None
    words: str
    state: str


class Search(Answer, kw_only=True):
    """An answer; ``reading`` says how the query was read. With ``--stream``, each line is a ``stage``.

    ``when`` are the days that its words speak of, by which nothing is filtered unless an operator says so.
    """

    stage: str | UnsetType = UNSET
    final: bool | UnsetType = UNSET
    query: str
    reading: str | None
    when: When | None
    results: list[Found]
    topics: list[Topic]
    notice: str | None


class DatedNotes(Answer):
    """The notes of some days, both inclusive; ``titles`` are those of the newest."""

    from_: str | None = field(name="from")
    to: str
    notes: int
    titles: list[str]


class Timeline(Answer):
    """The notes of an answer by their dates; the periods are contiguous days, weeks, months or years."""

    query: str
    notes: int
    periods: list[DatedNotes]


class Version(Answer):
    """A note as a commit left it; ``added`` and ``removed`` count lines, ``path`` is in the repository."""

    commit: str
    date: Written
    subject: str
    path: str
    added: int
    removed: int
    deleted: bool


class History(Answer):
    """The versions of a note, the latest first; none outside of a git repository."""

    path: str
    versions: list[Version]


class NoteChanges(Answer):
    """The words of a note that have changed ``since`` the version in force on a day."""

    path: str
    day: Written
    since: Version
    changes: list[WordChange]


class ListedNote(Answer):
    """A note; with ``jsonl``, one line is one note."""

    number: int
    id: str
    vault: Written
    path: str
    file: Written | None
    title: str
    url: str
    tags: list[str]
    date: Written
    modified: Written | None


class Piece(Answer):
    """A passage of a context, or one left out of it."""

    id: str
    path: str
    title: str
    heading_path: list[str]
    line_start: int | None
    line_end: int | None
    tokens: int
    url: str
    number: int | UnsetType = UNSET


class AssembledContext(Answer):
    """A context within its token budget."""

    tokens: int
    budget: int
    text: str
    pieces: list[Piece]
    left_out: list[Piece]


class AnsweredSentence(Answer):
    """A sentence of a language model, and whether the passages that it cites say so: null if that is unsure.

    ``miscited`` are the passages the model cited if another one says so, which ``citations`` has instead.
    """

    text: str
    citations: list[int]
    supported: bool | None
    objection: str | None
    detail: str
    miscited: list[int] | UnsetType = UNSET


class Sentences(Answer):
    """The sentences of an answer."""

    sentences: list[AnsweredSentence]


class Asked(Answer):
    """An answer by a language model.

    ``standalone_question`` is the question with its operators, rewritten in a conversation.
    """

    question: str
    standalone_question: str
    state: str
    steps: list[AgentStep]
    answer: Sentences
    passages: list[Piece]
    model: str
    sent_to: str
    tokens: int
    notice: str | None


class Quotation(Answer):
    """A stretch of a note, word for word; ``probability`` is how likely it answers, 0 to 1."""

    text: str
    line_start: int | None
    line_end: int | None
    probability: float


class NoteRead(Answer):
    """A note: its text, lines of it or, with a question, its quotes."""

    id: str
    path: str
    title: str
    url: str
    text: str | UnsetType = UNSET
    line_start: int | UnsetType = UNSET
    line_end: int | UnsetType = UNSET
    quotes: list[Quotation] | UnsetType = UNSET


class RelatedListed(Answer):
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
    date: Written


class Referring(Answer, kw_only=True):
    """A link or a mention, and the text around it; number, id and path name the note at its other end.

    They are null if it leads nowhere. With ``jsonl``, ``relation`` is the key of ``Links`` it stands in.
    """

    relation: str | UnsetType = UNSET
    number: int | None
    id: str | None
    path: str | None
    title: str
    written: str
    line: int
    heading_path: list[str]
    text: str


class SuggestedLink(Answer):
    """The name of another note in a note's text, ``text`` as written, and the ``link`` to write instead."""

    text: str
    line: int
    target: str
    title: str
    link: str
    heading_path: list[str]


class Suggested(Answer):
    """Links and tags that a note may lack, the likeliest first."""

    path: str
    suggestions: list[SuggestedLink]
    tags: list[str]


class TopicListed(Answer):
    """Notes that belong together, the most central first, and the topics that they fall into.

    ``summary`` is by the language model, null without one.
    """

    label: str
    summary: str | None
    notes: list[NoteName]
    children: list[TopicListed]


class EntityBeside(Answer):
    """Another entity, and the number of notes that speak of both."""

    name: str
    notes: int


class EntityListed(Answer):
    """Whom or what notes speak of; ``path`` is that of its own note, null if it has none.

    ``model_notes`` are those of its notes in which the language model alone read it.
    """

    name: str
    kind: str
    path: str | None
    aliases: list[str]
    notes: list[NoteName]
    relations: list[EntityRelation]
    beside: list[EntityBeside]
    model_notes: list[NoteName]
    model_relations: list[ModelRelation]


class Links(Answer):
    """A note's links in both directions, and its mentions."""

    id: str
    path: str
    title: str
    backlinks: list[Referring]
    outgoing: list[Referring]
    unresolved: list[Referring]
    mentions: list[Referring]
    common_names: list[str]


class Orphan(Answer):
    """A note without links; with ``jsonl``, one line is one note."""

    number: int
    id: str
    path: str
    title: str


class Target(Answer):
    """A target that is no note, and the links to it; with ``jsonl``, one line is one target."""

    target: str
    references: list[Referring]


class Duplicate(Answer):
    """A passage that occurs, nearly the same, elsewhere."""

    number: int
    id: str
    path: str
    heading_path: list[str]
    line_start: int
    line_end: int
    similarity: float


class DuplicateGroup(Answer):
    """A line of ``duplicates --format jsonl``: passages that are nearly the same."""

    passages: list[Duplicate]


class Summary(Answer):
    """A note's summary of telling sentences, and that by a language model; null if there is none."""

    id: str
    path: str
    title: str
    summary: str | None
    by_model: str | None


class Summarized(Answer):
    """How many missing summaries were made."""

    made: int


class EstimatedRequests(Answer):
    """The requests and tokens that texts by a language model would take."""

    requests: int
    tokens: int


class LegMeasured(Answer):
    """A leg's metrics and response times."""

    metrics: dict[str, Estimate]
    p50_ms: float
    p95_ms: float


class Measured(Answer):
    """The figures of all questions, or of one kind."""

    test_set: str
    questions: int
    legs: dict[str, LegMeasured]
    differences: list[Difference]
    notices: list[str]


class OwnEvaluation(Answer):
    """The figures of a vault's own questions."""

    overall: Measured
    by_kind: list[Measured]
    limits: list[str]


class ExportedPassage(Answer):
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
    vector: list[float] | UnsetType | None = UNSET
    multilingual: list[float] | UnsetType | None = UNSET


class Month(Answer):
    """The notes dated in a month, and those up to its end."""

    month: str
    notes: int
    total: int


class Statistics(Answer):
    """The size of a vault."""

    notes: int
    files: int
    words: int
    links: int
    broken_links: int
    orphans: int
    languages: dict[str, int]
    months: list[Month]


class KnownVault(Answer):
    """A vault that was opened or indexed, and the state of its index; with ``jsonl``, one line is one."""

    vault: Written
    notes: int
    index_bytes: int
    changed: Written | None
    is_there: bool
    is_indexed: bool
    is_complete: bool
    state: str


class Indexed(Answer):
    """The result of indexing, in notes and, for ``chunks`` and ``embedded``, in passages."""

    added: int
    changed: int
    unchanged: int
    removed: int
    moved: int
    chunks: int
    embedded: int
    failed: list[Failure]
    seconds: float
    steps: list[Step]
    cancelled: bool
    rebuilt: str | None
    trouble: str
    """Why versions of notes are not saved, or ""."""
    taken_over: int | UnsetType = UNSET
    """With --from, the notes that were taken over as they are."""
    encoded: int | UnsetType = UNSET
    """With --from, the passages that were read by a model here."""


class Published(Answer):
    """An index that was published to a folder, and how much of it was not there yet."""

    place: str
    files: int
    bytes: int
    copied: int
    bytes_copied: int


class Complete(Answer):
    """How many files can be found; ``files`` is null while they are being counted."""

    files: int | None
    by_words: int
    by_meaning: int


class KindCounted(Answer):
    """The files of a kind: read, scans that wait for text recognition, and those that could not be read."""

    read: int
    waiting: int
    failed: int


class ListedFile(Answer):
    """A file of the vault; with ``jsonl``, one line is one file.

    ``state`` is "read", "waiting" (a scan, for text recognition) or "failed"; ``reason`` is "" if it was read
    whole.
    """

    id: str
    vault: Written
    path: str
    file: Written | None
    url: str
    kind: str | None
    state: str
    reason: str


class Status(Answer):
    """The state of an index; ``files`` are all, ``notes`` those that are notes."""

    vault: Written
    is_away: bool
    notes: int
    files: int
    chunks: int
    embedded: int
    failed: list[Failure]
    last_sync: Written | None
    embedding_model: str
    readers: dict[str, dict[str, int]]
    reranker: str
    index_bytes: int
    token_bytes: int
    writer: int | None
    published: Written | None
    completeness: Complete
    kinds: dict[str, KindCounted]
    recognition: Recognition
    searched_vectors: list[SearchedVectors]
    unread_endings: dict[str, int]


class SettingListed(Answer):
    """A setting, its value, and where that comes from."""

    step: str
    key: str
    value: ParameterValue
    default: ParameterValue
    source: str
    help: str


class Config(Answer):
    """All settings, and the file that they are in."""

    settings: list[SettingListed]
    file: str


class Model(Answer):
    """A model; ``verified`` is null if its checksum is not known. With ``jsonl``, one line is one model."""

    name: str
    kind: str
    source: str
    path: Written
    bytes: int
    verified: bool | None


class WatchedChange(Answer):
    """A line of ``watch --json``: a note that was added, changed or removed."""

    change: str
    path: str


def _declare_list(name: str, key: str, element: Any, description: str) -> tuple[type, ...]:
    """Return the shape of a list, and that of a line with ``jsonl``."""
    made = defstruct(name, [(key, list[element])], bases=(Answer,), namespace={"__doc__": description})
    return made, element


VERSION = 4
"""The version that each output names; a change that a program could notice raises it."""

_NOTES = _declare_list("NoteList", "notes", ListedNote, "Notes, in the order of the command.")
_NOTES_READ = "Several notes, in the order of the command; one that cannot be read is a line on stderr."
_ENTITIES = "Whom and what notes speak of, those of most notes first."
_REPEATED = "Groups of passages that are nearly the same."

OUTPUTS: dict[str, tuple[type, ...]] = {
    "search": (Search, Found),
    "context": (AssembledContext,),
    "read": (NoteRead, *_declare_list("NotesRead", "notes", NoteRead, _NOTES_READ)[:1]),
    "ask": (Asked,),
    "recent": _NOTES,
    "random": _NOTES,
    "files": _declare_list("FileList", "files", ListedFile, "Files, by path."),
    "stats": (Statistics,),
    "timeline": (Timeline,),
    "vaults": _declare_list("KnownVaults", "vaults", KnownVault, "The vaults that were opened or indexed."),
    "index": (Indexed,),
    "publish": (Published,),
    "status": (Status,),
    "config": (Config,),
    "related": _declare_list("Related", "notes", RelatedListed, "Related notes, best first."),
    "links": (Links, Referring, Suggested, SuggestedLink),
    "topics": _declare_list("Topics", "topics", TopicListed, "The topics of a vault, the largest first.")[:1],
    "entities": _declare_list("Entities", "entities", EntityListed, _ENTITIES)[:1],
    "orphans": _declare_list("Orphans", "notes", Orphan, "Notes without links."),
    "unresolved": _declare_list("Unresolved", "unresolved", Target, "Targets of links that lead to no note."),
    "history": (History,),
    "diff": (NoteChanges,),
    "duplicates": (*_declare_list("Duplicates", "groups", list[Duplicate], _REPEATED)[:1], DuplicateGroup),
    "summaries": (Summary, Summarized, EstimatedRequests),
    "evaluate": (OwnEvaluation,),
    "models list": _declare_list("Models", "models", Model, "The models on this computer."),
    "export": (ExportedPassage,),
    "watch": (WatchedChange,),
}
"""The shapes of each command's output; of several, either."""

_UNVERSIONED = frozenset({"export"})
"""Outputs whose keys are the columns of a table."""


def output_schema(command: str) -> dict[str, Any]:
    """Return a command's JSON Schema, which names the version, too."""
    roots, definitions = json_schema(*OUTPUTS[command])
    if command not in _UNVERSIONED:
        version = {"version": {"const": VERSION}}
        roots = [
            {
                **root,
                "properties": {**version, **root["properties"]},
                "required": ["version", *root.get("required", ())],
            }
            for root in roots
        ]
    shape = roots[0] if len(roots) == 1 else {"anyOf": roots}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"vaultsearch {command}"}
    return {**head, **shape, **head, "$defs": definitions}
