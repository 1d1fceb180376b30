"""The page's style: colours, style sheet and icons."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from string import Template

from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QTextCharFormat,
)

from vaultsearch.core.values.note import Formula
from vaultsearch.gui.theme import ACCENT_BAR_WIDTH, GRID, HAIRLINE_SHARE, Icons, Tokens


@dataclass(frozen=True, slots=True)
class PageColours:
    """Text colours, ``#rrggbb``, legible on the backgrounds of page, passage and code."""

    blue: str
    green: str
    amber: str
    red: str
    purple: str
    grey: str

    @staticmethod
    def of(tokens: Tokens) -> PageColours:
        """Return the theme's colours."""
        return _DARK if QColor(tokens.surface).lightness() < 128 else _LIGHT


_LIGHT = PageColours(
    blue="#1f5f99", green="#1f6b45", amber="#8a4f00", red="#a8322a", purple="#7a3f94", grey="#656057"
)
_DARK = PageColours(
    blue="#86bdf0", green="#83cc9d", amber="#e3b268", red="#f29a90", purple="#cfa3e6", grey="#a9a297"
)

CALLOUT_COLOURS = {
    "note": "blue",
    "tip": "green",
    "done": "green",
    "question": "amber",
    "warning": "amber",
    "danger": "red",
    "example": "purple",
    "quote": "grey",
}
"""Each callout kind's colour."""

CODE_COLOURS = {
    "comment": "grey",
    "keyword": "purple",
    "string": "green",
    "number": "amber",
    "name": "blue",
    "builtin": "blue",
    "deleted": "red",
}
"""Each code token class's colour."""

HIGHLIGHT = "#ffd000", 0.3
"""The yellow of what a note highlights, as in Obsidian, and its share in the background."""
CODE_SHARE = 0.06
"""The text colour's share in the background of code and callouts, over page or passage."""
TEXT_SIZE = 1.05
"""The text size on the page, as a multiple of the system font's."""
PASSAGE_INSET = 3 * GRID
"""Device-independent pixels between the passage's text and the edges of the passage's background."""

PARAGRAPH_GAP = 10
"""Pixels between paragraphs, and below a list."""
_STYLE_SHEET = Template(Path(__file__).with_name("page_style.css").read_text("utf-8"))
_CALLOUT_STYLE = """
p.{name} {{ color: {colour}; }}
td.{name} {{ border-left: {bar}px solid {colour}; }}
td.{name}-rtl {{ border-right: {bar}px solid {colour}; }}
"""


def page_style(tokens: Tokens, font: QFont) -> str:
    """Return the page's style sheet; sizes are multiples of the system's ``font``."""
    base, text = QFontInfo(font).pointSizeF(), QFont(font)
    text.setPointSizeF(base * TEXT_SIZE)
    sizes = {"h1": 1.6, "h2": 1.35, "h3": 1.15, "text": TEXT_SIZE, "small": 0.95, "tiny": 0.85}
    sheet = _STYLE_SHEET.substitute(
        **{name: round(base * factor, 2) for name, factor in sizes.items()},
        gap=PARAGRAPH_GAP,
        # Between the lines, which are 1.5 high, and as much beside pictures and formulas.
        leading=round(math.ceil(QFontMetricsF(text).height()) / 2),
        bar=ACCENT_BAR_WIDTH,
        mono=QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(),
        accent=tokens.accent,
        secondary=tokens.secondary,
        ink=tokens.text,
        highlight=_translucent(*HIGHLIGHT),
        code=_translucent(tokens.text, CODE_SHARE),
        # Qt paints a header cell's ground once more behind the words.
        header=Tokens.tinted(tokens.surface, tokens.text, CODE_SHARE),
        hairline=Tokens.tinted(tokens.surface, tokens.text, HAIRLINE_SHARE),
    )
    colours = PageColours.of(tokens)
    hues = ((name, getattr(colours, hue)) for name, hue in CALLOUT_COLOURS.items())
    looks = (_CALLOUT_STYLE.format(name=name, colour=hue, bar=ACCENT_BAR_WIDTH) for name, hue in hues)
    code = (f".code-{name} {{ color: {getattr(colours, hue)}; }}\n" for name, hue in CODE_COLOURS.items())
    return "".join((sheet, *looks, *code))


def _translucent(colour: str, share: float) -> str:
    # Opaque, it would hide the passage's ground.
    ink = QColor(colour)
    return f"rgba({ink.red()}, {ink.green()}, {ink.blue()}, {round(255 * share)})"


_ICON_SIZE = 64
"""Pixels, enough for the letters of a large zoom: icons are scaled down to the text's height."""


def page_icons(icons: Icons, tokens: Tokens, ratio: float) -> dict[str, QImage]:
    """Draw the page's icons for a screen of ``ratio``, by their addresses in the HTML."""
    colours = PageColours.of(tokens)
    callout_icons = {f"callout-{look}": getattr(colours, colour) for look, colour in CALLOUT_COLOURS.items()}
    callout_icons["image"] = tokens.secondary
    return {
        f"icon:{name}": icons.pixmap(name, _ICON_SIZE, ratio, QColor(colour)).toImage()
        for name, colour in callout_icons.items()
    }


_Alignment = QTextCharFormat.VerticalAlignment
_X_HEIGHT = 0.473
"""A small letter's height in the formula font, as a multiple of the font size."""


@dataclass(frozen=True, slots=True)
class FormulaPlace:
    """A formula's room in device-independent pixels, ``above`` and ``below`` the baseline.

    Qt aligns a picture with a line's bottom, middle or lower edge: the room is larger than the formula, to
    make one fit.
    """

    width: float
    above: float
    below: float
    alignment: QTextCharFormat.VerticalAlignment
    scale: float

    @property
    def height(self) -> float:
        """The room's height."""
        return self.above + self.below

    @classmethod
    def of(cls, formula: Formula, font: QFont, column: float) -> FormulaPlace:
        """Place a formula in text of ``font``, at most ``column`` pixels wide."""
        metrics = QFontMetricsF(font)
        size = QFontInfo(font).pixelSize()
        # Small letters as tall as in the text beside the formula.
        scale = size * min(1.2, max(1.0, metrics.xHeight() / (_X_HEIGHT * size)))
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
        """Return the drawing in this size for a screen of ``ratio``, with text in ``colour``."""
        root = re.match(rb"<svg[^>]*>", drawing)
        if root is None:
            return drawing
        box = re.search(rb'viewBox="([^"]*)"', drawing)
        drawn_height = float(box[1].split()[3]) if box else 1.0
        unit = drawn_height / (formula.ascent + formula.descent) / self.scale
        width, top, height = (round(n * unit, 3) for n in (self.width, -self.above, self.height))
        size = f'width="{self.width * ratio:.2f}" height="{self.height * ratio:.2f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 {top} {width} {height}">'
        return head.encode() + drawing[root.end() :].replace(b"currentColor", colour.encode())
