"""Ctrl+T: the quick switcher, a field over the window and beneath it the notes and headings that match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QWidget

from vaultsearch.core.values.query import NameKind, NameMatch
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.overlay import CHOOSING, FieldOverlay
from vaultsearch.gui.rows.two_line_rows import (
    BESIDE_ROLE,
    FIRST_MARKS_ROLE,
    SECOND_MARKS_ROLE,
    SECOND_ROLE,
    TwoLineDelegate,
    two_line_height,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import plain_label, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex

MATCH_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""The NameMatch of a row."""
_WIDTH = 150 * GRID
_ROWS = 8
_SEPARATOR = " · "


class Switcher(FieldOverlay):
    """Lists the notes and headings over ``window`` whose names match the letters in its field."""

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
        self.list = _list_of_matches()
        super().__init__("switcher", self.list, _WIDTH, window)
        self._rows = QStandardItemModel(self)
        self.list.setModel(self._rows)
        self.list.clicked.connect(self._open)
        self.field.textEdited.connect(self.typed)
        self.keys = plain_label(scale="small", tone="secondary")
        self.keys.setIndent(GRID)
        self.column.addWidget(self.keys)
        keep_translated(self, self._set_texts)

    def fill(self) -> None:
        """Ask for the notes to begin with."""
        self._rows.clear()
        self.typed.emit("")

    def usual_height(self) -> int:
        """Return room for eight notes."""
        rows = _ROWS * two_line_height(self.list.font())
        return rows + self.field.sizeHint().height() + self.keys.sizeHint().height() + 8 * GRID

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key chooses: Right does behind the last letter."""
        if event.key() == Qt.Key.Key_Right:
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            return plain and self.field.cursorPosition() == len(self.field.text())
        return event.key() == Qt.Key.Key_Tab or super().takes(event)

    def choose(self, event: QKeyEvent) -> None:
        """Open the selected note, in the editor with Ctrl; by Tab and Right, show it."""
        if event.key() in CHOOSING:
            in_editor = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._open(self.list.currentIndex(), in_editor=in_editor)
        else:
            self._show(self.list.currentIndex())

    def hideEvent(self, event: QHideEvent) -> None:
        """Wait for no answer."""
        super().hideEvent(event)
        self.closed.emit()

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
        self.select(0)
        self.list.scrollToTop()

    def matches(self) -> list[NameMatch]:
        """Return the listed matches."""
        rows = (self._rows.index(row, 0).data(MATCH_ROLE) for row in range(self._rows.rowCount()))
        return [match for match in rows if match is not None]

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


def _list_of_matches() -> QListView:
    list_view = QListView()
    list_view.setObjectName("switcher_list")
    list_view.setItemDelegate(TwoLineDelegate(list_view))
    list_view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    list_view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
    list_view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    list_view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    return list_view
