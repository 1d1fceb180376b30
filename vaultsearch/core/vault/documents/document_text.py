"""The text of a document, as its reader hands it over."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from vaultsearch.core.values.note import PropertyValue


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as Markdown: its headings, lists and tables, without front matter.

    Attributes:
        text: The Markdown.
        title: Its own title, "" for the file's name.
        properties: What its metadata say of it, such as the author.
        created: When it was made, None if it doesn't say.
        problems: Sentences on parts that could not be read.
        is_note: Whether it is a note as well, in which tags and inline fields count.
    """

    text: str
    title: str = ""
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    created: datetime | None = None
    problems: tuple[str, ...] = ()
    is_note: bool = False


_INLINE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])"  # an escape
    r"|[`*\[$]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;)"
    r"|~(?=~)|=(?==)|%(?=%)|:(?=:)"  # struck out, highlight, comment, field
    r"|(?<![^\s(])#(?=\w)|\^(?=[A-Za-z0-9-]+\s*$)",  # tag, block id
    re.MULTILINE,
)
_LINE_START = re.compile(
    r"(?m)^([ \t]*)(?:(?=[>+-](?:\s|$)|#{1,6}(?:\s|$)|-{2,}\s*$)|(\d{1,9})(?=[.)](?:\s|$)))"
)
_OUTER = re.compile(r"(https?://[^\s<>]{1,2000})|mailto:([^\s<>?]{1,300}).*", re.IGNORECASE)
_CONTROL = dict.fromkeys([*range(9), *range(11, 13), *range(14, 32), 127, *range(0xD800, 0xE000)])
_LINES = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")


def cleaned(text: str) -> str:
    """Return text with line feeds as line ends, without control characters and lone surrogates."""
    return _LINES.sub("\n", text).translate(_CONTROL)


def escaped(text: str) -> str:
    """Escape the characters within a line that Markdown, or Obsidian, would take for syntax."""
    return _INLINE.sub(r"\\\g<0>", text)


def paragraph(text: str) -> str:
    """Escape a paragraph, also the beginnings of lines that would make lists, quotes or headings of it."""
    return escape_starts(escaped(text))


def escape_starts(text: str) -> str:
    """Escape the beginnings of lines; leave what is within them."""
    return _LINE_START.sub(lambda match: f"{match[2]}\\" if match[2] else "\\", text)


def outer_address(link: str) -> str:
    """Return the web or mail address that a link leads to, "" if it leads nowhere else."""
    match = _OUTER.fullmatch(link.strip())
    return match[1] or match[2] if match else ""


def with_address(text: str, link: str) -> str:
    """Return a text with the address that it links to, unless it says it."""
    address = outer_address(link)
    return text if address in text else f"{text} ({address})" if text else address


def heading(level: int, text: str) -> str:
    """Return a heading of a level from 1 to 6; "" without a text."""
    line = " ".join(text.split())
    return f"{'#' * max(1, min(6, level))} {line}" if line else ""


def fence(code: str, language: str = "") -> str:
    """Return code within a fence that is longer than any in it."""
    longest = max((len(run) for run in re.findall(r"^ {0,3}(`{3,})", code, re.MULTILINE)), default=2)
    marks = "`" * (longest + 1)
    lines = code.rstrip().lstrip("\n")
    return f"{marks}{language}\n{lines}\n{marks}" if lines else ""


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are Markdown; the first row is its head.

    Empty rows and columns at the right are left out, and a single column is a list of paragraphs.
    """
    filled_rows = [row for row in rows if any(cell.strip() for cell in row)]
    width = max((i + 1 for row in filled_rows for i, cell in enumerate(row) if cell.strip()), default=0)
    if width < 2:
        return "\n\n".join(row[0].strip() for row in filled_rows)
    lines = [_row([*row[:width], *[""] * (width - len(row))]) for row in filled_rows]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", r"\|") for cell in cells) + " |"


def joined(blocks: Iterable[str]) -> str:
    """Return blocks with a blank line between them."""
    return "\n\n".join(block for block in blocks if block.strip())
