"""A few lines of a passage with the query's words marked, laid out for painting."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from vaultsearch.gui.rows.row_text import cut_at, one_line, qt_length, qt_span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.note import Span
    from vaultsearch.core.values.search import Snippet

LINES = 2
LEADING = 2
"""Pixels between the lines in addition to the font's own leading."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The colours of marks: ground and ink of the query's words, underline of words with the same meaning.

    The two kinds differ in form, not in colour alone.
    """

    ground: QColor
    ink: QColor
    line: QColor

    def spelt(self) -> QTextCharFormat:
        """Return the format of the query's words."""
        look = QTextCharFormat()
        look.setBackground(self.ground)
        look.setForeground(self.ink)
        return look

    def meant(self) -> QTextCharFormat:
        """Return the format of words with the same meaning."""
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(self.line)
        return look


def line_height(font: QFont) -> int:
    """Return the height of a line of the snippet."""
    return math.ceil(QFontMetricsF(font).lineSpacing()) + LEADING


def lay_out(snippet: Snippet, font: QFont, width: float, marks: Marks, *, lines: int = LINES) -> QTextLayout:
    """Lay the snippet out in at most ``lines`` lines of ``width`` pixels, elided at the end."""
    words = _shortened(one_line(snippet), font, width, lines)
    layout = QTextLayout(words, font)
    # Before the lines are broken: formats set afterwards discard the lines.
    layout.setFormats(_formats(snippet, words, marks))
    _break_lines(layout, font, width, lines)
    return layout


def _shortened(words: str, font: QFont, width: float, lines: int) -> str:
    layout = QTextLayout(words, font)
    _break_lines(layout, font, width, lines)
    if layout.lineCount() == 0:
        return words
    last = layout.lineAt(layout.lineCount() - 1)
    if last.textStart() + last.textLength() >= qt_length(words):
        return words
    start = cut_at(words, last.textStart())
    elide = Qt.TextElideMode.ElideRight
    return words[:start] + QFontMetricsF(font).elidedText(words[start:], elide, width - 1)


def _break_lines(layout: QTextLayout, font: QFont, width: float, lines: int) -> None:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    for number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * line_height(font)))
    layout.endLayout()


def _formats(snippet: Snippet, words: str, marks: Marks) -> list[QTextLayout.FormatRange]:
    return [
        *mark_ranges(snippet.matches, words, marks.spelt()),
        *mark_ranges(snippet.semantic_spans, words, marks.meant()),
    ]


def mark_ranges(spans: Sequence[Span], words: str, style: QTextCharFormat) -> list[QTextLayout.FormatRange]:
    """Return the format of each span that is still within ``words``."""
    ranges = []
    for span in spans:
        if span.start < len(words):
            marked = QTextLayout.FormatRange()
            marked.start, marked.length = qt_span(words, span)
            marked.format = style
            ranges.append(marked)
    return ranges
