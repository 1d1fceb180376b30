"""The search field, which emits the query once the typing pauses; and the dialog for a whole text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QPushButton, QSizePolicy, QTextEdit, QWidget

from vaultsearch.core.values.query import LONGEST_QUERY, Teaching
from vaultsearch.gui import phrases
from vaultsearch.gui.rows.row_painter import cut_at, qt_length
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, RESTING_SHARE, mixed
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import (
    column_of,
    ignore_drops,
    is_enter,
    name_button,
    name_field,
    plain_label,
    row_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.query import Example
    from vaultsearch.gui.theme import Icons


class HintLine(QPushButton):
    """Shows an operator each day, and the next after each use of the field; never during typing."""

    chosen = Signal(str)
    """The clicked example query."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hint_line")
        self.setProperty("quiet", True)
        self.setProperty("tone", "secondary")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Only visible with examples.
        self.clicked.connect(lambda: self.chosen.emit(self._examples[self._example_index].query))
        self._examples: tuple[Example, ...] = ()
        self._turn = QDate.currentDate().dayOfYear()
        self._has_hint = True
        self.sentence = ""
        """The whole sentence; the button may show it shortened."""
        keep_translated(self, self._set_texts)
        self.hide()

    def set_examples(self, examples: tuple[Example, ...]) -> None:
        """Set the examples to take turns with."""
        self._examples = examples
        self._show()

    def follow(self, *, empty: bool) -> None:
        """Show a hint while the field is empty; after each use of the field, the next."""
        if self._has_hint and not empty:
            # The hint is hidden meanwhile: nobody sees the change.
            self._turn += 1
        self._has_hint = empty
        self._show()

    def minimumSizeHint(self) -> QSize:
        """Return no width: other widgets have precedence."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the sentence to the room."""
        super().resizeEvent(event)
        self._fit()

    @property
    def _example_index(self) -> int:
        return self._turn % len(self._examples)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Search tips"))
        self.setToolTip(self.tr("Add to the search field"))
        self._set_sentence()

    def _show(self) -> None:
        self._set_sentence()
        self.setVisible(self._has_hint and bool(self._examples))

    def _set_sentence(self) -> None:
        if self._examples:
            example = self._examples[self._example_index]
            lessons = {
                Teaching.TAG: self.tr("this tag or its nested tags"),
                Teaching.FOLDER: self.tr("in this folder"),
                Teaching.PROPERTY: self.tr("notes with this property; [name:value] for its value"),
                Teaching.PHRASE: self.tr("exact phrase"),
                Teaching.WITHOUT: self.tr("excludes notes with this word"),
                Teaching.DATED: self.tr("notes since then; also before: and on:"),
                Teaching.TASK: self.tr("open tasks; task-done: for finished ones"),
                Teaching.EITHER: self.tr("either word"),
            }
            self.sentence = self.tr("Try {} · {}").format(example.query, lessons[example.teaching])
            self.setAccessibleName(self.sentence)
            self._fit()

    def _fit(self) -> None:
        room = max(0, self.width() - self.fontMetrics().averageCharWidth() * 3)
        text = QFontMetrics(self.font()).elidedText(self.sentence, Qt.TextElideMode.ElideRight, room)
        # A single ampersand would underline the next letter.
        self.setText(text.replace("&", "&&"))


RESTS_AFTER_MS = 5_000
PAUSE_MS = 90
"""Milliseconds without typing before the query is sent."""
_LONGEST_QUESTION = 300
"""In characters; a longer text, or several lines, is searched with as a whole."""


class SearchField(QLineEdit):
    """The line for the query, with a magnifier before it and, once there is text, a cross after it."""

    paused = Signal(str)
    """The stripped text, once the typing paused or the field was cleared."""
    text_pasted = Signal(str)
    """A whole text was pasted, not a query."""
    left_downwards = Signal()
    model_asked = Signal()
    """Ctrl+Enter was pressed while a language model is set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asks_model = False
        """Whether Ctrl+Enter asks a language model; without one, it is the window's."""
        self.setObjectName("search_field")
        self.setMaxLength(LONGEST_QUERY)
        self._magnifier = QAction(self)
        self._magnifier.triggered.connect(self.take_focus)
        self._cross = QAction(self)
        self._cross.triggered.connect(self.clear)
        self._cross.setVisible(False)
        self.addAction(self._magnifier, QLineEdit.ActionPosition.LeadingPosition)
        self.addAction(self._cross, QLineEdit.ActionPosition.TrailingPosition)
        self._timer = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._timer.timeout.connect(self._emit_paused)
        self.textChanged.connect(self._await_pause)
        RestingCursor(self)
        ignore_drops(self)
        keep_translated(self, self._set_texts)

    def apply_theme(self, icons: Icons) -> None:
        """Draw the icons in the palette's colours."""
        self._magnifier.setIcon(icons.icon("search", self.palette()))
        self._cross.setIcon(icons.icon("clear", self.palette()))

    def take_focus(self) -> None:
        """Take the keyboard focus and select all, so that typing replaces the query."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    @property
    def cursor_index(self) -> int:
        """The cursor's position, in characters from the start."""
        return cut_at(self.text(), self.cursorPosition())

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the characters from ``start`` up to ``end`` by ``text``, as a single undo step."""
        current = self.text()
        # Not by `setText`, which clears the undo steps. Qt counts in UTF-16: an emoji is two.
        self.setSelection(qt_length(current[:start]), qt_length(current[start:end]))
        self.insert(text)

    def search_instead(self, query: str) -> None:
        """Replace the whole query, as a single undo step, and take the focus."""
        self.replace(0, len(self.text()), query)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def append_letters(self, letters: str) -> None:
        """Append letters typed elsewhere, and take the focus."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end(False)
        self.insert(letters)

    def event(self, event: QEvent) -> bool:
        """Leave the window its keys: Copy while no text is selected here, Ctrl+E and Ctrl+K.

        On Linux, the latter two go to the end of a line and delete up to it, besides End and Delete.
        """
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._belongs_to_window(event):
            event.ignore()
            return False
        if is_override and isinstance(event, QKeyEvent) and self._asks_model_by(event):
            event.accept()
            return True
        return super().event(event)

    def _belongs_to_window(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Copy):
            return not self.hasSelectedText()
        is_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        return is_ctrl and event.key() in (Qt.Key.Key_E, Qt.Key.Key_K)

    def _asks_model_by(self, event: QKeyEvent) -> bool:
        has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return self.asks_model and is_enter(event) and has_control

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Down, ask the language model by Ctrl+Enter, search with a pasted whole text."""
        if event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        elif self._asks_model_by(event):
            self.model_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Paste) and is_whole_text(
            pasted := QGuiApplication.clipboard().text()
        ):
            self.text_pasted.emit(pasted)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return room for forty letters."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, super().sizeHint().height())

    def _set_texts(self) -> None:
        name_field(self, self.tr("Search your notes"))
        self._magnifier.setText(self.tr("Select the text"))
        self._cross.setText(self.tr("Clear search"))

    def _await_pause(self, text: str) -> None:
        self._cross.setVisible(bool(text))
        # An emptied field is answered at once; only typing is waited for.
        if text.strip():
            self._timer.start()
        else:
            self._timer.stop()
            self._emit_paused()

    def _emit_paused(self) -> None:
        self.paused.emit(self.text().strip())


def is_whole_text(text: str) -> bool:
    """Return whether a text is longer than a query, or has several lines."""
    return len(text) > _LONGEST_QUESTION or len(text.strip().splitlines()) > 1


class RestingCursor(QObject):
    """Stops the blinking in ``field`` a while after the last key, until the next key or a loss of focus.

    The blink rate is a single setting for all fields in the application.
    """

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._hints = QGuiApplication.styleHints()
        self._usual_ms = self._hints.cursorFlashTime()
        self._timer = QTimer(self, interval=RESTS_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(lambda: self._hints.setCursorFlashTime(0))
        field.installEventFilter(self)

    def eventFilter(self, _field: QObject, event: QEvent) -> bool:
        """Blink while keys arrive; pass the event on."""
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


FEWEST_WORDS = 2
"""A text with fewer words is not searched with."""


class QueryTextDialog(QDialog):
    """Stands beside the window, so that the text's results can be read meanwhile."""

    searched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("query_text")
        self.resize(140 * GRID, 105 * GRID)
        self.editor = QPlainTextEdit()
        # Tab must lead to the buttons, and a query's text needs none.
        self.editor.setTabChangesFocus(True)
        ignore_drops(self.editor)
        self.count = plain_label(scale="small", tone="secondary")
        self.search = QPushButton()
        self.search.setDefault(True)
        self.search.clicked.connect(self._search)
        self.close_button = QPushButton()
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.reject)
        self.editor.textChanged.connect(self._text_changed)
        foot = row_of((self.count, 1), self.close_button, self.search, spacing=2 * GRID)
        column_of((self.editor, 1), foot, within=self, margins=4 * GRID, spacing=3 * GRID)
        keep_translated(self, self._set_texts)

    def show_text(self, text: str) -> None:
        """Come to the front with a text; a text being edited stays."""
        if not self.isVisible():
            self.editor.setPlainText(text)
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

    def mark_lines(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Tint line ranges, 1-based and inclusive, and scroll to the first."""
        document = self.editor.document()
        numbered = document.findBlockByNumber
        blocks = [(numbered(start - 1), numbered(end - 1)) for start, end in ranges]
        if not all(first.isValid() and last.isValid() for first, last in blocks):
            return
        self.editor.setExtraSelections([self._tint(first, last) for first, last in blocks])
        self.editor.setTextCursor(QTextCursor(blocks[0][0]))
        self.editor.centerCursor()

    def _tint(self, first: QTextBlock, last: QTextBlock) -> QTextEdit.ExtraSelection:
        whole = QTextCursor(first)
        whole.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        tinted = QTextEdit.ExtraSelection()
        tinted.cursor = whole
        palette = self.editor.palette()
        ground, accent = palette.color(QPalette.ColorRole.Base), palette.color(ACCENT_ROLE)
        tinted.format.setBackground(mixed(ground, accent, 2 * RESTING_SHARE))
        tinted.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return tinted

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Search on Ctrl+Enter; close on Esc."""
        if is_enter(event) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.search.click()
        else:
            super().keyPressEvent(event)

    def _search(self) -> None:
        self.hide()
        self.searched.emit(self.editor.toPlainText())

    def _text_changed(self) -> None:
        words = len(self.editor.toPlainText().split())
        # The marked lines have changed.
        self.editor.setExtraSelections([])
        self.count.setText(phrases.words(words))
        self.search.setEnabled(words >= FEWEST_WORDS)

    def _set_texts(self) -> None:
        self.setWindowTitle(self.tr("Text to search with"))
        self.editor.setAccessibleName(self.tr("Text to search with"))
        self.editor.setPlaceholderText(self.tr("Write or paste a draft, a transcript or a chat"))
        name_button(self.search, self.tr("Search"), self.tr("Search with this text (Ctrl+Enter)"))
        name_button(self.close_button, self.tr("Close"))
        self._text_changed()
