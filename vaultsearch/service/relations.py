"""The relations area of an open vault: related notes, links, duplicates and summaries, by a note's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.service.index_guard import guarded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from vaultsearch.core.relations.relations import Relations
    from vaultsearch.core.values.relations import (
        DuplicateGroup,
        LooseEnds,
        NoteLinks,
        NoteSummary,
        RelatedNote,
    )
    from vaultsearch.service.index_guard import Guard

_N_RELATED = 10
"""Related notes that are listed if a caller names no number."""


class VaultRelations:
    """Relates the notes of one vault. A note is named by anything that ``find_note`` resolves to its path."""

    def __init__(
        self,
        relations: Relations,
        find_note: Callable[[str], Awaitable[str]],
        guard: Guard,
    ) -> None:
        self.guard = guard
        self._relations = relations
        self._find_note = find_note

    @guarded
    async def related(self, name: str, n: int | None = None) -> tuple[RelatedNote, ...]:
        """Return the notes most related to one, best first. Raise NoteNotFoundError for an unknown one."""
        return await self._relations.related(await self._find_note(name), n or _N_RELATED)

    @guarded
    async def links_of(self, name: str) -> NoteLinks:
        """Return a note's links in both directions and its mentions. Raise NoteNotFoundError if unknown."""
        return await self._relations.links_of(await self._find_note(name))

    @guarded
    async def loose_ends(self) -> LooseEnds:
        """Return the notes without any link, and the links that lead nowhere."""
        return await self._relations.loose_ends()

    @guarded
    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Return the groups of near-duplicate passages in different notes."""
        return await self._relations.duplicates()

    @guarded
    async def summary(self, name: str) -> NoteSummary:
        """Return a note's summary as the index holds it. Raise NoteNotFoundError if there is no such note."""
        return await self._relations.summary(await self._find_note(name))
