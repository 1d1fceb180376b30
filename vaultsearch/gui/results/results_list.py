"""The list of passages: keeps the selection through better answers; titles show a preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

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
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Result
from vaultsearch.gui.file_kinds import kind_icons
from vaultsearch.gui.results.results_model import KEPT_ROLE, RESULT_ROLE, ROW_ROLE, ResultsModel
from vaultsearch.gui.rows.arrangement import Arrangement, Column, ResultRow
from vaultsearch.gui.rows.glimpse import Glimpse
from vaultsearch.gui.rows.pictures import Thumbnails, has_picture
from vaultsearch.gui.rows.row_painter import (
    ROW_SIDE,
    RowFonts,
    RowPainter,
    RowStyle,
    paint_basket_dot,
    paint_row_ground,
    paint_side_bar,
    row_height,
    title_end,
)
from vaultsearch.gui.rows.row_texts import SEPARATOR, has_second_line, heading_line, shown_snippet
from vaultsearch.gui.rows.two_line_rows import RowFading
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, HAIRLINE_SHARE, SECONDARY_ROLE, Icons, Tokens, mix_colors
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import AnyIndex, is_plain, show_rows_only, types_letter

_LEAVING = (QEvent.Type.Leave, QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.Hide)
_INDENT = 4 * GRID


class RowGlimpse(QObject):
    """Watches the pointer over ``view``; ``has_title`` returns whether a row's title is at a point."""

    def __init__(self, view: QAbstractItemView, has_title: Callable[[QModelIndex, QPoint], bool]) -> None:
        super().__init__(view)
        self._view, self._has_title = view, has_title
        self._place = QPoint()
        self._glimpse = Glimpse(view.viewport())
        self._glimpse.rested.connect(self._show_pointed)
        view.viewport().installEventFilter(self)

    def eventFilter(self, _viewport: QObject, event: QEvent) -> bool:
        """Follow the pointer; suppress the row's own tooltip over a title."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._place = event.position().toPoint()
            self._glimpse.come_to(self._title_at(self._place))
        elif event.type() in _LEAVING:
            self._glimpse.come_to(None)
        return event.type() == QEvent.Type.ToolTip and self._glimpse.subject is not None

    def show_current(self, view: QAbstractItemView) -> None:
        """Show the passage of the current row below the row in ``view``, with the same rows."""
        index = view.currentIndex()
        if index.isValid():
            place = view.viewport().mapToGlobal(view.visualRect(index).bottomLeft())
            self._show(index.data(RESULT_ROLE), place)

    def _title_at(self, place: QPoint) -> str | None:
        """Return the id of the passage with a title at a point, else None."""
        index = self._view.indexAt(place)
        if not index.isValid() or not self._has_title(index, place):
            return None
        result: Result = index.data(RESULT_ROLE)
        return result.chunk.id

    def _show_pointed(self) -> None:
        # Rows may have come or gone beneath the resting pointer.
        index = self._view.indexAt(self._place)
        if self._title_at(self._place) == self._glimpse.subject and index.isValid():
            self._show(index.data(RESULT_ROLE), self._view.viewport().mapToGlobal(self._place))

    def _show(self, result: Result, place: QPoint) -> None:
        chunk = result.chunk
        title = SEPARATOR.join(filter(None, (chunk.title, heading_line(chunk))))
        self._glimpse.show(place, title, chunk.text)


class ResultsDelegate(QStyledItemDelegate):
    """Paints a passage: headings and two lines of text, below the note's title, folder and date.

    ``fading`` returns each row's opacity.
    """

    def __init__(self, fading: RowFading, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._fading, self._view = fading, view
        self.style = RowStyle()
        self.thumbnails = Thumbnails(self)
        self.kinds: Mapping[FileKind, QPixmap] = {}
        """File kinds' icons, in the theme's colour."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the row's height by kind and lines of text; the width is the view's."""
        row: ResultRow = index.data(ROW_ROLE)
        font, under_heading = option.font.toString(), has_second_line(row.result)
        room = self._view.viewport().width() - 2 * ROW_SIDE - (_INDENT if row.beneath else 0)
        # A blank second line looked like a gap; a picture beside the text needs the height. Most texts are
        # longer by far: to measure all of a thousand took .2 s.
        is_short = (
            3 * len(row.result.snippet.text) < room
            and QFontMetrics(option.font).horizontalAdvance(shown_snippet(row.result).text) < room
        )
        style = replace(self.style, lines=1) if is_short and not has_picture(row.result.chunk) else self.style
        return QSize(0, row_height(font, style, leads=row.leads, under_heading=under_heading))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        row: ResultRow = index.data(ROW_ROLE)
        painter.save()
        painter.setOpacity(self._fading.opacity(row.result.chunk.id))
        rect, palette = option.rect, option.palette
        ground, accent = palette.color(QPalette.ColorRole.Window), palette.color(ACCENT_ROLE)
        if paint_row_ground(painter, option, QPalette.ColorRole.Window):
            widget: QWidget | None = option.widget
            focused = widget is not None and widget.hasFocus()
            paint_side_bar(painter, option, accent if focused else mix_colors(ground, accent, 0.75))
        elif row.leads and index.row() > 0 and not row.begins_related:
            hairline = QRect(rect.left() + ROW_SIDE, rect.top(), rect.width() - 2 * ROW_SIDE, 1)
            ink = palette.color(QPalette.ColorRole.Text)
            painter.fillRect(hairline, mix_colors(ground, ink, HAIRLINE_SHARE))
        if index.data(KEPT_ROLE):
            # Beside the first line.
            middle = rect.top() + RowFonts.of(option.font).first_middle(self.style)
            paint_basket_dot(painter, option, ROW_SIDE, middle)
        thumbnail = self.thumbnails.image(row.result.chunk)
        indent = _INDENT if row.beneath else 0
        RowPainter(painter, option, self.style, indent, self.kinds, thumbnail).write(row)
        below: ResultRow | None = index.sibling(index.row() + 1, 0).data(ROW_ROLE)
        if row.begins_related:
            _paint_related_line(painter, option, rect.top())
        if below is not None and below.begins_related:
            _paint_related_line(painter, option, rect.bottom() + 1)
        painter.restore()


def _paint_related_line(painter: QPainter, option: QStyleOptionViewItem, left: int) -> None:
    """Paint this row's half of the line above the first merely related row.

    It lies over two rows' margins: with its own room it moved the rows below when it came.
    """
    rect, palette = option.rect, option.palette
    font = RowFonts.of(option.font).small
    text = tr("related, without your words")
    height = QFontMetrics(font).height()
    area = QRect(rect.left() + ROW_SIDE, left - height // 2, rect.width() - 2 * ROW_SIDE, height)
    painter.setClipRect(rect)
    painter.setFont(font)
    painter.setPen(palette.color(SECONDARY_ROLE))
    shown = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
    painter.drawText(area, int(shown | Qt.AlignmentFlag.AlignVCenter), text)
    width = QFontMetrics(font).horizontalAdvance(text) + 2 * GRID
    line = QRect(area.left() + width, left, area.width() - width, 1)
    ground, ink = palette.color(QPalette.ColorRole.Window), palette.color(QPalette.ColorRole.Text)
    painter.fillRect(QStyle.visualRect(option.direction, area, line), mix_colors(ground, ink, HAIRLINE_SHARE))


class ResultsList(QListView):
    """Shows results. Selects the first, whichever comes first, unless the user chose a row."""

    selected = Signal(object)
    """The newly selected Result, or None."""
    left_upwards = Signal()
    end_neared = Signal()
    """The last rows are about to come into sight."""
    typed = Signal(str)
    """A letter for the field was typed here."""
    actions_asked = Signal()
    """List the actions on the selected passage."""
    dragged = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._results = ResultsModel(self)
        # Whether the user chose a row; until then, the first is selected.
        self._chosen = False
        self.is_replacing = False
        """Whether the rows are changing, and not by the user."""
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
        # Has Qt measure the rows anew in another width: a text may fit into one line, or no longer.
        self.setWordWrap(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        self.setMinimumWidth(240)
        self.glimpse = RowGlimpse(self, self._has_title)
        self.watch_end(self, lambda: not self.is_replacing)

    def apply_theme(self, icons: Icons, tokens: Tokens) -> None:
        """Set the file kinds' icons in a theme's colour."""
        self._rows.kinds = kind_icons(icons, tokens)
        self.viewport().update()

    def set_row_style(self, style: RowStyle) -> None:
        """Set the rows' density."""
        if style != self._rows.style:
            self._rows.style = style
            # All rows have other heights now.
            self.scheduleDelayedItemsLayout()
            self.viewport().update()

    def _has_title(self, index: QModelIndex, place: QPoint) -> bool:
        row: ResultRow = index.data(ROW_ROLE)
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
        """Return the selected results in the list's order, else the current."""
        chosen = sorted(self.selectedIndexes(), key=QModelIndex.row)
        results = tuple(index.data(RESULT_ROLE) for index in chosen)
        return results or tuple(filter(None, (self.current(),)))

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Leave the drag to others, for other formats than the model's."""
        self.dragged.emit()

    def start_query(self) -> None:
        """Forget the user's choice of a row: there is another query."""
        self._chosen, self._is_new = False, True
        self._results.fold_all()
        self.verticalScrollBar().setValue(0)

    def replace(self, results: tuple[Result, ...]) -> None:
        """Show ``results``; the chosen passage stays selected and in place on the screen.

        Rows of a better answer to the same query are in place at once, and fade in there.
        """
        former_tops = {} if self._is_new else self._visible_tops()
        # Rows after an empty list are a new answer: none has moved.
        self._is_new = not results
        self._change(lambda: self._results.replace(results), self.current() if self._chosen else None)
        tops = self._visible_tops() if former_tops else {}
        self.fading.begin({chunk_id for chunk_id, top in tops.items() if former_tops.get(chunk_id) != top})

    def arrange(self, arrangement: Arrangement) -> None:
        """Arrange the rows anew; the selected passage stays selected, else the note's first row."""
        if arrangement != self.arrangement:
            self._change(lambda: self._results.arrange(arrangement), self.current())

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Set the table's columns; the selected passage stays selected."""
        self._change(lambda: self._results.set_columns(columns), self.current())

    def mark_kept(self, chunk_ids: frozenset[str]) -> None:
        """Mark the passages in the basket."""
        self._results.mark_kept(chunk_ids)

    def name_topics(self, topics_by_note: Mapping[str, Sequence[str]]) -> None:
        """Set the topics in the rows' tooltips, by note path."""
        self._results.topics_by_note = topics_by_note

    def _change(self, change: Callable[[], None], passage: Result | None) -> None:
        """Change the rows; ``passage`` stays selected and in place on the screen."""
        before, top, offset = self.currentIndex(), self._top(), self.verticalScrollBar().value()
        row = before.row() if before.isValid() else 0
        chosen = self.selectedIndexes() if passage is not None else []
        several = {index.data(RESULT_ROLE).chunk.id for index in chosen} if len(chosen) > 1 else set()
        # The selection changes below are the list's own, not the user's.
        self.is_replacing = True
        change()
        new_row = 0
        if passage is not None:
            # Its own row or its note's, else the former row as far as there is one.
            kept = self._results.row_of(passage.chunk)
            new_row = min(row, self._results.rowCount() - 1) if kept is None else kept
        self._select(new_row)
        if several:
            self._select_listed(several)
        self.is_replacing = False
        # Rows have no places on the screen before they are laid out.
        self.executeDelayedItemsLayout()
        moved = self._top() - top if passage is not None else 0
        self.verticalScrollBar().setValue(offset + moved)
        self._announce()

    def watch_end(self, view: QAbstractItemView, is_still: Callable[[], bool]) -> None:
        """Emit `end_neared` when a view of these rows is scrolled near the end, unless its rows change."""
        bar = view.verticalScrollBar()

        def watch(value: int) -> None:
            if is_still() and value > 0 and value >= bar.maximum() - view.viewport().height():
                self.end_neared.emit()

        bar.valueChanged.connect(watch)

    def enter(self) -> None:
        """Take the focus from the field, on the best row or below a chosen row."""
        if self._results.rowCount() == 0:
            return
        self.setFocus(Qt.FocusReason.TabFocusReason)
        if self._chosen:
            # Down in the field leads here, and goes on from a row chosen before.
            self._select(min(self.currentIndex().row() + 1, self._results.rowCount() - 1))
        self._chosen = True

    def _choose(self, current: QModelIndex) -> None:
        """Take a new current row as the user's choice, unless the list itself made it."""
        if not self.is_replacing:
            self._chosen = current.isValid()
            self._announce()

    def _choose_several(self) -> None:
        """Take a selection of several rows as the user's choice, even from the first row on."""
        if not self.is_replacing and len(self.selectedIndexes()) > 1:
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

    def share_menu(self, view: QAbstractItemView) -> None:
        """Show this list's context menu in another view of the same rows."""

        def ask(position: QPoint) -> None:
            # The menu takes a position in the list, whichever view is shown.
            there = view.viewport().mapToGlobal(position)
            self.customContextMenuRequested.emit(self.viewport().mapFromGlobal(there))

        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(ask)

    def leave_upwards(self) -> None:
        """Leave to the field; the row is no longer the user's choice."""
        self._chosen = False
        self.left_upwards.emit()

    def folds(self, event: QKeyEvent) -> bool:
        """Fold or unfold by an arrow, unless it means something else in the selected row."""
        unfold = (event.key() == Qt.Key.Key_Right) == self.isLeftToRight()
        return self.fold(self.currentIndex().row(), unfold=unfold) or self.arrangement.grouped

    def fold(self, index: int, *, unfold: bool) -> bool:
        """Fold or unfold the other passages of a row's note; return whether this changed anything."""
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
        row: ResultRow | None = index.data(ROW_ROLE)
        if row is None or not row.others or not self._has_title(index, place):
            return
        rect = self.visualRect(index)
        width = QFontMetrics(RowFonts.of(self.font()).small).horizontalAdvance(title_end(row)) + ROW_SIDE
        if self.thumbnails.image(row.result.chunk) is not None:
            width += rect.height()
        end = QRect(rect.right() - width, rect.top(), width, rect.height())
        if QStyle.visualRect(self.layoutDirection(), rect, end).contains(place):
            self.fold(index.row(), unfold=not row.unfolded)

    def _visible_tops(self) -> dict[str, int]:
        """Return each visible passage's top by id, in pixels below the view's top."""
        tops = {}
        for row in range(self._results.rowCount()):
            rect = self.visualRect(self._results.index(row, 0))
            if rect.bottom() >= 0:
                tops[self._results.index(row, 0).data(RESULT_ROLE).chunk.id] = rect.top()
            if rect.top() > self.viewport().height():
                break
        return tops

    def _select(self, row: int) -> None:
        # setCurrentIndex would scroll, but while results are replaced `_change` does.
        scrolls = self.hasAutoScroll()
        self.setAutoScroll(scrolls and not self.is_replacing)
        self.setCurrentIndex(self._results.index(row, 0))
        # Alone: Qt looks at Ctrl and Shift without any event, and added the row to the others.
        alone = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(self._results.index(row, 0), alone)
        self.setAutoScroll(scrolls)

    def _select_listed(self, chunk_ids: set[str]) -> None:
        """Select several passages, as far as they are still listed."""
        chosen = QItemSelection()
        for row in range(self._results.rowCount()):
            index = self._results.index(row, 0)
            if index.data(RESULT_ROLE).chunk.id in chunk_ids:
                chosen.select(index, index)
        if chosen.count():
            self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _top(self) -> int:
        """Return the selected row's top, in pixels below the first row's."""
        index = self.currentIndex().siblingAtColumn(0)
        return self.visualRect(index).top() + self.verticalScrollBar().value() if index.isValid() else 0

    def _announce(self) -> None:
        current: Result | None = self.currentIndex().data(RESULT_ROLE)
        if current != self._announced:
            self._announced = current
            self.selected.emit(current)
