"""The icon in the system's tray: shows the window, pauses indexing, quits, notifies of failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QIcon


class Tray(QObject):
    """The tray icon and its menu, on a system that has a tray."""

    toggled = Signal()
    """The window is to be shown, or hidden if it is visible."""
    summoned = Signal()
    """The window is to be shown: a notification was clicked."""
    quit_asked = Signal()
    """The program is to end."""

    def __init__(self, pause: QAction, window: QWidget) -> None:
        super().__init__(window)
        self.icon = QSystemTrayIcon(self)
        self.icon.setToolTip("vaultsearch")
        self.menu = QMenu(window)
        self._toggle = self.menu.addAction("")
        self._toggle.triggered.connect(self.toggled)
        self.menu.addAction(pause)
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
