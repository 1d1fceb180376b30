"""The search field, which emits the query once the typing pauses."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from vaultsearch.core.values.query import LONGEST_QUERY
from vaultsearch.gui.theme import Icons
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import ignore_drops, index_after_utf16, is_enter, name_field, utf16_length

RESTS_AFTER_MS = 5_000
PAUSE_MS = 90
"""Milliseconds without typing before the query is sent."""
_MAX_QUESTION = 300
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

    def __init__(self) -> None:
        super().__init__()
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
        keep_translated(
            self,
            lambda: name_field(self, self.tr("Search your notes")),
            lambda: self._magnifier.setText(self.tr("Select the text")),
            lambda: self._cross.setText(self.tr("Clear search")),
        )

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
        return index_after_utf16(self.text(), self.cursorPosition())

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the characters from ``start`` up to ``end`` by ``text``, as a single undo step."""
        current = self.text()
        # Not by `setText`, which clears the undo steps. Qt counts in UTF-16: an emoji is two.
        self.setSelection(utf16_length(current[:start]), utf16_length(current[start:end]))
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
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        is_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        belongs_to_window = is_ctrl and event.key() in (Qt.Key.Key_E, Qt.Key.Key_K)
        if event.matches(QKeySequence.StandardKey.Copy):
            belongs_to_window = not self.hasSelectedText()
        if belongs_to_window:
            event.ignore()
            return False
        if self._asks_model_by(event):
            event.accept()
            return True
        return super().event(event)

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
    return len(text) > _MAX_QUESTION or len(text.strip().splitlines()) > 1


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
