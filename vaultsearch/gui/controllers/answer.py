"""The answer: the sentences of the best passages that surely answer the standing query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QWidget

from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.answer_card import AnswerCard
    from vaultsearch.gui.results.results_pane import ResultsPane


JOB = "answer"
RESTS_AFTER_MS = 300
"""How long the typing must rest after the last stage: a model reads each sentence of the passages."""
_LIKELY = 0.1
"""The least probability of a passage; below it, its sentences are not read."""
_READ = 4
"""Passages whose sentences are read."""


class AnswerController(QObject):
    """Asks ``engine`` for the answer once the last stage of a query is shown, and drops it with the query."""

    def __init__(self, search: SearchPane, card: AnswerCard, engine: EngineThread) -> None:
        super().__init__(card)
        self._card = card
        self._engine = engine
        self._stage: SearchStage | None = None
        self._resting = QTimer(self, interval=RESTS_AFTER_MS, singleShot=True)
        self._resting.timeout.connect(self._ask)
        search.field.textChanged.connect(self._drop)
        search.searched.connect(self._drop)
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
        current = self._stage
        return current is not None and (current.query, current.mode, current.results[0].chunk.text) == (
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
            likely = (r.chunk for r in stage.results[:_READ] if (r.probability or 0.0) >= _LIKELY)
            chunks = tuple(likely)
            self._engine.ask(JOB, lambda vault: vault.answers(stage.query, chunks), self._card.show_answers)

    def _drop(self) -> None:
        self._stage = None
        self._resting.stop()
        self._engine.drop(JOB)
        self._card.show_answers(())


def _place(stage: SearchStage) -> tuple[object, ...]:
    chunk = stage.results[0].chunk
    return chunk.path, chunk.title, chunk.heading_path, chunk.line_start


_NOTE = "preview"
_COVERED_AFTER_MS = 200
"""Most answers come sooner: with each letter typed, the list would flicker."""
_SHARE = 0.6


class StaleAnswerController(QObject):
    """Dims rows and note while they belong to another query than the one in the field.

    The note stays dimmed until the one of the selected row arrives.
    """

    covered = Signal()
    """The stale answer is dimmed now."""

    def __init__(
        self, search: SearchPane, results: ResultsPane, preview: QWidget, engine: EngineThread
    ) -> None:
        super().__init__(results)
        self._search = search
        self._results = results
        self._rows, self._note = StaleOverlay(results), StaleOverlay(preview)
        self._answered: tuple[str, Mode] | None = None
        self._is_note_due = False
        self._rows.covered.connect(self.covered)
        search.field.textChanged.connect(self._update)
        search.modes.currentIndexChanged.connect(self._update)
        engine.answered.connect(self._note_came)
        engine.failed.connect(lambda trouble: self._note_came(trouble.job))

    def handle_stage(self, stage: SearchStage) -> None:
        """Record the query of the shown answer; a stage without rows leaves the former rows on the screen."""
        if stage.results or stage.final:
            self._answered = (stage.query, stage.mode)
            self._update()

    def forget(self) -> None:
        """Record that no answer is shown."""
        self._answered = None
        self._is_note_due = False
        self._update()

    def expect_note(self) -> None:
        """Dim the note until the one of the newly selected row arrives."""
        self._is_note_due = True
        self._update()

    def _note_came(self, job: str) -> None:
        if job == _NOTE:
            self._is_note_due = False
            self._update()

    def _update(self) -> None:
        question = (self._search.query, self._search.mode)
        is_stale = self._answered not in (None, question) and bool(self._results.list.results)
        self._rows.set_stale(is_stale=is_stale)
        self._note.set_stale(is_stale=is_stale or self._is_note_due)


class StaleOverlay(QWidget):
    """Dims a widget; mouse and keyboard reach through it."""

    covered = Signal()
    """The widget is dimmed now."""

    def __init__(self, beneath: QWidget) -> None:
        super().__init__(beneath)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self, interval=_COVERED_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self._cover)
        beneath.installEventFilter(self)
        self.hide()

    def set_stale(self, *, is_stale: bool) -> None:
        """Dim the widget in a moment, unless that is revoked until then."""
        if not is_stale:
            self._timer.stop()
            self.hide()
        elif self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def eventFilter(self, beneath: QObject, event: QEvent) -> bool:
        """Stay as large as the widget beneath."""
        if event.type() == QEvent.Type.Resize and isinstance(beneath, QWidget):
            self.setGeometry(beneath.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground's colour over the widget."""
        ground = self.palette().color(QPalette.ColorRole.Window)
        ground.setAlphaF(_SHARE)
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()

    def _cover(self) -> None:
        beneath = self.parentWidget()
        if beneath is not None:
            self.setGeometry(beneath.rect())
        self.raise_()
        self.show()
        self.covered.emit()
