"""Select files in the system's file manager."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QProcess, QUrl

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection

RevealFiles: TypeAlias = Callable[[Sequence[Path], Callable[[], None]], None]
"""Selects files in the file manager; calls the function if that fails."""

_FILE_MANAGER_SERVICE = "org.freedesktop.FileManager1"
_FILE_MANAGER_TIMEOUT_MS = 5_000
"""Time for a file manager to start."""


def create_file_revealer(parent: QObject) -> RevealFiles:
    """Return this platform's implementation; pending calls end with ``parent``."""
    return _reveal_by_program if sys.platform in ("win32", "darwin") else FileManagerBus(parent).reveal


class FileManagerBus(QObject):
    """Call the file manager asynchronously over D-Bus.

    Implements https://www.freedesktop.org/wiki/Specifications/file-manager-interface/.
    """

    def __init__(self, parent: QObject, get_bus: Callable[[], QDBusConnection] | None = None) -> None:
        super().__init__(parent)
        self._get_bus = get_bus

    def reveal(self, files: Sequence[Path], if_not: Callable[[], None]) -> None:
        """Select ``files``; call ``if_not`` if no file manager answers."""
        # Imported late: needed only now, and absent from some builds of Qt for other platforms.
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = (self._get_bus or QDBusConnection.sessionBus)()
        if not bus.isConnected():
            if_not()
            return
        path = "/" + _FILE_MANAGER_SERVICE.replace(".", "/")
        call = QDBusMessage.createMethodCall(_FILE_MANAGER_SERVICE, path, _FILE_MANAGER_SERVICE, "ShowItems")
        addresses = [QUrl.fromLocalFile(str(file)).toEncoded().toStdString() for file in files]
        call.setArguments([addresses, ""])
        watcher = QDBusPendingCallWatcher(bus.asyncCall(call, _FILE_MANAGER_TIMEOUT_MS), self)

        # PySide6 passes as many arguments as the slot's signature has: none.
        def finish() -> None:
            if watcher.isError():
                if_not()
            watcher.deleteLater()

        watcher.finished.connect(finish)


def _reveal_by_program(files: Sequence[Path], if_not: Callable[[], None]) -> None:
    """Start Finder, or Explorer, which selects a single file per window."""
    # Two arguments: Explorer does not understand quotes around both of them.
    command = ("explorer", ["/select,", str(files[0])])
    if sys.platform == "darwin":
        command = ("open", ["-R", *map(str, files)])
    if not QProcess.startDetached(*command)[0]:
        if_not()
