"""Paints the cells of the table: slim rows, the title in semibold, everything else quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID, SECONDARY_ROLE
from vaultsearch.gui.results.results_model import KEPT_ROLE, ROW_ROLE
from vaultsearch.gui.results.table_model import COLUMN_ROLE
from vaultsearch.gui.rows.columns import TITLE, Column
from vaultsearch.gui.rows.row_painter import RowFonts
from vaultsearch.gui.rows.row_text import heading_line

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from vaultsearch.gui.rows.arrangement import Row
    from vaultsearch.gui.widgets import AnyIndex

SIDE = 3 * GRID
_EDGE = GRID + 2
_DOT = 6
"""Diameter in pixels of the dot beside a passage that is in the basket."""


class TableDelegate(QStyledItemDelegate):
    """Writes a cell on one line, elided at its end; the table paints the ground."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return the height of a line; the width is the column's."""
        return QSize(0, QFontMetrics(RowFonts.of(option.font).title).height() + 2 * _EDGE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a cell."""
        painter.save()
        column: Column = index.data(COLUMN_ROLE)
        if column.key == TITLE:
            _paint_title(painter, option, index)
        else:
            area = option.rect.adjusted(SIDE, 0, -SIDE, 0)
            fonts, palette = RowFonts.of(option.font), option.palette
            at_end = index.data(Qt.ItemDataRole.TextAlignmentRole) == Qt.AlignmentFlag.AlignRight
            painter.setPen(palette.color(QPalette.ColorRole.Text if column.property_name else SECONDARY_ROLE))
            _write(painter, option, area, fonts.small, str(index.data()), at_end=at_end)
        painter.restore()


def _paint_title(painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
    """Write the title, what is folded beneath it, and in the room that is left the passage's headings."""
    row: Row = index.data(ROW_ROLE)
    fonts, palette = RowFonts.of(option.font), option.palette
    area = option.rect.adjusted(SIDE + (4 * GRID if row.beneath else 0), 0, -SIDE, 0)
    if index.data(KEPT_ROLE):
        _paint_dot(painter, option)
    painter.setPen(palette.color(QPalette.ColorRole.Text))
    title, font = row.result.chunk.title, fonts.text if row.beneath else fonts.title
    beside = ("▾ " if row.unfolded else f"{row.others + 1} ▸ ") if row.others else ""
    _write(painter, option, area, font, title)
    width = QFontMetrics(font).horizontalAdvance(title)
    rest = area.adjusted(width + 2 * GRID, 0, 0, 0)
    if rest.width() > 8 * GRID:
        painter.setPen(palette.color(SECONDARY_ROLE))
        _write(painter, option, rest, fonts.small, f"{beside}{heading_line(row.result.chunk)}".strip())


def _write(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    font: QFont,
    text: str,
    *,
    at_end: bool = False,
) -> None:
    """Write a text in the middle of the height."""
    if not text:
        return
    shown = QFontMetrics(font).elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, area.width())
    side = Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft
    flags = int(QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter))
    painter.setFont(font)
    rect = QStyle.visualRect(option.direction, option.rect, area)
    painter.drawText(rect, flags | int(Qt.TextFlag.TextSingleLine), shown)


def _paint_dot(painter: QPainter, option: QStyleOptionViewItem) -> None:
    rect = option.rect
    dot = QRect(rect.left() + (SIDE - _DOT) // 2 + 1, rect.center().y() - _DOT // 2 + 1, _DOT, _DOT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(option.palette.color(ACCENT_ROLE))
    painter.drawEllipse(QStyle.visualRect(option.direction, rect, dot))
