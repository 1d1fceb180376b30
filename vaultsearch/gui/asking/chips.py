"""The chips in a row: one for each condition of the query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QStyle, QWidget

from vaultsearch.gui.looks.tokens import (
    ACCENT_ROLE,
    GRID,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from vaultsearch.core.values.query import QueryPart


_SMALL = 0.9
_SIDE = 2 * GRID
_CROSS = 5 * GRID
_WIDEST = 75 * GRID
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Chip(QAbstractButton):
    """Shows a condition as it is written, and its meaning as the description."""

    removed = Signal()
    chosen = Signal()
    """The condition is to be edited: a click beside the cross, or Enter."""
    stepped = Signal(int)
    """The keyboard focus is to move by so many chips."""
    left = Signal()
    """Up was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SMALL)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)

    def show_part(self, part: QueryPart) -> None:
        """Show another condition, in text, tooltip and accessible name."""
        self.setText(part.written)
        description = self.tr("{} (Backspace removes it)").format(part.description)
        self.setToolTip(tooltip(description))
        self.setAccessibleName(self.tr("Filter {}").format(part.written))
        self.setAccessibleDescription(description)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the text, up to a limit, and the cross."""
        metrics = QFontMetrics(self.font())
        text = min(metrics.horizontalAdvance(self.text()), _WIDEST)
        return QSize(_SIDE + text + 1 + _CROSS, metrics.height() + 2 * GRID)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters and the cross."""
        few = QFontMetrics(self.font()).averageCharWidth() * 4
        return QSize(min(self.sizeHint().width(), _SIDE + few + _CROSS), self.sizeHint().height())

    def cross(self) -> QRect:
        """Return the rectangle of the cross."""
        at_end = QRect(self.width() - _CROSS, 0, _CROSS, self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), at_end)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove by Backspace or Delete, edit by Enter, go along by arrows."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.removed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        elif key in _STEPS:
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            self.stepped.emit(-_STEPS[key] if mirrored else _STEPS[key])
        elif key == Qt.Key.Key_Up:
            self.left.emit()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Remove by a click on the cross, edit by one elsewhere."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            (self.removed if self._is_on_cross(event.position()) else self.chosen).emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand as the cursor over the cross."""
        on_cross = self._is_on_cross(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if on_cross else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground, the text and the cross."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        metrics = QFontMetrics(self.font())
        area = QStyle.visualRect(
            self.layoutDirection(), self.rect(), self.rect().adjusted(_SIDE, 0, -_CROSS, 0)
        )
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, area.width())
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        self._paint_cross(painter)
        painter.end()

    def _paint_ground(self, painter: QPainter) -> None:
        palette, accent = self.palette(), self.palette().color(ACCENT_ROLE)
        share = SELECTED_SHARE if self.underMouse() or self.hasFocus() else RESTING_SHARE
        painter.setBrush(mixed(palette.color(QPalette.ColorRole.Base), accent, share))
        edge = accent if self.hasFocus() else mixed(palette.color(QPalette.ColorRole.Window), accent, 0.4)
        painter.setPen(QPen(edge, 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 1.5 * GRID, 1.5 * GRID)

    def _paint_cross(self, painter: QPainter) -> None:
        middle = QRectF(self.cross()).center()
        arm = 0.8 * GRID
        painter.setPen(
            QPen(self.palette().color(SECONDARY_ROLE), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        )
        x, y = middle.x(), middle.y()
        painter.drawLine(QLineF(x - arm, y - arm, x + arm, y + arm))
        painter.drawLine(QLineF(x - arm, y + arm, x + arm, y - arm))

    def _is_on_cross(self, position: QPointF) -> bool:
        return self.cross().contains(position.toPoint())


class ChipBar(QWidget):
    """Shows a chip per condition, and hides without any; Tab leads here from ``field``."""

    removed = Signal(object)
    """The QueryPart to be removed."""
    chosen = Signal(object)
    """The QueryPart to be edited."""
    left = Signal()
    """The keyboard focus is to return to the field."""

    def __init__(self, field: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = field
        self._parts: tuple[QueryPart, ...] = ()
        self._chips: list[Chip] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID)
        keep_translated(self, self._set_texts)
        self.hide()

    @property
    def chips(self) -> list[Chip]:
        """The shown chips, in the order of the query."""
        return self._chips[: len(self._parts)]

    def show_parts(self, parts: tuple[QueryPart, ...]) -> None:
        """Show these conditions; the focus stays at its position in the row, or returns to the field."""
        focused = next((index for index, chip in enumerate(self.chips) if chip.hasFocus()), None)
        self._parts = parts
        while len(self._chips) < len(parts):
            self._chips.append(self._new_chip(len(self._chips)))
        for chip, part in zip(self._chips, parts, strict=False):
            chip.show_part(part)
            chip.show()
        if focused is not None:
            self._focus(min(focused, len(parts) - 1))
        for chip in self._chips[len(parts) :]:
            chip.hide()
        self.setVisible(bool(parts))

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Active filters"))
        for chip, part in zip(self._chips, self._parts, strict=False):
            chip.show_part(part)

    def _new_chip(self, index: int) -> Chip:
        chip = Chip(self)
        chip.removed.connect(lambda: self.removed.emit(self._parts[index]))
        chip.chosen.connect(lambda: self.chosen.emit(self._parts[index]))
        chip.stepped.connect(lambda step: self._focus(index + step))
        chip.left.connect(self.left)
        self._row.addWidget(chip)
        self.setTabOrder(self._chips[-1] if self._chips else self._field, chip)
        return chip

    def _focus(self, index: int) -> None:
        if index < 0:
            self.left.emit()
        elif index < len(self._parts):
            self._chips[index].setFocus()
