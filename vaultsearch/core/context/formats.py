"""Contexts, passages and quotes as Markdown, XML or plain text; a note's blocks are never cut apart."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from vaultsearch.core.text import close_fences, fence_of
from vaultsearch.core.values.context import ContextFormat, ReadNote
from vaultsearch.core.values.note import Block, NoteSection, headings_above, page_of
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.markdown import parse_body

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date


UNBROKEN = frozenset({"fence", "table", "callout", "math", "html"})
"""Kinds of blocks taken whole if they fit."""


@dataclass(frozen=True, slots=True)
class NoteBlocks:
    """A note's text, lines and sections.

    Lines are 1-based and inclusive; characters are 0-based, end exclusive. ``starts`` are the character
    offsets of the lines.
    """

    text: str
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    sections: tuple[NoteSection, ...]

    @classmethod
    def of(cls, text: str, path: str = "") -> NoteBlocks:
        """Parse a note, or another file's text, with sections depending on ``path``."""
        lines = text.split("\n")
        front = read_frontmatter(lines)
        body = parse_body(lines, front.line_count, drawing="excalidraw-plugin" in front.properties)
        starts = accumulate((len(line) + 1 for line in lines[:-1]), initial=0)
        sections = body.sections
        # In the text made of a PDF, pages and headings overlap: a heading goes on over the next page.
        if path.lower().endswith(".pdf"):
            above = (headings_above(path, body.headings, each.blocks[0].line_start) for each in sections)
            sections = tuple(
                replace(section, heading_path=tuple(heading.text for heading in headings))
                for section, headings in zip(sections, above, strict=True)
            )
        return cls(text, tuple(lines), tuple(starts), sections)

    def characters(self, first: int, last: int) -> tuple[int, int]:
        """Return the character range of lines; lines beyond the note's end mean the last line."""
        first, last = min(first, len(self.lines)), min(last, len(self.lines))
        return self.starts[first - 1], self.starts[last - 1] + len(self.lines[last - 1])

    def lines_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the first and last line of a character range."""
        return bisect_right(self.starts, start), bisect_right(self.starts, max(start, end - 1))

    def whole(self, first: int, last: int) -> tuple[int, int]:
        """Widen lines so as not to cut a fence, table or callout apart."""
        for block in self._unbroken(first, last):
            first, last = min(first, block.line_start), max(last, block.line_end)
        return first, last

    def section(self, line: int) -> tuple[int, int]:
        """Return the first and last line of the section around a line, or just the line."""
        for section in self.sections:
            first, last = section.blocks[0].line_start, section.blocks[-1].line_end
            if first <= line <= last:
                return first, last
        return line, line

    def framed(self, start: int, end: int) -> str:
        """Return these characters with the frame of cut blocks: fences, table heads, callouts."""
        before, after = "", ""
        first, last = self.lines_of(start, end)
        for block in self._unbroken(first, last):
            if start > self.starts[block.line_start - 1]:
                before = self._head(block, first)
            if end < self.characters(block.line_end, block.line_end)[1]:
                after = fence_of(block.content)
        body = self.text[start:end]
        return "\n".join(part for part in (before, body, after) if part)

    def _head(self, block: Block, before: int) -> str:
        # The lines that are its head: of a table two, of a fence or callout one.
        size = 2 if block.kind == "table" else 0 if block.kind in ("math", "html") else 1
        if block.kind == "fence" and not fence_of(block.content):
            # Code that is indented, which has no frame.
            return ""
        return "\n".join(self.lines[block.line_start - 1 : min(block.line_start - 1 + size, before - 1)])

    def _unbroken(self, first: int, last: int) -> list[Block]:
        return [block for block in self._within(first, last) if block.kind in UNBROKEN]

    def _within(self, first: int, last: int) -> list[Block]:
        blocks = (block for section in self.sections for block in section.blocks)
        return [block for block in blocks if block.line_start <= last and block.line_end >= first]

    def plain_text(self, start: int, end: int) -> str:
        """Return the characters without markup if they are whole blocks, else unchanged."""
        first, last = self.lines_of(start, end)
        blocks = self._within(first, last)
        whole = (start, end) == self.characters(first, last)
        if not blocks or not whole or blocks[0].line_start < first or blocks[-1].line_end > last:
            return self.text[start:end]
        return "\n\n".join(block.text for block in blocks if block.text.strip())


def without_frame(block: Block) -> Block:
    """Return a fenced block without the opening and closing line, any other unchanged."""
    fence, lines = fence_of(block.content), block.content.split("\n")
    if block.kind != "fence" or not fence:
        return block
    is_closed = len(lines) > 1 and fence_of(lines[-1]).startswith(fence)
    inside = lines[1:-1] if is_closed else lines[1:]
    first = block.line_start + 1
    return replace(block, line_start=first, line_end=first + len(inside) - 1, content="\n".join(inside))


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


def cited_text(path: str, title: str, heading_path: Sequence[str], text: str, uri: str = "") -> str:
    """Write a passage below a citation, ``From NOTE (section: A > B):``, with the link to open it."""
    source, headings = source_of(path, title, heading_path)
    parts = (f"From {source}{section_of(headings)}:", text.strip("\n").rstrip(), uri)
    return "\n\n".join(part for part in parts if part) + "\n"


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
        return "\n".join(("<context>", *map(_xml_note, notes), "</context>")) + "\n"
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
    facts = [place] if place else []
    if note.date:
        facts.append(note.date.isoformat())
    if note.tags:
        facts.append(" ".join(f"#{tag}" for tag in note.tags[:_MAX_TAGS]))
    link = note.passages[0].uri
    lines = (f"{mark}{' '.join(note.title.split())}", " · ".join(facts), link)
    head = "\n".join(line for line in lines if line) + "\n"
    above = [_BEFORE_FIRST, *(_section_line(note, passage) for passage in note.passages)]
    passages = zip(note.passages, above, strict=False)
    return "\n".join((head, *(write_passage(note, passage, style, before) for passage, before in passages)))


def _xml_note(note: WrittenNote) -> str:
    facts = {
        "number": str(note.number),
        "title": note.title,
        "path": note.path,
        "date": note.date.isoformat() if note.date else "",
        "tags": " ".join(note.tags[:_MAX_TAGS]),
        "uri": note.passages[0].uri,
    }
    passages = "".join(map(_xml_passage, note.passages))
    return f"<note{_xml_attributes(facts)}>\n{passages}</note>"


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
