"""The list in place of results while nothing is typed: recent searches and notes, and example questions."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QWidget

from vaultsearch.core.values.query import Beginnings, NoteEntry
from vaultsearch.gui.rows.row_painter import short_date
from vaultsearch.gui.rows.two_line_rows import (
    BESIDE_ROLE,
    HEAD_ROLE,
    PLAIN_ROLE,
    SECOND_ROLE,
    TwoLineDelegate,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex

BEGINNING_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""The NoteEntry of a row, or its query."""
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BeginningsList(QListView):
    """Lists what to begin with, in sections; an empty section is left out."""

    query_asked = Signal(str)
    """A query or a question is to be searched for."""
    obsidian_asked = Signal(str, str)
    """A note is to be opened in Obsidian: its path, its link."""
    editor_asked = Signal(str)
    """A note, by its path, is to be opened in the default editor."""
    shown_asked = Signal(str, int)
    """A note is to be shown in the preview: its path, and 0 for its top."""
    reached = Signal(str)
    """The keyboard has come to a note, by its path: it can be looked at."""
    changed = Signal()
    """There are other rows now."""
    left_upwards = Signal()
    """The keyboard focus is to return to the field."""
    typed = Signal(str)
    """A letter was typed here that belongs in the field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: tuple[Sequence[str], Beginnings] = (), Beginnings()
        self._waiting = False
        self._rows = QStandardItemModel(self)
        self.setObjectName("beginnings")
        self.setModel(self._rows)
        self.setItemDelegate(TwoLineDelegate(self))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._show)
        self.selectionModel().currentChanged.connect(self._reach)
        keep_translated(self, self._set_texts)

    @property
    def is_filled(self) -> bool:
        """Whether there is a row."""
        return self._rows.rowCount() > 0

    def begin_with(self, queries: Sequence[str], beginnings: Beginnings) -> None:
        """List recent queries, and the notes and questions; while the keyboard is here, nothing moves."""
        if (queries, beginnings) == self._content:
            return
        self._content = queries, beginnings
        self._waiting = self.hasFocus()
        if not self._waiting:
            self._fill()

    def clear(self) -> None:
        """List nothing: another vault was opened."""
        self._content, self._waiting = ((), Beginnings()), False
        self._fill()

    def enter(self) -> None:
        """Take the keyboard focus, and select the first row if none is."""
        self.setFocus(Qt.FocusReason.TabFocusReason)  # first: what is reached by it is shown
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._rows.index(1, 0))  # below the first head

    def event(self, event: QEvent) -> bool:
        """Keep Enter and Ctrl+Enter from the window while the keyboard is here."""
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and event.key() in _CHOOSING:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the row says on Enter; leave by Up from the first row; pass letters to the field."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        current = self.currentIndex()
        if event.key() in _CHOOSING:
            self._open(current, in_editor=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Up and current.row() <= 1:
            self.left_upwards.emit()
        elif event.key() == Qt.Key.Key_Right and plain:
            self._show(current)
        elif plain and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _reach(self, current: QModelIndex) -> None:
        row = current.data(BEGINNING_ROLE)
        if isinstance(row, NoteEntry) and self.hasFocus():
            self.reached.emit(row.path)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Select nothing, and list what has arrived meanwhile."""
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
            return
        self.setCurrentIndex(self._rows.index(-1, 0))
        if self._waiting:
            self._waiting = False
            self._fill()

    def _open(self, index: QModelIndex, *, in_editor: bool) -> None:
        row = index.data(BEGINNING_ROLE)
        if isinstance(row, str):
            self.query_asked.emit(row)
        elif isinstance(row, NoteEntry) and in_editor:
            self.editor_asked.emit(row.path)
        elif isinstance(row, NoteEntry):
            self.obsidian_asked.emit(row.path, row.uri)

    def _show(self, index: QModelIndex) -> None:
        row = index.data(BEGINNING_ROLE)
        if isinstance(row, str):
            self.query_asked.emit(row)
        elif isinstance(row, NoteEntry):
            self.shown_asked.emit(row.path, 0)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Recent searches and notes"))
        self._fill()

    def _fill(self) -> None:
        queries, beginnings = self._content
        self._rows.clear()
        self._add(self.tr("Recent searches"), [_query_row(query) for query in queries])
        self._add(self.tr("Recently opened"), [_note_row(note) for note in beginnings.opened])
        self._add(self.tr("Recently changed"), [_note_row(note, _saved(note)) for note in beginnings.changed])
        self._add(self.tr("On this day"), [_note_row(note, day) for day, note in beginnings.on_this_day])
        self._add(self.tr("Try asking"), [_query_row(question) for question in beginnings.questions])
        self.changed.emit()

    def _add(self, title: str, rows: Sequence[QStandardItem]) -> None:
        if rows:
            head = QStandardItem(title)
            head.setFlags(Qt.ItemFlag.NoItemFlags)
            head.setData(True, HEAD_ROLE)  # as Qt has it
            self._rows.appendRow(head)
            for row in rows:
                self._rows.appendRow(row)


def _query_row(query: str) -> QStandardItem:
    row = QStandardItem(query)
    row.setData(query, BEGINNING_ROLE)
    row.setData(True, PLAIN_ROLE)  # as Qt has it
    return row


def _saved(note: NoteEntry) -> date:
    return note.modified.astimezone().date()


def _note_row(note: NoteEntry, dated: date | None = None) -> QStandardItem:
    title = " ".join(note.title.split())
    day = short_date(dated, date.today())
    row = QStandardItem(title)
    row.setData(note, BEGINNING_ROLE)
    row.setData(note.folder or " ", SECOND_ROLE)
    row.setData(day, BESIDE_ROLE)
    row.setToolTip(tooltip(note.path))
    row.setAccessibleText(", ".join(filter(None, (title, note.folder, day))))
    return row
