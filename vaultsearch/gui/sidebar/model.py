"""The sidebar's rows as Qt's model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from vaultsearch.gui import phrases
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from vaultsearch.gui.sidebar.sidebar_rows import Row

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The Row."""

_Index = QModelIndex | QPersistentModelIndex


class SidebarModel(QAbstractItemModel):
    """Holds the rows and answers roles; ``frozen`` facets are shown, but cannot be chosen."""

    renamed = Signal(int, str)
    """The place of a saved search, and what it is to be called."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        # By number, as indexes carry it: one from before a reset must not lead to a row that is gone.
        self._numbered: dict[int, Row] = {}
        self._numbers: dict[Row, int] = {}
        self._frozen = False

    def replace(self, rows: list[Row], *, frozen: bool) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows, self._frozen = rows, frozen
        self._numbered = dict(enumerate((row for heading in rows for row in heading.all()), start=1))
        self._numbers = {row: number for number, row in self._numbered.items()}
        self.endResetModel()

    def indexes(self) -> dict[str, QModelIndex]:
        """Give where each row is, by its key."""
        return {row.key: self._index(row) for row in self._numbered.values()}

    def index(self, row: int, column: int, parent: _Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's default
        """Give where a row is."""
        rows = self._beneath(parent)
        if column == 0 and 0 <= row < len(rows):
            return self.createIndex(row, column, self._numbers[rows[row]])
        return QModelIndex()

    def parent(self, index: _Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008 - Qt's default
        """Give the row above, of a heading none."""
        row = self._row(index)
        return QModelIndex() if row is None or row.parent is None else self._index(row.parent)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Count the rows beneath one."""
        return len(self._beneath(parent))

    def columnCount(self, _parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """There is one column."""
        return 1

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer a role."""
        row = self._row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return row.label
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(_said_more(self, row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return _said(self, row)
            case _:
                return row if role == ROW_ROLE else None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Have a saved search called something else."""
        row = self._row(index)
        if row is None or row.saved is None or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(row.place, str(value))
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Tell what can be done with a row: saved searches can be renamed."""
        row = self._row(index)
        if row is None or (row.facet is not None and self._frozen):
            return Qt.ItemFlag.NoItemFlags
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsEditable if row.saved is not None else plain

    def _beneath(self, parent: _Index) -> list[Row]:
        row = self._row(parent)
        return self._rows if row is None else row.rows

    def _row(self, index: _Index) -> Row | None:
        return self._numbered.get(index.internalId()) if index.isValid() else None

    def _index(self, row: Row) -> QModelIndex:
        among = self._rows if row.parent is None else row.parent.rows
        return self.createIndex(among.index(row), 0, self._numbers[row])


def _said_more(model: QObject, row: Row) -> str:
    if row.saved is not None:
        return row.saved.query
    if row.facet is None or row.count is None:
        return ""
    counted = f"{row.facet.value}: {phrases.notes(row.count)}"
    return model.tr("{} (a click takes it out of the query)").format(counted) if row.facet.chosen else counted


def _said(model: QObject, row: Row) -> str:
    if row.count is None:
        return row.label
    said = f"{row.label}, {phrases.notes(row.count)}"
    return model.tr("{}, chosen").format(said) if row.facet is not None and row.facet.chosen else said
