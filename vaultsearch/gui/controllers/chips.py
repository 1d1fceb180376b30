"""Chips under the field: one for each condition that the engine parsed, each removable."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.rows.row_text import cut_at, qt_length

if TYPE_CHECKING:
    from vaultsearch.core.values.query import QueryPart
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread


class ChipsController(QObject):
    """Joins the field and the chips beneath it.

    The field's text is the query: a chip is removed by an edit of the text, which the field can undo. Behind
    a condition and a space, Backspace selects the condition, and then deletes it; right behind the condition,
    Backspace deletes a letter, as the user may still be typing it.
    """

    def __init__(self, pane: SearchPane, engine: EngineThread) -> None:
        super().__init__(pane)
        self._field = pane.field
        self._pane = pane
        self._bar = pane.chips
        self._engine = engine
        self._text = ""
        self._parts: tuple[QueryPart, ...] = ()
        self._field.paused.connect(lambda _: self.ask())
        pane.modes.currentIndexChanged.connect(lambda _: self.ask())
        engine.vault_opened.connect(lambda _: self.ask())
        self._bar.removed.connect(self.remove)
        self._bar.chosen.connect(self.select)
        self._bar.left.connect(self._field.setFocus)
        self._field.installEventFilter(self)

    def ask(self) -> None:
        """Ask the engine for the conditions in the field's text."""
        text = self._field.text()
        if not text.strip() or self._pane.mode is Mode.GREP:
            self._engine.drop("understand")
            self._show(text, ())
        else:
            self._engine.ask("understand", lambda vault: vault.query.parts(text), partial(self._show, text))

    def remove(self, part: QueryPart) -> None:
        """Remove a condition from the text, unless the text has changed since."""
        if self._field.text() == self._text:
            edit = part.removal
            self._field.replace(edit.start, edit.end, edit.text)

    def select(self, part: QueryPart) -> None:
        """Select a condition in the field for editing."""
        if self._field.text() == self._text:
            self._field.setFocus(Qt.FocusReason.OtherFocusReason)
            self._field.setSelection(
                qt_length(self._text[: part.start]), qt_length(self._text[part.start : part.end])
            )

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle Backspace if it concerns a whole condition."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() != Qt.Key.Key_Backspace or event.modifiers() or self._field.text() != self._text:
            return False
        for part in self._parts:
            if self._is_selected(part):
                self.remove(part)
                return True
            if self._is_behind(part):
                self.select(part)
                return True
        return False

    def _is_selected(self, part: QueryPart) -> bool:
        field = self._field
        if not field.hasSelectedText():
            return False
        return (cut_at(self._text, field.selectionStart()), cut_at(self._text, field.selectionEnd())) == (
            part.start,
            part.end,
        )

    def _is_behind(self, part: QueryPart) -> bool:
        between = self._text[part.end : self._field.cursor_index]
        return not self._field.hasSelectedText() and between != "" and between.isspace()

    def _show(self, text: str, parts: tuple[QueryPart, ...]) -> None:
        self._text, self._parts = text, parts
        self._bar.show_parts(parts)
