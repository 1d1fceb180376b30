"""Histogram of notes' dates; bars narrow the query to their period."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from PySide6.QtCore import QDate, QEvent, QLocale, QRectF, QSize, Qt, Signal
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

from vaultsearch.core.values.query import Facet, FacetKind
from vaultsearch.gui import phrases
from vaultsearch.gui.theme import (
    ACCENT_ROLE,
    GRID,
    HAIRLINE_SHARE,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mix_colors,
)
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import literal_tooltip

_BARS_HEIGHT = 12 * GRID
_MAX_BAR_WIDTH = 6 * GRID
_MIN_BAR_HEIGHT = 2
_FONT_SCALE = 0.9
_MAX_NAMES = 6
ANY_TIME = Facet(FacetKind.PERIOD, "", "", 0)
"""The facet for no period."""
_ARROW_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class FacetHistogram(QAbstractButton):
    """A bar for each period, with the first and last labelled below. Arrows move, Enter chooses.

    Dragging, or Shift with arrows, chooses several; a double click or Backspace chooses any time.

    This is a button because screen readers announce a button's action; a plain widget has no role.

    Args:
        widest: Maximum bar width in pixels.
    """

    chosen = Signal(object)
    """The Facet whose bar was chosen, or that of several; one without a value is any time."""
    looked_at = Signal(object)
    """The Facet under the pointer or the keyboard, or None."""

    def __init__(self, parent: QWidget | None = None, *, widest: int = _MAX_BAR_WIDTH) -> None:
        super().__init__(parent)
        self.setObjectName("facet_histogram")
        self._widest = widest
        self._anchor: int | None = None
        self._is_dragging = False
        self.periods: tuple[Facet, ...] = ()
        """The periods, oldest first."""
        self._index = 0
        self._under: int | None = None
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _FONT_SCALE)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        # Month labels are translated, too.
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Notes by date")), self.update)

    def show_periods(self, periods: tuple[Facet, ...]) -> None:
        """Show periods; keep the current period, else select the newest."""
        chosen_period = self.periods[self._index].value if self.periods else ""
        values = [period.value for period in periods]
        self.periods, self._under, self._anchor = periods, None, None
        # Another period than the one pressed on would be chosen on release.
        self._is_dragging &= chosen_period in values
        self._index = values.index(chosen_period) if chosen_period in values else max(0, len(periods) - 1)
        self._emit_looked_at()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the bars and a line of text."""
        return QSize(50 * GRID, _BARS_HEIGHT + QFontMetrics(self.font()).height() + GRID)

    def bar(self, index: int) -> QRectF:
        """Return a bar's column, over the full height."""
        step = min(self.width() / max(1, len(self.periods)), self._widest)
        left = index * step
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.width() - left - step
        return QRectF(left, 0, step, _BARS_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move along the bars, or choose a period."""
        key = Qt.Key(event.key())
        if not self.periods:
            event.ignore()
        elif key in _ARROW_STEPS:
            is_extending = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            begin = self._index if self._anchor is None else self._anchor
            self._anchor = begin if is_extending else None
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            self._move_to(self._index + (-_ARROW_STEPS[key] if mirrored else _ARROW_STEPS[key]))
        elif key == Qt.Key.Key_Home:
            self._move_to(0)
        elif key == Qt.Key.Key_End:
            self._move_to(len(self.periods) - 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        elif key == Qt.Key.Key_Backspace:
            self.chosen.emit(ANY_TIME)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start choosing with the clicked period."""
        index = self._at_position(event)
        if event.button() == Qt.MouseButton.LeftButton and index is not None:
            self._index = self._anchor = index
            self._is_dragging = True
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the clicked period, or the periods dragged over."""
        if event.button() == Qt.MouseButton.LeftButton and self._is_dragging:
            self._is_dragging = False
            self._choose()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Choose any time."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(ANY_TIME)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit the period under the pointer; with the button held, extend the choice."""
        index = self._at_position(event)
        if self._is_dragging and index is not None:
            self._index = index
        if index != self._under:
            self._under = index
            self.setCursor(Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor)
            self.update()
            self._emit_looked_at()

    def event(self, event: QEvent) -> bool:
        """Emit the period looked at when pointer or keyboard focus enters or leaves."""
        if event.type() == QEvent.Type.Leave:
            self._under = None
        done = super().event(event)
        if event.type() in (QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
            self._emit_looked_at()
        return done

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars on a line, with first and last label."""
        painter = QPainter(self)
        role, palette = QPalette.ColorRole, self.palette()
        hairline = mix_colors(palette.color(role.Window), palette.color(role.WindowText), 2 * HAIRLINE_SHARE)
        painter.fillRect(QRectF(0, _BARS_HEIGHT, self.width(), 1), hairline)
        most = max((period.count for period in self.periods), default=1) or 1
        for index, bar_period in enumerate(self.periods):
            self._paint_bar(painter, index, bar_period.count / most)
        self._paint_names(painter)
        painter.end()

    def _paint_bar(self, painter: QPainter, index: int, share: float) -> None:
        column = self.bar(index)
        ground = self.palette().color(QPalette.ColorRole.Window)
        accent = self.palette().color(ACCENT_ROLE if self.isEnabled() else SECONDARY_ROLE)
        # Current for the keyboard, or among several being chosen.
        if index in self._chosen and (self.hasFocus() or self._anchor is not None):
            painter.fillRect(column, mix_colors(ground, accent, 2 * SELECTED_SHARE))
        elif index == self._under and self.isEnabled():
            painter.fillRect(column, mix_colors(ground, accent, 2 * RESTING_SHARE))
        if self.hasFocus() and index == self._index:
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawRect(column.adjusted(0, 0, -1, -1))
        if share:
            # Keep periods with few notes visible beside thousands.
            height = max(_MIN_BAR_HEIGHT, share * (_BARS_HEIGHT - GRID))
            # In a narrow column, gaps would take most of the bar.
            gap = 1 if column.width() >= 4 else 0
            width = max(1, column.width() - 2 * gap)
            painter.fillRect(QRectF(column.left() + gap, _BARS_HEIGHT - height, width, height), accent)

    def _paint_names(self, painter: QPainter) -> None:
        if not self.periods:
            return
        painter.setPen(self.palette().color(SECONDARY_ROLE))
        painter.setFont(self.font())
        metrics = QFontMetrics(self.font())
        begin, end = self.periods[0].value, self.periods[-1].value
        first, last = period_text(begin.partition("/")[0]), period_text(end.rpartition("/")[2])
        wide = self.bar(0).width() * len(self.periods)
        names_width = metrics.horizontalAdvance(first + "   " + last)
        line = QRectF(0, _BARS_HEIGHT + GRID, max(wide, min(names_width, self.width())), metrics.height())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            line.moveRight(self.width())
            first, last = last, first
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
        if first != last:
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)

    def _at_position(self, event: QMouseEvent) -> int | None:
        x = event.position().x()
        bars = ((index, self.bar(index)) for index in range(len(self.periods)))
        return next((index for index, bar in bars if bar.left() <= x < bar.right()), None)

    @property
    def _chosen(self) -> range:
        """The bars between the anchor, which may lie on either side, and the current one."""
        first, last = sorted((self._index if self._anchor is None else self._anchor, self._index))
        return range(first, last + 1)

    def _choose(self) -> None:
        period = join_periods([self.periods[index] for index in self._chosen])
        self._anchor = None
        if period.count or period.chosen:
            self.chosen.emit(period)
        self.update()

    def _move_to(self, index: int) -> None:
        self._index = min(max(index, 0), len(self.periods) - 1)
        self.update()
        self._emit_looked_at()

    def _emit_looked_at(self) -> None:
        index = self._under if self._under is not None else self._index if self.hasFocus() else None
        looked_at = self.periods[index] if index is not None and index < len(self.periods) else None
        if self._anchor is not None and self._anchor < len(self.periods):
            looked_at = join_periods([self.periods[index] for index in self._chosen])
        description = describe_period(looked_at) if looked_at is not None else ""
        names = "\n".join(looked_at.names) if looked_at is not None else ""
        self.setToolTip(literal_tooltip(f"{description}\n{names}") if names else "")
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.looked_at.emit(looked_at)


def join_periods(periods: Sequence[Facet]) -> Facet:
    """Merge consecutive periods, given oldest first."""
    if len(periods) == 1:
        return periods[0]
    # The period before all others has no beginning, and is skipped.
    first = next(period.value for period in periods if not period.value.startswith("<"))
    value = f"{first.partition('/')[0]}/{periods[-1].value.rpartition('/')[2]}"
    names = chain.from_iterable(period.names for period in reversed(periods))
    count = sum(period.count for period in periods)
    return Facet(FacetKind.PERIOD, value, value, count, names=tuple(islice(names, _MAX_NAMES)))


def period_text(value: str) -> str:
    """Format a period: "2026", "May 2026", "12 May 2026", "4 May 2026 – 10 May 2026", "before 1996"."""
    if "/" in value:
        return " – ".join(map(period_text, value.split("/")))
    if value.startswith("<"):
        return tr("before {}").format(value[1:])
    parts = [int(part) for part in value.split("-")]
    day = QDate(*parts, *(1 for _ in range(3 - len(parts))))
    patterns = {1: "yyyy", 2: tr("MMM yyyy"), 3: tr("d MMM yyyy")}
    return QLocale().toString(day, patterns[len(parts)])


def describe_period(period: Facet) -> str:
    """Format a period and the count: "May 2026: 6 files"."""
    return f"{period_text(period.value)}: {phrases.count_files(period.count)}"
