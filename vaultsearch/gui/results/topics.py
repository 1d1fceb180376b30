"""The topics of a long text, in a list beside the results; the text's sentence and its button above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultsearch.gui import phrases
from vaultsearch.gui.theme import (
    ACCENT_ROLE,
    BAR,
    GRID,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import AnyIndex, is_plain, plain_label, tooltip, types_letter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction, QKeyEvent

    from vaultsearch.core.values.search import LongQueryTopic

COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The number of a topic's passages."""
NARROWEST = 32 * GRID
USUAL = 48 * GRID
"""The width of the list at first, in device-independent pixels."""
_FREE = 8
"""Letters that stay free at the end of a wrapped line."""
_ONWARDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TopicList(QListView):
    """Lists all topics, then each with its count; the current row chooses. Hidden without topics."""

    chosen = Signal(int)
    """0 for all topics, else the number of one, from 1."""
    left_upwards = Signal()
    """Up was pressed on the first row."""
    left_onwards = Signal()
    """Enter was pressed: the keyboard is to go to the results of the topic."""
    typed = Signal(str)
    """A letter was typed here that belongs in the field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QStandardItemModel(self)
        self._topics: tuple[LongQueryTopic, ...] = ()
        self._n_results = 0
        self.setObjectName("topic_list")
        self.setModel(self._rows)
        self.setItemDelegate(TopicDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setMinimumWidth(NARROWEST)
        self.selectionModel().currentChanged.connect(self._choose)
        keep_translated(self, self._set_texts)
        self.hide()

    def show_topics(self, topics: Sequence[LongQueryTopic], n_results: int = 0) -> None:
        """Show a row for all topics, with ``n_results`` passages, then one for each; hide without topics."""
        self._topics, self._n_results = tuple(topics), n_results
        self._fill(0)
        self.setVisible(bool(topics))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Up from the first row and by Enter; pass letters to the field."""
        if event.key() in _ONWARDS and is_plain(event):
            self.left_onwards.emit()
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        elif types_letter(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(current.row())

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Topics in the text"))
        self._fill(max(0, self.currentIndex().row()))

    def _fill(self, current: int) -> None:
        """Write the rows; the chosen one is not emitted again."""
        self.selectionModel().blockSignals(True)
        self._rows.clear()
        if self._topics:
            self._rows.appendRow(_row(self.tr("All topics"), self._n_results, ""))
        for topic in self._topics:
            ranges = ((topic.line_start, topic.line_end), *topic.returns)
            lines = "\n".join(self.tr("lines {} to {} of the text").format(*range_) for range_ in ranges)
            self._rows.appendRow(_row(topic.label, len(topic.results), lines))
        self.setCurrentIndex(self._rows.index(current, 0))
        self.selectionModel().blockSignals(False)


def _row(label: str, count: int, lines: str) -> QStandardItem:
    item = QStandardItem(label)
    item.setData(count, COUNT_ROLE)
    item.setToolTip(tooltip("\n".join(filter(None, (label, lines)))))
    item.setAccessibleText(", ".join((label, phrases.passages(count))))
    return item


class TopicDelegate(QStyledItemDelegate):
    """Paints a topic's words in full, in up to two lines, elided at their end only; and its count."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of the row's lines; the width is the view's."""
        view: QWidget | None = option.widget
        width = option.rect.width() if view is None else view.contentsRect().width()
        lines = QFontMetrics(option.font).height() * (2 if _wraps(option.font, index, width) else 1)
        return QSize(0, lines + 3 * GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        painter.save()
        _paint_ground(painter, option)
        painter.setFont(option.font)
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        area, room = _area(option.rect), _room(option.font, index, option.rect.width())
        label = str(index.data())
        if _wraps(option.font, index, option.rect.width()):
            # A little less than two lines, for what wrapping leaves free at the end of the first.
            longest = 2 * room - QFontMetrics(option.font).averageCharWidth() * _FREE
            label = QFontMetrics(option.font).elidedText(label, Qt.TextElideMode.ElideRight, longest)
        words = QRect(area.left(), area.top(), room, area.height())
        _write(painter, option, words, label, Qt.AlignmentFlag.AlignLeft)
        painter.setPen(option.palette.color(SECONDARY_ROLE))
        _write(painter, option, area, _count(index), Qt.AlignmentFlag.AlignRight)
        painter.restore()


def _area(row: QRect) -> QRect:
    return row.adjusted(4 * GRID, 0, -2 * GRID, 0)


def _count(index: AnyIndex) -> str:
    return phrases.number(index.data(COUNT_ROLE))


def _room(font: QFont, index: AnyIndex, width: int) -> int:
    """Return the width left for the words beside the count."""
    count = QFontMetrics(font).horizontalAdvance(_count(index))
    return max(GRID, _area(QRect(0, 0, width, 1)).width() - count - 2 * GRID)


def _wraps(font: QFont, index: AnyIndex, width: int) -> bool:
    return QFontMetrics(font).horizontalAdvance(str(index.data())) > _room(font, index, width)


def _write(
    painter: QPainter, option: QStyleOptionViewItem, area: QRect, text: str, side: Qt.AlignmentFlag
) -> None:
    flags = int(QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter))
    rect = QStyle.visualRect(option.direction, option.rect, area)
    painter.drawText(rect, flags | int(Qt.TextFlag.TextWordWrap), text)


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    ground, accent = option.palette.color(QPalette.ColorRole.Window), option.palette.color(ACCENT_ROLE)
    widget: QWidget | None = option.widget
    if option.state & QStyle.StateFlag.State_Selected:
        focused = widget is not None and widget.hasFocus()
        painter.fillRect(option.rect, mixed(ground, accent, SELECTED_SHARE if focused else RESTING_SHARE))
        bar = QRect(option.rect.left(), option.rect.top(), BAR, option.rect.height())
        painter.fillRect(QStyle.visualRect(option.direction, option.rect, bar), accent)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        text = option.palette.color(QPalette.ColorRole.Text)
        painter.fillRect(option.rect, mixed(ground, text, RESTING_SHARE / 2))


class TextLine(QWidget):
    """A quiet sentence about the text that was searched with, and a button that shows the text."""

    def __init__(self, show_text: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = plain_label(scale="small", tone="secondary")
        # The sentence gives way to the button.
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button = QPushButton()
        self.button.setProperty("quiet", True)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(show_text.trigger)
        self._action = show_text
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * GRID, 0, 3 * GRID, GRID)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.button)
        keep_translated(self, self._set_texts)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence``, or hide if it is empty."""
        self.sentence.setText(sentence)
        self.setVisible(bool(sentence))

    def _set_texts(self) -> None:
        self.button.setText(self.tr("Show text"))
        self.button.setAccessibleName(self.tr("Show text"))
        self.button.setToolTip(self._action.toolTip())
