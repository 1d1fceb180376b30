"""The reading position on the page: kept while the page changes above it, reported as it moves."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QTextCursor

from vaultsearch.gui.looks.tokens import GRID

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QTextBrowser

    from vaultsearch.gui.reading.note_document import NoteDocument

_ABOVE = 16 * GRID
_SETTLES_MS = 60
_PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a note: a part, its HTML, a block of it, and pixels between view's top and block."""

    part: int
    html: str
    block: int
    below: int


class ReadingPosition(QObject):
    """Keeps ``view`` at a goal until the user scrolls, and from then on at the text being read."""

    read_to = Signal(int)
    """The line of the last heading above the text being read, 0 if the page has none."""

    def __init__(self, view: QTextBrowser, parts: NoteDocument) -> None:
        super().__init__(view)
        self._view, self._parts = view, parts
        self._goal: str | Position | None = None
        self.begins = ""
        """The first words of the passage, "" if they are not known."""
        self._bar = view.verticalScrollBar()
        self._settling = QTimer(self, interval=_SETTLES_MS, singleShot=True)
        self._settling.timeout.connect(lambda: self.read_to.emit(self.line()))
        self._bar.actionTriggered.connect(self.release)
        self._bar.valueChanged.connect(self._scrolled)

    @property
    def goal(self) -> str | Position | None:
        """The goal, None once the user has scrolled."""
        return self._goal

    def release(self) -> None:
        """Release the goal: the user has seen it and scrolls."""
        self._goal = None

    def go(self, goal: str | Position) -> None:
        """Scroll to an anchor or a position whose part is on the page; the anchor "" is the top."""
        self._goal = goal
        self._reach()

    @contextmanager
    def held_in_place(self) -> Iterator[None]:
        """Keep the text being read at its height while the page changes."""
        if self._goal is not None:
            yield
            self._reach()
            return
        cursor = self._top()
        before = self._y(cursor)
        yield
        self._bar.setValue(self._bar.value() + self._y(cursor) - before)

    def position(self) -> Position:
        """Return the current position."""
        cursor = QTextCursor(self._top().block())
        part, block = self._parts.place_of(cursor.block())
        return Position(part, self._parts.html_of(part), block, self._y(cursor))

    def text(self) -> str:
        """Return the text of the block that is read."""
        return self._top().block().text()

    def line(self, below: int = _ABOVE + 2 * GRID) -> int:
        """Return the line of the last heading above the text being read, 0 if the page has none.

        The text begins ``below`` pixels from the view's top.
        """
        headings = self._parts.headings
        index = bisect_right(headings, below, key=lambda heading: self._y(heading[0]))
        return headings[index - 1][1] if index else 0

    def _reach(self) -> None:
        if isinstance(self._goal, Position):
            # Forces the layout of the whole document: else the scroll bar ends before the goal.
            self._view.document().documentLayout().documentSize()
            block = self._parts.block_at(self._goal.part, self._goal.block)
            self._bar.setValue(self._bar.value() + self._y(QTextCursor(block)) - self._goal.below)
        elif self._goal:
            self._view.scrollToAnchor(self._goal)
            self._go_into_block()
            # Leaves room for the heading above the passage.
            self._bar.setValue(self._bar.value() - _ABOVE)
        else:
            self._bar.setValue(0)

    def _go_into_block(self) -> None:
        """Scroll on to the passage's first words if its block begins more than half a screen above them."""
        if self._goal != _PASSAGE or not self.begins or not self._parts.marked:
            return
        # Of a line of two megabytes, each part is one marked block with an anchor.
        first = self._parts.marked[0]
        words = self._view.document().find(self.begins, first)
        is_marked = any(mark.block() == words.block() for mark in self._parts.marked)
        if is_marked and self._y(words) - self._y(first) > self._view.viewport().height() / 2:
            self._bar.setValue(self._bar.value() + self._y(words))

    def _top(self) -> QTextCursor:
        return self._view.cursorForPosition(QPoint(self._view.viewport().width() // 2, 0))

    def _y(self, cursor: QTextCursor) -> int:
        return self._view.cursorRect(cursor).top()

    def _scrolled(self) -> None:
        if self._goal is None:
            self._settling.start()
