"""The rows of the basket: a passage each, its note and headings, and what it takes of the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QStandardItem
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.gui.colour import mixed
from vaultsearch.gui.row_painter import RowFonts
from vaultsearch.gui.row_text import heading_line
from vaultsearch.gui.tokens import ACCENT_ROLE, GRID, RESTING_SHARE, SECONDARY_ROLE, SELECTED_SHARE

if TYPE_CHECKING:
    from vaultsearch.core.values import Chunk

ID_ROLE = int(Qt.ItemDataRole.UserRole) + 1
HEADINGS_ROLE = int(Qt.ItemDataRole.UserRole) + 2
TAKES_ROLE = int(Qt.ItemDataRole.UserRole) + 3
"""What the passage takes of the budget, in words; "" while that is not known."""

_SIDE = 3 * GRID
_EDGE = 2 * GRID


def row_of(chunk: Chunk, takes: str) -> QStandardItem:
    """Make a row that can be dragged between others, not onto one."""
    item = QStandardItem(chunk.title)
    item.setData(chunk.id, ID_ROLE)
    item.setData(heading_line(chunk) or chunk.text.split("\n")[0], HEADINGS_ROLE)
    item.setData(takes, TAKES_ROLE)
    item.setToolTip(chunk.text)
    item.setAccessibleText(", ".join(filter(None, (chunk.title, heading_line(chunk, ", "), takes))))
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
    return item


class BasketDelegate(QStyledItemDelegate):
    """Paints two lines: the note with what it takes, and the headings."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Give the height of two lines."""
        fonts = RowFonts.of(option.font)
        return QSize(0, 2 * _EDGE + QFontMetrics(fonts.title).height() + QFontMetrics(fonts.small).height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the row."""
        painter.save()
        ground = option.palette.color(QPalette.ColorRole.Base)
        if option.state & QStyle.StateFlag.State_Selected:
            widget: QWidget | None = option.widget
            focused = widget is not None and widget.hasFocus()
            share = SELECTED_SHARE if focused else RESTING_SHARE
            painter.fillRect(option.rect, mixed(ground, option.palette.color(ACCENT_ROLE), share))
        _write(painter, option, index)
        painter.restore()


def _write(
    painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
) -> None:
    fonts = RowFonts.of(option.font)
    title, small = QFontMetrics(fonts.title), QFontMetrics(fonts.small)
    area = option.rect.adjusted(_SIDE, _EDGE, -_SIDE, -_EDGE)
    takes = str(index.data(TAKES_ROLE))
    beside = small.horizontalAdvance(takes)
    first = QRect(area.left(), area.top(), area.width() - beside - 2 * GRID, title.height())
    second = QRect(area.left(), area.top() + title.height(), area.width(), small.height())
    end = QRect(area.right() - beside + 1, area.top(), beside, title.height())
    elide = Qt.TextElideMode.ElideRight
    shown = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
    align = int(shown | Qt.AlignmentFlag.AlignVCenter)
    painter.setFont(fonts.title)
    painter.setPen(option.palette.color(QPalette.ColorRole.Text))
    place = QStyle.visualRect(option.direction, area, first)
    painter.drawText(place, align, title.elidedText(str(index.data()), elide, first.width()))
    painter.setFont(fonts.small)
    painter.setPen(option.palette.color(SECONDARY_ROLE))
    painter.drawText(QStyle.visualRect(option.direction, area, end), align, takes)
    place = QStyle.visualRect(option.direction, area, second)
    headings = small.elidedText(str(index.data(HEADINGS_ROLE)), elide, second.width())
    painter.drawText(place, align, headings)
