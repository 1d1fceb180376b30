"""Relaxations of a query without a helpful answer: ask for them, suggest them, apply the chosen one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QKeySequence

from vaultsearch.core.values.query import RelaxationKind
from vaultsearch.core.values.search import Mode
from vaultsearch.gui import phrases
from vaultsearch.gui.actions.actions import ACTIONS
from vaultsearch.gui.results.suggestions import Suggestion
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Relaxation
    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.results_pane import ResultsPane

_LONGEST = 40
_JOB = "relax"


class RelaxationsController(QObject):
    """Asks only after the final stage of a query, and drops the request once another query is asked."""

    def __init__(self, pane: SearchPane, results: ResultsPane, engine: EngineThread) -> None:
        super().__init__(results)
        self._pane = pane
        self._results = results
        self._engine = engine
        self._query: tuple[str, Mode] = ("", pane.mode)
        self._relaxations: tuple[Relaxation, ...] = ()
        pane.searched.connect(lambda *_: engine.drop(_JOB))
        pane.cleared.connect(lambda: engine.drop(_JOB))
        results.relaxation_chosen.connect(self.apply)
        keep_translated(results, self._repeat)

    def handle_stage(self, stage: SearchStage) -> None:
        """Ask after the final stage, if it holds no helpful answer."""
        text, mode = self._pane.field.text(), self._pane.mode
        if not stage.final or (text.strip(), mode) != (stage.query, stage.mode):
            return
        if not stage.settled or (stage.results and not stage.unanswered):
            self._engine.drop(_JOB)
            return
        listed = bool(stage.results)
        self._engine.ask(
            _JOB,
            lambda vault: vault.query.relaxations(text, mode, listed=listed),
            partial(self._show, text, mode),
        )

    def apply(self, relaxation: Relaxation) -> None:
        """Change query and mode, as the field can undo; do nothing if they were changed meanwhile."""
        field = self._pane.field
        if self._query != (field.text(), self._pane.mode):
            return
        edit = relaxation.edit
        if edit.applied(field.text()) != field.text():
            field.replace(edit.start, edit.end, edit.text)
        self._pane.choose_mode(relaxation.mode.value)
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, text: str, mode: Mode, relaxations: tuple[Relaxation, ...]) -> None:
        self._query, self._relaxations = (text, mode), relaxations
        keys = {spec.mode: _format_keys(spec.shortcuts[0]) for spec in ACTIONS if spec.mode is not None}
        self._results.suggest(
            tuple(
                Suggestion(
                    relaxation_phrase(relaxation, keys[relaxation.mode]),
                    relaxation.edit.applied(text),
                    relaxation,
                )
                for relaxation in relaxations
            )
        )

    def _repeat(self) -> None:
        if self._relaxations and self._query == (self._pane.field.text(), self._pane.mode):
            self._show(*self._query, self._relaxations)


def _format_keys(shortcut: str) -> str:
    return QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)


def relaxation_phrase(relaxation: Relaxation, keys: str) -> str:
    """Return "Without tag:boat: 12 files" and the like; ``keys`` is the shortcut of the proposed mode."""
    if relaxation.kind is RelaxationKind.WORD:
        return _mention_phrase(relaxation)
    change = _change_phrase(relaxation, keys)
    if relaxation.notes is None:
        return change
    if not relaxation.mention:
        return _tr("{}: {}").format(change, phrases.files(relaxation.notes))
    return _tr("{}: %Ln file(s) contain the words", relaxation.notes).format(change)


def _mention_phrase(relaxation: Relaxation) -> str:
    notes, word = relaxation.notes or 0, _short(relaxation.subject)
    return _tr("%Ln file(s) contain “{}”", notes).format(word)


def _change_phrase(relaxation: Relaxation, keys: str) -> str:
    subject = _short(relaxation.subject)
    match relaxation.kind:
        case RelaxationKind.SPELLING:
            return _tr("“{}” instead of “{}”").format(_short(relaxation.proposed), subject)
        case RelaxationKind.CONDITION:
            return _tr("Without {}").format(subject)
        case RelaxationKind.CONDITIONS:
            return _tr("Without any filters")
        case RelaxationKind.PHRASE:
            return _tr("{} without quotes").format(subject)
        case _:
            return _mode(relaxation.mode).format(keys)


def _mode(mode: Mode) -> str:
    match mode:
        case Mode.SEMANTIC:
            return _tr("Search by meaning ({})")
        case Mode.FULLTEXT:
            return _tr("Search by keywords ({})")
        case Mode.GREP:
            return _tr("Search for exact text ({})")
        case Mode.EXPLORE:
            return _tr("Search along links ({})")
        case _:
            return _tr("Search by meaning and keywords ({})")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _tr(text: str, n: int = -1) -> str:
    return QCoreApplication.translate("RelaxationPhrases", text, None, n)
