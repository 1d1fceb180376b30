"""Report which results are used to the engine, or have it forget them; report nothing in private mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from vaultsearch.core.values.search import Result, SearchStage, Use
    from vaultsearch.gui.controllers.search import SearchController
    from vaultsearch.gui.engine.engine_thread import EngineThread

_NOTE, _FORGET = "note use", "forget use"
OPENED = "note opened"
"""The job whose answer says that an opened note was recorded."""


class UsageController(QObject):
    """Reports uses of the results that ``current`` found to ``engine``, unless ``private`` is checked."""

    message = Signal(str)
    """A sentence on an action that succeeded."""

    def __init__(
        self, engine: EngineThread, current: SearchController, private: QAction, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._current = current
        self._private = private
        self._stage: SearchStage | None = None
        current.answered.connect(self._take)
        private.toggled.connect(self._forget_stage)

    def record(self, result: Result, use: Use) -> None:
        """Report that a result was used for the query that it was found for."""
        stage = self._stage
        if stage is None or self._private.isChecked() or result not in stage.results:
            return  # found for a whole text, or in private
        rank = stage.results.index(result) + 1
        self._engine.submit(
            _NOTE, lambda vault: vault.usage.note(stage.query, stage.mode, result.chunk, use, rank)
        )

    def record_opened(self, path: str) -> None:
        """Report that a note was opened without a query."""
        if not self._private.isChecked():
            self._engine.ask(OPENED, lambda vault: vault.usage.note_opened(path), lambda _: None)

    def forget_note(self, result: Result) -> None:
        """Forget that a result was used for its query and for similar ones."""
        if result.last_used is None:
            self.message.emit(self.tr("This result's rank doesn't come from past use"))
        else:
            self._forget(result.chunk.path)

    def forget_question(self) -> None:
        """Forget all uses for the standing query."""
        self._forget(None)

    def _forget(self, path: str | None) -> None:
        if self._stage is None:
            self.message.emit(self.tr("Ask a question first"))
            return
        query = self._stage.query
        self._engine.ask(_FORGET, lambda vault: vault.usage.forget(query, path), lambda _: self._forgotten())

    def _forgotten(self) -> None:
        self.message.emit(self.tr("Forgotten"))
        self._current.repeat()

    def _take(self, stage: SearchStage) -> None:
        self._stage = stage

    def _forget_stage(self) -> None:
        # Results found in private stay unreported, also if they are opened after that has ended.
        self._stage = None
