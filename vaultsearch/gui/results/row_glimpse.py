"""A small preview of a row's passage, while the pointer rests on its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QMouseEvent

from vaultsearch.gui.glimpse import Glimpse
from vaultsearch.gui.results.results_model import RESULT_ROLE
from vaultsearch.gui.rows.row_painter import SEPARATOR, heading_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QModelIndex
    from PySide6.QtWidgets import QAbstractItemView

    from vaultsearch.core.values.search import Result

_LEAVING = (QEvent.Type.Leave, QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.Hide)


class RowGlimpse(QObject):
    """Watches the pointer over ``view``; ``has_title`` tells whether a row has its title at a point."""

    def __init__(self, view: QAbstractItemView, has_title: Callable[[QModelIndex, QPoint], bool]) -> None:
        super().__init__(view)
        self._view, self._has_title = view, has_title
        self._place = QPoint()
        self._glimpse = Glimpse(view.viewport(), self._look)
        view.viewport().installEventFilter(self)

    def eventFilter(self, _viewport: QObject, event: QEvent) -> bool:
        """Follow the pointer; keep the row's own tooltip away while it is on a title."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._place = event.position().toPoint()
            self._glimpse.come_to(self._title_at(self._place))
        elif event.type() in _LEAVING:
            self._glimpse.come_to(None)
        return event.type() == QEvent.Type.ToolTip and self._glimpse.subject is not None

    def show_current(self) -> None:
        """Show the passage of the current row below it."""
        view, index = self._view, self._view.currentIndex()
        if index.isValid():
            self._show(
                index.data(RESULT_ROLE), view.viewport().mapToGlobal(view.visualRect(index).bottomLeft())
            )

    def _title_at(self, place: QPoint) -> str | None:
        index = self._view.indexAt(place)
        if not index.isValid() or not self._has_title(index, place):
            return None
        result: Result = index.data(RESULT_ROLE)
        return result.chunk.id

    def _look(self) -> None:
        # Rows may have come or gone beneath the resting pointer.
        index = self._view.indexAt(self._place)
        if self._title_at(self._place) == self._glimpse.subject and index.isValid():
            self._show(index.data(RESULT_ROLE), self._view.viewport().mapToGlobal(self._place))

    def _show(self, result: Result, place: QPoint) -> None:
        chunk = result.chunk
        title = SEPARATOR.join(filter(None, (chunk.title, heading_line(chunk))))
        self._glimpse.show(place, title, chunk.text)
