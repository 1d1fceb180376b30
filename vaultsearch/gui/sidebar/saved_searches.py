"""The searches that were saved: added, renamed, taken away and brought back; the store keeps them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from vaultsearch.core.values.query import SavedSearch
    from vaultsearch.settings.protocol import SettingsStore


class SavedSearches(QObject):
    """Every change is kept at once; what was deleted last can be brought back."""

    changed = Signal()

    def __init__(self, store: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._deleted: list[tuple[int, SavedSearch]] = []

    @property
    def searches(self) -> tuple[SavedSearch, ...]:
        """Those that are saved, in the order in which they are shown."""
        return self._store.saved_searches

    def add(self, search: SavedSearch) -> SavedSearch | None:
        """Save a search at the end; gives the one that was there already where it asks for the same."""
        for known in self.searches:
            if (known.query, known.mode) == (search.query, search.mode):
                return known
        self._keep((*self.searches, search))
        return None

    def rename(self, at: int, name: str) -> None:
        """Call a search something else; a name of no letters changes nothing."""
        plain = " ".join(name.split())
        searches = list(self.searches)
        if plain and plain != searches[at].name:
            searches[at] = replace(searches[at], name=plain)
            self._keep(tuple(searches))

    def delete(self, at: int) -> SavedSearch:
        """Take a search away, and give it."""
        search = self.searches[at]
        self._deleted.append((at, search))
        self._keep(self.searches[:at] + self.searches[at + 1 :])
        return search

    def bring_back(self) -> SavedSearch | None:
        """Put back what was deleted last, where it was; gives None where nothing was."""
        if not self._deleted:
            return None
        at, search = self._deleted.pop()
        self._keep((*self.searches[:at], search, *self.searches[at:]))
        return search

    def _keep(self, searches: tuple[SavedSearch, ...]) -> None:
        self._store.set_saved_searches(searches)
        self.changed.emit()
