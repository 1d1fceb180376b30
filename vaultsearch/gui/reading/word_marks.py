"""Marks on the page, as in the result rows: words of the query tinted, words of like meaning underlined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QTextEdit

from vaultsearch.gui.rows.row_text import qt_span
from vaultsearch.gui.rows.snippet_layout import Marks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QTextCharFormat

    from vaultsearch.core.values.search import Snippet
    from vaultsearch.gui.looks.tokens import Tokens
    from vaultsearch.gui.reading.note_document import NoteDocument


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
        self._is_hidden = False
        self._current: QTextCursor | None = None
        self.apply_theme(tokens)

    def apply_theme(self, tokens: Tokens) -> None:
        """Set the colours of a theme, for marks from now on."""
        self._looks = Marks(QColor(tokens.mark), QColor(tokens.text), QColor(tokens.accent))

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

    def clear(self) -> None:
        """Remove all marks."""
        self._places, self._current = [], None
        self._set([])

    def set_hidden(self, *, hidden: bool) -> None:
        """Hide the marks while others are shown in their place, or show them again."""
        self._is_hidden = hidden
        self._view.setExtraSelections([] if hidden else self._marks)

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
            self._view.setExtraSelections(marks)


def select_in_sight(view: QTextEdit, place: QTextCursor) -> None:
    """Select a place on the page; if it was out of sight, scroll it to a third of the view's height."""
    bar = view.verticalScrollBar()
    before = bar.value()
    view.setTextCursor(place)
    if bar.value() != before:  # Qt scrolled it just into sight, to the edge
        bar.setValue(bar.value() + view.cursorRect().top() - view.viewport().height() // 3)


def range_from(start: QTextCursor, position: int, length: int) -> QTextCursor:
    """Select ``length`` UTF-16 units from ``at`` on, counted from the block that begins at ``start``."""
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
