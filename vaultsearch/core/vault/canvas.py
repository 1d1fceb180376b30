"""Parse a canvas as a `Note`, with the cards in reading order, and as a drawing.

Specification: https://jsoncanvas.org/spec/1.0/
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import PurePosixPath
from typing import Any, TypeAlias
from urllib.parse import quote

import numpy as np

from vaultsearch.core.messages import Message
from vaultsearch.core.process_limits import limit_addresses
from vaultsearch.core.text import open_fence
from vaultsearch.core.values.note import Block, Heading, Note, NoteSection, Revision
from vaultsearch.core.values.pictures import CanvasArrow, CanvasCard, CanvasDrawing, CanvasKind
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text
from vaultsearch.core.vault.frontmatter import Frontmatter
from vaultsearch.core.vault.inline_text import Facts
from vaultsearch.core.vault.markdown import ParsedBody, build_note, parse_body
from vaultsearch.core.vault.rendering.inline_html import markdown_address, wikilink_address

CanvasNode: TypeAlias = "Mapping[str, Any]"
_MAX_HEADING_LEVEL = 6
_MAX_HEADINGS_ABOVE = 32
"""Maximum groups in a card's heading path: with 6,000 nested groups, each card would have 6,000 headings."""
_MAX_NAME_CHARS = 60
_REQUIRED_KEYS = {"text": "text", "file": "file", "link": "url"}
"""Required key for each card type."""

_URL_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*")
# JSON can escape code points not allowed in text: lone surrogates, and NUL.
_INVALID_CODE_POINTS = {0: None} | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_MARKDOWN_SYNTAX = re.compile(r"^[#>\s*+-]+|[*_`=\[\]!]+")


def parse_canvas(revision: Revision, raw: bytes) -> Note:
    """Parse a canvas. Raise UnreadableNoteError if the file is not canvas JSON.

    Each group is a heading above the cards inside, read from top to bottom; a card's headings are below. Line
    numbers refer to the generated text, which is the note's ``text``.
    """
    decoded = decode_text(raw)
    content = _parse_json(decoded.text)
    written = _CanvasWriter()
    written.cards(content)
    written.edges(content)
    text = "\n".join(written.lines)
    body = ParsedBody(tuple(written.headings), tuple(written.sections), written.facts)
    problems = (*decoded.problems, *_find_problems(content))
    return build_note(revision, raw, text, Frontmatter(), body, problems)


def _parse_json(text: str) -> Mapping[str, Any]:
    try:
        # A new canvas may be an empty file; some programs write raw line breaks into strings.
        content = json.loads(text, strict=False) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        sentence = Message("Not a valid canvas: {}.", error)
        raise UnreadableNoteError(sentence, "Open it in Obsidian, or restore an older version.") from error
    if not isinstance(content, dict):
        raise UnreadableNoteError("Not a valid canvas: it has no cards.", "Open it in Obsidian.")
    return content


def _find_problems(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each ignored part that violates the specification."""
    nodes = content.get("nodes", [])
    if not isinstance(nodes, list):
        yield "Its cards can't be read and were ignored."
    if not isinstance(content.get("edges", []), list):
        yield "Its arrows can't be read and were ignored."
    bad = 0
    for node in nodes if isinstance(nodes, list) else ():
        kind = node.get("type") if isinstance(node, dict) else None
        needed = _REQUIRED_KEYS.get(kind) if isinstance(kind, str) else None
        bad += not isinstance(node, dict) or (needed is not None and not isinstance(node.get(needed), str))
    if bad:
        yield Message("{} of its cards couldn't be read.", bad)


@dataclass(slots=True)
class _Layout:
    """The tree with groups and cards, each group's children in reading order."""

    inner: dict[int, list[CanvasNode]] = field(default_factory=dict)
    """Children by their group's id(); 0 for nodes in no group."""

    @classmethod
    def of(cls, nodes: list[CanvasNode]) -> _Layout:
        layout = cls()
        groups = [node for node in nodes if node.get("type") == "group"]
        groups.sort(key=lambda group: number_under(group, "width") * number_under(group, "height"))
        order = {id(group): i for i, group in enumerate(groups)}
        nodes = sorted(nodes, key=lambda node: (number_under(node, "y"), number_under(node, "x")))
        left, top, across, down = np.array([_bounding_box(group) for group in groups]).reshape(-1, 4).T
        right, bottom = left + across, top + down
        for node in nodes:
            x, y, width, height = _bounding_box(node)
            x, y = x + width / 2, y + height / 2
            around = np.flatnonzero((left <= x) & (x <= right) & (top <= y) & (y <= bottom))
            # The smallest group around the center: a nested group is smaller than the parent, so no cycles.
            owner = around[around > order.get(id(node), -1)][:1]
            layout.inner.setdefault(id(groups[owner[0]]) if len(owner) else 0, []).append(node)
        return layout

    def walk(self) -> Iterator[tuple[int, CanvasNode]]:
        """Yield each node with the number of groups around, a group's cards before the subgroups."""
        waiting = [(0, node) for node in self._within(0)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            # A stack instead of recursion: groups may be nested by the thousand.
            waiting += [(depth + 1, inner) for inner in self._within(id(node))]

    def _within(self, group: int) -> list[CanvasNode]:
        members = self.inner.get(group, [])
        return sorted(members, key=lambda node: node.get("type") == "group")[::-1]


class _CanvasWriter:
    """Writes cards as Markdown lines, each parsed separately so that syntax stays within a card."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.headings: list[Heading] = []
        self.sections: list[NoteSection] = []
        self.facts = Facts()
        self.places: list[tuple[CanvasNode, tuple[int, int]]] = []
        """The nodes in reading order with first and last line, which cross for a node without lines."""
        self._above: list[str] = []

    def cards(self, content: Mapping[str, Any]) -> None:
        layout = _Layout.of(_dicts_under(content, "nodes"))
        for depth, node in layout.walk():
            del self._above[depth:]
            before = len(self.lines)
            if node.get("type") == "group":
                title = " ".join(text_under(node, "label").split())
                self._above.append(title)
                if title:
                    self._begin_block()
                    level = min(depth + 1, _MAX_HEADING_LEVEL)
                    self.lines.append(f"{'#' * level} {title}")
                    self.headings.append(Heading(level, title, len(self.lines)))
                    if id(node) not in layout.inner:
                        self._add_heading_section(self._above[:-1], self.headings[-1:], len(self.lines) - 1)
            else:
                self._write_card(card_markdown(node))
            self.places.append((node, (before + 1, len(self.lines))))

    def edges(self, content: Mapping[str, Any]) -> None:
        """Write the arrow labels, each with the names of the connected cards."""
        self._above.clear()
        names: dict[str, str] = {}
        for node in _dicts_under(content, "nodes"):
            text = text_under(node, "text") or text_under(node, "label") or text_under(node, "url")
            first = next((line for line in text.splitlines() if line.strip()), "")
            first = " ".join(_MARKDOWN_SYNTAX.sub("", first).split())[:_MAX_NAME_CHARS].rstrip()
            is_file = node.get("type") == "file"
            names[text_under(node, "id")] = PurePosixPath(text_under(node, "file")).stem if is_file else first
        items = []
        for edge in _dicts_under(content, "edges"):
            if label := " ".join(text_under(edge, "label").split()):
                ends = (names.get(text_under(edge, key), "") for key in ("fromNode", "toNode"))
                joined = " → ".join(end for end in ends if end)
                items.append(f"- {joined}: {label}" if joined else f"- {label}")
        self._write_card("\n".join(items))

    def _write_card(self, markdown: str) -> None:
        if not markdown.strip():
            return
        self._begin_block()
        if not self.lines and markdown.startswith("---"):
            # On the first line, a card's horizontal rule would begin properties.
            self.lines.append("")
        start = len(self.lines)
        self.lines += markdown.split("\n")
        body = parse_body(self.lines, start)
        above = tuple(title for title in self._above[-_MAX_HEADINGS_ABOVE:] if title)
        self.headings += body.headings
        self.sections += [NoteSection((*above, *s.heading_path), s.blocks) for s in body.sections]
        if body.headings and not body.sections:
            self._add_heading_section(self._above, body.headings, start)
        last = body.sections[-1].blocks[-1] if body.sections else None
        if last is not None and last.kind == "fence" and (fence := open_fence(last.content)):
            # A fence left open would swallow all cards below.
            self.lines.append(fence)
        for name in ("links", "tags", "fields", "problems"):
            getattr(self.facts, name).extend(getattr(body.facts, name))

    def _add_heading_section(self, above: Sequence[str], headings: Sequence[Heading], start: int) -> None:
        """Add a section for a card or group consisting only of headings."""
        content = "\n".join(self.lines[start:])
        block = Block("heading", start + 1, len(self.lines), content, "\n".join(h.text for h in headings))
        heading_path = tuple(filter(None, above[-_MAX_HEADINGS_ABOVE:]))
        self.sections.append(NoteSection(heading_path, (block,)))

    def _begin_block(self) -> None:
        if self.lines:
            self.lines.append("")


def card_markdown(node: CanvasNode) -> str:
    """Return a card as Markdown: the text, an embed for the file, or the address."""
    match node.get("type"):
        case "text":
            return text_under(node, "text").replace("\r\n", "\n").replace("\r", "\n")
        case "file" if file := " ".join(text_under(node, "file").split()):
            within = " ".join(text_under(node, "subpath").split())
            # A wikilink cannot hold these characters; a Markdown link can, escaped.
            if not re.search(r"[#^|\[\]]", file) and not re.search(r"[|\[\]]", within):
                return f"![[{file}{within}]]"
            return f"![{PurePosixPath(file).stem}](<{quote(file)}{quote(within, safe='#^')}>)"
        case "link":
            url = " ".join(text_under(node, "url").split())
            return f"<{url}>" if _URL_PATTERN.fullmatch(url) else url
    return ""


def _dicts_under(content: Mapping[str, Any], key: str) -> list[CanvasNode]:
    value = content.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text_under(node: CanvasNode, key: str) -> str:
    """Return the text under a node's key, "" without one."""
    value = node.get(key)
    return value.translate(_INVALID_CODE_POINTS) if isinstance(value, str) else ""


def number_under(node: CanvasNode, key: str) -> float:
    """Return the number under a node's key, 0 without a usable one."""
    value = node.get(key)
    # JSON allows numbers of any size: their sums would be infinite, or not a number.
    usable = isinstance(value, int | float) and abs(value) < 1e12 and math.isfinite(value)
    return float(value) if usable and value is not None else 0.0


def _bounding_box(node: CanvasNode) -> tuple[float, float, float, float]:
    """Return a node's left, top, width and height."""
    left, top, width, height = (number_under(node, key) for key in ("x", "y", "width", "height"))
    return left, top, width, height


# The canvas as a drawing, made in the process that draws.

_MAX_BYTES = 32 * 2**20
_MAX_CARDS, _MAX_ARROWS = 5_000, 10_000
_MAX_RENDERED_CARDS = 400
"""Maximum cards with rendered Markdown, which takes a millisecond each; further cards have plain text."""
_MAX_CHARS, _MAX_PLAIN = 2_000, 200
_COLORS = {"1": "#e93147", "2": "#ec7500", "3": "#e0ac00", "4": "#08b94e", "5": "#00bfbc", "6": "#7852ee"}
"""The six colors in Obsidian's theme."""
_HEX_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


def read_drawing(containment: Containment, path: str) -> CanvasDrawing | None:
    """Read a canvas as a drawing; return None if that takes too much memory.

    Raise UnreadableNoteError, OutsideVaultError or OSError.
    """
    # Called in the process that draws: a hostile canvas kills that process at most.
    limit_addresses()
    try:
        with containment.open(path) as opened:
            return parse_drawing(opened.file.read(_MAX_BYTES))
    except MemoryError:
        return None


def parse_drawing(raw: bytes) -> CanvasDrawing:
    """Return the cards and arrows in a canvas file. Raise UnreadableNoteError."""
    content = _parse_json(decode_text(raw).text)
    # Written as a note for the cards' order and line ranges.
    written = _CanvasWriter()
    written.cards(content)
    cards = [
        (text_under(node, "id"), _draw_card(node, lines, is_rendered=number < _MAX_RENDERED_CARDS))
        for number, (node, lines) in enumerate(written.places[:_MAX_CARDS])
    ]
    by_id = dict(cards)
    arrows = (_draw_arrow(edge, by_id) for edge in _dicts_under(content, "edges")[:_MAX_ARROWS])

    def depth(card: CanvasCard) -> tuple[bool, float]:
        # Qt paints in this order: groups first, the largest beneath, lest they hide their cards.
        is_group = card.kind is CanvasKind.GROUP
        return not is_group, -card.width * card.height if is_group else 0.0

    ordered = sorted((card for _, card in cards), key=depth)
    return CanvasDrawing(tuple(ordered), tuple(arrow for arrow in arrows if arrow is not None))


def _draw_card(node: CanvasNode, lines: tuple[int, int], *, is_rendered: bool) -> CanvasCard:
    kind = text_under(node, "type")
    title, html, address = "", "", ""
    match kind:
        case "file":
            file = " ".join(text_under(node, "file").split())
            title = PurePosixPath(file).stem
            address = wikilink_address(f"{file}{text_under(node, 'subpath')}")
        case "link":
            title = " ".join(text_under(node, "url").split())
            address = markdown_address(title) or ""
        case "group":
            title = " ".join(text_under(node, "label").split())
        case _:
            kind, written = "text", card_markdown(node)
            # Imported late: a canvas that is only read needs no HTML.
            from vaultsearch.core.vault.rendering.excerpt import excerpt_html

            html = escape(written[:_MAX_PLAIN])
            if is_rendered:
                html = excerpt_html(written[:_MAX_CHARS], marks_formulas=True)
    left, top, width, height = _bounding_box(node)
    place = left, top, max(1.0, width), max(1.0, height)
    return CanvasCard(CanvasKind(kind), *place, title[:_MAX_PLAIN], html, _color_of(node), address, lines)


def _color_of(node: CanvasNode) -> str:
    written = text_under(node, "color")
    # Nothing else passes, since the color goes into a style.
    return written if _HEX_COLOR.fullmatch(written) else _COLORS.get(written, "")


def _draw_arrow(edge: CanvasNode, cards: Mapping[str, CanvasCard]) -> CanvasArrow | None:
    start, end = cards.get(text_under(edge, "fromNode")), cards.get(text_under(edge, "toNode"))
    if start is None or end is None:
        return None
    return CanvasArrow(
        _point_on_side(start, text_under(edge, "fromSide"), end),
        _point_on_side(end, text_under(edge, "toSide"), start),
        " ".join(text_under(edge, "label").split())[:_MAX_PLAIN],
        _color_of(edge),
        text_under(edge, "fromEnd") == "arrow",
        text_under(edge, "toEnd") != "none",
    )


def _point_on_side(card: CanvasCard, side: str, other: CanvasCard) -> tuple[float, float, str]:
    """Return a card side's middle; without a known side, the side facing the other card."""
    middle = card.left + card.width / 2, card.top + card.height / 2
    across = other.left + other.width / 2 - middle[0]
    down = other.top + other.height / 2 - middle[1]
    sides = {
        "top": (middle[0], card.top),
        "right": (card.left + card.width, middle[1]),
        "bottom": (middle[0], card.top + card.height),
        "left": (card.left, middle[1]),
    }
    if side not in sides:
        sideways = abs(across) > abs(down)
        side = ("right" if across > 0 else "left") if sideways else ("bottom" if down > 0 else "top")
    return *sides[side], side
