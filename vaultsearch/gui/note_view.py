"""The page: a note as text to read, its passage marked. It fetches nothing, from the network or from disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QRectF, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from vaultsearch.gui.page_style import TEXT_SIZE, page_style
from vaultsearch.gui.tokens import ACCENT_ROLE, BAR, GRID, Tokens

if TYPE_CHECKING:
    from vaultsearch.core.values import Preview

_LETTERS = 75
_SIDE = 6 * GRID
_ABOVE = 16 * GRID


class NoteView(QTextBrowser):
    """Shows the HTML of a Preview in a column of at most 75 letters, centred."""

    link_asked = Signal(QUrl)
    """A link out of the vault, http or https, was clicked."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._anchor = ""
        self.setObjectName("note_view")
        self.setAccessibleName(self.tr("The note"))
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.anchorClicked.connect(self._follow)

    def dress(self, tokens: Tokens) -> None:
        """Take other colours; the note that is shown takes them when it is shown again."""
        self._tokens = tokens

    def show_note(self, preview: Preview) -> None:
        """Show the note and scroll to its passage."""
        font = QFont(self.font())
        font.setPointSizeF(self.fontInfo().pointSizeF() * TEXT_SIZE)
        self.document().setDefaultFont(font)
        self.document().setDefaultStyleSheet(page_style(self._tokens, self.font()))
        self.setHtml(preview.html)
        self._set_measure()
        self._anchor = preview.anchor
        self._reveal()

    def loadResource(self, type: int, _name: QUrl | str) -> object:
        """Give a blank for an image and nothing for all else: a note cannot make this window fetch."""
        if type == QTextDocument.ResourceType.ImageResource.value:
            # An image that is not given is looked for on the disk by its name.
            return _blank()
        return QByteArray()

    def event(self, event: QEvent) -> bool:
        """Keep the copy keys from the window while text is selected here: then that text is meant."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(self._copies(event))
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected text."""
        if self._copies(event):
            self.copy()
        else:
            super().keyPressEvent(event)

    def _copies(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Copy) and self.textCursor().hasSelection()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column centred."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._set_measure()
            self._reveal()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the passage's ground and bar beneath the text, without gaps between its blocks."""
        area = self._passage_area()
        if area is not None:
            bar = QRectF(area.left(), area.top(), BAR, area.height())
            painter = QPainter(self.viewport())
            painter.fillRect(area, QColor(self._tokens.passage))
            painter.fillRect(bar, self.palette().color(ACCENT_ROLE))
            painter.end()
        super().paintEvent(event)

    def _passage_area(self) -> QRectF | None:
        layout = self.document().documentLayout()
        area = QRectF()
        for block in self._passage_blocks():
            area = area.united(layout.blockBoundingRect(block))
        if area.isNull():
            return None
        frame = self.document().rootFrame().frameFormat()
        area.setLeft(frame.leftMargin() - 3 * GRID)
        area.setRight(self.document().size().width() - frame.rightMargin() + 2 * GRID)
        scrolled = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        return area.adjusted(0, -GRID, 0, GRID).translated(-scrolled[0], -scrolled[1])

    def _passage_blocks(self) -> list[QTextBlock]:
        """Give the blocks that carry the passage's ground: the class of an element ends in its colours."""
        ground = QColor(self._tokens.passage)
        found = []
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().background().color() == ground:
                found.append(block)
            block = block.next()
        return found

    def _set_measure(self) -> None:
        column = _LETTERS * QFontMetricsF(self.document().defaultFont()).averageCharWidth()
        side = max(_SIDE, (self.viewport().width() - column) / 2)
        frame = self.document().rootFrame()
        shape = frame.frameFormat()
        if shape.leftMargin() != side:
            shape.setLeftMargin(side)
            shape.setRightMargin(side)
            shape.setTopMargin(2 * GRID)
            shape.setBottomMargin(_SIDE)
            frame.setFrameFormat(shape)

    def _reveal(self) -> None:
        if self._anchor:
            self.scrollToAnchor(self._anchor)
            # The heading that the passage stands under is worth seeing too.
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - _ABOVE)

    def _follow(self, link: QUrl) -> None:
        if link.scheme() in ("http", "https"):
            self.link_asked.emit(link)
        elif not link.scheme() and not link.path() and link.hasFragment():
            self.scrollToAnchor(link.fragment())


def _blank() -> QImage:
    image = QImage(1, 1, QImage.Format.Format_ARGB32)
    image.fill(0)
    return image
