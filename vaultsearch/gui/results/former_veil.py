"""What lies over an answer once another question stands in the field: seen, and seen to be the former."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_COVERED_AFTER_MS = 200
"""Most answers come sooner: with each letter typed, the list would flicker."""
_SHARE = 0.6


class FormerVeil(QWidget):
    """Pales a widget; mouse and keyboard reach through it."""

    covered = Signal()
    """The widget is paled now."""

    def __init__(self, beneath: QWidget) -> None:
        super().__init__(beneath)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self, interval=_COVERED_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self._cover)
        beneath.installEventFilter(self)
        self.hide()

    def keep(self, *, wanted: bool) -> None:
        """Pale the widget in a moment, unless by then it is not wanted any more."""
        if not wanted:
            self._timer.stop()
            self.hide()
        elif self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def eventFilter(self, beneath: QObject, event: QEvent) -> bool:
        """Stay as large as what is beneath."""
        if event.type() == QEvent.Type.Resize and isinstance(beneath, QWidget):
            self.setGeometry(beneath.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Lay the ground's colour over it."""
        ground = self.palette().color(QPalette.ColorRole.Window)
        ground.setAlphaF(_SHARE)
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()

    def _cover(self) -> None:
        beneath = self.parentWidget()
        if beneath is not None:
            self.setGeometry(beneath.rect())
        self.raise_()
        self.show()
        self.covered.emit()
