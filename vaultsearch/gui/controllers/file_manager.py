"""Files selected in the desktop's file manager, or else their folder opened."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QProcess, QUrl

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusPendingCallWatcher

RevealFiles: TypeAlias = Callable[[Sequence[Path], Callable[[], None]], None]
"""Selects files in the file manager; calls the function if that cannot be done."""

_SERVICE = "org.freedesktop.FileManager1"
_PATIENT_MS = 5_000
"""Time that a file manager may take to start."""


def file_revealer(parent: QObject) -> RevealFiles:
    """Return the way of this platform; calls that are under way end with ``parent``."""
    if sys.platform == "win32":
        return _reveal_by_explorer
    if sys.platform == "darwin":
        return _reveal_by_finder
    return FileManagerBus(parent).reveal


class FileManagerBus(QObject):
    """Calls the file manager by D-Bus, without waiting for it.

    The interface is that of https://www.freedesktop.org/wiki/Specifications/file-manager-interface/.
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
        path = "/" + _SERVICE.replace(".", "/")
        call = QDBusMessage.createMethodCall(_SERVICE, path, _SERVICE, "ShowItems")
        call.setArguments([[_address(file) for file in files], ""])
        watcher = QDBusPendingCallWatcher(bus.asyncCall(call, _PATIENT_MS), self)
        # Not a partial: PySide6 passes a slot as many arguments as it finds in its signature.
        watcher.finished.connect(lambda: _finish(watcher, if_not))


def _finish(watcher: QDBusPendingCallWatcher, if_not: Callable[[], None]) -> None:
    if watcher.isError():
        if_not()
    watcher.deleteLater()


def _address(file: Path) -> str:
    return QUrl.fromLocalFile(str(file)).toEncoded().toStdString()


def _reveal_by_explorer(files: Sequence[Path], if_not: Callable[[], None]) -> None:
    """Start Explorer, which selects one file per window."""
    # Two arguments: Explorer does not understand quotes around both of them.
    started, _pid = QProcess.startDetached("explorer", ["/select,", str(files[0])])
    if not started:
        if_not()


def _reveal_by_finder(files: Sequence[Path], if_not: Callable[[], None]) -> None:
    started, _pid = QProcess.startDetached("open", ["-R", *map(str, files)])
    if not started:
        if_not()
