"""The list of passages: keeps the selection through better answers; its titles show a preview."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultsearch.gui.file_kinds import kind_icons
from vaultsearch.gui.results.results_model import KEPT_ROLE, RESULT_ROLE, ROW_ROLE, ResultsModel
from vaultsearch.gui.rows.pictures import Thumbnails
from vaultsearch.gui.rows.row_painter import (
    SEPARATOR,
    SIDE,
    RowFonts,
    RowPainter,
    RowStyle,
    has_second_line,
    heading_line,
    row_height,
    title_end,
)
from vaultsearch.gui.rows.two_line_rows import RowFading
from vaultsearch.gui.theme import (
    ACCENT_ROLE,
    BAR,
    GRID,
    HAIRLINE_SHARE,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import AnyIndex, Glimpse, is_plain, show_rows_only, types_letter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QKeyEvent, QPixmap

    from vaultsearch.core.values.note import FileKind
    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.rows.arrangement import Arrangement, Row
    from vaultsearch.gui.theme import Icons, Tokens


_LEAVING = (QEvent.Type.Leave, QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.Hide)


class RowGlimpse(QObject):
    """Watches the pointer over ``view``; ``has_title`` tells whether a row has its title at a point."""

    def __init__(self, view: QAbstractItemView, has_title: Callable[[QModelIndex, QPoint], bool]) -> None:
        super().__init__(view)
        self._view, self._has_title = view, has_title
        self._place = QPoint()
        self._glimpse = Glimpse(view.viewport(), self._look)
        view.viewport().installEventFilter(self)

    def eventFilter(self, _viewport: QObject, event: QEvent) -> bool:
        """Follow the pointer; keep the row's own tooltip away while it is on a title."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._place = event.position().toPoint()
            self._glimpse.come_to(self._title_at(self._place))
        elif event.type() in _LEAVING:
            self._glimpse.come_to(None)
        return event.type() == QEvent.Type.ToolTip and self._glimpse.subject is not None

    def show_current(self) -> None:
        """Show the passage of the current row below it."""
        view, index = self._view, self._view.currentIndex()
        if index.isValid():
            self._show(
                index.data(RESULT_ROLE), view.viewport().mapToGlobal(view.visualRect(index).bottomLeft())
            )

    def _title_at(self, place: QPoint) -> str | None:
        index = self._view.indexAt(place)
        if not index.isValid() or not self._has_title(index, place):
            return None
        result: Result = index.data(RESULT_ROLE)
        return result.chunk.id

    def _look(self) -> None:
        # Rows may have come or gone beneath the resting pointer.
        index = self._view.indexAt(self._place)
        if self._title_at(self._place) == self._glimpse.subject and index.isValid():
            self._show(index.data(RESULT_ROLE), self._view.viewport().mapToGlobal(self._place))

    def _show(self, result: Result, place: QPoint) -> None:
        chunk = result.chunk
        title = SEPARATOR.join(filter(None, (chunk.title, heading_line(chunk))))
        self._glimpse.show(place, title, chunk.text)


_DOT = 6
"""Diameter in pixels of the dot beside a passage that is in the basket."""


class ResultsDelegate(QStyledItemDelegate):
    """Paints a passage: title, folder and date once per run of a note, then headings and two lines of text.

    ``fading`` tells how opaque each row is at the moment.
    """

    def __init__(self, fading: RowFading, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fading = fading
        self.style = RowStyle()
        """The density of the list."""
        self.thumbnails = Thumbnails(self)
        self.kinds: Mapping[FileKind, QPixmap] = {}
        """The icons of kinds of files, in the theme's colour."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of the row's kind; the width is the view's."""
        row: Row = index.data(ROW_ROLE)
        under_heading = has_second_line(row.result)
        height = row_height(option.font.toString(), self.style, leads=row.leads, under_heading=under_heading)
        return QSize(0, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        row: Row = index.data(ROW_ROLE)
        painter.save()
        painter.setOpacity(self._fading.opacity(row.result.chunk.id))
        if option.state & QStyle.StateFlag.State_Selected:
            _paint_selected(painter, option)
        else:
            _paint_resting(painter, option, row.leads and index.row() > 0 and not row.begins_related)
        if index.data(KEPT_ROLE):
            _paint_dot(painter, option, self.style)
        thumbnail = self.thumbnails.image(row.result.chunk)
        indent = 4 * GRID if row.beneath else 0
        RowPainter(painter, option, self.style, indent, self.kinds, thumbnail).write(row)
        below: Row | None = index.sibling(index.row() + 1, 0).data(ROW_ROLE)
        if row.begins_related:
            _paint_line(painter, option, option.rect.top())
        if below is not None and below.begins_related:
            _paint_line(painter, option, option.rect.bottom() + 1)
        painter.restore()


def _paint_line(painter: QPainter, option: QStyleOptionViewItem, left: int) -> None:
    """Paint the line above the first row that is merely related, its half within this row.

    It lies over the margins of two rows: with room of its own it moved the rows below when it came.
    """
    rect, palette = option.rect, option.palette
    font = RowFonts.of(option.font).small
    text = tr("related, without your words")
    height = QFontMetrics(font).height()
    area = QRect(rect.left() + SIDE, left - height // 2, rect.width() - 2 * SIDE, height)
    painter.setClipRect(rect)
    painter.setFont(font)
    painter.setPen(palette.color(SECONDARY_ROLE))
    shown = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
    painter.drawText(area, int(shown | Qt.AlignmentFlag.AlignVCenter), text)
    width = QFontMetrics(font).horizontalAdvance(text) + 2 * GRID
    line = QRect(area.left() + width, left, area.width() - width, 1)
    ground, ink = palette.color(QPalette.ColorRole.Window), palette.color(QPalette.ColorRole.Text)
    painter.fillRect(QStyle.visualRect(option.direction, area, line), mixed(ground, ink, HAIRLINE_SHARE))


def _paint_dot(painter: QPainter, option: QStyleOptionViewItem, style: RowStyle) -> None:
    """Mark a passage that is in the basket, beside its first line."""
    rect = option.rect
    top = rect.top() + RowFonts.of(option.font).first_middle(style) - _DOT // 2
    dot = QRect(rect.left() + (SIDE - _DOT) // 2 + 1, top, _DOT, _DOT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(option.palette.color(ACCENT_ROLE))
    painter.drawEllipse(QStyle.visualRect(option.direction, rect, dot))


def _paint_selected(painter: QPainter, option: QStyleOptionViewItem) -> None:
    rect, accent = option.rect, option.palette.color(ACCENT_ROLE)
    ground = option.palette.color(QPalette.ColorRole.Window)
    widget: QWidget | None = option.widget
    focused = widget is not None and widget.hasFocus()
    painter.fillRect(rect, mixed(ground, accent, SELECTED_SHARE if focused else RESTING_SHARE))
    bar = QRect(rect.left(), rect.top(), BAR, rect.height())
    colour = accent if focused else mixed(ground, accent, 0.75)
    painter.fillRect(QStyle.visualRect(option.direction, rect, bar), colour)


def _paint_resting(painter: QPainter, option: QStyleOptionViewItem, line: bool) -> None:
    rect, palette = option.rect, option.palette
    ground = palette.color(QPalette.ColorRole.Window)
    if option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, mixed(ground, palette.color(QPalette.ColorRole.Text), RESTING_SHARE / 2))
    if line:
        colour = mixed(ground, palette.color(QPalette.ColorRole.Text), HAIRLINE_SHARE)
        painter.fillRect(QRect(rect.left() + SIDE, rect.top(), rect.width() - 2 * SIDE, 1), colour)


class ResultsList(QListView):
    """Shows results. Selects the first one, whichever comes first, unless the user chose a row."""

    selected = Signal(object)
    """The Result that is selected now, or None."""
    left_upwards = Signal()
    """Up was pressed on the first row."""
    end_neared = Signal()
    """The last rows are about to come into sight."""
    typed = Signal(str)
    """A letter was typed here that belongs in the field."""
    actions_asked = Signal()
    """The actions for the selected passage are to be listed."""
    dragged = Signal()
    """The selected passages are being dragged out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results = ResultsModel(self)
        # Whether the user chose a row; until then, the first one is selected, whichever it is.
        self._chosen = False
        self._replacing = False
        self._is_new = True
        self._announced: Result | None = None
        self.fading = RowFading(self.viewport())
        self.setObjectName("results_list")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Search results")))
        self.setModel(self._results)
        self.selectionModel().currentChanged.connect(self._choose)
        self.selectionModel().selectionChanged.connect(self._choose_several)
        self._rows = ResultsDelegate(self.fading, self)
        self.setItemDelegate(self._rows)
        self.thumbnails = self._rows.thumbnails
        self.thumbnails.arrived.connect(self.viewport().update)
        show_rows_only(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        self.setMinimumWidth(240)
        self.glimpse = RowGlimpse(self, self._has_title)
        self.verticalScrollBar().valueChanged.connect(self._look_for_end)

    def apply_theme(self, icons: Icons, tokens: Tokens) -> None:
        """Set the icons of kinds of files in the colour of a theme."""
        self._rows.kinds = kind_icons(icons, tokens)
        self.viewport().update()

    def set_row_style(self, style: RowStyle) -> None:
        """Set the density of the rows."""
        if style != self._rows.style:
            self._rows.style = style
            # All rows have other heights now.
            self.scheduleDelayedItemsLayout()
            self.viewport().update()

    def _has_title(self, index: QModelIndex, place: QPoint) -> bool:
        row: Row = index.data(ROW_ROLE)
        first_line = RowFonts.of(self.font()).first_middle(self._rows.style) * 2 - self._rows.style.edge
        return row.leads and place.y() < self.visualRect(index).top() + first_line

    @property
    def results(self) -> tuple[Result, ...]:
        """The results, best first."""
        return self._results.results

    @property
    def arrangement(self) -> Arrangement:
        """The arrangement of the results."""
        return self._results.arrangement

    def current(self) -> Result | None:
        """Return the selected result, else the first, None without results."""
        result: Result | None = self.currentIndex().data(RESULT_ROLE)
        return result or next(iter(self.results), None)

    def selection(self) -> tuple[Result, ...]:
        """Return the selected results in the list's order, else the current one."""
        chosen = sorted(self.selectedIndexes(), key=QModelIndex.row)
        results = tuple(index.data(RESULT_ROLE) for index in chosen)
        current = self.current()
        return results or (() if current is None else (current,))

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Leave the drag to others: its formats are not the model's."""
        self.dragged.emit()

    def start_query(self) -> None:
        """Forget the user's choice of a row: another query was asked."""
        self._chosen = False
        self._is_new = True
        self._results.fold_all()
        self.verticalScrollBar().setValue(0)

    def replace(self, results: tuple[Result, ...]) -> None:
        """Show ``results``; the chosen passage stays selected and in its place on the screen.

        Rows of a better answer to the same query are in their places at once, and fade in there.
        """
        former_tops = {} if self._is_new else self._places()
        # Rows that come after none are a new answer: none of them has moved.
        self._is_new = not results
        self._change(lambda: self._results.replace(results), self.current() if self._chosen else None)
        self._fade_in_moved(former_tops)

    def arrange(self, arrangement: Arrangement) -> None:
        """Arrange the rows anew; the selected passage stays selected, else its note."""
        if arrangement != self.arrangement:
            self._change(lambda: self._results.arrange(arrangement), self.current())

    def mark_kept(self, chunk_ids: frozenset[str]) -> None:
        """Mark the passages that are in the basket."""
        self._results.mark_kept(chunk_ids)

    def name_topics(self, topics_by_note: Mapping[str, Sequence[str]]) -> None:
        """Name the topics of notes, by their paths, in the tooltips of rows."""
        self._results.topics_by_note = topics_by_note

    def _change(self, change: Callable[[], None], passage: Result | None) -> None:
        """Change the rows; ``passage`` stays selected and in its place on the screen."""
        before, top, offset = self.currentIndex(), self._top(), self.verticalScrollBar().value()
        row = before.row() if before.isValid() else 0
        others = self._others_selected() if passage is not None else frozenset()
        # The changes of the selection that follow are the list's own, not the user's.
        self._replacing = True
        change()
        self._select(self._row_for(passage, row))
        self._select_others(others)
        self._replacing = False
        # The rows have no places on the screen before they are laid out.
        self.executeDelayedItemsLayout()
        moved = self._top() - top if passage is not None else 0
        self.verticalScrollBar().setValue(offset + moved)
        self._announce()

    def _look_for_end(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if not self._replacing and value > 0 and value >= bar.maximum() - self.viewport().height():
            self.end_neared.emit()

    def enter(self) -> None:
        """Take the focus from the field: on the best row, or on the one after a chosen row."""
        if self._results.rowCount() == 0:
            return
        self.setFocus(Qt.FocusReason.TabFocusReason)
        if self._chosen:
            # Down, which leads here from the field, goes on from a row that was chosen before.
            self._select(min(self.currentIndex().row() + 1, self._results.rowCount() - 1))
        self._chosen = True

    def _choose(self, current: QModelIndex) -> None:
        """Take a change of the current row as the user's choice, unless the list itself made it."""
        if not self._replacing:
            self._chosen = current.isValid()
            self._announce()

    def _choose_several(self) -> None:
        """Take a selection of several rows as the user's choice, also if the current row is the first."""
        if not self._replacing and len(self.selectedIndexes()) > 1:
            self._chosen = True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Up from the first row; pass letters to the field."""
        plain = is_plain(event)
        upwards = event.key() == Qt.Key.Key_Up and event.modifiers() == Qt.KeyboardModifier.NoModifier
        if upwards and self.currentIndex().row() <= 0:
            self.leave_upwards()
        elif event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left) and plain and self.folds(event):
            pass
        elif event.key() == (Qt.Key.Key_Right if self.isLeftToRight() else Qt.Key.Key_Left) and plain:
            self.actions_asked.emit()
        elif types_letter(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def leave_upwards(self) -> None:
        """Leave to the field; the row is no choice of the user's any more."""
        self._chosen = False
        self.left_upwards.emit()

    def folds(self, event: QKeyEvent) -> bool:
        """Fold or unfold by an arrow, unless it has another meaning in the selected row."""
        unfold = (event.key() == Qt.Key.Key_Right) == self.isLeftToRight()
        return self.fold(self.currentIndex().row(), unfold=unfold) or self.arrangement.grouped

    def fold(self, index: int, *, unfold: bool) -> bool:
        """Fold or unfold the other passages of a row's note, from any of them; return whether that did so."""
        rows = self._results.rows
        while 0 < index < len(rows) and not unfold and not rows[index].leads:
            index -= 1
        row = rows[index] if 0 <= index < len(rows) else None
        if row is None or not row.others or unfold == row.unfolded:
            return False
        if not unfold:
            self._select(index)
        path, unfolded = row.result.chunk.path, self.arrangement.unfolded
        self.arrange(replace(self.arrangement, unfolded=unfolded | {path} if unfold else unfolded - {path}))
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold a note's other passages by a click on their number."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        row: Row | None = index.data(ROW_ROLE)
        if row is None or not row.others or not self._has_title(index, place):
            return
        rect = self.visualRect(index)
        width = QFontMetrics(RowFonts.of(self.font()).small).horizontalAdvance(title_end(row)) + SIDE
        if self.thumbnails.image(row.result.chunk) is not None:
            width += rect.height()
        end = QRect(rect.right() - width, rect.top(), width, rect.height())
        if QStyle.visualRect(self.layoutDirection(), rect, end).contains(place):
            self.fold(index.row(), unfold=not row.unfolded)

    def _places(self) -> dict[str, int]:
        """Return the top of each visible passage by its id, in pixels below the view's top."""
        tops = {}
        for row in range(self._results.rowCount()):
            rect = self.visualRect(self._results.index(row))
            if rect.bottom() >= 0:
                tops[self._results.index(row).data(RESULT_ROLE).chunk.id] = rect.top()
            if rect.top() > self.viewport().height():
                break
        return tops

    def _fade_in_moved(self, former_tops: dict[str, int]) -> None:
        """Let the visible passages that were not where they are now fade in, if this is no new answer."""
        moved = (
            {chunk_id for chunk_id, top in self._places().items() if former_tops.get(chunk_id) != top}
            if former_tops
            else set()
        )
        self.fading.begin(moved)

    def _row_for(self, passage: Result | None, row: int) -> int:
        if passage is None:
            return 0
        row_of_kept = self._results.row_of(passage.chunk)
        if row_of_kept is None:
            row_of_kept = self._results.row_of_note(passage.chunk.path)
        return min(row, self._results.rowCount() - 1) if row_of_kept is None else row_of_kept

    def _select(self, row: int) -> None:
        # setCurrentIndex would scroll the row into view, but while results are replaced `_change` scrolls.
        scrolls = self.hasAutoScroll()
        self.setAutoScroll(scrolls and not self._replacing)
        self.setCurrentIndex(self._results.index(row))
        # Alone: with Ctrl or Shift held, which Qt looks at without any event, it was added to the others.
        alone = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(self._results.index(row), alone)
        self.setAutoScroll(scrolls)

    def _others_selected(self) -> frozenset[str]:
        """Return the ids of the selected passages if there are several."""
        chosen = self.selectedIndexes()
        return frozenset(index.data(RESULT_ROLE).chunk.id for index in chosen if len(chosen) > 1)

    def _select_others(self, chunk_ids: frozenset[str]) -> None:
        """Select these passages instead of the current one alone, as far as they are still listed."""
        chosen = QItemSelection()
        for row in range(self._results.rowCount() if chunk_ids else 0):
            index = self._results.index(row)
            if index.data(RESULT_ROLE).chunk.id in chunk_ids:
                chosen.select(index, index)
        if chosen.count():
            self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _top(self) -> int:
        """Return the top of the selected row, in pixels below the top of the first row."""
        index = self.currentIndex()
        return self.visualRect(index).top() + self.verticalScrollBar().value() if index.isValid() else 0

    def _announce(self) -> None:
        current: Result | None = self.currentIndex().data(RESULT_ROLE)
        if current != self._announced:
            self._announced = current
            self.selected.emit(current)
