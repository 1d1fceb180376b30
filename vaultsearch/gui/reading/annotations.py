"""Laid over the page: marks on words, and glimpses of where links lead."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QColor, QCursor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from vaultsearch.core.values.note import Preview, Span
from vaultsearch.core.values.search import Snippet
from vaultsearch.gui.reading.note_document import NoteDocument, fragments_of
from vaultsearch.gui.rows.glimpse import Glimpse
from vaultsearch.gui.rows.row_painter import Marks, utf16_span
from vaultsearch.gui.theme import Tokens


@dataclass(frozen=True, slots=True)
class PageText:
    """The page's text by block: start positions, texts, and indexes of blocks in the passage."""

    starts: tuple[QTextCursor, ...]
    blocks: tuple[str, ...]
    passage: frozenset[int]


class WordMarks:
    """Marks words in ``view``, which shows ``parts``, by extra selections: the document is not edited."""

    def __init__(self, view: QTextEdit, parts: NoteDocument, tokens: Tokens) -> None:
        self._view, self._parts = view, parts
        self._places: list[QTextCursor] = []
        self._marks: list[QTextEdit.ExtraSelection] = []
        self._pointed: list[QTextEdit.ExtraSelection] = []
        self._is_hidden = False
        self._current: QTextCursor | None = None
        self.apply_theme(tokens)

    def apply_theme(self, tokens: Tokens) -> None:
        """Set a theme's colours for later marks."""
        self._spelt, self._meant = _word_styles(tokens)
        self._pointed_ground = QColor(tokens.selected)

    def read(self) -> PageText:
        """Return the text to mark words in."""
        blocks = self._parts.read_blocks()
        marked = {cursor.block().blockNumber() for cursor in self._parts.marked}
        passage = frozenset(i for i, block in enumerate(blocks) if block.blockNumber() in marked)
        starts = tuple(map(QTextCursor, blocks))
        return PageText(starts, tuple(block.text() for block in blocks), passage)

    def show(self, page: PageText, marked: Sequence[Snippet]) -> None:
        """Mark words in the blocks from `read`, however far these have moved since."""
        ranges = []
        for start, snippet in zip(page.starts, marked, strict=True):
            spelt = ((span, self._spelt) for span in snippet.matches)
            meant = ((span, self._meant) for span in snippet.semantic_spans)
            for span, style in sorted((*spelt, *meant), key=lambda pair: pair[0].start):
                ranges.append(create_mark(range_in_block(start, *utf16_span(snippet.text, span)), style))
        self._places = [QTextCursor(word_mark.cursor) for word_mark in ranges]
        self._set(ranges)

    def point_at(self, page: PageText | None, spans: Sequence[tuple[Span, ...]] = ()) -> None:
        """Mark spans beneath the words, in place of earlier spans; None removes them."""
        style = QTextCharFormat()
        style.setBackground(self._pointed_ground)
        blocks = zip(page.starts, page.blocks, spans, strict=True) if page is not None else ()
        self._pointed = [
            create_mark(range_in_block(start, *utf16_span(text, span)), style)
            for start, text, spans_of_block in blocks
            for span in spans_of_block
        ]
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
        """Select the next marked word, or for ``step`` -1 the previous; return whether there was such a word.

        With ``around`` the first follows the last. Begins at the passage, else at the view's top.
        """
        here = self._current
        if here is None and self._parts.marked:
            here = self._parts.marked[0]
        if here is None:
            here = self._view.cursorForPosition(self._view.viewport().rect().topLeft())
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

    def _set(self, marks: list[QTextEdit.ExtraSelection]) -> None:
        self._marks = marks
        if not self._is_hidden:
            self._view.setExtraSelections([*self._pointed, *marks])


def select_in_sight(view: QTextEdit, place: QTextCursor) -> None:
    """Select a place on the page; scroll it to a third of the view's height if it was out of sight."""
    bar = view.verticalScrollBar()
    before = bar.value()
    view.setTextCursor(place)
    # Qt has scrolled the place just into sight, to the edge.
    if bar.value() != before:
        bar.setValue(bar.value() + view.cursorRect().top() - view.viewport().height() // 3)


def range_in_block(start: QTextCursor, position: int, length: int) -> QTextCursor:
    """Select ``length`` UTF-16 units, ``position`` units after the block's ``start``."""
    cursor = QTextCursor(start)
    cursor.setPosition(start.position() + position)
    cursor.setPosition(start.position() + position + length, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def create_mark(place: QTextCursor, style: QTextCharFormat) -> QTextEdit.ExtraSelection:
    """Create a mark on ``place``."""
    mark = QTextEdit.ExtraSelection()
    # PySide6's stubs have the two as class attributes only, so no constructor takes them.
    mark.cursor, mark.format = place, style
    return mark


def _word_styles(tokens: Tokens) -> tuple[QTextCharFormat, QTextCharFormat]:
    """Return the formats for the query's words and for words with the same meaning.

    Both are underlined, as the note's own highlights are not.
    """
    marks = Marks(QColor(tokens.mark), QColor(tokens.text), QColor(tokens.accent))
    spelt = marks.spelt()
    spelt.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    spelt.setUnderlineColor(QColor(tokens.text))
    return spelt, marks.meant()


@dataclass(frozen=True, slots=True)
class _FoundBlock:
    """A block with occurrences: start, part number, text and spans."""

    start: QTextCursor
    part: int
    text: str
    spans: tuple[Span, ...]


class FoundMarks:
    """Marks occurrences in ``view``, which shows ``parts``; an occurrence is a part number and an index.

    Qt gets only marks in sight: a single letter occurs thousands of times on a page.
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
        """Set a theme's colours for later marks."""
        self._blocks_found, self._gone_to = _word_styles(tokens)[0], QTextCharFormat()
        self._gone_to.setBackground(QColor(tokens.accent))
        self._gone_to.setForeground(QColor(tokens.surface))

    def show(self, page: PageText, spans: Sequence[tuple[Span, ...]]) -> None:
        """Mark spans in the page's blocks, however far these have moved since."""
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
        """Return the number of occurrences in a part; None if it is not on the page or not searched yet."""
        return self._numbers.get(part)

    def next_to(self, place: QTextCursor, step: int) -> tuple[int, int] | None:
        """Return the first occurrence from ``place`` on, or for ``step`` -1 the last before it."""
        here = place.selectionStart()
        block_index = bisect_left(self._blocks, here, key=lambda block: block.start.position())
        # In the block above, too: the place may be amid its text.
        near = self._blocks[max(0, block_index - 1) : block_index + 1]
        if step < 0:
            near = self._blocks[max(0, block_index - 2) : block_index][::-1]
        for block in near:
            starts = [self._cursor(block, index).selectionStart() for index in range(len(block.spans))]
            index = bisect_left(starts, here) - (step < 0)
            if 0 <= index < len(starts):
                above = self._blocks[: self._blocks.index(block)]
                before = sum(len(other.spans) for other in above if other.part == block.part)
                return block.part, before + index
        return None

    def go_to(self, part: int, index: int) -> None:
        """Select an occurrence on the page and mark it as current."""
        self._current = part, index
        before = 0
        for block in self._blocks:
            if block.part == part:
                if index < before + len(block.spans):
                    select_in_sight(self._view, self._cursor(block, index - before))
                    break
                before += len(block.spans)
        self._mark_in_sight()

    def _cursor(self, block: _FoundBlock, index: int) -> QTextCursor:
        return range_in_block(block.start, *utf16_span(block.text, block.spans[index]))

    def _mark_in_sight(self) -> None:
        if not self._is_shown:
            return
        area = self._view.viewport().rect()
        top = self._view.cursorForPosition(QPoint(0, 0)).block().position()
        bottom = self._view.cursorForPosition(area.bottomRight()).position()
        marks = []
        above: Counter[int] = Counter()
        for block in self._blocks:
            if top <= block.start.position() <= bottom:
                for index in range(len(block.spans)):
                    is_current = self._current == (block.part, above[block.part] + index)
                    style = self._gone_to if is_current else self._blocks_found
                    marks.append(create_mark(self._cursor(block, index), style))
            above[block.part] += len(block.spans)
        self._view.setExtraSelections(marks)


class LinkGlimpse(QObject):
    """Shows the beginning of a link's target in a tooltip: a passage in another note, or a footnote."""

    requested = Signal(str)
    """The address of a link within the vault: pass the target note to `take`."""

    def __init__(self, view: QTextBrowser) -> None:
        super().__init__(view)
        self._view = view
        self._glimpse = Glimpse(view)
        self._glimpse.rested.connect(self._show_target)
        # The address is empty when the pointer leaves a link.
        view.highlighted.connect(lambda link: self._glimpse.come_to(link.toEncoded().toStdString() or None))

    @property
    def _address(self) -> str:
        return str(self._glimpse.subject or "")

    def _show_target(self) -> None:
        scheme, _, name = self._address.partition("#" if self._address.startswith("#") else ":")
        if scheme in ("note", "place"):
            self.requested.emit(self._address)
        elif scheme in ("http", "https"):
            self._glimpse.show(self._tooltip_position(), "", self._address)
        elif not scheme:
            # The paragraph with the footnote's anchor; a block behind the last one is invalid and empty.
            block = self._view.document().begin()
            while block.isValid():
                if any(name in part.charFormat().anchorNames() for part in fragments_of(block)):
                    break
                block = block.next()
            self._glimpse.show(self._tooltip_position(), "", block.text())

    def take(self, address: str, preview: Preview | None) -> None:
        """Show the requested note, unless the pointer has left the link."""
        if preview is not None and address == self._address:
            self._glimpse.show_note(self._tooltip_position(), preview)

    def _tooltip_position(self) -> QPoint:
        """Return the pointer's position if it is on the link, else the keyboard cursor's."""
        viewport = self._view.viewport()
        pointed_at = self._view.anchorAt(viewport.mapFromGlobal(QCursor.pos()))
        if pointed_at == QUrl.fromEncoded(self._address.encode()).toString():
            return QCursor.pos()
        return viewport.mapToGlobal(self._view.cursorRect().bottomLeft())
