"""The areas of an open vault, each made, and its modules imported, when it is first used.

A command pays for the area that it asks; a window imports all of them when it has shown itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

from vaultsearch.core.vault.containment import Containment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.query.scope import QueryScope
    from vaultsearch.core.search.results import ObsidianVaultName
    from vaultsearch.service.index_guard import Guard
    from vaultsearch.service.operations.basket import Basket
    from vaultsearch.service.operations.excerpts import Excerpts
    from vaultsearch.service.operations.notes import Notes
    from vaultsearch.service.operations.pages import Pages
    from vaultsearch.service.operations.query import Query
    from vaultsearch.service.operations.relations import Relations
    from vaultsearch.service.operations.usage import Usage
    from vaultsearch.service.search import SearchService
    from vaultsearch.service.workers import Workers


class VaultAreas(ABC):
    """The areas of `Vault`, which has these attributes."""

    folder: Path
    obsidian: ObsidianVaultName
    guard: Guard
    usage: Usage
    search_service: SearchService
    index_folder: Path
    _corpus: LanceCorpus
    _scope: QueryScope
    _workers: Workers

    @property
    @abstractmethod
    def parameters(self) -> Parameters:
        """The parameters in force."""

    @abstractmethod
    async def find_note(self, name: str, numbers: Sequence[str] = ()) -> str:
        """Return the path of a note."""

    async def _opened(self, n: int) -> dict[str, float]:
        return await self.usage.opened(n)

    @property
    def _containment(self) -> Containment:
        return Containment(self.folder, self.parameters.source.follow_links_out)

    @cached_property
    def pages(self) -> Pages:
        """The pages area."""
        from vaultsearch.service.operations.pages import Pages

        return Pages(self._containment, self._corpus, self.index_folder, self.guard, self._workers.asking)

    @cached_property
    def excerpts(self) -> Excerpts:
        """The excerpts area."""
        from vaultsearch.service.operations.excerpts import Excerpts

        return Excerpts(self.obsidian, self._corpus, self.pages.link_resolver, self.guard)

    @cached_property
    def query(self) -> Query:
        """The query area."""
        from vaultsearch.service.operations.query import FoundNotes, Query

        found = FoundNotes(self._corpus, self._scope, lambda: self.search_service, self.guard)
        return Query(self._corpus.notes.all, found, self.guard)

    @cached_property
    def notes(self) -> Notes:
        """The notes area."""
        from vaultsearch.service.operations.notes import Notes

        return Notes(self._corpus.notes.all, self._opened, self.obsidian.uri, self.guard)

    @cached_property
    def basket(self) -> Basket:
        """The basket area."""
        from vaultsearch.service.operations.basket import Basket

        return Basket(self.index_folder, self._corpus, self.guard)

    @cached_property
    def relations(self) -> Relations:
        """The relations area, with the parameters in force."""
        from vaultsearch.service.operations.relations import Relations

        return Relations(self.search_service.relations, self.find_note, self.guard)

    def renew_areas(self) -> None:
        """Have the areas follow the parameters in force."""
        if "pages" in vars(self):
            self.pages.set_containment(self._containment)
        vars(self).pop("relations", None)

    async def close_areas(self) -> None:
        """Stop the work of those that were made."""
        if "basket" in vars(self):
            await self.basket.close()
        if "query" in vars(self):
            self.query.close()
        if "notes" in vars(self):
            self.notes.close()


def import_areas() -> None:
    """Import the modules of the areas that a window asks first."""
    from vaultsearch.service.operations import basket, excerpts, notes, pages, query, relations  # noqa: F401
