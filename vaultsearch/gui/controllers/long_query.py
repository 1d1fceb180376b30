"""Search with a whole text, shown in a dialog, and show results by topic."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QTextBlock, QTextCursor, QTextFormat
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QTextEdit, QWidget

from vaultsearch.core.values.search import LongQueryAnswer, LongQueryOutcome
from vaultsearch.gui import phrases
from vaultsearch.gui.asking.search_field import is_whole_text
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.engine_thread import EngineThread, Trouble
from vaultsearch.gui.results.results_pane import ResultsPane
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, RESTING_SHARE, mix_colors
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import column_of, ignore_drops, is_enter, name_button, plain_label, row_of
from vaultsearch.service.protocol import VaultService

_MIN_WORDS = 2
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
        self.search.setEnabled(words >= _MIN_WORDS)

    def _set_texts(self) -> None:
        self.setWindowTitle(self.tr("Text to search with"))
        self.editor.setAccessibleName(self.tr("Text to search with"))
        self.editor.setPlaceholderText(self.tr("Write or paste a draft, a transcript or a chat"))
        name_button(self.search, self.tr("Search"), self.tr("Search with this text (Ctrl+Enter)"))
        name_button(self.close_button, self.tr("Close"))
        self._text_changed()


_TEXT_JOB, _FILE_JOB = "passage", "dropped"
_MAX_TEXT_BYTES = 5_000_000


class LongQueryController(QObject):
    """Search with whole texts through ``engine``, and show results by topic in ``results``."""

    folder_dropped = Signal(object)
    """A Path was dropped that is not a readable file."""
    message = Signal(str)
    """A sentence on why a text cannot be searched with."""

    def __init__(self, engine: EngineThread, search: SearchPane, results: ResultsPane) -> None:
        super().__init__(results)
        self._engine, self._search, self._results = engine, search, results
        self._answer: LongQueryAnswer | None = None
        self._text = ""
        self.is_open = False
        """Whether results for a whole text are shown or pending."""
        self.dialog = QueryTextDialog(results)
        self.dialog.searched.connect(self.ask)
        search.field.text_pasted.connect(self.ask)
        search.searched.connect(lambda *_: self.end())
        search.cleared.connect(self.end)
        results.topics.chosen.connect(self._choose)
        engine.failed.connect(self._fail)
        keep_translated(results, self._set_sentence)

    def ask(self, text: str) -> None:
        """Search with a text of at least two words."""
        if len(text.split()) < _MIN_WORDS:
            self.message.emit(self.tr("Not enough text to search with"))
            return
        self.end()
        self._text = text
        self._search.field.clear()
        # Set after clearing the field, which ends a long query.
        self.is_open = True
        self._results.show_searching()
        self._engine.ask(_TEXT_JOB, lambda vault: vault.search_passage(text), self._show_answer)

    def repeat(self) -> None:
        """Repeat a shown text search after another vault is opened."""
        if self.is_open:
            self.ask(self._text)

    def show_text(self) -> None:
        """Show the last text for editing, a chat as it was read, and mark the chosen topic's lines."""
        self.dialog.show_text(self._shown_text)
        self._mark_topic(self._results.topics.currentIndex().row())

    def ask_dropped(self, path: Path) -> None:
        """Search with a file's text; emit `folder_dropped` for anything but a readable file."""

        async def read(_: VaultService) -> str | None:
            return await asyncio.to_thread(_read_text_file, path)

        def take(text: str | None) -> None:
            if text is None:
                self.folder_dropped.emit(path)
            else:
                self.ask(text)

        self._engine.ask(_FILE_JOB, read, take)

    def ask_dropped_text(self, text: str) -> None:
        """Search with a dropped text: as a query if short, else as a whole text."""
        if is_whole_text(text):
            self.ask(text)
        else:
            self._search.run(text.strip(), self._search.mode)

    def end(self) -> None:
        """End the long query, and remove topics."""
        self._engine.drop(_TEXT_JOB)
        self._answer, self.is_open = None, False
        self._results.topics.show_topics(())
        self._results.text_line.say("")

    def _show_answer(self, answer: LongQueryAnswer) -> None:
        if answer.outcome is LongQueryOutcome.FAILED:
            self._results.show_trouble(answer.trouble or "", answer.remedy or "")
        elif answer.outcome is LongQueryOutcome.NO_HITS:
            title = self.tr("No notes similar to this text")
            text = self.tr("Try another text, or ask a question.")
            # No verdict while notes are being indexed.
            if self._results.is_indexing:
                title, text = self.tr("Still indexing…"), self.tr("No similar notes so far")
            self._results.show_trouble(title, text)
        else:
            self._answer = answer
            # A list with a single topic would only repeat the results.
            topics = answer.topics if len(answer.topics) > 1 else ()
            self._results.topics.show_topics(topics, len(answer.results))
            self._set_sentence()
            self._choose(0)

    def _fail(self, trouble: Trouble) -> None:
        if trouble.job == _TEXT_JOB and self.is_open:
            self._results.show_trouble(trouble.sentence, trouble.remedy)

    def _choose(self, number: int) -> None:
        """Show all topics' results (0) or a single topic's; mark the topic's lines in the text."""
        answer = self._answer
        if answer is None:
            return
        # Row 0 in the topic list stands for all topics.
        results = answer.topics[number - 1].results if number else answer.results
        self._results.list.start_query()
        self._results.show_found(results, answer.notice or "")
        self._results.head.count.setText(phrases.results_found(results))
        self._mark_topic(number)

    @property
    def _shown_text(self) -> str:
        """The text that the topics' lines are counted in; a long one also beyond what was searched with."""
        return self._answer.text if self._answer is not None and self._answer.messages else self._text

    def _mark_topic(self, number: int) -> None:
        topics = self._answer.topics[number - 1 : number] if self._answer is not None and number > 0 else ()
        ranges = [place for topic in topics for place in ((topic.line_start, topic.line_end), *topic.returns)]
        self.dialog.mark_lines(self._shown_text, ranges)

    def _set_sentence(self) -> None:
        if self._answer is not None:
            self._results.text_line.say(phrases.searched_with(len(self._text.split()), self._answer))


def _read_text_file(path: Path) -> str | None:
    """Read a text file in any encoding; return "" for a binary, None for a folder or an unreadable file."""
    from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text

    try:
        with path.open("rb") as file:
            return decode_text(file.read(_MAX_TEXT_BYTES)).text.replace("\0", "")
    except UnreadableNoteError:
        return ""
    except OSError:
        return None
