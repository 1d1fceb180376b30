"""Measures and paints the rows of the list from the palette; without state between two calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.gui.looks.tokens import (
    ACCENT_ROLE,
    BAR,
    GRID,
    HAIRLINE_SHARE,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.results.results_model import KEPT_ROLE, ROW_ROLE
from vaultsearch.gui.rows.row_painter import SIDE, RowFonts, RowPainter, row_height
from vaultsearch.gui.rows.row_style import RowStyle
from vaultsearch.gui.rows.row_text import has_second_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QPixmap

    from vaultsearch.core.values.note import FileKind
    from vaultsearch.gui.rows.arrangement import Row
    from vaultsearch.gui.rows.row_fading import RowFading

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
        self.kinds: Mapping[FileKind, QPixmap] = {}
        """The icons of kinds of files, in the theme's colour."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of the row's kind; the width is the view's."""
        row: Row = index.data(ROW_ROLE)
        under_heading = has_second_line(row.result)
        height = row_height(option.font.toString(), self.style, leads=row.leads, under_heading=under_heading)
        return QSize(0, height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the row."""
        row: Row = index.data(ROW_ROLE)
        painter.save()
        painter.setOpacity(self._fading.opacity(row.result.chunk.id))
        if option.state & QStyle.StateFlag.State_Selected:
            _paint_selected(painter, option)
        else:
            _paint_resting(painter, option, row.leads and index.row() > 0 and not row.less_likely)
        if index.data(KEPT_ROLE):
            _paint_dot(painter, option, self.style)
        RowPainter(painter, option, self.style, 4 * GRID if row.beneath else 0, self.kinds).write(row)
        below: Row | None = index.sibling(index.row() + 1, 0).data(ROW_ROLE)
        if row.less_likely:
            _paint_line(painter, option, option.rect.top())
        if below is not None and below.less_likely:
            _paint_line(painter, option, option.rect.bottom() + 1)
        painter.restore()


def _paint_line(painter: QPainter, option: QStyleOptionViewItem, left: int) -> None:
    """Paint the line above the first row that is less likely to answer, its half within this row.

    It lies over the margins of two rows: with room of its own it moved the rows below when it came.
    """
    rect, palette = option.rect, option.palette
    font = RowFonts.of(option.font).small
    text = QCoreApplication.translate("ResultsDelegate", "less likely")
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
