"""The lines of a note -> its outline and parts of a few kilobytes, each rendered on its own."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from html import escape
from itertools import takewhile
from typing import TYPE_CHECKING

from markdown_it.token import Token

from vaultsearch.core.text import break_before
from vaultsearch.core.values.note import FOLD_BEGIN, FOLD_END, FOLD_SIGN, FOLD_SUMMARY, PROPERTIES, Heading
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.inline_text import TextReader
from vaultsearch.core.vault.markdown import fence_after, markdown_parser
from vaultsearch.core.vault.rendering.inline_html import tag_address, wikilink_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.values.note import PropertyValue

PART = 2_000
"""Minimum characters of a part, which then ends at a heading or blank line, finally anywhere."""

_ANYWHERE = 3 * PART
_LONGEST_LINE = 3_000
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*\Z")
_PROSE = re.compile(r"(?![ \t]|[-*+>#|]|\d+[.)])")
# A part must not begin within a list, nor with indented text: alone, it would be read as code.
_BEGINS_BLOCK = re.compile(r"(?![ \t]|[-*+][ \t]|\d+[.)][ \t])")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_HTML_HEADING = re.compile(r" {0,3}<h([1-6])\b[^>]*>(.*?)</h\1\s*>", re.IGNORECASE)
_DEFINITION = re.compile(r" {0,3}\[(\^?[^\]\n]{1,200})\]:")
_ENDS = {"%%": "%%", "$$": "$$", "<!--": "-->"}
_OPENINGS = tuple(_ENDS)
# As Obsidian compares a link's heading with those of a note.
_NOT_IN_LINKS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of a note with their 1-based ``numbers`` in the file, 0 for a repeated table head or fence."""

    lines: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoteParts:
    """A note in parts; ``definitions`` are its footnotes and link references with their lines."""

    parts: tuple[Part, ...]
    starts: tuple[int, ...]
    outline: tuple[Heading, ...]
    definitions: tuple[tuple[str, int], ...]
    footnotes: dict[str, int]

    @classmethod
    def of(cls, text: str) -> NoteParts:
        """Split a note without its properties. Never fail."""
        lines = text.split("\n")
        scan = _Scan(lines, read_frontmatter(lines).line_count)
        scan.run()
        return cls(
            tuple(scan.parts),
            tuple(scan.starts),
            tuple(scan.outline),
            tuple(scan.definitions),
            scan.footnotes,
        )

    def part_of(self, line: int) -> int:
        """Return the index of the part that contains a line."""
        return max(0, bisect_right(self.starts, line) - 1)


class _Scan:
    """A scan over the lines, construct by construct."""

    def __init__(self, lines: Sequence[str], start: int) -> None:
        self.parts: list[Part] = []
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
            if fence := fence_after(begun, "") if begun.startswith(("```", "~~~")) else "":
                self._fence(line, fence)
            elif begun.startswith(_OPENINGS) and (closing := self._closing(begun)) > self._index:
                self._whole(closing)
            else:
                self._line(line)
        if self._held or not self.parts:
            self._end_part()

    def _line(self, line: str) -> None:
        begun = line.lstrip()
        if begun.startswith(("#", "=", "-", "<h", "<H")):
            self._note_heading(line)
        elif begun.startswith("["):
            self._note_definition(line)
        if not begun or "|" in line:
            self._note_table(line)
        if self._may_end(line):
            self._end_part()
            self._repeat(self._table)
        self._add_pieces(line)
        self._index += 1

    def _add_pieces(self, line: str) -> None:
        """Add a line, split into paragraphs if it is too long to be laid out in time."""
        for i, piece in enumerate(_pieces(line)):
            if i:
                self._add("")
                if self._size > PART:
                    self._end_part()
            self._add(piece)

    def _may_end(self, line: str) -> bool:
        if not self._held or self._size < PART:
            return False
        if _HEADING.match(line):
            return True
        after_blank = not self._held[-1].strip() and bool(line.strip())
        if after_blank and _BEGINS_BLOCK.match(line):
            return True
        return self._size >= _ANYWHERE

    def _fence(self, opening: str, fence: str) -> None:
        if self._size >= PART:
            self._end_part()
        self._add(opening)
        self._index += 1
        indented = len(opening) - len(opening.lstrip())
        while self._index < len(self._lines) and fence:
            line = self._lines[self._index]
            # In a list, a fence and its end are indented alike.
            fence = fence_after(line[indented:] if not line[:indented].strip() else line, fence)
            # A long fence is cut, and opened again in the next part.
            if self._size >= _ANYWHERE and fence:
                self._end_part()
                self._repeat((opening,))
            for piece in _pieces(line):
                self._add(piece)
            self._index += 1

    def _closing(self, line: str) -> int:
        """Return the closing line of a comment or formula that begins here, else this line."""
        for opening, ending in _ENDS.items():
            if line.startswith(opening) and ending not in line[len(opening) :]:
                # Looked for once: of many openings without an end, each would be followed to the end of the
                # note.
                if opening in self._unclosed:
                    return self._index
                for i in range(self._index + 1, len(self._lines)):
                    if ending in self._lines[i]:
                        return i
                self._unclosed.add(opening)
        return self._index

    def _whole(self, last: int) -> None:
        if self._size >= PART:
            self._end_part()
        while self._index <= last:
            self._add(self._lines[self._index][:_ANYWHERE])
            self._index += 1

    def _note_heading(self, line: str) -> None:
        number = self._index + 1
        if match := _HEADING.match(line):
            text = match[2].rstrip().rstrip("#").rstrip() if match[2].rstrip().endswith(" #") else match[2]
            self._head(len(match[1]), re.sub(r"[ \t]+#+[ \t]*\Z", "", text), number)
        elif match := _HTML_HEADING.match(line):
            self._head(int(match[1]), match[2], number)
        elif match := _UNDERLINE.match(line):
            # Other dashes are rules, or stand below a list or table.
            title = list(takewhile(_may_be_title, reversed(self._held)))
            before = self._held[-len(title) - 1] if len(self._held) > len(title) else ""
            is_double = match[1][0] == "="
            if title and (is_double or not before.strip() or _HEADING.match(before)):
                self._head(1 if is_double else 2, " ".join(reversed(title)), number - len(title))

    def _head(self, level: int, written: str, line: int) -> None:
        if text := heading_text(written):
            self.outline.append(Heading(level, text, line))

    def _note_definition(self, line: str) -> None:
        if match := _DEFINITION.match(line):
            self.definitions.append((line, self._index + 1))
            if match[1].startswith("^"):
                self.footnotes.setdefault(match[1][1:], self._index + 1)

    def _note_table(self, line: str) -> None:
        if not line.strip():
            self._table = ()
        elif "|" in line and _TABLE_RULE.match(line) and self._held and "|" in self._held[-1]:
            self._table = (self._held[-1], line)

    def _repeat(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._held.append(line)
            self._numbers.append(0)

    def _add(self, line: str) -> None:
        if not self._size:
            self.starts.append(self._index + 1)
        self._held.append(line)
        self._numbers.append(self._index + 1)
        self._size += len(line) + 1

    def _end_part(self) -> None:
        if not self._size:
            self.starts.append(self._index + 1)
        self.parts.append(Part(tuple(self._held), tuple(self._numbers)))
        self._held, self._numbers, self._size = [], [], 0


def _may_be_title(line: str) -> bool:
    return bool(line.strip()) and _PROSE.match(line) is not None


def _pieces(line: str) -> list[str]:
    """Split a long line at word boundaries."""
    pieces = []
    while len(line) > _LONGEST_LINE:
        position = break_before(line, _LONGEST_LINE, 200)
        pieces.append(line[:position])
        line = line[position:]
    return [*pieces, line]


def heading_text(written: str) -> str:
    """Return a heading's text without Markdown."""
    reader = TextReader(markdown_parser(), {}, drawing=False)
    token = Token("inline", "", 0, content=written.strip())
    return " ".join(reader.read_inline(token).split())


def linked_heading(outline: Sequence[Heading], heading_path: Sequence[str]) -> Heading | None:
    """Return the heading that ``#A#B`` means: the last one named, below the others in order."""
    names = [_key(name) for name in heading_path]
    above: list[Heading] = []
    for heading in outline:
        above = [*(above_it for above_it in above if above_it.level < heading.level), heading]
        if names and _key(heading.text) == names[-1] and _in_order(names, above):
            return heading
    return None


def _in_order(names: Sequence[str], above: Sequence[Heading]) -> bool:
    keys = iter([_key(heading.text) for heading in above])
    return all(name in keys for name in names)


def _key(text: str) -> str:
    return _NOT_IN_LINKS.sub(" ", text).strip().casefold()


_MOST = 100
_LONGEST = 500
_LINK = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]|(https?://[^\s<>\"]+)")
_TAGS = ("tags", "tag")
_SIGNS = {True: "☑", False: "☐"}


def properties_html(properties: Mapping[str, PropertyValue]) -> str:
    """Return a line with the names, and the table, which can be folded; "" if there are none."""
    if not properties:
        return ""
    shown = dict(list(properties.items())[:_MOST])
    rows = "".join(
        f"<tr><td class='property'>{escape(name)}</td><td>{_value(name.casefold(), value)}</td></tr>"
        for name, value in shown.items()
    )
    names = escape(" · ".join(shown))
    sign, begin, end = (form.format(line=PROPERTIES) for form in (FOLD_SIGN, FOLD_BEGIN, FOLD_END))
    table = f"{begin}<table class='properties' cellspacing='0'>{rows}</table>{end}"
    summary = FOLD_SUMMARY.format(line=PROPERTIES, text=names)
    return f"<p class='fold'>{sign} {summary}</p>{table}"


def _value(name: str, value: PropertyValue) -> str:
    match value:
        case list():
            return _chips(_value(name, item) for item in value[:_MOST])
        case dict():
            return _chips(f"{escape(key)}: {_value('', item)}" for key, item in list(value.items())[:_MOST])
    text = _text(value)[:_LONGEST]
    if name not in _TAGS:
        return _linked(text)
    tags = (part.removeprefix("#") for part in text.replace(",", " ").split())
    return _chips(f"<a class='tag' href='{tag_address(tag)}'>#{escape(tag)}</a>" for tag in tags)


def _text(value: object) -> str:
    match value:
        case bool():
            return _SIGNS[value]
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case None:
            return ""
    return str(value)


def _chips(values: Iterable[str]) -> str:
    return " ".join(f"<span class='chip'>&nbsp;{value}&nbsp;</span>" for value in values if value)


def _linked(text: str) -> str:
    html, end = "", 0
    for match in _LINK.finditer(text):
        target, alias, address = match.groups()
        html += escape(text[end : match.start()])
        href = escape(address) if address else wikilink_address(target)
        html += f"<a class='wikilink' href='{href}'>{escape(alias or target or address)}</a>"
        end = match.end()
    return (html + escape(text[end:])).replace("\n", "<br>")


EMBED = "<td class='embed'>"
"""The beginning of the frame of an embedded note."""
DEEPEST = 3
"""Levels of notes within notes that are shown; deeper ones are links."""
