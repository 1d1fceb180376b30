"""Everything that is done with passages: opened, copied, kept, dragged; by keys, menus and context menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultsearch.gui.controllers.context_menus import ContextMenus
from vaultsearch.gui.controllers.copying import CopyController, DragController
from vaultsearch.gui.controllers.passages import PassageController
from vaultsearch.gui.controllers.switcher import SwitcherController, open_notes_of
from vaultsearch.gui.controllers.targets import PassageTargets

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from vaultsearch.gui.basket.basket import Basket
    from vaultsearch.gui.controllers.passages import SystemApps
    from vaultsearch.gui.controllers.targets import FindFile
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.window.search_page import SearchPage


def reading_handlers(page: SearchPage) -> dict[str, Callable[[], object]]:
    """Return the handlers of the actions on the note that ``page`` shows, by the actions' ids."""
    return {
        "toggle_preview": page.toggle_preview,
        "related": lambda: page.with_note_visible(page.related.toggle),
        "quotes": lambda: page.with_note_visible(page.related.toggle_quotes),
        "outline": lambda: page.with_note_visible(page.preview.toggle_outline),
        "page_text": page.preview.toggle_text,
        "find_in_note": page.find_in_note,
        "next_match": lambda: page.go_to_match(1),
        "previous_match": lambda: page.go_to_match(-1),
        "back": page.reading.back,
        "forward": page.reading.forward,
        "zoom_in": page.zoom.zoom_in,
        "zoom_out": page.zoom.zoom_out,
        "zoom_reset": page.zoom.reset,
    }


class PassageActions(QObject):
    """Creates and joins the controllers of passages; ``handlers`` are those of the actions, by their ids."""

    requested = Signal()
    """An action on passages was chosen."""
    message = Signal(str)
    """A sentence on an action."""
    used = Signal(object, object)
    """A Result was used, with its Use."""
    note_opened = Signal(str)
    """A note, by its path, was opened without a query."""

    def __init__(
        self,
        engine: EngineThread,
        page: SearchPage,
        basket: Basket,
        actions: dict[str, QAction],
        find_file: FindFile,
        apps: SystemApps,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        results, view = page.results.list, page.preview.view
        self.targets = PassageTargets(engine, results, page.preview, window)
        self.opening = PassageController(basket, find_file, apps, window)
        self.copying = CopyController(engine, results, basket, self.targets, find_file)
        self.dragging = DragController(engine, results, find_file)
        self.menus = ContextMenus(actions, results, view, basket, self.targets, page.sidebar)
        self.switcher = SwitcherController(engine, window)
        open_notes_of((self.switcher.pane, page.results.beginnings), self.opening, page.show_note)
        self.handlers = {**self._of_passages(page), **self._of_note(page)}
        self._wire()

    def _of_passages(self, page: SearchPage) -> dict[str, Callable[[], object]]:
        opening, copying = self.opening, self.copying
        with_one, every = self.targets.with_one, self.targets.with_all
        return {
            "open_obsidian": lambda: with_one(opening.open),
            "open_editor": lambda: with_one(opening.open_otherwise),
            "switcher": self.switcher.pane.open,
            "reveal": lambda: every(opening.reveal),
            "copy_passage": lambda: every(copying.copy_passages),
            "copy_context": copying.copy_context,
            "copy_link": lambda: every(copying.copy_wikilinks),
            "copy_uri": lambda: every(copying.copy_uris),
            "copy_path": lambda: every(copying.copy_paths),
            "keep": lambda: every(opening.toggle_kept),
            "more_like": lambda: every(page.search_like),
            "hide_folder": lambda: with_one(page.hide_folder),
            "context_menu": self.menus.open_at_focus,
            "select_all": page.results.list.selectAll,
        }

    def _of_note(self, page: SearchPage) -> dict[str, Callable[[], object]]:
        view = page.preview.view
        return {
            "copy_selection": view.copy,
            "search_selection": page.search_selection,
            "select_note": view.selectAll,
            "open_link": self.menus.open_link,
            "copy_address": self.menus.copy_address,
        }

    def _wire(self) -> None:
        self.targets.requested.connect(self.requested)
        self.targets.message.connect(self.message)
        self.menus.copied.connect(self.copying.copy_text)
        self.opening.note_opened.connect(self.note_opened)
        for acting in (self.opening, self.copying):
            acting.message.connect(self.message)
            acting.used.connect(self.used)
