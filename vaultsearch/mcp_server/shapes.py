"""The shapes of the tools' answers, as their schemas publish them, and the answers written as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired

from typing_extensions import TypedDict

from vaultsearch.service.shapes import Link, Passage, Quotation, Version

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Found(TypedDict):
    """Passages, best first; ``reading`` says how the query was read, ``notice`` what the answer lacks."""

    results: list[Passage]
    reading: str | None
    notice: str | None


class Suggestion(TypedDict):
    """A whole ``query`` to go on with; ``notes`` counts those that it finds, null for an operator."""

    query: str
    label: str
    kind: str
    notes: int | None


class Suggested(TypedDict):
    """Continuations of a query, best first."""

    suggestions: list[Suggestion]


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


class Quoted(Quotation):
    """A stretch of a note, word for word; ``probability`` is how likely it answers, 0 to 1."""

    heading_path: list[str]


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
    """Notes that belong together, and the topics below; ``summary`` is by the user's language model."""

    label: str
    summary: str | None
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


# Some clients show their model no structured content: for these, each answer is written as text, too, which
# takes fewer tokens than JSON.

Answer = dict[str, Any]
"""An answer in one of the `shapes`, as it is sent."""


def as_text(tool: str, answer: Answer) -> str:
    """Write a tool's answer; the notice, if there is one, comes last."""
    parts = WRITERS[tool](answer)
    notice = answer.get("notice")
    return "\n\n".join(part for part in (*parts, notice and f"Notice: {notice}") if part) or "Nothing."


def _results(answer: Answer) -> list[str]:
    reading = answer.get("reading")
    results = [_passage(result) for result in answer["results"]] or ["No results."]
    return [f"Read as: {reading}" if reading else "", *results]


def _by_topic(answer: Answer) -> list[str]:
    # Passages of a topic that are among the best of all are written once.
    numbers = {result["url"]: result["number"] for result in answer["results"]}
    others = [
        result for topic in answer["topics"] for result in topic["results"] if result["url"] not in numbers
    ]
    paragraphs = [
        f"Lines {topic['line_start']}-{topic['line_end']}, {topic['label']}: "
        + (" ".join(dict.fromkeys(f"[{result['number']}]" for result in topic["results"])) or "-")
        for topic in answer["topics"]
    ]
    passages = {result["url"]: _passage(result) for result in (*answer["results"], *others)}
    return [*(passages.values() or ["No results."]), "\n".join(paragraphs)]


def _passage(passage: Answer) -> str:
    known = passage["probability"]
    probability = "" if known is None else f" (probability {known:.2f})"
    past = f" ({passage['state']}, {passage['as_of']})" if "as_of" in passage else ""
    via = f" (via {' > '.join(passage['via'])})" if "via" in passage else ""
    place = f"{_place(passage)}{past}{via}{probability}"
    return f"[{passage['number']}] {_headed(passage)} | {place}\n{passage['text']}"


def _headed(place: Mapping[str, Any]) -> str:
    headings = place.get("heading_path") or []
    return " > ".join(dict.fromkeys((place["title"], *headings)))


def _place(place: Mapping[str, Any]) -> str:
    """Write a path with its lines, as `read_document` takes it."""
    lines = f":{place['line_start']}-{place['line_end']}" if place.get("line_start") else ""
    return f"{place['path']}{lines}"


def _documents(answer: Answer) -> list[str]:
    return [_document(document) for document in answer["documents"]]


def _document(document: Answer) -> str:
    if "text" not in document and "quotes" not in document:
        return f"{document['path']}: {document['notice']}"
    if "quotes" in document:
        quotes = [f"{quote['line_start'] or '-'}: {quote['text']}" for quote in document["quotes"]]
        return _rows(
            (f"{document['title']} | {document['path']}, quotes by line", *quotes, document.get("notice", ""))
        )
    paged = f", page {document['page']} of {document['pages']}" if document.get("pages", 1) > 1 else ""
    return f"{document['title']} | {_place(document)}{paged}\n\n{document['text']}"


def _related(answer: Answer) -> list[str]:
    return [
        _rows(f"{_headed(note)} | {note['path']}: {'; '.join(note['reasons'])}" for note in answer["related"])
    ]


def _links(answer: Answer) -> list[str]:
    groups = [
        (
            name,
            [
                f"{link['path'] or link['written']}, line {link['line']}: {link['text']}"
                for link in answer[key]
            ],
        )
        for name, key in (
            ("Backlinks", "backlinks"),
            ("Links to", "outgoing"),
            ("Broken links", "unresolved"),
            ("Mentioned without a link in", "mentions"),
        )
    ]
    further = [
        f"{note['path']}, {note['distance']} links away, over {note['via']}" for note in answer["further"]
    ]
    sections = [f"{name}:\n{_rows(rows)}" for name, rows in (*groups, ("Further", further)) if rows]
    counts = ", ".join(f"{count:,} {kind}" for kind, count in answer["total"].items())
    rest = answer["next_offset"]
    return [
        f"{answer['title']} | {answer['path']}{counts and f' | {counts}'}",
        *(sections or ["No links."]),
        f"More from offset {rest} on." if rest else "",
    ]


def _history(answer: Answer) -> list[str]:
    versions = [
        f"{version['date'][:16]} {'deleted' if version['deleted'] else _lines(version)} {version['subject']}"
        for version in answer["versions"]
    ]
    texts = [f"{head}:\n{answer[key]}" for head, key in _TEXTS if answer.get(key)]
    return [f"{answer['path']}, {len(versions)} versions", _rows(versions), *texts]


_TEXTS = (("Text of then", "as_of"), ("Changes since", "changes"))


def _lines(version: Answer) -> str:
    return f"+{version['added']} -{version['removed']}"


def _suggestions(answer: Answer) -> list[str]:
    links = _rows(f"line {link['line']}: {link['text']} -> {link['link']}" for link in answer["suggestions"])
    tags = " ".join(f"#{tag}" for tag in answer["tags"])
    return [answer["path"], links or "No links to suggest.", f"Tags: {tags}" if tags else ""]


def _topics(answer: Answer) -> list[str]:
    rows = (
        f"{topic['label']} ({topic['notes']:,}): {'; '.join(topic['children'] or topic['central'])}"
        for topic in answer["topics"]
    )
    return [_rows(rows), answer["notice"] or ""]


def _notes(answer: Answer) -> list[str]:
    rows = (
        " ".join(
            (note["date"][:10], f"{note['title']} | {note['path']}", *(f"#{tag}" for tag in note["tags"]))
        )
        for note in answer["notes"]
    )
    rest = answer["next_offset"]
    return [
        f"{answer['total']:,} notes and other files",
        _rows(rows),
        f"More from offset {rest} on." if rest else "",
    ]


def _tags(answer: Answer) -> list[str]:
    left = answer["total"] - len(answer["tags"])
    return [
        f"{answer['total']:,} tags",
        _rows(f"#{tag['tag']} {tag['notes']}" for tag in answer["tags"]),
        f"{left:,} more; raise n." if left else "",
    ]


def _fetched(answer: Answer) -> list[str]:
    return [f"{answer['title']} | {answer['id']}", answer["text"]]


def _status(answer: Answer) -> list[str]:
    return [
        answer["summary"],
        _rows(f"{failure['path']}: {failure['reason']}" for failure in answer["failed"]),
    ]


def _rows(rows: Any) -> str:
    return "\n".join(rows)


WRITERS: Mapping[str, Callable[[Answer], Sequence[str]]] = {
    "search": _results,
    "explore": _results,
    "search_passage": _by_topic,
    "read_document": _documents,
    "fetch": _fetched,
    "related": _related,
    "links": _links,
    "history": _history,
    "suggest_links": _suggestions,
    "list_notes": _notes,
    "tags": _tags,
    "topics": _topics,
    "status": _status,
}
"""The writer of each tool's answer."""
