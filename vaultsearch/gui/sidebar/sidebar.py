"""The sidebar: saved searches, tags, folders, and the notes' dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from vaultsearch.gui import phrases
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.sidebar.histogram import FacetHistogram, period_said, period_text
from vaultsearch.gui.sidebar.tree import SidebarTree
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Facet, Facets

NARROWEST = 44 * GRID
WIDEST = 100 * GRID


class Sidebar(QWidget):
    """Shows facets with counts, and emits the chosen one."""

    facet_chosen = Signal(object)
    """The Facet"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setMinimumWidth(NARROWEST)
        self.setMaximumWidth(WIDEST)
        self.tree = SidebarTree()
        self.histogram = FacetHistogram()
        self.period = _period_button()
        self.base = _label()
        self._facets: Facets | None = None
        self._literal = False
        self._period: Facet | None = None
        self._heading = _label("title")
        self._readout = _label()
        self._readout.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._when = QWidget()
        self._place()
        self.tree.facet_chosen.connect(self.facet_chosen)
        self.histogram.chosen.connect(self.facet_chosen)
        self.histogram.looked_at.connect(self._read_out)
        self.period.clicked.connect(lambda: self.facet_chosen.emit(self._period))
        self._when.hide()
        keep_translated(self, self._name)

    def show_facets(self, facets: Facets, *, literal: bool) -> None:
        """Show the facets; a ``literal`` search takes no conditions, so its facets are disabled."""
        self._facets, self._literal = facets, literal
        self.tree.show_facets(facets, frozen=literal)
        self.histogram.show_periods(facets.periods)
        self.histogram.setEnabled(not literal)
        self._period = facets.period
        if facets.period is not None:
            text = period_text(facets.period.value)
            self.period.setText(f"{text}  ×")
            self.period.setAccessibleName(self.tr("Any time instead of {}").format(text))
        self._read_out(None)
        self._when.setVisible(bool(facets.periods) or facets.period is not None)
        self.base.setText(
            self.tr("Exact text search can't be filtered") if literal else phrases.counted(facets)
        )

    def _name(self) -> None:
        self._heading.setText(self.tr("Date"))
        self.period.setAccessibleName(self.tr("Any time"))
        self.period.setToolTip(self.tr("Remove the date filter"))
        if self._facets is not None:
            self.show_facets(self._facets, literal=self._literal)

    def _place(self) -> None:
        header = QHBoxLayout()
        header.setSpacing(GRID)
        heading = self._heading
        heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        header.addWidget(heading)
        header.addWidget(self._readout, 1)
        header.addWidget(self.period)
        when = QVBoxLayout(self._when)
        when.setContentsMargins(4 * GRID, GRID, 3 * GRID, 0)
        when.setSpacing(GRID)
        when.addLayout(header)
        when.addWidget(self.histogram)
        self.base.setContentsMargins(4 * GRID, GRID, 2 * GRID, 2 * GRID)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.tree, 1)
        column.addWidget(self._when)
        column.addWidget(self.base)

    def _read_out(self, period: Facet | None) -> None:
        """Show the period looked at in the histogram, or else the one in the query."""
        self._readout.setText(period_said(period) if period is not None else "")
        self.period.setVisible(period is None and self._period is not None)


def _label(scale: str = "small") -> QLabel:
    label = plain_label(scale=scale, tone="secondary")
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def _period_button() -> QPushButton:
    button = QPushButton()
    button.setProperty("quiet", True)
    button.setProperty("tone", "secondary")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.hide()
    return button
