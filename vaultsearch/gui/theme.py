"""The window's looks, light and dark: colours, sizes, palette, style sheet and icons."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QDir, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QIcon, QImage, QPainter, QPalette, QPixmap

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

GRID = 4
"""Base unit of all distances, in device-independent pixels."""
NARROW_BELOW = 900
"""Below this width, in device-independent pixels, list and note take turns."""
ACCENT_BAR_WIDTH = 3
"""Width of the accent bar beside the selected row and the marked passage."""
HAIRLINE_SHARE = 0.12
"""Share of text colour in a hairline."""
SELECTED_SHARE = 0.14
"""Share of accent in the selected row while the list has the keyboard focus."""
RESTING_SHARE = 0.07
"""Share of accent in the selected row without focus, or in a row under the pointer."""

_PALETTE_ROLE = QPalette.ColorRole
SECONDARY_ROLE = QPalette.ColorRole.PlaceholderText
ACCENT_ROLE = QPalette.ColorRole.Accent
# No view has alternating rows, so this role is free for marked words' background.
MARK_ROLE = QPalette.ColorRole.AlternateBase


def mix_colors(base: QColor, tint: QColor, share: float) -> QColor:
    """Return ``base`` tinted with ``share`` (0 to 1) of ``tint``, opaque."""
    return QColor.fromRgbF(
        base.redF() + (tint.redF() - base.redF()) * share,
        base.greenF() + (tint.greenF() - base.greenF()) * share,
        base.blueF() + (tint.blueF() - base.blueF()) * share,
    )


@dataclass(frozen=True, slots=True)
class Tokens:
    """A theme's colours as ``#rrggbb``."""

    ground: str
    surface: str
    text: str
    secondary: str
    accent: str
    mark: str
    edge_share: float = 0.26

    @property
    def thumb(self) -> str:
        """Colour of a scroll bar's thumb."""
        return self.tinted(self.ground, self.text, 0.6)

    @property
    def selected(self) -> str:
        """Background of a selected item on a raised ground."""
        return self.tinted(self.surface, self.accent, SELECTED_SHARE)

    @property
    def trouble(self) -> str:
        """Colour of error messages."""
        return self.tinted(self.text, "#e0412f", 0.55)

    @property
    def passage(self) -> str:
        """Pale background of the marked passage."""
        return self.tinted(self.surface, self.accent, RESTING_SHARE)

    @staticmethod
    def tinted(base: str, tint: str, share: float) -> str:
        """Return ``base`` tinted with ``share`` (0 to 1) of ``tint``."""
        return mix_colors(QColor(base), QColor(tint), share).name()


LIGHT_TOKENS = Tokens(
    ground="#f6f4ef", surface="#fffefb", text="#24211d", secondary="#656057", accent="#1c6b54", mark="#ffdf94"
)
DARK_TOKENS = Tokens(
    ground="#1b1a18", surface="#242220", text="#ebe6dd", secondary="#a9a297", accent="#6fcaa6", mark="#6a4e12"
)
HIGH_CONTRAST = {
    LIGHT_TOKENS: Tokens("#ffffff", "#ffffff", "#000000", "#333333", "#00402e", "#ffd24d", 0.8),
    DARK_TOKENS: Tokens("#000000", "#000000", "#ffffff", "#d6d6d6", "#8cf0c8", "#705000", 0.8),
}


def palette_of(tokens: Tokens) -> QPalette:
    """Return the application palette; Qt derives remaining roles."""
    palette, role = QPalette(QColor(tokens.ground)), QPalette.ColorRole
    texts = role.WindowText, role.Text, role.ButtonText
    for colour, roles in (
        (tokens.ground, (role.Window,)),
        (tokens.surface, (role.Base, role.ToolTipBase, role.HighlightedText)),
        (Tokens.tinted(tokens.ground, tokens.text, 0.04), (role.Button,)),
        (tokens.text, (*texts, role.ToolTipText, role.BrightText)),
        (tokens.accent, (role.Highlight, role.Link, role.LinkVisited, ACCENT_ROLE)),
        (tokens.secondary, (SECONDARY_ROLE,)),
        (tokens.mark, (MARK_ROLE,)),
    ):
        for each in roles:
            palette.setColor(each, QColor(colour))
    faint = QColor(Tokens.tinted(tokens.ground, tokens.text, 0.45))
    for each in texts:
        palette.setColor(QPalette.ColorGroup.Disabled, each, faint)
    return palette


def menu_palette_of(tokens: Tokens) -> QPalette:
    """Return the menu palette: icons, in the text colour, must be legible when highlighted.

    Qt's Fusion style frames their check boxes in the window's colour, darkened to 1 / 1.4: none could be seen
    on a dark ground.
    """
    palette = palette_of(tokens)
    palette.setColor(_PALETTE_ROLE.Window, QColor(tokens.secondary).lighter(140))
    palette.setColor(_PALETTE_ROLE.Highlight, QColor(tokens.selected))
    palette.setColor(_PALETTE_ROLE.HighlightedText, QColor(tokens.text))
    return palette


_SHEET_TEMPLATE = Template(Path(__file__).with_name("theme.qss").read_text("utf-8"))


def style_sheet(tokens: Tokens, font: QFont) -> str:
    """Return the application's style sheet; sizes are multiples of the system ``font``'s."""
    base = QFontInfo(font).pointSizeF()
    sizes = {"base": 1.0, "small": 0.9, "section": 1.15, "large": 1.15, "page": 1.35, "heading": 1.6}
    return _SHEET_TEMPLATE.substitute(
        **asdict(tokens),
        **{name: round(base * factor, 2) for name, factor in sizes.items()},
        selected=tokens.selected,
        hairline=Tokens.tinted(tokens.ground, tokens.text, HAIRLINE_SHARE),
        trouble=tokens.trouble,
        thumb=tokens.thumb,
        edge=Tokens.tinted(tokens.ground, tokens.text, tokens.edge_share),
    )


class Theme(QObject):
    """Set the palette and style sheet of ``app``. ``scheme`` fixes light or dark; None follows the system.

    The style sheet waits for `dress`.
    """

    changed = Signal()

    def __init__(self, app: QApplication, scheme: Qt.ColorScheme | None = None) -> None:
        super().__init__(app)
        self._app, self._fixed = app, scheme
        self._is_dressed = False
        self._hints = app.styleHints()
        self.tokens = self._scheme_wanted()
        self._apply_theme()
        self._hints.colorSchemeChanged.connect(self._follow)
        self._hints.accessibility().contrastPreferenceChanged.connect(self._follow)

    def dress(self) -> None:
        """Apply the style sheet to all current and future widgets.

        Call this once a window's widgets are created: Qt reapplies the sheet to each widget put into another,
        which took half the creation time.
        """
        self._is_dressed = True
        sheet = style_sheet(self.tokens, self._app.font())
        if sheet != self._app.styleSheet():
            self._app.setStyleSheet(sheet)

    def fix(self, scheme: Qt.ColorScheme | None) -> None:
        """Fix light or dark; None follows the system again."""
        self._fixed = scheme
        self._follow()

    def _follow(self) -> None:
        theme = self._scheme_wanted()
        if theme != self.tokens:
            self.tokens = theme
            self._apply_theme()
            self.changed.emit()

    def _scheme_wanted(self) -> Tokens:
        scheme, contrast = self._hints.colorScheme(), self._hints.accessibility().contrastPreference()
        tokens = DARK_TOKENS if (self._fixed or scheme) == Qt.ColorScheme.Dark else LIGHT_TOKENS
        return HIGH_CONTRAST[tokens] if contrast == Qt.ContrastPreference.HighContrast else tokens

    def _apply_theme(self) -> None:
        self._app.setPalette(palette_of(self.tokens))
        menus = menu_palette_of(self.tokens)
        # PySide's stub demands bytes, and its code a str.
        self._app.setPalette(menus, "QMenu")  # type: ignore[arg-type]
        # A menu bar is filled with what only frames menus.
        menus.setColor(_PALETTE_ROLE.Window, QColor(self.tokens.ground))
        self._app.setPalette(menus, "QMenuBar")  # type: ignore[arg-type]
        if self._is_dressed:
            self.dress()


def scheme_named(name: str) -> Qt.ColorScheme | None:
    """Return the scheme for "light" or "dark"; None, following the system, for any other name."""
    return {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(name)


_ICON_SIZES = (16, 20)
# For plain screens and for those of twice the density; Qt scales to what lies between.
_PIXEL_RATIOS = (1.0, 2.0)


class Icons:
    """Draw icons in ``folder`` by name. A name without a file raises FileNotFoundError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Style sheets cannot colour pictures, so theirs are visible on light and dark.
        QDir.setSearchPaths("icons", [str(folder / "sheet")])
        self._sources: dict[str, str] = {}

    def icon(self, name: str, palette: QPalette) -> QIcon:
        """Return an icon in the palette's text colour, paler for disabled widgets."""
        icon = QIcon()
        for group, modes in (
            # For selected ones, Qt would tint the normal one with a highlight not used here.
            (QPalette.ColorGroup.Active, (QIcon.Mode.Normal, QIcon.Mode.Selected)),
            (QPalette.ColorGroup.Disabled, (QIcon.Mode.Disabled,)),
        ):
            colour = palette.color(group, QPalette.ColorRole.WindowText)
            for size in _ICON_SIZES:
                for ratio in _PIXEL_RATIOS:
                    pixmap = self.pixmap(name, size, ratio, colour)
                    for mode in modes:
                        icon.addPixmap(pixmap, mode)
        return icon

    def pixmap(self, name: str, size: int, ratio: float, colour: QColor) -> QPixmap:
        """Draw an icon ``size`` device-independent pixels wide for a screen with this ``ratio``."""
        # Read once, on the GUI thread: a few hundred bytes necessary to show the window.
        if name not in self._sources:
            self._sources[name] = (self._folder / f"{name}.svg").read_text("utf-8")
        svg = self._sources[name].replace("currentColor", colour.name())
        return QPixmap.fromImage(_draw_icon(svg, size, ratio))

    def application_icon(self) -> QIcon:
        """Return the application icon, which keeps the original colours."""
        return QIcon(str(self._folder / "vaultsearch.svg"))


@cache
def _draw_icon(svg: str, size: int, ratio: float) -> QImage:
    """Draw an icon once: redrawing a theme's icons took a tenth of a second."""
    # Imported late: the process decoding pictures imports this module, but draws no icons.
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(QSize(size, size) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter)
    painter.end()
    image.setDevicePixelRatio(ratio)
    # Painted on, an image keeps its painter's buffers: all icons 8 MB, of which their pixels take one.
    return image.copy()
