"""Lists beside and in place of the results: a long text's topics; what to begin with."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPalette,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultsearch.core.values.query import Beginnings, NoteCount, NoteEntry, OpenTask, SavedSearch
from vaultsearch.gui import phrases
from vaultsearch.gui.rows.row_painter import paint_side_bar, short_date
from vaultsearch.gui.rows.two_line_rows import (
    HEAD_ROLE,
    PLAIN_ROLE,
    TwoLineDelegate,
    two_line_row,
    write_aligned,
)
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, RESTING_SHARE, SECONDARY_ROLE, SELECTED_SHARE, mixed
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import (
    AnyIndex,
    is_enter,
    is_plain,
    name_button,
    plain_label,
    quiet_button,
    row_of,
    show_rows_only,
    tooltip,
    types_letter,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction

    from vaultsearch.core.values.search import LongQueryTopic


BEGINNING_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""The row's NoteEntry, task, query or saved search."""
_SECTION_ROLE = BEGINNING_ROLE + 1


class Section(StrEnum):
    """The sections, in order."""

    RECENT = "recent"
    SAVED = "saved"
    TASKS = "tasks"
    OPENED = "opened"
    CHANGED = "changed"
    ON_THIS_DAY = "on_this_day"
    A_YEAR_AGO = "a_year_ago"
    CENTRAL = "central"
    UNLINKED = "unlinked"
    QUESTIONS = "questions"


SavedCounts = tuple[tuple[SavedSearch, NoteCount | None], ...]


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: tuple[Sequence[str], SavedCounts, Beginnings] = (), (), Beginnings()
        self.hidden_sections: tuple[str, ...] = ()
        self._waiting = False
        self._rows = QStandardItemModel(self)
        self.setObjectName("beginnings")
        self.setModel(self._rows)
        self.setItemDelegate(TwoLineDelegate(self))
        show_rows_only(self)
        self.clicked.connect(self._show_row)
        self.selectionModel().currentChanged.connect(self._emit_reached)
        keep_translated(self, self._set_texts)

    @property
    def is_filled(self) -> bool:
        """Whether there is a row."""
        return self._rows.rowCount() > 0

    def begin_with(self, queries: Sequence[str], saved: SavedCounts, beginnings: Beginnings) -> None:
        """List recent queries, saved searches and the rest; while the keyboard is here, nothing moves."""
        if (queries, saved, beginnings) == self._content:
            return
        self._content = queries, saved, beginnings
        self._waiting = self.hasFocus()
        if not self._waiting:
            self._fill_rows()

    def clear(self) -> None:
        """List nothing: another vault was opened."""
        self._content, self._waiting = ((), (), Beginnings()), False
        self._fill_rows()

    def hide_sections(self, names: Sequence[str]) -> None:
        """Leave out the named sections, and list all others."""
        # The names come from a file, perhaps by another version.
        self.hidden_sections = tuple(name for name in names if name in list(Section))
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
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and is_enter(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open by Enter; leave by Up from the first row; pass letters to the field."""
        plain = is_plain(event)
        current = self.currentIndex()
        if is_enter(event):
            self._open_row(current, in_editor=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
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
            menu.popup(
                self.viewport().mapToGlobal(self.visualRect(index).bottomLeft() if by_key else event.pos())
            )

    def menu_of(self, index: QModelIndex) -> QMenu | None:
        """Return a menu to hide the row's section and show hidden ones; None if it would be empty."""
        section = index.data(_SECTION_ROLE)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if section is not None:
            hide = menu.addAction(self.tr("Hide “{}”").format(self._titles()[Section(section)]))
            hide.triggered.connect(lambda: self.hide_sections((*self.hidden_sections, section)))
        for name in self.hidden_sections:
            show = menu.addAction(self.tr("Show “{}”").format(self._titles()[Section(name)]))
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

    def _open_row(self, index: QModelIndex, *, in_editor: bool) -> None:
        row = index.data(BEGINNING_ROLE)
        if isinstance(row, (str, SavedSearch)):
            self._ask_for_search(row)
            return
        if isinstance(row, OpenTask):
            row = row.note
        if isinstance(row, NoteEntry) and in_editor:
            self.editor_asked.emit(row.path)
        elif isinstance(row, NoteEntry):
            self.obsidian_asked.emit(row.path, row.uri)

    def _show_row(self, index: QModelIndex) -> None:
        row = index.data(BEGINNING_ROLE)
        if isinstance(row, (str, SavedSearch)):
            self._ask_for_search(row)
        elif isinstance(row, (NoteEntry, OpenTask)):
            self.shown_asked.emit(*_note_and_line(row))

    def _ask_for_search(self, query: str | SavedSearch) -> None:
        if isinstance(query, str):
            self.query_asked.emit(query)
        else:
            self.search_asked.emit(query)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Recent searches and notes"))
        self._fill_rows()

    def _titles(self) -> dict[Section, str]:
        return {
            Section.RECENT: self.tr("Recent searches"),
            Section.SAVED: self.tr("Saved searches"),
            Section.TASKS: self.tr("Tasks due"),
            Section.OPENED: self.tr("Recently opened"),
            Section.CHANGED: self.tr("Recently changed"),
            Section.ON_THIS_DAY: self.tr("On this day"),
            Section.A_YEAR_AGO: self.tr("A year ago"),
            Section.CENTRAL: self.tr("Often linked to, long not opened"),
            Section.UNLINKED: self.tr("Notes without links"),
            Section.QUESTIONS: self.tr("Try asking"),
        }

    def _fill_rows(self) -> None:
        queries, saved, beginnings = self._content
        rows: dict[Section, list[QStandardItem]] = {
            Section.RECENT: [_query_row(query) for query in queries],
            Section.SAVED: [_saved_row(search, count) for search, count in saved],
            Section.TASKS: [_task_row(task) for task in beginnings.tasks],
            Section.OPENED: [_note_row(note) for note in beginnings.opened],
            Section.CHANGED: [_note_row(note, _day_saved(note)) for note in beginnings.changed],
            Section.ON_THIS_DAY: [_note_row(note, day) for day, note in beginnings.on_this_day],
            Section.A_YEAR_AGO: [_note_row(note, day) for day, note in beginnings.a_year_ago],
            Section.CENTRAL: [_note_row(note, _day_saved(note)) for note in beginnings.central],
            Section.UNLINKED: [_note_row(note, _day_saved(note)) for note in beginnings.unlinked],
            Section.QUESTIONS: [_query_row(question) for question in beginnings.questions],
        }
        self._rows.clear()
        for section, title in self._titles().items():
            if rows[section] and section not in self.hidden_sections:
                head = QStandardItem(title)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                head.setData(True, HEAD_ROLE)
                for row in (head, *rows[section]):
                    row.setData(str(section), _SECTION_ROLE)
                    self._rows.appendRow(row)
        self.changed.emit()


def _note_and_line(row: NoteEntry | OpenTask) -> tuple[str, int]:
    return (row.note.path, row.line) if isinstance(row, OpenTask) else (row.path, 0)


def _task_row(task: OpenTask) -> QStandardItem:
    day = short_date(task.due, date.today())
    return two_line_row(
        {BEGINNING_ROLE: task}, task.text, " ".join(task.note.title.split()), day, tip=task.text
    )


def _saved_row(search: SavedSearch, count: NoteCount | None) -> QStandardItem:
    counts = ""
    if count is not None:
        new = tr("%Ln new since yesterday", count.new) if count.new else ""
        counts = " · ".join(filter(None, (tr("%Ln note(s)", count.total), new)))
    second = search.query if search.query != search.name else " "
    spoken = (search.name, counts)
    return two_line_row(
        {BEGINNING_ROLE: search}, search.name, second, counts, tip=search.query, spoken=spoken
    )


def _query_row(query: str) -> QStandardItem:
    return two_line_row({BEGINNING_ROLE: query, PLAIN_ROLE: True}, query)


def _day_saved(note: NoteEntry) -> date:
    return note.modified.astimezone().date()


def _note_row(note: NoteEntry, dated: date | None = None) -> QStandardItem:
    title, day = " ".join(note.title.split()), short_date(dated, date.today())
    # A blank keeps all rows in a section equally high.
    second, spoken = note.folder or " ", (title, note.folder, day)
    return two_line_row({BEGINNING_ROLE: note}, title, second, day, tip=note.path, spoken=spoken)


COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""A topic's number of passages."""
NARROWEST = 32 * GRID
USUAL = 48 * GRID
"""The list's width at first, in device-independent pixels."""
_FREE = 8
"""Letters left free at the end of a wrapped line."""


class TopicList(QListView):
    """Lists all topics, then each with a count; the current row chooses. Hidden without topics."""

    chosen = Signal(int)
    """0 for all topics, else a topic's number, from 1 on."""
    left_upwards = Signal()
    left_onwards = Signal()
    """Enter was pressed: move the keyboard to the topic's results."""
    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QStandardItemModel(self)
        self._topics: tuple[LongQueryTopic, ...] = ()
        self._n_results = 0
        self.setObjectName("topic_list")
        self.setModel(self._rows)
        self.setItemDelegate(TopicDelegate(self))
        show_rows_only(self)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setMinimumWidth(NARROWEST)
        self.selectionModel().currentChanged.connect(
            lambda current: self.chosen.emit(current.row()) if current.isValid() else None
        )
        keep_translated(self, self._set_texts)
        self.hide()

    def show_topics(self, topics: Sequence[LongQueryTopic], n_results: int = 0) -> None:
        """Show a row for all topics, with ``n_results`` passages, then each topic; hide without topics."""
        self._topics, self._n_results = tuple(topics), n_results
        self._fill_rows(0)
        self.setVisible(bool(topics))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Up from the first row and by Enter; pass letters to the field."""
        if is_enter(event) and is_plain(event):
            self.left_onwards.emit()
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        elif types_letter(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Topics in the text"))
        self._fill_rows(max(0, self.currentIndex().row()))

    def _fill_rows(self, current: int) -> None:
        """Write the rows without emitting the current topic again."""
        self.selectionModel().blockSignals(True)
        self._rows.clear()
        if self._topics:
            self._rows.appendRow(_topic_row(self.tr("All topics"), self._n_results, ""))
        for topic in self._topics:
            ranges = ((topic.line_start, topic.line_end), *topic.returns)
            lines = "\n".join(self.tr("lines {} to {} of the text").format(*range_) for range_ in ranges)
            self._rows.appendRow(_topic_row(topic.label, len(topic.results), lines))
        self.setCurrentIndex(self._rows.index(current, 0))
        self.selectionModel().blockSignals(False)


def _topic_row(label: str, count: int, lines: str) -> QStandardItem:
    item = QStandardItem(label)
    item.setData(count, COUNT_ROLE)
    item.setToolTip(tooltip("\n".join(filter(None, (label, lines)))))
    item.setAccessibleText(", ".join((label, phrases.passages(count))))
    return item


class TopicDelegate(QStyledItemDelegate):
    """Paints a topic's words in up to two lines, elided only at the end; and the count."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the lines' height; the width is the view's."""
        view: QWidget | None = option.widget
        width = option.rect.width() if view is None else view.contentsRect().width()
        lines = QFontMetrics(option.font).height() * (2 if _needs_two_lines(option.font, index, width) else 1)
        return QSize(0, lines + 3 * GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        painter.save()
        ground, accent = option.palette.color(QPalette.ColorRole.Window), option.palette.color(ACCENT_ROLE)
        widget: QWidget | None = option.widget
        if option.state & QStyle.StateFlag.State_Selected:
            focused = widget is not None and widget.hasFocus()
            painter.fillRect(option.rect, mixed(ground, accent, SELECTED_SHARE if focused else RESTING_SHARE))
            paint_side_bar(painter, option, accent)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            text = option.palette.color(QPalette.ColorRole.Text)
            painter.fillRect(option.rect, mixed(ground, text, RESTING_SHARE / 2))
        painter.setFont(option.font)
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        area, room = _inner_area(option.rect), _word_width(option.font, index, option.rect.width())
        label = str(index.data())
        if _needs_two_lines(option.font, index, option.rect.width()):
            # A little less than two lines: wrapping leaves room at the first line's end.
            longest = 2 * room - QFontMetrics(option.font).averageCharWidth() * _FREE
            label = QFontMetrics(option.font).elidedText(label, Qt.TextElideMode.ElideRight, longest)
        words = QRect(area.left(), area.top(), room, area.height())
        write_aligned(painter, option, words, label, flag=Qt.TextFlag.TextWordWrap)
        painter.setPen(option.palette.color(SECONDARY_ROLE))
        write_aligned(painter, option, area, _count_text(index), at_end=True, flag=Qt.TextFlag.TextWordWrap)
        painter.restore()


def _inner_area(row: QRect) -> QRect:
    return row.adjusted(4 * GRID, 0, -2 * GRID, 0)


def _count_text(index: AnyIndex) -> str:
    return phrases.number(index.data(COUNT_ROLE))


def _word_width(font: QFont, index: AnyIndex, width: int) -> int:
    """Return the width left beside the count."""
    count = QFontMetrics(font).horizontalAdvance(_count_text(index))
    return max(GRID, _inner_area(QRect(0, 0, width, 1)).width() - count - 2 * GRID)


def _needs_two_lines(font: QFont, index: AnyIndex, width: int) -> bool:
    return QFontMetrics(font).horizontalAdvance(str(index.data())) > _word_width(font, index, width)


class TextLine(QWidget):
    """A quiet sentence about the searched text, and a button to show the text."""

    def __init__(self, show_text: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = plain_label(scale="small", tone="secondary")
        # The sentence gives way to the button.
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button = quiet_button()
        self.button.clicked.connect(show_text.trigger)
        self._action = show_text
        row_of((self.sentence, 1), self.button, within=self, margins=(4 * GRID, 0, 3 * GRID, GRID))
        keep_translated(self, self._set_texts)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence``; hide if empty."""
        self.sentence.setText(sentence)
        self.setVisible(bool(sentence))

    def _set_texts(self) -> None:
        name_button(self.button, self.tr("Show text"), self._action.toolTip())
