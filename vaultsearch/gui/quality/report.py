"""The report on the search's quality: bars, the same as a table, kinds of questions, and its limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.quality import phrases
from vaultsearch.gui.quality.quality_plot import QualityPlot

if TYPE_CHECKING:
    from vaultsearch.core.values.evaluation import OwnReport


class QualityReport(QScrollArea):
    """Shows one report after another; ``copied_text`` is its table for a spreadsheet or a letter."""

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
            (self.tr("What was asked"), self.kinds),
            (self.tr("What this can tell, and what not"), self.limits),
        ):
            column.addWidget(_title(title))
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
        table.setAccessibleName(self.tr("Figures by way of searching, with their ranges"))
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
        for at, row in enumerate(body):
            for column, cell in enumerate(row):
                self.table.setItem(at, column, QTableWidgetItem(cell))
        heading = 3 * self.fontMetrics().height() + 2 * GRID
        self.table.horizontalHeader().setFixedHeight(heading)
        rows_height = sum(self.table.rowHeight(row) for row in range(len(body)))
        self.table.setFixedHeight(heading + rows_height + 2 * self.table.frameWidth())


def _text() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def _title(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("scale", "title")
    return label
