"""The shapes of the tools' answers, as their schemas publish them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from vaultsearch.core.values.note import FileKind
from vaultsearch.service.shapes import Version


class Passage(TypedDict):
    """A passage that was found. ``id`` names its note in every tool, ``number`` within this session.

    ``score`` orders the list: it never increases down it, and compares the results of this list alone; null
    in a list by date. ``probability`` is how likely the passage answers, 0 to 1, null if no model has read
    it; the list need not descend by it. ``url`` opens it. Of the past, the note ``as_of`` a day, and its
    ``state`` since: same, changed, deleted; with changed: and deleted:, what it became on that day.
    """

    id: str
    number: int
    path: str
    kind: FileKind
    title: str
    heading_path: list[str]
    page: int | None
    line_start: int | None
    line_end: int | None
    text: str
    score: float | None
    probability: float | None
    tags: list[str]
    date: str | None
    modified: str | None
    url: str
    as_of: NotRequired[str]
    via: NotRequired[list[str]]
    state: NotRequired[str]


class Found(TypedDict):
    """Passages, best first; ``reading`` says how the query was read, ``notice`` what the answer lacks."""

    results: list[Passage]
    reading: str | None
    notice: str | None


class Topic(TypedDict):
    """A stretch of the text that was searched with, by its lines, and the passages that matter for it."""

    label: str
    line_start: int
    line_end: int
    results: list[Passage]


class FoundByTopic(TypedDict):
    """Passages for a whole text: the best of all topics, and those of each."""

    results: list[Passage]
    topics: list[Topic]
    notice: str | None


class Quoted(TypedDict):
    """A stretch of a note, word for word; ``probability`` is how likely it answers, 0 to 1."""

    text: str
    heading_path: list[str]
    line_start: int | None
    line_end: int | None
    probability: float


class Document(TypedDict):
    """A note that was read: a page or lines of its text or, with a question, its quotes."""

    path: str
    title: str
    url: str
    text: NotRequired[str]
    line_start: NotRequired[int]
    line_end: NotRequired[int]
    page: NotRequired[int]
    pages: NotRequired[int]
    quotes: NotRequired[list[Quoted]]
    notice: NotRequired[str]


class Documents(TypedDict):
    """Notes that were read, in the order in which they were asked for, or those that answer, best first."""

    documents: list[Document]
    notice: NotRequired[str]


class Fetched(TypedDict):
    """A whole note, in the shape that ChatGPT's connectors ask for."""

    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str]


class Relation(TypedDict):
    """A note that has to do with another, and where it talks about the same."""

    path: str
    title: str
    score: float
    reasons: list[str]
    heading_path: list[str]
    line: int | None
    url: str


class RelatedNotes(TypedDict):
    """Notes that have to do with one, best first; ``notice`` says if a limit cut them."""

    path: str
    related: list[Relation]
    notice: str | None


class Link(TypedDict):
    """A link or a mention: the note at its other end, and the text around it; no path if it leads nowhere."""

    path: str | None
    title: str
    written: str
    line: int
    heading_path: list[str]
    text: str


class FurtherNote(TypedDict):
    """A note that is reached by links over others; ``via`` is the last of these."""

    path: str
    title: str
    distance: int
    via: str


class Links(TypedDict):
    """A page of a note's links in both directions, its mentions without a link, and the notes behind them.

    ``total`` counts all of each kind; ``next_offset`` is None on the last page.
    """

    path: str
    title: str
    total: dict[str, int]
    backlinks: list[Link]
    outgoing: list[Link]
    unresolved: list[Link]
    mentions: list[Link]
    further: list[FurtherNote]
    next_offset: int | None


class ListedNote(TypedDict):
    """A note by its path and title."""

    id: str
    path: str
    title: str
    date: str
    modified: str | None
    tags: list[str]
    aliases: list[str]
    url: str


class TopicOfVault(TypedDict):
    """Notes that belong together, and the topics below."""

    label: str
    notes: int
    central: list[str]
    children: list[str]


class VaultTopics(TypedDict):
    """Topics of the vault, the largest first."""

    topics: list[TopicOfVault]
    notice: str | None


class NoteList(TypedDict):
    """A page of a list of notes; ``next_offset`` is None on the last one."""

    total: int
    notes: list[ListedNote]
    next_offset: int | None


class Tag(TypedDict):
    """A tag, and the number of notes with it or one beneath it."""

    tag: str
    notes: int


class Tags(TypedDict):
    """The tags of the notes, the most frequent first; ``total`` counts those that were left out, too."""

    total: int
    tags: list[Tag]


class Unread(TypedDict):
    """A file that could not be read, or not whole."""

    path: str
    reason: str


class ServedStatus(TypedDict):
    """The state of the index in sentences, and in values; of each vault if there are several."""

    summary: str
    vault: str
    vaults: dict[str, str]
    notes: int
    files: int
    chunks: int
    failed: list[Unread]
    last_sync: str | None
    writer: int | None
    under_way: str | None


class Versions(TypedDict):
    """A note's versions, the latest first; with a day, its text ``as_of`` then, and its ``changes`` since.

    Among the changes, {+words+} were added and [-words-] removed; long stretches that are the same are left
    out.
    """

    path: str
    versions: list[Version]
    as_of: NotRequired[str]
    changes: NotRequired[str]
    notice: str | None
