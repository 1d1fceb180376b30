"""The shapes of the tools' answers, as their schemas publish them."""

from __future__ import annotations

from vaultsearch.core.values.relations import Reference
from vaultsearch.service.shapes import Passage, Quotation, Version
from vaultsearch.service.wire import UNSET, Answer, UnsetType, Written


class FoundPassages(Answer):
    """Passages, best first; ``reading`` says how the query was read, ``notice`` what the answer lacks."""

    results: list[Passage]
    reading: str | None
    notice: str | None


class Continuation(Answer):
    """A whole ``query`` to go on with; ``notes`` counts those that it finds, null for an operator."""

    query: str
    label: str
    kind: str
    notes: int | None


class Continuations(Answer):
    """Continuations of a query, best first."""

    suggestions: list[Continuation]


class PassagesOfTopic(Answer):
    """A stretch of the text that was searched with, by its lines, and the passages that matter for it."""

    label: str
    line_start: int
    line_end: int
    results: list[Passage]


class FoundByTopic(Answer):
    """Passages for a whole text: the best of all topics, and those of each."""

    results: list[Passage]
    topics: list[PassagesOfTopic]
    notice: str | None


class Opened(Answer):
    """A note, by its path and line, or the query that the window shows now."""

    path: str
    line: int
    query: str


class ChangedNotes(Answer):
    """Notes whose text in the index has changed, and those that are gone, by their paths."""

    paths: list[str]


class Quoted(Quotation):
    """A stretch of a note, word for word; ``probability`` is how likely it answers, 0 to 1."""

    heading_path: list[str]


class Document(Answer):
    """A note that was read: a page or lines of its text or, with a question, its quotes."""

    path: str
    title: str
    url: str
    text: str | UnsetType = UNSET
    line_start: int | UnsetType = UNSET
    line_end: int | UnsetType = UNSET
    page: int | UnsetType = UNSET
    pages: int | UnsetType = UNSET
    quotes: list[Quoted] | UnsetType = UNSET
    notice: str | UnsetType = UNSET


class Documents(Answer):
    """Notes that were read, in the order in which they were asked for, or those that answer, best first."""

    documents: list[Document]
    notice: str | UnsetType = UNSET


class Fetched(Answer):
    """A whole note, in the shape that ChatGPT's connectors ask for."""

    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str]


class Relation(Answer):
    """A note that has to do with another, and where it talks about the same."""

    path: str
    title: str
    score: float
    reasons: list[str]
    heading_path: list[str]
    line: int | None
    url: str


class RelatedNotes(Answer):
    """Notes that have to do with one, best first; ``notice`` says if a limit cut them."""

    path: str
    related: list[Relation]
    notice: str | None


class FurtherNote(Answer):
    """A note that is reached by links over others; ``via`` is the last of these."""

    path: str
    title: str
    distance: int
    via: str


class LinksPage(Answer):
    """A page of a note's links in both directions, its mentions without a link, and the notes behind them.

    ``total`` counts all of each kind; ``next_offset`` is None on the last page.
    """

    path: str
    title: str
    total: dict[str, int]
    backlinks: list[Reference]
    outgoing: list[Reference]
    unresolved: list[Reference]
    mentions: list[Reference]
    further: list[FurtherNote]
    next_offset: int | None


class NoteOfList(Answer):
    """A note by its path and title; ``modified`` is left out if that is its date."""

    id: str
    path: str
    title: str
    date: Written
    url: str
    modified: Written | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET
    aliases: list[str] | UnsetType = UNSET


class TopicOfVault(Answer):
    """Notes that belong together, and the topics below; ``summary`` is by the user's language model."""

    label: str
    summary: str | None
    notes: int
    central: list[str]
    children: list[str]


class VaultTopics(Answer):
    """Topics of the vault, the largest first."""

    topics: list[TopicOfVault]
    notice: str | None


class NotesPage(Answer):
    """A page of a list of notes; ``next_offset`` is None on the last one."""

    total: int
    notes: list[NoteOfList]
    next_offset: int | None


class Tag(Answer):
    """A tag, and the number of notes with it or one beneath it."""

    tag: str
    notes: int


class Tags(Answer):
    """The tags of the notes, the most frequent first; ``total`` counts those that were left out, too."""

    total: int
    tags: list[Tag]


class Unread(Answer):
    """A file that could not be read, or not whole."""

    path: str
    reason: str


class ServedStatus(Answer):
    """The state of the index in sentences, and in values; of each vault if there are several."""

    summary: str
    vault: Written
    vaults: dict[str, str]
    is_away: bool
    notes: int
    files: int
    chunks: int
    failed: list[Unread]
    last_sync: Written | None
    writer: int | None
    under_way: str | None


class Versions(Answer, kw_only=True):
    """A note's versions, the latest first; with a day, its text ``as_of`` then, and its ``changes`` since.

    Among the changes, {+words+} were added and [-words-] removed; long stretches that are the same are left
    out.
    """

    path: str
    versions: list[Version]
    as_of: str | UnsetType = UNSET
    changes: str | UnsetType = UNSET
    notice: str | None
