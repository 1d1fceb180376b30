"""The table of results: another view on the list, with the same rows, selection and keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QAbstractItemView, QMenu, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from vaultsearch.core.values.query import NoteProperties, PropertyName
from vaultsearch.core.values.search import Result
from vaultsearch.gui import phrases
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.results.results_model import (
    COLUMN_ROLE,
    KEPT_ROLE,
    RESULT_ROLE,
    ROW_ROLE,
    ResultsModel,
    sorted_column,
)
from vaultsearch.gui.rows.arrangement import (
    DATE,
    FOLDER,
    STANDARD_COLUMNS,
    TAGS,
    TITLE,
    Arrangement,
    Column,
    ResultRow,
)
from vaultsearch.gui.rows.row_painter import RowFonts, paint_basket_dot
from vaultsearch.gui.rows.row_texts import heading_line, short_date
from vaultsearch.gui.rows.two_line_rows import write_aligned
from vaultsearch.gui.theme import (
    ACCENT_BAR_WIDTH,
    ACCENT_ROLE,
    GRID,
    HAIRLINE_SHARE,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mix_colors,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import AnyIndex, action_button, elide_at_word

CELL_SIDE = 3 * GRID
_CELL_EDGE = GRID + 2


class TableDelegate(QStyledItemDelegate):
    """Writes a cell on one line, elided at the end; the table paints the ground."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return the line's height; the width is the column's."""
        return QSize(0, QFontMetrics(RowFonts.of(option.font).title).height() + 2 * _CELL_EDGE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a cell."""
        painter.save()
        column: Column = index.data(COLUMN_ROLE)
        if column.key == TITLE:
            _paint_title(painter, option, index)
        else:
            area = option.rect.adjusted(CELL_SIDE, 0, -CELL_SIDE, 0)
            fonts, palette = RowFonts.of(option.font), option.palette
            at_end = index.data(Qt.ItemDataRole.TextAlignmentRole) == Qt.AlignmentFlag.AlignRight
            painter.setPen(palette.color(QPalette.ColorRole.Text if column.property_name else SECONDARY_ROLE))
            painter.setFont(fonts.small)
            write_aligned(painter, option, area, " ".join(str(index.data()).split()), at_end=at_end)
        painter.restore()


def _paint_title(painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
    """Write the title, the number of folded passages, and in the room left the passage's headings."""
    row: ResultRow = index.data(ROW_ROLE)
    fonts, palette = RowFonts.of(option.font), option.palette
    area = option.rect.adjusted(CELL_SIDE + (4 * GRID if row.beneath else 0), 0, -CELL_SIDE, 0)
    if index.data(KEPT_ROLE):
        paint_basket_dot(painter, option, CELL_SIDE, option.rect.center().y() + 1)
    painter.setPen(palette.color(QPalette.ColorRole.Text))
    title, font = row.result.chunk.title, fonts.text if row.beneath else fonts.title
    beside = ("▾ " if row.unfolded else f"{row.others} ▸ ") if row.others else ""
    painter.setFont(font)
    write_aligned(painter, option, area, " ".join(title.split()))
    width = QFontMetrics(font).horizontalAdvance(title)
    rest = area.adjusted(width + 2 * GRID, 0, 0, 0)
    if rest.width() > 8 * GRID:
        painter.setPen(palette.color(SECONDARY_ROLE))
        before = QFontMetrics(fonts.small).horizontalAdvance(beside)
        room, headings = rest.width() - before, heading_line(row.result.chunk)
        headings = elide_at_word(headings, QFontMetrics(fonts.small), room, or_nothing=True)
        painter.setFont(fonts.small)
        write_aligned(painter, option, rest, f"{beside}{headings}".strip())


_MAX_PROPERTIES = 12
"""Properties in the menu itself; rarer ones are in a submenu."""
_MAX_LETTERS = 40
_IN_COLUMNS = frozenset({"tags", "tag"})
"""Properties shown in a standard column."""


class ColumnsMenu(QMenu):
    """Offers the standard columns, then the vault's properties with their number of notes.

    ``best_first`` is the action for sorting by relevance again.
    """

    def __init__(self, table: ResultsTable, arrangement: Arrangement, best_first: QAction) -> None:
        super().__init__(table)
        self.setObjectName("columns_menu")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(self.tr("Columns"))
        self._table = table
        sorting = self.addMenu(self.tr("Sort by"))
        sorting.setAccessibleName(self.tr("Sort by"))
        sorting.addAction(best_first)
        by = sorted_column(arrangement)
        for column in table.columns:
            action = sorting.addAction(_action_text(column.title))
            action.setCheckable(True)
            action.setChecked(by is not None and by[0] == column)
            action.triggered.connect(lambda _=False, column=column: table.sort_asked.emit(column))
        self.addSeparator()
        for key in STANDARD_COLUMNS:
            action = self._add(self, Column(key), Column(key).title)
            action.setEnabled(key != TITLE)
        self.addSeparator()
        self._add_properties()

    def _add_properties(self) -> None:
        shown = {column.property_name: column for column in self._table.columns if column.property_name}
        offered = [known for known in self._table.properties.names if known.name not in _IN_COLUMNS]
        self._add_named(self, offered[:_MAX_PROPERTIES])
        if rare := offered[_MAX_PROPERTIES:]:
            more = self.addMenu(self.tr("More properties"))
            more.setAccessibleName(self.tr("More properties"))
            self._add_named(more, rare)
        for name in shown.keys() - {known.name for known in offered}:
            self._add(self, shown[name], _action_text(name))

    def _add_named(self, menu: QMenu, names: Sequence[PropertyName]) -> None:
        for name in names:
            text = f"{_action_text(name.name)} ({phrases.format_number(name.count)})"
            self._add(menu, Column.of_property(name.name), text)

    def _add(self, menu: QMenu, column: Column, text: str) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(column in self._table.columns)
        action.triggered.connect(lambda _=False: self._table.toggle_column(column))
        return action


def _action_text(name: str) -> str:
    """Shorten a name for an action; an & would underline the next letter."""
    return phrases.shorten(name, _MAX_LETTERS).replace("&", "&&")


DEFAULT_COLUMNS = ((TITLE, 50 * GRID), (FOLDER, 28 * GRID), (DATE, 26 * GRID), (TAGS, 26 * GRID))
"""The first columns by key, and their widths in device-independent pixels."""
_PROPERTY_WIDTH = 28 * GRID
_KEY = Qt.Key


class ResultsTable(QTreeView):
    """Shows the rows of ``results`` in columns.

    Model and selection are the list's, which also emits the user's requests. ``choose_columns`` opens the
    menu of columns, by a button in the header.
    """

    sort_asked = Signal(object)
    """The Column with a clicked heading."""
    menu_asked = Signal(QPoint)
    """A global position: open the menu of columns there."""
    columns_changed = Signal()

    def __init__(self, results: ResultsList, choose_columns: QAction) -> None:
        super().__init__()
        self._list = results
        # The list has no other model; Qt's method returns the base class.
        self._rows = cast("ResultsModel", results.model())
        # Once the model is reset, rows have no places.
        self._rows.modelAboutToBeReset.connect(self._remember_top)
        self._top: tuple[str, int, int] | None = None
        self.setObjectName("results_table")
        self.setModel(self._rows)
        self.setSelectionModel(results.selectionModel())
        self.setItemDelegate(TableDelegate(self))
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setIndentation(0)
        # Qt then measures one row for all.
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setSelectionMode(results.selectionMode())
        self.setDragDropMode(results.dragDropMode())
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.header()
        header.setSectionsMovable(True)
        header.setSectionsClickable(True)
        header.setFirstSectionMovable(True)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(10 * GRID)
        header.setHighlightSections(False)
        header.sectionClicked.connect(lambda section: self.sort_asked.emit(self._rows.columns[section]))
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(lambda at: self.menu_asked.emit(header.mapToGlobal(at)))
        self.button = action_button(choose_columns)
        self.button.setParent(self.header())
        self.header().installEventFilter(self)
        results.watch_end(self, lambda: not results.is_replacing)
        results.share_menu(self)
        # Rows are as wide as the view: Qt itself would update the columns alone.
        self.selectionModel().selectionChanged.connect(lambda *_: self.viewport().update())
        self.entered.connect(lambda _: self.viewport().update())
        self.set_columns(DEFAULT_COLUMNS)
        keep_translated(
            self,
            lambda: self.setAccessibleName(self.tr("Search results as a table")),
            lambda: header.setAccessibleName(self.tr("Columns")),
            lambda: header.setToolTip(self.tr("Click to sort, right-click to choose columns")),
            self.viewport().update,
        )

    # -- columns

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from left to right."""
        header, columns = self.header(), self._rows.columns
        return tuple(columns[header.logicalIndex(index)] for index in range(len(columns)))

    def column_widths(self) -> tuple[tuple[str, int], ...]:
        """Return the columns' keys and widths from left to right."""
        widths = {column.key: self.columnWidth(index) for index, column in enumerate(self._rows.columns)}
        return tuple((column.key, widths[column.key]) for column in self.columns)

    def set_columns(self, widths: Sequence[tuple[str, int]]) -> None:
        """Show columns from left to right, by key and width, a date in full; ignore unknown keys."""
        known = {key: width for key, width in widths if Column(key).is_known}
        if TITLE not in known:
            known = {TITLE: DEFAULT_COLUMNS[0][1], **known}
        self._list.set_columns([Column(key) for key in known])
        room = QFontMetrics(RowFonts.of(self.font()).small).horizontalAdvance
        days = (short_date(date(2000, month, 28), date.min) for month in range(1, 13))
        least = {DATE: max(map(room, days)) + 2 * CELL_SIDE}
        for place, (key, width) in enumerate(known.items()):
            index = self._rows.columns.index(Column(key))
            self.header().moveSection(self.header().visualIndex(index), place)
            self.setColumnWidth(index, max(least.get(key, self.header().minimumSectionSize()), width))
        self.columns_changed.emit()

    def toggle_column(self, column: Column) -> None:
        """Add a column at the end, or remove it."""
        widths = dict(self.column_widths())
        if widths.pop(column.key, None) is None:
            widths[column.key] = dict(DEFAULT_COLUMNS).get(column.key, _PROPERTY_WIDTH)
        self.set_columns(tuple(widths.items()))

    def show_properties(self, properties: NoteProperties) -> None:
        """Show properties' values."""
        self._rows.set_properties(properties)

    @property
    def properties(self) -> NoteProperties:
        """The vault's properties, and the shown values."""
        return self._rows.properties

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the button at the header's end."""
        header, button = self.header(), self.button
        if watched is header and event.type() == QEvent.Type.Resize:
            button.resize(7 * GRID, header.height() - 1)
            button.move(0 if self.isRightToLeft() else header.width() - button.width(), 0)
        return super().eventFilter(watched, event)

    # -- the list beneath

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move through the rows; leave every other key to the list."""
        moves = (_KEY.Key_Down, _KEY.Key_PageUp, _KEY.Key_PageDown, _KEY.Key_Home, _KEY.Key_End)
        upwards = event.key() == _KEY.Key_Up and self.currentIndex().row() > 0
        if upwards or event.key() in moves:
            super().keyPressEvent(event)
        elif event.key() in (_KEY.Key_Left, _KEY.Key_Right):
            self._list.folds(event)
        else:
            self._list.keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the list's selection."""
        self._list.startDrag(actions)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Keep the current passage in place on the screen if the rows were replaced; show another one."""
        # Qt would scroll the row just into sight.
        self.setAutoScroll(not self._list.is_replacing)
        super().currentChanged(current, previous)
        self.setAutoScroll(True)
        result: Result | None = current.data(RESULT_ROLE)
        if result is None or not self._list.is_replacing or not self.isVisible():
            return
        self.executeDelayedItemsLayout()
        bar, top = self.verticalScrollBar(), self._top
        if top is None:
            self.scrollTo(current)
        elif top[0] == result.chunk.id:
            bar.setValue(top[1] + self.visualRect(current).top() + bar.value() - top[2])
        else:
            bar.setValue(0)
            self.scrollTo(current)
        if bar.maximum() == 0 and not self._list.arrangement.grouped:
            # There is nothing to scroll, and room for more rows.
            self._list.end_neared.emit()

    def _remember_top(self) -> None:
        """Remember the current row's place before the rows are replaced."""
        result: Result | None = self.currentIndex().data(RESULT_ROLE)
        scrolled_to = self.verticalScrollBar().value()
        top = self.visualRect(self.currentIndex()).top() + scrolled_to
        self._top = None if result is None else (result.chunk.id, scrolled_to, top)

    # -- looks

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a row's ground as wide as the view, then the cells."""
        line = option.rect
        line.setLeft(0)
        line.setRight(self.viewport().width())
        palette = self.palette()
        ground, accent = palette.color(QPalette.ColorRole.Window), palette.color(ACCENT_ROLE)
        if self.selectionModel().isSelected(index):
            share = SELECTED_SHARE if self.hasFocus() else RESTING_SHARE
            painter.fillRect(line, mix_colors(ground, accent, share))
            edge = line.right() + 1 - ACCENT_BAR_WIDTH if self.isRightToLeft() else line.left()
            painter.fillRect(edge, line.top(), ACCENT_BAR_WIDTH, line.height(), accent)
        elif self.underMouse() and line.contains(self.viewport().mapFromGlobal(self.cursor().pos())):
            text = palette.color(QPalette.ColorRole.Text)
            painter.fillRect(line, mix_colors(ground, text, RESTING_SHARE / 2))
        if index.data(ROW_ROLE).begins_related:
            hairline = mix_colors(ground, palette.color(QPalette.ColorRole.Text), 3 * HAIRLINE_SHARE)
            painter.fillRect(line.left(), line.top(), line.width(), 1, hairline)
        # The style would fill a selected row, too, in another colour.
        option.palette.setBrush(QPalette.ColorRole.Highlight, Qt.BrushStyle.NoBrush)
        super().drawRow(painter, option, index)
