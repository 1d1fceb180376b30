"""Results as pictures: the wall, another view on the list with the same rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.core.values.search import Result
from vaultsearch.gui.file_kinds import page_badge
from vaultsearch.gui.results.results_list import ResultsList, RowGlimpse
from vaultsearch.gui.results.results_model import KEPT_ROLE, RESULT_ROLE
from vaultsearch.gui.rows.pictures import Thumbnails, WordsInPictures, paint_thumbnail
from vaultsearch.gui.rows.row_painter import (
    Marks,
    RowFonts,
    lay_out_snippet,
    line_height,
    paint_basket_dot,
    paint_row_ground,
)
from vaultsearch.gui.rows.row_texts import shown_snippet
from vaultsearch.gui.rows.word_boxes import paint_found_words
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, SECONDARY_ROLE
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import AnyIndex, elide_at_word, keeps_from_window, show_rows_only

_CELL_WIDTH = 40 * GRID
_SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_KEY = Qt.Key
_MOVING_KEYS = (_KEY.Key_Up, _KEY.Key_Down, _KEY.Key_PageUp, _KEY.Key_PageDown, _KEY.Key_Home, _KEY.Key_End)


class WallDelegate(QStyledItemDelegate):
    """Paints a picture above the title, or a text's beginning if there is no picture."""

    def __init__(self, thumbnails: Thumbnails, words: WordsInPictures, parent: QWidget) -> None:
        super().__init__(parent)
        self._thumbnails, self._words = thumbnails, words

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return the cells' size."""
        return QSize(_CELL_WIDTH, _CELL_WIDTH + line_height(RowFonts.of(option.font).small))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a cell."""
        result: Result = index.data(RESULT_ROLE)
        palette, fonts = option.palette, RowFonts.of(option.font)
        painter.save()
        if paint_row_ground(painter, option, QPalette.ColorRole.Window):
            painter.setPen(palette.color(ACCENT_ROLE))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        name = name_area(option.rect, option.font)
        place = option.rect.adjusted(2 * GRID, 2 * GRID, -2 * GRID, -name.height() - 2 * GRID)
        if (image := self._thumbnails.image(result.chunk)) is None:
            painter.setPen(palette.color(QPalette.ColorRole.Text))
            lines = max(1, place.height() // line_height(fonts.small))
            snippet, marks = shown_snippet(result), Marks.of(palette)
            text = lay_out_snippet(snippet, fonts.small, place.width(), marks, lines=lines)
            text.draw(painter, place.topLeft())
        else:
            shown = paint_thumbnail(painter, place, image, palette)
            if not image.isNull():
                paint_found_words(painter, QRectF(shown), self._words.words(result))
        painter.setFont(fonts.small)
        painter.setPen(palette.color(SECONDARY_ROLE))
        title = " · ".join(filter(None, (result.chunk.title, page_badge(result.chunk))))
        elided = elide_at_word(title, QFontMetrics(fonts.small), name.width(), in_middle=True)
        painter.drawText(name, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), elided)
        if index.data(KEPT_ROLE):
            paint_basket_dot(painter, option, 2 * GRID, place.top() + line_height(fonts.small) // 2)
        painter.restore()


def name_area(cell: QRect, font: QFont) -> QRect:
    """Return the name's area in a cell."""
    area = cell.adjusted(2 * GRID, 2 * GRID, -2 * GRID, -GRID)
    return area.adjusted(0, area.height() - line_height(RowFonts.of(font).small), 0, 0)


class PictureWall(QListView):
    """Shows the rows of ``results`` as pictures, by the list's own selection and model."""

    look_asked = Signal()
    """Show the current picture large."""

    def __init__(self, results: ResultsList) -> None:
        super().__init__()
        self._list = results
        self.words = WordsInPictures(self)
        self.words.arrived.connect(self.viewport().update)
        self.glimpse = RowGlimpse(
            self, lambda index, place: name_area(self.visualRect(index), self.font()).contains(place)
        )
        self.setObjectName("picture_wall")
        self.setModel(results.model())
        self.setSelectionModel(results.selectionModel())
        self.setItemDelegate(WallDelegate(results.thumbnails, self.words, self))
        results.thumbnails.arrived.connect(self.viewport().update)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # Qt then measures one cell for all.
        self.setUniformItemSizes(True)
        self.setSpacing(GRID)
        self.setMouseTracking(True)
        self.setSelectionMode(results.selectionMode())
        self.setDragDropMode(results.dragDropMode())
        show_rows_only(self)
        results.watch_end(self, self.isVisible)
        results.share_menu(self)
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Search results as pictures")))

    def event(self, event: QEvent) -> bool:
        """Keep Space from the list's action."""
        return keeps_from_window(event, _is_plain_space) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Look at a picture, move in all directions; leave every other key to the list."""
        step = _SIDEWAYS.get(Qt.Key(event.key()))
        first, current = self.model().index(0, 0), self.currentIndex()
        if _is_plain_space(event):
            self.look_asked.emit()
        elif step and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            row = current.row() + (step if self.isLeftToRight() else -step)
            if 0 <= row < self.model().rowCount():
                self.setCurrentIndex(self.model().index(row, 0))
        elif event.key() == _KEY.Key_Up and self.visualRect(current).top() <= self.visualRect(first).top():
            self._list.leave_upwards()
        elif event.key() in _MOVING_KEYS or step:
            super().keyPressEvent(event)
        else:
            self._list.keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the list's selection."""
        self._list.startDrag(actions)


def _is_plain_space(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.NoModifier
