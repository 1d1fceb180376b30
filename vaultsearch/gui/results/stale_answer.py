"""Dims rows and note while they belong to another query than the field's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Mode, SearchStage
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine_thread import EngineThread
    from vaultsearch.gui.results.results_pane import ResultsPane

_NOTE_JOB = "preview"
_COVERED_AFTER_MS = 200
"""Most answers come sooner; without a delay the list would flicker with each letter."""
_OPACITY = 0.6


class StaleAnswerController(QObject):
    """Dims rows and note while they belong to another query than the field's.

    The note stays dimmed until the selected row's note arrives.
    """

    covered = Signal()

    def __init__(
        self, search: SearchPane, results: ResultsPane, preview: QWidget, engine: EngineThread
    ) -> None:
        super().__init__(results)
        self._search, self._results = search, results
        self._rows, self._note = StaleOverlay(results), StaleOverlay(preview)
        self._answered: tuple[str, Mode] | None = None
        self._is_note_due = False
        self._rows.covered.connect(self.covered)
        search.field.textChanged.connect(self._update)
        search.modes.currentIndexChanged.connect(self._update)
        engine.answered.connect(self._note_came)
        engine.failed.connect(lambda trouble: self._note_came(trouble.job))

    def handle_stage(self, stage: SearchStage) -> None:
        """Record the shown answer's query; a stage without rows leaves the former rows on the screen."""
        if stage.results or stage.final:
            self._answered = (stage.query, stage.mode)
            self._update()

    def forget(self) -> None:
        """Record that no answer is shown."""
        self._answered = None
        self._is_note_due = False
        self._update()

    def expect_note(self) -> None:
        """Dim the note until the newly selected row's note arrives."""
        self._is_note_due = True
        self._update()

    def _note_came(self, job: str) -> None:
        if job == _NOTE_JOB:
            self._is_note_due = False
            self._update()

    def _update(self) -> None:
        question = (self._search.query, self._search.mode)
        is_stale = self._answered not in (None, question) and bool(self._results.list.results)
        self._rows.set_stale(is_stale=is_stale)
        self._note.set_stale(is_stale=is_stale or self._is_note_due)


class StaleOverlay(QWidget):
    """Dims a widget; mouse and keyboard reach through."""

    covered = Signal()

    def __init__(self, beneath: QWidget) -> None:
        super().__init__(beneath)
        self._beneath = beneath
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self, interval=_COVERED_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self._cover)
        beneath.installEventFilter(self)
        self.hide()

    def set_stale(self, *, is_stale: bool) -> None:
        """Dim the widget in a moment, unless revoked before."""
        if not is_stale:
            self._timer.stop()
            self.hide()
        elif self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def eventFilter(self, _beneath: QObject, event: QEvent) -> bool:
        """Stay as large as the widget beneath."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._beneath.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground's colour over the widget."""
        ground = self.palette().color(QPalette.ColorRole.Window)
        ground.setAlphaF(_OPACITY)
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()

    def _cover(self) -> None:
        self.setGeometry(self._beneath.rect())
        self.raise_()
        self.show()
        self.covered.emit()
