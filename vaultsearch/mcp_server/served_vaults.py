"""The vaults that are served, as one: a vault by itself, or several as a group."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.context.note_ids import note_ids
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.values.sync import MemberVault, vault_names
from vaultsearch.service.factory import ComponentFactory
from vaultsearch.service.group.group import VaultGroup
from vaultsearch.service.group.members import Member, Members
from vaultsearch.service.workers import Workers
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.stored_notes import StoredNote
    from vaultsearch.mcp_server.served_vault import ServedVault
    from vaultsearch.service.vault import Vault


@dataclass(frozen=True, slots=True)
class OpenNotes:
    """The open vault, or several as one, and their folders by what the paths of their notes begin with."""

    vault: Vault | VaultGroup
    folders: Mapping[str, Path]
    _ids: _NoteIds

    async def ids(self) -> Mapping[str, str]:
        """Return the short ids of all notes, by path, as commands print them.

        A note whose path is also one in another vault is left out: its whole path alone names it.
        """
        return self._ids.of(await self.vault.query.notes(), self.folders)


class _NoteIds:
    """Makes the short ids of notes, anew only when the notes have changed."""

    def __init__(self) -> None:
        self._made: tuple[tuple[StoredNote, ...], Mapping[str, str]] = (), {}

    def of(self, notes: tuple[StoredNote, ...], begins: Iterable[str]) -> Mapping[str, str]:
        if self._made[0] is not notes:
            paths_by_id: dict[str, str] = {}
            for each in begins:
                inner = (note.path.removeprefix(each) for note in notes if note.path.startswith(each))
                paths_by_id |= {each + path: short for path, short in note_ids(inner).items()}
            counts = Counter(paths_by_id.values())
            self._made = notes, {path: short for path, short in paths_by_id.items() if counts[short] == 1}
        return self._made[1]


class ServedVaults:
    """One or several vaults. Lives on one event loop."""

    def __init__(self, vaults: Sequence[ServedVault], parameters: Parameters) -> None:
        self._vaults = tuple(vaults)
        self._parameters = parameters
        self._group: VaultGroup | None = None
        self._ids = _NoteIds()
        self._grouped: tuple[tuple[Vault, ...], tuple[MemberVault, ...]] = (), ()

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[OpenNotes, None]:
        """Hold the vaults open for one call; those that cannot be opened are left out of a group.

        Raises:
            VaultSearchError: None can be opened.
        """
        async with AsyncExitStack() as stack:
            if len(self._vaults) == 1:
                vault = await stack.enter_async_context(self._vaults[0].opened())
                yield OpenNotes(vault, {"": vault.folder}, self._ids)
                return
            folders = [await vault.find_folder() for vault in self._vaults]
            members: list[Member] = []
            known: list[MemberVault] = []
            trouble: VaultSearchError | None = None
            for name, folder, served in zip(vault_names(folders), folders, self._vaults, strict=True):
                try:
                    members.append(Member(name, await stack.enter_async_context(served.opened())))
                    known.append(MemberVault(name, folder))
                except VaultSearchError as error:
                    trouble = error
                    known.append(MemberVault(name, folder, is_open=False, trouble=error.message))
            if trouble is not None and not members:
                raise trouble
            group = await self._grouping(members, known)
            yield OpenNotes(group, {f"{member.name}/": member.vault.folder for member in members}, self._ids)

    async def _grouping(self, members: Sequence[Member], known: Sequence[MemberVault]) -> VaultGroup:
        """Return the group of these vaults, made anew only when one of them was opened again."""
        group_key = tuple(member.vault for member in members), tuple(known)
        if self._group is None or self._grouped != group_key:
            self._forget_group()
            components = await asyncio.to_thread(ComponentFactory, self._parameters, settings.models_folder())
            self._group = VaultGroup(Members(members), known, components, Workers.one_process())
            self._grouped = group_key
        return self._group

    def _forget_group(self) -> None:
        """Stop the group's work in the background; its vaults stay open, they are not its own."""
        if self._group is not None:
            self._group.query.close()
            self._group.notes.close()

    def under_way(self) -> str | None:
        """Return a sentence about the indexing that runs in this process, None if none does."""
        return " ".join(filter(None, (vault.under_way() for vault in self._vaults))) or None

    async def warm_up(self) -> None:
        """Load what the first question needs."""
        for vault in self._vaults:
            await vault.warm_up()

    async def keep_fresh(self) -> None:
        """Keep all indexes up to date while no other processes do; returns if they cannot be watched."""
        await asyncio.gather(*(vault.keep_fresh() for vault in self._vaults))

    async def close(self) -> None:
        """Release the indexes."""
        self._forget_group()
        for vault in self._vaults:
            await vault.close()
