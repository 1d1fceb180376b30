"""Split a note into an outline and parts measuring a few kilobytes, rendered separately."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from markdown_it.token import Token

from vaultsearch.core.text import break_before, fence_after, fence_at
from vaultsearch.core.values.note import Heading
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.inline_text import Facts, InlineReader
from vaultsearch.core.vault.markdown import markdown_parser

MIN_PART_CHARS = 2_000
"""Minimum characters in a part, which then ends at a heading or blank line, finally anywhere."""

_MAX_PART_CHARS = 3 * MIN_PART_CHARS
_MAX_LINE_CHARS = 3_000
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*\Z")
_PROSE_START = re.compile(r"(?![ \t]|[-*+>#|]|\d+[.)])")
# A part must not begin within a list, nor with indented text, which would be parsed as code.
_BEGINS_BLOCK = re.compile(r"(?![ \t]|[-*+][ \t]|\d+[.)][ \t])")
_TABLE_RULE = re.compile(
    r"[ \t]*+(?:\|[ \t]*+)?+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+(?:\|[ \t]*+)?+\Z"
)
_HTML_HEADING = re.compile(r" {0,3}<h([1-6])\b[^>]*>(.*?)</h\1\s*>", re.IGNORECASE)
_DEFINITION = re.compile(r" {0,3}\[(\^?[^\]\n]{1,200})\]:")
_CLOSING_MARKS = {"%%": "%%", "$$": "$$", "<!--": "-->"}
_OPENING_MARKS = tuple(_CLOSING_MARKS)
# Ignored by Obsidian when it compares a link's heading with a note's headings; hyphens stand for spaces in
# links as GitHub has them.
_NOT_IN_LINKS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s-]+")


@dataclass(frozen=True, slots=True)
class NotePart:
    """Lines with their 1-based ``numbers`` in the file, 0 for a repeated table head or fence."""

    lines: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoteParts:
    """A note in parts; ``definitions`` are footnotes and link references with their lines."""

    parts: tuple[NotePart, ...]
    starts: tuple[int, ...]
    outline: tuple[Heading, ...]
    definitions: tuple[tuple[str, int], ...]
    footnotes: dict[str, int]

    @classmethod
    def of(cls, text: str) -> NoteParts:
        """Split a note without properties. Never fail."""
        lines = text.split("\n")
        scan = _PartScan(lines, read_frontmatter(lines).line_count)
        scan.run()
        return cls(
            tuple(scan.parts),
            tuple(scan.starts),
            tuple(scan.outline),
            tuple(scan.definitions),
            scan.footnotes,
        )

    def part_of(self, line: int) -> int:
        """Return the index for the part containing a line."""
        return max(0, bisect_right(self.starts, line) - 1)


class _PartScan:
    """Scan over the lines, construct by construct."""

    def __init__(self, lines: Sequence[str], start: int) -> None:
        self.parts: list[NotePart] = []
        self.starts: list[int] = []
        self.outline: list[Heading] = []
        self.definitions: list[tuple[str, int]] = []
        self.footnotes: dict[str, int] = {}
        self._lines, self._index = lines, start
        self._held: list[str] = []
        self._numbers: list[int] = []
        self._size = 0
        self._table: tuple[str, ...] = ()
        self._unclosed: set[str] = set()

    def run(self) -> None:
        while self._index < len(self._lines):
            line = self._lines[self._index]
            begun = line.lstrip()
            if fence := fence_after(line, ""):
                self._fence(line, fence)
            elif begun.startswith(_OPENING_MARKS) and (closing := self._closing_line(begun)) > self._index:
                if self._size >= MIN_PART_CHARS:
                    self._end_part()
                while self._index <= closing:
                    self._add_line(self._lines[self._index][:_MAX_PART_CHARS])
                    self._index += 1
            else:
                self._line(line)
        if self._held or not self.parts:
            self._end_part()

    def _line(self, line: str) -> None:
        begun = line.lstrip()
        if begun.startswith(("#", "=", "-", "<h", "<H")):
            self._note_heading(line)
        elif begun.startswith("[") and (match := _DEFINITION.match(line)):
            self.definitions.append((line, self._index + 1))
            if match[1].startswith("^"):
                self.footnotes.setdefault(match[1][1:], self._index + 1)
        if not begun:
            self._table = ()
        elif "|" in line and _TABLE_RULE.match(line) and self._held and "|" in self._held[-1]:
            self._table = (self._held[-1], line)
        if self._may_end(line):
            self._end_part()
            self._repeat_lines(self._table)
        # A line too long to lay out in time becomes several paragraphs.
        for i, piece in enumerate(_split_long_line(line)):
            if i:
                self._add_line("")
                if self._size > MIN_PART_CHARS:
                    self._end_part()
            self._add_line(piece)
        self._index += 1

    def _may_end(self, line: str) -> bool:
        if not self._held or self._size < MIN_PART_CHARS:
            return False
        if _HEADING.match(line):
            return True
        after_blank = not self._held[-1].strip() and bool(line.strip())
        if after_blank and _BEGINS_BLOCK.match(line):
            return True
        return self._size >= _MAX_PART_CHARS

    def _fence(self, opening: str, fence: str) -> None:
        if self._size >= MIN_PART_CHARS:
            self._end_part()
        self._add_line(opening)
        self._index += 1
        while self._index < len(self._lines) and fence_at(line := self._lines[self._index], fence):
            fence = fence_after(line, fence)
            # Cut a long fence, and reopen it in the next part.
            if self._size >= _MAX_PART_CHARS and fence:
                self._end_part()
                self._repeat_lines((opening,))
            for piece in _split_long_line(line):
                self._add_line(piece)
            self._index += 1

    def _closing_line(self, line: str) -> int:
        """Return the closing line for a comment or formula opened here, else this line."""
        for opening, ending in _CLOSING_MARKS.items():
            if line.startswith(opening) and ending not in line[len(opening) :]:
                # Search once: every unclosed opening would be followed to the end.
                if opening in self._unclosed:
                    return self._index
                for i in range(self._index + 1, len(self._lines)):
                    if ending in self._lines[i]:
                        return i
                self._unclosed.add(opening)
        return self._index

    def _note_heading(self, line: str) -> None:
        number = self._index + 1
        if match := _HEADING.match(line):
            self._add_heading(len(match[1]), re.sub(r"[ \t]+#+[ \t]*\Z", "", match[2]), number)
        elif match := _HTML_HEADING.match(line):
            self._add_heading(int(match[1]), match[2], number)
        elif match := _UNDERLINE.match(line):
            # Other dashes are rules, or stand below a list or table.
            above = reversed(self._held)
            title = list(takewhile(lambda line: line.strip() and _PROSE_START.match(line), above))
            before = self._held[-len(title) - 1] if len(self._held) > len(title) else ""
            is_double = match[1][0] == "="
            if title and (is_double or not before.strip() or _HEADING.match(before)):
                self._add_heading(1 if is_double else 2, " ".join(reversed(title)), number - len(title))

    def _add_heading(self, level: int, written: str, line: int) -> None:
        """Add a heading, without Markdown, unless empty."""
        token = Token("inline", "", 0, content=written.strip())
        if text := " ".join(InlineReader(markdown_parser(), {}, Facts()).read(token).split()):
            self.outline.append(Heading(level, text, line))

    def _repeat_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._held.append(line)
            self._numbers.append(0)

    def _add_line(self, line: str) -> None:
        if not self._size:
            self.starts.append(self._index + 1)
        self._held.append(line)
        self._numbers.append(self._index + 1)
        self._size += len(line) + 1

    def _end_part(self) -> None:
        if not self._size:
            self.starts.append(self._index + 1)
        self.parts.append(NotePart(tuple(self._held), tuple(self._numbers)))
        self._held, self._numbers, self._size = [], [], 0


def _split_long_line(line: str) -> list[str]:
    """Split a long line at word boundaries."""
    pieces = []
    while len(line) > _MAX_LINE_CHARS:
        position = break_before(line, _MAX_LINE_CHARS, 200)
        pieces.append(line[:position])
        line = line[position:]
    return [*pieces, line]


def linked_heading(outline: Sequence[Heading], heading_path: Sequence[str]) -> Heading | None:
    """Resolve ``#A#B`` to the heading named last, below the other headings in order."""
    names = [_heading_key(name) for name in heading_path]
    above: list[Heading] = []
    for heading in outline:
        above = [*(outer for outer in above if outer.level < heading.level), heading]
        if names and _heading_key(heading.text) == names[-1]:
            keys = iter([_heading_key(outer.text) for outer in above])
            if all(name in keys for name in names):
                return heading
    return None


def _heading_key(text: str) -> str:
    return _NOT_IN_LINKS.sub(" ", text).strip().casefold()


EMBED_BEGIN = "<td class='embed'"
"""HTML at the beginning of an embedded note's frame."""
MAX_EMBED_DEPTH = 3
"""Maximum levels of embedded notes; deeper notes stay links."""
