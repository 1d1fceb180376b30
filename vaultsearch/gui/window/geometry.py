"""Capture the geometry of the window and its splitters in a `WindowState`, and restore it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QSize
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter

from vaultsearch.settings.values import WindowState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMainWindow, QWidget

    from vaultsearch.gui.window.search_page import SearchPage


_SEEN = 80
"""Device-independent pixels of the window's top, each way, that must be on a screen to drag it by."""
_FRAME = QSize(16, 48)
"""Room for the frame that the desktop draws around the window."""


def fit_to_screen(window: QMainWindow) -> None:
    """Shrink a window that is larger than the room on its screen, e.g. a small one that is scaled."""
    room = window.screen().availableGeometry().size() - _FRAME
    window.resize(window.size().boundedTo(room))


def capture_window_state(window: QMainWindow, page: SearchPage, compact: CompactMode) -> WindowState:
    """Return the geometry, whole and compact, the splitters, the mode of searching, zoom and table."""
    return WindowState(
        geometry=_text(compact.whole_geometry),
        compact_size=(compact.size.width(), compact.size.height()),
        splitters={splitter.objectName(): _text(splitter.saveState()) for splitter in _splitters(window)},
        preview_folded=page.reading_split.folded,
        mode=page.search.mode.value,
        zoom=page.zoom.percent,
        table_shown=page.table.shown,
        table_columns=page.results.table.column_widths(),
        properties_folded=page.preview.properties_folded,
    )


def restore_window_state(
    window: QMainWindow, page: SearchPage, compact: CompactMode, state: WindowState
) -> None:
    """Restore a state as far as it fits, e.g. not on a screen that is gone."""
    if all(state.compact_size):
        compact.set_size(QSize(*state.compact_size))
    standard = window.size()
    window.restoreGeometry(_bytes(state.geometry))
    if not _can_be_dragged(window):
        window.resize(standard)
        centre = window.screen().availableGeometry().center()
        window.move(centre - window.rect().center())
    for splitter in _splitters(window):
        if known := state.splitters.get(splitter.objectName()):
            splitter.restoreState(_bytes(known))
    page.reading_split.fold(folded=state.preview_folded)
    page.search.choose_mode(state.mode)
    page.zoom.set_percent(state.zoom)
    page.preview.fold_properties(folded=state.properties_folded)
    page.table.restore(state.table_columns, shown=state.table_shown)


def _can_be_dragged(window: QMainWindow) -> bool:
    if window.isMaximized() or window.isFullScreen():
        return True
    top = window.frameGeometry()
    top.setHeight(_SEEN)
    seen = [screen.availableGeometry().intersected(top) for screen in window.screen().virtualSiblings()]
    return any(part.width() >= _SEEN and part.height() >= _SEEN // 2 for part in seen)


def _splitters(window: QMainWindow) -> list[QSplitter]:
    return [splitter for splitter in window.findChildren(QSplitter) if splitter.objectName()]


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))


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
