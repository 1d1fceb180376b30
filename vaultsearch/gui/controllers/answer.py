"""The answer above the list: the sentence of the best passage that surely answers the standing query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from vaultsearch.core.values.context import Answer
    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.results_pane import ResultsPane

JOB = "answer"
RESTS_AFTER_MS = 300
"""How long the typing must rest after the last stage: a model reads each sentence of the passage."""
_LIKELY = 0.1
"""The least probability of the first passage; below it, its sentences are not read."""


class AnswerController(QObject):
    """Asks ``engine`` for the answer once the last stage of a query is shown, and drops it with the query."""

    def __init__(self, search: SearchPane, results: ResultsPane, engine: EngineThread) -> None:
        super().__init__(results)
        self._results = results
        self._engine = engine
        self._stage: SearchStage | None = None
        self._resting = QTimer(self, interval=RESTS_AFTER_MS, singleShot=True)
        self._resting.timeout.connect(self._ask)
        search.field.textChanged.connect(self._drop)
        search.asked.connect(self._drop)
        search.cleared.connect(self._drop)

    def handle_stage(self, stage: SearchStage) -> None:
        """Ask for the answer in a moment if this is the last stage, and likely to hold one."""
        if not stage.final:
            return
        if self._shows(stage):
            self._follow(stage)
            return
        self._drop()
        first = next(iter(stage.results), None)
        is_asked = stage.mode in (Mode.HYBRID, Mode.SEMANTIC) and not stage.unanswered
        if is_asked and first is not None and (first.probability or 0.0) >= _LIKELY:
            self._stage = stage
            self._resting.start()

    def _shows(self, stage: SearchStage) -> bool:
        """Return whether the same answer was asked for already: a query is repeated as notes are indexed."""
        asked = self._stage
        return asked is not None and (asked.query, asked.mode, asked.results[0].chunk.text) == (
            stage.query,
            stage.mode,
            stage.results[0].chunk.text if stage.results else "",
        )

    def _follow(self, stage: SearchStage) -> None:
        """Ask again if the passage has moved: of a renamed note, a click led to no note with that name."""
        if self._stage is not None and _place(self._stage) != _place(stage):
            self._stage = stage
            if not self._resting.isActive():
                self._ask()

    def _ask(self) -> None:
        stage = self._stage
        if stage is not None:
            chunk = stage.results[0].chunk
            self._engine.ask(JOB, lambda vault: vault.answer(stage.query, chunk), self._show)

    def _show(self, answer: Answer | None) -> None:
        self._results.head.show_answer(answer)

    def _drop(self) -> None:
        self._stage = None
        self._resting.stop()
        self._engine.drop(JOB)
        self._results.head.show_answer(None)


def _place(stage: SearchStage) -> tuple[object, ...]:
    chunk = stage.results[0].chunk
    return chunk.path, chunk.title, chunk.heading_path, chunk.line_start
