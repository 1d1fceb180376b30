"""Finding text in the shown note: joins find bar, page and engine."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from vaultsearch.core.values.note import Preview, Span
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.annotations import PageText
from vaultsearch.gui.reading.preview_pane import PreviewPane

_MARKS, _COUNTS, _PART = "find marks", "find counts", "find part"

_PARAGRAPH = "\u2029"


class FindController(QObject):
    """Asks ``engine`` for occurrences of the text typed into ``pane``'s find bar.

    An occurrence is a part number and an index in this part. The page counts the parts on it; the engine
    counts the others.
    """

    def __init__(self, engine: EngineThread, pane: PreviewPane) -> None:
        super().__init__(pane)
        self._engine, self._pane = engine, pane
        self._text = ""
        self._note: Preview | None = None
        self._counts: tuple[int, ...] = ()
        self._place: tuple[int, int] | None = None
        # An occurrence to go to once its part is on the page; a step to take once its target is known.
        self._goal: tuple[int, int] | None = None
        self._step = 0
        self._is_marked = False
        # The start: the selection, or the view's top.
        self._begun = QTextCursor()
        self._focus: QWidget | None = None
        bar = pane.find_bar
        bar.field.textChanged.connect(self._ask)
        bar.closed.connect(self.close)
        bar.field.stepped.connect(self.go)
        pane.view.parts_changed.connect(self._mark)

    @property
    def is_open(self) -> bool:
        """Whether the bar is shown."""
        return not self._pane.find_bar.isHidden()

    @property
    def is_finding(self) -> bool:
        """Whether there is text to find."""
        return self.is_open and bool(self._text)

    def open(self) -> None:
        """Show the bar with the text selected in the note, and focus it."""
        bar, view = self._pane.find_bar, self._pane.view
        if self._pane.reading_part is not view:
            self._pane.show_as_text(True)
        if not self.is_open:
            self._focus = QApplication.focusWidget()
            # Folded text is not on the page, and could not be found.
            view.unfold()
            view.marks.set_hidden(hidden=True)
        cursor = view.textCursor()
        selected = cursor.selectedText() if view.hasFocus() else ""
        # A selection over several paragraphs would not be found.
        if selected and _PARAGRAPH not in selected:
            self._begun = cursor
        else:
            selected = ""
            self._begun = view.cursorForPosition(view.viewport().rect().topLeft())
        bar.open(selected)
        if not self._text and bar.field.text():
            self._ask(bar.field.text())

    def close(self) -> None:
        """Hide the bar and all marks, and return the focus."""
        if not self.is_open:
            return
        self._drop_jobs()
        self._text, self._place = "", None
        self._pane.view.found_marks.clear()
        self._pane.view.marks.set_hidden(hidden=False)
        self._pane.find_bar.hide()
        # The editor of a row was deleted when it lost the focus.
        last = self._focus
        back = last if last is not None and isValid(last) and last.isVisible() else self._pane.reading_part
        back.setFocus(Qt.FocusReason.OtherFocusReason)

    def go(self, step: int) -> None:
        """Go to the next occurrence, or for -1 to the previous; the first follows the last."""
        self._step = 0
        if not self.is_finding or self._pane.shown is None:
            return
        place = self._next_occurrence(step) if self._is_marked else None
        if place is None:
            is_known = self._is_marked and self._count_all() is not None
            # The step is taken as soon as all occurrences are counted.
            self._step = 0 if is_known else step
        elif self._pane.view.found_marks.number_in(place[0]) is not None:
            self._go_to(place)
        else:
            shown, (part, _) = self._pane.shown, place

            def arrive(html: str | None) -> None:
                if html is not None:
                    self._goal = place
                    self._pane.view.show_part(part, html, "")

            self._engine.ask(_PART, lambda vault: vault.pages.part(shown, part), arrive)

    def _ask(self, text: str) -> None:
        if self._place is not None:
            self._begun = self._pane.view.textCursor()
        self._drop_jobs()
        self._text, self._note, self._step, self._is_marked = text, None, 1, False
        if text:
            self._mark()
        else:
            self._place = None
            self._pane.view.found_marks.clear()
            self._pane.find_bar.show_nothing()

    def _mark(self) -> None:
        """Search the page, and count occurrences in a note not searched yet."""
        shown, view, query = self._pane.shown, self._pane.view, self._text
        if not self.is_finding or shown is None:
            return
        if shown is not self._note:
            self._begin_note(shown)
        page = view.marks.read()
        show = partial(self._show, page)
        self._engine.ask(_MARKS, lambda vault: vault.pages.occurrences(page.blocks, query), show)

    def _begin_note(self, shown: Preview) -> None:
        """Begin at the view's top in another note; count occurrences unless the note is unchanged."""
        view, query, former = self._pane.view, self._text, self._note
        if former is not None or self._begun.isNull():
            self._begun = view.cursorForPosition(view.viewport().rect().topLeft())
        self._note, self._place, self._goal, self._is_marked = shown, None, None, False
        if former is None or (shown.path, shown.starts) != (former.path, former.starts):
            self._counts = ()

            def take(counts: tuple[int, ...] | None) -> None:
                if counts is not None:
                    self._counts = counts
                if self._step:
                    self.go(self._step)
                self._show_number()

            self._engine.ask(_COUNTS, lambda vault: vault.pages.occurrence_counts(shown, query), take)

    def _show(self, page: PageText, spans: tuple[tuple[Span, ...], ...]) -> None:
        if self._pane.shown is not self._note:
            # The page has gone meanwhile.
            return
        marks = self._pane.view.found_marks
        marks.show(page, spans)
        self._is_marked = True
        if self._goal is not None and (number := marks.number_in(self._goal[0])) is not None:
            place, self._goal = self._goal, None
            self._go_to((place[0], min(place[1], number - 1)))
        elif self._step:
            self.go(self._step)
        self._show_number()

    def _go_to(self, place: tuple[int, int]) -> None:
        self._place = place
        self._pane.view.reading.release()
        self._pane.view.found_marks.go_to(*place)
        self._show_number()

    def _next_occurrence(self, step: int) -> tuple[int, int] | None:
        """Return the next occurrence; None if there is none, or parts on the way are not counted yet."""
        here = self._pane.view.parts.numbers
        if self._place is None:
            place = self._pane.view.found_marks.next_to(self._begun, step)
            if place is not None:
                return place
            part = here.stop - 1 if step > 0 else here.start
        else:
            part, index = self._place
            if 0 <= index + step < (self._count_in_part(part) or 0):
                return part, index + step
        n_parts = len(self._pane.shown.starts) if self._pane.shown else 0
        # Up to the part itself, all the way round: the next occurrence may be further up in it.
        for away in range(1, n_parts + 1):
            following = (part + step * away) % n_parts
            number = self._count_in_part(following)
            if number is None:
                return None
            if number:
                return following, 0 if step > 0 else number - 1
        return None

    def _count_in_part(self, part: int) -> int | None:
        number = self._pane.view.found_marks.number_in(part) if self._is_marked else None
        if number is None and part < len(self._counts):
            return self._counts[part]
        return number

    def _count_all(self) -> int | None:
        return self._count_before(len(self._note.starts)) if self._note is not None else None

    def _count_before(self, before: int) -> int | None:
        """Count occurrences in all parts before ``before``; None if some are not counted yet."""
        numbers = [self._count_in_part(part) for part in range(before)]
        known = [number for number in numbers if number is not None]
        return sum(known) if len(known) == len(numbers) else None

    def _show_number(self) -> None:
        total = self._count_all()
        number = 0
        if self._place is not None and total is not None:
            number = (self._count_before(self._place[0]) or 0) + self._place[1] + 1
        self._pane.find_bar.show_count(number, total)

    def _drop_jobs(self) -> None:
        self._step, self._goal = 0, None
        for job in (_MARKS, _COUNTS, _PART):
            self._engine.drop(job)
