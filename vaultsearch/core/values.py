"""The values that travel from the disk to the clipboard: frozen, slotted, free of any library."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.note_dates import note_date

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from vaultsearch.core.note_dates import NoteDate

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

CANVAS_ENDING = ".canvas"
"""The end of a canvas's name, in any case."""

EMPTY_NOTE = "(empty note)"
"""Stands for the text of a note that has none, not even properties."""

ALL_VAULTS = Path("all vaults")
"""Stands for the folder where all known vaults are open together; that of no vault, which are absolute."""

PropertyValue: TypeAlias = (
    "str | int | float | bool | date | datetime | list[PropertyValue] | dict[str, PropertyValue] | None"
)


class Mode(StrEnum):
    """How a query is asked: of meaning and words together, of one of them, or literally."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    FULLTEXT = "fulltext"
    GREP = "grep"


class LinkKind(StrEnum):
    """How a link is written: ``[[...]]``, ``![[...]]`` or ``[...](...)``."""

    WIKILINK = "wikilink"
    EMBED = "embed"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a note: level 1 to 6, its text as read, its 1-based line in the file."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written: ``target`` without heading or block ("" means the note itself)."""

    kind: LinkKind
    target: str
    line: int
    heading: tuple[str, ...] = ()
    block: str | None = None
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block of a section: what must not be cut where it can be helped.

    ``content`` is the block as it stands in the file, ``text`` as the reader sees it. Lines are
    1-based and inclusive. ``kind`` is the construct (paragraph, list, fence, table, callout ...).
    """

    kind: str
    line_start: int
    line_end: int
    content: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """The blocks under one heading, up to the next one; ``heading_path`` is () before the first."""

    heading_path: tuple[str, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """What the disk says of a file: cheap to compare without reading it."""

    path: str
    size: int
    mtime_ns: int

    @property
    def modified(self) -> datetime:
        """When the file was saved last."""
        try:
            return _EPOCH + timedelta(microseconds=self.mtime_ns // 1000)
        except OverflowError:  # a clock that was set to the year 20,000
            return datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Note:
    """A note as read from the vault. ``path`` is relative to the vault, with ``/``.

    ``tags`` are lower case, without ``#``, each followed by its parents; ``problems`` are sentences
    about parts that could not be read although the rest was. ``leads_out`` tells that its path is a
    link, or below one, that leads out of the vault.
    """

    path: str
    title: str
    text: str
    content_hash: str
    revision: Revision
    modified: datetime
    created: datetime | None = None
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    headings: tuple[Heading, ...] = ()
    sections: tuple[Section, ...] = ()
    problems: tuple[str, ...] = ()
    leads_out: bool = False


@dataclass(frozen=True, slots=True)
class LegRank:
    """A passage's place in one leg (1 is best) and that leg's own score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: the hand-over between all steps of a search.

    ``content`` stands in the file at ``line_start`` to ``line_end`` (1-based, inclusive), of a canvas
    in the text that its cards make; ``text`` is the same as the reader sees it. ``score`` is None
    until something scored it; ``ranks`` keeps its place in every leg that found it. ``stretch`` is the
    position of the first of the passages that it is embedded together with, None where it is alone.
    ``language`` is a code of ISO 639-1, "" where it cannot be told.
    """

    id: str
    path: str
    title: str
    position: int
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    content: str
    text: str
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    modified: datetime | None = None
    created: datetime | None = None
    stretch: int | None = None
    language: str = ""
    score: float | None = None
    ranks: Mapping[str, LegRank] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The folder of the note within the vault, "" at its root."""
        return self.path.rpartition("/")[0]

    @property
    def date(self) -> NoteDate | None:
        """The date of the note, and where it is from."""
        return note_date(self.path, self.created, self.modified)

    @property
    def shown(self) -> str:
        """The passage as it is told and copied: as it stands in the file, never empty."""
        return self.content.strip("\n") or self.text or EMPTY_NOTE

    @property
    def is_canvas(self) -> bool:
        """Tell whether the note is a canvas, so that its lines are none of the file."""
        return self.path.lower().endswith(CANVAS_ENDING)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A stretch of a passage's text: where the query's words stand in it, and words that mean the same."""

    text: str
    matches: tuple[Span, ...] = ()
    meant: tuple[Span, ...] = ()


class Use(StrEnum):
    """What a user did with a passage that was found."""

    OPENED = "opened"
    COPIED = "copied"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class UsedBefore:
    """That a note was used for ``question``, which is the one that is asked or near to it, and how."""

    question: str
    use: Use


@dataclass(frozen=True, slots=True)
class Result:
    """A passage as shown: ``uri`` opens it in Obsidian, ``why`` says in one line how it was found.

    ``likely`` is how likely it answers, 0 to 1, None where that is not known. ``terms`` are the query's
    words, folded; ``meant`` are the words of the passage's whole text that answer by meaning. ``before``
    tells that the user's history raised the passage, None where it did not; ``named`` that the query names
    the note, so that nothing moves the passage from the top.
    """

    chunk: Chunk
    snippet: Snippet
    uri: str
    why: str
    likely: float | None = None
    terms: tuple[str, ...] = ()
    meant: tuple[Span, ...] = ()
    before: UsedBefore | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The trace of one step: how long it took and how many passages (or notes) went in and out."""

    name: str
    seconds: float
    count_in: int
    count_out: int


@dataclass(frozen=True, slots=True)
class WeightedWords:
    """Words asked for besides a query's own, and what a match of them counts against those (0 to 1)."""

    words: str
    weight: float


@dataclass(frozen=True, slots=True)
class Completeness:
    """How many of a vault's ``notes`` can be found so far: by their words, and by their meaning.

    ``scanned`` is False before the vault was looked through once: how many notes there are is not known
    then. The default is that of a vault that nothing is missing of.
    """

    notes: int = 0
    by_words: int = 0
    by_meaning: int = 0
    scanned: bool = True

    @property
    def of_words(self) -> bool:
        """Whether every note can be found by its words: finding none by words is a verdict then."""
        return self.scanned and self.by_words >= self.notes

    @property
    def of_meaning(self) -> bool:
        """Whether every note can be found by its meaning, too: that none answers is a verdict then."""
        return self.of_words and self.by_meaning >= self.notes

    def __add__(self, other: Completeness) -> Completeness:
        """Give that of two vaults together."""
        return Completeness(
            self.notes + other.notes,
            self.by_words + other.by_words,
            self.by_meaning + other.by_meaning,
            self.scanned and other.scanned,
        )


class ReadingPlan(StrEnum):
    """Whether notes are read for questions in a language: not, unless wanted; as the user wanted; anyway."""

    OFFERED = "offered"
    WANTED = "wanted"
    EXPECTED = "expected"


@dataclass(frozen=True, slots=True)
class UnreadNotes:
    """A question's language, by code and English name, and how many passages it finds by words alone.

    To read them takes about so many ``seconds``.
    """

    language: str
    language_name: str
    passages: int
    seconds: float
    reading: ReadingPlan

    @property
    def seems(self) -> str:
        """Say which language it is taken for: the beginning of the sentence that says all of this."""
        return f"This looks like {self.language_name}"


@dataclass(frozen=True, slots=True)
class SearchStage:
    """One of the answers to a query: first what is quick, then what is better.

    ``name`` is "words", "fused" or "reranked"; ``notice`` tells what this answer lacks, if anything.
    ``reading`` says in one line how the query was read, ``hints`` what of it was left unfinished.
    ``unanswered`` tells that most likely none of the results, the nearest that there are, answers.
    ``unread`` tells what it lacks because of the question's language.
    ``completeness`` is that of the index for this very query when it was asked; ``settled`` tells that it
    holds all that this query asks, words or meaning: only then is it a verdict that nothing was found.
    ``more`` tells that there may be more results than were asked for.
    """

    query: str
    mode: Mode
    name: str
    results: tuple[Result, ...]
    final: bool
    steps: tuple[Step, ...] = ()
    notice: str | None = None
    reading: str | None = None
    hints: tuple[str, ...] = ()
    unanswered: bool = False
    unread: UnreadNotes | None = None
    completeness: Completeness = Completeness()
    settled: bool = True
    more: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """A note, or a folder, that could not be read, whole or in part, and the reason in a sentence.

    ``kept`` tells that the index keeps what it knows of it from before: a disk that fails may come back.
    """

    path: str
    reason: str
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sync is. ``phase`` is "scanning", "reading", "embedding", "summarizing" or "tidying".

    Words can be searched for the ``notes_done`` first; meaning for ``chunks_done`` passages. While
    notes are summarized, ``chunks_done`` and ``chunks_total`` count notes.
    ``rate`` is passages a second; ``seconds_left`` is None until it can be believed.
    """

    phase: str
    notes_done: int
    notes_total: int
    chunks_done: int = 0
    chunks_total: int = 0
    rate: float = 0.0
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """The notes, by path, of which a sync has just taken up what happened to them on the disk."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, in notes; ``chunks`` counts the passages that the index holds after it."""

    added: int
    changed: int
    unchanged: int
    removed: int
    chunks: int
    embedded: int
    failed: tuple[Failure, ...]
    seconds: float
    steps: tuple[Step, ...] = ()
    cancelled: bool = False
    rebuilt: str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """A model that reads passages: pairs of a language's English name and the number of its passages."""

    model: str
    languages: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class MemberVault:
    """A vault among several that are searched together: its ``name`` is the first part of its notes' paths.

    ``trouble`` says in a sentence why it is not searched, or could not be brought up to date, "" if all is
    well. One that is ``read_only`` is kept fresh by another process.
    """

    name: str
    folder: Path
    is_open: bool = True
    read_only: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """What is indexed, by which models, and who is writing (a process id, or None).

    ``polling`` tells that no event tells of changes here, so that the folder is looked through instead.
    ``token_bytes`` is what the token vectors take of ``index_bytes``. ``readers`` are the models that read
    some of the passages. ``members`` are the vaults that are open together, where ``vault`` is ALL_VAULTS.
    ``completeness`` is that for questions in the notes' own languages. ``stopped`` tells that indexing was
    cancelled and goes on when it is asked for; what changes is taken up meanwhile.
    """

    vault: Path
    notes: int
    chunks: int
    embedded: int
    failed: tuple[Failure, ...]
    last_sync: datetime | None
    embedding_model: str
    reranker: str
    index_bytes: int
    writer: int | None
    read_only: bool = False
    polling: bool = False
    token_bytes: int = 0
    readers: tuple[Reader, ...] = ()
    members: tuple[MemberVault, ...] = ()
    completeness: Completeness = Completeness()
    stopped: bool = False

    def file(self, path: str) -> Path:
        """Give where a note lies on the disk, by its path in what is open."""
        name, _, rest = path.partition("/")
        folders = {member.name: member.folder for member in self.members}
        return folders[name] / rest if name in folders else self.vault / path


@dataclass(frozen=True, slots=True)
class Preview:
    """A note as safe HTML: the one of its parts that is wanted first; the others can be asked for.

    ``starts`` are the 1-based lines that the parts begin with; ``html`` is that of number ``part``, from 0.
    The lines of ``passage``, first and last, are marked. ``anchor`` names the place to show, "" the top.
    """

    path: str
    title: str
    html: str
    part: int = 0
    starts: tuple[int, ...] = (1,)
    outline: tuple[Heading, ...] = ()
    heading_path: tuple[str, ...] = ()
    passage: tuple[int, int] | None = None
    anchor: str = ""


class ProposalKind(StrEnum):
    """What a proposal for the query is."""

    OPERATOR = "operator"
    TAG = "tag"
    FOLDER = "folder"
    NOTE = "note"
    HEADING = "heading"
    PROPERTY = "property"
    VALUE = "value"
    DATE = "date"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to go on with a query: ``text`` is put there, ``label`` is shown.

    ``count`` is the number of notes; operators have a ``description`` instead, and dates
    besides. ``leads_on`` tells that something is wanted after it.
    """

    label: str
    text: str
    kind: ProposalKind
    count: int | None = None
    description: str = ""
    leads_on: bool = False


@dataclass(frozen=True, slots=True)
class Completions:
    """Proposals, best first, that take the place of the characters from ``start`` up to ``end``.

    ``complete`` tells that what stands there is one of them already.
    """

    start: int
    end: int
    proposals: tuple[Proposal, ...] = ()
    complete: bool = False
