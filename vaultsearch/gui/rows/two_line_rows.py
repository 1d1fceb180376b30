"""Rows with two lines: a title with a text at the end, and a description beneath; and section heads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRect, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QStandardItem, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.core.values.note import Span
from vaultsearch.gui.rows.row_painter import Marks, RowFonts, mark_ranges, paint_row_ground
from vaultsearch.gui.theme import GRID, SECONDARY_ROLE
from vaultsearch.gui.widgets import AnyIndex, elide_at_word, literal_tooltip

MAX_FADING_MS = 120
_MIN_OPACITY = 0.3


class RowFading(QObject):
    """Fades passages in, and repaints ``view`` meanwhile.

    Rows gliding to their places covered one another on the way. If the system asks for no animations, all
    rows are opaque at once.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._fading: AbstractSet[str] = frozenset()
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(_MIN_OPACITY)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(lambda _: view.update())

    @property
    def running(self) -> bool:
        """Whether rows are fading in."""
        return self._animation.state() == QVariantAnimation.State.Running

    def begin(self, passages: AbstractSet[str]) -> None:
        """Let passages fade in, by their ids; all others are opaque."""
        self._animation.stop()
        length = self._view.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        self._fading = passages
        if length > 0 and passages:
            self._animation.setDuration(min(length, MAX_FADING_MS))
            self._animation.start()

    def opacity(self, chunk_id: str) -> float:
        """Return how opaque a passage is painted now, 0 to 1."""
        return float(self._animation.currentValue()) if self.running and chunk_id in self._fading else 1.0


SECOND_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The second line; without one, the row has one line."""
BESIDE_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""The text at the end of the first line."""
FIRST_MARKS_ROLE = int(Qt.ItemDataRole.UserRole) + 3
"""Spans of the first line to mark."""
SECOND_MARKS_ROLE = int(Qt.ItemDataRole.UserRole) + 4
"""Spans of the second line to mark."""
HEAD_ROLE = int(Qt.ItemDataRole.UserRole) + 5
"""True for the head of a section: small and in secondary text."""
PLAIN_ROLE = int(Qt.ItemDataRole.UserRole) + 6
"""True for a row whose first line is no title."""

_SIDE = 3 * GRID
_EDGE = 2 * GRID


def two_line_row(
    data: Mapping[int, object],
    title: str,
    second: str = "",
    beside: str = "",
    *,
    tip: str = "",
    spoken: Sequence[str] | None = None,
) -> QStandardItem:
    """Create a row from ``title``, with ``beside`` at the end of the first line and ``second`` beneath.

    ``data`` holds further values by role; ``spoken`` are the parts read by a screen reader, by default the
    three texts.
    """
    row = QStandardItem(title)
    for role, value in {SECOND_ROLE: second, BESIDE_ROLE: beside, **data}.items():
        row.setData(value, role)
    row.setToolTip(literal_tooltip(tip) if tip else "")
    row.setAccessibleText(", ".join(filter(None, (title, second, beside) if spoken is None else spoken)))
    return row


class TwoLineDelegate(QStyledItemDelegate):
    """Paints a row with two lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of the lines."""
        fonts = RowFonts.of(option.font)
        if index.data(HEAD_ROLE):
            return QSize(0, 3 * _EDGE + QFontMetrics(fonts.small).height())
        second = QFontMetrics(fonts.small).height() if index.data(SECOND_ROLE) else 0
        return QSize(0, 2 * _EDGE + QFontMetrics(fonts.title).height() + second)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        painter.save()
        paint_row_ground(painter, option, QPalette.ColorRole.Base)
        if index.data(HEAD_ROLE):
            area, small = option.rect.adjusted(_SIDE, 2 * _EDGE, -_SIDE, 0), RowFonts.of(option.font).small
            _write_line(painter, option, area, str(index.data()), small, SECONDARY_ROLE)
        else:
            _write_both_lines(painter, option, index)
        painter.restore()


def write_aligned(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    text: str,
    *,
    at_end: bool = False,
    in_middle: bool = False,
    flag: Qt.TextFlag = Qt.TextFlag.TextSingleLine,
) -> None:
    """Write a text at half height, at the start or end of ``area``; shorten a single line."""
    if flag == Qt.TextFlag.TextSingleLine:
        text = elide_at_word(text, painter.fontMetrics(), area.width(), in_middle=in_middle)
    side = Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft
    flags = QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter)
    painter.drawText(QStyle.visualRect(option.direction, option.rect, area), flags.value | flag.value, text)


def two_line_height(font: QFont) -> int:
    """Return the height of a two-line row in a view's font."""
    fonts = RowFonts.of(font)
    return 2 * _EDGE + QFontMetrics(fonts.title).height() + QFontMetrics(fonts.small).height()


def _write_both_lines(painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
    fonts = RowFonts.of(option.font)
    title, small = QFontMetrics(fonts.title), QFontMetrics(fonts.small)
    area = option.rect.adjusted(_SIDE, _EDGE, -_SIDE, -_EDGE)
    end_text = str(index.data(BESIDE_ROLE) or "")
    beside = small.horizontalAdvance(end_text) + 2 if end_text else 0
    first = QRect(area.left(), area.top(), area.width() - beside - 2 * GRID, title.height())
    second = QRect(area.left(), area.top() + title.height(), area.width(), small.height())
    lower = (title.height() - small.height() + 1) // 2
    end = QRect(area.right() - beside + 1, area.top() + lower, beside, small.height())
    secondary, marks = str(index.data(SECOND_ROLE) or ""), index.data(SECOND_MARKS_ROLE)
    text = QPalette.ColorRole.Text
    font = fonts.text if index.data(PLAIN_ROLE) else fonts.title
    _write_line(painter, option, first, str(index.data()), font, text, index.data(FIRST_MARKS_ROLE))
    _write_line(painter, option, end, end_text, fonts.small, SECONDARY_ROLE)
    _write_line(painter, option, second, secondary, fonts.small, SECONDARY_ROLE, marks)


def _write_line(
    painter: QPainter,
    option: QStyleOptionViewItem,
    place: QRect,
    text: str,
    font: QFont,
    role: QPalette.ColorRole,
    marks: Sequence[Span] | None = None,
) -> None:
    """Write one line at a place as if laid out from the left; elide it at the end.

    The base line is the font's: taller glyphs, such as Chinese ones, must not move it.
    """
    shown = elide_at_word(text, QFontMetrics(font), place.width())
    layout = QTextLayout(shown, font)
    alignment = QTextOption(QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft))
    alignment.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(alignment)
    layout.setFormats(mark_ranges(marks or (), shown, Marks.of(option.palette).spelt()))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(place.width() + 1)
    layout.endLayout()
    painter.setPen(option.palette.color(role))
    drawn = QStyle.visualRect(option.direction, option.rect, place)
    layout.draw(painter, QPointF(drawn.left(), drawn.top() + QFontMetrics(font).ascent() - line.ascent()))
