"""Notes in place of results: those opened or saved last, and those whose titles a query names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.controllers.usage import OPENED

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Beginnings, NameMatch
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.beginnings import BeginningsList, SavedCounts
    from vaultsearch.gui.results.results_head import ResultsHead
    from vaultsearch.service.protocol import VaultService
    from vaultsearch.settings.protocol import SettingsStore


_JOB = "beginnings"
_EACH = 4
"""Rows of a section: all four are seen at once in a window of usual height."""
_AGAIN_MS = 3000
"""How long notes are indexed before the first ones are listed."""


class BeginningsController(QObject):
    """Fills ``listing`` with the recent searches of ``store`` and the notes that ``engine`` knows.

    Not during a query, as it may read all notes.
    """

    def __init__(
        self, engine: EngineThread, pane: SearchPane, listing: BeginningsList, store: SettingsStore
    ) -> None:
        super().__init__(pane)
        self._engine, self._pane, self._list, self._store = engine, pane, listing, store
        self._soon = QTimer(self, interval=_AGAIN_MS, singleShot=True)
        self._soon.timeout.connect(self.ask)
        listing.query_asked.connect(lambda query: pane.run(query, pane.mode))
        listing.search_asked.connect(lambda search: pane.run(search.query, search.mode))
        listing.left_upwards.connect(pane.field.setFocus)
        listing.typed.connect(pane.field.append_letters)
        listing.installEventFilter(self)
        pane.cleared.connect(self.ask)
        engine.sync_finished.connect(lambda _: self.ask())
        engine.progress.connect(lambda _: self._ask_soon())
        engine.answered.connect(lambda job: self.ask() if job == OPENED else None)

    def forget(self) -> None:
        """List nothing until the notes of another vault are known."""
        self._list.clear()
        self.ask()

    def ask(self) -> None:
        """Ask for the notes, unless there is a query."""
        if self._pane.field.text():
            return
        searches = self._store.saved_searches[:_EACH]

        async def begin(vault: VaultService) -> tuple[SavedCounts, Beginnings]:
            counts = await vault.query.note_counts([search.query for search in searches])
            return tuple(zip(searches, counts, strict=True)), await vault.notes.beginnings(_EACH)

        self._engine.ask(_JOB, begin, self._show)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Ask again when the user comes back to the window: notes were opened or searches cleared."""
        if event.type() == QEvent.Type.WindowActivate:
            self.ask()
        return False

    def _ask_soon(self) -> None:
        if not self._list.is_filled and not self._soon.isActive():
            self._soon.start()

    def _show(self, answer: tuple[SavedCounts, Beginnings]) -> None:
        self._list.begin_with(tuple(self._store.recent_queries[:_EACH]), *answer)


_TITLES_JOB = "titled"
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
        search.searched.connect(self._ask)
        search.cleared.connect(self.forget)
        head.titled.chosen.connect(lambda match: self.shown_asked.emit(match.note.path, 0))

    def forget(self) -> None:
        """Show none: the query is gone, or another vault was opened, which is asked anew."""
        self._engine.drop(_TITLES_JOB)
        self._head.show_titled(())
        if self._search.query:
            self._ask(self._search.query, self._search.mode)

    def _ask(self, query: str, mode: Mode) -> None:
        if mode is Mode.GREP:
            self._show(())
        else:
            self._engine.ask(_TITLES_JOB, lambda vault: vault.notes.titled(query, _MOST), self._show)

    def _show(self, matches: tuple[NameMatch, ...]) -> None:
        self._head.show_titled(matches)
