"""The results as a table: the rows of the list's own model, in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from vaultsearch.core.values.query import CellKind, NoteProperties
from vaultsearch.gui.results.results_model import ROW_ROLE
from vaultsearch.gui.rows.arrangement import DATE, TITLE, Column, Order, cell_text
from vaultsearch.gui.widgets import AnyIndex, tooltip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QObject

    from vaultsearch.core.values.query import PropertyCell
    from vaultsearch.gui.results.results_model import ResultsModel
    from vaultsearch.gui.rows.arrangement import Arrangement, Row

COLUMN_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""The Column of a cell."""
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
_OF_ORDER = {
    Order.TITLE: (Column(TITLE), False),
    Order.DATE: (Column(DATE), True),
    Order.OLDEST: (Column(DATE), False),
}


def sorted_column(arrangement: Arrangement) -> tuple[Column, bool] | None:
    """Return the column that the rows are sorted by, and whether descending; None if best first."""
    if arrangement.order is Order.COLUMN and arrangement.by_column is not None:
        return arrangement.by_column.column, arrangement.by_column.descending
    return _OF_ORDER.get(arrangement.order)


def order_of(column: Column, *, descending: bool) -> Order:
    """Return the order of the list that sorting by a column is: one of its own, else that by a column."""
    orders = (order for order, sorting in _OF_ORDER.items() if sorting == (column, descending))
    return next(orders, Order.COLUMN)


class ResultsTableModel(QAbstractTableModel):
    """Shows the rows of ``source`` in columns; roles other than texts are the source's."""

    def __init__(self, source: ResultsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._columns: tuple[Column, ...] = ()
        self.properties = NoteProperties()
        self._numeric: frozenset[str] = frozenset()
        source.modelAboutToBeReset.connect(self.beginResetModel)
        source.modelReset.connect(self.endResetModel)
        source.dataChanged.connect(self._pass_on)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, in the order in which they were chosen."""
        return self._columns

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Replace the columns."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self.endResetModel()

    def set_properties(self, properties: NoteProperties) -> None:
        """Replace the values of the properties' columns."""
        self.properties = properties
        self._numeric = _numeric(properties)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, max(0, len(self._columns) - 1))
        if self.rowCount() and self._columns:
            self._pass_on()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Count the rows; a row has none below it."""
        return 0 if parent is not None and parent.isValid() else self._source.rowCount()

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        """Count the columns."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a role, None if it has none."""
        if not index.isValid() or index.row() >= len(self._source.rows):
            return None
        row, column = self._source.rows[index.row()], self._columns[index.column()]
        if role in (COLUMN_ROLE, ROW_ROLE):
            return column if role == COLUMN_ROLE else row
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        text = self._text(row, column, role)
        return self._source.data(self._source.index(index.row()), role) if text is None else text

    def _text(self, row: Row, column: Column, role: int) -> str | None:
        """Return the text of a cell in a role; None if the source has it."""
        text = cell_text(row.result.chunk, column, self._cells(row))
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if column.key == TITLE:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(text)
        return f"{column.title}: {text}" if role == Qt.ItemDataRole.AccessibleTextRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title of a column, with an arrow if the rows are sorted by it."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        by = sorted_column(self._source.arrangement)
        descending = by[1] if by is not None and by[0] == column else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                arrow = {None: "", False: "  ↑", True: "  ↓"}[descending]
                return f"{column.title}{arrow}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._alignment(column) | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.AccessibleTextRole:
                direction = {None: "", False: self.tr("ascending"), True: self.tr("descending")}[descending]
                return ", ".join(filter(None, (column.title, direction)))
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.tr("Sort by {}").format(column.title))
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return that a row can be selected and dragged, as in the list."""
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def _alignment(self, column: Column) -> Qt.AlignmentFlag:
        """Return where a column's texts stand: numbers at the end, so that their digits line up."""
        at_end = column.property_name in self._numeric
        return Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft

    def _cells(self, row: Row) -> Mapping[str, PropertyCell]:
        return self.properties.cells.get(row.result.chunk.path, {})

    def _pass_on(self, first: QModelIndex | None = None, last: QModelIndex | None = None) -> None:
        """Emit that rows, by default all, have other data."""
        top = 0 if first is None else first.row()
        bottom = self.rowCount() - 1 if last is None else last.row()
        self.dataChanged.emit(self.index(top, 0), self.index(bottom, self.columnCount() - 1))


def _numeric(properties: NoteProperties) -> frozenset[str]:
    """Return the names of the properties that have numbers alone."""
    kinds: dict[str, set[CellKind]] = {}
    for cells in properties.cells.values():
        for name, cell in cells.items():
            kinds.setdefault(name, set()).add(cell.kind)
    return frozenset(name for name, cell_kinds in kinds.items() if cell_kinds == {CellKind.NUMBER})
