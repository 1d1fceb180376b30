"""Measures and paints the rows of the list, from the palette; keeps nothing between two calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.gui.colour import mixed
from vaultsearch.gui.results_model import LEADS_ROLE, RESULT_ROLE
from vaultsearch.gui.row_painter import SIDE, RowFonts, RowPainter
from vaultsearch.gui.row_text import headings
from vaultsearch.gui.tokens import ACCENT_ROLE, BAR, HAIRLINE_SHARE, RESTING_SHARE, SELECTED_SHARE

if TYPE_CHECKING:
    from vaultsearch.core.values import Result


class ResultsDelegate(QStyledItemDelegate):
    """Paints a passage: title, folder and date once for a run of one note, then headings and two lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Give the height of the row's kind; the width is the view's."""
        result: Result = index.data(RESULT_ROLE)
        leads = bool(index.data(LEADS_ROLE))
        return QSize(0, RowFonts.of(option.font).height(leads, bool(headings(result.chunk))))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the row."""
        leads = bool(index.data(LEADS_ROLE))
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            _paint_selected(painter, option)
        else:
            _paint_resting(painter, option, leads and index.row() > 0)
        RowPainter(painter, option).write(index.data(RESULT_ROLE), leads)
        painter.restore()


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
