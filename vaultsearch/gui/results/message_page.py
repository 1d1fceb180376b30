"""A page that stands where the list would: one sentence, one thing to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID

if TYPE_CHECKING:
    from PySide6.QtGui import QAction


class MessagePage(QWidget):
    """Says something in the middle, with buttons for what can be done about it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = _label("title", "")
        self._text = _label("", "secondary")
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(2 * GRID)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * GRID, 6 * GRID, 6 * GRID, 6 * GRID)
        column.setSpacing(2 * GRID)
        column.addStretch(2)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addLayout(self._buttons)
        column.addStretch(3)

    def say(self, title: str, text: str = "", actions: tuple[QAction, ...] = ()) -> None:
        """Show these words, and a button for each of ``actions``."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))
        while (item := self._buttons.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._buttons.addStretch()
        for action in actions:
            self._buttons.addWidget(_button(action))
        self._buttons.addStretch()

    def text(self) -> str:
        """Give the words on the page."""
        return f"{self._title.text()} {self._text.text()}".strip()


def _label(size: str, tone: str) -> QLabel:
    label = QLabel()
    label.setProperty("scale", size)
    label.setProperty("tone", tone)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    return label


def _button(action: QAction) -> QPushButton:
    button = QPushButton(action.text())
    button.setAccessibleName(action.text())
    button.setToolTip(action.toolTip())
    button.clicked.connect(action.trigger)
    return button
