"""A canvas -> what is drawn of it; in the process that draws."""

from __future__ import annotations

import re
from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.values.pictures import CanvasArrow, CanvasCard, CanvasDrawing, CanvasKind
from vaultsearch.core.vault.canvas import Node, markdown_of, nodes_of, number_of, text_of
from vaultsearch.core.vault.rendering.drawn_parts import limit_addresses
from vaultsearch.core.vault.rendering.inline_html import markdown_address, wikilink_address
from vaultsearch.core.vault.rendering.page import excerpt_html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.vault.file_content import Containment

_MOST_BYTES = 32 * 2**20
_MOST_CARDS, _MOST_ARROWS = 5_000, 10_000
_MOST_RENDERED = 400
"""Cards whose Markdown is rendered, which takes a millisecond each; of further ones the plain text stands."""
_LONGEST, _LONGEST_PLAIN = 2_000, 200
_COLOURS = {
    "1": "#e93147",
    "2": "#ec7500",
    "3": "#e0ac00",
    "4": "#08b94e",
    "5": "#00bfbc",
    "6": "#7852ee",
}
"""The six of Obsidian's theme."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def canvas_of(containment: Containment, path: str) -> CanvasDrawing | None:
    """Read what is drawn of a canvas; None if that takes too much memory.

    Raise UnreadableNoteError, OutsideVaultError or OSError.
    """
    # Called in the process that draws: a hostile canvas costs that one at most.
    limit_addresses()
    try:
        with containment.open(path) as opened:
            return drawing_of(opened.file.read(_MOST_BYTES))
    except MemoryError:
        return None


def drawing_of(raw: bytes) -> CanvasDrawing:
    """Return the cards and arrows to draw of a canvas's content. Raise UnreadableNoteError."""
    nodes, edges = nodes_of(raw)
    cards = [
        (text_of(node, "id"), _card(node, lines, is_rendered=number < _MOST_RENDERED))
        for number, (node, lines) in enumerate(nodes[:_MOST_CARDS])
    ]
    by_id = dict(cards)
    arrows = (_arrow(edge, by_id) for edge in edges[:_MOST_ARROWS])
    ordered = sorted((card for _, card in cards), key=_depth)
    return CanvasDrawing(tuple(ordered), tuple(arrow for arrow in arrows if arrow is not None))


def _depth(card: CanvasCard) -> tuple[bool, float]:
    """Order groups first, the largest beneath the others."""
    is_group = card.kind is CanvasKind.GROUP
    # Qt paints in this order: a card would be hidden beneath its group.
    return not is_group, -card.width * card.height if is_group else 0.0


def _card(node: Node, lines: tuple[int, int], *, is_rendered: bool) -> CanvasCard:
    kind = text_of(node, "type")
    title, html, address = "", "", ""
    match kind:
        case "file":
            file = " ".join(text_of(node, "file").split())
            title = PurePosixPath(file).stem
            address = wikilink_address(f"{file}{text_of(node, 'subpath')}")
        case "link":
            title = " ".join(text_of(node, "url").split())
            address = markdown_address(title) or ""
        case "group":
            title = " ".join(text_of(node, "label").split())
        case _:
            kind, written = "text", markdown_of(node)
            html = excerpt_html(written[:_LONGEST]) if is_rendered else escape(written[:_LONGEST_PLAIN])
    left, top, width, height = (number_of(node, key) for key in ("x", "y", "width", "height"))
    place = left, top, max(1.0, width), max(1.0, height)
    return CanvasCard(CanvasKind(kind), *place, title[:_LONGEST_PLAIN], html, _colour(node), address, lines)


def _colour(node: Node) -> str:
    written = text_of(node, "color")
    # Nothing else gets through, since the colour is put into a style.
    return written if _COLOUR.fullmatch(written) else _COLOURS.get(written, "")


def _arrow(edge: Node, cards: Mapping[str, CanvasCard]) -> CanvasArrow | None:
    start, end = cards.get(text_of(edge, "fromNode")), cards.get(text_of(edge, "toNode"))
    if start is None or end is None:
        return None
    return CanvasArrow(
        _side(start, text_of(edge, "fromSide"), end),
        _side(end, text_of(edge, "toSide"), start),
        " ".join(text_of(edge, "label").split())[:_LONGEST_PLAIN],
        _colour(edge),
        text_of(edge, "fromEnd") == "arrow",
        text_of(edge, "toEnd") != "none",
    )


def _side(card: CanvasCard, side: str, other: CanvasCard) -> tuple[float, float, str]:
    """Return the middle of a card's side; without a known one, of that which faces the other card."""
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
