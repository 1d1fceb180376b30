"""The list in the basket: its order is the user's, by dragging or by Alt with the arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from vaultsearch.gui.retranslation import keep_translated
from vaultsearch.gui.rows.row_text import heading_line
from vaultsearch.gui.rows.two_line_rows import BESIDE_ROLE, SECOND_ROLE, TwoLineDelegate
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.search import Chunk

ID_ROLE = int(Qt.ItemDataRole.UserRole) + 10
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class BasketList(QListView):
    """Shows passages; what the user does with them is told, and shown once the basket says so."""

    arranged = Signal(list)
    """Ids of passages, in their new order."""
    removed = Signal(list)
    """Ids of passages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QStandardItemModel(self)
        self.setObjectName("basket_list")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Passages in the basket")))
        self.setModel(self._rows)
        self.setItemDelegate(TwoLineDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, chunks: Sequence[Chunk], takes: Mapping[str, str]) -> None:
        """Show passages and what each takes, by its id; the selected row stays selected."""
        row = max(0, self.currentIndex().row())
        selected = self.currentIndex().data(ID_ROLE)
        ids = [chunk.id for chunk in chunks]
        self._rows.clear()
        for chunk in chunks:
            self._rows.appendRow(_row(chunk, takes.get(chunk.id, "")))
        row = ids.index(selected) if selected in ids else min(row, len(ids) - 1)
        self.setCurrentIndex(self._rows.index(row, 0))

    def ids(self) -> list[str]:
        """Give the passages, by their ids, as they stand."""
        return [self._rows.index(row, 0).data(ID_ROLE) for row in range(self._rows.rowCount())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the passage, or take it out."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space):
            if self.currentIndex().isValid():
                self.removed.emit([self.currentIndex().data(ID_ROLE)])
        elif key in _STEPS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._move(_STEPS[key])
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell the order that a passage was dropped into."""
        selected = self.currentIndex().data(ID_ROLE)
        target = self.indexAt(event.position().toPoint())
        before = target.row() if target.isValid() else self._rows.rowCount()
        if target.isValid() and event.position().y() > self.visualRect(target).center().y():
            before += 1
        event.setDropAction(Qt.DropAction.CopyAction)  # the rows are shown anew: Qt is to remove none
        event.accept()
        self._place(str(selected), before)

    def _move(self, step: int) -> None:
        row = self.currentIndex().row()
        if 0 <= row + step < self._rows.rowCount():
            self._place(str(self.currentIndex().data(ID_ROLE)), row + step + (step > 0))

    def _place(self, chunk_id: str, before: int) -> None:
        """Tell the order with a passage ``before`` the row of that number."""
        ids = self.ids()
        rest = [one for one in ids[:before] if one != chunk_id]
        self.arranged.emit([*rest, chunk_id, *(one for one in ids[before:] if one != chunk_id)])


def _row(chunk: Chunk, takes: str) -> QStandardItem:
    """Make a row that can be dragged between others, not onto one."""
    item = QStandardItem(chunk.title)
    item.setData(chunk.id, ID_ROLE)
    item.setData(heading_line(chunk) or chunk.text.split("\n")[0], SECOND_ROLE)
    item.setData(takes, BESIDE_ROLE)
    item.setToolTip(tooltip(chunk.text))
    item.setAccessibleText(", ".join(filter(None, (chunk.title, heading_line(chunk, ", "), takes))))
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
    return item
