"""The headings of a note as rows of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from vaultsearch.gui.tooltips import tooltip

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Heading

LEVEL_ROLE = Qt.ItemDataRole.UserRole
"""How deep a heading stands: 0 for those of the note's highest level."""


class OutlineModel(QAbstractListModel):
    """Answers roles from a tuple of headings; the one that is read is semibold."""

    def __init__(self) -> None:
        super().__init__()
        self._headings: tuple[Heading, ...] = ()
        self._read = -1

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The rows' headings."""
        return self._headings

    @property
    def read(self) -> int:
        """The row of the heading that is read, -1 for none."""
        return self._read

    def take(self, headings: tuple[Heading, ...]) -> None:
        """Have other rows."""
        self.beginResetModel()
        self._headings, self._read = headings, -1
        self.endResetModel()

    def mark(self, row: int) -> None:
        """Have another row as the one that is read."""
        former, self._read = self._read, row
        for changed in {former, row} - {-1}:
            self.dataChanged.emit(self.index(changed), self.index(changed))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """Count the headings."""
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        """Give a heading's text, level, font."""
        if not index.isValid() or index.row() >= len(self._headings):
            return None
        heading = self._headings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return heading.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(heading.text)
        if role == LEVEL_ROLE:
            return heading.level - min(one.level for one in self._headings)
        if role == Qt.ItemDataRole.FontRole and index.row() == self._read:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None
