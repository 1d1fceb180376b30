"""The timeline above the list: how many notes of the answer are of which days, weeks, months or years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vaultsearch.gui.histogram import FacetHistogram, period_said
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Facet, Facets

_WIDEST = 24 * GRID


class Timeline(QWidget):
    """Shows the periods of an answer; as high without notes as with them, so that the list stands still."""

    facet_chosen = Signal(object)
    """The Facet of the period that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline")
        self.histogram = FacetHistogram(widest=_WIDEST)
        self.histogram.setObjectName("timeline_histogram")
        self._readout = plain_label(scale="small", tone="secondary")
        self._readout.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._readout.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._heading = plain_label(scale="small", tone="secondary")
        head = QHBoxLayout()
        head.addWidget(self._heading)
        head.addWidget(self._readout, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * GRID, 0, 3 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addLayout(head)
        column.addWidget(self.histogram)
        self.histogram.chosen.connect(self.facet_chosen)
        self.histogram.looked_at.connect(self._read_out)
        self.hide()
        keep_translated(self, lambda: self._heading.setText(self.tr("Date")))

    def show_facets(self, facets: Facets, *, literal: bool) -> None:
        """Show the periods of an answer; a ``literal`` search takes no conditions."""
        self.histogram.show_periods(facets.periods)
        self.histogram.setEnabled(not literal)

    def _read_out(self, period: Facet | None) -> None:
        self._readout.setText(period_said(period) if period is not None else "")
