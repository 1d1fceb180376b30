"""A cursor that stands still once nobody types: each blink wakes the processor, and paints the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit

RESTS_AFTER_MS = 5_000


class RestingCursor(QObject):
    """Stops the blinking in ``field`` a while after the last key; the next one, or leaving, starts it again.

    How fast cursors blink is one setting for all fields.
    """

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._hints = QGuiApplication.styleHints()
        self._usual_ms = self._hints.cursorFlashTime()
        self._timer = QTimer(self, interval=RESTS_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self._rest)
        field.installEventFilter(self)

    def eventFilter(self, _field: QObject, event: QEvent) -> bool:
        """Blink while keys come in, and let the event go on."""
        match event.type():
            case QEvent.Type.FocusIn | QEvent.Type.KeyPress:
                self._blink()
                self._timer.start()
            case QEvent.Type.FocusOut:
                self._blink()
                self._timer.stop()
        return False

    def _blink(self) -> None:
        if self._hints.cursorFlashTime() != self._usual_ms:
            self._hints.setCursorFlashTime(self._usual_ms)

    def _rest(self) -> None:
        self._hints.setCursorFlashTime(0)
