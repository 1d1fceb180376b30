"""The bar above related notes: filter, order, and whether to hide linked notes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from vaultsearch.core.values.relations import RelatedNote
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import row_of, text_field

_PAUSE_MS = 300


class RelatedOrder(Enum):
    """The orders of related notes."""

    BEST = "best"
    NEWEST = "newest"
    TITLE = "title"

    def applied(self, related: Sequence[RelatedNote]) -> tuple[RelatedNote, ...]:
        """Sort related notes, which come best first."""
        if self is RelatedOrder.NEWEST:
            return tuple(sorted(related, key=lambda note: note.date, reverse=True))
        if self is RelatedOrder.TITLE:
            return tuple(sorted(related, key=lambda note: note.title.casefold()))
        return tuple(related)


class RelatedBar(QWidget):
    """Emits ``changed`` when the typing pauses, or with another choice."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("related_bar")
        self.field = text_field()
        self.order = QComboBox()
        for order in RelatedOrder:
            self.order.addItem("", order)
        self.unlinked = QCheckBox()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.changed)
        self.field.textChanged.connect(lambda _: self._pause.start())
        self.field.returnPressed.connect(self._pause.start)
        self.order.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.unlinked.toggled.connect(lambda _: self.changed.emit())
        margins = (2 * GRID, GRID, 2 * GRID, GRID)
        row_of((self.field, 1), self.order, self.unlinked, within=self, margins=margins, spacing=2 * GRID)
        keep_translated(self, self._set_texts)

    @property
    def conditions(self) -> str:
        """The typed filters, in the query language."""
        return self.field.text().strip()

    @property
    def chosen_order(self) -> RelatedOrder:
        """The order chosen in the box."""
        return RelatedOrder(self.order.currentData())

    def _set_texts(self) -> None:
        self.field.setPlaceholderText(self.tr("Filter: tag:, path:, after:"))
        self.field.setAccessibleName(self.tr("Filter of related notes"))
        for index, text in enumerate((self.tr("Best first"), self.tr("Newest first"), self.tr("By title"))):
            self.order.setItemText(index, text)
        self.order.setAccessibleName(self.tr("Order of related notes"))
        self.unlinked.setText(self.tr("Not linked"))
        self.unlinked.setToolTip(self.tr("Only notes that no link joins to this one"))
