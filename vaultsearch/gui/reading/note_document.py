"""The note's parts on the page, consecutive in one QTextDocument; and the reading position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRectF, QTimer, Signal
from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
)
from PySide6.QtWidgets import QTextBrowser

from vaultsearch.gui.reading.page_style import PARAGRAPH_GAP
from vaultsearch.gui.theme import GRID

_TEMPORARY_PARAGRAPH = "<p>x</p>"
_LINE_ANCHOR = "line-"
_PICTURE, _LINE_BREAK = "\ufffc", "\u2028"
_NO_WORDS = f"{_PICTURE} \u00a0"
_IN_PASSAGE = 1
"""The state of the passage's blocks, of others 0: the page's layout does not depend on it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on the page: position, address, alternative text, requested width in pixels or 0.

    ``is_in_text`` is set if there are words on the line.
    """

    cursor: QTextCursor
    address: str
    words: str
    width: float
    is_in_text: bool


class NoteDocument:
    """Holds consecutive parts of a note in ``document``; parts are added at both ends."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._starts: list[QTextCursor] = []
        self._html: list[str] = []
        self._first = 0
        self.named: Callable[[str], str] = str
        """Translates the headings in a part's HTML."""
        self.headings: list[tuple[QTextCursor, int]] = []
        """The headings' positions in order, each with the line in the file."""
        self._pictures: list[Picture] = []
        self.marked: list[QTextCursor] = []
        """The passage's blocks, in order."""

    @property
    def numbers(self) -> range:
        """The part numbers on the page."""
        return range(self._first, self._first + len(self._html))

    def read_blocks(self) -> list[QTextBlock]:
        """Return the blocks with text, in order."""
        blocks, block = [], self._document.begin()
        while block.isValid():
            if block.length() > 1:
                blocks.append(block)
            block = block.next()
        return blocks

    def clear(self) -> None:
        """Remove all parts."""
        self._document.clear()
        self._starts, self._html, self.headings, self._pictures, self.marked = [], [], [], [], []

    def begin(self, number: int, html: str) -> None:
        """Hold a single part."""
        self.clear()
        self._first = number
        self._document.setHtml(self.named(html))
        self._html = [html]
        self._starts = [QTextCursor(self._document)]
        self._survey(self._document.begin(), None, before=False)

    def append(self, html: str) -> None:
        """Add the part after the last."""
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        start = cursor.position()
        self._insert(cursor, self.named(html))
        self._html.append(html)
        self._starts.append(self._cursor_at(start))
        self._survey(self._document.findBlock(start), None, before=False)

    def prepend(self, html: str) -> None:
        """Add the part before the first."""
        cursor = QTextCursor(self._document)
        # The text behind the cursor gets the format: a paragraph lost its line height and margin.
        cursor.insertBlock(cursor.blockFormat(), cursor.blockCharFormat())
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self._insert(cursor, self.named(html))
        self._html.insert(0, html)
        self._first -= 1
        end = self._starts[0].block()
        self._starts.insert(0, QTextCursor(self._document))
        self._survey(self._document.begin(), end, before=True)

    def passage_area(self) -> QRectF:
        """Return the rectangle of the passage's blocks, and of each box that it begins or ends."""
        layout, area = self._document.documentLayout(), QRectF()
        for cursor in self.marked:
            block, table = cursor.block(), cursor.currentTable()
            area = area.united(layout.blockBoundingRect(block))
            if table is None:
                continue
            box, margins = layout.frameBoundingRect(table), table.format()
            # Qt has it begin at the first cell's text.
            top = box.top() - table.cellAt(0, 0).format().toTableCellFormat().topPadding()
            bottom = top + box.height() - margins.topMargin() - margins.bottomMargin()
            if table.firstPosition() == block.position():
                area.setTop(min(area.top(), top))
            if table.lastPosition() == block.position() + block.length() - 1:
                area.setBottom(max(area.bottom(), bottom))
        return area

    def take_pictures(self) -> list[Picture]:
        """Return the pictures added since the last call."""
        pictures, self._pictures = self._pictures, []
        return pictures

    def html_of(self, number: int) -> str:
        """Return the HTML of a part on the page."""
        return self._html[number - self._first]

    def border(self, number: int) -> QTextCursor:
        """Return a part's start, or the text's end for the number after the last part."""
        if number < self.numbers.stop:
            return QTextCursor(self._starts[number - self._first])
        return self._cursor_at(self._document.characterCount() - 1)

    def place_of(self, block: QTextBlock) -> tuple[int, int]:
        """Return a block's part number, and the block's number within this part."""
        starts = [start.position() for start in self._starts]
        index = max(0, bisect_right(starts, block.position()) - 1)
        return self._first + index, block.blockNumber() - self._starts[index].block().blockNumber()

    def block_at(self, number: int, block: int) -> QTextBlock:
        """Return a block by part number and by number within the part."""
        start = self._starts[number - self._first].block().blockNumber()
        return self._document.findBlockByNumber(start + block)

    def find_block(self, text: str, near: int) -> int:
        """Return the number of the block with ``text`` nearest to ``near`` in the first part, else ``near``.

        A number beyond the last block becomes the last block's.
        """
        numbers = range(self._document.blockCount())
        alike = [number for number in numbers if self._document.findBlockByNumber(number).text() == text]
        return min(alike or [min(near, numbers[-1])], key=lambda number: abs(number - near))

    def _insert(self, cursor: QTextCursor, html: str) -> None:
        """Insert HTML behind a temporary paragraph: Qt drops the first block's format."""
        # A table has its own block, and removing text before a table crashes Qt.
        if html.startswith("<table"):
            cursor.insertHtml(html)
            return
        start = cursor.position()
        cursor.insertHtml(_TEMPORARY_PARAGRAPH + html)
        free_block = self._cursor_at(start)
        free_block.setPosition(start + 2, QTextCursor.MoveMode.KeepAnchor)
        free_block.removeSelectedText()

    def _cursor_at(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self._document)
        cursor.setPosition(position)
        return cursor

    def _survey(self, block: QTextBlock, end: QTextBlock | None, *, before: bool) -> None:
        """Collect headings, pictures and passage among the blocks just added."""
        headings, marked, is_marked = [], [], False
        while block.isValid() and block != end:
            if block.blockFormat().headingLevel():
                first = next(fragments_of(block), None)
                names = [] if first is None else first.charFormat().anchorNames()
                lines = [name.removeprefix(_LINE_ANCHOR) for name in names if name.startswith(_LINE_ANCHOR)]
                headings += [(self._cursor_at(block.position()), int(line)) for line in lines]
            # Set by the style sheet; the further lines of code, each a block, have none.
            if (state := block.userState()) >= 0:
                is_marked = state == _IN_PASSAGE
            # Qt adds an empty block behind a table.
            if is_marked and (state >= 0 or block.length() > 1):
                marked.append(self._cursor_at(block.position()))
            texts = block.text().split(_LINE_BREAK) if _PICTURE in block.text() else []
            are_in_text = (bool(text.strip(_NO_WORDS)) for text in texts for sign in text if sign == _PICTURE)
            for fragment in fragments_of(block) if texts else ():
                image = fragment.charFormat().toImageFormat()
                if image.isValid():
                    words = str(image.property(image.Property.ImageAltText) or "")
                    place = self._cursor_at(fragment.position())
                    picture = Picture(place, image.name(), words, image.width(), next(are_in_text))
                    self._pictures.append(picture)
            following = block.next()
            if block.textList() is not None and (following == end or following.textList() is None):
                _add_gap_below(block)
            block = following
        self.headings = headings + self.headings if before else self.headings + headings
        self.marked = marked + self.marked if before else self.marked + marked


def _add_gap_below(last_item: QTextBlock) -> None:
    """Set a list apart: Qt gives a list's margin to the item above a nested list, not to the last one."""
    spacing = last_item.blockFormat()
    spacing.setBottomMargin(PARAGRAPH_GAP)
    QTextCursor(last_item).setBlockFormat(spacing)


def fragments_of(block: QTextBlock) -> Iterator[QTextFragment]:
    """Yield a block's fragments; PySide6 has an iterator for them, but not Python's."""
    iterator = block.begin()
    while not iterator.atEnd():
        yield iterator.fragment()
        iterator += 1


_ROOM_ABOVE = 16 * GRID
_SETTLES_MS = 60
_PASSAGE_ANCHOR = "passage"


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a note: part number, HTML, block, and pixels from the view's top to the block."""

    part: int
    html: str
    block: int
    below: int


class ReadingPosition(QObject):
    """Keeps ``view`` at a goal until the user scrolls, and then at the text being read."""

    read_to = Signal(int)
    """The line of the last heading above the text being read, 0 if the page has none."""

    def __init__(self, view: QTextBrowser, parts: NoteDocument) -> None:
        super().__init__(view)
        self._view, self._parts = view, parts
        self.goal: str | Position | None = None
        """The goal, None once the user has scrolled."""
        self.begins = ""
        """The passage's first words, "" if unknown."""
        self._bar = view.verticalScrollBar()
        self._settling = QTimer(self, interval=_SETTLES_MS, singleShot=True)
        self._settling.timeout.connect(lambda: self.read_to.emit(self.line()))
        # Emitted only when the user scrolls; the value also changes by layout.
        self._bar.actionTriggered.connect(self.release)
        self._bar.valueChanged.connect(self._settle)

    def release(self) -> None:
        """Release the goal: the user has seen it and scrolls."""
        self.goal = None

    def go(self, goal: str | Position) -> None:
        """Scroll to an anchor or a position on the page; the anchor "" is the top."""
        self.goal = goal
        # Else the text read before would be named for the new goal.
        self._settling.stop()
        self._scroll_to_goal()

    @contextmanager
    def held_in_place(self) -> Iterator[None]:
        """Keep the text being read at the same height while the page changes."""
        if self.goal is not None:
            yield
            self._scroll_to_goal()
            return
        cursor = self._top_cursor()
        before = self._top_of(cursor)
        yield
        self._bar.setValue(self._bar.value() + self._top_of(cursor) - before)

    def position(self) -> Position:
        """Return the current position."""
        cursor = QTextCursor(self._top_cursor().block())
        part, block = self._parts.place_of(cursor.block())
        return Position(part, self._parts.html_of(part), block, self._top_of(cursor))

    def text(self) -> str:
        """Return the text of the block being read."""
        return self._top_cursor().block().text()

    def line(self, below: int = _ROOM_ABOVE + 2 * GRID) -> int:
        """Return the line of the last heading above the text being read, 0 if the page has none.

        The text begins ``below`` pixels under the view's top.
        """
        headings = self._parts.headings
        index = bisect_right(headings, below, key=lambda heading: self._top_of(heading[0]))
        return headings[index - 1][1] if index else 0

    def _scroll_to_goal(self) -> None:
        if not self.goal:
            self._bar.setValue(0)
            return
        # Forces the layout of the whole document: else the scroll bar ends before the goal.
        self._view.document().documentLayout().documentSize()
        if isinstance(self.goal, Position):
            block = self._parts.block_at(self.goal.part, self.goal.block)
            self._bar.setValue(self._bar.value() + self._top_of(QTextCursor(block)) - self.goal.below)
        # Leaves room for the heading above the passage; near the page's end there is less to scroll.
        elif self.goal == _PASSAGE_ANCHOR and self._parts.marked:
            # A line of two megabytes has parts, each a marked block.
            first = self._parts.marked[0]
            words = self._view.document().find(self.begins, first) if self.begins else first
            is_marked = any(mark.block() == words.block() for mark in self._parts.marked)
            top, below = self._top_of(first), self._top_of(words)
            # The first words, if the block begins over half a screen further up.
            if is_marked and below - top > self._view.viewport().height() / 2:
                top = below
            self._bar.setValue(self._bar.value() + top - _ROOM_ABOVE)
            # The page begins with a whole line.
            left = QPoint(self._view.cursorRect(first).left(), 0)
            cut = min(map(self._top_of, (self._top_cursor(), self._view.cursorForPosition(left))))
            if -_ROOM_ABOVE < cut < 0:
                self._bar.setValue(self._bar.value() + cut - GRID)
        else:
            self._view.scrollToAnchor(self.goal)
            self._bar.setValue(self._bar.value() - _ROOM_ABOVE)

    def _settle(self) -> None:
        if self.goal is None:
            self._settling.start()

    def _top_cursor(self) -> QTextCursor:
        return self._view.cursorForPosition(QPoint(self._view.viewport().width() // 2, 0))

    def _top_of(self, cursor: QTextCursor) -> int:
        return self._view.cursorRect(cursor).top()
