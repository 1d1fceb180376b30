"""Beneath the pointer on the page: a button that copies a block of code, a preview of where a link leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QUrl, Signal
from PySide6.QtGui import QCursor, QFontDatabase, QMouseEvent, QTextBlock, QTextCursor, QTextFrame, QTextTable

from vaultsearch.gui.theme import GRID
from vaultsearch.gui.widgets import Glimpse

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTextBrowser, QTextEdit, QToolButton

    from vaultsearch.core.values.note import Preview


class CodeBlocks(QObject):
    """Finds the code on the page of ``view``; ``button`` is put over it."""

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
        """Return the code beneath the pointer, else the first in sight; "" if there is none."""
        frame = self._first_in_sight() if self._pointed_at is None else self._pointed_at
        return "" if frame is None else _text_of(frame)

    def eventFilter(self, _viewport: QObject, event: QEvent) -> bool:
        """Follow the pointer; the button itself is within what it belongs to."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._come_to(event.position().toPoint())
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.Resize):
            self._leave()
        return False

    def _come_to(self, point: QPoint) -> None:
        frame = self._frame_at(point)
        if frame is None:
            self._leave()
        elif self._pointed_at is None or frame.firstPosition() != self._pointed_at.firstPosition():
            # Its size depends on the style sheet, which a widget takes as it is first shown.
            self._button.ensurePolished()
            area, size = self._area(frame), self._button.sizeHint()
            left = area.left() + GRID if self._view.isRightToLeft() else area.right() - size.width() - GRID
            self._button.setGeometry(QRect(QPoint(left, area.top() + GRID), size))
            self._pointed_at = frame
            self._button.show()

    def _leave(self) -> None:
        self._pointed_at = None
        self._button.hide()

    def _frame_at(self, point: QPoint) -> QTextFrame | None:
        cursor = self._view.cursorForPosition(point)
        frame = cursor.currentFrame()
        return frame if _is_code(cursor.block(), frame) and self._area(frame).contains(point) else None

    def _first_in_sight(self) -> QTextFrame | None:
        block = self._view.cursorForPosition(QPoint()).block()
        last = self._view.cursorForPosition(self._view.viewport().rect().bottomRight()).block()
        while block.isValid() and block.blockNumber() <= last.blockNumber():
            frame = QTextCursor(block).currentFrame()
            if _is_code(block, frame):
                return frame
            block = block.next()
        return None

    def _area(self, frame: QTextFrame) -> QRect:
        """Return where a frame stands in the viewport."""
        area = self._view.document().documentLayout().frameBoundingRect(frame).toRect()
        scrolled = QPoint(self._view.horizontalScrollBar().value(), self._view.verticalScrollBar().value())
        return area.translated(-scrolled)


def _is_code(block: QTextBlock, frame: QTextFrame) -> bool:
    """Return whether a block is in a box of its own with all of its letters as wide as each other."""
    is_box = isinstance(frame, QTextTable) and frame.rows() == frame.columns() == 1
    if not is_box or not block.text().strip():
        return False
    family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    iterator = block.begin()
    while not iterator.atEnd():
        if iterator.fragment().charFormat().fontFamilies() != [family]:
            return False
        iterator += 1
    return True


def _text_of(frame: QTextFrame) -> str:
    cursor = frame.firstCursorPosition()
    cursor.setPosition(frame.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    return cursor.selection().toPlainText()


class LinkGlimpse(QObject):
    """Shows the beginning of what a link leads to, in a tooltip: a passage of another note, a footnote."""

    requested = Signal(str)
    """The address of a link within the vault whose note `take` is to be given."""

    def __init__(self, view: QTextBrowser) -> None:
        super().__init__(view)
        self._view = view
        self._glimpse = Glimpse(view, self._look)
        # An empty address is that a link was left.
        view.highlighted.connect(lambda link: self._glimpse.come_to(link.toEncoded().toStdString() or None))

    @property
    def _address(self) -> str:
        return str(self._glimpse.subject or "")

    def _look(self) -> None:
        scheme, _, name = self._address.partition("#" if self._address.startswith("#") else ":")
        if scheme in ("note", "place"):
            self.requested.emit(self._address)
        elif scheme in ("http", "https"):
            self._glimpse.show(self._place(), "", self._address)
        elif not scheme:
            self._glimpse.show(self._place(), "", self._text_at(name))

    def take(self, address: str, preview: Preview | None) -> None:
        """Show the note that was asked for, unless the link was left meanwhile."""
        if preview is not None and address == self._address:
            self._glimpse.show_note(self._place(), preview)

    def _text_at(self, name: str) -> str:
        """Return the text of the paragraph on the page that has an anchor."""
        block = self._view.document().begin()
        while block.isValid():
            fragments = block.begin()
            while not fragments.atEnd():
                if name in fragments.fragment().charFormat().anchorNames():
                    return block.text()
                fragments += 1
            block = block.next()
        return ""

    def _place(self) -> QPoint:
        """Return the pointer's place if it is on the link, else that of the keyboard's focus."""
        viewport = self._view.viewport()
        if (
            self._view.anchorAt(viewport.mapFromGlobal(QCursor.pos()))
            == QUrl.fromEncoded(self._address.encode()).toString()
        ):
            return QCursor.pos()
        return viewport.mapToGlobal(self._view.cursorRect().bottomLeft())
