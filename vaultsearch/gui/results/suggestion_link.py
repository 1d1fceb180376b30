"""One thing that finds something, as a link that the keyboard goes along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PADDING = 13
"""What the style sheet puts at each side of a link's text, and its edge."""


class SuggestionLink(QPushButton):
    """Says a sentence, shortened where there is no room for it."""

    arrow = Signal(object)
    """The Qt.Key of an arrow was pressed."""
    typed = Signal(str)
    """A letter was typed here that belongs in the field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = ""
        self.setProperty("link", True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says, whole."""
        return self._sentence

    def say(self, sentence: str, query: str) -> None:
        """Say another sentence, of what asks for ``query``."""
        self._sentence = sentence
        self.setAccessibleName(sentence)
        self.setToolTip(tooltip(query))
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Prefer room for the whole sentence."""
        return QSize(self._advance(self._sentence) + 2 * _PADDING, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Give way to whatever needs the room."""
        return QSize(6 * GRID, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the sentence where there is no room for it."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter as by Space; hand arrows and letters on."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _CHOOSING:
            self.click()
        elif event.key() in _ARROWS:
            self.arrow.emit(Qt.Key(event.key()))
        elif plain and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _advance(self, text: str) -> int:
        return QFontMetrics(self.font()).horizontalAdvance(text) + 1

    def _fit(self) -> None:
        room = max(0, self.width() - 2 * _PADDING)
        whole = room >= self._advance(self._sentence) - 1
        text = (
            self._sentence
            if whole
            else QFontMetrics(self.font()).elidedText(self._sentence, Qt.TextElideMode.ElideMiddle, room)
        )
        self.setText(text.replace("&", "&&"))
