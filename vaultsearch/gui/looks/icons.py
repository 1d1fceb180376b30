"""Icons drawn for this application: SVG strokes in `currentColor`, tinted from the palette."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QDir, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

if TYPE_CHECKING:
    from pathlib import Path

_SIZES = (16, 20)
_RATIOS = (1.0, 2.0)


class Icons:
    """Draws the icons of ``folder`` by name. A name without a file raises FileNotFoundError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # The style sheet has no colours for pictures: it names one that can be seen on light and dark.
        QDir.setSearchPaths("icons", [str(folder / "sheet")])
        self._sources: dict[str, str] = {}

    def icon(self, name: str, palette: QPalette) -> QIcon:
        """Return the icon in the palette's text colour, paler for disabled widgets."""
        icon = QIcon()
        for mode, group in (
            (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
            # Left out, it would be made of the first one, tinted with the highlight that no list here has.
            (QIcon.Mode.Selected, QPalette.ColorGroup.Active),
            (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
        ):
            colour = palette.color(group, QPalette.ColorRole.WindowText)
            for size in _SIZES:
                for ratio in _RATIOS:
                    icon.addPixmap(self.pixmap(name, size, ratio, colour), mode)
        return icon

    def pixmap(self, name: str, size: int, ratio: float, colour: QColor) -> QPixmap:
        """Draw the icon ``size`` device-independent pixels wide for a screen of ``ratio``."""
        svg = self._source(name).replace("currentColor", colour.name())
        return QPixmap.fromImage(_drawn(svg, size, ratio))

    def application_icon(self) -> QIcon:
        """Return the application's own icon, in its own colours."""
        return QIcon(str(self._folder / "vaultsearch.svg"))

    def _source(self, name: str) -> str:
        # Each is read once, on the window's thread: a few hundred bytes that it cannot be shown without.
        if name not in self._sources:
            self._sources[name] = (self._folder / f"{name}.svg").read_text("utf-8")
        return self._sources[name]


@cache
def _drawn(svg: str, size: int, ratio: float) -> QImage:
    """Draw an icon once: those of a theme that comes back took a tenth of a second."""
    image = QImage(QSize(size, size) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
