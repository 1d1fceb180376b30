"""The current query: receive stages, drop late ones, count what was found, and propose other queries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel

from vaultsearch.core.values.search import Mode, Relaxation, RelaxationKind, SearchStage
from vaultsearch.gui import phrases
from vaultsearch.gui.actions import ACTION_SPECS, native_keys
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.engine_thread import EngineThread, Trouble
from vaultsearch.gui.results.results_pane import ResultsPane
from vaultsearch.gui.results.suggestions import Suggestion
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import show_text

_COUNT_JOB = "count"
_WORDS_STAGE = "words"

REPEAT_MS = 2000
"""Interval for repeating the query while notes are being indexed."""
_FIRST_STAGE_TICKS = 3
"""Multiples of `REPEAT_MS` to wait for the first stage while nothing is on the screen."""
_HOLD_WORDS_MS = 700
"""How long matches by words wait for matches by meaning while the previous query's answer is shown."""
_HOLD_MEANING_MS = 3000
"""How long an answer by words stays, waiting for the final stage, before meaning is shown."""
_SEARCHING_AFTER_MS = 400
"""Delay before a running search is shown; otherwise the count would flicker with each letter."""
_PASSAGES_ADDED = 100
"""Passages added near the end of the list."""
MAX_LISTED = 1000
"""Maximum length of the list; nobody reads further."""


class SearchController(QObject):
    """Ask a single query at a time, and repeat it when there is more to find."""

    answered = Signal(object)
    """SearchStage of the standing query."""
    extended = Signal(object)
    """SearchStage of the standing query: the listed passages, then more."""
    refused = Signal(object)
    """Trouble of the standing query."""

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.query: tuple[str, Mode] | None = None
        """The standing query, or None."""
        self._number = 0
        # Whether the query had a stage shown; whether its last repetition had the final stage arrive, or any.
        self._seen = False
        self._final = False
        self._arrived = False
        # Timer ticks until the next repetition, doubled each time; and ticks passed.
        self._patience = 1
        self._waits = 0
        self._best_only = False
        self._most: int | None = None
        self._is_growing = False
        self.last: SearchStage | None = None
        """The stage last shown of the standing query, or None."""
        # Rows on the screen, possibly from the previous query.
        self._rows = 0
        self._held: SearchStage | None = None
        self._holding = QTimer(self, singleShot=True)
        self._holding.timeout.connect(self._show_held)
        self._timer = QTimer(self, interval=REPEAT_MS, singleShot=True)
        self._timer.timeout.connect(self._repeat_when_due)
        engine.stage_arrived.connect(self._receive)
        engine.failed.connect(self._fail)

    def ask(self, query: str, mode: Mode) -> None:
        """Ask a new query, dropping answers to the previous one."""
        self.query = (query, mode)
        self._seen, self._patience = False, 1
        self._most = self.last = None
        self._send_query()

    def extend(self) -> None:
        """Extend the list, once the final stage has arrived and has more."""
        last = self.last
        # While the query is being repeated, its rows may still change.
        if self._final and last is not None and last.more and len(last.results) < MAX_LISTED:
            self._most = len(last.results) + _PASSAGES_ADDED
            self._send_query(growing=True)

    def repeat_unless_settled(self) -> None:
        """Repeat the query if the last answer covered only part of the notes."""
        if self.last is not None and not self.last.settled:
            self.repeat()

    def repeat(self) -> None:
        """Repeat the current query."""
        if self.query is not None:
            self._send_query()

    def repeat_soon(self) -> None:
        """Schedule a repetition, once for any number of calls."""
        if self.query is not None and not self._timer.isActive():
            self._timer.start()

    def end(self) -> None:
        """End the current query."""
        self.query = self.last = None
        self._number = self._rows = 0
        self._drop_held()
        self._timer.stop()
        self._engine.cancel_search()

    def _repeat_when_due(self) -> None:
        # A running query is not interrupted: it might never finish. Only if nothing is on the screen while a
        # model is being loaded, it is repeated for notes indexed meanwhile, with increasing intervals.
        self._waits += 1
        nothing_yet = self.last is None or not (self.last.results or self.last.settled)
        enough = self._patience if self._arrived else max(_FIRST_STAGE_TICKS, self._patience)
        if self._final:
            self.repeat()
        elif nothing_yet and self._waits >= enough:
            self._patience *= 2
            self.repeat()
        else:
            self.repeat_soon()

    def _send_query(self, *, growing: bool = False) -> None:
        if self.query is None:
            return
        self._is_growing = growing
        self._final = self._arrived = False
        self._waits = 0
        # A repeated query shows only its final stage, so that the list does not fall back to word matches; an
        # empty list shows all: it said "0 of 3,197 notes" for nine seconds after 320 could be searched.
        self._best_only = self._seen and (self.last is None or bool(self.last.results))
        self._drop_held()
        self._timer.stop()
        self._number = self._engine.search(*self.query, self._most)

    def _receive(self, number: int, stage: SearchStage) -> None:
        if number != self._number:
            return
        self._final = stage.final
        self._arrived = True
        if stage.final and self._is_growing and self.last is not None:
            # The listed results stay unchanged, before results found only in the longer answer.
            former, ids = self.last, {result.chunk.id for result in self.last.results}
            further = (result for result in stage.results if result.chunk.id not in ids)
            self.last = replace(stage, results=(*former.results, *further), unanswered=former.unanswered)
            self._rows = len(self.last.results)
            self.extended.emit(self.last)
        elif stage.final:
            self._show(stage)
        elif not self._best_only:
            # Shown unless it would shorten the list or reorder it twice. Shown in turn, the stages reordered
            # the list up to three times for a question; while typing, the few matches by words shortened it
            # between two complete answers.
            shown = self.last.results if self.last is not None else ()
            if not shown and (stage.name != _WORDS_STAGE or not self._rows):
                self._show(stage)
            elif not shown:
                self._hold(stage, _HOLD_WORDS_MS)
            elif self.last and self.last.name == _WORDS_STAGE and len(stage.results) >= len(shown):
                self._hold(stage, _HOLD_MEANING_MS)

    def _hold(self, stage: SearchStage, longest_ms: int) -> None:
        self._held = stage
        if not self._holding.isActive():
            self._holding.start(longest_ms)

    def _show_held(self) -> None:
        if self._held is not None:
            self._show(self._held)

    def _drop_held(self) -> None:
        self._held = None
        self._holding.stop()

    def _show(self, stage: SearchStage) -> None:
        self._drop_held()
        self._seen = True
        self.last = stage
        self._rows = len(stage.results)
        self.answered.emit(stage)

    def _fail(self, trouble: Trouble) -> None:
        if trouble.job == "search" and trouble.number == self._number:
            # A failed query is over, and the timer may repeat it.
            self._final = self._seen = True
            self._rows = 0
            self._drop_held()
            self.refused.emit(trouble)


class FoundCount(QObject):
    """Show in ``label`` how much was found; ask ``engine`` for the number of notes if not all are listed."""

    def __init__(self, label: QLabel, engine: EngineThread) -> None:
        super().__init__(label)
        self._label, self._engine = label, engine
        self._text: Callable[[], str] = str
        self._more: Callable[[], str] = str
        self._waiting = QTimer(self, interval=_SEARCHING_AFTER_MS, singleShot=True)
        self._waiting.timeout.connect(self.wait)
        keep_translated(label, self._update)

    def clear(self) -> None:
        """Show nothing."""
        self._waiting.stop()
        self._engine.drop(_COUNT_JOB)
        self._set(str)

    def wait(self) -> None:
        """Show a running search."""
        self._engine.drop(_COUNT_JOB)
        self._set(lambda: tr("Searching…"))

    def handle_stage(self, stage: SearchStage) -> None:
        """Show the final answer's size; keep the previous size for a moment."""
        self._waiting.stop()
        if not stage.final and not stage.notice:
            self._waiting.start()
        # A running search's notice says so itself; the closest of all notes are no count of anything.
        elif not stage.final or stage.unanswered:
            self._set(str)
        # Everything is listed: the rows can be counted here.
        elif not stage.more:
            self._set(lambda: phrases.results_found(stage.results) if stage.results else "")
        else:
            self._set_best(stage, None)
            query, mode = stage.query, stage.mode
            show = partial(self._set_best, stage)
            self._engine.ask(_COUNT_JOB, lambda vault: vault.query.notes_found(query, mode), show)

    def _set_best(self, stage: SearchStage, notes: int | None) -> None:
        self._set(
            lambda: phrases.best_of(stage.results, notes, stage.mode),
            lambda: "" if notes is None else phrases.count_matching(notes, stage.mode),
        )

    def _set(self, text: Callable[[], str], more: Callable[[], str] = str) -> None:
        self._text, self._more = text, more
        self._update()

    def _update(self) -> None:
        # Empty, it would indent the notice behind it.
        show_text(self._label, self._text())
        self._label.setToolTip(self._more())


_MAX_SUBJECT = 40
_RELAX_JOB = "relax"


class RelaxationsController(QObject):
    """Propose other queries after a final stage without a helpful answer, until another query is asked."""

    def __init__(self, pane: SearchPane, results: ResultsPane, engine: EngineThread) -> None:
        super().__init__(results)
        self._pane, self._results, self._engine = pane, results, engine
        self._query: tuple[str, Mode] = ("", pane.mode)
        self._relaxations: tuple[Relaxation, ...] = ()
        pane.searched.connect(lambda *_: engine.drop(_RELAX_JOB))
        pane.cleared.connect(lambda: engine.drop(_RELAX_JOB))
        results.relaxation_chosen.connect(self.apply)
        keep_translated(results, self._repeat)

    def handle_stage(self, stage: SearchStage) -> None:
        """Ask after the final stage, unless the answer helps."""
        text, mode = self._pane.field.text(), self._pane.mode
        if not stage.final or (text.strip(), mode) != (stage.query, stage.mode):
            return
        if not stage.settled or (stage.results and not stage.unanswered):
            self._engine.drop(_RELAX_JOB)
            return
        listed = bool(stage.results)
        show = partial(self._show, text, mode)
        self._engine.ask(_RELAX_JOB, lambda vault: vault.query.relaxations(text, mode, listed=listed), show)

    def apply(self, relaxation: Relaxation) -> None:
        """Change query and mode, undoable in the field; do nothing if they changed meanwhile."""
        field = self._pane.field
        # The edit's positions refer to the original query.
        if self._query != (field.text(), self._pane.mode):
            return
        edit = relaxation.edit
        if edit.applied(field.text()) != field.text():
            field.replace(edit.start, edit.end, edit.text)
        self._pane.choose_mode(relaxation.mode.value)
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, text: str, mode: Mode, relaxations: tuple[Relaxation, ...]) -> None:
        self._query, self._relaxations = (text, mode), relaxations
        keys = {spec.mode: native_keys(spec.shortcuts[0]) for spec in ACTION_SPECS if spec.mode is not None}
        phrased = ((each, relaxation_phrase(each, keys[each.mode])) for each in relaxations)
        self._results.suggest(
            tuple(Suggestion(told, each.edit.applied(text), each) for each, told in phrased)
        )

    def _repeat(self) -> None:
        if self._relaxations and self._query == (self._pane.field.text(), self._pane.mode):
            self._show(*self._query, self._relaxations)


def relaxation_phrase(relaxation: Relaxation, keys: str) -> str:
    """Return a phrase such as "Without tag:boat: 12 files"; ``keys`` is the proposed mode's shortcut."""
    subject = phrases.shorten(relaxation.subject, _MAX_SUBJECT)
    if relaxation.kind is RelaxationKind.WORD:
        return tr("%Ln file(s) contain “{}”", relaxation.notes or 0).format(subject)
    match relaxation.kind:
        case RelaxationKind.SPELLING:
            proposed = phrases.shorten(relaxation.proposed, _MAX_SUBJECT)
            change = tr("“{}” instead of “{}”").format(proposed, subject)
        case RelaxationKind.CONDITION:
            change = tr("Without {}").format(subject)
        case RelaxationKind.CONDITIONS:
            change = tr("Without any filters")
        case RelaxationKind.PHRASE:
            change = tr("{} without quotes").format(subject)
        case _:
            change = {
                Mode.HYBRID: tr("Search by meaning and keywords ({})"),
                Mode.SEMANTIC: tr("Search by meaning ({})"),
                Mode.FULLTEXT: tr("Search by keywords ({})"),
                Mode.GREP: tr("Search for exact text ({})"),
                Mode.EXPLORE: tr("Search along links ({})"),
            }[relaxation.mode].format(keys)
    if relaxation.notes is None:
        return change
    if not relaxation.mention:
        return tr("{}: {}").format(change, phrases.count_files(relaxation.notes))
    return tr("{}: %Ln file(s) contain the words", relaxation.notes).format(change)
