"""Laid over the page: marks on words, a button on blocks of code, glimpses of where links lead."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFontDatabase,
    QMouseEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextFrame,
    QTextTable,
)
from PySide6.QtWidgets import QTextEdit

from vaultsearch.gui.rows.row_painter import Marks, qt_span
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.widgets import Glimpse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QTextBrowser, QToolButton

    from vaultsearch.core.values.note import Preview, Span
    from vaultsearch.core.values.search import Snippet
    from vaultsearch.gui.reading.note_document import NoteDocument
    from vaultsearch.gui.theme import Tokens


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of the page by blocks: start positions, texts, and the indexes of the passage's blocks."""

    starts: tuple[QTextCursor, ...]
    blocks: tuple[str, ...]
    passage: frozenset[int]


class WordMarks:
    """Marks words in ``view``, which shows ``parts``, by extra selections: the document stays as it is."""

    def __init__(self, view: QTextEdit, parts: NoteDocument, tokens: Tokens) -> None:
        self._view, self._parts = view, parts
        self._places: list[QTextCursor] = []
        self._marks: list[QTextEdit.ExtraSelection] = []
        self._pointed: list[QTextEdit.ExtraSelection] = []
        self._is_hidden = False
        self._current: QTextCursor | None = None
        self.apply_theme(tokens)

    def apply_theme(self, tokens: Tokens) -> None:
        """Set the colours of a theme, for marks from now on."""
        self._looks = Marks(QColor(tokens.mark), QColor(tokens.text), QColor(tokens.accent))
        self._pointed_ground = QColor(tokens.selected)

    def read(self) -> PageText:
        """Return the text to mark words in."""
        blocks = self._parts.read_blocks()
        marked = {cursor.block().blockNumber() for cursor in self._parts.marked}
        passage = frozenset(i for i, block in enumerate(blocks) if block.blockNumber() in marked)
        return PageText(
            tuple(QTextCursor(block) for block in blocks), tuple(block.text() for block in blocks), passage
        )

    def show(self, page: PageText, marked: Sequence[Snippet]) -> None:
        """Mark the blocks that `read` returned, however far they have moved since."""
        spelt, meant = self._looks.spelt(), self._looks.meant()
        ranges = []
        for start, snippet in zip(page.starts, marked, strict=True):
            pairs = [(span, spelt) for span in snippet.matches] + [
                (span, meant) for span in snippet.semantic_spans
            ]
            for span, style in sorted(pairs, key=lambda pair: pair[0].start):
                ranges.append(mark_of(range_from(start, *qt_span(snippet.text, span)), style))
        self._places = [QTextCursor(word_mark.cursor) for word_mark in ranges]
        self._set(ranges)

    def point_at(self, page: PageText | None, spans: Sequence[tuple[Span, ...]] = ()) -> None:
        """Mark the spans of the page's blocks beneath the words, in place of those before; None for none."""
        style = QTextCharFormat()
        style.setBackground(self._pointed_ground)
        self._pointed = (
            [
                mark_of(range_from(start, *qt_span(text, span)), style)
                for start, text, spans_of_block in zip(page.starts, page.blocks, spans, strict=True)
                for span in spans_of_block
            ]
            if page is not None
            else []
        )
        self._set(self._marks)

    def clear(self) -> None:
        """Remove all marks."""
        self._places, self._current, self._pointed = [], None, []
        self._set([])

    def set_hidden(self, *, hidden: bool) -> None:
        """Hide the marks while others are shown in their place, or show them again."""
        self._is_hidden = hidden
        self._view.setExtraSelections([] if hidden else [*self._pointed, *self._marks])

    def go(self, step: int, *, around: bool) -> bool:
        """Select the next marked word, or with ``step`` -1 the one before; return whether there was one.

        With ``around`` the first follows the last. Begins at the passage, else at the top of the view.
        """
        here = self._here()
        if step > 0:
            places = [place for place in self._places if place.selectionStart() >= here.selectionEnd()]
        else:
            places = [place for place in self._places if place.selectionEnd() <= here.selectionStart()]
        if not places and around:
            places = self._places
        if not places:
            return False
        self._current = places[0 if step > 0 else -1]
        select_in_sight(self._view, self._current)
        return True

    def begin_at(self, place: QTextCursor) -> None:
        """Make `go` begin at ``place``."""
        self._current = place

    def _here(self) -> QTextCursor:
        if self._current is not None:
            return self._current
        if self._parts.marked:
            return self._parts.marked[0]
        return self._view.cursorForPosition(self._view.viewport().rect().topLeft())

    def _set(self, marks: list[QTextEdit.ExtraSelection]) -> None:
        self._marks = marks
        if not self._is_hidden:
            self._view.setExtraSelections([*self._pointed, *marks])


def select_in_sight(view: QTextEdit, place: QTextCursor) -> None:
    """Select a place on the page; if it was out of sight, scroll it to a third of the view's height."""
    bar = view.verticalScrollBar()
    before = bar.value()
    view.setTextCursor(place)
    # Qt has scrolled the place just into sight, to the edge.
    if bar.value() != before:
        bar.setValue(bar.value() + view.cursorRect().top() - view.viewport().height() // 3)


def range_from(start: QTextCursor, position: int, length: int) -> QTextCursor:
    """Select ``length`` UTF-16 units from ``position`` on, counted from the block beginning at ``start``."""
    cursor = QTextCursor(start)
    cursor.setPosition(start.position() + position)
    cursor.setPosition(start.position() + position + length, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def mark_of(place: QTextCursor, style: QTextCharFormat) -> QTextEdit.ExtraSelection:
    """Return a mark for ``place``."""
    mark = QTextEdit.ExtraSelection()
    # PySide6's stubs have the two as class attributes only, so no constructor takes them.
    mark.cursor, mark.format = place, style
    return mark


@dataclass(frozen=True, slots=True)
class _FoundBlock:
    """A block with occurrences: its start, its part of the note, its text, and the spans in it."""

    start: QTextCursor
    part: int
    text: str
    spans: tuple[Span, ...]


class FoundMarks:
    """Marks occurrences in ``view``, which shows ``parts``. An occurrence is a part's number and its index.

    Only marks in sight are given to Qt: a single letter occurs thousands of times on a page.
    """

    def __init__(self, view: QTextEdit, parts: NoteDocument, tokens: Tokens) -> None:
        self._view, self._parts = view, parts
        self._blocks: list[_FoundBlock] = []
        self._numbers: dict[int, int] = {}
        self._current: tuple[int, int] | None = None
        self._is_shown = False
        self.apply_theme(tokens)
        view.verticalScrollBar().valueChanged.connect(self._mark_in_sight)

    def apply_theme(self, tokens: Tokens) -> None:
        """Set the colours of a theme, for marks from now on."""
        self._blocks_found, self._gone_to = QTextCharFormat(), QTextCharFormat()
        self._blocks_found.setBackground(QColor(tokens.mark))
        self._blocks_found.setForeground(QColor(tokens.text))
        self._gone_to.setBackground(QColor(tokens.accent))
        self._gone_to.setForeground(QColor(tokens.surface))

    def show(self, page: PageText, spans: Sequence[tuple[Span, ...]]) -> None:
        """Mark the spans of the page's blocks, however far the blocks have moved since."""
        self._is_shown = True
        self._numbers = dict.fromkeys(self._parts.numbers, 0)
        self._blocks = []
        for start, text, spans_of_block in zip(page.starts, page.blocks, spans, strict=True):
            if spans_of_block:
                part = self._parts.place_of(start.block())[0]
                self._blocks.append(_FoundBlock(start, part, text, spans_of_block))
                self._numbers[part] = self._numbers.get(part, 0) + len(spans_of_block)
        self._mark_in_sight()

    def clear(self) -> None:
        """Remove all marks from the page."""
        if self._is_shown:
            self._view.setExtraSelections([])
        self._blocks, self._numbers, self._current, self._is_shown = [], {}, None, False

    def number_in(self, part: int) -> int | None:
        """Return the number of occurrences in a part, None if it is not on the page or not searched yet."""
        return self._numbers.get(part)

    def next_to(self, place: QTextCursor, step: int) -> tuple[int, int] | None:
        """Return the first occurrence from ``place`` on, or with ``step`` -1 the last one before it."""
        here = place.selectionStart()
        block_index = bisect_left(self._blocks, here, key=lambda block: block.start.position())
        # In the block above, too: the place may be amid its text.
        near = (
            self._blocks[max(0, block_index - 1) : block_index + 1]
            if step > 0
            else self._blocks[max(0, block_index - 2) : block_index][::-1]
        )
        for block in near:
            starts = [self._cursor(block, index).selectionStart() for index in range(len(block.spans))]
            index = bisect_left(starts, here) - (step < 0)
            if 0 <= index < len(starts):
                return self._named(block, index)
        return None

    def go_to(self, part: int, index: int) -> None:
        """Select an occurrence on the page, and mark it as the current one."""
        self._current = part, index
        before = 0
        for block in self._blocks:
            if block.part == part:
                if index < before + len(block.spans):
                    select_in_sight(self._view, self._cursor(block, index - before))
                    break
                before += len(block.spans)
        self._mark_in_sight()

    def _named(self, block: _FoundBlock, index: int) -> tuple[int, int]:
        above = self._blocks[: self._blocks.index(block)]
        return block.part, index + sum(
            len(marked_block.spans) for marked_block in above if marked_block.part == block.part
        )

    def _cursor(self, block: _FoundBlock, index: int) -> QTextCursor:
        return range_from(block.start, *qt_span(block.text, block.spans[index]))

    def _mark_in_sight(self) -> None:
        if not self._is_shown:
            return
        area = self._view.viewport().rect()
        top = self._view.cursorForPosition(QPoint(0, 0)).block().position()
        bottom = self._view.cursorForPosition(area.bottomRight()).position()
        marks = []
        for block, before in zip(self._blocks, self._counts_above(), strict=True):
            if top <= block.start.position() <= bottom:
                for index in range(len(block.spans)):
                    is_current = self._current == (block.part, before + index)
                    style = self._gone_to if is_current else self._blocks_found
                    marks.append(mark_of(self._cursor(block, index), style))
        self._view.setExtraSelections(marks)

    def _counts_above(self) -> list[int]:
        """Count, for each block, the occurrences above it in its part."""
        counts: list[int] = []
        totals = accumulate((len(block.spans) for block in self._blocks), initial=0)
        first: dict[int, int] = {}
        for block, total in zip(self._blocks, totals, strict=False):
            counts.append(total - first.setdefault(block.part, total))
        return counts


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
