"""The quick switcher's matches: asked for at each key, opened where the user wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.switcher import NameMatch
    from vaultsearch.gui.controllers.passages import PassageController
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.switcher.switcher import Switcher

_NAMED = "names"
_ROWS = 50


class SwitcherController(QObject):
    """Asks ``engine`` for the names that match what is typed in ``switcher``.

    Args:
        engine: knows the notes.
        switcher: the field and its list.
        passages: opens notes in other programs.
        show: shows a note at a line, 0 for its top.
    """

    def __init__(
        self,
        engine: EngineThread,
        switcher: Switcher,
        passages: PassageController,
        show: Callable[[str, int], None],
    ) -> None:
        super().__init__(switcher)
        self._engine = engine
        self._switcher = switcher
        switcher.typed.connect(self._ask)
        switcher.closed.connect(lambda: engine.drop(_NAMED))
        switcher.obsidian_asked.connect(lambda match: passages.open_note(match.note.path, match.uri))
        switcher.editor_asked.connect(lambda match: passages.open_file(match.note.path))
        switcher.shown_asked.connect(lambda match: show(match.note.path, match.line))

    def _ask(self, typed: str) -> None:
        self._engine.ask(_NAMED, lambda vault: vault.notes.named(typed, _ROWS), self._show)

    def _show(self, matches: tuple[NameMatch, ...]) -> None:
        self._switcher.show_matches(matches)
