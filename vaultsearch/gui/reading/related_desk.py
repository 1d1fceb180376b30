"""Asks what has to do with the note that is read, while the pane for it is open."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

if TYPE_CHECKING:
    from vaultsearch.core.relations.values import NoteLinks, RelatedNote
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.engine.service import VaultService
    from vaultsearch.gui.reading.preview_pane import PreviewPane
    from vaultsearch.gui.reading.reading_desk import ReadingDesk

_JOB = "related"


class RelatedDesk(QObject):
    """Opens and closes the pane of relations in ``preview`` and keeps it at the note that is read there."""

    def __init__(self, engine: EngineThread, preview: PreviewPane, reading: ReadingDesk) -> None:
        super().__init__(preview)
        self._engine = engine
        self._preview = preview
        self._pane = preview.related
        self._path: str | None = None
        reading.moved.connect(self._follow)
        self._pane.place_asked.connect(lambda place: reading.open_place(place.path, place.line))
        self._pane.hide()

    def toggle(self) -> None:
        """Show what has to do with the note, with the keyboard there; or hide it again."""
        if self._pane.isVisible():
            self._pane.hide()
            self._engine.drop(_JOB)
            self._preview.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._path = None
            self._pane.show()
            self._pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._follow()

    def _follow(self) -> None:
        shown = self._preview.shown
        path = shown.path if shown is not None else None
        if not self._pane.isVisible() or path == self._path:
            return
        self._path = path
        if path is None:
            self._engine.drop(_JOB)
            self._pane.clear()
            return

        async def relations(vault: VaultService) -> tuple[tuple[RelatedNote, ...], NoteLinks]:
            return await asyncio.gather(vault.related(path), vault.links_of(path))

        self._pane.show_waiting()
        self._engine.ask(_JOB, relations, self._show)

    def _show(self, found: tuple[tuple[RelatedNote, ...], NoteLinks]) -> None:
        self._pane.show_relations(*found)
