"""What lies between a sidebar that covers the rest and the rest: a shade that one clicks to go back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent

_SHADE = 0.28
"""How much of the light it takes away."""


class SidebarVeil(QWidget):
    """Darkens what it covers, and lets no click through to it."""

    clicked = Signal()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Darken, in both themes."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromRgbF(0, 0, 0, _SHADE))
        painter.end()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Tell that one wants back to what is covered."""
        self.clicked.emit()
