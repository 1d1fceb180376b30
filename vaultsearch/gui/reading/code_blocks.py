"""The copy button over blocks of code on the page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QFontDatabase, QMouseEvent, QTextBlock, QTextCursor, QTextFrame, QTextTable
from PySide6.QtWidgets import QTextEdit, QToolButton

from vaultsearch.gui.reading.note_document import fragments_of
from vaultsearch.gui.theme import GRID


class CodeBlocks(QObject):
    """Finds code on ``view``'s page, and lays ``button`` over it."""

    def __init__(self, view: QTextEdit, button: QToolButton) -> None:
        super().__init__(view)
        self._view, self._button = view, button
        self._pointed_at: QTextFrame | None = None
        button.setParent(view.viewport())
        button.hide()
        view.viewport().installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self._leave)
        # With the note written anew, the frame beneath the pointer is no more.
        view.document().contentsChanged.connect(self._leave)

    def text(self) -> str:
        """Return the code beneath the pointer, else the first in sight, else ""."""
        frame = self._pointed_at
        block = self._view.cursorForPosition(QPoint()).block()
        last = self._view.cursorForPosition(self._view.viewport().rect().bottomRight()).block()
        while frame is None and block.isValid() and block.blockNumber() <= last.blockNumber():
            candidate = QTextCursor(block).currentFrame()
            if _is_code(block, candidate):
                frame = candidate
            block = block.next()
        if frame is None:
            return ""
        cursor = frame.firstCursorPosition()
        cursor.setPosition(frame.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        return cursor.selection().toPlainText()

    def eventFilter(self, _viewport: QObject, event: QEvent) -> bool:
        """Follow the pointer; the button counts as part of the code."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            point = event.position().toPoint()
            cursor = self._view.cursorForPosition(point)
            frame = cursor.currentFrame()
            if not _is_code(cursor.block(), frame) or not self._area(frame).contains(point):
                self._leave()
            elif self._pointed_at is None or frame.firstPosition() != self._pointed_at.firstPosition():
                # The button's size depends on the style sheet, applied when a widget is first shown.
                self._button.ensurePolished()
                area, size = self._area(frame), self._button.sizeHint()
                right = area.right() - size.width() - GRID
                left = area.left() + GRID if self._view.isRightToLeft() else right
                self._button.setGeometry(QRect(QPoint(left, area.top() + GRID), size))
                self._pointed_at = frame
                self._button.show()
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.Resize):
            self._leave()
        return False

    def _leave(self) -> None:
        self._pointed_at = None
        self._button.hide()

    def _area(self, frame: QTextFrame) -> QRect:
        """Return a frame's rectangle in the viewport."""
        area = self._view.document().documentLayout().frameBoundingRect(frame).toRect()
        scrolled = QPoint(self._view.horizontalScrollBar().value(), self._view.verticalScrollBar().value())
        return area.translated(-scrolled)


def _is_code(block: QTextBlock, frame: QTextFrame) -> bool:
    """Return whether the block fills a box alone, with all letters of the same width."""
    is_box = isinstance(frame, QTextTable) and frame.rows() == frame.columns() == 1
    if not is_box or not block.text().strip():
        return False
    family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return all(part.charFormat().fontFamilies() == [family] for part in fragments_of(block))
