"""Notes and questions to begin with: asked for when the field is empty and the notes have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

from vaultsearch.gui.controllers.usage import OPENED

if TYPE_CHECKING:
    from vaultsearch.core.values.switcher import Beginnings
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.beginnings import BeginningsList
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
        if not self._pane.field.text():
            self._engine.ask(_JOB, lambda vault: vault.notes.beginnings(_EACH), self._show)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Ask again when the user comes back to the window: notes were opened or searches cleared."""
        if event.type() == QEvent.Type.WindowActivate:
            self.ask()
        return False

    def _ask_soon(self) -> None:
        if not self._list.is_filled and not self._soon.isActive():
            self._soon.start()

    def _show(self, beginnings: Beginnings) -> None:
        self._list.begin_with(tuple(self._store.recent_queries[:_EACH]), beginnings)
