"""Values of pictures: recognised text, recognition progress, and canvases as drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SECONDS_EACH = 2.0
"""Core seconds per picture, until some were measured: screenshots took 0.6 to 3.3."""

SVG_ADDRESS = "data:image/svg+xml;base64,"
"""Begins the address of a formula within a canvas card's HTML."""


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """A line, how sure it is (0 to 1), and the left, top, right and bottom edge in pixels."""

    text: str
    score: float
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class RecognisedText:
    """A picture's text; without lines, ``reason`` says why, "" if there is no text in it.

    ``size`` is the picture's width and height in pixels; ``seconds`` are core seconds.
    """

    lines: tuple[RecognisedLine, ...] = ()
    reason: str = ""
    seconds: float = 0.0
    size: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Recognition:
    """How far text recognition is, in pictures and pages that are pictures.

    Attributes:
        waiting: Those whose text is not recognised.
        recognised: Those with recognised text.
        refused: Those whose text cannot be recognised; the list of failures tells why.
        seconds_each: Seconds of one core for one, as measured here.
        pause: Why none is read at the moment: "battery", "typing", or "".
    """

    available: bool = False
    enabled: bool = False
    waiting: int = 0
    recognised: int = 0
    refused: int = 0
    seconds_each: float = SECONDS_EACH
    pause: str = ""

    @property
    def seconds_left(self) -> float:
        """Return the core seconds needed for those waiting."""
        return self.waiting * self.seconds_each

    def __add__(self, other: Recognition) -> Recognition:
        """Add up two vaults."""
        waiting = self.waiting + other.waiting
        seconds = self.seconds_left + other.seconds_left
        return Recognition(
            self.available or other.available,
            self.enabled or other.enabled,
            waiting,
            self.recognised + other.recognised,
            self.refused + other.refused,
            # Weighted by those that wait: one vault may have slow scans, another quick screenshots.
            seconds / waiting if waiting else self.seconds_each,
            self.pause or other.pause,
        )


class CanvasKind(StrEnum):
    """The kinds of rectangles in a canvas."""

    TEXT = "text"
    FILE = "file"
    LINK = "link"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class CanvasCard:
    """A card or a group.

    Attributes:
        title: A file's name, a link's address, a group's label.
        html: The content, without scripts, and without pictures but formulas.
        colour: "#rrggbb", "" for none.
        address: Where a click leads, as in `Preview.html`; "" for nowhere.
        lines: The first and last line in the canvas's text.
        picture: A small JPEG of a picture or PDF, b"" for none.
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
    """A line between two cards' sides, with a point at either end or none.

    Both ends are x, y, and the side where the line leaves: "top", "right", "bottom" or "left".
    """

    start: tuple[float, float, str]
    end: tuple[float, float, str]
    label: str = ""
    colour: str = ""
    points_to_start: bool = False
    points_to_end: bool = True


@dataclass(frozen=True, slots=True)
class CanvasDrawing:
    """A canvas; groups come before the cards lying on them."""

    cards: tuple[CanvasCard, ...] = ()
    arrows: tuple[CanvasArrow, ...] = ()
