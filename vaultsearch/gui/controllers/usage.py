"""Which results are used: the engine is told, and told to forget; in private mode it is told nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from vaultsearch.core.values.search import Result, SearchStage, Use
    from vaultsearch.gui.controllers.search import SearchController
    from vaultsearch.gui.engine.engine_thread import EngineThread

_NOTE, _FORGET = "note use", "forget use"


class UsageController(QObject):
    """Has ``engine`` learn from the use of what ``current`` found, unless ``private`` is on."""

    said = Signal(str)
    """A sentence on what was just done."""

    def __init__(
        self, engine: EngineThread, current: SearchController, private: QAction, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._current = current
        self._private = private
        self._stage: SearchStage | None = None
        current.answered.connect(self._take)
        private.toggled.connect(self._begin_anew)

    def note(self, result: Result, use: Use) -> None:
        """Note that a result was used, for the question that it was found for."""
        stage = self._stage
        if stage is None or self._private.isChecked() or result not in stage.results:
            return  # it was found for a whole text, or in private
        rank = stage.results.index(result) + 1
        self._engine.tell(
            _NOTE, lambda vault: vault.note_use(stage.query, stage.mode, result.chunk, use, rank)
        )

    def forget_note(self, result: Result) -> None:
        """Forget that a result was used for its question and those near it."""
        if result.before is None:
            self.said.emit(self.tr("Nothing you did moved this result"))
        else:
            self._forget(result.chunk.path)

    def forget_question(self) -> None:
        """Forget what was used for the question that stands."""
        self._forget(None)

    def _forget(self, path: str | None) -> None:
        if self._stage is None:
            self.said.emit(self.tr("Ask the question first"))
            return
        query = self._stage.query
        self._engine.ask(_FORGET, lambda vault: vault.forget_use(query, path), lambda _: self._forgotten())

    def _forgotten(self) -> None:
        self.said.emit(self.tr("Forgotten"))
        self._current.ask_again()

    def _take(self, stage: SearchStage) -> None:
        self._stage = stage

    def _begin_anew(self) -> None:
        # What was found in private stays so, also when it is opened after that has ended.
        self._stage = None
