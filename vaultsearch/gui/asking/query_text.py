"""The dialog for searching with a whole text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QTextBlock, QTextCursor, QTextFormat
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QTextEdit, QWidget

from vaultsearch.gui.theme import ACCENT_ROLE, GRID, RESTING_SHARE, mix_colors
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import column_of, ignore_drops, is_enter, name_button, plain_label, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_WORDS = 2
"""A text with fewer words is not searched with."""


class QueryTextDialog(QDialog):
    """Stands beside the window, so that the text's results can be read meanwhile."""

    searched = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("query_text")
        self.resize(140 * GRID, 105 * GRID)
        self._text = ""
        self.editor = QPlainTextEdit()
        # Tab must lead to the buttons, and a query's text needs none.
        self.editor.setTabChangesFocus(True)
        ignore_drops(self.editor)
        self.count = plain_label(scale="small", tone="secondary")
        self.search = QPushButton()
        self.search.setDefault(True)
        self.search.clicked.connect(self.hide)
        self.search.clicked.connect(lambda: self.searched.emit(self.editor.toPlainText()))
        self.close_button = QPushButton()
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.reject)
        self.editor.textChanged.connect(self._text_changed)
        foot = row_of((self.count, 1), self.search, self.close_button, spacing=2 * GRID)
        column_of((self.editor, 1), foot, within=self, margins=4 * GRID, spacing=3 * GRID)
        keep_translated(self, self._set_texts)

    def show_text(self, text: str) -> None:
        """Come to the front with a text; a text being edited stays."""
        if not self.isVisible():
            self._text = text
            # Where only Qt ends a paragraph, the topics' lines have no end.
            self.editor.setPlainText(text.replace("\u2029", "\u2028"))
        if (parent := self.parentWidget()) is not None:
            parent.window().installEventFilter(self)
        self.show()
        self.activateWindow()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Hide with the window, which may hide in the tray."""
        # Spontaneous: the user has minimized the window, and the dialog may stay.
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            self.hide()
        return False

    def mark_lines(self, text: str, ranges: Sequence[tuple[int, int]]) -> None:
        """Tint line ranges of ``text``, 1-based and inclusive, and scroll to the first.

        Do nothing if another text is shown, or it was edited.
        """
        document = self.editor.document()
        # Not compared with the editor's text, which has other spaces and line ends than the one given.
        if text != self._text or document.isModified():
            return
        numbered = document.findBlockByNumber
        blocks = [(numbered(start - 1), numbered(end - 1)) for start, end in ranges]
        self.editor.setExtraSelections([self._tint(first, last) for first, last in blocks])
        if blocks:
            self.editor.setTextCursor(QTextCursor(blocks[0][0]))
            self.editor.centerCursor()

    def _tint(self, first: QTextBlock, last: QTextBlock) -> QTextEdit.ExtraSelection:
        whole = QTextCursor(first)
        whole.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        tinted = QTextEdit.ExtraSelection()
        tinted.cursor = whole
        palette = self.editor.palette()
        ground, accent = palette.color(QPalette.ColorRole.Base), palette.color(ACCENT_ROLE)
        tinted.format.setBackground(mix_colors(ground, accent, 2 * RESTING_SHARE))
        tinted.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return tinted

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Search on Ctrl+Enter; close on Esc."""
        if is_enter(event) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.search.click()
        else:
            super().keyPressEvent(event)

    def _text_changed(self) -> None:
        words = len(self.editor.toPlainText().split())
        # The marked lines have changed.
        self.editor.setExtraSelections([])
        self.count.setText(self.tr("%Ln word(s)", None, words))
        self.search.setEnabled(words >= MIN_WORDS)

    def _set_texts(self) -> None:
        self.setWindowTitle(self.tr("Text to search with"))
        self.editor.setAccessibleName(self.tr("Text to search with"))
        self.editor.setPlaceholderText(self.tr("Write or paste a draft, a transcript or a chat"))
        name_button(self.search, self.tr("Search"), self.tr("Search with this text (Ctrl+Enter)"))
        name_button(self.close_button, self.tr("Close"))
        self._text_changed()
