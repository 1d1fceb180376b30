"""The quick switcher's matches, asked for at each key; and the opening of notes without a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vaultsearch.gui.switcher.switcher import Switcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

    from vaultsearch.core.values.query import NameMatch
    from vaultsearch.gui.controllers.passages import PassageController
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.beginnings import BeginningsList

_NAMED = "names"
_ROWS = 50


class SwitcherController(QObject):
    """Asks ``engine`` for the names that match what is typed in the switcher over ``window``."""

    def __init__(self, engine: EngineThread, window: QWidget) -> None:
        super().__init__(window)
        self._engine = engine
        self.pane = Switcher(window)
        self._is_indexing = False
        self.pane.typed.connect(self._ask)
        self.pane.closed.connect(lambda: engine.drop(_NAMED))

        engine.progress.connect(lambda _: self._set_indexing(is_indexing=True))
        engine.sync_finished.connect(lambda _: self._set_indexing(is_indexing=False))
        engine.sync_stopped.connect(lambda: self._set_indexing(is_indexing=False))

    def _set_indexing(self, *, is_indexing: bool) -> None:
        self._is_indexing = is_indexing

    def _ask(self, typed: str) -> None:
        self._engine.ask(_NAMED, lambda vault: vault.notes.named(typed, _ROWS), self._show)

    def _show(self, matches: tuple[NameMatch, ...]) -> None:
        self.pane.show_matches(matches, is_indexing=self._is_indexing)


def open_notes_of(
    lists: Iterable[Switcher | BeginningsList], passages: PassageController, show: Callable[[str, int], None]
) -> None:
    """Open the notes that lists ask for by ``passages``, or ``show`` them at a line."""
    for listing in lists:
        listing.obsidian_asked.connect(passages.open_note)
        listing.editor_asked.connect(passages.open_file)
        listing.shown_asked.connect(show)
