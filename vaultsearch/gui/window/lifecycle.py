"""Show the window, hide it to the tray if there is one, close it for good."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMainWindow, QMenu, QSystemTrayIcon, QWidget

from vaultsearch.core.values.search import Use
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.gui.window.compact_mode import CompactMode
    from vaultsearch.gui.window.request import Request
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
                self.bring_to_front()  # nothing else would bring it back

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
        if not self._window.isVisible() and not self._ending:  # somebody may have brought it to the front
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
        """Remove the tray icon and emit `left`."""
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
