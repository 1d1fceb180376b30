"""The zoom of list and note together, by keys and by the wheel."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QWheelEvent
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QAbstractItemView

    from vaultsearch.gui.reading.note_view import NoteView
    from vaultsearch.gui.reading.sheets_view import SheetsView

STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250)
"""Percentages, as browsers have them."""

_NOTCH = 120
"""The angle of one notch of a wheel, in eighths of a degree; touchpads send fractions of it."""


class ZoomController(QObject):
    """Scales the letters of ``lists`` and ``page``, by one factor: list and note are read as one."""

    message = Signal(str)
    """A sentence on the new zoom."""

    def __init__(self, lists: Sequence[QAbstractItemView], page: NoteView, sheets: SheetsView) -> None:
        super().__init__(page)
        self._lists, self._page, self._sheets = tuple(lists), page, sheets
        self._percent = 100
        self._turned = 0
        for view in (*self._lists, page, sheets):
            view.viewport().installEventFilter(self)

    @property
    def percent(self) -> int:
        """The zoom in percent."""
        return self._percent

    def set_percent(self, percent: int) -> None:
        """Zoom to ``percent``, as far as that is possible."""
        percent = max(STEPS[0], min(percent, STEPS[-1]))
        if percent != self._percent:
            self._percent = percent
            for view in self._lists:
                view.setFont(_scaled(QApplication.font(view), percent))
            self._page.set_zoom(percent / 100)
            self._sheets.set_zoom(percent / 100)

    def zoom_in(self) -> None:
        """Zoom to the next larger step."""
        self._go(STEPS[min(bisect_right(STEPS, self._percent), len(STEPS) - 1)])

    def zoom_out(self) -> None:
        """Zoom to the next smaller step."""
        self._go(STEPS[max(bisect_left(STEPS, self._percent) - 1, 0)])

    def reset(self) -> None:
        """Zoom back to 100 %."""
        self._go(100)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Zoom by the wheel while Ctrl is held."""
        if not isinstance(event, QWheelEvent) or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self._turned += event.angleDelta().y()
        while abs(self._turned) >= _NOTCH:
            self._turned -= _NOTCH if self._turned > 0 else -_NOTCH
            (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
        return True

    def _go(self, percent: int) -> None:
        self.set_percent(percent)
        self.message.emit(self.tr("Zoom: {} %").format(self._percent))


def _scaled(font: QFont, percent: int) -> QFont:
    scaled = QFont(font)
    if font.pointSizeF() > 0:
        scaled.setPointSizeF(font.pointSizeF() * percent / 100)
    else:
        scaled.setPixelSize(round(font.pixelSize() * percent / 100))
    return scaled
