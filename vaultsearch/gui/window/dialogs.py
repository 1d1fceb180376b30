"""The dialogs of the window; those that must not pile up are opened one at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from vaultsearch.gui.quality.dialog import QualityDialog
from vaultsearch.gui.reading.vault_report_dialog import VaultReportDialog
from vaultsearch.gui.window.crash_dialog import CrashDialog
from vaultsearch.gui.window.failures_dialog import FailuresDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.sync import IndexStatus
    from vaultsearch.gui.engine.engine_thread import EngineThread


class Dialogs(QObject):
    """Opens dialogs above ``window``; ``logs_folder`` finds the folder that a crash report points to."""

    folder_chosen = Signal(object)
    """A Path was chosen to be opened."""
    folder_asked = Signal(QUrl)
    """A folder is to be shown by the system."""
    place_asked = Signal(str, int)
    """A note, by its path, is to be shown at a line."""

    def __init__(self, engine: EngineThread, logs_folder: Callable[[], Path], window: QWidget) -> None:
        super().__init__(window)
        self._engine = engine
        self._logs_folder = logs_folder
        self._window = window
        self._crash: CrashDialog | None = None
        self._quality: QualityDialog | None = None

    def choose_folder(self) -> None:
        """Let the user choose a folder of notes."""
        dialog = QFileDialog(self._window, self.tr("Choose a folder of notes"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda folder: self.folder_chosen.emit(Path(folder)))
        dialog.open()

    def show_quality(self) -> None:
        """Show the measurement of the search quality, or bring it to the front."""
        if self._quality is None:
            self._quality = QualityDialog(self._engine, self._window)
            self._quality.finished.connect(self._forget_quality)
            self._quality.show()
        self._quality.activateWindow()

    def close_quality(self) -> None:
        """Close the measurement: it is about notes that are no longer open."""
        if self._quality is not None:
            self._quality.close()

    def show_vault_report(self) -> None:
        """Show duplicates and loose ends."""
        dialog = VaultReportDialog(self._engine, self._window)
        dialog.place_asked.connect(self.place_asked)
        dialog.show()

    def show_failures(self, status: IndexStatus) -> None:
        """Show the notes that could not be read."""
        dialog = FailuresDialog(status.file, status.failed, self._window)
        dialog.folder_asked.connect(self.folder_asked)
        dialog.open()

    def show_crash(self, report: str) -> bool:
        """Show the report of a bug; return False if one is shown already.

        A bug that strikes on every key must not bury the window under dialogs.
        """
        if self._crash is not None:
            return False
        self._crash = CrashDialog(report, self._logs_folder, self._window)
        self._crash.folder_asked.connect(self.folder_asked)
        self._crash.finished.connect(self._forget_crash)
        self._crash.open()
        return True

    def _forget_quality(self) -> None:
        self._quality = None

    def _forget_crash(self) -> None:
        self._crash = None
