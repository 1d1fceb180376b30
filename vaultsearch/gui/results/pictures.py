"""Results as pictures: the wall, another view on the list with the same rows; and a picture shown large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QImage, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.gui.file_kinds import page_badge
from vaultsearch.gui.results.results_list import RowGlimpse
from vaultsearch.gui.results.results_model import KEPT_ROLE, RESULT_ROLE
from vaultsearch.gui.rows.pictures import (
    Thumbnails,
    WordsInPictures,
    has_picture,
    image_of,
    marked_picture,
    paint_found_words,
    paint_thumbnail,
)
from vaultsearch.gui.rows.row_painter import SEPARATOR, Marks, RowFonts, lay_out, line_height, shown_snippet
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, RESTING_SHARE, SECONDARY_ROLE, SELECTED_SHARE, mixed
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import show_rows_only

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QMouseEvent, QPaintEvent

    from vaultsearch.core.values.note import WordPlace
    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.engine_thread import EngineThread
    from vaultsearch.gui.results.results_list import ResultsList
    from vaultsearch.gui.results.results_pane import ResultsPane
    from vaultsearch.gui.widgets import AnyIndex
    from vaultsearch.service.protocol import VaultService


_SIDE = 40 * GRID
_DOT = 8
"""Pixels across the dot on a picture in the basket."""
_SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_KEY = Qt.Key
_MOVES = (_KEY.Key_Up, _KEY.Key_Down, _KEY.Key_PageUp, _KEY.Key_PageDown, _KEY.Key_Home, _KEY.Key_End)


class WallDelegate(QStyledItemDelegate):
    """Paints a picture above its name, or a text's beginning if there is no picture."""

    def __init__(self, thumbnails: Thumbnails, words: WordsInPictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thumbnails, self._words = thumbnails, words

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return the cells' size."""
        return QSize(_SIDE, _SIDE + line_height(RowFonts.of(option.font).small))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a cell."""
        result: Result = index.data(RESULT_ROLE)
        palette, fonts = option.palette, RowFonts.of(option.font)
        painter.save()
        _paint_ground(painter, option)
        area = option.rect.adjusted(2 * GRID, 2 * GRID, -2 * GRID, -GRID)
        name = name_area(option.rect, option.font)
        place = area.adjusted(0, 0, 0, -name.height() - GRID)
        if (image := self._thumbnails.image(result.chunk)) is None:
            painter.setPen(palette.color(QPalette.ColorRole.Text))
            lines = max(1, place.height() // line_height(fonts.small))
            snippet, marks = shown_snippet(result), Marks.of(palette)
            text = lay_out(snippet, fonts.small, place.width(), marks, lines=lines)
            text.draw(painter, place.topLeft())
        else:
            shown = paint_thumbnail(painter, place, image, palette)
            if not image.isNull():
                paint_found_words(painter, QRectF(shown), self._words.words(result))
        painter.setFont(fonts.small)
        painter.setPen(palette.color(SECONDARY_ROLE))
        title = " · ".join(filter(None, (result.chunk.title, page_badge(result.chunk))))
        elided = QFontMetrics(fonts.small).elidedText(title, Qt.TextElideMode.ElideMiddle, name.width())
        painter.drawText(name, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), elided)
        if index.data(KEPT_ROLE):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(ACCENT_ROLE))
            painter.drawEllipse(QRect(option.rect.topLeft() + QPoint(GRID, GRID), QSize(_DOT, _DOT)))
        painter.restore()


def name_area(cell: QRect, font: QFont) -> QRect:
    """Return the name's area in a cell."""
    area = cell.adjusted(2 * GRID, 2 * GRID, -2 * GRID, -GRID)
    return area.adjusted(0, area.height() - line_height(RowFonts.of(font).small), 0, 0)


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    palette, widget = option.palette, option.widget
    ground, accent = palette.color(QPalette.ColorRole.Window), palette.color(ACCENT_ROLE)
    if option.state & QStyle.StateFlag.State_Selected:
        is_focused = widget.hasFocus()
        painter.fillRect(option.rect, mixed(ground, accent, SELECTED_SHARE if is_focused else RESTING_SHARE))
        painter.setPen(accent)
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
    elif option.state & QStyle.StateFlag.State_MouseOver:
        ink = palette.color(QPalette.ColorRole.Text)
        painter.fillRect(option.rect, mixed(ground, ink, RESTING_SHARE / 2))


class PictureWall(QListView):
    """Shows the rows of ``results`` as pictures, by the list's own selection and model."""

    look_asked = Signal()
    """Show the current picture large."""

    def __init__(self, results: ResultsList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self.verticalScrollBar().valueChanged.connect(self._emit_near_end)
        results.share_menu(self)
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Search results as pictures")))

    def event(self, event: QEvent) -> bool:
        """Keep Space from the list's action."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and _is_plain_space(event)
        ):
            event.accept()
            return True
        return super().event(event)

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
        elif event.key() in _MOVES or step:
            super().keyPressEvent(event)
        else:
            self._list.keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the list's selection."""
        self._list.startDrag(actions)

    def _emit_near_end(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if self.isVisible() and value > 0 and value >= bar.maximum() - self.viewport().height():
            self._list.end_neared.emit()


def _is_plain_space(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.NoModifier


_JOB = "look"
_OPAQUE = 0.96
_MARGIN = 6 * GRID


class QuickLook(QWidget):
    """Covers ``beneath`` with a large picture; keys stay with the focused widget. A click hides it."""

    def __init__(self, beneath: QWidget) -> None:
        super().__init__(beneath)
        self.setObjectName("quick_look")
        self._image = QImage()
        beneath.installEventFilter(self)
        self.hide()

    def show_result(self, result: Result) -> None:
        """Show a result's file name; the picture follows by `show_picture`."""
        chunk = result.chunk
        self._image = QImage()
        self.setAccessibleName(SEPARATOR.join(filter(None, (chunk.folder, chunk.title, page_badge(chunk)))))
        self._fit()
        self.raise_()
        self.show()
        self.update()

    def show_picture(self, image: QImage, words: Sequence[WordPlace]) -> None:
        """Show the picture, with recognised words marked."""
        self._image = marked_picture(image, words, 1.0)
        self.update()

    def eventFilter(self, _beneath: QObject, event: QEvent) -> bool:
        """Stay as large as the widget beneath."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._fit()
        return False

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Hide."""
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture in the middle, and the file name below."""
        painter, palette = QPainter(self), self.palette()
        ground = palette.color(QPalette.ColorRole.Window)
        ground.setAlphaF(_OPAQUE)
        painter.fillRect(self.rect(), ground)
        metrics = QFontMetrics(self.font())
        area = self.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        picture = area.adjusted(0, 0, 0, -metrics.height() - 2 * GRID)
        if not self._image.isNull():
            paint_thumbnail(painter, picture, self._image, palette)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        elided = metrics.elidedText(self.accessibleName(), Qt.TextElideMode.ElideMiddle, area.width())
        name = QRectF(area.left(), area.bottom() - metrics.height(), area.width(), metrics.height())
        painter.drawText(name, Qt.AlignmentFlag.AlignCenter, elided)
        painter.end()

    def _fit(self) -> None:
        beneath = self.parentWidget()
        if beneath is not None:
            self.setGeometry(beneath.rect())


class QuickLookController(QObject):
    """Asks ``engine`` for the selected result's picture, for ``look``."""

    def __init__(self, results: ResultsPane, look: QuickLook, engine: EngineThread) -> None:
        super().__init__(look)
        self._results, self._look, self._engine = results, look, engine
        results.selected.connect(self._follow)
        results.wall.look_asked.connect(self.toggle)

    def toggle(self) -> None:
        """Look at the selected picture, or stop; for a passage, show more text below the row."""
        result = self._results.list.current()
        if self._look.isVisible():
            self._look.hide()
        elif result is not None and has_picture(result.chunk):
            self._show(result)
        elif result is not None:
            self._results.glimpse_current()

    def _follow(self, result: Result | None) -> None:
        if not self._look.isVisible():
            return
        if result is None or not has_picture(result.chunk):
            self._look.hide()
        else:
            self._show(result)

    def _show(self, result: Result) -> None:
        chunk = result.chunk

        async def picture(vault: VaultService) -> tuple[bytes | None, tuple[WordPlace, ...]]:
            content = await vault.pages.thumbnail(chunk.path, chunk.page or 1, is_large=True)
            words = await vault.pages.words_in_picture(chunk.path, chunk.content, result.terms)
            return content, words if chunk.is_recognised else ()

        self._look.show_result(result)
        self._engine.ask(_JOB, picture, lambda shown: self._look.show_picture(image_of(shown[0]), shown[1]))
