"""The topics in a long text, listed beside the results; and the line about this text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPalette,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.core.values.search import LongQueryTopic
from vaultsearch.gui import phrases
from vaultsearch.gui.rows.row_painter import paint_row_ground, paint_side_bar
from vaultsearch.gui.rows.two_line_rows import write_aligned
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, SECONDARY_ROLE
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import (
    AnyIndex,
    elide_at_word,
    is_enter,
    is_plain,
    literal_tooltip,
    show_rows_only,
    types_letter,
)

COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""A topic's number of passages."""

MIN_TOPICS_WIDTH = 32 * GRID
TOPICS_WIDTH = 48 * GRID
"""The list's width at first, in device-independent pixels."""
_FREE_LETTERS = 8
"""Letters left free at the end of a wrapped line."""


class TopicList(QListView):
    """Lists all topics, then each with a count; the current row chooses. Hidden without topics."""

    chosen = Signal(int)
    """0 for all topics, else a topic's number, from 1 on."""
    left_upwards = Signal()
    left_onwards = Signal()
    """Enter was pressed: move the keyboard to the topic's results."""
    typed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rows = QStandardItemModel(self)
        self._topics: tuple[LongQueryTopic, ...] = ()
        self._n_results = 0
        self.setObjectName("topic_list")
        self.setModel(self._rows)
        self.setItemDelegate(TopicDelegate(self))
        show_rows_only(self)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setMinimumWidth(MIN_TOPICS_WIDTH)
        self.selectionModel().currentChanged.connect(
            lambda current: self.chosen.emit(current.row()) if current.isValid() else None
        )
        keep_translated(
            self,
            lambda: self.setAccessibleName(self.tr("Topics in the text")),
            lambda: self._fill_rows(max(0, self.currentIndex().row())),
        )
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the rows again: their heights depend on the width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def show_topics(self, topics: Sequence[LongQueryTopic], n_results: int = 0) -> None:
        """Show a row for all topics, with ``n_results`` passages, then each topic; hide without topics."""
        self._topics, self._n_results = tuple(topics), n_results
        self._fill_rows(0)
        self.setVisible(bool(topics))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Up from the first row and by Enter; pass letters to the field."""
        if is_enter(event) and is_plain(event):
            self.left_onwards.emit()
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        elif types_letter(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _fill_rows(self, current: int) -> None:
        """Write the rows without emitting the current topic again."""
        self.selectionModel().blockSignals(True)
        self._rows.clear()
        if self._topics:
            self._rows.appendRow(_topic_row(self.tr("All topics"), self._n_results, ""))
        for topic in self._topics:
            ranges = ((topic.line_start, topic.line_end), *topic.returns)
            lines = "\n".join(self.tr("lines {} to {} of the text").format(*range_) for range_ in ranges)
            self._rows.appendRow(_topic_row(topic.label, len(topic.results), lines))
        self.setCurrentIndex(self._rows.index(current, 0))
        self.selectionModel().blockSignals(False)


def _topic_row(label: str, count: int, lines: str) -> QStandardItem:
    item = QStandardItem(label)
    item.setData(count, COUNT_ROLE)
    item.setToolTip(literal_tooltip("\n".join(filter(None, (label, lines)))))
    item.setAccessibleText(", ".join((label, phrases.count_passages(count))))
    return item


class TopicDelegate(QStyledItemDelegate):
    """Paints a topic's words in up to two lines, elided only at the end; and the count."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the lines' height; the width is the view's."""
        view: QWidget | None = option.widget
        width = option.rect.width() if view is None else view.contentsRect().width()
        lines = QFontMetrics(option.font).height() * (2 if _needs_two_lines(option.font, index, width) else 1)
        return QSize(0, lines + 3 * GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        painter.save()
        if paint_row_ground(painter, option, QPalette.ColorRole.Window):
            paint_side_bar(painter, option, option.palette.color(ACCENT_ROLE))
        painter.setFont(option.font)
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        area, room = _inner_area(option.rect), _word_width(option.font, index, option.rect.width())
        label = str(index.data())
        if _needs_two_lines(option.font, index, option.rect.width()):
            # A little less than two lines: wrapping leaves room at the first line's end.
            longest = 2 * room - QFontMetrics(option.font).averageCharWidth() * _FREE_LETTERS
            label = elide_at_word(label, QFontMetrics(option.font), longest)
        words = QRect(area.left(), area.top(), room, area.height())
        write_aligned(painter, option, words, label, flag=Qt.TextFlag.TextWordWrap)
        painter.setPen(option.palette.color(SECONDARY_ROLE))
        write_aligned(painter, option, area, _count_text(index), at_end=True, flag=Qt.TextFlag.TextWordWrap)
        painter.restore()


def _inner_area(row: QRect) -> QRect:
    return row.adjusted(4 * GRID, 0, -2 * GRID, 0)


def _count_text(index: AnyIndex) -> str:
    return phrases.format_number(index.data(COUNT_ROLE))


def _word_width(font: QFont, index: AnyIndex, width: int) -> int:
    """Return the width left beside the count."""
    count = QFontMetrics(font).horizontalAdvance(_count_text(index))
    return max(GRID, _inner_area(QRect(0, 0, width, 1)).width() - count - 2 * GRID)


def _needs_two_lines(font: QFont, index: AnyIndex, width: int) -> bool:
    return QFontMetrics(font).horizontalAdvance(str(index.data())) > _word_width(font, index, width)
