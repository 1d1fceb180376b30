"""Above the related notes: a field for filters, their order, and whether to list linked ones."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import ignore_drops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.relations import RelatedNote

_PAUSE_MS = 300


class RelatedOrder(Enum):
    """The orders of related notes."""

    BEST = "best"
    NEWEST = "newest"
    TITLE = "title"

    def applied(self, related: Sequence[RelatedNote]) -> tuple[RelatedNote, ...]:
        """Return the notes, which come best first, in this order."""
        if self is RelatedOrder.NEWEST:
            return tuple(sorted(related, key=lambda note: note.date, reverse=True))
        if self is RelatedOrder.TITLE:
            return tuple(sorted(related, key=lambda note: note.title.casefold()))
        return tuple(related)


class RelatedBar(QWidget):
    """Emits ``changed`` when the typing pauses, or another choice is made."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        ignore_drops(self.field)
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
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(2 * GRID)
        row.addWidget(self.field, 1)
        row.addWidget(self.order)
        row.addWidget(self.unlinked)
        keep_translated(self, self._set_texts)

    @property
    def conditions(self) -> str:
        """The filters that were typed, in the query language."""
        return self.field.text().strip()

    @property
    def chosen_order(self) -> RelatedOrder:
        """The chosen order."""
        return RelatedOrder(self.order.currentData())

    def _set_texts(self) -> None:
        self.field.setPlaceholderText(self.tr("Filter: tag:, path:, after:"))
        self.field.setAccessibleName(self.tr("Filter of related notes"))
        for index, text in enumerate((self.tr("Best first"), self.tr("Newest first"), self.tr("By title"))):
            self.order.setItemText(index, text)
        self.order.setAccessibleName(self.tr("Order of related notes"))
        self.unlinked.setText(self.tr("Not linked"))
        self.unlinked.setToolTip(self.tr("Only notes that no link joins to this one"))
