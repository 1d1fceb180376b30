"""The style of a note on the page: colours, style sheet, icons, and the places of formulas on their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

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

from vaultsearch.gui.theme import BAR, DARK, GRID, HAIRLINE_SHARE, Tokens

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Formula
    from vaultsearch.gui.theme import Icons


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
        """Return the colours that go with a theme."""
        return _DARK if tokens == DARK else _LIGHT


_LIGHT = PageColours(
    blue="#1f5f99", green="#1f6b45", amber="#8a4f00", red="#a8322a", purple="#7a3f94", grey="#656057"
)
_DARK = PageColours(
    blue="#86bdf0", green="#83cc9d", amber="#e3b268", red="#f29a90", purple="#cfa3e6", grey="#a9a297"
)

LOOKS = {
    "note": "blue",
    "tip": "green",
    "done": "green",
    "question": "amber",
    "warning": "amber",
    "danger": "red",
    "example": "purple",
    "quote": "grey",
}
"""The colour of each kind of callout."""

CODE = {
    "comment": "grey",
    "keyword": "purple",
    "string": "green",
    "number": "amber",
    "name": "blue",
    "builtin": "blue",
    "deleted": "red",
}
"""The colour of each class of tokens in code."""


def code_ground(tokens: Tokens) -> str:
    """Return the background of code and callouts."""
    return Tokens.tinted(tokens.surface, tokens.text, 0.06)


TEXT_SIZE = 1.05
"""The size of the page's text, as a multiple of the system font's."""

INSET = 3 * GRID
"""Device-independent pixels between the text of the passage and the edges of its background."""

_SHEET = Template(Path(__file__).with_name("page_style.css").read_text("utf-8"))
_LOOK = """
p.{name} {{ color: {colour}; }}
td.{name} {{ border-left: {bar}px solid {colour}; }}
td.{name}-rtl {{ border-right: {bar}px solid {colour}; }}
"""


def page_style(tokens: Tokens, font: QFont) -> str:
    """Return the page's style sheet; sizes are multiples of the system's ``font``."""
    base = QFontInfo(font).pointSizeF()
    mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    sizes = {"h1": 1.6, "h2": 1.35, "h3": 1.15, "text": TEXT_SIZE, "small": 0.95, "tiny": 0.85}
    sheet = _SHEET.substitute(
        **{name: round(base * factor, 2) for name, factor in sizes.items()},
        gap=10,
        leading=round(QFontMetricsF(font).height() / 2),
        inset=INSET,
        bar=BAR,
        mono=mono,
        accent=tokens.accent,
        secondary=tokens.secondary,
        ink=tokens.text,
        mark=tokens.mark,
        passage=tokens.passage,
        code=code_ground(tokens),
        hairline=Tokens.tinted(tokens.surface, tokens.text, HAIRLINE_SHARE),
    )
    return sheet + _coloured(PageColours.of(tokens))


def _coloured(colours: PageColours) -> str:
    looks = (_LOOK.format(name=name, colour=getattr(colours, of), bar=BAR) for name, of in LOOKS.items())
    code = (f".code-{name} {{ color: {getattr(colours, of)}; }}\n" for name, of in CODE.items())
    return "".join((*looks, *code))


_SIZE = 16


def page_icons(icons: Icons, tokens: Tokens, ratio: float) -> dict[str, QImage]:
    """Draw the icons of a page, by the addresses that its HTML has for them, for a screen of ``ratio``."""
    colours = PageColours.of(tokens)
    callout_icons = {f"callout-{look}": getattr(colours, colour) for look, colour in LOOKS.items()}
    callout_icons["image"] = tokens.secondary
    return {
        f"icon:{name}": icons.pixmap(name, _SIZE, ratio, QColor(colour)).toImage()
        for name, colour in callout_icons.items()
    }


_Alignment = QTextCharFormat.VerticalAlignment
_SVG_ROOT = re.compile(rb"<svg[^>]*>")
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
        root = _SVG_ROOT.match(drawing)
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
