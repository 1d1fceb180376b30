"""Paints the text of one row of the list, from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from vaultsearch.gui import phrases
from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID, MARK_ROLE, SECONDARY_ROLE
from vaultsearch.gui.rows.row_text import has_second_line, heading_line, short_date
from vaultsearch.gui.rows.snippet_layout import LINES, Marks, lay_out, line_height

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Chunk, Result, UsedBefore
    from vaultsearch.gui.rows.arrangement import Row

SIDE = 4 * GRID
EDGE = 2 * GRID + 2
GAP = GRID
_FOLDER_LETTERS = 8


@lru_cache(maxsize=64)
def row_height(font_text: str, *, leads: bool, under_heading: bool) -> int:
    """Return the height of a row of this kind in the font of that `QFont.toString`.

    Cached, because a list of a thousand rows asks for a thousand heights at once, of four kinds.
    """
    font = QFont()
    font.fromString(font_text)
    return RowFonts.of(font).height(leads, under_heading)


@dataclass(frozen=True, slots=True)
class RowFonts:
    """The fonts of a row, all derived from the view's own."""

    title: QFont
    small: QFont
    text: QFont

    @classmethod
    def of(cls, font: QFont) -> RowFonts:
        """Derive them from ``font``: the title semibold, the small one at nine tenths."""
        title, small = QFont(font), QFont(font)
        title.setWeight(QFont.Weight.DemiBold)
        if font.pointSizeF() > 0:
            small.setPointSizeF(font.pointSizeF() * 0.9)
        else:
            small.setPixelSize(round(font.pixelSize() * 0.9))
        return cls(title, small, font)

    def first_middle(self) -> int:
        """Return the middle of a row's first line, in pixels from the row's top."""
        return EDGE + QFontMetrics(self.title).height() // 2

    def height(self, leads: bool, under_heading: bool) -> int:
        """Return the height of a row of this kind."""
        height = 2 * EDGE + line_height(self.text) * LINES
        if leads:
            height += QFontMetrics(self.title).height() + GAP
        if under_heading:
            height += QFontMetrics(self.small).height() + GAP
        return height


class RowPainter:
    """Writes a row into the rectangle of ``option``, ``indent`` pixels from its leading edge."""

    def __init__(self, painter: QPainter, option: QStyleOptionViewItem, indent: int = 0) -> None:
        self._painter = painter
        self._option = option
        self._fonts = RowFonts.of(option.font)
        inner = option.rect.adjusted(SIDE, EDGE, -SIDE, -EDGE)
        self._area = QStyle.visualRect(option.direction, inner, inner.adjusted(indent, 0, 0, 0))
        self._top = self._area.top()
        self._text = option.palette.color(QPalette.ColorRole.Text)
        self._secondary = option.palette.color(SECONDARY_ROLE)

    def write(self, row: Row) -> None:
        """Write title, folder and date if the row leads its note, then headings, past use and snippet."""
        result = row.result
        if row.leads:
            self._write_title_line(result.chunk, _beside(row))
        if has_second_line(result):
            self._write_second_line(heading_line(result.chunk), result.before)
        self._write_snippet(result)

    def _write_title_line(self, chunk: Chunk, others: str) -> None:
        title_metrics, small = QFontMetrics(self._fonts.title), QFontMetrics(self._fonts.small)
        day = short_date(chunk.date.day if chunk.date else None, date.today())
        when = "   ".join(part for part in (others, day) if part)
        when_width = small.horizontalAdvance(when)
        room = self._area.width() - (when_width + 4 * GRID if when else 0)
        title = title_metrics.elidedText(chunk.title, Qt.TextElideMode.ElideRight, room)
        taken = title_metrics.horizontalAdvance(title)
        self._write_piece(self._fonts.title, self._text, 0, taken, title)
        folder = small.elidedText(chunk.folder, Qt.TextElideMode.ElideMiddle, room - taken - 2 * GRID)
        if folder == chunk.folder or len(folder) >= _FOLDER_LETTERS:
            self._write_piece(self._fonts.small, self._secondary, taken + 2 * GRID, room - taken, folder)
        end = self._area.width() - when_width
        self._write_piece(self._fonts.small, self._secondary, end, when_width, when)
        self._top += title_metrics.height() + GAP

    def _write_second_line(self, headings: str, before: UsedBefore | None) -> None:
        """Write the headings, and at the end of the line the past use that raised the row."""
        metrics, room = QFontMetrics(self._fonts.small), self._area.width()
        ascent = metrics.ascent()
        if before is not None:
            beside = metrics.horizontalAdvance(headings) + 4 * GRID if headings else 0
            most = room - min(beside, room * 2 // 5)
            reason = metrics.elidedText(phrases.used_before(before), Qt.TextElideMode.ElideRight, most)
            width = metrics.horizontalAdvance(reason)
            accent = self._option.palette.color(ACCENT_ROLE)
            self._write_piece(self._fonts.small, accent, self._area.width() - width, width, reason, ascent)
            room -= width + 4 * GRID
        shown = metrics.elidedText(" ".join(headings.split("\n")), Qt.TextElideMode.ElideMiddle, room)
        self._write_piece(self._fonts.small, self._secondary, 0, room, shown, ascent)
        self._top += metrics.height() + GAP

    def _write_snippet(self, result: Result) -> None:
        palette = self._option.palette
        marks = Marks(palette.color(MARK_ROLE), self._text, palette.color(ACCENT_ROLE))
        self._painter.setPen(self._text)
        layout = lay_out(result.snippet, self._fonts.text, self._area.width(), marks)
        layout.draw(self._painter, QPointF(self._area.left(), self._top))

    def _write_piece(
        self, font: QFont, colour: QColor, start: int, width: int, text: str, ascent: int | None = None
    ) -> None:
        """Write ``text`` on the base line of the current line, ``start`` pixels from its leading edge.

        Drawn in a rectangle, glyphs of a taller font, such as a Chinese one, would be cut off.
        """
        line = QFontMetrics(self._fonts.title).ascent() if ascent is None else ascent
        rect = QRect(self._area.left() + start, self._top, width + 1, line)
        shown = QStyle.visualRect(self._option.direction, self._area, rect)
        leads_left = self._option.direction == Qt.LayoutDirection.LeftToRight
        left = shown.left() if leads_left else shown.right() + 1 - QFontMetrics(font).horizontalAdvance(text)
        self._painter.setFont(font)
        self._painter.setPen(colour)
        self._painter.drawText(QPointF(left, self._top + line), text)


def _beside(row: Row) -> str:
    """Return how many more passages the note has, with a sign for whether they are shown."""
    if not row.others:
        return ""
    sign = "▾" if row.unfolded else "▸"
    return f"{QCoreApplication.translate('RowPainter', '{} more').format(row.others)} {sign}"
