"""The window's life: shown, hidden to the tray, closed; compact mode; saved geometry."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCursor, QGuiApplication, QIcon
from PySide6.QtWidgets import QMainWindow, QMenu, QSplitter, QSystemTrayIcon, QWidget

from vaultsearch.core.values.search import Use
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.window.request import WindowRequest
from vaultsearch.gui.window.search_page import SearchPage
from vaultsearch.settings.protocol import Preferences, WindowState

_TRAY_TRIES, _TRAY_PAUSE_MS = 20, 500
"""Number of attempts, and pause between them, to find the desktop's tray at login."""


class WindowLifecycle(QObject):
    """Show and hide ``window`` according to preferences.

    A tray icon exists if preferred and supported by the system. Without it nothing hides: a hidden window
    could not be brought back.
    """

    summoned = Signal()
    """The window has come to the front."""
    folder_asked = Signal(object)
    """A folder, a Path, is to be opened."""
    query_asked = Signal(str)
    closed = Signal()
    """The window was closed for good."""

    def __init__(
        self,
        window: QMainWindow,
        in_tray: Sequence[QAction],
        compact: CompactMode,
        has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__(window)
        self._window, self._in_tray = window, in_tray
        self.compact, self.has_tray = compact, has_tray
        self._icon = QIcon()
        self._ending = False
        self._preferences: Preferences
        self.tray: Tray | None = None

    def set_preferences(self, preferences: Preferences) -> None:
        """Add or remove the tray icon, and apply preferences for hiding and closing."""
        self._preferences = preferences
        stays_in_tray = preferences.tray and self.has_tray()
        if stays_in_tray and self.tray is None:
            self.tray = tray = Tray(self._in_tray, self._window)
            tray.icon.setIcon(self._icon)
            trigger = QSystemTrayIcon.ActivationReason.Trigger
            tray.icon.activated.connect(lambda why: self._toggle_from_tray() if why == trigger else None)
            tray.icon.messageClicked.connect(self.bring_to_front)
            tray.toggle.triggered.connect(self._toggle_from_tray)
            tray.quit.triggered.connect(self.quit)
            tray.icon.show()
        elif not stays_in_tray and self.tray is not None:
            self.tray.icon.hide()
            self.tray.deleteLater()
            self.tray = None
            if not self._window.isVisible() and not self._ending:
                # Nothing else would bring the window back.
                self.bring_to_front()

    def apply_theme(self, icon: QIcon) -> None:
        """Set the application icon."""
        self._icon = icon
        if self.tray is not None:
            self.tray.icon.setIcon(icon)

    def bring_to_front(self) -> None:
        """Show the whole window above all others."""
        self.compact.leave()
        self._raise()

    def _raise(self) -> None:
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self._update_tray()
        self.summoned.emit()

    def start_hidden(self, preferences: Preferences, tries: int = _TRAY_TRIES) -> None:
        """Start in the tray, which may appear later at login; minimized without a tray."""
        self.set_preferences(preferences)
        if self.tray is not None:
            self._update_tray()
        elif preferences.tray and tries:

            def retry() -> None:
                # Somebody may have brought it to the front meanwhile.
                if not self._window.isVisible() and not self._ending:
                    self.start_hidden(preferences, tries - 1)

            QTimer.singleShot(_TRAY_PAUSE_MS, self, retry)
        else:
            self._window.showMinimized()

    def toggle(self) -> None:
        """Hide the window if it is in front, else bring it there, compact if preferred."""
        if self._window.isActiveWindow() and not self._window.isMinimized():
            self.hide()
        elif self._preferences.compact:
            self.compact.enter()
            self._raise()
        else:
            self.bring_to_front()

    def hide(self) -> None:
        """Hide to the tray, or minimize without a tray; the compact window's keys bring it back."""
        if self.tray is None and not self.compact.is_on:
            self._window.showMinimized()
        else:
            self._window.hide()
            self._update_tray()

    def hide_after(self, _opened: object, use: Use = Use.OPENED) -> None:
        """Hide the compact window after opening a result or note from it, as launchers do."""
        if self.compact.is_on and use is Use.OPENED:
            self.hide()

    def hide_on_escape(self) -> None:
        """Hide to the tray on Esc, if preferred."""
        if self.tray is not None and self._preferences.escape_hides:
            self.hide()

    def handle(self, request: WindowRequest) -> None:
        """Carry out a second start's request."""
        if request.token:
            # Qt's Wayland plugin hands it over with the next activation.
            os.environ["XDG_ACTIVATION_TOKEN"] = request.token
        if request.toggle and not request.folder and not request.query:
            self.toggle()
            return
        self.bring_to_front()
        if request.folder:
            self.folder_asked.emit(Path(request.folder))
        if request.query:
            self.query_asked.emit(request.query)

    def quit(self) -> None:
        """Close the window even if closing would hide it."""
        self._ending = True
        self._window.close()

    def stop_hiding(self) -> None:
        """Close on the next close event: the desktop session ends."""
        self._ending = True

    def hide_on_close(self) -> bool:
        """Hide instead of closing if preferred; return whether it did."""
        if self._ending or self.tray is None or not self._preferences.closing_hides:
            return False
        self.hide()
        return True

    def end(self) -> None:
        """Remove the tray icon and emit `closed`."""
        self._ending = True
        if self.tray is not None:
            self.tray.icon.hide()
        self.closed.emit()

    def notify(self, sentence: str) -> None:
        """Notify about a failure while the window is hidden; a visible window shows it itself."""
        if self.tray is not None and not self._window.isVisible():
            self.tray.notify(sentence)

    def _toggle_from_tray(self) -> None:
        # The click has already taken the focus away, so the window is never active here.
        if self._window.isVisible() and not self._window.isMinimized():
            self.hide()
        else:
            self.bring_to_front()

    def _update_tray(self) -> None:
        if self.tray is not None:
            self.tray.show_window_as(visible=self._window.isVisible())


class Tray(QObject):
    """The tray icon and menu."""

    def __init__(self, in_tray: Sequence[QAction], window: QWidget) -> None:
        super().__init__(window)
        self.icon = QSystemTrayIcon(self)
        self.icon.setToolTip("vaultsearch")
        self.menu = QMenu(window)
        self.toggle = self.menu.addAction("")
        self.menu.addActions(in_tray)
        self.menu.addSeparator()
        self.quit = self.menu.addAction("")
        self.icon.setContextMenu(self.menu)
        self._visible = True
        self._told = ""
        keep_translated(self.menu, self._set_texts)

    def show_window_as(self, *, visible: bool) -> None:
        """Set the text for hiding or showing the window."""
        self._visible, self._told = visible, ""
        self._set_texts()

    def notify(self, sentence: str) -> None:
        """Show a failure notification, unless it is the last one: indexing tries again by itself."""
        # Desktops interpret tags in notifications; some also fetch a picture that a tag names.
        shown = sentence.replace("<", "‹").replace(">", "›")
        if sentence != self._told:
            self._told = sentence
            self.icon.showMessage("vaultsearch", shown, QSystemTrayIcon.MessageIcon.Warning)

    def _set_texts(self) -> None:
        self.quit.setText(self.tr("Quit"))
        self.toggle.setText(self.tr("Hide the window") if self._visible else self.tr("Show the window"))


_COMPACT_SIZE = QSize(640, 440)
_MIN_COMPACT_SIZE = QSize(420, 260)
_SHARE_ABOVE = 0.16
"""The screen's share above the window."""
# Qt's QWIDGETSIZE_MAX, which PySide6 does not have.
_MAX_WIDGET_HEIGHT = 16_777_215


class CompactMode(QObject):
    """Shrink ``window``, without ``hidden`` parts and menus, and restore it later.

    It is narrower than note and sidebar need, leaving only the list.
    """

    def __init__(self, window: QMainWindow, hidden: Sequence[QWidget]) -> None:
        super().__init__(window)
        self._window, self._hidden = window, hidden
        self._size = _COMPACT_SIZE
        self._geometry: QByteArray | None = None
        self._least = QSize()

    @property
    def is_on(self) -> bool:
        """Whether the window is compact."""
        return self._geometry is not None

    @property
    def size(self) -> QSize:
        """The compact window's size, for saving."""
        return self._window.size() if self.is_on else self._size

    def set_size(self, size: QSize) -> None:
        """Restore the compact window's saved size."""
        self._size = size.expandedTo(_MIN_COMPACT_SIZE)

    @property
    def whole_geometry(self) -> QByteArray:
        """The whole window's geometry."""
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
        window.setMinimumSize(_MIN_COMPACT_SIZE)
        # A maximized window takes no other size.
        window.showNormal()
        screen = QGuiApplication.screenAt(QCursor.pos()) or window.screen()
        room = screen.availableGeometry()
        window.resize(self._size.boundedTo(room.size()))
        left = room.left() + (room.width() - window.width()) // 2
        window.move(left, room.top() + round(room.height() * _SHARE_ABOVE))

    def leave(self) -> None:
        """Restore the whole window's size and place."""
        if self._geometry is None:
            return
        self._size = self._window.size()
        geometry, self._geometry = self._geometry, None
        for part in self._hidden:
            part.show()
        self._window.menuBar().setMaximumHeight(_MAX_WIDGET_HEIGHT)
        self._window.setMinimumSize(self._least)
        self._window.restoreGeometry(geometry)


_VISIBLE_TOP = 80
"""Device-independent pixels of the window's top which must be visible to drag it."""


def capture_window_state(window: QMainWindow, page: SearchPage, compact: CompactMode) -> WindowState:
    """Return whole and compact geometry, splitters, search mode, zoom and table."""
    splitters = {split.objectName(): _encode_state(split.saveState()) for split in _named_splitters(window)}
    return WindowState(
        geometry=_encode_state(compact.whole_geometry),
        compact_size=(compact.size.width(), compact.size.height()),
        splitters=splitters,
        preview_folded=page.reading_split.folded,
        mode=page.search.mode.value,
        zoom=page.zoom.percent,
        table_shown=page.table.shown,
        table_columns=page.results.table.column_widths(),
        properties_folded=page.preview.view.properties_folded,
        timeline_shown=not page.results.timeline.isHidden(),
        hidden_beginnings=page.results.beginnings.hidden_sections,
    )


def restore_window_state(
    window: QMainWindow, page: SearchPage, compact: CompactMode, state: WindowState
) -> None:
    """Restore a state where possible; a screen may be gone."""
    if all(state.compact_size):
        compact.set_size(QSize(*state.compact_size))
    # To go back to if the remembered place is on no screen any more.
    standard = window.size()
    window.restoreGeometry(_decode_state(state.geometry))
    top = window.frameGeometry()
    top.setHeight(_VISIBLE_TOP)
    seen = [screen.availableGeometry().intersected(top) for screen in window.screen().virtualSiblings()]
    can_be_dragged = any(part.width() >= _VISIBLE_TOP and part.height() >= _VISIBLE_TOP // 2 for part in seen)
    if not (window.isMaximized() or window.isFullScreen() or can_be_dragged):
        window.resize(standard)
        window.move(window.screen().availableGeometry().center() - window.rect().center())
    for splitter in _named_splitters(window):
        if known := state.splitters.get(splitter.objectName()):
            splitter.restoreState(_decode_state(known))
    page.reading_split.fold(folded=state.preview_folded)
    page.search.choose_mode(state.mode)
    page.zoom.set_percent(state.zoom)
    page.preview.view.properties_folded = state.properties_folded
    page.results.beginnings.hide_sections(state.hidden_beginnings)
    page.results.timeline_action.setChecked(state.timeline_shown)
    page.table.restore(state.table_columns, shown=state.table_shown)


def _named_splitters(window: QMainWindow) -> list[QSplitter]:
    return [splitter for splitter in window.findChildren(QSplitter) if splitter.objectName()]


def _encode_state(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode("ascii")


def _decode_state(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))
