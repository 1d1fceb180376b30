"""The bar for finding text in the note: a field, the count, next and previous, close."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from vaultsearch.gui import phrases
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import (
    ignore_drops,
    is_enter,
    keeps_from_window,
    name_button,
    name_field,
    plain_label,
    quiet_button,
    row_of,
)

_FIELD_WIDTH = 60 * GRID


class FindField(QLineEdit):
    """The field; Enter and Shift+Enter step through occurrences, Esc closes the bar."""

    stepped = Signal(int)
    """1 for the next occurrence, -1 for the previous one."""
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window, which would clear the search."""
        return keeps_from_window(event, lambda key: key.key() == Qt.Key.Key_Escape) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step on Enter, leave on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif is_enter(event):
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """Asks for text to find, and shows the number of occurrences; hidden until opened."""

    closed = Signal()

    def __init__(self, steps: Sequence[QToolButton]) -> None:
        super().__init__()
        self.setObjectName("find_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = FindField()
        self.field.setObjectName("find_field")
        self.field.setMaximumWidth(_FIELD_WIDTH)
        self.field.left.connect(self.closed)
        ignore_drops(self.field)
        self.count = plain_label(scale="small", tone="secondary")
        self.close_button = quiet_button()
        self.close_button.clicked.connect(self.closed)
        row = row_of((self.field, 1), self.count, *steps, 0, within=self, margins=0, spacing=GRID)
        row.addWidget(self.close_button)
        self._counted: tuple[int, int | None] | None = None
        keep_translated(
            self,
            lambda: name_field(self.field, self.tr("Find in this note")),
            lambda: name_button(self.close_button, "✕", self.tr("Close (Esc)"), name=self.tr("Close")),
            self._show_count,
        )
        self.hide()

    def open(self, text: str) -> None:
        """Show the bar with ``text``, or with the former text if empty, and focus the field."""
        self.show()
        if text:
            self.field.setText(text)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_nothing(self) -> None:
        """Show no count: there is nothing to find."""
        self._counted = None
        self._show_count()

    def show_count(self, number: int, total: int | None) -> None:
        """Show the current occurrence's number, 0 for none, and the total, None if not known yet."""
        self._counted = number, total
        self._show_count()

    def _show_count(self) -> None:
        number, total = self._counted or (0, None)
        if self._counted is None:
            self.count.clear()
        elif total is None:
            self.count.setText(self.tr("Counting…"))
        elif total == 0:
            self.count.setText(self.tr("No matches"))
        else:
            at = phrases.format_number(number) if number else "–"
            self.count.setText(self.tr("{} of {}").format(at, phrases.format_number(total)))
