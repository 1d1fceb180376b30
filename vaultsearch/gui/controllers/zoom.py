"""A common zoom for result lists and note."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication

from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.reading.sheets_view import SheetsView

ZOOM_STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250)
"""Zoom percentages, as in browsers."""

_WHEEL_NOTCH = 120
"""A wheel notch in eighths of a degree; touchpads send fractions."""


class ZoomController(QObject):
    """Scale the text of ``lists`` and ``page`` by a common factor."""

    message = Signal(str)

    def __init__(self, lists: Sequence[QAbstractItemView], page: NoteView, sheets: SheetsView) -> None:
        super().__init__(page)
        self._lists, self._page, self._sheets = tuple(lists), page, sheets
        self.percent = 100
        self._wheel_angle = 0
        for view in (*self._lists, page, sheets):
            # Events of the wheel are sent to a view's viewport.
            view.viewport().installEventFilter(self)

    def set_percent(self, percent: int) -> None:
        """Zoom to ``percent``, within limits."""
        percent = max(ZOOM_STEPS[0], min(percent, ZOOM_STEPS[-1]))
        if percent != self.percent:
            self.percent = percent
            for view in self._lists:
                # Always from the default font: repeated scaling would drift.
                font = QFont(QApplication.font(view))
                # A font with a pixel size has no point size.
                if font.pointSizeF() > 0:
                    font.setPointSizeF(font.pointSizeF() * percent / 100)
                else:
                    font.setPixelSize(round(font.pixelSize() * percent / 100))
                view.setFont(font)
            self._page.set_zoom(percent / 100)
            self._sheets.set_zoom(percent / 100)

    def zoom_in(self) -> None:
        """Zoom to the next larger step."""
        self._zoom_to(ZOOM_STEPS[min(bisect_right(ZOOM_STEPS, self.percent), len(ZOOM_STEPS) - 1)])

    def zoom_out(self) -> None:
        """Zoom to the next smaller step."""
        self._zoom_to(ZOOM_STEPS[max(bisect_left(ZOOM_STEPS, self.percent) - 1, 0)])

    def reset(self) -> None:
        """Restore 100 %."""
        self._zoom_to(100)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Zoom with the wheel while Ctrl is held."""
        if not isinstance(event, QWheelEvent) or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self._wheel_angle += event.angleDelta().y()
        while abs(self._wheel_angle) >= _WHEEL_NOTCH:
            self._wheel_angle -= _WHEEL_NOTCH if self._wheel_angle > 0 else -_WHEEL_NOTCH
            (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
        return True

    def _zoom_to(self, percent: int) -> None:
        self.set_percent(percent)
        self.message.emit(self.tr("Zoom: {} %").format(self.percent))
