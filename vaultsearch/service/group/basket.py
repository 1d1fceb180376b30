"""The basket of a group of vaults: each vault keeps its own passages of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.context.basket_file import SHARED
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.values.context import PassageState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.search import Chunk
    from vaultsearch.service.group.members import Member, Members


class GroupBasket:
    """Keeps the basket of a group, in which a passage of a vault that is not open waits for it."""

    def __init__(self, members: Members) -> None:
        self._members = members

    async def load(self) -> tuple[Chunk, ...]:
        """Return the passages of the open vaults, in the basket's order."""
        found = [
            (place, member.outer_chunk(chunk))
            for member in self._members
            for place, chunk in await member.vault.basket.places(SHARED)
        ]
        return tuple(chunk for _, chunk in sorted(found, key=lambda one: one[0]))

    async def save(self, chunks: Sequence[Chunk]) -> None:
        """Keep the passages in the basket, each with its vault."""
        for member in self._members:
            own = [
                (place, member.inner_chunk(chunk))
                for place, chunk in enumerate(chunks)
                if self._owner(chunk) is member
            ]
            await member.vault.basket.set_places(SHARED, own)

    async def states(self, chunks: Sequence[Chunk]) -> tuple[PassageState, ...]:
        """Compare passages with their notes as they are indexed now."""
        return tuple([await self._state(chunk) for chunk in chunks])

    async def renewed(self, chunk: Chunk) -> Chunk | None:
        """Return the passage that stands in the place of a changed one; None if there is none."""
        member = self._owner(chunk)
        if member is None:
            return None
        found = await member.vault.basket.renewed(member.inner_chunk(chunk))
        return None if found is None else member.outer_chunk(found)

    async def _state(self, chunk: Chunk) -> PassageState:
        member = self._owner(chunk)
        if member is None:
            return PassageState.GONE
        (state,) = await member.vault.basket.states([member.inner_chunk(chunk)])
        return state

    def _owner(self, chunk: Chunk) -> Member | None:
        try:
            return self._members.owner(chunk.path)
        except NoteNotFoundError:
            return None
