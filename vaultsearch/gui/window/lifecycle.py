"""The window's life: shown, hidden to the tray, closed; its compact form; its geometry, remembered."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCursor, QGuiApplication, QIcon
from PySide6.QtWidgets import QMainWindow, QMenu, QSplitter, QSystemTrayIcon, QWidget

from vaultsearch.core.values.search import Use
from vaultsearch.gui.translations import keep_translated
from vaultsearch.settings.protocol import WindowState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.gui.window.request import Request
    from vaultsearch.gui.window.search_page import SearchPage
    from vaultsearch.settings.protocol import Preferences


_TRAY_TRIES, _TRAY_PAUSE_MS = 20, 500
"""How often, and how far apart, the desktop is asked for its tray at login."""


class WindowLifecycle(QObject):
    """Brings ``window`` to the front and hides it, by the user's preferences.

    A tray icon exists if the user wants one and the system has a tray. Nothing hides without it: such a
    window could not be brought back.
    """

    summoned = Signal()
    """The window has come to the front."""
    folder_asked = Signal(object)
    """A folder, a Path, is to be opened."""
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
        self._window = window
        self._in_tray = in_tray
        self.compact = compact
        self._toggles_compact = False
        self.has_tray = has_tray
        self._icon = QIcon()
        self._ending = False
        self._closing_hides = False
        self._escape_hides = False
        self.tray: Tray | None = None

    @property
    def can_have_tray(self) -> bool:
        """Whether the system has a tray."""
        return self.has_tray()

    def set_preferences(self, preferences: Preferences) -> None:
        """Show or remove the tray icon, and hide or close from now on, as preferred."""
        self._closing_hides = preferences.closing_hides
        self._escape_hides = preferences.escape_hides
        self._toggles_compact = preferences.compact
        stays_in_tray = preferences.tray and self.has_tray()
        if stays_in_tray and self.tray is None:
            self.tray = self._new_tray()
        elif not stays_in_tray and self.tray is not None:
            self.tray.icon.hide()
            self.tray.deleteLater()
            self.tray = None
            if not self._window.isVisible() and not self._ending:
                # Nothing else would bring the window back.
                self.bring_to_front()

    def apply_theme(self, icon: QIcon) -> None:
        """Set the application's icon."""
        self._icon = icon
        if self.tray is not None:
            self.tray.apply_theme(icon)

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
        """Start in the tray; minimized if none is preferred, or none comes: at login, it may start later."""
        self.set_preferences(preferences)
        if self.tray is not None:
            self._update_tray()
        elif preferences.tray and tries:
            QTimer.singleShot(_TRAY_PAUSE_MS, self, lambda: self._try_tray(preferences, tries - 1))
        else:
            self._window.showMinimized()

    def _try_tray(self, preferences: Preferences, tries: int) -> None:
        # Somebody may have brought it to the front meanwhile.
        if not self._window.isVisible() and not self._ending:
            self.start_hidden(preferences, tries)

    def toggle(self) -> None:
        """Hide the window if it is in front, else bring it there, compact if the user prefers that."""
        if self._window.isActiveWindow() and not self._window.isMinimized():
            self.hide()
        elif self._toggles_compact:
            self.compact.enter()
            self._raise()
        else:
            self.bring_to_front()

    def hide(self) -> None:
        """Hide to the tray, or minimise if there is none; the keys that summon a compact window do again."""
        if self.tray is None and not self.compact.is_on:
            self._window.showMinimized()
        else:
            self._window.hide()
            self._update_tray()

    def hide_after(self, _opened: object, use: Use = Use.OPENED) -> None:
        """Hide the compact window once a result or a note was opened from it, as launchers do."""
        if self.compact.is_on and use is Use.OPENED:
            self.hide()

    def hide_on_escape(self) -> None:
        """Hide to the tray on Esc if the user prefers that."""
        if self.tray is not None and self._escape_hides:
            self.hide()

    def handle(self, request: Request) -> None:
        """Carry out the request of a second start."""
        if request.token:
            # Qt's Wayland plugin hands it over with the next activation.
            os.environ["XDG_ACTIVATION_TOKEN"] = request.token
        if request.toggle and not request.folder:
            self.toggle()
            return
        self.bring_to_front()
        if request.folder:
            self.folder_asked.emit(Path(request.folder))

    def quit(self) -> None:
        """Close for good, even if closing hides."""
        self._ending = True
        self._window.close()

    def stop_hiding(self) -> None:
        """Close for good on the next close event: the session of the desktop ends."""
        self._ending = True

    def hide_on_close(self) -> bool:
        """Hide instead of closing if the user prefers that; return whether it did."""
        if self._ending or self.tray is None or not self._closing_hides:
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
        """Show a failure as a notification while the window is hidden; a visible window shows it itself."""
        if self.tray is not None and not self._window.isVisible():
            self.tray.notify(sentence)

    def _new_tray(self) -> Tray:
        tray = Tray(self._in_tray, self._window)
        tray.apply_theme(self._icon)
        tray.toggled.connect(self._toggle_from_tray)
        tray.summoned.connect(self.bring_to_front)
        tray.quit_asked.connect(self.quit)
        tray.icon.show()
        return tray

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
    """The tray icon and its menu, on a system that has a tray."""

    toggled = Signal()
    """The window is to be shown, or hidden if it is visible."""
    summoned = Signal()
    """The window is to be shown: a notification was clicked."""
    quit_asked = Signal()
    """The program is to end."""

    def __init__(self, in_tray: Sequence[QAction], window: QWidget) -> None:
        super().__init__(window)
        self.icon = QSystemTrayIcon(self)
        self.icon.setToolTip("vaultsearch")
        self.menu = QMenu(window)
        self._toggle = self.menu.addAction("")
        self._toggle.triggered.connect(self.toggled)
        self.menu.addActions(in_tray)
        self.menu.addSeparator()
        self._quit = self.menu.addAction("")
        self._quit.triggered.connect(self.quit_asked)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(self.summoned)
        self._visible = True
        keep_translated(self.menu, self._set_texts)

    def apply_theme(self, icon: QIcon) -> None:
        """Set the application's icon."""
        self.icon.setIcon(icon)

    def show_window_as(self, *, visible: bool) -> None:
        """Set the text of the menu's first line, which hides or shows the window."""
        self._visible = visible
        self._set_texts()

    def notify(self, sentence: str) -> None:
        """Show a notification of a failure."""
        # Desktops interpret tags in notifications; some also fetch a picture that a tag names.
        shown = sentence.replace("<", "‹").replace(">", "›")
        self.icon.showMessage("vaultsearch", shown, QSystemTrayIcon.MessageIcon.Warning)

    def _set_texts(self) -> None:
        self._quit.setText(self.tr("Quit"))
        self._toggle.setText(self.tr("Hide the window") if self._visible else self.tr("Show the window"))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.toggled.emit()


_SIZE = QSize(640, 440)
_LEAST = QSize(420, 260)
_FROM_TOP = 0.16
"""The share of the screen above it."""
# Qt's QWIDGETSIZE_MAX, which PySide6 does not have.
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
        # A maximized window takes no other size.
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
        properties_folded=page.preview.view.properties_folded,
        timeline_shown=not page.results.timeline.isHidden(),
        hidden_beginnings=page.results.beginnings.hidden_sections,
    )


def restore_window_state(
    window: QMainWindow, page: SearchPage, compact: CompactMode, state: WindowState
) -> None:
    """Restore a state as far as it fits, e.g. not on a screen that is gone."""
    if all(state.compact_size):
        compact.set_size(QSize(*state.compact_size))
    # To go back to if the remembered place is on no screen any more.
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
    page.preview.view.fold_properties(folded=state.properties_folded)
    page.results.beginnings.hide_sections(state.hidden_beginnings)
    page.results.show_timeline(shown=state.timeline_shown)
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
