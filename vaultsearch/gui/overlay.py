"""A field over the window with a list beneath it, as the command palette and the quick switcher have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.widgets import ignore_drops

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView

CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ABOVE = 16 * GRID
_PAGE = 8
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _PAGE, Qt.Key.Key_PageUp: -_PAGE}


class FieldOverlay(QFrame):
    """Lies over ``window`` while it is open; gives the keyboard focus back when it closes.

    The focus stays in the field: its keys move through ``view``, too. Subclasses fill it and choose.
    """

    def __init__(self, name: str, view: QAbstractItemView, width: int, window: QWidget) -> None:
        super().__init__(window)
        self._view = view
        self._width = width
        self._last_focus: QWidget | None = None
        self.setObjectName(name)
        self.setAutoFillBackground(True)
        self.field = QLineEdit()
        ignore_drops(self.field)
        self.field.installEventFilter(self)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        self.column.setSpacing(GRID)
        self.column.addWidget(self.field)
        self.column.addWidget(view)
        self.hide()

    def open(self) -> None:
        """Open with an empty field, or close if it is open; any other overlay closes."""
        if self.isVisible():
            self.dismiss()
            return
        window = self.window()
        for other in window.findChildren(FieldOverlay):
            other.dismiss()
        self._last_focus = window.focusWidget()
        self.field.clear()
        self.fill()
        width = min(self._width, window.width() - 8 * GRID)
        self.setGeometry(0, 0, width, min(self.usual_height(), window.height() - _ABOVE - 8 * GRID))
        self.move(QPoint((window.width() - width) // 2, _ABOVE))
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Hide, and return the keyboard focus."""
        if self.isVisible():
            self.hide()
            if self._last_focus is not None:
                self._last_focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Move through the list and choose while the focus stays in the field."""
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if not isinstance(event, QKeyEvent) or not self._takes(event):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self._do(event)
        return True

    def select(self, row: int) -> None:
        """Select a row, or the last one before it."""
        model = self._view.model()
        index = model.index(max(0, min(model.rowCount() - 1, row)), 0)
        if index.isValid():
            self._view.setCurrentIndex(index)

    def fill(self) -> None:
        """Fill the list for the empty field; it is about to open."""
        raise NotImplementedError

    def usual_height(self) -> int:
        """Return the height that it has if the window is high enough."""
        raise NotImplementedError

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key chooses the selected row."""
        return event.key() in CHOOSING

    def choose(self, event: QKeyEvent) -> None:
        """Do what a key that chooses is for."""
        raise NotImplementedError

    def _takes(self, event: QKeyEvent) -> bool:
        return event.key() in (*_STEPS, Qt.Key.Key_Escape) or self.takes(event)

    def _do(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key in _STEPS:
            self.select(self._view.currentIndex().row() + _STEPS[key])
        else:
            self.choose(event)
