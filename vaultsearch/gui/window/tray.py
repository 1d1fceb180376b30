"""The icon in the system's tray: summons the window, pauses the reading, quits, and tells of failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QIcon


class Tray(QObject):
    """Stands in the tray of a system that has one."""

    toggled = Signal()
    """The window is to come, or to go if it is there."""
    summoned = Signal()
    """The window is to come: a message was clicked."""
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
        keep_translated(self.menu, self._name)

    def dress(self, icon: QIcon) -> None:
        """Show the application's mark."""
        self.icon.setIcon(icon)

    def show_window_as(self, *, visible: bool) -> None:
        """Name what the first line of the menu does."""
        self._visible = visible
        self._name()

    def tell(self, sentence: str) -> None:
        """Tell what went wrong while nobody looked."""
        # Desktops read tags in notifications, some also fetch a picture that one names.
        said = sentence.replace("<", "‹").replace(">", "›")
        self.icon.showMessage("vaultsearch", said, QSystemTrayIcon.MessageIcon.Warning)

    def _name(self) -> None:
        self._quit.setText(self.tr("Quit"))
        self._toggle.setText(self.tr("Hide the window") if self._visible else self.tr("Show the window"))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.toggled.emit()
