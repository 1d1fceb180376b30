"""The list of what to begin with: recent searches, saved searches, tasks and notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QMenu

from vaultsearch.core.values.query import (
    Beginnings,
    Example,
    NoteCount,
    NoteEntry,
    OpenTask,
    SavedSearch,
    Teaching,
)
from vaultsearch.gui.rows.row_texts import short_date
from vaultsearch.gui.rows.two_line_rows import HEAD_ROLE, PLAIN_ROLE, TwoLineDelegate, two_line_row
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import is_enter, is_plain, keeps_from_window, show_rows_only, types_letter

BEGINNING_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""The row's NoteEntry, task, query or saved search."""
_SECTION_ROLE = BEGINNING_ROLE + 1

SavedCounts = tuple[tuple[SavedSearch, NoteCount | None], ...]
Content = tuple[tuple[str, ...], SavedCounts, Beginnings, tuple[Example, ...]]
"""Recent queries, saved searches, notes and tasks, example queries."""
_NOTHING: Content = ((), (), Beginnings(), ())


class BeginningsList(QListView):
    """Lists what to begin with, in sections; empty and hidden sections are left out."""

    query_asked = Signal(str)
    """A query or question: search for it."""
    search_asked = Signal(object)
    """A SavedSearch: search for it."""
    obsidian_asked = Signal(str, str)
    """A note's path and link: open it in Obsidian."""
    editor_asked = Signal(str)
    """A note's path: open it in the default editor."""
    shown_asked = Signal(str, int)
    """A note's path and a line, 0 for the top: show it in the preview."""
    reached = Signal(str, int)
    """The path and line, 0 for the top, of a note reached by keyboard."""
    changed = Signal()
    left_upwards = Signal()
    typed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._content: Content = _NOTHING
        self.hidden_sections: tuple[str, ...] = ()
        self._waiting = False
        self._rows = QStandardItemModel(self)
        self.setObjectName("beginnings")
        self.setModel(self._rows)
        self.setItemDelegate(TwoLineDelegate(self))
        show_rows_only(self)
        self.clicked.connect(self._show_row)
        self.selectionModel().currentChanged.connect(self._emit_reached)
        keep_translated(
            self, lambda: self.setAccessibleName(self.tr("Recent searches and notes")), self._fill_rows
        )

    @property
    def is_filled(self) -> bool:
        """Whether there is a row."""
        return self._rows.rowCount() > 0

    def begin_with(self, content: Content) -> None:
        """List what to begin with; while the keyboard is here, nothing moves."""
        if content == self._content:
            return
        self._content = content
        self._waiting = self.hasFocus()
        if not self._waiting:
            self._fill_rows()

    def clear(self) -> None:
        """List nothing: another vault was opened."""
        self._content, self._waiting = _NOTHING, False
        self._fill_rows()

    def hide_sections(self, names: Sequence[str]) -> None:
        """Leave out the named sections, and list all others."""
        # The names come from a file, perhaps by another version.
        self.hidden_sections = tuple(name for name in names if name in self._sections())
        self._fill_rows()

    def enter(self) -> None:
        """Take the keyboard focus; select the first row if none is selected."""
        # First: a note is shown only when the keyboard comes to the row.
        self.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.currentIndex().isValid():
            # Row 0 is the head of the first section.
            self.setCurrentIndex(self._rows.index(1, 0))

    def event(self, event: QEvent) -> bool:
        """Keep Enter and Ctrl+Enter from the window while the keyboard is here."""
        return keeps_from_window(event, is_enter) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open by Enter; leave by Up from the first row; pass letters to the field."""
        plain = is_plain(event)
        current = self.currentIndex()
        if is_enter(event):
            row = current.data(BEGINNING_ROLE)
            note = row.note if isinstance(row, OpenTask) else row
            if isinstance(row, (str, SavedSearch)):
                self._show_row(current)
            elif isinstance(note, NoteEntry) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.editor_asked.emit(note.path)
            elif isinstance(note, NoteEntry):
                self.obsidian_asked.emit(note.path, note.uri)
        elif event.key() == Qt.Key.Key_Up and current.row() <= 1:
            self.left_upwards.emit()
        elif event.key() == Qt.Key.Key_Right and plain:
            self._show_row(current)
        elif types_letter(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _emit_reached(self, current: QModelIndex) -> None:
        row = current.data(BEGINNING_ROLE)
        if isinstance(row, (NoteEntry, OpenTask)) and self.hasFocus():
            self.reached.emit(*_note_and_line(row))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to hide the row's section, and to show hidden ones."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        menu = self.menu_of(index)
        if menu is not None:
            place = self.visualRect(index).bottomLeft() if by_key else event.pos()
            menu.popup(self.viewport().mapToGlobal(place))

    def menu_of(self, index: QModelIndex) -> QMenu | None:
        """Return a menu to hide the row's section and show hidden ones; None if it would be empty."""
        section = index.data(_SECTION_ROLE)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if section is not None:
            hide = menu.addAction(self.tr("Hide “{}”").format(self._sections()[section][0]))
            hide.triggered.connect(lambda: self.hide_sections((*self.hidden_sections, section)))
        for name in self.hidden_sections:
            show = menu.addAction(self.tr("Show “{}”").format(self._sections()[name][0]))
            left = tuple(hidden for hidden in self.hidden_sections if hidden != name)
            show.triggered.connect(lambda _=False, left=left: self.hide_sections(left))
        return menu if menu.actions() else None

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Select nothing, and list rows which have arrived meanwhile."""
        super().focusOutEvent(event)
        # Another window came to the front: the row stays until the user comes back.
        if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
            return
        self.setCurrentIndex(self._rows.index(-1, 0))
        if self._waiting:
            self._waiting = False
            self._fill_rows()

    def _show_row(self, index: QModelIndex) -> None:
        row = index.data(BEGINNING_ROLE)
        if isinstance(row, str):
            self.query_asked.emit(row)
        elif isinstance(row, SavedSearch):
            self.search_asked.emit(row)
        elif isinstance(row, (NoteEntry, OpenTask)):
            self.shown_asked.emit(*_note_and_line(row))

    def _sections(self) -> dict[str, tuple[str, list[QStandardItem]]]:
        """Return title and rows of each section by name, in order."""
        queries, saved, first, examples = self._content
        # Another one each day.
        turn = date.today().toordinal() % len(examples) if examples else 0
        return {
            "recent": (self.tr("Recent searches"), [_query_row(query) for query in queries]),
            "saved": (self.tr("Saved searches"), [_saved_row(search, count) for search, count in saved]),
            "tasks": (self.tr("Tasks due"), [_task_row(task) for task in first.tasks]),
            "opened": (self.tr("Recently opened"), [_note_row(note) for note in first.opened]),
            "changed": (self.tr("Recently changed"), _saved_notes(first.changed)),
            "on_this_day": (self.tr("On this day"), _dated_notes(first.on_this_day)),
            "a_year_ago": (self.tr("A year ago"), _dated_notes(first.a_year_ago)),
            "central": (self.tr("Often linked to, long not opened"), _saved_notes(first.central)),
            "unlinked": (self.tr("Notes without links"), _saved_notes(first.unlinked)),
            "questions": (self.tr("Try asking"), [_query_row(question) for question in first.questions]),
            "tips": (self.tr("Search tips"), [_tip_row(example) for example in examples[turn : turn + 1]]),
        }

    def _fill_rows(self) -> None:
        self._rows.clear()
        for name, (title, rows) in self._sections().items():
            if rows and name not in self.hidden_sections:
                head = QStandardItem(title)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                head.setData(True, HEAD_ROLE)
                for row in (head, *rows):
                    row.setData(name, _SECTION_ROLE)
                    self._rows.appendRow(row)
        self.changed.emit()


def _note_and_line(row: NoteEntry | OpenTask) -> tuple[str, int]:
    return (row.note.path, row.line) if isinstance(row, OpenTask) else (row.path, 0)


def _task_row(task: OpenTask) -> QStandardItem:
    title, day = " ".join(task.note.title.split()), short_date(task.due, date.today())
    return two_line_row({BEGINNING_ROLE: task}, task.text, title, day, tip=task.text)


def _saved_row(search: SavedSearch, count: NoteCount | None) -> QStandardItem:
    counts = ""
    if count is not None:
        new = tr("%Ln new since yesterday", count.new) if count.new else ""
        counts = " · ".join(filter(None, (tr("%Ln note(s)", count.total), new)))
    second = search.query if search.query != search.name else " "
    row, spoken = {BEGINNING_ROLE: search}, (search.name, counts)
    return two_line_row(row, search.name, second, counts, tip=search.query, spoken=spoken)


def _query_row(query: str) -> QStandardItem:
    return two_line_row({BEGINNING_ROLE: query, PLAIN_ROLE: True}, query)


def _tip_row(example: Example) -> QStandardItem:
    lessons = {
        Teaching.TAG: tr("this tag or its nested tags"),
        Teaching.FOLDER: tr("in this folder"),
        Teaching.PROPERTY: tr("notes with this property; [name:value] for its value"),
        Teaching.PHRASE: tr("exact phrase"),
        Teaching.WITHOUT: tr("excludes notes with this word"),
        Teaching.DATED: tr("notes since then; also before: and on:"),
        Teaching.TASK: tr("open tasks; task-done: for finished ones"),
        Teaching.EITHER: tr("either word"),
    }
    # After a space nothing is proposed, and the example is whole.
    return two_line_row({BEGINNING_ROLE: f"{example.query} "}, example.query, lessons[example.teaching])


def _saved_notes(notes: Sequence[NoteEntry]) -> list[QStandardItem]:
    return _dated_notes([(note.modified.astimezone().date(), note) for note in notes])


def _dated_notes(notes: Sequence[tuple[date, NoteEntry]]) -> list[QStandardItem]:
    return [_note_row(note, day) for day, note in notes]


def _note_row(note: NoteEntry, dated: date | None = None) -> QStandardItem:
    title, day = " ".join(note.title.split()), short_date(dated, date.today())
    return two_line_row({BEGINNING_ROLE: note}, title, note.folder, day, tip=note.path)
