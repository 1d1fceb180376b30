"""Whether the window is there: it comes, hides to the tray where there is one, and leaves for good."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMainWindow, QSystemTrayIcon

from vaultsearch.gui.window.tray import Tray

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.gui.window.window_request import Request
    from vaultsearch.settings.values import Preferences


class WindowLifecycle(QObject):
    """Brings ``window`` to the front and takes it away, as its user prefers.

    There is a tray icon where the user wants one and the system has a tray; without it nothing hides, so
    that no window is ever lost from sight.
    """

    summoned = Signal()
    """The window has come to the front."""
    folder_asked = Signal(object)
    """A folder, a Path, is to be opened."""
    left = Signal()
    """The window was closed for good."""

    def __init__(
        self,
        window: QMainWindow,
        pause: QAction,
        has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._pause = pause
        self._has_tray = has_tray
        self._icon = QIcon()
        self._ending = False
        self._closing_hides = False
        self._escape_hides = False
        self.tray: Tray | None = None

    @property
    def can_have_tray(self) -> bool:
        """Whether the system has a tray."""
        return self._has_tray()

    def prefer(self, preferences: Preferences) -> None:
        """Show the icon, or take it away, and hide when it is preferred."""
        self._closing_hides = preferences.closing_hides
        self._escape_hides = preferences.escape_hides
        wanted = preferences.tray and self._has_tray()
        if wanted and self.tray is None:
            self.tray = self._made_tray()
        elif not wanted and self.tray is not None:
            self.tray.icon.hide()
            self.tray.deleteLater()
            self.tray = None
            self.summon_if_hidden()

    def dress(self, icon: QIcon) -> None:
        """Take the application's mark."""
        self._icon = icon
        if self.tray is not None:
            self.tray.dress(icon)

    def summon(self) -> None:
        """Bring the window to the front."""
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self._tell_tray()
        self.summoned.emit()

    def summon_if_hidden(self) -> None:
        """Bring back a window that nothing else would bring back."""
        if not self._window.isVisible() and not self._ending:
            self.summon()

    def toggle(self) -> None:
        """Take the window away if it is in front, else bring it there."""
        if self._window.isActiveWindow() and not self._window.isMinimized():
            self.hide()
        else:
            self.summon()

    def hide(self) -> None:
        """Hide to the tray; without one, stand minimised in the task bar."""
        if self.tray is None:
            self._window.showMinimized()
        else:
            self._window.hide()
            self._tell_tray()

    def step_aside(self) -> None:
        """Hide to the tray on Esc, where the user prefers that."""
        if self.tray is not None and self._escape_hides:
            self.hide()

    def grant(self, request: Request) -> None:
        """Do what a second start asks for."""
        if request.token:
            # Qt's Wayland plugin hands it over with the next activation.
            os.environ["XDG_ACTIVATION_TOKEN"] = request.token
        if request.toggle and not request.folder:
            self.toggle()
            return
        self.summon()
        if request.folder:
            self.folder_asked.emit(Path(request.folder))

    def quit(self) -> None:
        """Leave for good, whatever closing does."""
        self._ending = True
        self._window.close()

    def end_with_the_session(self) -> None:
        """Let the next close be the last one: the system asks everybody to leave."""
        self._ending = True

    def stays(self) -> bool:
        """Tell, when the window is asked to close, whether it hides instead; then it has."""
        if self._ending or self.tray is None or not self._closing_hides:
            return False
        self.hide()
        return True

    def leave(self) -> None:
        """Take the icon away, and tell that the window is gone."""
        self._ending = True
        if self.tray is not None:
            self.tray.icon.hide()
        self.left.emit()

    def tell_failure(self, sentence: str) -> None:
        """Notify of what went wrong while the window is hidden; when it is there, it says so itself."""
        if self.tray is not None and not self._window.isVisible():
            self.tray.tell(sentence)

    def _made_tray(self) -> Tray:
        tray = Tray(self._pause, self._window)
        tray.dress(self._icon)
        tray.toggled.connect(self._toggle_from_tray)
        tray.summoned.connect(self.summon)
        tray.quit_asked.connect(self.quit)
        tray.icon.show()
        return tray

    def _toggle_from_tray(self) -> None:
        # The click has taken the focus away already.
        if self._window.isVisible() and not self._window.isMinimized():
            self.hide()
        else:
            self.summon()

    def _tell_tray(self) -> None:
        if self.tray is not None:
            self.tray.show_window_as(visible=self._window.isVisible())
