"""The search quality dialog: explain the measurement, run it on a click, and show the report."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from vaultsearch.core.values.evaluation import (
    Estimate,
    EvaluationProgress,
    LegFigures,
    MissedQuestion,
    OwnReport,
)
from vaultsearch.gui.engine_thread import EVALUATION_JOB, EngineThread, Trouble
from vaultsearch.gui.phrases import format_number
from vaultsearch.gui.rows.row_painter import RowFonts
from vaultsearch.gui.rows.two_line_rows import SECOND_ROLE, TwoLineDelegate, two_line_height
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, SECONDARY_ROLE
from vaultsearch.gui.translations import tr
from vaultsearch.gui.widgets import (
    Dialog,
    DialogButtons,
    column_of,
    fit_to_screen,
    literal_tooltip,
    make_selectable,
    name_button,
    plain_label,
    show_text,
    thin_bar,
)

_VISIBLE_MISSED = 6
"""Visible rows of missed questions."""
SHOWN_METRICS = ("Hit@1", "nDCG@10")
"""Metrics shown, by name in the evaluation."""

_METRIC_TITLES = {"Hit@1": "Right answer first (Hit@1)", "nDCG@10": "Rank within the top ten (nDCG@10)"}
_LEG_TITLES = {"semantic": "Meaning", "fulltext": "Words", "hybrid": "Both", "chain": "With reranking"}
_STEP_TITLES = {
    "making questions": "Making questions from your notes",
    "indexing": "Copying the index",
    "scanning": "Scanning the folder",
    "reading": "Copying the index",
    "embedding": "Copying the index",
    "tidying": "Copying the index",
}


def leg_title(leg: str) -> str:
    """Return a leg's title, "Meaning" for "semantic", or the name if there is none."""
    return tr(_LEG_TITLES[leg]) if leg in _LEG_TITLES else leg


def metric_title(metric: str) -> str:
    """Return a metric's meaning and name."""
    return tr(_METRIC_TITLES[metric])


def format_estimate(estimate: Estimate | None) -> str:
    """Format an estimate: "0.71 (0.64 to 0.78)"."""
    if estimate is None:
        return tr("not tested")
    return tr("{:.2f} ({:.2f} to {:.2f})").format(estimate.mean, estimate.low, estimate.high)


def format_step(progress: EvaluationProgress) -> str:
    """Format a run's step and progress."""
    testing = tr("Testing “{}”").format(leg_title(progress.step))
    title = tr(_STEP_TITLES[progress.step]) if progress.step in _STEP_TITLES else testing
    if not progress.total:
        return f"{title}…"
    return tr("{}: {} of {}").format(title, format_number(progress.done), format_number(progress.total))


def describe_kinds(report: OwnReport) -> tuple[str, ...]:
    """Return a line for each kind of question: count, name, explanation."""
    explanations = dict(line.split(": ", 1) for line in report.kinds if ": " in line)
    lines = []
    for evaluation in report.by_kind:
        texts = evaluation.name, explanations.get(evaluation.name, "")
        line = tr("{} {}: {}").format(format_number(evaluation.questions), *map(tr, texts))
        lines.append(line.rstrip(": "))
    return tuple(lines)


def report_rows(report: OwnReport) -> tuple[tuple[str, ...], ...]:
    """Return figures as rows of cells, header first."""
    head = (tr("Search mode"), *map(metric_title, SHOWN_METRICS), tr("Typical time"))
    rows = (
        (
            leg_title(figures.leg),
            *(format_estimate(figures.estimates.get(metric)) for metric in SHOWN_METRICS),
            tr("{} ms").format(format_number(figures.p50_ms)),
        )
        for figures in report.overall.legs
    )
    return (head, *rows)


_CAP_HEIGHT = GRID
"""Half the height of an interval's end marks, in device-independent pixels."""


class QualityPlot(QWidget):
    """Paint a bar for each leg and metric with 95 % interval; screen readers get the figures."""

    def __init__(self) -> None:
        super().__init__()
        self._legs: tuple[LegFigures, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Results by search mode, as bars"))

    def show_report(self, report: OwnReport) -> None:
        """Paint ``report``."""
        self._legs = report.overall.legs
        head, *rows = report_rows(report)
        lines = [", ".join(f"{title}: {cell}" for title, cell in zip(head, row, strict=True)) for row in rows]
        self.setAccessibleDescription(". ".join(lines))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for each metric's title and legs."""
        blocks = len(SHOWN_METRICS)
        return QSize(480, blocks * (len(self._legs) + 1) * self._row_height() + (blocks - 1) * 2 * GRID)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the metrics below each other."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top, bold = 0, RowFonts.of(self.font()).title
        for metric in SHOWN_METRICS:
            painter.setFont(bold)
            painter.setPen(self.palette().windowText().color())
            where = QRectF(0, top, self.width(), self._row_height())
            painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, metric_title(metric))
            painter.setFont(self.font())
            for figures in self._legs:
                top += self._row_height()
                self._paint_leg(painter, figures, figures.estimates.get(metric), top)
            top += self._row_height() + 2 * GRID
        painter.end()

    def _row_height(self) -> int:
        return self.fontMetrics().height() + 2 * GRID

    def _paint_leg(self, painter: QPainter, figures: LegFigures, estimate: Estimate | None, top: int) -> None:
        metrics, height = self.fontMetrics(), self._row_height()
        titles = [leg_title(leg.leg) for leg in self._legs]
        left = max(metrics.horizontalAdvance(title) for title in titles) + 3 * GRID
        right = self.width() - metrics.horizontalAdvance("0.00 (0.00 to 0.00)") - 3 * GRID
        painter.setPen(self.palette().color(SECONDARY_ROLE))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, top, left, height), middle, leg_title(figures.leg))
        painter.setPen(self.palette().windowText().color())
        figure_area = QRectF(right + 3 * GRID, top, self.width() - right, height)
        painter.drawText(figure_area, middle, format_estimate(estimate))
        if estimate is not None:
            self._paint_bar(painter, estimate, QRectF(left, top + GRID, right - left, height - 2 * GRID))

    def _paint_bar(self, painter: QPainter, estimate: Estimate, scale: QRectF) -> None:
        """Paint the mean as a bar in ``scale``, whose width is 1, and the interval across it."""
        palette = self.palette()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.base())
        painter.drawRoundedRect(scale, 3, 3)
        bar = QRectF(scale)
        bar.setWidth(scale.width() * estimate.mean)
        painter.setBrush(palette.color(ACCENT_ROLE))
        painter.drawRoundedRect(bar, 3, 3)
        # The interval lies partly on the bar; an edge in the background colour sets it off.
        self._paint_interval(painter, estimate, scale, QPen(palette.window().color(), 5))
        self._paint_interval(painter, estimate, scale, QPen(palette.windowText().color(), 1.5))

    def _paint_interval(self, painter: QPainter, estimate: Estimate, scale: QRectF, pen: QPen) -> None:
        painter.setPen(pen)
        middle = scale.center().y()
        low, high = (scale.left() + scale.width() * end for end in (estimate.low, estimate.high))
        painter.drawLine(QPointF(low, middle), QPointF(high, middle))
        for end in (low, high):
            painter.drawLine(QPointF(end, middle - _CAP_HEIGHT), QPointF(end, middle + _CAP_HEIGHT))


class QualityReport(QScrollArea):
    """Show a report; ``copied_text`` is the table, separated by tabs."""

    question_asked = Signal(str)
    """A question that was not answered first is to be asked."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Report"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        labels = (make_selectable(plain_label(wraps=True)) for _ in range(3))
        self.summary, self.kinds, self.limits = labels
        self.plot = QualityPlot()
        self.table = self._table()
        self.missed_title = plain_label(scale="title")
        self.missed = QListWidget()
        self.missed.setObjectName("missed_questions")
        self.missed.setItemDelegate(TwoLineDelegate(self.missed))
        self.missed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.missed.itemActivated.connect(lambda item: self.question_asked.emit(item.text()))
        self.missed.itemClicked.connect(lambda item: self.question_asked.emit(item.text()))
        page = QWidget()
        parts = self.summary, self.plot, self.table, self.missed_title, self.missed
        column = column_of(*parts, within=page, margins=(0, 0, 2 * GRID, 0), spacing=3 * GRID)
        titles = self.tr("Questions asked"), self.tr("What this tells you, and what it doesn't")
        for title, part in zip(titles, (self.kinds, self.limits), strict=True):
            column.addWidget(plain_label(title, scale="title"))
            column.addWidget(part)
        column.addStretch(1)
        self.setWidget(page)
        self.copied_text = ""

    def show_report(self, report: OwnReport) -> None:
        """Show ``report``."""
        rows = report_rows(report)
        self.copied_text = "\n".join("\t".join(row) for row in rows)
        summary = tr(
            "%Ln question(s) from your notes. 1 is perfect, 0 means never found; the line on each "
            "bar is the 95 % confidence interval.",
            report.overall.questions,
        )
        self.summary.setText("\n".join((summary, *report.overall.notices)))
        self.plot.show_report(report)
        self._fill(rows)
        self._list_missed(report.missed)
        self.kinds.setText("\n".join(describe_kinds(report)))
        self.limits.setText("\n\n".join(map(tr, report.limits)))

    def _list_missed(self, missed: Sequence[MissedQuestion]) -> None:
        self.missed_title.setText(self.tr("%Ln question(s) not answered first", "", len(missed)))
        self.missed.clear()
        for question in missed:
            item = QListWidgetItem(question.text)
            place = self.tr("place {}").format(question.rank) if question.rank else self.tr("not found")
            first = self.tr("first: {}").format(question.first) if question.first else ""
            item.setData(SECOND_ROLE, " · ".join(filter(None, (question.path, place, first))))
            item.setToolTip(literal_tooltip(f"{question.text}\n{item.data(SECOND_ROLE)}"))
            self.missed.addItem(item)
        self.missed.setAccessibleName(self.missed_title.text())
        rows = min(len(missed), _VISIBLE_MISSED)
        self.missed.setFixedHeight(rows * two_line_height(self.missed.font()) + 4)
        for part in (self.missed_title, self.missed):
            part.setVisible(bool(missed))

    def _table(self) -> QTableWidget:
        table = QTableWidget()
        table.setAccessibleName(self.tr("Results by search mode, with confidence intervals"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        # Tab leads out of the table, not from cell to cell.
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        wraps = Qt.AlignmentFlag(Qt.TextFlag.TextWordWrap)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | wraps)
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return table

    def _fill(self, rows: tuple[tuple[str, ...], ...]) -> None:
        head, *body = rows
        self.table.setColumnCount(len(head))
        self.table.setRowCount(len(body))
        self.table.setHorizontalHeaderLabels(head)
        for index, row in enumerate(body):
            for column, cell in enumerate(row):
                self.table.setItem(index, column, QTableWidgetItem(cell))
        heading = 3 * self.fontMetrics().height() + 2 * GRID
        self.table.horizontalHeader().setFixedHeight(heading)
        # As high as its rows: the report scrolls instead of the table.
        rows_height = sum(self.table.rowHeight(row) for row in range(len(body)))
        self.table.setFixedHeight(heading + rows_height + 2 * self.table.frameWidth())


class QualityDialog(Dialog):
    """Run the evaluation on generated questions. Not modal; closing cancels the run."""

    def __init__(self, engine: EngineThread, parent: QWidget | None = None) -> None:
        super().__init__(tr("Search quality"), 680, 200, parent)
        self._engine = engine
        intro = self.tr(
            "We make questions from your headings, links, aliases and first sentences, ask them "
            "of a copy of the index without those texts, and count how often search puts the "
            "right passage first: by meaning, by keywords, by both, and with reranking.\n\nNothing "
            "leaves this computer and your notes are not changed. It takes a few minutes, longer "
            "in a large vault; you can keep searching."
        )
        self.intro = plain_label(intro, wraps=True)
        self.says = plain_label(wraps=True)
        self.bar = thin_bar()
        self.bar.setAccessibleName(self.tr("Progress"))
        self.report = QualityReport()
        buttons = DialogButtons(self)
        self.start = buttons.action(self.tr("Test now"))
        self.cancel = buttons.action(self.tr("Stop test"))
        self.copy = buttons.action(self.tr("Copy results"))
        self.start.setDefault(True)
        self.start.clicked.connect(self._start)
        self.cancel.clicked.connect(self._stop)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.copied_text))
        parts = self.intro, self.says, self.bar, (self.report, 1), 0, buttons
        column_of(*parts, within=self, spacing=3 * GRID)
        self._show("", self.intro, self.start)
        # All questions to the former index are cancelled.
        engine.vault_renewed.connect(self._stop)
        engine.failed.connect(self._fail)
        self.finished.connect(lambda _: engine.drop(EVALUATION_JOB))

    def _start(self) -> None:
        self.bar.setRange(0, 0)
        self._show(self.tr("Starting…"), self.intro, self.cancel, self.bar)
        self._engine.evaluate_own(self._take)

    def _stop(self) -> None:
        if not self.cancel.isHidden():
            self._engine.drop(EVALUATION_JOB)
            self._show(self.tr("Stopped. No results saved."), self.intro, self.start)

    def _show(self, sentence: str, *shown: QWidget) -> None:
        show_text(self.says, sentence)
        for part in (self.intro, self.bar, self.report, self.start, self.cancel, self.copy):
            part.setVisible(part in shown)

    def _take(self, step: EvaluationProgress | OwnReport) -> None:
        if isinstance(step, EvaluationProgress):
            self.bar.setRange(0, step.total)
            self.bar.setValue(step.done)
            show_text(self.says, format_step(step))
        else:
            name_button(self.start, self.tr("Test again"))
            self.report.show_report(step)
            self._show("", self.report, self.start, self.copy)
            self.resize(max(self.width(), 680), max(self.height(), 640))
            fit_to_screen(self)

    def _fail(self, trouble: Trouble) -> None:
        if trouble.job == EVALUATION_JOB and not self.cancel.isHidden():
            self._show(trouble.text, self.intro, self.start)
