"""The list of passages: keeps the selected one through better answers, hands keys back to the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from vaultsearch.gui.results_delegate import ResultsDelegate
from vaultsearch.gui.results_model import RESULT_ROLE, ResultsModel

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from vaultsearch.core.values import Result


class ResultsList(QListView):
    """Shows results. Unless the user chose a row, the first is selected, whatever comes first."""

    selected = Signal(object)
    """The Result that is selected now, or None."""
    left_upwards = Signal()
    """Up was pressed on the first row."""
    typed = Signal(str)
    """A letter was typed here that belongs in the field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results = ResultsModel(self)
        self._chosen = False
        self._replacing = False
        self._announced: Result | None = None
        self.setObjectName("results_list")
        self.setAccessibleName(self.tr("Passages found"))
        self.setModel(self._results)
        self.selectionModel().currentChanged.connect(self._choose)
        self.setItemDelegate(ResultsDelegate(self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setMinimumWidth(240)

    @property
    def results(self) -> tuple[Result, ...]:
        """What is shown, best first."""
        return self._results.results

    def current(self) -> Result | None:
        """Give the selected result, the first where none is."""
        found: Result | None = self.currentIndex().data(RESULT_ROLE)
        return found or next(iter(self.results), None)

    def begin_anew(self) -> None:
        """Forget the choice: another question was asked."""
        self._chosen = False
        self.verticalScrollBar().setValue(0)

    def replace(self, results: tuple[Result, ...]) -> None:
        """Show ``results``; the chosen passage stays selected, and where it is under the eye."""
        before, top, offset = self.currentIndex(), self._top(), self.verticalScrollBar().value()
        row = before.row() if before.isValid() else 0
        passage = self.current() if self._chosen else None
        self._replacing = True
        self._results.replace(results)
        self._select(self._row_for(passage, row))
        self._replacing = False
        self.executeDelayedItemsLayout()
        moved = self._top() - top if passage is not None else 0
        self.verticalScrollBar().setValue(offset + moved)
        self._announce()

    def enter(self) -> None:
        """Come from the field: onto the row that answers best, or from a chosen one to the next."""
        if self._results.rowCount() == 0:
            return
        self.setFocus(Qt.FocusReason.TabFocusReason)
        if self._chosen:
            self._select(min(self.currentIndex().row() + 1, self._results.rowCount() - 1))
        self._chosen = True

    def _choose(self, current: QModelIndex) -> None:
        """Take a change that is not ours as the user's choice."""
        if not self._replacing:
            self._chosen = current.isValid()
            self._announce()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave upwards from the first row; hand letters to the field."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_Up and plain and self.currentIndex().row() <= 0:
            self._chosen = False
            self.left_upwards.emit()
        elif plain and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _row_for(self, passage: Result | None, row: int) -> int:
        if passage is None:
            return 0
        kept = self._results.row_of(passage.chunk.id)
        return min(row, self._results.rowCount() - 1) if kept is None else kept

    def _select(self, row: int) -> None:
        # Scrolling is ours alone while results are replaced: setCurrentIndex would bring the row into view.
        scrolls = self.hasAutoScroll()
        self.setAutoScroll(scrolls and not self._replacing)
        self.setCurrentIndex(self._results.index(row))
        self.setAutoScroll(scrolls)

    def _top(self) -> int:
        """Give where the selected row begins, in pixels below the first row's beginning."""
        index = self.currentIndex()
        return self.visualRect(index).top() + self.verticalScrollBar().value() if index.isValid() else 0

    def _announce(self) -> None:
        current: Result | None = self.currentIndex().data(RESULT_ROLE)
        if current != self._announced:
            self._announced = current
            self.selected.emit(current)
