"""The delegate that paints the sidebar's rows: headings, names, and counts at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.gui import phrases
from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID, SECONDARY_ROLE
from vaultsearch.gui.sidebar.model import ROW_ROLE
from vaultsearch.gui.widgets import AnyIndex, ignore_drops

if TYPE_CHECKING:
    from vaultsearch.gui.sidebar.model import Row

_INSET = GRID
_GAP = 2 * GRID


class SidebarDelegate(QStyledItemDelegate):
    """Paints the text of a row; the tree paints the background of the whole line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of a row, with a gap above a heading; the width is the view's."""
        height = QFontMetrics(option.font).height() + 2 * GRID
        return QSize(0, height + (_GAP if _row(index).is_heading and index.row() else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        row = _row(index)
        enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        group = QPalette.ColorGroup.Normal if enabled else QPalette.ColorGroup.Disabled
        chosen = row.facet is not None and row.facet.chosen
        font = _font(option.font, row, chosen=chosen)
        metrics = QFontMetrics(font)
        area = option.rect.adjusted(_INSET, 0, -2 * GRID, 0)
        count = phrases.number(row.count) if row.count is not None else ""
        room = area.width() - (metrics.horizontalAdvance(count) + _GAP if count else 0)
        label = metrics.elidedText(row.label, Qt.TextElideMode.ElideMiddle, room)
        painter.save()
        painter.setFont(font)
        painter.setPen(option.palette.color(group, _role(row, chosen=chosen)))
        _write(painter, option, area, label, at_end=False)
        painter.setPen(option.palette.color(group, SECONDARY_ROLE if enabled else QPalette.ColorRole.Text))
        _write(painter, option, area, count, at_end=True)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        """Return the field that renames a saved search."""
        editor = super().createEditor(parent, option, index)
        editor.setAccessibleName(self.tr("Name of the saved search"))
        if isinstance(editor, QLineEdit):
            editor.setFrame(True)
            ignore_drops(editor)
        return editor


def _row(index: AnyIndex) -> Row:
    row: Row = index.data(ROW_ROLE)
    return row


def _font(base: QFont, row: Row, *, chosen: bool) -> QFont:
    font = QFont(base)
    if row.is_heading or chosen:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def _role(row: Row, *, chosen: bool) -> QPalette.ColorRole:
    if chosen:
        return ACCENT_ROLE
    is_a_name = row.facet is not None or row.saved is not None
    return QPalette.ColorRole.Text if is_a_name else SECONDARY_ROLE


def _write(painter: QPainter, option: QStyleOptionViewItem, area: QRect, text: str, *, at_end: bool) -> None:
    side = Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft
    flags = QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter)
    rect = QStyle.visualRect(option.direction, option.rect, area)
    painter.drawText(rect, flags.value | Qt.TextFlag.TextSingleLine.value, text)
