"""Propose other queries in place of a query without a helpful answer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from vaultsearch.core.values.search import Mode, Relaxation, RelaxationKind, SearchStage
from vaultsearch.gui import phrases
from vaultsearch.gui.actions import ACTION_SPECS, native_keys
from vaultsearch.gui.results.suggestions import Suggestion
from vaultsearch.gui.translations import keep_translated, tr

if TYPE_CHECKING:
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine_thread import EngineThread
    from vaultsearch.gui.results.results_pane import ResultsPane

_MAX_SUBJECT = 40
_RELAX_JOB = "relax"


class RelaxationsController(QObject):
    """Ask only after a query's final stage, and drop the request once another query is asked."""

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
    subject = _shorten_text(relaxation.subject)
    if relaxation.kind is RelaxationKind.WORD:
        return tr("%Ln file(s) contain “{}”", relaxation.notes or 0).format(subject)
    match relaxation.kind:
        case RelaxationKind.SPELLING:
            change = tr("“{}” instead of “{}”").format(_shorten_text(relaxation.proposed), subject)
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


def _shorten_text(text: str) -> str:
    return text if len(text) <= _MAX_SUBJECT else text[: _MAX_SUBJECT - 1] + "…"
