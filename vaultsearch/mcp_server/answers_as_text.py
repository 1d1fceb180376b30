"""Write tools' answers as text, shorter than JSON, for clients without structured content."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

PlainAnswer = dict[str, Any]
"""An answer in one of the `shapes`, as plain JSON."""


def as_text(tool: str, answer: PlainAnswer) -> str:
    """Write a tool's answer; any notice comes last."""
    parts = WRITERS[tool](answer)
    notice = answer.get("notice")
    return "\n\n".join(part for part in (*parts, notice and f"Notice: {notice}") if part) or "Nothing."


def _write_results(answer: PlainAnswer) -> list[str]:
    reading = answer.get("reading")
    results = [_write_passage(result) for result in answer["results"]] or ["No results."]
    return [f"Read as: {reading}" if reading else "", *results]


def _write_topics(answer: PlainAnswer) -> list[str]:
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
    passages = {result["url"]: _write_passage(result) for result in (*answer["results"], *others)}
    return [*(passages.values() or ["No results."]), "\n".join(paragraphs)]


def _write_passage(passage: PlainAnswer) -> str:
    known = passage["probability"]
    probability = "" if known is None else f" (probability {known:.2f})"
    past = f" ({passage['state']}, {passage['as_of']})" if "as_of" in passage else ""
    via = f" (via {' > '.join(passage['via'])})" if "via" in passage else ""
    place = f"{_path_and_lines(passage)}{past}{via}{probability}"
    return f"[{passage['number']}] {_heading_line(passage)} | {place}\n{passage['text']}"


def _heading_line(place: Mapping[str, Any]) -> str:
    headings = place.get("heading_path") or []
    return " > ".join(dict.fromkeys((place["title"], *headings)))


def _path_and_lines(place: Mapping[str, Any]) -> str:
    """Write a path with line numbers, as `read_document` takes it."""
    lines = f":{place['line_start']}-{place['line_end']}" if place.get("line_start") else ""
    return f"{place['path']}{lines}"


def _write_document(document: PlainAnswer) -> str:
    if "text" not in document and "quotes" not in document:
        return f"{document['path']}: {document['notice']}"
    if "quotes" in document:
        quotes = [f"{quote['line_start'] or '-'}: {quote['text']}" for quote in document["quotes"]]
        return "\n".join(
            (f"{document['title']} | {document['path']}, quotes by line", *quotes, document.get("notice", ""))
        )
    paged = f", page {document['page']} of {document['pages']}" if document.get("pages", 1) > 1 else ""
    return f"{document['title']} | {_path_and_lines(document)}{paged}\n\n{document['text']}"


_NONE_FURTHER = "None of this kind, or none from this offset on."


def _write_links(answer: PlainAnswer) -> list[str]:
    groups = {
        "Backlinks": map(_write_link, answer["backlinks"]),
        "Links to": map(_write_link, answer["outgoing"]),
        "Broken links": map(_write_link, answer["unresolved"]),
        "Mentioned without a link in": map(_write_link, answer["mentions"]),
        "Further": (f"{n['path']}, {n['distance']} links away, over {n['via']}" for n in answer["further"]),
    }
    sections = [f"{name}:\n{text}" for name, rows in groups.items() if (text := "\n".join(rows))]
    counts = ", ".join(f"{count:,} {kind}" for kind, count in answer["total"].items())
    rest = answer["next_offset"]
    return [
        f"{answer['title']} | {answer['path']}{counts and f' | {counts}'}",
        *(sections or [_NONE_FURTHER if counts else "No links."]),
        f"More from offset {rest} on." if rest else "",
    ]


def _write_link(link: PlainAnswer) -> str:
    return f"{link['path'] or link['written']}, line {link['line']}: {link['text']}"


def _write_history(answer: PlainAnswer) -> list[str]:
    versions = [
        f"{version['date'][:16]} "
        + ("deleted" if version["deleted"] else f"+{version['added']} -{version['removed']}")
        + f" {version['subject']}"
        for version in answer["versions"]
    ]
    heads = {"Text of then": "as_of", "Changes since": "changes"}
    texts = [f"{head}:\n{answer[key]}" for head, key in heads.items() if answer.get(key)]
    return [f"{answer['path']}, {len(versions)} versions", "\n".join(versions), *texts]


def _write_suggestions(answer: PlainAnswer) -> list[str]:
    links = "\n".join(
        f"line {link['line']}: {link['text']} -> {link['link']}" for link in answer["suggestions"]
    )
    tags = " ".join(f"#{tag}" for tag in answer["tags"])
    return [answer["path"], links or "No links to suggest.", f"Tags: {tags}" if tags else ""]


def _write_notes(answer: PlainAnswer) -> list[str]:
    rows = (
        f"{note['date'][:10]} {note['title']} | {note['path']}"
        + "".join(f" #{tag}" for tag in note.get("tags", ()))
        for note in answer["notes"]
    )
    rest = answer["next_offset"]
    return [
        f"{answer['total']:,} notes and other files",
        "\n".join(rows) or (_NONE_FURTHER if answer["total"] else ""),
        f"More from offset {rest} on." if rest else "",
    ]


def _write_tags(answer: PlainAnswer) -> list[str]:
    left = answer["total"] - len(answer["tags"])
    return [
        f"{answer['total']:,} tags",
        "\n".join(f"#{tag['tag']} {tag['notes']}" for tag in answer["tags"]),
        f"{left:,} more; raise n." if left else "",
    ]


WRITERS: Mapping[str, Callable[[PlainAnswer], Sequence[str]]] = {
    "search": _write_results,
    "explore": _write_results,
    "search_passage": _write_topics,
    "read_document": lambda answer: list(map(_write_document, answer["documents"])),
    "fetch": lambda answer: [f"{answer['title']} | {answer['id']}", answer["text"]],
    "related": lambda answer: [
        "\n".join(
            f"{_heading_line(note)} | {note['path']}: {'; '.join(note['reasons'])}"
            for note in answer["related"]
        )
    ],
    "links": _write_links,
    "history": _write_history,
    "suggest_links": _write_suggestions,
    "list_notes": _write_notes,
    "tags": _write_tags,
    "topics": lambda answer: [
        "\n".join(
            f"{topic['label']} ({topic['notes']:,}): {'; '.join(topic['children'] or topic['central'])}"
            for topic in answer["topics"]
        )
    ],
    "status": lambda answer: [
        answer["summary"],
        "\n".join(f"{failure['path']}: {failure['reason']}" for failure in answer["failed"]),
    ],
}
"""The writer of each tool's answer."""
