"""Indexing as the window shows it: start, pause, stop, progress and outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.gui import phrases

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.status_line import StatusLine


class IndexingController(QObject):
    """Starts and stops indexing; ``pause`` is the action whose check mark pauses it."""

    progressed = Signal()
    """Notes are being indexed: answers may change."""
    running_changed = Signal(bool)
    """Notes are being indexed, or no longer; emitted again if a vault is open now, or is no longer."""
    nothing_changed = Signal()
    """A sync ended without changes, or was cancelled."""
    index_changed = Signal()
    """A sync ended with changes."""

    def __init__(self, engine: EngineThread, pause: QAction, status: StatusLine, window: QWidget) -> None:
        super().__init__(window)
        self._engine = engine
        self._pause = pause
        self._status = status
        self._window = window
        self.is_open = self.is_running = False
        engine.progress.connect(self._progressed)
        engine.sync_finished.connect(self._sync_finished)
        engine.sync_stopped.connect(self._sync_stopped)
        status.cancelled.connect(self.cancel)
        status.continued.connect(self.sync)

    @property
    def is_idle(self) -> bool:
        """Whether indexing could begin."""
        return self.is_open and not self.is_running and not self._pause.isChecked()

    def stop(self) -> None:
        """Index no more: no vault is open."""
        self.is_open = False
        self._set_running(False)

    def start(self) -> None:
        """Index the changes in a vault that was just opened, and watch it from now on."""
        self.is_open = True
        self._pause.setChecked(False)
        self.pause_or_resume()
        self._engine.watch()

    def sync(self) -> None:
        """Index the changes."""
        if self.is_open:
            self._progressed(Progress("scanning", 0, 0))
            self._engine.sync()

    def cancel(self) -> None:
        """Stop indexing; notes that were indexed stay so."""
        self._engine.cancel_sync()
        self._sync_ended()

    def pause_or_resume(self) -> None:
        """Pause or resume, by the action's check mark."""
        paused = self._pause.isChecked()
        self._status.show_paused(paused)
        self._engine.pause(paused)
        self._set_running(False)
        if not paused:
            self.sync()

    def ask_to_reindex(self) -> None:
        """Rebuild the index once the user has confirmed it."""
        asking = QMessageBox(self._window)
        asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asking.setWindowTitle(self.tr("Rebuild index"))
        asking.setTextFormat(Qt.TextFormat.PlainText)
        asking.setText(self.tr("Rebuild the index from scratch?"))
        asking.setInformativeText(
            self.tr("Keyword search is back within seconds, search by meaning as notes are indexed.")
        )
        asking.setStandardButtons(QMessageBox.StandardButton.Cancel)
        build = asking.addButton(self.tr("Rebuild index"), QMessageBox.ButtonRole.AcceptRole)
        build.clicked.connect(self._reindex)
        asking.open()

    def _reindex(self) -> None:
        self._progressed(Progress("scanning", 0, 0))
        self._engine.sync(anew=True)

    def _progressed(self, progress: Progress) -> None:
        self._set_running(True)
        self._status.show_progress(progress)
        self.progressed.emit()

    def _sync_finished(self, report: SyncReport) -> None:
        self._sync_ended()
        if phrases.synced(report):
            self._status.show_message(lambda: phrases.synced(report))
            self.index_changed.emit()
        else:
            self.nothing_changed.emit()

    def _sync_stopped(self) -> None:
        self._sync_ended()
        self.nothing_changed.emit()

    def _sync_ended(self) -> None:
        self._set_running(False)
        self._status.rest()

    def _set_running(self, running: bool) -> None:
        self.is_running = running
        self.running_changed.emit(running)
