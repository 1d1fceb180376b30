"""The saved searches: added, renamed, deleted and restored; the settings store keeps them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from vaultsearch.core.values.query import SavedSearch
    from vaultsearch.settings.protocol import SettingsStore


class SavedSearches(QObject):
    """Edits the saved searches in the store; each change is stored at once, and deletions can be undone."""

    changed = Signal()

    def __init__(self, store: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._deleted: list[tuple[int, SavedSearch]] = []

    @property
    def searches(self) -> tuple[SavedSearch, ...]:
        """The saved searches, in the order in which they are shown."""
        return self._store.saved_searches

    def forget(self) -> None:
        """Show those of the vault that is open now; former deletions can no longer be undone."""
        self._deleted.clear()
        self.changed.emit()

    def add(self, search: SavedSearch) -> SavedSearch | None:
        """Save a search at the end. If the same query and mode are saved already, return that search."""
        for known in self.searches:
            if (known.query, known.mode) == (search.query, search.mode):
                return known
        self._store_searches((*self.searches, search))
        return None

    def rename(self, index: int, name: str) -> None:
        """Rename a search; an empty name changes nothing."""
        plain = " ".join(name.split())
        searches = list(self.searches)
        if plain and plain != searches[index].name:
            searches[index] = replace(searches[index], name=plain)
            self._store_searches(tuple(searches))

    def delete(self, index: int) -> SavedSearch:
        """Delete a search and return it."""
        search = self.searches[index]
        self._deleted.append((index, search))
        self._store_searches(self.searches[:index] + self.searches[index + 1 :])
        return search

    def restore(self) -> SavedSearch | None:
        """Restore the search deleted last at its index and return it; None if there is none."""
        if not self._deleted:
            return None
        index, search = self._deleted.pop()
        self._store_searches((*self.searches[:index], search, *self.searches[index:]))
        return search

    def _store_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        self._store.set_saved_searches(searches)
        self.changed.emit()
