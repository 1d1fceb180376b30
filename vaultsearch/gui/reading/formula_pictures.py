"""Formulas among the pictures of a page: their place on a line of text, in its size and colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QFontMetricsF, QTextCharFormat

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Formula

_Alignment = QTextCharFormat.VerticalAlignment
_ROOT = re.compile(rb"<svg[^>]*>")
_X_HEIGHT = 0.473
"""The height of a small letter in the font of formulas, in multiples of its size."""
_MOST_ENLARGED = 1.2


@dataclass(frozen=True, slots=True)
class FormulaPlace:
    """The room of a formula, in device-independent pixels, of which ``above`` lies above its baseline.

    Qt puts a picture on a line by its bottom, its middle or the line's lower edge: the room is larger than
    the formula, so that one of these is right.
    """

    width: float
    above: float
    below: float
    alignment: QTextCharFormat.VerticalAlignment
    scale: float

    @property
    def height(self) -> float:
        """The height of the room."""
        return self.above + self.below

    @classmethod
    def of(cls, formula: Formula, font: QFont, column: float) -> FormulaPlace:
        """Return the place of a formula in text of ``font``, at most ``column`` pixels wide."""
        metrics = QFontMetricsF(font)
        size = QFontInfo(font).pixelSize()
        # Small letters of the formula as tall as those of the text beside it.
        scale = size * min(_MOST_ENLARGED, max(1.0, metrics.xHeight() / (_X_HEIGHT * size)))
        scale = min(scale, column / formula.width)
        width, above, below = (scale * n for n in (formula.width, formula.ascent, formula.descent))
        if formula.is_block:
            return cls(width, above, below, _Alignment.AlignNormal, scale)
        if below <= metrics.descent():
            return cls(width, above, metrics.descent(), _Alignment.AlignBaseline, scale)
        half = QFontMetrics(font).xHeight() / 2
        middle = max(below + half / 2, above - half / 2)
        return cls(width, middle + half / 2, middle - half / 2, _Alignment.AlignMiddle, scale)

    def svg(self, drawing: bytes, formula: Formula, colour: str, ratio: float) -> bytes:
        """Return a formula's drawing at this size for a screen of ``ratio``, its text in ``colour``."""
        root = _ROOT.match(drawing)
        if root is None:
            return drawing
        unit = _height_of(drawing) / (formula.ascent + formula.descent) / self.scale
        width, top, height = (round(n * unit, 3) for n in (self.width, -self.above, self.height))
        size = f'width="{self.width * ratio:.2f}" height="{self.height * ratio:.2f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 {top} {width} {height}">'
        return head.encode() + drawing[root.end() :].replace(b"currentColor", colour.encode())


def _height_of(drawing: bytes) -> float:
    box = re.search(rb'viewBox="([^"]*)"', drawing)
    return float(box[1].split()[3]) if box else 1.0
