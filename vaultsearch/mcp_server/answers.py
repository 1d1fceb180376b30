"""The tools' answers: values as JSON, under the names that the tools' schemas publish."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired

from typing_extensions import TypedDict

from vaultsearch.core.errors import QueryError
from vaultsearch.service.serialization import not_indexed_yet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.core.index.stored_notes import StoredNote
    from vaultsearch.core.values.context import ReadNote
    from vaultsearch.core.values.long_queries import LongQueryTopic
    from vaultsearch.core.values.relations import RelatedNote
    from vaultsearch.core.values.search import Result, SearchStage

PAGE_CHARACTERS = 12_000
"""The length of a page of a note's text: some 3,000 tokens."""

_NO_QUOTES = "No answer in this note."


class Passage(TypedDict):
    """A passage that was found; ``number`` names its note until the next search."""

    number: int
    path: str
    title: str
    heading_path: list[str]
    line_start: int | None
    line_end: int | None
    text: str
    score: float | None
    tags: list[str]
    date: str | None
    modified: str | None
    uri: str


class Found(TypedDict):
    """Passages, best first; ``reading`` says how the query was read, ``notice`` what the answer lacks."""

    passages: list[Passage]
    reading: str | None
    notice: str | None


class Topic(TypedDict):
    """A stretch of the text that was searched with, by its lines, and the passages that matter for it."""

    label: str
    line_start: int
    line_end: int
    passages: list[Passage]


class FoundByTopic(TypedDict):
    """Passages for a whole text: the best of all topics, and those of each."""

    passages: list[Passage]
    topics: list[Topic]
    notice: str | None


class Quoted(TypedDict):
    """A stretch of a note, word for word."""

    text: str
    heading_path: list[str]
    line_start: int | None
    line_end: int | None
    score: float


class Document(TypedDict):
    """A note that was read: a page of its text or, with a question, its quotes."""

    path: str
    title: str
    uri: str
    text: NotRequired[str]
    page: NotRequired[int]
    pages: NotRequired[int]
    quotes: NotRequired[list[Quoted]]
    notice: NotRequired[str]


class Relation(TypedDict):
    """A note that has to do with another, and where it talks about the same."""

    path: str
    title: str
    score: float
    reasons: list[str]
    heading_path: list[str]
    line: int | None
    uri: str


class RelatedNotes(TypedDict):
    """Notes that have to do with one, best first."""

    path: str
    related: list[Relation]


class ListedNote(TypedDict):
    """A note by its path and title."""

    path: str
    title: str
    date: str
    tags: list[str]
    aliases: list[str]
    uri: str


class NoteList(TypedDict):
    """A page of a list of notes, the newest first; ``next_offset`` is None on the last one."""

    total: int
    notes: list[ListedNote]
    next_offset: int | None


def passages(results: Sequence[Result], numbered: Sequence[str]) -> list[Passage]:
    """Convert results, each with its note's number; ``numbered`` are the paths of notes 1, 2, ..."""
    return [_passage(result, numbered.index(result.chunk.path) + 1) for result in results]


def _passage(result: Result, number: int) -> Passage:
    chunk = result.chunk
    return {
        "number": number,
        "path": chunk.path,
        "title": chunk.title,
        "heading_path": list(chunk.heading_path),
        "line_start": None if chunk.is_canvas else chunk.line_start,
        "line_end": None if chunk.is_canvas else chunk.line_end,
        "text": chunk.shown,
        "score": chunk.score,
        "tags": list(chunk.tags),
        "date": chunk.date.day.isoformat() if chunk.date else None,
        "modified": chunk.modified.isoformat() if chunk.modified else None,
        "uri": result.uri,
    }


def topics(found: Sequence[LongQueryTopic], numbered: Sequence[str]) -> list[Topic]:
    """Convert the topics of a text, each with its passages; ``numbered`` as in `passages`."""
    return [
        {
            "label": topic.label,
            "line_start": topic.line_start,
            "line_end": topic.line_end,
            "passages": passages(topic.results, numbered),
        }
        for topic in found
    ]


def notice(stage: SearchStage) -> str | None:
    """Compose the notice of an incomplete answer or a reinterpreted query; None if there is no need."""
    return " ".join(filter(None, (stage.notice, not_indexed_yet(stage), *stage.hints))) or None


def quotes(note: ReadNote) -> Document:
    """Convert the quotes of a note that answer a question."""
    found: list[Quoted] = [
        {
            "text": quote.text,
            "heading_path": list(quote.heading_path),
            "line_start": quote.line_start,
            "line_end": quote.line_end,
            "score": quote.score,
        }
        for quote in note.quotes
    ]
    document: Document = {"path": note.path, "title": note.title, "uri": note.uri, "quotes": found}
    return document if found else {**document, "notice": _NO_QUOTES}


def page(note: ReadNote, number: int) -> Document:
    """Convert page ``number`` of a note's text, from 1 on. Raise QueryError if there is no such page."""
    cut = pages(note.text)
    if number > len(cut):
        raise QueryError(f"{note.path} has no page {number}.", f"It has pages 1 to {len(cut)}.")
    document: Document = {"path": note.path, "title": note.title, "uri": note.uri}
    return {**document, "text": cut[number - 1], "page": number, "pages": len(cut)}


def pages(text: str, most: int = PAGE_CHARACTERS) -> list[str]:
    """Cut a text into pages of at most ``most`` characters, at the ends of lines if possible.

    Joined, they are the text; an empty text is one page.
    """
    cut = [""]
    for line in text.splitlines(keepends=True):
        for part in (line[i : i + most] for i in range(0, len(line), most)):
            if len(cut[-1]) + len(part) > most:
                cut.append("")
            cut[-1] += part
    return cut


def relation(note: RelatedNote, uri: Callable[[str, Sequence[str]], str]) -> Relation:
    """Convert a related note; ``uri`` makes the link that opens it."""
    return {
        "path": note.path,
        "title": note.title,
        "score": note.score,
        "reasons": list(note.reasons),
        "heading_path": list(note.heading_path),
        "line": note.line,
        "uri": uri(note.path, note.heading_path),
    }


def listed(
    notes: Sequence[StoredNote], offset: int, n: int, uri: Callable[[str, Sequence[str]], str]
) -> NoteList:
    """Convert ``n`` notes of a list, from ``offset`` on."""
    shown: list[ListedNote] = [
        {
            "path": note.path,
            "title": note.title,
            "date": note.date.isoformat(),
            "tags": list(note.tags),
            "aliases": list(note.aliases),
            "uri": uri(note.path, ()),
        }
        for note in notes[offset : offset + n]
    ]
    end = offset + len(shown)
    return {"total": len(notes), "notes": shown, "next_offset": end if end < len(notes) else None}
