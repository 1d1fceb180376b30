"""The notes that the shown note hangs beneath, as a path above its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vaultsearch.core.values.note import Heading

if TYPE_CHECKING:
    from vaultsearch.core.values.relations import NoteName
    from vaultsearch.gui.controllers.reading import ReadingController
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.reading.preview_pane import PreviewPane

_JOB = "notes above"


class NotesAboveController(QObject):
    """Asks ``engine`` for the notes above the one in ``preview``; a click shows one of them."""

    def __init__(self, engine: EngineThread, preview: PreviewPane, reading: ReadingController) -> None:
        super().__init__(preview)
        self._engine, self._preview, self._reading = engine, preview, reading
        self._path = ""
        self._notes: tuple[NoteName, ...] = ()
        reading.moved.connect(self._follow)
        reading.renewed.connect(self._ask)
        preview.above.line_chosen.connect(self._open)

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
            self._engine.ask(_JOB, lambda vault: vault.relations.above(path), self._show)
        else:
            self._engine.drop(_JOB)

    def _show(self, notes: tuple[NoteName, ...]) -> None:
        self._notes = notes
        steps = [Heading(1, note.title, number) for number, note in enumerate(notes, start=1)]
        self._preview.above.show_headings(steps)

    def _open(self, number: int) -> None:
        self._reading.open_place(self._notes[number - 1].path, 0)
