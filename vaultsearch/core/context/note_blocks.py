"""A note's text as the index keeps it, parsed into sections and blocks that must not be cut apart."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import headings_above
from vaultsearch.core.vault.body import parse_body
from vaultsearch.core.vault.frontmatter import read_frontmatter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.note import Block, Heading, Section

UNBROKEN = frozenset({"fence", "table", "callout", "math", "html"})
"""The kinds of blocks that are taken whole if they fit."""


@dataclass(frozen=True, slots=True)
class NoteBlocks:
    """A note's text, its lines and its sections.

    Lines are 1-based and inclusive; characters are 0-based, without the end. ``starts`` are the characters
    that the lines begin at.
    """

    text: str
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    sections: tuple[Section, ...]

    @classmethod
    def of(cls, text: str, path: str = "") -> NoteBlocks:
        """Parse the text of a note, or that made of another file, whose sections ``path`` decides."""
        lines = text.split("\n")
        front = read_frontmatter(lines)
        body = parse_body(lines, front.line_count, drawing="excalidraw-plugin" in front.properties)
        starts = accumulate((len(line) + 1 for line in lines[:-1]), initial=0)
        sections = body.sections
        if path.lower().endswith(".pdf"):
            sections = tuple(_under(section, path, body.headings) for section in sections)
        return cls(text, tuple(lines), tuple(starts), sections)

    def characters(self, first: int, last: int) -> tuple[int, int]:
        """Return the characters that lines begin and end at; lines beyond the note's end mean its last."""
        first, last = min(first, len(self.lines)), min(last, len(self.lines))
        return self.starts[first - 1], self.starts[last - 1] + len(self.lines[last - 1])

    def lines_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the first and last line of these characters."""
        return self._line(start), self._line(max(start, end - 1))

    def _line(self, position: int) -> int:
        return bisect_right(self.starts, position)

    def whole(self, first: int, last: int) -> tuple[int, int]:
        """Widen lines so that they cut no fence, table or callout apart."""
        for block in self._unbroken(first, last):
            first, last = min(first, block.line_start), max(last, block.line_end)
        return first, last

    def section(self, line: int) -> tuple[int, int]:
        """Return the first and last line of the section that a line is in, or the line if it is in none."""
        for section in self.sections:
            first, last = section.blocks[0].line_start, section.blocks[-1].line_end
            if first <= line <= last:
                return first, last
        return line, line

    def framed(self, start: int, end: int) -> str:
        """Return these characters with the frame of a block that they cut apart.

        A fence is opened before and closed behind them, a table's head and a callout's first line are
        repeated.
        """
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
        size = 2 if block.kind == "table" else 0 if block.kind in ("math", "html") else 1
        if block.kind == "fence" and not fence_of(block.content):
            return ""  # code that is indented
        return "\n".join(self.lines[block.line_start - 1 : min(block.line_start - 1 + size, before - 1)])

    def _unbroken(self, first: int, last: int) -> list[Block]:
        return [block for block in self._within(first, last) if block.kind in UNBROKEN]

    def _within(self, first: int, last: int) -> list[Block]:
        blocks = (block for section in self.sections for block in section.blocks)
        return [block for block in blocks if block.line_start <= last and block.line_end >= first]

    def plain_text(self, start: int, end: int) -> str:
        """Return the characters without markup if they are whole blocks, else as they are."""
        first, last = self.lines_of(start, end)
        blocks = self._within(first, last)
        whole = (start, end) == self.characters(first, last)
        if not blocks or not whole or blocks[0].line_start < first or blocks[-1].line_end > last:
            return self.text[start:end]
        return "\n\n".join(block.text for block in blocks if block.text.strip())


def _under(section: Section, path: str, headings: Sequence[Heading]) -> Section:
    above = headings_above(path, headings, section.blocks[0].line_start)
    return replace(section, heading_path=tuple(heading.text for heading in above))


def fence_of(content: str) -> str:
    """Return the marks that open a fenced block, such as three backticks, or "" if it is none."""
    first = content.lstrip(" >\t")
    mark = first[:1]
    fence = first[: len(first) - len(first.lstrip(mark))] if mark in ("`", "~") else ""
    return fence if len(fence) >= 3 else ""


def closed(markdown: str) -> str:
    """Close a fence that is left open at the end of a text, so that it does not swallow the next note."""
    fence = ""
    for line in markdown.split("\n"):
        opening_fence = fence_of(line) if len(line) - len(line.lstrip(" ")) < 4 else ""
        if not fence:
            fence = opening_fence
        elif opening_fence.startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
    return f"{markdown}\n{fence}" if fence else markdown


def without_frame(block: Block) -> Block:
    """Return a fenced block without the lines that open and close it, any other unchanged."""
    fence, lines = fence_of(block.content), block.content.split("\n")
    if block.kind != "fence" or not fence:
        return block
    is_closed = len(lines) > 1 and fence_of(lines[-1]).startswith(fence)
    inside = lines[1:-1] if is_closed else lines[1:]
    first = block.line_start + 1
    return replace(block, line_start=first, line_end=first + len(inside) - 1, content="\n".join(inside))
