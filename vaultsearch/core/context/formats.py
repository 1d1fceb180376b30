"""How passages and quotes are written: as Markdown, as XML, or plainly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from vaultsearch.core.context.note_blocks import closed
from vaultsearch.core.values.context import ContextFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

# What no XML 1.0 document may hold, not even escaped.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MOST_TAGS = 8


@dataclass(frozen=True, slots=True)
class WrittenPassage:
    """A passage to be written: ``text`` as it stands, ``plain`` as the reader sees it.

    ``lines`` are None of a canvas. The note's link is its first passage's ``uri``: in scripts other than
    Latin a link takes as many tokens as a paragraph.
    """

    heading_path: tuple[str, ...]
    lines: tuple[int, int] | None
    uri: str
    text: str
    plain: str


@dataclass(frozen=True, slots=True)
class WrittenNote:
    """A note to be written, with what is known of it and its passages.

    ``similarity`` is the best cosine of its passages with the question, None where meaning found none.
    """

    number: int
    title: str
    path: str
    date: date | None
    tags: tuple[str, ...]
    similarity: float | None
    passages: tuple[WrittenPassage, ...]


def cited_text(title: str, heading_path: Sequence[str], text: str, uri: str = "") -> str:
    """Give a passage under its citation, ``From NOTE (section: A > B):``, with the link that opens it."""
    section = f" (section: {' > '.join(heading_path)})" if heading_path else ""
    parts = (f"From {title}{section}:", text.strip("\n").rstrip(), uri)
    return "\n\n".join(part for part in parts if part) + "\n"


def written(notes: Sequence[WrittenNote], style: ContextFormat) -> str:
    """Write notes with their passages; of none, nothing."""
    return _WRITERS[style](notes) if notes else ""


def written_passage(note: WrittenNote, passage: WrittenPassage, style: ContextFormat) -> str:
    """Write one passage of a note."""
    if style is ContextFormat.XML:
        return _xml_passage(passage)
    if style is ContextFormat.PLAIN:
        return cited_text(note.title, passage.heading_path, passage.plain)
    return cited_text(note.title, passage.heading_path, closed(passage.text))


def _markdown(notes: Sequence[WrittenNote]) -> str:
    return "\n".join(_note(note, f"### [{note.number}] ", ContextFormat.MARKDOWN) for note in notes)


def _plain(notes: Sequence[WrittenNote]) -> str:
    return "\n".join(_note(note, f"[{note.number}] ", ContextFormat.PLAIN) for note in notes)


def _note(note: WrittenNote, mark: str, style: ContextFormat) -> str:
    facts = [note.path]
    if note.date:
        facts.append(note.date.isoformat())
    if note.tags:
        facts.append(" ".join(f"#{tag}" for tag in note.tags[:_MOST_TAGS]))
    if note.similarity is not None:
        facts.append(f"similarity {note.similarity:.2f}")
    link = note.passages[0].uri
    head = f"{mark}{' '.join(note.title.split())}\n{' · '.join(facts)}\n{link}\n"
    return "\n".join((head, *(written_passage(note, passage, style) for passage in note.passages)))


def _xml(notes: Sequence[WrittenNote]) -> str:
    return "\n".join(("<context>", *map(_xml_note, notes), "</context>")) + "\n"


def _xml_note(note: WrittenNote) -> str:
    facts = {
        "number": str(note.number),
        "title": note.title,
        "path": note.path,
        "date": note.date.isoformat() if note.date else "",
        "tags": " ".join(note.tags[:_MOST_TAGS]),
        "similarity": f"{note.similarity:.2f}" if note.similarity is not None else "",
        "uri": note.passages[0].uri,
    }
    passages = "".join(map(_xml_passage, note.passages))
    return f"<note{xml_attributes(facts)}>\n{passages}</note>"


def _xml_passage(passage: WrittenPassage) -> str:
    facts = {
        "section": " > ".join(passage.heading_path),
        "lines": "{}-{}".format(*passage.lines) if passage.lines else "",
    }
    return f"<passage{xml_attributes(facts)}>\n{xml_text(passage.text)}\n</passage>\n"


def xml_text(text: str) -> str:
    """Write a text so that it can stand in XML, wherever it ends or whatever it holds."""
    return escape(_NOT_IN_XML.sub("\ufffd", text), {"\r": "&#13;"})


def xml_attributes(facts: Mapping[str, str]) -> str:
    """Write what is known of something as attributes; what is empty is left out."""
    return "".join(
        f" {name}={quoteattr(_NOT_IN_XML.sub(chr(0xFFFD), value))}" for name, value in facts.items() if value
    )


_WRITERS: dict[ContextFormat, Callable[[Sequence[WrittenNote]], str]] = {
    ContextFormat.MARKDOWN: _markdown,
    ContextFormat.JSON: _markdown,
    ContextFormat.XML: _xml,
    ContextFormat.PLAIN: _plain,
}
