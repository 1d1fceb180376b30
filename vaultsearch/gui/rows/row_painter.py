"""One row in the list: words, marks, fonts and measures; painted from top to bottom."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QPainter,
    QPalette,
    QPixmap,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from vaultsearch.core.values.note import FileKind, Span
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.gui.file_kinds import page_badge
from vaultsearch.gui.rows.arrangement import ResultRow
from vaultsearch.gui.rows.pictures import paint_thumbnail
from vaultsearch.gui.rows.row_texts import (
    has_second_line,
    heading_line,
    heading_marks,
    kept_spans,
    reason_beside,
    short_date,
    shown_snippet,
)
from vaultsearch.gui.theme import (
    ACCENT_BAR_WIDTH,
    ACCENT_ROLE,
    GRID,
    HAIRLINE_SHARE,
    MARK_ROLE,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mix_colors,
)
from vaultsearch.gui.translations import tr
from vaultsearch.gui.widgets import elide_at_word, index_after_utf16, utf16_length


def join_lines(snippet: Snippet) -> str:
    """Replace every line break in the snippet by one space; offsets stay valid."""
    return "".join(" " if character in "\n\r\t\v\f\u2028\u2029" else character for character in snippet.text)


def utf16_span(text: str, span: Span) -> tuple[int, int]:
    """Return start and length in UTF-16 units, as QTextLayout counts: an emoji is two of them."""
    start = utf16_length(text[: span.start])
    return start, utf16_length(text[span.start : span.end])


COMPACT_DENSITY = "compact"


@dataclass(frozen=True, slots=True)
class RowStyle:
    """Pixels above and below a row (``edge``) and between lines (``gap``); ``lines`` of text."""

    edge: int = 2 * GRID + 2
    gap: int = GRID
    lines: int = 2


def row_style(density: str, lines: int) -> RowStyle:
    """Return the style for a density, "comfortable" or "compact"."""
    if density == COMPACT_DENSITY:
        return RowStyle(GRID + 2, GRID // 2, lines)
    return RowStyle(lines=lines)


SNIPPET_LINES = 2
_CUT = "… "
LINE_LEADING = 2
"""Pixels between the lines in addition to the font's own leading."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Colours for marks: ground and ink for the query's words, an underline for words with the same meaning.

    The two kinds differ in form, not in colour alone.
    """

    ground: QColor
    ink: QColor
    line: QColor

    @classmethod
    def of(cls, palette: QPalette, ink: QPalette.ColorRole = QPalette.ColorRole.Text) -> Marks:
        """Take the colours from a palette."""
        return cls(palette.color(MARK_ROLE), palette.color(ink), palette.color(ACCENT_ROLE))

    def spelt(self) -> QTextCharFormat:
        """Return the format for the query's words."""
        look = QTextCharFormat()
        look.setBackground(self.ground)
        look.setForeground(self.ink)
        return look

    def meant(self) -> QTextCharFormat:
        """Return the format for words with the same meaning."""
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(self.line)
        return look


def line_height(font: QFont) -> int:
    """Return the height of a snippet's line in pixels."""
    return math.ceil(QFontMetricsF(font).lineSpacing()) + LINE_LEADING


def lay_out_snippet(
    snippet: Snippet, font: QFont, width: float, marks: Marks, *, lines: int = SNIPPET_LINES
) -> QTextLayout:
    """Lay the snippet out in at most ``lines`` lines of ``width`` pixels, the first match among them."""
    words = _elide_text(join_lines(snippet), font, width, lines)
    first = min(snippet.matches or snippet.semantic_spans, key=lambda span: span.start, default=None)
    if first is not None and first.end >= len(words) and words != join_lines(snippet):
        snippet = _cut_beginning(snippet, first.start, len(words) // 3)
        words = _elide_text(join_lines(snippet), font, width, lines)
    layout = QTextLayout(words, font)
    # Before the lines are broken: formats set afterwards discard the lines.
    spelt = mark_ranges(snippet.matches, words, marks.spelt())
    layout.setFormats([*spelt, *mark_ranges(snippet.semantic_spans, words, marks.meant())])
    _break_lines(layout, font, width, lines)
    return layout


def _cut_beginning(snippet: Snippet, match: int, before: int) -> Snippet:
    """Cut a snippet to begin at a word, up to ``before`` letters ahead of a match."""
    start = max(0, match - before)
    # In a language without spaces there is none to begin behind.
    start = snippet.text.find(" ", start, match) + 1 or start
    shift = start - len(_CUT)

    def move(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(Span(span.start - shift, span.end - shift) for span in spans if span.start >= start)

    text = _CUT + snippet.text[start:]
    matches, semantic_spans = move(snippet.matches), move(snippet.semantic_spans)
    return replace(snippet, text=text, matches=matches, semantic_spans=semantic_spans)


def _elide_text(words: str, font: QFont, width: float, lines: int) -> str:
    layout = QTextLayout(words, font)
    _break_lines(layout, font, width, lines)
    if layout.lineCount() == 0:
        return words
    last = layout.lineAt(layout.lineCount() - 1)
    if last.textStart() + last.textLength() >= utf16_length(words):
        return words
    start = index_after_utf16(words, last.textStart())
    return words[:start] + elide_at_word(words[start:], QFontMetricsF(font), width - 1)


def _break_lines(layout: QTextLayout, font: QFont, width: float, lines: int) -> None:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    height = line_height(font)
    layout.beginLayout()
    for number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * height))
    layout.endLayout()


def mark_ranges(spans: Sequence[Span], words: str, style: QTextCharFormat) -> list[QTextLayout.FormatRange]:
    """Return a format for each span still within ``words``."""
    ranges = []
    for span in spans:
        if span.start < len(words):
            marked = QTextLayout.FormatRange()
            marked.start, marked.length = utf16_span(words, span)
            marked.format = style
            ranges.append(marked)
    return ranges


ROW_SIDE = 4 * GRID
_FOLDER_LETTERS = 8
_DOT = 6
_MAX_TAGS = 3
_MAX_TAG_WIDTH = 24 * GRID
_ICON = 3 * GRID + 2
_MIN_TEXT_WIDTH = 60 * GRID
"""Pixels of text that a thumbnail leaves beside it; in a narrower list there is none."""


@lru_cache(maxsize=64)
def row_height(font_text: str, style: RowStyle, *, leads: bool, under_heading: bool) -> int:
    """Return a row's height in pixels; ``font_text`` is a font's `QFont.toString`.

    Cached: a list with a thousand rows asks for a thousand heights at once, and only eight differ.
    """
    font = QFont()
    font.fromString(font_text)
    fonts, height = RowFonts.of(font), 2 * style.edge + line_height(font) * style.lines
    if leads:
        height += QFontMetrics(fonts.title).height() + style.gap
    if under_heading:
        height += QFontMetrics(fonts.small).height() + style.gap
    return height


@dataclass(frozen=True, slots=True)
class RowFonts:
    """The fonts in a row, all derived from the view's font."""

    title: QFont
    small: QFont
    text: QFont

    @classmethod
    def of(cls, font: QFont) -> RowFonts:
        """Derive the fonts: titles semibold, small text at nine tenths."""
        title, small = QFont(font), QFont(font)
        title.setWeight(QFont.Weight.DemiBold)
        if font.pointSizeF() > 0:
            small.setPointSizeF(font.pointSizeF() * 0.9)
        else:
            small.setPixelSize(round(font.pixelSize() * 0.9))
        return cls(title, small, font)

    def first_middle(self, style: RowStyle) -> int:
        """Return the middle of the first line, in pixels below the row's top."""
        return style.edge + QFontMetrics(self.title).height() // 2


class RowPainter:
    """Writes a row into ``option``'s rectangle, ``indent`` pixels from the leading edge.

    ``icons`` stand beside the titles of files other than notes. ``thumbnail`` stands at the end; a null image
    keeps the room.
    """

    def __init__(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        style: RowStyle,
        indent: int,
        icons: Mapping[FileKind, QPixmap],
        thumbnail: QImage | None,
    ) -> None:
        self._painter, self._option, self._style, self._icons = painter, option, style, icons
        self._fonts = RowFonts.of(option.font)
        inner = option.rect.adjusted(ROW_SIDE, style.edge, -ROW_SIDE, -style.edge)
        side = inner.height()
        if thumbnail is None or inner.width() < _MIN_TEXT_WIDTH + side:
            side = 0
        elif side:
            place = QRect(inner.right() + 1 - side, inner.top(), side, side)
            shown = QStyle.visualRect(option.direction, inner, place)
            paint_thumbnail(painter, shown, thumbnail, option.palette)
        written = inner.adjusted(indent, 0, -side - 4 * GRID if side else 0, 0)
        self._area = QStyle.visualRect(option.direction, inner, written)
        self._top = self._area.top()
        self._text = option.palette.color(QPalette.ColorRole.Text)
        self._secondary = option.palette.color(SECONDARY_ROLE)

    def write(self, row: ResultRow) -> None:
        """Write title, folder and date if the row leads its note; then headings, past use and snippet."""
        result = row.result
        if row.leads:
            self._write_title_line(result, title_end(row))
        if has_second_line(result):
            self._write_second_line(result)
        self._painter.setPen(self._text)
        marks, lines, width = Marks.of(self._option.palette), self._style.lines, self._area.width()
        layout = lay_out_snippet(shown_snippet(result), self._fonts.text, width, marks, lines=lines)
        layout.draw(self._painter, QPointF(self._area.left(), self._top))

    def _write_title_line(self, result: Result, when: str) -> None:
        chunk = result.chunk
        title_metrics, small = QFontMetrics(self._fonts.title), QFontMetrics(self._fonts.small)
        when_width = small.horizontalAdvance(when)
        room = self._area.width() - (when_width + 4 * GRID if when else 0)
        title = elide_at_word(chunk.title, title_metrics, room)
        width = title_metrics.horizontalAdvance(title)
        marks = kept_spans(chunk.title, title, result.title_matches)
        self._write_piece(self._fonts.title, self._text, 0, width, title, marks=marks)
        icon = self._icons.get(chunk.kind)
        if icon is not None and room - width > 2 * GRID + _ICON:
            top = self._top + (title_metrics.height() - _ICON) // 2
            place = QRect(self._area.left() + width + 2 * GRID, top, _ICON, _ICON)
            self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            self._painter.drawPixmap(QStyle.visualRect(self._option.direction, self._area, place), icon)
            width += 2 * GRID + _ICON
        folder = elide_at_word(chunk.folder, small, room - width - 2 * GRID, in_middle=True)
        # A folder of a few letters and an ellipsis says nothing.
        if folder == chunk.folder or len(folder) >= _FOLDER_LETTERS:
            self._write_piece(self._fonts.small, self._secondary, width + 2 * GRID, room - width, folder)
            width += 2 * GRID + small.horizontalAdvance(folder)
        self._draw_tags(result, width + 3 * GRID, room)
        end = self._area.width() - when_width
        self._write_piece(self._fonts.small, self._secondary, end, when_width, when)
        self._top += title_metrics.height() + self._style.gap

    def _draw_tags(self, result: Result, start: int, end: int) -> None:
        """Draw the tags that fit whole between two places in the title's line, matching ones first."""
        matching = result.matching_tags
        tags = sorted(result.chunk.tags, key=lambda tag: tag not in matching)
        metrics, height = QFontMetrics(self._fonts.small), QFontMetrics(self._fonts.title).height()
        widths = [metrics.horizontalAdvance(f"#{tag}") + 2 * GRID for tag in tags[:_MAX_TAGS]]
        fitting = 0
        while fitting < len(widths) and widths[fitting] <= _MAX_TAG_WIDTH:
            if start + sum(widths[: fitting + 1]) + fitting * GRID > end:
                break
            fitting += 1
        x = end - sum(widths[:fitting]) - max(0, fitting - 1) * GRID
        for tag, width in zip(tags, widths[:fitting], strict=False):
            self._draw_chip(x, width, height)
            marks = [Span(0, len(tag) + 1)] if tag in matching else []
            room = width - 2 * GRID
            self._write_piece(self._fonts.small, self._secondary, x + GRID, room, f"#{tag}", marks=marks)
            x += width + GRID

    def _draw_chip(self, start: int, width: int, height: int) -> None:
        chip = QRect(self._area.left() + start, self._top, width, height)
        # Translucent: on the ground of a selected row as well as on the list's.
        tint = QColor(self._text)
        tint.setAlphaF(HAIRLINE_SHARE / 2)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(tint)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = QStyle.visualRect(self._option.direction, self._area, chip)
        self._painter.drawRoundedRect(shown, GRID, GRID)

    def _write_second_line(self, result: Result) -> None:
        """Write page and headings, and at the line's end why the row is there."""
        headings, reason = heading_line(result.chunk), reason_beside(result)
        metrics, room = QFontMetrics(self._fonts.small), self._area.width()
        ascent = metrics.ascent()
        if reason:
            beside = metrics.horizontalAdvance(headings) + 4 * GRID if headings else 0
            most = room - min(beside, room * 2 // 5)
            reason = elide_at_word(reason, metrics, most)
            width = metrics.horizontalAdvance(reason)
            accent = self._option.palette.color(ACCENT_ROLE)
            self._write_piece(self._fonts.small, accent, self._area.width() - width, width, reason, ascent)
            room -= width + 4 * GRID
        line = " ".join(headings.split("\n"))
        if badge := page_badge(result.chunk):
            self._draw_chip(-GRID, metrics.horizontalAdvance(badge) + 2 * GRID, metrics.height())
        shown = elide_at_word(line, metrics, room, in_middle=True)
        marks = kept_spans(line, shown, heading_marks(result))
        self._write_piece(self._fonts.small, self._secondary, 0, room, shown, ascent, marks)
        self._top += metrics.height() + self._style.gap

    def _write_piece(
        self,
        font: QFont,
        colour: QColor,
        start: int,
        width: int,
        text: str,
        ascent: int | None = None,
        marks: Sequence[Span] = (),
    ) -> None:
        """Write ``text`` on the current base line, ``start`` pixels from the leading edge.

        Drawn in a rectangle, taller glyphs, such as Chinese ones, would be cut off.
        """
        line = QFontMetrics(self._fonts.title).ascent() if ascent is None else ascent
        rect = QRect(self._area.left() + start, self._top, width + 1, line)
        shown = QStyle.visualRect(self._option.direction, self._area, rect)
        leads_left = self._option.direction == Qt.LayoutDirection.LeftToRight
        left = shown.left() if leads_left else shown.right() + 1 - QFontMetrics(font).horizontalAdvance(text)
        self._painter.setFont(font)
        self._painter.setPen(colour)
        if marks:
            layout = QTextLayout(text, font)
            layout.setFormats(mark_ranges(marks, text, Marks.of(self._option.palette).spelt()))
            layout.beginLayout()
            laid_out = layout.createLine()
            # The text is elided already, and must not be broken.
            laid_out.setLineWidth(self._area.width() * 2)
            layout.endLayout()
            layout.draw(self._painter, QPointF(left, self._top + line - laid_out.ascent()))
        else:
            self._painter.drawText(QPointF(left, self._top + line), text)


def paint_row_ground(painter: QPainter, option: QStyleOptionViewItem, base: QPalette.ColorRole) -> bool:
    """Tint a selected row, paler without the keyboard, or one under the pointer; return whether selected."""
    palette = option.palette
    widget: QWidget | None = option.widget
    if option.state & QStyle.StateFlag.State_Selected:
        # A list that never has the focus is moved through from a field above it.
        is_focused = widget is None or widget.hasFocus() or widget.focusPolicy() == Qt.FocusPolicy.NoFocus
        tint, share = palette.color(ACCENT_ROLE), SELECTED_SHARE if is_focused else RESTING_SHARE
        painter.fillRect(option.rect, mix_colors(palette.color(base), tint, share))
        return True
    if option.state & QStyle.StateFlag.State_MouseOver:
        ink = palette.color(QPalette.ColorRole.Text)
        painter.fillRect(option.rect, mix_colors(palette.color(base), ink, RESTING_SHARE / 2))
    return False


def paint_side_bar(painter: QPainter, option: QStyleOptionViewItem, colour: QColor) -> None:
    """Paint a bar along a row's leading edge."""
    rect = option.rect
    bar = QRect(rect.left(), rect.top(), ACCENT_BAR_WIDTH, rect.height())
    painter.fillRect(QStyle.visualRect(option.direction, rect, bar), colour)


def paint_basket_dot(painter: QPainter, option: QStyleOptionViewItem, side: int, middle: int) -> None:
    """Mark a passage in the basket by a dot at the height ``middle``, in a margin ``side`` pixels wide."""
    rect = option.rect
    dot = QRect(rect.left() + (side - _DOT) // 2 + 1, middle - _DOT // 2, _DOT, _DOT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(option.palette.color(ACCENT_ROLE))
    painter.drawEllipse(QStyle.visualRect(option.direction, rect, dot))


def title_end(row: ResultRow) -> str:
    """Return the number of further passages, a sign for whether they are shown, and the note's date."""
    chunk, others = row.result.chunk, ""
    if row.others:
        others = f"{tr('{} more in this note').format(row.others)} {'▾' if row.unfolded else '▸'}"
    day = short_date(chunk.date.day if chunk.date else None, date.today())
    return "   ".join(part for part in (others, day) if part)
