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
    from PySide6.QtWidgets import QWidget

    from vaultsearch.gui.actions.actions import Actions
    from vaultsearch.gui.basket.basket import Basket
    from vaultsearch.gui.controllers.passages import SystemApps
    from vaultsearch.gui.controllers.targets import FindFile
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.window.search_page import SearchPage


class PassageActions(QObject):
    """Creates and joins the controllers of passages."""

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
        actions: Actions,
        find_file: FindFile,
        apps: SystemApps,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        results, view = page.results.list, page.preview.view
        self.targets: PassageTargets = PassageTargets(engine, results, page.preview, window)
        self.opening: PassageController = PassageController(basket, find_file, apps, window)
        self.copying: CopyController = CopyController(engine, results, basket, self.targets, find_file)
        self.dragging = DragController(engine, results, find_file)
        self.menus: ContextMenus = ContextMenus(actions, results, view, basket, self.targets, page.sidebar)
        self.switcher: SwitcherController = SwitcherController(engine, window)
        open_notes_of((self.switcher.pane, page.results.beginnings), self.opening, page.show_note)
        self._wire()

    def _wire(self) -> None:
        self.targets.requested.connect(self.requested)
        self.targets.message.connect(self.message)
        self.menus.copied.connect(self.copying.copy_text)
        self.opening.note_opened.connect(self.note_opened)
        for acting in (self.opening, self.copying):
            acting.message.connect(self.message)
            acting.used.connect(self.used)
