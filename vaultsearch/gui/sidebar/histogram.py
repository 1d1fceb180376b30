"""The histogram of the notes' dates, whose bars narrow the query to their period."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QEvent, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from vaultsearch.gui import phrases
from vaultsearch.gui.looks.tokens import (
    ACCENT_ROLE,
    GRID,
    HAIRLINE_SHARE,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Facet

_BARS = 12 * GRID
_WIDEST = 6 * GRID
_LEAST = 2
_SMALL = 0.9
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class FacetHistogram(QAbstractButton):
    """A bar for each period, the first and the last labelled beneath. Arrows move, Enter chooses.

    A button, as screen readers are told what a press does; a plain widget has no role.
    """

    chosen = Signal(object)
    """The Facet whose bar was chosen."""
    looked_at = Signal(object)
    """The Facet under the pointer or the keyboard, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("facet_histogram")
        self._periods: tuple[Facet, ...] = ()
        self._index = 0
        self._under: int | None = None
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SMALL)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        keep_translated(self, self._name)

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Notes by date"))
        self.update()  # the labels of months are translated

    @property
    def periods(self) -> tuple[Facet, ...]:
        """The periods, oldest first."""
        return self._periods

    def show_periods(self, periods: tuple[Facet, ...]) -> None:
        """Show these periods; the current one stays current, else the newest is."""
        chosen_period = self._periods[self._index].value if self._periods else ""
        values = [period.value for period in periods]
        self._periods, self._under = periods, None
        self._index = values.index(chosen_period) if chosen_period in values else max(0, len(periods) - 1)
        self._emit_looked_at()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the bars and a line of text."""
        return QSize(50 * GRID, _BARS + QFontMetrics(self.font()).height() + GRID)

    def bar(self, index: int) -> QRectF:
        """Return the column of a bar, over the full height of the bars."""
        step = min(self.width() / max(1, len(self._periods)), _WIDEST)
        left = index * step
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.width() - left - step
        return QRectF(left, 0, step, _BARS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move along the bars, or choose one."""
        key = Qt.Key(event.key())
        if not self._periods:
            event.ignore()
        elif key in _STEPS:
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            self._go(self._index + (-_STEPS[key] if mirrored else _STEPS[key]))
        elif key == Qt.Key.Key_Home:
            self._go(0)
        elif key == Qt.Key.Key_End:
            self._go(len(self._periods) - 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self._index)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the period that was clicked."""
        index = self._at_position(event)
        if event.button() == Qt.MouseButton.LeftButton and index is not None:
            self._index = index
            self._choose(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit the period under the pointer."""
        index = self._at_position(event)
        if index != self._under:
            self._under = index
            self.setCursor(Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor)
            self.update()
            self._emit_looked_at()

    def event(self, event: QEvent) -> bool:
        """Emit the period looked at when pointer or keyboard focus comes or goes."""
        if event.type() == QEvent.Type.Leave:
            self._under = None
        done = super().event(event)
        if event.type() in (QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
            self._emit_looked_at()
        return done

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bars on a line, and the labels of the first and the last."""
        painter = QPainter(self)
        ground, text = self.palette().color(QPalette.ColorRole.Window), QPalette.ColorRole.WindowText
        painter.fillRect(
            QRectF(0, _BARS, self.width(), 1), mixed(ground, self.palette().color(text), 2 * HAIRLINE_SHARE)
        )
        most = max((period.count for period in self._periods), default=1) or 1
        for index, bar_period in enumerate(self._periods):
            self._paint_bar(painter, index, bar_period.count / most)
        self._paint_names(painter)
        painter.end()

    def _paint_bar(self, painter: QPainter, index: int, share: float) -> None:
        column = self.bar(index)
        ground = self.palette().color(QPalette.ColorRole.Window)
        accent = self.palette().color(ACCENT_ROLE if self.isEnabled() else SECONDARY_ROLE)
        if self.hasFocus() and index == self._index:
            painter.fillRect(column, mixed(ground, accent, 2 * SELECTED_SHARE))
        elif index == self._under and self.isEnabled():
            painter.fillRect(column, mixed(ground, accent, 2 * RESTING_SHARE))
        if self.hasFocus() and index == self._index:
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawRect(column.adjusted(0, 0, -1, -1))
        if share:
            height = max(_LEAST, share * (_BARS - GRID))
            gap = 1 if column.width() >= 4 else 0
            painter.fillRect(
                QRectF(column.left() + gap, _BARS - height, max(1, column.width() - 2 * gap), height), accent
            )

    def _paint_names(self, painter: QPainter) -> None:
        if not self._periods:
            return
        painter.setPen(self.palette().color(SECONDARY_ROLE))
        painter.setFont(self.font())
        metrics = QFontMetrics(self.font())
        first, last = period_text(self._periods[0].value), period_text(self._periods[-1].value)
        wide = self.bar(0).width() * len(self._periods)
        names_width = metrics.horizontalAdvance(first + "   " + last)
        line = QRectF(0, _BARS + GRID, max(wide, min(names_width, self.width())), metrics.height())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            line.moveRight(self.width())
            first, last = last, first
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
        if first != last:
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)

    def _at_position(self, event: QMouseEvent) -> int | None:
        x = event.position().x()
        return next(
            (
                index
                for index in range(len(self._periods))
                if self.bar(index).left() <= x < self.bar(index).right()
            ),
            None,
        )

    def _choose(self, index: int) -> None:
        if self._periods[index].count or self._periods[index].chosen:
            self.chosen.emit(self._periods[index])

    def _go(self, index: int) -> None:
        self._index = min(max(index, 0), len(self._periods) - 1)
        self.update()
        self._emit_looked_at()

    def _emit_looked_at(self) -> None:
        index = self._under if self._under is not None else self._index if self.hasFocus() else None
        looked_at = self._periods[index] if index is not None and index < len(self._periods) else None
        description = period_said(looked_at) if looked_at is not None else ""
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.looked_at.emit(looked_at)


def period_text(value: str) -> str:
    """Format a period: "2026", "May 2026", "12 May 2026", "before 1996"."""
    if value.startswith("<"):
        return phrases.before_year(value[1:])
    parts = [int(part) for part in value.split("-")]
    day = QDate(*parts, *(1 for _ in range(3 - len(parts))))
    of_a_day = QCoreApplication.translate("Dates", "d MMM yyyy")
    of_a_month = QCoreApplication.translate("Dates", "MMM yyyy")
    return QLocale().toString(day, {1: "yyyy", 2: of_a_month, 3: of_a_day}[len(parts)])


def period_said(period: Facet) -> str:
    """Format a period with its count: "May 2026: 6 files"."""
    return f"{period_text(period.value)}: {phrases.files(period.count)}"
