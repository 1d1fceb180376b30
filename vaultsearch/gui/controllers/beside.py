"""Follows the note that is open in Obsidian, while the window beside it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.gui.beside.beside_window import BesideWindow
from vaultsearch.gui.controllers.related import relations_of
from vaultsearch.gui.reading.places import Place, PlaceSection, relation_sections

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vaultsearch.core.values.query import NameMatch
    from vaultsearch.core.values.relations import ActiveNote
    from vaultsearch.gui.controllers.related import Belonging
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.service.protocol import VaultService

_ACTIVE, _BELONGING, _NAMED = "active note", "beside", "beside names"
_COPIED, _DRAGGED = "beside link", "beside drag"
"""Jobs of their own: the next row that is reached must not cancel a copy."""
_EACH_MS = 500
_PATIENCE = 10
"""Ticks for which an answer is waited for before the note is asked for again: a new question cancels it."""
_RELATED, _NAMES = 8, 12


class BesideController(QObject):
    """Shows and hides the window, asks ``engine`` what belongs to the note, and copies links."""

    search_asked = Signal(str)
    """The main window is to search for a query."""
    shown_asked = Signal(str, int)
    """The main window is to show a note, at a line or 0."""
    visibility_changed = Signal(bool)

    def __init__(self, engine: EngineThread, parent: QWidget) -> None:
        super().__init__(parent)
        self._engine = engine
        self._note: ActiveNote | None = None
        self._waited = 0
        self.window = BesideWindow()
        self._timer = QTimer(self, interval=_EACH_MS)
        self._timer.timeout.connect(self._look)
        self.window.typed.connect(self._typed)
        self.window.search_asked.connect(self._search)
        self.window.links.place_asked.connect(lambda path, _: self._copy_link(path))
        self.window.links.copy_asked.connect(_copy)
        self.window.links.reached.connect(self._ask_link)
        self.window.links.shown_asked.connect(self.shown_asked)
        self.window.visibility_changed.connect(self._stop)
        engine.sync_finished.connect(lambda _: self._ask_again())
        engine.vault_opened.connect(lambda _: self._forget())

    def toggle(self) -> None:
        """Show the window beside Obsidian, or hide it."""
        if self.window.isVisible():
            self.window.hide()
            return
        self._forget()
        self.window.show()
        self._timer.start()
        self._look()
        self.visibility_changed.emit(True)

    def close(self) -> None:
        """Close the window with the main one."""
        self._timer.stop()
        self.window.hide()

    def _stop(self, _visible: bool) -> None:
        self._timer.stop()
        for job in (_ACTIVE, _BELONGING, _NAMED, _COPIED, _DRAGGED):
            self._engine.drop(job)
        self.visibility_changed.emit(False)

    def _forget(self) -> None:
        """Know of no note: the window is shown, or another vault was opened."""
        self._note, self._waited = None, 0
        self.window.show_note("")
        self.window.links.clear()

    def _look(self) -> None:
        self._waited = (self._waited + 1) % _PATIENCE
        if self._waited == 1:
            self._engine.ask(_ACTIVE, lambda vault: vault.pages.active_note(), self._follow)

    def _follow(self, note: ActiveNote | None) -> None:
        self._waited = 0
        former, self._note = self._note, note
        if note is not None and former is not None and note.path == former.path:
            return
        self.window.show_note("" if note is None else note.title)
        if note is None and former is not None:
            self.window.links.clear()
        self._ask_again()

    def _ask_again(self) -> None:
        note = self._note
        if note is None or not self.window.isVisible() or self.window.field.text():
            return

        async def belonging(vault: VaultService) -> Belonging | None:
            try:
                return await relations_of(vault, note.path, _RELATED)
            except NoteNotFoundError:  # it was deleted a moment ago
                return None

        self._engine.ask(_BELONGING, belonging, self._show)

    def _show(self, answer: Belonging | None) -> None:
        if answer is None:
            self.window.links.clear()
            return
        similar, suggested, tags, backlinks, _, mentions, _ = relation_sections(*answer)
        nothing = self.tr("Nothing belongs to this note yet")
        self.window.links.show_sections((similar, suggested, tags, backlinks, mentions), nothing)

    def _typed(self, text: str) -> None:
        if not text.strip():
            self._engine.drop(_NAMED)
            self.window.links.clear()
            self._ask_again()
            return
        self._engine.ask(_NAMED, lambda vault: vault.notes.named(text, _NAMES), self._show_named)

    def _show_named(self, matches: tuple[NameMatch, ...]) -> None:
        places = [Place(match.note.title, match.name, match.note.path, match.line) for match in matches]
        nothing = self.tr("No matching note: Enter searches in the main window")
        self.window.links.show_sections([PlaceSection(self.tr("Notes"), places)], nothing)

    def _search(self, text: str) -> None:
        if text.strip():
            self.search_asked.emit(text)

    def _copy_link(self, path: str) -> None:
        def copy(link: str) -> None:
            QGuiApplication.clipboard().setText(link)
            self.window.message.setText(self.tr("Copied {}").format(link))

        self._engine.ask(_COPIED, lambda vault: vault.excerpts.link_to(path), copy)

    def _ask_link(self, path: str) -> None:
        self._engine.ask(
            _DRAGGED,
            lambda vault: vault.excerpts.link_to(path),
            lambda link: self.window.links.set_link(path, link),
        )


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
