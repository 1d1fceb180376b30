"""Two lines of a passage with the query's words marked, laid out for painting."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from vaultsearch.core.values import Snippet
from vaultsearch.gui.row_text import cut_at, one_line, qt_length, qt_span

LINES = 2


def lay_out(snippet: Snippet, font: QFont, width: float, mark: QColor, text: QColor) -> QTextLayout:
    """Lay the snippet out in at most two lines of ``width``; what does not fit ends in an ellipsis."""
    words = _shortened(one_line(snippet), font, width)
    layout = _broken(words, font, width)
    layout.setFormats(_marks(snippet, words, mark, text))
    return layout


def _shortened(words: str, font: QFont, width: float) -> str:
    layout = _broken(words, font, width)
    last = layout.lineAt(layout.lineCount() - 1) if layout.lineCount() else None
    if last is None or last.textStart() + last.textLength() >= qt_length(words):
        return words
    start = cut_at(words, last.textStart())
    elide = Qt.TextElideMode.ElideRight
    return words[:start] + QFontMetricsF(font).elidedText(words[start:], elide, width - 1)


def _broken(words: str, font: QFont, width: float) -> QTextLayout:
    layout = QTextLayout(words, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    top = 0.0
    for _ in range(LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, top))
        top += QFontMetricsF(font).lineSpacing()
    layout.endLayout()
    return layout


def _marks(snippet: Snippet, words: str, mark: QColor, text: QColor) -> list[QTextLayout.FormatRange]:
    ranges = []
    for span in snippet.matches:
        marked = QTextLayout.FormatRange()
        marked.start, length = qt_span(words, span)  # type: ignore[misc]
        marked.length = length  # type: ignore[misc]
        style = QTextCharFormat()
        style.setBackground(mark)
        style.setForeground(text)
        marked.format = style  # type: ignore[misc]
        ranges.append(marked)
    return ranges
