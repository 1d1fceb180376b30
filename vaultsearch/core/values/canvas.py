"""A canvas as it is drawn: cards, groups and arrows in its own coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CanvasKind(StrEnum):
    """The kinds of a canvas's rectangles."""

    TEXT = "text"
    FILE = "file"
    LINK = "link"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class CanvasCard:
    """A card or a group.

    Attributes:
        title: The name of a file, the address of a link, the label of a group.
        html: What stands on it, without scripts and pictures.
        colour: "#rrggbb", "" for none.
        address: Where a click leads, as in `Preview.html`; "" for nowhere.
        lines: Its first and last line in the canvas's text.
        picture: A small JPEG of a picture's or a PDF's file, b"" for none.
    """

    kind: CanvasKind
    left: float
    top: float
    width: float
    height: float
    title: str = ""
    html: str = ""
    colour: str = ""
    address: str = ""
    lines: tuple[int, int] = (0, 0)
    picture: bytes = b""


@dataclass(frozen=True, slots=True)
class CanvasArrow:
    """A line from the side of a card to the side of another one, with a point at either end or none.

    Attributes:
        start: x, y, and the direction in which the line leaves: "top", "right", "bottom" or "left".
        end: The same of the other card.
    """

    start: tuple[float, float, str]
    end: tuple[float, float, str]
    label: str = ""
    colour: str = ""
    points_to_start: bool = False
    points_to_end: bool = True


@dataclass(frozen=True, slots=True)
class CanvasDrawing:
    """A canvas; groups come before the cards that lie on them."""

    cards: tuple[CanvasCard, ...] = ()
    arrows: tuple[CanvasArrow, ...] = ()
