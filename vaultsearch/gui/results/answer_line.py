"""The sentence that answers, with its source, above the list; a click goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle, QWidget

from vaultsearch.gui.file_words import heading_name
from vaultsearch.gui.looks.tokens import (
    ACCENT_ROLE,
    BAR,
    GRID,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.rows.row_painter import RowFonts
from vaultsearch.gui.rows.row_text import SEPARATOR
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from vaultsearch.core.values.context import Answer

_SIDE = 4 * GRID
_EDGE = GRID


class AnswerLine(QAbstractButton):
    """Shows an answer in two lines: the sentence, and the note and headings that it stands under."""

    asked_for = Signal(str, int)
    """The path of the answer's note, and its line."""
    left_downwards = Signal()
    """Down was pressed."""
    left_upwards = Signal()
    """Up was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("answer_line")
        self.answer: Answer | None = None
        """The answer that is shown."""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        keep_translated(self, self._set_name)
        self.clicked.connect(self.go)
        self.hide()

    def show_answer(self, answer: Answer | None) -> None:
        """Show an answer, or hide."""
        self.answer = answer
        if answer is not None:
            heading = (heading_name(answer.path, heading) for heading in answer.heading_path[-1:])
            source = SEPARATOR.join((answer.title, *heading))
            self.setText(f"“{' '.join(answer.text.split())}”")
            self._set_name()
            self.setAccessibleDescription(source)
            self.setToolTip(tooltip(f"{self.text()}\n{source}"))
            self.update()
        self.setVisible(answer is not None)

    def _set_name(self) -> None:
        answer = self.tr("Answer: {}").format(self.text()) if self.text() else self.tr("Answer")
        self.setAccessibleName(answer)

    def go(self) -> None:
        """Ask for the place of the answer, if there is one."""
        if self.answer is not None:
            self.asked_for.emit(self.answer.path, self.answer.line)

    def sizeHint(self) -> QSize:
        """Return the height of two lines; the width is whatever is left."""
        fonts = RowFonts.of(self.font())
        height = QFontMetrics(fonts.text).height() + QFontMetrics(fonts.small).height()
        return QSize(0, height + 2 * _EDGE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go there by Enter as by Space, to the list by Down, to the field by Up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Up:
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a pale ground, a bar at its side, and the two lines."""
        painter = QPainter(self)
        palette, fonts = self.palette(), RowFonts.of(self.font())
        accent, ground = palette.color(ACCENT_ROLE), palette.color(QPalette.ColorRole.Window)
        area = self.rect().adjusted(2 * GRID, 0, 0, 0)
        area = QStyle.visualRect(self.layoutDirection(), self.rect(), area)
        painter.fillRect(area, mixed(ground, accent, SELECTED_SHARE if self.underMouse() else RESTING_SHARE))
        bar = QStyle.visualRect(
            self.layoutDirection(), area, QRect(area.left(), area.top(), BAR, area.height())
        )
        painter.fillRect(bar, accent)
        if self.hasFocus():
            painter.setPen(QPen(accent, 1))
            painter.drawRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5))
        inner = area.adjusted(2 * GRID, _EDGE, -2 * GRID, -_EDGE)
        align = int(
            QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
            | Qt.AlignmentFlag.AlignVCenter
        )
        top = inner.top()
        lines = (
            (fonts.text, palette.color(QPalette.ColorRole.WindowText), self.text()),
            (fonts.small, palette.color(SECONDARY_ROLE), self.accessibleDescription()),
        )
        for font, colour, text in lines:
            metrics = QFontMetrics(font)
            line = QRect(inner.left(), top, inner.width(), metrics.height())
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(line, align, metrics.elidedText(text, Qt.TextElideMode.ElideRight, line.width()))
            top += metrics.height()
        painter.end()
