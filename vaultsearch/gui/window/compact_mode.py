"""The compact window, as launchers have: field and results near the top of the screen, gone with Esc."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QSize
from PySide6.QtGui import QCursor, QGuiApplication

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMainWindow, QWidget

_SIZE = QSize(640, 440)
_LEAST = QSize(420, 260)
_FROM_TOP = 0.16
"""The share of the screen above it."""
_UNLIMITED = 16_777_215


class CompactMode(QObject):
    """Makes ``window`` small without ``hidden`` parts and menus, and gives it its own size back.

    It is narrower than the note and the sidebar need, so that the list stands alone.
    """

    def __init__(self, window: QMainWindow, hidden: Sequence[QWidget]) -> None:
        super().__init__(window)
        self._window = window
        self._hidden = hidden
        self._size = _SIZE
        self._geometry: QByteArray | None = None
        self._least = QSize()

    @property
    def is_on(self) -> bool:
        """Whether the window is compact."""
        return self._geometry is not None

    @property
    def size(self) -> QSize:
        """The size of the compact window, to be remembered."""
        return self._window.size() if self.is_on else self._size

    def set_size(self, size: QSize) -> None:
        """Set the size of the compact window, as it was remembered."""
        self._size = size.expandedTo(_LEAST)

    @property
    def whole_geometry(self) -> QByteArray:
        """The geometry of the whole window."""
        return self._window.saveGeometry() if self._geometry is None else self._geometry

    def enter(self) -> None:
        """Make the window compact, on the screen with the pointer."""
        if self.is_on:
            return
        window = self._window
        self._geometry, self._least = window.saveGeometry(), window.minimumSize()
        for part in self._hidden:
            part.hide()
        # Not hidden: the shortcuts of its actions would be dead.
        window.menuBar().setMaximumHeight(0)
        window.setMinimumSize(_LEAST)
        window.showNormal()
        screen = QGuiApplication.screenAt(QCursor.pos()) or window.screen()
        room = screen.availableGeometry()
        window.resize(self._size.boundedTo(room.size()))
        left = room.left() + (room.width() - window.width()) // 2
        window.move(left, room.top() + round(room.height() * _FROM_TOP))

    def leave(self) -> None:
        """Make the window whole again, as and where it was."""
        if self._geometry is None:
            return
        self._size = self._window.size()
        geometry, self._geometry = self._geometry, None
        for part in self._hidden:
            part.show()
        self._window.menuBar().setMaximumHeight(_UNLIMITED)
        self._window.setMinimumSize(self._least)
        self._window.restoreGeometry(geometry)
