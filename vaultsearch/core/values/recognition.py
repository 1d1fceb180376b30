"""Text recognised in pictures and scanned pages, and how far its recognition is."""

from __future__ import annotations

from dataclasses import dataclass

TEXT_IN_PICTURE = "Text in picture"
"""The heading of recognised text: whatever shows or cites a passage under its headings shows this mark."""

SECONDS_EACH = 2.0
"""Of one core for a picture, until some were measured: screenshots took 0.6 to 3.3."""


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """A line of text, how sure it is (0 to 1), and its left, top, right and bottom edge in pixels."""

    text: str
    score: float
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class RecognisedText:
    """The text of a picture; without any lines, ``reason`` says why, "" if there is no text in it.

    ``size`` is the picture's width and height in pixels; ``seconds`` are of one core.
    """

    lines: tuple[RecognisedLine, ...] = ()
    reason: str = ""
    seconds: float = 0.0
    size: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Recognition:
    """How far text recognition is, in pictures and pages that are pictures.

    Attributes:
        available: Whether it is installed.
        enabled: Whether it is switched on.
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
        """Return the seconds of one core that those waiting will take."""
        return self.waiting * self.seconds_each

    def __add__(self, other: Recognition) -> Recognition:
        """Return the recognition of two vaults together."""
        waiting = self.waiting + other.waiting
        seconds = self.seconds_left + other.seconds_left
        return Recognition(
            self.available or other.available,
            self.enabled or other.enabled,
            waiting,
            self.recognised + other.recognised,
            self.refused + other.refused,
            seconds / waiting if waiting else self.seconds_each,
            self.pause or other.pause,
        )
