"""Contexts, single passages, and notes with their quotes, written as Markdown, XML or plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from vaultsearch.core.context.note_blocks import closed
from vaultsearch.core.values.context import ContextFormat
from vaultsearch.core.values.note import page_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from vaultsearch.core.values.context import Quote, ReadNote

# No XML 1.0 document may hold these characters, not even escaped.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MOST_TAGS = 8
_BEFORE_FIRST = "\n"
"""No section: that above a note's first passage."""
_NO_ANSWER = "No answer in this note."


@dataclass(frozen=True, slots=True)
class WrittenPassage:
    """A passage to be written: ``text`` is its Markdown, ``plain`` the same without markup.

    ``lines`` are None for a canvas. A note is written with the ``uri`` of its first passage alone: in scripts
    other than Latin a link takes as many tokens as a paragraph.
    """

    heading_path: tuple[str, ...]
    lines: tuple[int, int] | None
    uri: str
    text: str
    plain: str


@dataclass(frozen=True, slots=True)
class WrittenNote:
    """A note to be written under its citation number, with its metadata and passages."""

    number: int
    title: str
    path: str
    date: date | None
    tags: tuple[str, ...]
    passages: tuple[WrittenPassage, ...]


def cited_text(path: str, title: str, heading_path: Sequence[str], text: str, uri: str = "") -> str:
    """Write a passage under its citation, ``From NOTE (section: A > B):``, with the link that opens it."""
    source, headings = source_of(path, title, heading_path)
    parts = (f"From {source}{section_of(headings)}:", text.strip("\n").rstrip(), uri)
    return "\n\n".join(part for part in parts if part) + "\n"


def source_of(path: str, title: str, heading_path: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the source of a passage, a note's title or ``file.pdf, page 3``, and the headings below that.

    A heading that merely repeats the note's title is left out.
    """
    if page := page_of(path, heading_path):
        return f"{path.rpartition('/')[2]}, page {page}", tuple(heading_path[1:])
    repeats = bool(heading_path) and heading_path[0].strip().casefold() == title.strip().casefold()
    return title, tuple(heading_path[1:] if repeats else heading_path)


def section_of(heading_path: Sequence[str]) -> str:
    """Write the headings above a passage, "" without any."""
    return f" (section: {' > '.join(heading_path)})" if heading_path else ""


def written(notes: Sequence[WrittenNote], style: ContextFormat) -> str:
    """Write notes with their passages; without notes, return ""."""
    return _WRITERS[style](notes) if notes else ""


def written_passage(
    note: WrittenNote, passage: WrittenPassage, style: ContextFormat, above: str = _BEFORE_FIRST
) -> str:
    """Write one passage of a note under its section, or under a mark of omission if that is ``above`` it."""
    if style is ContextFormat.XML:
        return _xml_passage(passage)
    text = passage.plain if style is ContextFormat.PLAIN else closed(passage.text)
    section = _section_line(note, passage)
    head = "[…]" if above == section else section
    return "\n\n".join(part for part in (head, text.strip("\n").rstrip()) if part) + "\n"


def _section_line(note: WrittenNote, passage: WrittenPassage) -> str:
    source, headings = source_of(note.path, note.title, passage.heading_path)
    section = f"Section: {' > '.join(headings)}" if headings else ""
    return " · ".join(filter(None, (source if source != note.title else "", section)))


def _markdown(notes: Sequence[WrittenNote]) -> str:
    return "\n".join(_note(note, f"### [{note.number}] ", ContextFormat.MARKDOWN) for note in notes)


def _plain(notes: Sequence[WrittenNote]) -> str:
    return "\n".join(_note(note, f"[{note.number}] ", ContextFormat.PLAIN) for note in notes)


def _note(note: WrittenNote, mark: str, style: ContextFormat) -> str:
    facts = [place] if (place := _place(note)) else []
    if note.date:
        facts.append(note.date.isoformat())
    if note.tags:
        facts.append(" ".join(f"#{tag}" for tag in note.tags[:_MOST_TAGS]))
    link = note.passages[0].uri
    lines = (f"{mark}{' '.join(note.title.split())}", " · ".join(facts), link)
    head = "\n".join(line for line in lines if line) + "\n"
    above = [_BEFORE_FIRST, *(_section_line(note, passage) for passage in note.passages)]
    passages = zip(note.passages, above, strict=False)
    return "\n".join((head, *(written_passage(note, passage, style, before) for passage, before in passages)))


def _place(note: WrittenNote) -> str:
    """Return the note's folder, or its path if the file is not called as the note is."""
    folder, _, file = note.path.rpartition("/")
    return folder if file.rpartition(".")[0] == note.title else note.path


def _xml(notes: Sequence[WrittenNote]) -> str:
    return "\n".join(("<context>", *map(_xml_note, notes), "</context>")) + "\n"


def _xml_note(note: WrittenNote) -> str:
    facts = {
        "number": str(note.number),
        "title": note.title,
        "path": note.path,
        "date": note.date.isoformat() if note.date else "",
        "tags": " ".join(note.tags[:_MOST_TAGS]),
        "uri": note.passages[0].uri,
    }
    passages = "".join(map(_xml_passage, note.passages))
    return f"<note{_xml_attributes(facts)}>\n{passages}</note>"


def _xml_passage(passage: WrittenPassage) -> str:
    facts = {
        "section": " > ".join(passage.heading_path),
        "lines": "{}-{}".format(*passage.lines) if passage.lines else "",
    }
    return f"<passage{_xml_attributes(facts)}>\n{_xml_text(passage.text)}\n</passage>\n"


_WRITERS: dict[ContextFormat, Callable[[Sequence[WrittenNote]], str]] = {
    ContextFormat.MARKDOWN: _markdown,
    ContextFormat.JSON: _markdown,
    ContextFormat.XML: _xml,
    ContextFormat.PLAIN: _plain,
}


def written_note(note: ReadNote, style: ContextFormat) -> str:
    """Write the quotes of a note that was read with a question, or else its text."""
    if style is ContextFormat.XML:
        return _xml_read(note)
    if note.question is None:
        return note.text
    if not note.quotes:
        return _NO_ANSWER + "\n"
    mark = "" if style is ContextFormat.PLAIN else "> "
    quotes = "\n".join(_quoted(note, quote, mark) for quote in note.quotes)
    return f"{quotes}\n{note.uri}\n"


def _quoted(note: ReadNote, quote: Quote, mark: str) -> str:
    lines = f", {_lines(quote)}" if quote.line_start is not None else ""
    text = "\n".join((mark + line).rstrip() if mark else line for line in quote.text.split("\n"))
    source, headings = source_of(note.path, note.title, quote.heading_path)
    return f"From {source}{section_of(headings)}{lines}:\n\n{text}\n"


def _lines(quote: Quote) -> str:
    if quote.line_start == quote.line_end:
        return f"line {quote.line_start}"
    return f"lines {quote.line_start}-{quote.line_end}"


def _xml_read(note: ReadNote) -> str:
    facts = {"path": note.path, "title": note.title, "uri": note.uri}
    if note.question is None:
        return f"<note{_xml_attributes(facts)}>\n<CONTENT>{_xml_text(note.text)}</CONTENT>\n</note>\n"
    facts["question"] = note.question
    quotes = "".join(map(_xml_quote, note.quotes))
    return f"<quotes{_xml_attributes(facts)}>\n{quotes}</quotes>\n"


def _xml_quote(quote: Quote) -> str:
    facts = {
        "section": " > ".join(quote.heading_path),
        "lines": f"{quote.line_start}-{quote.line_end}" if quote.line_start is not None else "",
        "probability": f"{quote.probability:.3f}",
    }
    return f"<quote{_xml_attributes(facts)}>\n<CONTENT>{_xml_text(quote.text)}</CONTENT>\n</quote>\n"


def _xml_text(text: str) -> str:
    """Escape a text for XML and replace the characters that XML does not allow."""
    return escape(_NOT_IN_XML.sub("\ufffd", text), {"\r": "&#13;"})


def _xml_attributes(facts: Mapping[str, str]) -> str:
    """Write attributes, without the empty ones."""
    return "".join(
        f" {name}={quoteattr(_NOT_IN_XML.sub(chr(0xFFFD), value))}" for name, value in facts.items() if value
    )
