"""The whole text that one searches with: shown, edited, searched with again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPalette, QTextBlock, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui import phrases
from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID, RESTING_SHARE, mixed
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST_WORDS = 2
"""A text of fewer words is not searched with."""


class QueryTextDialog(QDialog):
    """Stands beside the window, so that the results of the text can be read meanwhile."""

    searched = Signal(str)
    """The text to search with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("query_text")
        self.resize(140 * GRID, 105 * GRID)
        self.editor = QPlainTextEdit()
        self.editor.setTabChangesFocus(True)
        ignore_drops(self.editor)
        self.count = plain_label(scale="small", tone="secondary")
        self.search = QPushButton()
        self.search.setDefault(True)
        self.search.clicked.connect(self._ask)
        self.close_button = QPushButton()
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.reject)
        self.editor.textChanged.connect(self._text_changed)
        self._place()
        keep_translated(self, self._set_texts)

    def show_text(self, text: str) -> None:
        """Come to the front with a text; one that is being edited stays."""
        if not self.isVisible():
            self.editor.setPlainText(text)
        self._follow_window()
        self.show()
        self.activateWindow()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Hide with the window, which may hide in the tray."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            self.hide()
        return False

    def mark_lines(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Tint ranges of lines, 1-based and inclusive, and scroll to the first one."""
        document = self.editor.document()
        numbered = document.findBlockByNumber
        blocks = [(numbered(start - 1), numbered(end - 1)) for start, end in ranges]
        if not all(first.isValid() and last.isValid() for first, last in blocks):
            return
        self.editor.setExtraSelections([self._tinted(first, last) for first, last in blocks])
        self.editor.setTextCursor(QTextCursor(blocks[0][0]))
        self.editor.centerCursor()

    def _tinted(self, first: QTextBlock, last: QTextBlock) -> QTextEdit.ExtraSelection:
        whole = QTextCursor(first)
        whole.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        tinted = QTextEdit.ExtraSelection()
        tinted.cursor = whole
        tinted.format.setBackground(self._tint())
        tinted.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return tinted

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Search on Ctrl+Enter; close on Esc."""
        pressed = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if pressed and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.search.click()
        else:
            super().keyPressEvent(event)

    def _follow_window(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            parent.window().installEventFilter(self)

    def _ask(self) -> None:
        self.hide()
        self.searched.emit(self.editor.toPlainText())

    def _text_changed(self) -> None:
        words = len(self.editor.toPlainText().split())
        self.editor.setExtraSelections([])
        self.count.setText(phrases.words(words))
        self.search.setEnabled(words >= FEWEST_WORDS)

    def _tint(self) -> QColor:
        palette = self.editor.palette()
        return mixed(palette.color(QPalette.ColorRole.Base), palette.color(ACCENT_ROLE), 2 * RESTING_SHARE)

    def _set_texts(self) -> None:
        self.setWindowTitle(self.tr("Text to search with"))
        self.editor.setAccessibleName(self.tr("Text to search with"))
        self.editor.setPlaceholderText(self.tr("Write or paste a draft, a transcript or a chat"))
        self.search.setText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search"))
        self.search.setToolTip(self.tr("Search with this text (Ctrl+Enter)"))
        self.close_button.setText(self.tr("Close"))
        self.close_button.setAccessibleName(self.tr("Close"))
        self._text_changed()

    def _place(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(2 * GRID)
        foot.addWidget(self.count, 1)
        foot.addWidget(self.close_button)
        foot.addWidget(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        column.setSpacing(3 * GRID)
        column.addWidget(self.editor, 1)
        column.addLayout(foot)
