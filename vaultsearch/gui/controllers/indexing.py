"""Indexing of the open vault: started, paused and stopped in the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.gui import phrases
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.status_line import StatusLine
from vaultsearch.gui.widgets import open_box, plain_box


class IndexingController(QObject):
    """Start and stop indexing; ``pause`` is the checkable action which pauses it."""

    progressed = Signal()
    """Notes are being indexed: answers may change."""
    running_changed = Signal(bool)
    """Indexing has begun or ended; emitted also when a vault is opened or closed."""
    nothing_changed = Signal()
    """A sync ended without changes, or was cancelled."""
    index_changed = Signal()
    """A sync ended with changes."""

    def __init__(self, engine: EngineThread, pause: QAction, status: StatusLine, window: QWidget) -> None:
        super().__init__(window)
        self._engine, self._pause, self._status, self._window = engine, pause, status, window
        self.is_open = self.is_running = False
        self.is_leaving = False
        """Whether another vault is being opened: nothing more is shown of this one."""
        engine.progress.connect(self._progressed)
        engine.sync_finished.connect(self._sync_finished)
        engine.sync_stopped.connect(self._sync_ended)
        engine.sync_stopped.connect(self.nothing_changed)
        status.cancel.clicked.connect(self.cancel)
        status.go_on.clicked.connect(self.sync)

    @property
    def is_idle(self) -> bool:
        """Whether indexing could start."""
        return self.is_open and not self.is_running and not self._pause.isChecked()

    def stop(self) -> None:
        """Stop indexing: no vault is open."""
        self.is_open = False
        self._set_running(False)

    def start(self) -> None:
        """Index changes in a vault just opened, and watch it from now on."""
        self.is_open = True
        self._pause.setChecked(False)
        self.pause_or_resume()
        self._engine.watch()

    def sync(self) -> None:
        """Index changes."""
        if self.is_open:
            self._sync(anew=False)

    def cancel(self) -> None:
        """Stop indexing, keeping notes already indexed."""
        self._engine.cancel_sync()
        self._sync_ended()

    def pause_or_resume(self) -> None:
        """Pause or resume, depending on the action's check mark."""
        paused = self._pause.isChecked()
        self._status.show_paused(paused)
        self._engine.pause(paused)
        self._set_running(False)
        if not paused:
            self.sync()

    def ask_to_reindex(self) -> None:
        """Rebuild the index after confirmation."""
        title, question = self.tr("Rebuild index"), self.tr("Rebuild the index from scratch?")
        details = self.tr("Keyword search is back within seconds, search by meaning as notes are indexed.")
        open_box(plain_box(self._window, title, question, details), title, lambda: self._sync(anew=True))

    def _sync(self, *, anew: bool) -> None:
        # Shown immediately: the engine scans only after a running search.
        self._progressed(Progress("scanning", 0, 0))
        self._engine.sync(anew=anew)

    def _progressed(self, progress: Progress) -> None:
        if not self.is_leaving:
            self._set_running(True)
            self._status.show_progress(progress)
            self.progressed.emit()

    def _sync_finished(self, report: SyncReport) -> None:
        self._sync_ended()
        if phrases.describe_sync(report) and not self.is_leaving:
            self._status.show_message(lambda: phrases.describe_sync(report))
            self.index_changed.emit()
        else:
            self.nothing_changed.emit()

    def _sync_ended(self) -> None:
        self._set_running(False)
        self._status.rest()

    def _set_running(self, running: bool) -> None:
        self.is_running = running
        self.running_changed.emit(running)
