"""How well one colour can be read on another (WCAG 2.2, contrast ratio)."""

from __future__ import annotations

from PySide6.QtGui import QColor

from vaultsearch.gui.reading.page_style import CODE_SHARE
from vaultsearch.gui.theme import Tokens


def page_grounds(tokens: Tokens) -> tuple[str, ...]:
    """Return all grounds of words on the page: page and passage, and code and callouts on each."""
    plain = tokens.surface, tokens.passage
    return (*plain, *(Tokens.tinted(ground, tokens.text, CODE_SHARE) for ground in plain))


def contrast_ratio(one: QColor, other: QColor) -> float:
    """Return the contrast of two opaque colours, 1 (the same) to 21 (black on white)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    red, green, blue = (_linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
