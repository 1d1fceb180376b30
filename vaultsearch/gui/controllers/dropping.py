"""Accept files and texts dropped on the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from vaultsearch.gui.theme import ACCENT_ROLE, GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import accept_as_copy


class DropTarget(QObject):
    """Accept drops on ``window``: paths always, texts while ``takes_text()``."""

    path_dropped = Signal(object)
    """A Path: a folder or a file, which only the engine looks up."""
    text_dropped = Signal(str)

    def __init__(self, window: QWidget, takes_text: Callable[[], bool]) -> None:
        super().__init__(window)
        self._takes_text = takes_text
        self.hint = DropHint(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Handle entering, leaving and dropping; Qt handles moves in between."""
        if isinstance(event, QDragEnterEvent):
            # The window's own results: nothing here takes them.
            if event.source() is not None:
                event.ignore()
            elif _dropped_path(event) or (self._takes_text() and event.mimeData().hasText()):
                accept_as_copy(event)
                if event.isAccepted():
                    self.hint.cover()
        elif event.type() == QEvent.Type.DragLeave:
            self.hint.hide()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.hint.hide()
            accept_as_copy(event)
            if (path := _dropped_path(event)) is not None:
                self.path_dropped.emit(path)
            else:
                self.text_dropped.emit(event.mimeData().text())
        else:
            return False
        return True


class DropHint(QWidget):
    """Cover the window with a sentence about the drop's effect; events pass through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        keep_translated(
            self,
            lambda: self.setAccessibleName(
                self.tr("Drop a folder to search it, or a note or text to search with")
            ),
        )
        self.hide()

    def cover(self) -> None:
        """Cover the whole window."""
        self.setGeometry(self.window().rect())
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Dim the window, and draw the framed sentence."""
        ground = QColor(self.palette().color(QPalette.ColorRole.Window))
        ground.setAlphaF(0.96)
        accent = self.palette().color(ACCENT_ROLE)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), ground)
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


def _dropped_path(event: QDropEvent) -> Path | None:
    # Empty for an address of no file, such as "file:".
    local = filter(None, (url.toLocalFile() for url in event.mimeData().urls()))
    return next(map(Path, local), None)
