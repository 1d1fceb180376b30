"""A formula of a note, as it is placed on a line of text."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

_SCHEME = "math"


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that can be drawn.

    Args:
        latex: Its source, without dollar signs.
        is_block: Whether it stands by itself, on lines of its own.
        width: In multiples of the font's size, as the others.
        ascent: How far it reaches above the baseline.
        descent: How far it reaches below the baseline.
    """

    latex: str
    is_block: bool
    width: float
    ascent: float
    descent: float

    @property
    def source(self) -> str:
        """The source as it is written in a note."""
        return f"$${self.latex}$$" if self.is_block else f"${self.latex}$"

    @property
    def address(self) -> str:
        """The address of its picture on a page, which says all of it."""
        extent = ",".join(f"{number:.3f}" for number in (self.width, self.ascent, self.descent))
        return f"{_SCHEME}:{'block' if self.is_block else 'line'}:{extent}:{quote(self.latex, safe='')}"

    @classmethod
    def of_address(cls, address: str) -> Formula | None:
        """Return the formula that has an address, None if it is that of something else."""
        scheme, _, rest = address.partition(":")
        if scheme != _SCHEME:
            return None
        kind, extent, latex = rest.split(":", 2)
        return cls(unquote(latex), kind == "block", *map(float, extent.split(",")))
