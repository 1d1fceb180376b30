"""How a note that was read, or its quotes, are written: as Markdown, as XML, or plainly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.context.formats import xml_attributes, xml_text
from vaultsearch.core.values.context import ContextFormat

if TYPE_CHECKING:
    from vaultsearch.core.values.context import Quote, ReadNote

NOTHING = "Nothing here answers it."


def written_note(note: ReadNote, style: ContextFormat) -> str:
    """Write the quotes of a note that was read with a question, else its text."""
    if style is ContextFormat.XML:
        return _xml(note)
    if note.question is None:
        return note.text
    if not note.quotes:
        return NOTHING + "\n"
    mark = "" if style is ContextFormat.PLAIN else "> "
    quotes = "\n".join(_quote(note, quote, mark) for quote in note.quotes)
    return f"{quotes}\n{note.uri}\n"


def _quote(note: ReadNote, quote: Quote, mark: str) -> str:
    section = f" (section: {' > '.join(quote.heading_path)})" if quote.heading_path else ""
    lines = f", {_lines(quote)}" if quote.line_start is not None else ""
    text = "\n".join((mark + line).rstrip() if mark else line for line in quote.text.split("\n"))
    return f"From {note.title}{section}{lines}:\n\n{text}\n"


def _lines(quote: Quote) -> str:
    if quote.line_start == quote.line_end:
        return f"line {quote.line_start}"
    return f"lines {quote.line_start}-{quote.line_end}"


def _xml(note: ReadNote) -> str:
    facts = {"path": note.path, "title": note.title, "uri": note.uri}
    if note.question is None:
        return f"<note{xml_attributes(facts)}>\n<CONTENT>{xml_text(note.text)}</CONTENT>\n</note>\n"
    facts["question"] = note.question
    quotes = "".join(map(_xml_quote, note.quotes))
    return f"<quotes{xml_attributes(facts)}>\n{quotes}</quotes>\n"


def _xml_quote(quote: Quote) -> str:
    facts = {
        "section": " > ".join(quote.heading_path),
        "lines": f"{quote.line_start}-{quote.line_end}" if quote.line_start is not None else "",
        "score": f"{quote.score:.3f}",
    }
    return f"<quote{xml_attributes(facts)}>\n<CONTENT>{xml_text(quote.text)}</CONTENT>\n</quote>\n"
