"""The served vault: opened at the first call, and again after the index was rebuilt."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError, NotIndexedError, VaultSearchError
from vaultsearch.core.index.index_folder import Manifest, read_made
from vaultsearch.core.index.tables.index_tables import READ_FRESHNESS
from vaultsearch.core.index.writer_lock import writer_of
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.sync import MemberVault, Progress, vault_names
from vaultsearch.core.vault.links import note_ids
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.watcher import ChangeSignal, WatchedVault
from vaultsearch.service.command_socket import answer_commands
from vaultsearch.service.opening import last_vault, open_vault
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.members import Member, Members
from vaultsearch.service.parts.moves import follow_vault
from vaultsearch.service.parts.replicas import PULLED_AFTER_S, is_replica, renew_quietly, tables_version
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.service.several.group import VaultGroup

_log = logging.getLogger(__name__)

_WAITED_FOR_S, _WAITED_FOR_NOTES = 10.0, 100
"""The longest that a question waits for changes, and the most notes: more take long, and answers say so."""
_TRIED_AGAIN_S = 5.0
"""Seconds between two looks whether the process that writes the index has ended."""


@dataclass(slots=True)
class _Opened:
    """An open vault, its tables' generation when opened, and the number of running calls."""

    vault: Vault
    version: Manifest | str | None
    calls: int = 0


@dataclass(eq=False)
class ServedVault:
    """A vault, read only, while other processes may index it. Lives on a single event loop.

    Args:
        folder: The notes' folder, None for the vault last used before the first call.
        parameters: All tunables for all steps.
        follow_links_out: Whether to serve notes leading out of the vault as well.
    """

    folder: Path | None
    parameters: Parameters
    follow_links_out: bool = False
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    _opened: _Opened | None = None
    _progress: Progress | None = None
    _changed: ChangeSignal = field(default_factory=ChangeSignal)
    _synced: asyncio.Event = field(default_factory=asyncio.Event)
    _is_syncing: bool = False
    _is_awaited: bool = True

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[Vault, None]:
        """Hold the vault open for a call, changes indexed. Raise VaultSearchError without an index."""
        await self.catch_up()
        opened = await self._current()
        opened.calls += 1
        try:
            yield opened.vault
        finally:
            opened.calls -= 1
            # Opened anew since: the last call to the former one closes it.
            if opened is not self._opened and not opened.calls:
                await opened.vault.close()

    async def warm_up(self) -> None:
        """Open the vault and load the models, so the first call need not wait for them."""
        try:
            async with self.opened() as vault:
                await vault.warm_up()
        except VaultSearchError as error:
            # The first call reports it, unless it is mended by then.
            _log.info("not warmed up because=%s", error)

    async def keep_fresh(self) -> None:
        """Bring the index up to date whenever notes change, while no other process writes it.

        The index is locked only during a sync, so newly opened windows and commands do not wait. A vault
        never indexed stays unindexed. A replica follows the place it was pulled from.
        """
        try:
            folder = await self.find_folder()
        except VaultSearchError:
            return
        while is_replica(folder):
            await asyncio.to_thread(renew_quietly, folder)
            await asyncio.sleep(PULLED_AFTER_S)
        # For changes while nobody watched.
        self._changed.notify()
        rules = await asyncio.to_thread(settings.user_rules, folder)
        watched = WatchedVault(folder, self._changed, rules.file, FileRules.of(self.parameters))
        await watched.start()
        try:
            while True:
                await self._changed.settled()
                self._is_syncing = True
                self._is_awaited = await self._sync(folder)
                self._is_syncing = False
                self._synced.set()
                if not self._is_awaited:
                    await asyncio.sleep(_TRIED_AGAIN_S)
                    self._changed.notify()
        finally:
            self._is_awaited = False
            await watched.stop()

    async def catch_up(self) -> None:
        """Wait until what has changed is indexed, unless it is much or another process writes the index."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_WAITED_FOR_S):
                while self._is_awaited and (self._is_syncing or self._changed.pending.is_set()):
                    self._synced.clear()
                    await self._synced.wait()

    async def _sync(self, folder: Path) -> bool:
        """Sync once; return False if another process writes the index."""
        index = settings.index_folder(folder)
        if await asyncio.to_thread(read_made, index) is None:
            return True
        if await asyncio.to_thread(writer_of, index) is not None:
            return False
        try:
            # Opened for one sync alone: a lock that was held on would keep out a window or a command.
            vault = await open_vault(folder, self.parameters, write=True, watching=True)

            def note_progress(progress: Progress) -> None:
                self._progress = progress
                if progress.notes_total - progress.notes_done > _WAITED_FOR_NOTES:
                    self._is_awaited = False
                    self._synced.set()

            try:
                await answer_commands(vault)
                await vault.index.complete_sync(note_progress)
            finally:
                self._progress = None
                await vault.close()
            # A reader looks for other versions of the tables only so often.
            await asyncio.sleep(READ_FRESHNESS.total_seconds())
        except IndexInUseError:
            return False
        except VaultSearchError as error:
            # Such as a drive that is away: it is tried again at the next change.
            _log.info("not synced because=%s", error)
        return True

    async def close(self) -> None:
        """Release the index."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.vault.close()

    async def _current(self) -> _Opened:
        async with self._opening:
            folder = await self.find_folder()
            # Another process may have rebuilt the index, whose former tables are then gone from the disk.
            version = await asyncio.to_thread(tables_version, folder, settings.index_folder(folder))
            former = self._opened
            if former is not None and former.version == version:
                return former
            vault = await open_vault(
                folder, self.parameters, write=False, hides_links_out=not self.follow_links_out
            )
            await answer_commands(vault, self.catch_up)
            current = self._opened = _Opened(vault, version)
        if former is not None and not former.calls:
            await former.vault.close()
        return current

    def under_way(self) -> str | None:
        """Return a sentence about the sync running in this process, or None."""
        progress = self._progress
        if progress is None:
            return None
        notes = f"{progress.notes_done:,} of {progress.notes_total:,} files by keywords"
        meaning = f", {progress.chunks_done:,} of {progress.chunks_total:,} passages by meaning"
        return f"Indexing is under way: {notes}{meaning if progress.chunks_total else ''}."

    async def find_folder(self) -> Path:
        """Return the notes' folder, determined once. Raise NotIndexedError if no vault was ever used."""
        # Found out once: a client's session must not jump to another vault because a window has opened it.
        if self.folder is None:
            last = await asyncio.to_thread(last_vault)
            move = await asyncio.to_thread(follow_vault, last)
            self.folder = last if move is None else move.vault
        return self.folder


@dataclass(frozen=True, slots=True)
class OpenNotes:
    """The open vault, or several together, and their folders by the first part of note paths."""

    vault: Vault | VaultGroup
    folders: Mapping[str, Path]
    _ids: _NoteIds

    @property
    def skipped(self) -> dict[str, str]:
        """Say why vaults are not searched, by name."""
        known = getattr(self.vault, "known", ())
        return {member.name: member.trouble for member in known if not member.is_open}

    def require_open(self, name: str) -> None:
        """Raise NotIndexedError for the name of a vault that cannot be opened."""
        if trouble := self.skipped.get(name):
            raise NotIndexedError(trouble, "Ask the user to open it in the program's window.")

    async def ids(self) -> Mapping[str, str]:
        """Return all notes' short ids, by path, as commands print them.

        A note sharing its path with another vault's note is left out: only the whole path names it.
        """
        return self._ids.of(await self.vault.query.notes(), self.folders)


class _NoteIds:
    """Makes the notes' short ids, anew only when notes have changed."""

    def __init__(self) -> None:
        self._made: tuple[tuple[StoredNote, ...], Mapping[str, str]] = (), {}

    def of(self, notes: tuple[StoredNote, ...], begins: Iterable[str]) -> Mapping[str, str]:
        # By identity: the same tuple until an index changes.
        if self._made[0] is not notes:
            paths_by_id: dict[str, str] = {}
            for each in begins:
                inner = (note.path.removeprefix(each) for note in notes if note.path.startswith(each))
                paths_by_id |= {each + path: short for path, short in note_ids(inner).items()}
            counts = Counter(paths_by_id.values())
            self._made = notes, {path: short for path, short in paths_by_id.items() if counts[short] == 1}
        return self._made[1]


class ServedVaults:
    """One or several vaults. Lives on a single event loop."""

    def __init__(self, vaults: Sequence[ServedVault], parameters: Parameters) -> None:
        self._vaults = tuple(vaults)
        self._parameters = parameters
        self._group: VaultGroup | None = None
        self._ids = _NoteIds()
        self._grouped: tuple[tuple[Vault, ...], tuple[MemberVault, ...]] = (), ()

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[OpenNotes, None]:
        """Hold the vaults open for a call; a group omits vaults it cannot open.

        Raise VaultSearchError if none can be opened.
        """
        async with AsyncExitStack() as stack:
            if len(self._vaults) == 1:
                vault = await stack.enter_async_context(self._vaults[0].opened())
                yield OpenNotes(vault, {"": vault.folder}, self._ids)
                return
            folders = [await vault.find_folder() for vault in self._vaults]
            members: list[Member[Vault]] = []
            known: list[MemberVault] = []
            trouble: VaultSearchError | None = None
            for name, folder, served in zip(vault_names(folders), folders, self._vaults, strict=True):
                try:
                    members.append(Member(name, await stack.enter_async_context(served.opened())))
                    known.append(MemberVault(name, folder))
                except VaultSearchError as error:
                    trouble = error
                    known.append(MemberVault(name, folder, is_open=False, trouble=error.sentence))
            if trouble is not None and not members:
                raise trouble
            group, group_key = self._group, (tuple(member.vault for member in members), tuple(known))
            # Made anew only when a vault was opened again.
            if group is None or self._grouped != group_key:
                # Takes as long to import as all that a single vault needs.
                from vaultsearch.service.several.group import VaultGroup

                self._forget_group()
                factory = await asyncio.to_thread(
                    ComponentFactory, self._parameters, settings.models_folder()
                )
                group = VaultGroup(Members(members), tuple(known), factory, Workers.one_process())
                self._group, self._grouped = group, group_key
            yield OpenNotes(group, group.folders, self._ids)

    def _forget_group(self) -> None:
        """Stop the group's background work; leave the vaults open, as others own them."""
        if self._group is not None:
            self._group.query.close()
            self._group.notes.close()

    def under_way(self) -> str | None:
        """Return a sentence about indexing running in this process, or None."""
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
