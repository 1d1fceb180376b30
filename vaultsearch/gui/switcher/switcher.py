"""Ctrl+T: the quick switcher, a field over the window and beneath it the notes and headings that match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from vaultsearch.core.values.switcher import NameKind, NameMatch
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.rows.two_line_rows import (
    BESIDE_ROLE,
    FIRST_MARKS_ROLE,
    SECOND_MARKS_ROLE,
    SECOND_ROLE,
    TwoLineDelegate,
    two_line_height,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import ignore_drops, plain_label, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex

MATCH_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""The NameMatch of a row."""
_WIDTH = 150 * GRID
_ROWS = 8
_ABOVE = 16 * GRID
_SEPARATOR = " · "
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _ROWS, Qt.Key.Key_PageUp: -_ROWS}
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Switcher(QFrame):
    """Lies over ``window`` while it is open; gives the keyboard focus back when it closes."""

    typed = Signal(str)
    """The letters in the field have changed, or it was opened."""
    obsidian_asked = Signal(str, str)
    """A note is to be opened in Obsidian: its path, and the link to it or to a heading."""
    editor_asked = Signal(str)
    """A note, by its path, is to be opened in the default editor."""
    shown_asked = Signal(str, int)
    """A note is to be shown in the preview: its path, and a line of it, 0 for its top."""
    closed = Signal()
    """It was closed: no answer is waited for."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._last_focus: QWidget | None = None
        self.setObjectName("switcher")
        self.setAutoFillBackground(True)
        self.field = QLineEdit()
        ignore_drops(self.field)
        self.field.textChanged.connect(self.typed)
        self.field.installEventFilter(self)
        self._rows = QStandardItemModel(self)
        self.list = _list_of(self._rows)
        self.list.clicked.connect(self._open)
        self.keys = plain_label(scale="small", tone="secondary")
        self.keys.setIndent(GRID)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self.field)
        column.addWidget(self.list)
        column.addWidget(self.keys)
        keep_translated(self, self._set_texts)
        self.hide()

    def open(self) -> None:
        """Open with an empty field, or close if it is open."""
        if self.isVisible():
            self.dismiss()
            return
        window = self.window()
        self._last_focus = window.focusWidget()
        self._fit()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        if self.field.text():
            self.field.clear()
        else:
            self.typed.emit("")

    def dismiss(self) -> None:
        """Hide, and return the keyboard focus."""
        if self.isVisible():
            self._leave()
            if self._last_focus is not None:
                self._last_focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_matches(self, matches: Sequence[NameMatch], *, is_indexing: bool = False) -> None:
        """List matches and select the first one; without any, say so, and whether more notes are to come."""
        self._rows.clear()
        for match in matches:
            self._rows.appendRow(_row(match))
        if not matches:
            nothing = QStandardItem(
                self.tr("No match in the notes indexed so far")
                if is_indexing
                else self.tr("No matching note")
            )
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self._rows.appendRow(nothing)
        self.list.setCurrentIndex(self._rows.index(0, 0))
        self.list.scrollToTop()

    def matches(self) -> list[NameMatch]:
        """Return the listed matches."""
        rows = (self._rows.index(row, 0).data(MATCH_ROLE) for row in range(self._rows.rowCount()))
        return [match for match in rows if match is not None]

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Move through the list and choose while the focus stays in the field."""
        if event.type() == QEvent.Type.FocusOut:
            self._leave()
        if not isinstance(event, QKeyEvent) or not self._takes(event):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self._do(Qt.Key(event.key()), event.modifiers())
        return True

    def _takes(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Right:
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            return plain and self.field.cursorPosition() == len(self.field.text())
        return key in (*_STEPS, *_CHOOSING, Qt.Key.Key_Tab, Qt.Key.Key_Escape)

    def _do(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        current = self.list.currentIndex()
        if key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key in _STEPS:
            to = max(0, min(self._rows.rowCount() - 1, current.row() + _STEPS[key]))
            self.list.setCurrentIndex(self._rows.index(to, 0))
        elif key not in _CHOOSING:
            self._show(current)
        else:
            self._open(current, in_editor=bool(modifiers & Qt.KeyboardModifier.ControlModifier))

    def _open(self, index: QModelIndex, *, in_editor: bool = False) -> None:
        match: NameMatch | None = index.data(MATCH_ROLE)
        if match is None:
            return
        self.dismiss()
        if in_editor:
            self.editor_asked.emit(match.note.path)
        else:
            self.obsidian_asked.emit(match.note.path, match.uri)

    def _show(self, index: QModelIndex) -> None:
        match: NameMatch | None = index.data(MATCH_ROLE)
        if match is not None:
            self.dismiss()
            self.shown_asked.emit(match.note.path, match.line)

    def _leave(self) -> None:
        self.hide()
        self.closed.emit()

    def _fit(self) -> None:
        window = self.window()
        width = min(_WIDTH, window.width() - 8 * GRID)
        height = min(self._height(), window.height() - _ABOVE - 8 * GRID)
        self.setGeometry(0, 0, width, height)
        self.move(QPoint((window.width() - width) // 2, _ABOVE))

    def _height(self) -> int:
        rows = _ROWS * two_line_height(self.list.font())
        return rows + self.field.sizeHint().height() + self.keys.sizeHint().height() + 7 * GRID

    def _set_texts(self) -> None:
        self.field.setPlaceholderText(self.tr("Go to note"))
        self.field.setAccessibleName(self.tr("Go to note"))
        self.list.setAccessibleName(self.tr("Notes"))
        self.keys.setText(self.tr("Enter opens in Obsidian · Ctrl+Enter in the editor · Tab shows it here"))


def _row(match: NameMatch) -> QStandardItem:
    title, folder = " ".join(match.note.title.split()), match.note.folder
    own = match.kind is NameKind.TITLE
    name = "" if own else match.name.replace("\n", " ")
    item = QStandardItem(match.note.title.replace("\n", " "))
    item.setData(match, MATCH_ROLE)
    item.setData(_SEPARATOR.join(filter(None, (name, folder))) or " ", SECOND_ROLE)
    item.setData(_kind(match.kind), BESIDE_ROLE)
    item.setData(match.marks, FIRST_MARKS_ROLE if own else SECOND_MARKS_ROLE)
    item.setToolTip(tooltip("\n".join(filter(None, (match.note.path, name)))))
    item.setAccessibleText(", ".join(filter(None, (title, name, _kind(match.kind), folder))))
    return item


def _kind(kind: NameKind) -> str:
    return {
        NameKind.TITLE: "",
        NameKind.ALIAS: QCoreApplication.translate("Switcher", "alias"),
        NameKind.FILE: QCoreApplication.translate("Switcher", "file name"),
        NameKind.HEADING: QCoreApplication.translate("Switcher", "heading"),
    }[kind]


def _list_of(rows: QStandardItemModel) -> QListView:
    found = QListView()
    found.setObjectName("switcher_list")
    found.setModel(rows)
    found.setItemDelegate(TwoLineDelegate(found))
    found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    found.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
    found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    found.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    return found
