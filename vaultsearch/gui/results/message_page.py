"""A page that stands where the list would: one sentence, and what can be searched for instead."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.results.suggestions import Suggestions


class MessagePage(QWidget):
    """Says something in the middle, above ``suggestions`` of what finds something."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = _label("title", "")
        self._text = _label("", "secondary")
        self.suggestions = Suggestions()
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * GRID, 6 * GRID, 6 * GRID, 6 * GRID)
        column.setSpacing(2 * GRID)
        column.addStretch(2)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addWidget(self.suggestions)
        column.addStretch(3)

    def say(self, title: str, text: str = "") -> None:
        """Show these words."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))

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
