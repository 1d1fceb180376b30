"""The results' Qt model: a tuple of rows, answered by role, and in the table by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QAbstractTableModel, QDate, QLocale, QObject, Qt

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.query import CellKind, NoteProperties
from vaultsearch.core.values.search import Chunk, Result
from vaultsearch.core.values.times import DateOrigin
from vaultsearch.gui.file_kinds import kind_name, page_in_file
from vaultsearch.gui.rows.arrangement import (
    DATE,
    TITLE,
    Arrangement,
    Column,
    Order,
    ResultRow,
    arrange_results,
    cell_text,
)
from vaultsearch.gui.rows.row_texts import heading_line, reason_beside, shown_snippet
from vaultsearch.gui.widgets import AnyIndex, literal_tooltip

RESULT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 2
KEPT_ROLE = int(Qt.ItemDataRole.UserRole) + 3
"""Whether the passage is in the basket."""
COLUMN_ROLE = int(Qt.ItemDataRole.UserRole) + 20
_COLUMN_BY_ORDER = {
    Order.TITLE: (Column(TITLE), False),
    Order.DATE: (Column(DATE), True),
    Order.OLDEST: (Column(DATE), False),
}


def sorted_column(arrangement: Arrangement) -> tuple[Column, bool] | None:
    """Return the column behind the rows' order, and whether descending; None if best first."""
    if arrangement.order is Order.COLUMN and arrangement.by_column is not None:
        return arrangement.by_column.column, arrangement.by_column.descending
    return _COLUMN_BY_ORDER.get(arrangement.order)


def order_of(column: Column, *, descending: bool) -> Order:
    """Return the list order for sorting by a column: a named order, else Order.COLUMN."""
    orders = (order for order, sorting in _COLUMN_BY_ORDER.items() if sorting == (column, descending))
    return next(orders, Order.COLUMN)


class ResultsModel(QAbstractTableModel):
    """Holds the results, best first, and the rows made from them; replaces both whole.

    A list of the rows has the first column, which is the title's.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.results: tuple[Result, ...] = ()
        """The results, best first, shown or folded."""
        self.arrangement: Arrangement = Arrangement()
        self.rows: tuple[ResultRow, ...] = ()
        self._ids_in_basket: frozenset[str] = frozenset()
        self.topics_by_note: Mapping[str, Sequence[str]] = {}
        self.columns: tuple[Column, ...] = (Column(TITLE),)
        self.properties = NoteProperties()
        self._numeric: frozenset[str] = frozenset()

    def replace(self, results: tuple[Result, ...]) -> None:
        """Replace the results."""
        self._rebuild(results, self.arrangement)

    def arrange(self, arrangement: Arrangement) -> None:
        """Replace the arrangement."""
        self._rebuild(self.results, arrangement)

    def fold_all(self) -> None:
        """Fold every note, for another query's results."""
        self.arrangement = replace(self.arrangement, unfolded=frozenset())

    def mark_kept(self, chunk_ids: frozenset[str]) -> None:
        """Mark the passages in the basket."""
        if chunk_ids != self._ids_in_basket:
            self._ids_in_basket = chunk_ids
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0), [KEPT_ROLE])

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Replace the columns, the title's among them."""
        self.beginResetModel()
        self.columns = tuple(sorted(columns, key=lambda column: column.key != TITLE))
        self.endResetModel()

    def set_properties(self, properties: NoteProperties) -> None:
        """Replace the values in the properties' columns."""
        self.properties = properties
        kinds: dict[str, set[CellKind]] = {}
        for cells in properties.cells.values():
            for name, cell in cells.items():
                kinds.setdefault(name, set()).add(cell.kind)
        self._numeric = frozenset(name for name, own in kinds.items() if own == {CellKind.NUMBER})
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)
        if self.rows:
            last = self.index(len(self.rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def row_of(self, chunk: Chunk) -> int | None:
        """Return a passage's row, else the first of the note, None if no row shows it.

        Ids count a note's passages: with a section added above, another passage has the id. An edited passage
        keeps only the id.
        """
        places = [(index, row.result.chunk) for index, row in enumerate(self.rows)]
        of_note = [index for index, other in places if other.path == chunk.path]
        same = [index for index in of_note if self.rows[index].result.chunk.content == chunk.content]
        alike = [index for index, other in places if other.id == chunk.id]
        return next(iter([row for row in same if row in alike] or same or alike or of_note), None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Count the rows; a row has no children."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        """Count the columns."""
        return 0 if parent is not None and parent.isValid() else len(self.columns)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Let rows be selected and dragged."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a role's data, None for other roles."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == RESULT_ROLE:
            return row.result
        if role in (COLUMN_ROLE, ROW_ROLE):
            return column if role == COLUMN_ROLE else row
        if role == KEPT_ROLE:
            return row.result.chunk.id in self._ids_in_basket
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        return self._text(row, role) if column.key == TITLE else self._cell(row.result.chunk, column, role)

    def _cell(self, chunk: Chunk, column: Column, role: int) -> str | None:
        text = cell_text(chunk, column, self.properties.cells.get(chunk.path, {}))
        texts: dict[int, str] = {
            Qt.ItemDataRole.DisplayRole: text,
            Qt.ItemDataRole.ToolTipRole: literal_tooltip(text),
            Qt.ItemDataRole.AccessibleTextRole: f"{column.title}: {text}",
        }
        return texts.get(role)

    def _text(self, row: ResultRow, role: int) -> str | None:
        result = row.result
        if role == Qt.ItemDataRole.DisplayRole:
            return result.chunk.title
        if role == Qt.ItemDataRole.ToolTipRole:
            chunk, page = result.chunk, page_in_file(result.chunk)
            topics = self.topics_by_note.get(chunk.path, ())
            topic = self.tr("Topic: {}").format(topics[-1].replace("/", " › ")) if topics else ""
            dated, date_sentence = chunk.date, ""
            if dated is not None:
                sentences = {
                    DateOrigin.PROPERTY: self.tr("{}: date from the note's properties"),
                    DateOrigin.NAME: self.tr("{}: date from the note's name"),
                    DateOrigin.SAVED: self.tr("{}: last saved"),
                }
                day = QDate(dated.day.year, dated.day.month, dated.day.day)
                shown_day = QLocale().toString(day, QLocale.FormatType.LongFormat)
                date_sentence = sentences[dated.origin].format(shown_day)
            lines = (chunk.path, page, topic, result.why, reason_beside(result), date_sentence)
            return literal_tooltip("\n".join(filter(None, lines)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state_text = self.tr("in the basket") if result.chunk.id in self._ids_in_basket else ""
            more = self.tr("%Ln more passage(s)", None, row.others) if row.others and not row.unfolded else ""
            headings, text = heading_line(result.chunk, ", "), shown_snippet(result).text
            kind = kind_name(result.chunk.kind) if result.chunk.kind is not FileKind.NOTE else ""
            parts = (result.chunk.title, kind, headings, text, more, state_text, reason_beside(result))
            return ", ".join(part for part in parts if part)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the column's title, with an arrow if the rows are sorted by it."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        by = sorted_column(self.arrangement)
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
                return literal_tooltip(self.tr("Sort by {}").format(column.title))
        return None

    def _alignment(self, column: Column) -> Qt.AlignmentFlag:
        """Return the column's alignment: numbers at the end, to line up their digits."""
        at_end = column.property_name in self._numeric
        return Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft

    def _rebuild(self, results: tuple[Result, ...], arrangement: Arrangement) -> None:
        self.beginResetModel()
        self.results, self.arrangement = results, arrangement
        self.rows = arrange_results(results, arrangement)
        self.endResetModel()
