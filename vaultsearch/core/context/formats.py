"""Contexts, passages and quotes as Markdown, XML or plain text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from xml.sax.saxutils import escape, quoteattr

from vaultsearch.core.text import close_fences
from vaultsearch.core.values.context import ContextFormat, ReadNote
from vaultsearch.core.values.note import page_of

# No XML 1.0 document may hold these characters, not even escaped.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MAX_TAGS = 8
_BEFORE_FIRST = "\n"
"""Above a note's first passage: no section."""
_NO_ANSWER = "No answer in this note."


@dataclass(frozen=True, slots=True)
class WrittenPassage:
    """A passage to write: ``text`` is Markdown, ``plain`` the same without markup.

    ``lines`` are None for a canvas. Only the first passage's ``uri`` is written per note: in scripts other
    than Latin a link takes as many tokens as a paragraph.
    """

    heading_path: tuple[str, ...]
    lines: tuple[int, int] | None
    uri: str
    text: str
    plain: str


@dataclass(frozen=True, slots=True)
class WrittenNote:
    """A note to write below a citation number, with metadata and passages."""

    number: int
    title: str
    path: str
    date: date | None
    tags: tuple[str, ...]
    passages: tuple[WrittenPassage, ...]


def source_of(path: str, title: str, heading_path: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return a passage's source (title or ``file.pdf, page 3``) and the headings below, unless repeated."""
    if page := page_of(path, heading_path):
        return f"{path.rpartition('/')[2]}, page {page}", tuple(heading_path[1:])
    repeats = bool(heading_path) and heading_path[0].strip().casefold() == title.strip().casefold()
    return title, tuple(heading_path[1:] if repeats else heading_path)


def section_of(heading_path: Sequence[str]) -> str:
    """Write the headings above a passage, or ""."""
    return f" (section: {' > '.join(heading_path)})" if heading_path else ""


def write_notes(notes: Sequence[WrittenNote], style: ContextFormat) -> str:
    """Write notes with their passages, or "" without notes."""
    if not notes:
        return ""
    if style is ContextFormat.XML:
        written = ["<context>"]
        for note in notes:
            facts = {
                "number": str(note.number),
                "title": note.title,
                "path": note.path,
                "date": note.date.isoformat() if note.date else "",
                "tags": " ".join(note.tags[:_MAX_TAGS]),
                "uri": note.passages[0].uri,
            }
            passages = "".join(map(_xml_passage, note.passages))
            written.append(f"<note{_xml_attributes(facts)}>\n{passages}</note>")
        return "\n".join((*written, "</context>")) + "\n"
    # JSON carries the Markdown in one of its fields.
    mark = "" if style is ContextFormat.PLAIN else "### "
    return "\n".join(_write_note(note, f"{mark}[{note.number}] ", style) for note in notes)


def write_passage(
    note: WrittenNote, passage: WrittenPassage, style: ContextFormat, above: str = _BEFORE_FIRST
) -> str:
    """Write a passage below its section, or below a mark of omission if the section is ``above`` already."""
    if style is ContextFormat.XML:
        return _xml_passage(passage)
    text = passage.plain if style is ContextFormat.PLAIN else close_fences(passage.text)
    section = _section_line(note, passage)
    head = "[…]" if above == section else section
    return "\n\n".join(part for part in (head, text.strip("\n").rstrip()) if part) + "\n"


def _section_line(note: WrittenNote, passage: WrittenPassage) -> str:
    source, headings = source_of(note.path, note.title, passage.heading_path)
    section = f"Section: {' > '.join(headings)}" if headings else ""
    return " · ".join(filter(None, (source if source != note.title else "", section)))


def _write_note(note: WrittenNote, mark: str, style: ContextFormat) -> str:
    # The folder, or the path if the file is not called as the note is.
    folder, _, file = note.path.rpartition("/")
    place = folder if file.rpartition(".")[0] == note.title else note.path
    day = note.date.isoformat() if note.date else ""
    facts = filter(None, (place, day, " ".join(f"#{tag}" for tag in note.tags[:_MAX_TAGS])))
    lines = (f"{mark}{' '.join(note.title.split())}", " · ".join(facts), note.passages[0].uri)
    head = "\n".join(line for line in lines if line) + "\n"
    above = [_BEFORE_FIRST, *(_section_line(note, passage) for passage in note.passages)]
    passages = zip(note.passages, above, strict=False)
    return "\n".join((head, *(write_passage(note, passage, style, before) for passage, before in passages)))


def _xml_passage(passage: WrittenPassage) -> str:
    lines = "{}-{}".format(*passage.lines) if passage.lines else ""
    facts = {"section": " > ".join(passage.heading_path), "lines": lines}
    return f"<passage{_xml_attributes(facts)}>\n{_xml_text(passage.text)}\n</passage>\n"


def write_read_note(note: ReadNote, style: ContextFormat) -> str:
    """Write the quotes from a note read with a question, or else its text."""
    if style is ContextFormat.XML:
        return _xml_read(note)
    if note.question is None:
        return note.text
    if not note.quotes:
        return _NO_ANSWER + "\n"
    mark = "" if style is ContextFormat.PLAIN else "> "
    quotes = []
    for quote in note.quotes:
        start, end, lines = quote.line_start, quote.line_end, ""
        if start is not None:
            lines = f", line {start}" if start == end else f", lines {start}-{end}"
        text = "\n".join((mark + line).rstrip() if mark else line for line in quote.text.split("\n"))
        source, headings = source_of(note.path, note.title, quote.heading_path)
        quotes.append(f"From {source}{section_of(headings)}{lines}:\n\n{text}\n")
    return "\n".join(quotes) + f"\n{note.uri}\n"


def _xml_read(note: ReadNote) -> str:
    facts = {"path": note.path, "title": note.title, "uri": note.uri}
    if note.question is None:
        return f"<note{_xml_attributes(facts)}>\n<CONTENT>{_xml_text(note.text)}</CONTENT>\n</note>\n"
    facts["question"] = note.question
    quotes = ""
    for quote in note.quotes:
        of_quote = {
            "section": " > ".join(quote.heading_path),
            "lines": f"{quote.line_start}-{quote.line_end}" if quote.line_start is not None else "",
            "probability": f"{quote.probability:.3f}",
        }
        content = f"<CONTENT>{_xml_text(quote.text)}</CONTENT>"
        quotes += f"<quote{_xml_attributes(of_quote)}>\n{content}\n</quote>\n"
    return f"<quotes{_xml_attributes(facts)}>\n{quotes}</quotes>\n"


def _xml_text(text: str) -> str:
    """Escape a text for XML, and replace illegal characters."""
    return escape(_NOT_IN_XML.sub("\ufffd", text), {"\r": "&#13;"})


def _xml_attributes(facts: Mapping[str, str]) -> str:
    """Write attributes, skipping empty values."""
    legal = ((name, _NOT_IN_XML.sub("\ufffd", value)) for name, value in facts.items() if value)
    return "".join(f" {name}={quoteattr(value)}" for name, value in legal)
