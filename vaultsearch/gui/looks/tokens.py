"""Colours and measures of the window, light and dark, and the palette roles that carry them to painters."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

GRID = 4
"""Every distance is a multiple of this, in device-independent pixels."""

NARROW = 900
"""Below this width, in device-independent pixels, the list and the note take turns in one place."""

BAR = 3
"""The width of the accent bar beside the selected row and the marked passage."""

HAIRLINE_SHARE = 0.12
"""The share of the text's colour in a hairline."""

SELECTED_SHARE = 0.14
"""The share of accent in the selected row while the list has the keyboard focus."""

RESTING_SHARE = 0.07
"""The share of accent in the selected row without the focus, or in a row under the pointer."""

SECONDARY_ROLE = QPalette.ColorRole.PlaceholderText
ACCENT_ROLE = QPalette.ColorRole.Accent
# No view here has alternating rows, so this role is free for the background of marked words.
MARK_ROLE = QPalette.ColorRole.AlternateBase


def mixed(base: QColor, tint: QColor, share: float) -> QColor:
    """Return ``base`` with ``share`` (0 to 1) of ``tint`` over it, opaque."""
    return QColor.fromRgbF(
        base.redF() + (tint.redF() - base.redF()) * share,
        base.greenF() + (tint.greenF() - base.greenF()) * share,
        base.blueF() + (tint.blueF() - base.blueF()) * share,
    )


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme: five of our own and the text's, as ``#rrggbb``."""

    ground: str
    surface: str
    text: str
    secondary: str
    accent: str
    mark: str

    @property
    def hairline(self) -> str:
        """The colour of separating lines on the ground."""
        return self.tinted(self.ground, self.text, HAIRLINE_SHARE)

    @property
    def edge(self) -> str:
        """The colour of the border around input fields."""
        return self.tinted(self.ground, self.text, 0.26)

    @property
    def thumb(self) -> str:
        """The colour of a scroll bar's thumb."""
        return self.tinted(self.ground, self.text, 0.6)

    @property
    def selected(self) -> str:
        """The background of a selected item on a raised ground."""
        return self.tinted(self.surface, self.accent, SELECTED_SHARE)

    @property
    def trouble(self) -> str:
        """The colour of an error's sentence."""
        return self.tinted(self.text, "#e0412f", 0.55)

    @property
    def passage(self) -> str:
        """The pale background of the marked passage on the page."""
        return self.tinted(self.surface, self.accent, RESTING_SHARE)

    @staticmethod
    def tinted(base: str, tint: str, share: float) -> str:
        """Return ``base`` with ``share`` (0 to 1) of ``tint`` over it."""
        return mixed(QColor(base), QColor(tint), share).name()


LIGHT = Tokens(
    ground="#f6f4ef", surface="#fffefb", text="#24211d", secondary="#656057", accent="#1c6b54", mark="#ffdf94"
)
DARK = Tokens(
    ground="#1b1a18", surface="#242220", text="#ebe6dd", secondary="#a9a297", accent="#6fcaa6", mark="#6a4e12"
)


def palette_of(tokens: Tokens) -> QPalette:
    """Return the application's palette; Qt derives the remaining roles."""
    palette = QPalette(QColor(tokens.ground))
    for role, colour in _roles(tokens).items():
        palette.setColor(role, QColor(colour))
    faint = QColor(Tokens.tinted(tokens.ground, tokens.text, 0.45))
    for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


def menu_palette_of(tokens: Tokens) -> QPalette:
    """Return the palette of menus: the icons, in the text's colour, must be legible on the highlight."""
    palette = palette_of(tokens)
    palette.setColor(_ROLE.Highlight, QColor(tokens.selected))
    palette.setColor(_ROLE.HighlightedText, QColor(tokens.text))
    return palette


_ROLE = QPalette.ColorRole


def _roles(tokens: Tokens) -> dict[QPalette.ColorRole, str]:
    return {
        _ROLE.Window: tokens.ground,
        _ROLE.Base: tokens.surface,
        _ROLE.Button: Tokens.tinted(tokens.ground, tokens.text, 0.04),
        _ROLE.ToolTipBase: tokens.surface,
        _ROLE.WindowText: tokens.text,
        _ROLE.Text: tokens.text,
        _ROLE.ButtonText: tokens.text,
        _ROLE.ToolTipText: tokens.text,
        _ROLE.BrightText: tokens.text,
        _ROLE.Highlight: tokens.accent,
        _ROLE.HighlightedText: tokens.surface,
        _ROLE.Link: tokens.accent,
        _ROLE.LinkVisited: tokens.accent,
        SECONDARY_ROLE: tokens.secondary,
        ACCENT_ROLE: tokens.accent,
        MARK_ROLE: tokens.mark,
    }
