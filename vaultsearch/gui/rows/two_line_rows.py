"""Rows of two lines: a title with a text at its end, and a description beneath."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.gui.looks.tokens import (
    ACCENT_ROLE,
    GRID,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.rows.row_painter import RowFonts

SECOND_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The second line; without one, the row has one line."""
BESIDE_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""The text at the end of the first line."""

_SIDE = 3 * GRID
_EDGE = 2 * GRID


class TwoLineDelegate(QStyledItemDelegate):
    """Paints the two lines of a row."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of the lines."""
        fonts = RowFonts.of(option.font)
        second = QFontMetrics(fonts.small).height() if index.data(SECOND_ROLE) else 0
        return QSize(0, 2 * _EDGE + QFontMetrics(fonts.title).height() + second)

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
    end_text = str(index.data(BESIDE_ROLE) or "")
    beside = small.horizontalAdvance(end_text)
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
    painter.drawText(QStyle.visualRect(option.direction, area, end), align, end_text)
    place = QStyle.visualRect(option.direction, area, second)
    second_text = small.elidedText(str(index.data(SECOND_ROLE) or ""), elide, second.width())
    painter.drawText(place, align, second_text)
