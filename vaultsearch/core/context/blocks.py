"""A note's text in lines, sections and whole blocks, to cut passages and quotes from."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate

from vaultsearch.core.text import fence_of
from vaultsearch.core.values.note import Block, NoteSection, headings_above
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.markdown import parse_body

UNBROKEN = frozenset({"fence", "table", "callout", "math", "html"})
"""Kinds of blocks taken whole if they fit."""


@dataclass(frozen=True, slots=True)
class NoteBlocks:
    """A note's text, lines and sections; ``comments`` are not shown.

    Lines are 1-based and inclusive; characters are 0-based, end exclusive. ``starts`` are the character
    offsets of the lines.
    """

    text: str
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    sections: tuple[NoteSection, ...]
    comments: re.Pattern[str]

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
        # Also within lists and quotations, and with the space that they leave.
        by_line = (map(re.escape, comment.split("\n")) for comment in dict.fromkeys(body.facts.comments))
        comment = "|".join(r"\n[ \t>]*".join(each) for each in by_line) or "(?!)"
        comments = re.compile(rf"(?<=\n\n)[ \t>]*(?:{comment}) ?\n*|[ \t]*(?:{comment})")
        return cls(text, tuple(lines), tuple(starts), sections, comments)

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
        """Return these characters without comments, in the frame of cut blocks: fences, heads, callouts."""
        (first, last), before, after = self.lines_of(start, end), "", ""
        for block in self._unbroken(first, last):
            if start > self.starts[block.line_start - 1]:
                # The lines that are its head: of a table two, of a fence or callout one; indented code has
                # no frame.
                is_bare = block.kind == "fence" and not fence_of(block.content)
                size = 2 if block.kind == "table" else 0 if is_bare or block.kind in ("math", "html") else 1
                head = block.line_start - 1
                before = "\n".join(self.lines[head : min(head + size, first - 1)])
            if end < self.characters(block.line_end, block.line_end)[1]:
                after = fence_of(block.content)
        body = self.comments.sub("", self.text[start:end])
        return "\n".join(part for part in (before, body, after) if part)

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
            return self.comments.sub("", self.text[start:end])
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
