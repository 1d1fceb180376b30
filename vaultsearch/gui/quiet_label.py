"""A line of secondary text that takes no room while it has nothing to say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from vaultsearch.gui.looks.tokens import GRID


class QuietLabel(QLabel):
    """Says a sentence above the list, as plain text, wrapped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tone", "secondary")
        self.setProperty("scale", "small")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setContentsMargins(4 * GRID, GRID, 4 * GRID, 2 * GRID)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence``, or nothing where it is empty."""
        self.setText(sentence)
        self.setVisible(bool(sentence))
