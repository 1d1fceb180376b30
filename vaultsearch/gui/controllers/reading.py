"""Reading in the preview: a result's note, linked notes, back and forward."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultsearch.core.values.context import SentenceAnswer
from vaultsearch.core.values.note import Heading, Preview
from vaultsearch.core.values.relations import NoteName
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.note_document import Position
from vaultsearch.gui.reading.preview_pane import PreviewPane
from vaultsearch.service.protocol import VaultService

MAX_VISITS = 100


@dataclass(frozen=True, slots=True)
class Visit:
    """A shown note and the position on leaving it; ``chosen`` marks a search result."""

    preview: Preview
    position: Position | None = None
    chosen: bool = False


class ReadingHistory:
    """Visits in order. A result chosen right after another replaces it."""

    def __init__(self) -> None:
        self._visits: list[Visit] = []
        self._index = -1

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier visit."""
        return self._index > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later visit."""
        return self._index + 1 < len(self._visits)

    @property
    def is_chosen(self) -> bool:
        """Whether the current visit shows a search result."""
        return self._index >= 0 and self._visits[self._index].chosen

    def clear(self) -> None:
        """Remove all visits."""
        self._visits, self._index = [], -1

    def leave(self, position: Position | None) -> None:
        """Store the position in the note about to be left."""
        if self._index >= 0:
            self._visits[self._index] = replace(self._visits[self._index], position=position)

    def renew(self, preview: Preview) -> None:
        """Replace the current visit's note after a change on disk."""
        if self._index >= 0:
            self._visits[self._index] = replace(self._visits[self._index], preview=preview)

    def visit(self, visit: Visit) -> None:
        """Add a visit after the current one, removing later visits."""
        keep = self._index
        if visit.chosen and keep >= 0 and self._visits[keep].chosen:
            # Otherwise, going back would lead through every row passed by the selection.
            keep -= 1
        self._visits = [*self._visits[: keep + 1], visit][-MAX_VISITS:]
        self._index = len(self._visits) - 1

    def step(self, by: int) -> Visit:
        """Go back (-1) or forward (1) a visit and return it."""
        self._index += by
        return self._visits[self._index]


_NOTE_JOB, _PART_JOB, _PICTURE_JOB = "preview", "preview part", "picture"
_MARKS_JOB, _MATCH_JOB, _GLIMPSE_JOB, _SENTENCE_JOB = "marks", "match", "glimpse", "sentence"
_SHEETS_JOB, _SHEET_JOB, _WORDS_JOB, _RENEWAL_JOB = "sheets", "sheet", "words in picture", "preview again"
_CANVAS_JOB, _TEXT_JOB = "canvas", "text"
_SHOWN_NOTE_JOBS = (
    *(_NOTE_JOB, _PART_JOB, _PICTURE_JOB, _MARKS_JOB, _MATCH_JOB, _SHEETS_JOB, _SHEET_JOB),
    *(_WORDS_JOB, _RENEWAL_JOB, _GLIMPSE_JOB, _CANVAS_JOB, _TEXT_JOB),
)
"""Jobs about the shown note, dropped on leaving it: late answers would appear in the next note."""
_PDF, _NOTE_ENDING, _CANVAS_ENDING = ".pdf", ".md", ".canvas"


class ReadingController(QObject):
    """Request notes, parts, marks and pictures for ``pane`` from ``engine``."""

    message = Signal(str)
    """A sentence on why something could not be shown."""
    moved = Signal()
    """The history of reading has changed."""
    renewed = Signal()
    """The shown note has changed on the disk and is shown as it is now."""

    def __init__(self, engine: EngineThread, pane: PreviewPane) -> None:
        super().__init__(pane)
        self._engine, self._pane = engine, pane
        self._result: Result | None = None
        # Step to the next match, pending until its part is shown and marked; 0 for none.
        self._seeking = 0
        self.history = ReadingHistory()
        pane.view.note_asked.connect(self.follow)
        pane.canvas.note_asked.connect(self.follow)
        pane.view.glimpse.requested.connect(self._want_glimpse)
        pane.view.part_wanted.connect(self._want_part)
        pane.view.parts_changed.connect(self._want_marks)
        pane.view.pictures.requested.connect(self._want_picture)
        pane.sheets.requested.connect(self._want_sheet)
        pane.line_asked.connect(self.go_to_line)
        pane.view.whole_text_wanted.connect(self._want_text)
        pane.past.copy.clicked.connect(self._want_text)

    def show_result(self, result: Result) -> None:
        """Show the note around a result, with the words answering the query marked."""
        self._result = result
        chunk, past = result.chunk, result.past
        self._engine.ask(_NOTE_JOB, lambda vault: vault.pages.preview(chunk, past), self._show_chosen)

    def show_edited(self, result: Result) -> None:
        """Show the selected result's current state; the text being read stays in place."""
        shown = self._pane.shown
        if shown is None or shown.path != result.chunk.path:
            # A link was followed to another note, which stays on the page.
            self.mark(result)
            return
        self._result = result
        lines = result.chunk.line_start, result.chunk.line_end
        self.renew(lines if self.history.is_chosen else None)

    def renew(self, passage: tuple[int, int] | None = None) -> None:
        """Show the note's current state in the index.

        The note stayed unchanged on the page while the list showed changes. ``passage`` gives the lines to
        mark; by default, previously marked lines are followed.
        """
        shown = self._pane.shown
        if shown is not None:
            line = self._pane.view.line_read(shown)

            def show(preview: Preview | None) -> None:
                if shown is not self._pane.shown:
                    return
                if preview is None:
                    self._pane.view.pictures.renew()
                    return
                # Keep the request for a note chosen meanwhile: it was never shown.
                self._drop(but=_NOTE_JOB)
                self.history.renew(preview)
                self._pane.renew(preview)
                self._want_sheets(preview)
                self.renewed.emit()

            self._engine.ask(_RENEWAL_JOB, lambda vault: vault.pages.refreshed(shown, line, passage), show)

    def follow_move(self, report: SyncReport) -> None:
        """Show the note under the new path, if a sync has moved it."""
        shown = self._pane.shown
        if shown is not None and shown.past is None and (path := dict(report.moved).get(shown.path)):
            self.glance((path, self._pane.view.line_read(shown)))

    def mark(self, result: Result) -> None:
        """Mark a result's query words in the note, which is already shown."""
        self._result = result
        self._want_marks()
        self._want_words()
        self._pane.sheets.renew()

    def point_at(self, answer: SentenceAnswer | None) -> None:
        """Mark an answer's sentence in the shown note; None clears the mark."""
        self._engine.drop(_SENTENCE_JOB)
        shown, marks = self._pane.shown, self._pane.view.marks
        marks.point_at(None)
        if answer is None or shown is None or shown.path != answer.path:
            return
        page = marks.read()
        mark = partial(marks.point_at, page)
        self._engine.ask(_SENTENCE_JOB, lambda vault: vault.pages.occurrences(page.blocks, answer.text), mark)

    def go_to_match(self, step: int) -> None:
        """Go to the next marked word, or with -1 to the previous one."""
        shown, view = self._pane.shown, self._pane.view
        if shown is None:
            return
        here = view.parts.numbers
        beyond = here.stop if step > 0 else here.start - 1
        view.reading.release()
        if view.marks.go(step, around=len(here) == len(shown.starts)):
            return
        if self._result is None or not 0 <= beyond < len(shown.starts):
            self._report_no_match()
        else:
            terms = self._result.terms

            def show(part_and_html: tuple[int, str] | None) -> None:
                if part_and_html is None:
                    self._report_no_match()
                    return
                number, html = part_and_html
                self._engine.drop(_PART_JOB)
                view.show_part(number, html, "")
                view.marks.begin_at(view.parts.border(number if step > 0 else number + 1))
                self._seeking = step

            self._engine.ask(
                _MATCH_JOB, lambda vault: vault.pages.part_with(shown, terms, beyond, step), show
            )

    def follow(self, address: str) -> None:
        """Show the note linked by an address in the shown note."""
        if (shown := self._pane.shown) is not None:
            show = self._show_linked
            self._engine.ask(_NOTE_JOB, lambda vault: vault.pages.linked(address, shown.path), show)

    def _want_glimpse(self, address: str) -> None:
        if (shown := self._pane.shown) is not None:
            take = partial(self._pane.view.glimpse.take, address)
            self._engine.ask(_GLIMPSE_JOB, lambda vault: vault.pages.linked(address, shown.path), take)

    def open_place(self, path: str, line: int) -> None:
        """Show a note at ``line``, 0 for the top, as a new history entry."""
        self._engine.ask(_NOTE_JOB, lambda vault: vault.pages.preview_at(path, line), self._show_linked)

    def glance(self, *places: tuple[str, int]) -> None:
        """Show the first existing of some notes, at a line or 0, replacing the previous such note."""

        async def find(vault: VaultService) -> Preview | None:
            for path, line in places:
                if (preview := await vault.pages.preview_at(path, line)) is not None:
                    return preview
            return None

        self._engine.ask(_NOTE_JOB, find, self._show_chosen)

    def go_to_line(self, line: int) -> None:
        """Go to ``line`` in the shown note, 0 for the top, as a new history entry."""
        if (shown := self._pane.shown) is None:
            return
        part = max(0, bisect_right(shown.starts, line) - 1)
        anchor = f"line-{line}" if line else ""
        if part in self._pane.view.parts.numbers:
            self._visit_part(shown, part, None, anchor=anchor)
        else:
            visit = partial(self._visit_part, shown, part, anchor=anchor)
            self._engine.ask(_NOTE_JOB, lambda vault: vault.pages.part(shown, part), visit)

    def clear(self) -> None:
        """Show nothing, keeping the history."""
        self._leave()
        self._result = None
        self._pane.clear()
        self.moved.emit()

    def end_query(self) -> None:
        """Keep the note, without a query's marks."""
        self._result = None
        self._engine.drop(_MARKS_JOB)
        self._pane.view.marks.clear()

    def forget(self) -> None:
        """Show nothing and clear the history: another vault was opened."""
        self.history.clear()
        self.clear()

    def back(self) -> None:
        """Go back in the history."""
        if self.history.can_go_back:
            self._step(-1)

    def forward(self) -> None:
        """Go forward in the history."""
        if self.history.can_go_forward:
            self._step(1)

    def _show_chosen(self, preview: Preview | None) -> None:
        if preview is not None:
            self._visit(Visit(preview, chosen=True))

    def _show_linked(self, preview: Preview | None) -> None:
        if preview is None:
            self.message.emit(self.tr("No note with that name"))
        else:
            self._visit(Visit(preview))

    def _visit(self, visit: Visit) -> None:
        self._leave()
        self.history.visit(visit)
        self._pane.show_preview(visit.preview)
        self._want_sheets(visit.preview)
        self.moved.emit()

    def _step(self, by: int) -> None:
        self._leave()
        visit = self.history.step(by)
        self._pane.show_preview(visit.preview, visit.position)
        self._want_sheets(visit.preview)
        self.moved.emit()
        # The history holds the note as it was on leaving.
        self.renew()

    def _visit_part(self, shown: Preview, part: int, html: str | None, *, anchor: str) -> None:
        self.history.leave(self._pane.view.reading.position())
        self.history.visit(Visit(shown))
        if part in self._pane.view.parts.numbers:
            self._pane.view.reading.go(anchor)
        elif html is not None:
            self._engine.drop(_PART_JOB)
            self._pane.view.show_part(part, html, anchor)
        self._pane.show_line(int(anchor.removeprefix("line-") or 0))
        self.moved.emit()

    def _leave(self) -> None:
        self._drop()
        if self._pane.shown is not None:
            self.history.leave(self._pane.view.reading.position())

    def _drop(self, but: str = "") -> None:
        self._seeking = 0
        for job in _SHOWN_NOTE_JOBS:
            if job != but:
                self._engine.drop(job)

    def _want_text(self) -> None:
        def copy(text: str | None) -> None:
            if text is not None:
                QGuiApplication.clipboard().setText(text)
            copied = self.tr("Copied the whole note, as Markdown")
            self.message.emit(copied if text is not None else self.tr("The old text is gone"))

        if (shown := self._pane.shown) is not None:
            self._engine.ask(_TEXT_JOB, lambda vault: vault.pages.text(shown), copy)

    def _want_part(self, number: int) -> None:
        if (shown := self._pane.shown) is not None:
            add = partial(self._pane.view.add_part, number)
            self._engine.ask(_PART_JOB, lambda vault: vault.pages.part(shown, number), add)

    def _want_sheets(self, preview: Preview) -> None:
        # The marks are those of the note before.
        self._pane.view.pictures.mark(())
        self._want_words()
        if preview.path.lower().endswith(_PDF):
            show_sheets = partial(self._pane.show_sheets, preview)
            self._engine.ask(_SHEETS_JOB, lambda vault: vault.pages.sheets(preview.path), show_sheets)
        elif preview.path.lower().endswith(_CANVAS_ENDING):
            show_canvas = partial(self._pane.show_canvas, preview)
            self._engine.ask(_CANVAS_JOB, lambda vault: vault.pages.canvas(preview.path), show_canvas)

    def _result_in(self, shown: Preview) -> Result | None:
        return self._result if self._result and self._result.chunk.path == shown.path else None

    def _want_sheet(self, number: int, width: int) -> None:
        if (shown := self._pane.shown) is not None:
            result, take = self._result_in(shown), self._pane.sheets.take
            terms = result.terms if result else ()
            self._engine.ask(_SHEET_JOB, lambda vault: vault.pages.sheet(shown, number, width, terms), take)

    def _want_words(self) -> None:
        shown, mark = self._pane.shown, self._pane.view.pictures.mark
        # Only pictures remain: words in notes, PDFs and canvases are marked elsewhere.
        if shown is not None and not shown.path.lower().endswith((_NOTE_ENDING, _PDF, _CANVAS_ENDING)):
            result = self._result_in(shown)
            sought = shown.path, *((result.chunk.content, result.terms) if result else ("", ()))
            self._engine.ask(_WORDS_JOB, lambda vault: vault.pages.words_in_picture(*sought), mark)

    def _want_marks(self) -> None:
        result, shown, marks = self._result, self._pane.shown, self._pane.view.marks
        if result is None or shown is None:
            return
        page = marks.read()
        lines = result.chunk.line_start, result.chunk.line_end
        is_shown = (shown.path, shown.passage) == (result.chunk.path, lines)
        passage = page.passage if is_shown else frozenset[int]()

        def show(marked: tuple[Snippet, ...]) -> None:
            marks.show(page, marked)
            # The part with the next match is on the page, and only now its words can be reached.
            step, self._seeking = self._seeking, 0
            if step:
                self.go_to_match(step)

        self._engine.ask(_MARKS_JOB, lambda vault: vault.pages.marks(page.blocks, passage, result), show)

    def _report_no_match(self) -> None:
        self.message.emit(self.tr("No more matches"))

    def _want_picture(self, address: str) -> None:
        if (shown := self._pane.shown) is not None:
            take = self._pane.view.pictures.take
            self._engine.ask(_PICTURE_JOB, lambda vault: vault.pages.picture(address, shown.path), take)


_NOTES_ABOVE_JOB = "notes above"


class NotesAboveController(QObject):
    """Request parent notes of ``preview``'s note from ``engine``; a click opens one."""

    def __init__(self, engine: EngineThread, preview: PreviewPane, reading: ReadingController) -> None:
        super().__init__(preview)
        self._engine, self._preview = engine, preview
        self._path = ""
        self._notes: tuple[NoteName, ...] = ()
        reading.moved.connect(self._follow)
        reading.renewed.connect(self._ask)
        # While many notes are indexed, parents may not be known yet.
        engine.sync_finished.connect(lambda _: self._ask())
        preview.above.line_chosen.connect(lambda n: reading.open_place(self._notes[n - 1].path, 0))

    def _follow(self) -> None:
        shown = self._preview.shown
        path = shown.path if shown is not None and shown.past is None else ""
        if path != self._path:
            self._path = path
            self._show(())
            self._ask()

    def _ask(self) -> None:
        path = self._path
        if path:
            self._engine.ask(_NOTES_ABOVE_JOB, lambda vault: vault.relations.above(path), self._show)
        else:
            self._engine.drop(_NOTES_ABOVE_JOB)

    def _show(self, notes: tuple[NoteName, ...]) -> None:
        # A lone note of the vault's root says nothing above another: it leads to all of them.
        is_home = len(notes) == 1 and "/" not in self._path + notes[0].path
        self._notes = notes = () if is_home else notes
        steps = [Heading(1, note.title, number) for number, note in enumerate(notes, start=1)]
        self._preview.above.show_headings(steps)
