"""The bar under the note to find text in it: a field, the count, next and previous, close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIELD_WIDTH = 60 * GRID


class FindField(QLineEdit):
    """The field; Enter and Shift+Enter step through what was found, Esc closes the bar."""

    stepped = Signal(int)
    """1 for the next occurrence, -1 for the previous one."""
    left = Signal()
    """Esc was pressed."""

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window, to which it means something else."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
            if event.isAccepted():
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step on Enter, leave on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """Asks for text to find, and says how many times it was found; hidden until it is opened."""

    text_changed = Signal(str)
    """The text to find has changed."""
    closed = Signal()
    """The user closed the bar."""

    def __init__(self, steps: Sequence[QToolButton], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = FindField()
        self.field.setObjectName("find_field")
        self.field.setMaximumWidth(_FIELD_WIDTH)
        self.field.textChanged.connect(self.text_changed)
        self.field.left.connect(self.closed)
        ignore_drops(self.field)
        self.count = plain_label(scale="small", tone="secondary")
        self.close_button = QPushButton("✕")
        self.close_button.setProperty("quiet", True)
        self.close_button.clicked.connect(self.closed)
        self._row = row = QHBoxLayout(self)
        self.indent(6 * GRID)
        row.setSpacing(GRID)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for button in steps:
            row.addWidget(button)
        row.addStretch()
        row.addWidget(self.close_button)
        self._counted: tuple[int, int | None] | None = None
        keep_translated(self, self._name)
        self.hide()

    def indent(self, side: int) -> None:
        """Begin ``side`` device-independent pixels from the edge, below the text of the note."""
        self._row.setContentsMargins(side, GRID, 3 * GRID, GRID)

    def open(self, text: str) -> None:
        """Show the bar with ``text``, or with the former text if it is empty, and focus the field."""
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
        """Show the place of the current occurrence, 0 for none, and their number, None if not known yet."""
        self._counted = number, total
        self._show_count()

    def _name(self) -> None:
        self.field.setAccessibleName(self.tr("Find in this note"))
        self.field.setPlaceholderText(self.tr("Find in this note"))
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self._show_count()

    def _show_count(self) -> None:
        self.count.setText("" if self._counted is None else self._sentence(*self._counted))

    def _sentence(self, index: int, total: int | None) -> str:
        if total == 0:
            return self.tr("No matches")
        if total is None:
            return self.tr("Counting…")
        return self.tr("{} of {}").format(f"{index:,}" if index else "–", f"{total:,}")
