"""The quality report: bars, the same figures as a table, kinds of questions, and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID, SECONDARY_ROLE
from vaultsearch.gui.quality import phrases
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.evaluation import Estimate, LegFigures, OwnReport

_CAP = GRID
"""Half the height of an interval's end marks, in device-independent pixels."""


class QualityPlot(QWidget):
    """Paints a bar for each leg and metric, with its 95 % interval; a screen reader gets the figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._legs: tuple[LegFigures, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Results by search mode, as bars"))

    def show_report(self, report: OwnReport) -> None:
        """Paint ``report`` from now on."""
        self._legs = report.overall.legs
        head, *rows = phrases.table(report)
        lines = [", ".join(f"{title}: {cell}" for title, cell in zip(head, row, strict=True)) for row in rows]
        self.setAccessibleDescription(". ".join(lines))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for a title and a row for each leg, for each metric."""
        blocks = len(phrases.METRICS)
        return QSize(480, blocks * (len(self._legs) + 1) * self._row_height() + (blocks - 1) * 2 * GRID)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the metrics below each other."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0
        for metric in phrases.METRICS:
            self._paint_title(painter, metric, top)
            for figures in self._legs:
                top += self._row_height()
                self._paint_leg(painter, figures, figures.estimates.get(metric), top)
            top += self._row_height() + 2 * GRID
        painter.end()

    def _row_height(self) -> int:
        return self.fontMetrics().height() + 2 * GRID

    def _paint_title(self, painter: QPainter, metric: str, top: int) -> None:
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(self.palette().windowText().color())
        where = QRectF(0, top, self.width(), self._row_height())
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, phrases.metric_title(metric))
        painter.setFont(self.font())

    def _paint_leg(self, painter: QPainter, figures: LegFigures, estimate: Estimate | None, top: int) -> None:
        metrics, height = self.fontMetrics(), self._row_height()
        titles = [phrases.leg_title(leg.leg) for leg in self._legs]
        left = max(metrics.horizontalAdvance(title) for title in titles) + 3 * GRID
        right = self.width() - metrics.horizontalAdvance("0.00 (0.00 to 0.00)") - 3 * GRID
        painter.setPen(self.palette().color(SECONDARY_ROLE))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, top, left, height), middle, phrases.leg_title(figures.leg))
        painter.setPen(self.palette().windowText().color())
        figure_area = QRectF(right + 3 * GRID, top, self.width() - right, height)
        painter.drawText(figure_area, middle, phrases.share(estimate))
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
        # The interval lies half on the bar, half beside it: an edge in the background's colour sets it off.
        self._paint_interval(painter, estimate, scale, QPen(palette.window().color(), 5))
        self._paint_interval(painter, estimate, scale, QPen(palette.windowText().color(), 1.5))

    def _paint_interval(self, painter: QPainter, estimate: Estimate, scale: QRectF, pen: QPen) -> None:
        painter.setPen(pen)
        middle = scale.center().y()
        low, high = (scale.left() + scale.width() * end for end in (estimate.low, estimate.high))
        painter.drawLine(QPointF(low, middle), QPointF(high, middle))
        for end in (low, high):
            painter.drawLine(QPointF(end, middle - _CAP), QPointF(end, middle + _CAP))


class QualityReport(QScrollArea):
    """Shows one report after another; ``copied_text`` is its table, parted by tabs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Report"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.summary, self.kinds, self.limits = _text(), _text(), _text()
        self.plot = QualityPlot()
        self.table = self._table()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 2 * GRID, 0)
        column.setSpacing(3 * GRID)
        for part in (self.summary, self.plot, self.table):
            column.addWidget(part)
        for title, part in (
            (self.tr("Questions asked"), self.kinds),
            (self.tr("What this tells you, and what it doesn't"), self.limits),
        ):
            column.addWidget(plain_label(title, scale="title"))
            column.addWidget(part)
        column.addStretch(1)
        self.setWidget(page)
        self.copied_text = ""

    def show_report(self, report: OwnReport) -> None:
        """Show ``report``."""
        rows = phrases.table(report)
        self.copied_text = "\n".join("\t".join(row) for row in rows)
        self.summary.setText("\n".join((phrases.summary(report), *report.overall.notices)))
        self.plot.show_report(report)
        self._fill(rows)
        self.kinds.setText("\n".join(phrases.kinds(report)))
        self.limits.setText("\n\n".join(phrases.limits(report)))

    def _table(self) -> QTableWidget:
        table = QTableWidget()
        table.setAccessibleName(self.tr("Results by search mode, with confidence intervals"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag(Qt.TextFlag.TextWordWrap)
        )
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
        rows_height = sum(self.table.rowHeight(row) for row in range(len(body)))
        self.table.setFixedHeight(heading + rows_height + 2 * self.table.frameWidth())


def _text() -> QLabel:
    label = plain_label(wraps=True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
