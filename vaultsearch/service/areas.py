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
    from vaultsearch.service.basket import VaultBasket
    from vaultsearch.service.excerpts import VaultExcerpts
    from vaultsearch.service.index_guard import Guard
    from vaultsearch.service.notes import NoteLists
    from vaultsearch.service.pages import VaultPages
    from vaultsearch.service.query import VaultQuery
    from vaultsearch.service.relations import VaultRelations
    from vaultsearch.service.search import SearchService
    from vaultsearch.service.usage import NoUsage, VaultUsage
    from vaultsearch.service.workers import Workers


class VaultAreas(ABC):
    """The areas of `Vault`, which has these attributes."""

    folder: Path
    obsidian: ObsidianVaultName
    guard: Guard
    usage: NoUsage | VaultUsage
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

    async def _opened(self, n: int) -> tuple[tuple[float, str], ...]:
        return await self.usage.opened(n)

    @property
    def _containment(self) -> Containment:
        return Containment(self.folder, self.parameters.source.follow_links_out)

    @cached_property
    def pages(self) -> VaultPages:
        """The pages area."""
        from vaultsearch.service.pages import VaultPages

        return VaultPages(
            self._containment, self._corpus, self.index_folder, self.guard, self._workers.asking
        )

    @cached_property
    def excerpts(self) -> VaultExcerpts:
        """The excerpts area."""
        from vaultsearch.service.excerpts import VaultExcerpts

        return VaultExcerpts(self.obsidian, self._corpus, self.pages.link_resolver, self.guard)

    @cached_property
    def query(self) -> VaultQuery:
        """The query area."""
        from vaultsearch.service.query import VaultQuery

        return VaultQuery(self._corpus, self._scope, lambda: self.search_service, self.guard)

    @cached_property
    def notes(self) -> NoteLists:
        """The notes area."""
        from vaultsearch.service.notes import NoteLists

        return NoteLists(self._corpus.notes.all, self._opened, self.obsidian.uri, self.guard)

    @cached_property
    def basket(self) -> VaultBasket:
        """The basket area."""
        from vaultsearch.service.basket import VaultBasket

        return VaultBasket(self.index_folder, self._corpus, self.guard)

    @cached_property
    def relations(self) -> VaultRelations:
        """The relations area, with the parameters in force."""
        from vaultsearch.service.relations import VaultRelations

        return VaultRelations(self.search_service.relations, self.find_note, self.guard)

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
    from vaultsearch.service import basket, excerpts, notes, pages, query, relations  # noqa: F401
