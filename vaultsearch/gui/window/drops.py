"""What is seen while a folder is held over the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID
from vaultsearch.gui.translations import keep_translated


class DropHint(QWidget):
    """Lies over the whole window, lets every event through, says what dropping does."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        keep_translated(self, self._name)
        self.hide()

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Drop a folder to search in it, a note or a text to search with it"))

    def cover(self) -> None:
        """Show over all of the parent."""
        self.setGeometry(self.window().rect())
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Veil the window, and frame the sentence."""
        veil = QColor(self.palette().color(QPalette.ColorRole.Window))
        veil.setAlphaF(0.96)
        accent = self.palette().color(ACCENT_ROLE)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(accent, 2, Qt.PenStyle.DashLine))
        inset = 4 * GRID
        painter.drawRoundedRect(self.rect().adjusted(inset, inset, -inset, -inset), 6, 6)
        font = self.font()
        font.setPointSizeF(self.fontInfo().pointSizeF() * 1.6)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        inner = self.rect().adjusted(4 * inset, inset, -4 * inset, -inset)
        wrapped = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        painter.drawText(inner, wrapped, self.accessibleName())
        painter.end()
