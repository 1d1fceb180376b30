"""Search quality: explain the measurement, run it on a click, and show the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QProgressBar, QVBoxLayout, QWidget

from vaultsearch.gui.core_texts import translate_error
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.quality import phrases
from vaultsearch.gui.quality.report import QualityReport
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.gui.engine.engine_thread import EngineThread, Trouble


class QualityDialog(QDialog):
    """Runs the evaluation on generated questions. Not modal; closing it cancels the run."""

    def __init__(self, engine: EngineThread, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._number: int | None = None
        self.setWindowTitle(self.tr("Search quality"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(680, 200)
        self.intro = plain_label(
            self.tr(
                "We make questions from your headings, links, aliases and first sentences, ask them "
                "of a copy of the index without those texts, and count how often search puts the "
                "right passage first: by meaning, by keywords, by both, and with reranking.\n\nNothing "
                "leaves this computer and your notes are not changed. It takes a few minutes, longer "
                "in a large vault; you can keep searching."
            ),
            wraps=True,
        )
        self.says = plain_label(wraps=True)
        self.bar = QProgressBar()
        self.bar.setObjectName("sync_bar")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(GRID)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.report = QualityReport()
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * GRID, 4 * GRID, 6 * GRID, 4 * GRID)
        column.setSpacing(3 * GRID)
        for part in (self.intro, self.says, self.bar):
            column.addWidget(part)
        column.addWidget(self.report, 1)
        column.addStretch(0)
        column.addWidget(self._buttons())
        self._show_idle("")
        self.report.hide()
        self.copy.hide()
        engine.evaluation_progress.connect(self._progressed)
        engine.evaluation_finished.connect(self._finished)
        engine.evaluation_stopped.connect(self._stopped)
        engine.failed.connect(self._failed)
        self.finished.connect(self._cancel)

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.start = buttons.addButton(self.tr("Test now"), role)
        self.cancel = buttons.addButton(self.tr("Stop test"), role)
        self.copy = buttons.addButton(self.tr("Copy results"), role)
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        self.start.setDefault(True)
        self.start.clicked.connect(self._start)
        self.cancel.clicked.connect(self._stop)
        self.copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        return buttons

    def _start(self) -> None:
        self.report.hide()
        self.copy.hide()
        self.intro.show()
        self.start.hide()
        self.cancel.show()
        self.bar.setRange(0, 0)
        self.bar.show()
        self._say(self.tr("Starting…"))
        self._number = self._engine.evaluate_own()

    def _stop(self) -> None:
        self._cancel()
        self._show_idle(self.tr("Stopped. No results saved."))

    def _cancel(self) -> None:
        if self._number is not None:
            self._number = None
            self._engine.cancel_evaluation()

    def _show_idle(self, sentence: str) -> None:
        self._number = None
        self.cancel.hide()
        self.bar.hide()
        self.start.show()
        self._say(sentence)

    def _say(self, sentence: str) -> None:
        self.says.setText(sentence)
        self.says.setVisible(bool(sentence))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.copied_text)

    def _progressed(self, number: int, progress: EvaluationProgress) -> None:
        if number == self._number:
            self.bar.setRange(0, progress.total)
            self.bar.setValue(progress.done)
            self._say(phrases.step(progress))

    def _finished(self, number: int, report: OwnReport) -> None:
        if number == self._number:
            self._show_idle("")
            self.start.setText(self.tr("Test again"))
            self.start.setAccessibleName(self.start.text())
            self.intro.hide()
            self.report.show_report(report)
            self.report.show()
            self.resize(max(self.width(), 680), max(self.height(), 640))
            self.copy.show()

    def _stopped(self, number: int) -> None:
        if number == self._number:
            # If there is a reason, the next signal carries it.
            self._show_idle(self.tr("Stopped. No results saved."))
            self._number = number

    def _failed(self, trouble: Trouble) -> None:
        if trouble.job == "evaluate" and trouble.number == self._number:
            self._show_idle(translate_error(trouble.sentence, trouble.remedy))
