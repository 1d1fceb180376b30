"""Keep the sidebar in step with the search, and apply the chosen facets to the query."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.gui.sidebar.model import SavedSearches

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Edit, Facet, Facets
    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.sidebar.sidebar import Sidebar
    from vaultsearch.gui.sidebar.split import SidebarSplit
    from vaultsearch.settings.protocol import SettingsStore

AGAIN_MS = 5000
"""How often facets are counted while notes are being indexed."""


class SidebarController(QObject):
    """Counts facets after the final stage of a search, and only while the sidebar is visible."""

    message = Signal(str)
    """A sentence on an action that succeeded, for the status line."""

    def __init__(
        self,
        pane: SearchPane,
        sidebar: Sidebar,
        split: SidebarSplit,
        engine: EngineThread,
        store: SettingsStore,
    ) -> None:
        super().__init__(sidebar)
        self._pane = pane
        self._sidebar = sidebar
        self._split = split
        self._engine = engine
        self._listed: frozenset[str] = frozenset()
        self._waiting = False
        self.again = QTimer(self, interval=AGAIN_MS, singleShot=True)
        self.again.timeout.connect(self.count)
        self.saved = SavedSearches(store, self)
        self.saved.changed.connect(self._show_saved)
        pane.searched.connect(lambda *_: self._wait())
        pane.cleared.connect(self._clear)
        engine.vault_opened.connect(lambda _: self.count())
        engine.sync_finished.connect(lambda _: self.count())
        sidebar.facet_chosen.connect(self.toggle_facet)
        split.left.connect(self.toggle)
        pane.field.textEdited.connect(lambda _: self._make_room())
        self._wire_tree()
        self._show_saved()

    def toggle(self) -> None:
        """Show the sidebar and focus it, or fold it away and focus the field."""
        self._split.toggle()
        if self._split.folded:
            self._pane.field.setFocus()
        else:
            self.count()
            self._sidebar.tree.enter()

    def handle_stage(self, stage: SearchStage) -> None:
        """Count again after the final stage of a search."""
        if stage.final:
            self._waiting = False
            self._listed = frozenset(result.chunk.path for result in stage.results)
            self.count()

    def count(self) -> None:
        """Count the facets of the standing query, once it is answered and if the sidebar is visible."""
        if self._split.folded or self._waiting:
            return
        query, mode, listed = self._pane.query, self._pane.mode, self._listed
        literal = mode is Mode.GREP and query != ""
        show = partial(self._show_facets, literal=literal)
        self._engine.ask("facets", lambda vault: vault.query.facets(query, mode, listed), show)

    def count_soon(self) -> None:
        """Count again in a while, once for however many calls until then: notes were indexed."""
        if not self.again.isActive():
            self.again.start()

    def toggle_facet(self, facet: Facet) -> None:
        """Add a facet's condition to the query, or remove it."""
        text = self._pane.field.text()
        self._engine.ask(
            "narrow", lambda vault: vault.query.toggled(text, facet), partial(self._change, text)
        )

    def hide_folder(self, folder: str) -> None:
        """Exclude a folder's notes from the results by a filter."""
        text = self._pane.field.text()
        if not folder:
            self.message.emit(self.tr("This note is in no folder"))
        elif not self.can_hide:
            self.message.emit(self.tr("This search takes no filters"))
        else:
            self._engine.ask(
                "narrow", lambda vault: vault.query.hiding(text, folder), partial(self._change, text)
            )

    @property
    def can_hide(self) -> bool:
        """Whether the standing search takes filters: not one for exact text, nor for a whole text."""
        return self._pane.query != "" and self._pane.mode is not Mode.GREP

    def save_search(self) -> None:
        """Save the standing query under its own words."""
        query = self._pane.query
        if not query:
            self.message.emit(self.tr("No search to save yet"))
            return
        known = self.saved.add(SavedSearch(query, query, self._pane.mode))
        if known is not None:
            self.message.emit(self.tr("Already saved as “{}”").format(known.name))
        elif self._split.folded:
            self.message.emit(self.tr("Saved. Ctrl+B shows your saved searches"))
        else:
            self.message.emit(self.tr("Saved. F2 renames it"))

    def _wire_tree(self) -> None:
        tree = self._sidebar.tree
        tree.search_chosen.connect(lambda search: self._pane.run(search.query, search.mode))
        tree.rename_asked.connect(self.saved.rename)
        tree.delete_asked.connect(self._delete)
        tree.restore_asked.connect(self._restore)
        tree.left_upwards.connect(self._pane.field.setFocus)

    def _make_room(self) -> None:
        """Fold the sidebar away if it covers the answers to the query that is being typed."""
        if self._split.covers_rest and self._pane.field.hasFocus():
            self._split.toggle()

    def _wait(self) -> None:
        self._waiting = True
        self._engine.drop("facets")

    def _clear(self) -> None:
        self._waiting, self._listed = False, frozenset()
        self.count()

    def _change(self, text: str, edit: Edit) -> None:
        if self._pane.field.text() == text:
            self._pane.field.replace(edit.start, edit.end, edit.text)

    def _delete(self, index: int) -> None:
        gone = self.saved.delete(index)
        self.message.emit(self.tr("Deleted “{}”. Ctrl+Z restores it").format(gone.name))

    def _restore(self) -> None:
        back = self.saved.restore()
        if back is not None:
            self.message.emit(self.tr("Restored “{}”").format(back.name))

    def _show_facets(self, facets: Facets, *, literal: bool) -> None:
        self._sidebar.show_facets(facets, literal=literal)

    def _show_saved(self) -> None:
        self._sidebar.tree.show_saved(self.saved.searches)
