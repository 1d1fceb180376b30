"""The notes whose title the typed query may name: asked for with each query, a click shows one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from vaultsearch.core.values.switcher import NameMatch
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.results_head import ResultsHead

_JOB = "titled"
_MOST = 4


class TitledNotesController(QObject):
    """Asks ``engine`` for the notes that a query may name; those of the former one stand until they come."""

    shown_asked = Signal(str, int)
    """A note is to be shown: its path, and its first line."""

    def __init__(self, search: SearchPane, head: ResultsHead, engine: EngineThread) -> None:
        super().__init__(head)
        self._search = search
        self._head = head
        self._engine = engine
        search.asked.connect(self._ask)
        search.cleared.connect(self.forget)
        head.titled.chosen.connect(lambda match: self.shown_asked.emit(match.note.path, 0))

    def forget(self) -> None:
        """Show none: the query is gone, or another vault was opened, which is asked anew."""
        self._engine.drop(_JOB)
        self._head.show_titled(())
        if self._search.query:
            self._ask(self._search.query, self._search.mode)

    def _ask(self, query: str, mode: Mode) -> None:
        if mode is Mode.GREP:
            self._show(())
        else:
            self._engine.ask(_JOB, lambda vault: vault.notes.titled(query, _MOST), self._show)

    def _show(self, matches: tuple[NameMatch, ...]) -> None:
        self._head.show_titled(matches)
