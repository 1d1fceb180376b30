"""Open vaults by the program's settings: one for a command; one or all for the window's engine thread."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import NotIndexedError, VaultNotFoundError, VaultSearchError
from vaultsearch.core.files import is_folder
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import ALL_VAULTS, MemberVault, vault_names
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.core.index.index_folder import Manifest
    from vaultsearch.core.usage_store import UsageStore
    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.service.parts.components import ComponentFactory
    from vaultsearch.service.parts.workers import SharedWorkers, Workers
    from vaultsearch.service.protocol import VaultService
    from vaultsearch.service.several.group import VaultGroup
    from vaultsearch.service.vault import Vault


LOOKED_AFTER_S = 2.0
"""Seconds between two looks whether the process that writes an index has built it anew, or has ended."""

_FIRST_QUESTION_S = 1.0
"""Seconds for which a question asked at once goes before the count of all words."""

_QUESTIONS_PER_KIND = 50
"""Enough to tell good from bad, few enough that a person may wait for them."""

_log = logging.getLogger(__name__)


def last_vault() -> Path:
    """Return the folder for the vault last used. Raise NotIndexedError if there is none."""
    last = settings.load_settings().last_vault
    if last is None:
        raise no_vault_error()
    return last


def no_vault_error() -> NotIndexedError:
    """Return the error for settings without a vault; indexes remain if they are deleted or damaged."""
    from vaultsearch.core.index.index_folder import MANIFEST

    if any(settings.indexes_folder().glob(f"*/{MANIFEST}")):
        return NotIndexedError("The settings name no vault.", "Name one that is indexed: --vault FOLDER")
    return NotIndexedError("No vault has been indexed yet.", "Run: vaultsearch index FOLDER")


async def open_vault(
    folder: Path,
    parameters: Parameters,
    *,
    write: bool,
    hides_links_out: bool = False,
    watching: bool = False,
) -> Vault:
    """Open a vault to answer in this very process; ``watching``, also to index single edits in it.

    Raises:
        VaultSearchError: See `Vault.open`.
    """
    # This module is imported at the start of every command; most never open a vault in their own process.
    from vaultsearch.core.memory import share_arenas
    from vaultsearch.service.parts.replicas import require_own
    from vaultsearch.service.parts.workers import Workers
    from vaultsearch.service.vault import Vault

    share_arenas()
    if write:
        require_own(folder)
    workers = Workers.watching() if watching else Workers.one_process()
    return await Vault.open(folder, None, parameters, workers, write=write, hides_links_out=hides_links_out)


async def open_group(
    folders: Sequence[Path],
    open_one: Callable[[Path], Awaitable[Vault]],
    components: ComponentFactory,
    workers: Workers,
) -> VaultGroup:
    """Open vaults with ``open_one`` as a group; the status says which are left out, and why.

    Raises:
        NotIndexedError: There are no vaults.
        VaultNotFoundError: No vault can be opened.
    """
    from vaultsearch.service.parts.members import Member, Members
    from vaultsearch.service.several.group import VaultGroup

    opened: list[Member[Vault]] = []
    all_vaults: list[MemberVault] = []
    try:
        for name, folder in zip(vault_names(folders), folders, strict=True):
            try:
                opened.append(Member(name, await open_one(folder)))
            except VaultSearchError as error:
                all_vaults.append(MemberVault(name, folder, is_open=False, trouble=error.message))
            except OSError as error:
                trouble = Message("Can't be opened ({}). Check its permissions.", error.strerror or error)
                all_vaults.append(MemberVault(name, folder, is_open=False, trouble=trouble))
            else:
                all_vaults.append(MemberVault(name, folder))
        if not opened:
            if not folders:
                raise no_vault_error()
            troubles = (Message("{}: {}", vault.name, vault.trouble) for vault in all_vaults)
            raise VaultNotFoundError("No vault can be opened.", Message.joined(troubles))
    except BaseException:
        # The vaults that were opened so far would keep their locks for as long as the process runs.
        for member in opened:
            await member.vault.close()
        workers.close()
        raise
    return VaultGroup(Members(opened), tuple(all_vaults), components, workers)


@dataclass(frozen=True, slots=True)
class _Opened:
    """An open vault, the index folder, and the tables' generation when opened."""

    vault: Vault
    index: Path
    version: Manifest | str | None


@dataclass(slots=True)
class VaultFactory:
    """The window's `ServiceFactory`. Heavy imports happen at the first call.

    An open vault stays open when requested again, alone or among all. All vaults compute in the same
    processes, so models are loaded once. Close each returned service once.

    Args:
        parameters: Returns the parameters in force.
        vaults: Returns all known vaults' folders.
        usage: The usage record to learn from, or None.
        on_moved: Called with a vault's former folder and the new one when it was recognized there.
        looked_after: Seconds between two looks at an index written by another process.
    """

    parameters: Callable[[], Parameters]
    vaults: Callable[[], Sequence[Path]] = tuple
    usage: UsageStore | None = None
    on_moved: Callable[[Path, Path], None] = lambda _former, _vault: None
    looked_after: float = LOOKED_AFTER_S
    _workers: SharedWorkers | None = None
    _open: dict[Path, _Opened] = field(default_factory=dict)
    _latest: Vault | VaultGroup | None = None
    _warming: set[asyncio.Task[None]] = field(default_factory=set)

    def begin(self) -> None:
        """Start the process for questions before any vault is open; quick, and for the window's thread."""
        self._shared_workers()

    async def __call__(self, folder: Path) -> VaultService:
        """Open a vault or ALL_VAULTS, writing the index unless another process does; start to load models.

        A published index is opened as a replica on this computer. If ``folder`` is another name for the open
        vault, return that vault.
        """
        if folder == ALL_VAULTS:
            from vaultsearch.service.parts.components import ComponentFactory

            known = self.vaults()
            resolved = await asyncio.to_thread(lambda: [path.resolve() for path in known])
            vaults = tuple(dict.fromkeys([await self._follow(vault) for vault in resolved]))
            components = ComponentFactory(self.parameters(), settings.models_folder())
            workers = self._shared_workers().lease()
            self._latest = await open_group(vaults, self._open_indexed, components, workers)
        else:
            from vaultsearch.service.parts.replicas import folder_to_open

            vault = await asyncio.to_thread(folder_to_open, folder)
            # The same vault under another name, such as through a link, must not be opened twice: the second
            # one could not write.
            shown = self._open.get(vault)
            if shown is not None and shown.vault is self._latest and shown.vault.is_open:
                return shown.vault
            vault = await self._follow(vault)
            self._latest = opened = await self._open_or_hold(vault)
            # The vault may have been part of a group, which evaluates `path:` with its name in front.
            opened.set_path_prefix("")
        loading = self._latest.warm_up(_FIRST_QUESTION_S)

        async def load() -> None:
            # Any trouble is reported by the search that needs the models.
            with contextlib.suppress(VaultSearchError, asyncio.CancelledError):
                await loading

        warming = asyncio.ensure_future(load())
        self._warming.add(warming)
        warming.add_done_callback(self._warming.discard)
        return self._latest

    async def renewed(self, service: VaultService) -> VaultService:
        """Wait until the process writing an index rebuilds it or ends; then open the vault again.

        Check now and then whether a replica is outdated. The former service stays open. Retry a vault not yet
        available.
        """
        shown = [entry for entry in self._open.values() if service.folder in (ALL_VAULTS, entry.vault.folder)]
        from vaultsearch.service.parts.replicas import PULLED_AFTER_S, is_replica, renew_quietly

        replicas = [opened.vault.folder for opened in shown if is_replica(opened.vault.folder)]
        pulled = time.monotonic()
        while True:
            await asyncio.sleep(self.looked_after)
            if replicas and time.monotonic() - pulled >= PULLED_AFTER_S:
                pulled = time.monotonic()
                for replica in replicas:
                    await asyncio.to_thread(renew_quietly, replica)
            outdated = await asyncio.to_thread(lambda: [opened for opened in shown if _is_outdated(opened)])
            if not outdated:
                continue
            for opened in outdated:
                self._open.pop(opened.vault.folder, None)
            try:
                return await self(service.folder)
            except VaultSearchError as error:
                # Its tables are being built at this very moment: it is tried again after the next look.
                _log.info("not opened again because=%s", error)

    async def find_moved(self, service: VaultService) -> Path | None:
        """Return what to open if an open vault's folder was renamed: where its files are, or ALL_VAULTS."""
        from vaultsearch.service.parts.moves import find_near

        for vault in [opened.vault for opened in self._open.values() if opened.vault.is_open]:
            is_asked = service.folder in (ALL_VAULTS, vault.folder)
            if not is_asked or await asyncio.to_thread(is_folder, vault.folder):
                continue
            if (near := await asyncio.to_thread(find_near, vault.folder)) is not None:
                return ALL_VAULTS if service.folder == ALL_VAULTS else near
        return None

    async def _follow(self, vault: Path) -> Path:
        """Have index and records follow a moved vault; return where it is."""
        from vaultsearch.service.parts.moves import follow_vault

        # An index that is open here was locked against its own move.
        for opened in self._open.values():
            if opened.vault.index.writes and not await asyncio.to_thread(is_folder, opened.vault.folder):
                await opened.vault.let_go()
        move = await asyncio.to_thread(follow_vault, vault)
        if move is None:
            return vault
        if (former := self._open.pop(move.former, None)) is not None:
            former.vault.index.guard.close()
        self.on_moved(*move)
        return move.vault

    async def evaluate_own(
        self, service: VaultService, on_progress: Callable[[EvaluationProgress], None]
    ) -> OwnReport:
        """Measure each leg and the whole chain on questions generated from a vault's notes.

        Questions go to a copy of the index in separate processes, which end when cancelled.

        Raises:
            VaultSearchError: The service is a group, or see `measure_own_vault`.
        """
        from vaultsearch.service.evaluation import measure_own_vault
        from vaultsearch.service.parts.workers import Workers
        from vaultsearch.service.vault import Vault

        if not isinstance(service, Vault):
            raise VaultSearchError(
                "Search quality is tested for one vault at a time.", "Choose a vault beside the search field."
            )
        return await measure_own_vault(
            service.folder,
            ("semantic", "fulltext", "hybrid", "chain"),
            service.parameters,
            most=_QUESTIONS_PER_KIND,
            on_progress=on_progress,
            workers=Workers.processes,
        )

    async def _open_indexed(self, vault: Path) -> Vault:
        from vaultsearch.core.index.index_folder import read_manifest

        index = await asyncio.to_thread(settings.index_folder, vault)
        if await asyncio.to_thread(vault.is_dir) and await asyncio.to_thread(read_manifest, index) is None:
            raise NotIndexedError("Not indexed yet.", "Open it once to index it.")
        return await self._open_or_hold(vault)

    async def _open_or_hold(self, vault: Path) -> Vault:
        from vaultsearch.service.parts.replicas import is_replica, tables_version

        self._open = {folder: opened for folder, opened in self._open.items() if opened.vault.is_open}
        if vault in self._open:
            opened = self._open[vault].vault
            opened.hold()
            return opened
        index = await asyncio.to_thread(settings.index_folder, vault)
        # Taken before the tables are opened: if they are replaced in between, the next look notices.
        version = await asyncio.to_thread(tables_version, vault, index)
        workers = self._shared_workers().lease()
        try:
            from vaultsearch.service.command_socket import answer_commands
            from vaultsearch.service.vault import Vault

            # The folder of a replica does not exist: a sync would find no notes, and remove all.
            writes = not is_replica(vault)
            opened = await Vault.open(vault, None, self.parameters(), workers, write=writes)
        except BaseException:
            workers.close()
            raise
        # Only the window records use: commands and the MCP server open vaults without a store.
        opened.learn_from(self.usage)
        try:
            await answer_commands(opened)
        except BaseException:
            await opened.close()
            raise
        self._open[vault] = _Opened(opened, index, version)
        return opened

    def _shared_workers(self) -> SharedWorkers:
        from vaultsearch.service.parts.workers import SharedWorkers

        if self._workers is None:
            self._workers = SharedWorkers()
            # The first question waits for the models loaded there more than for all else.
            self._workers.begin(self.parameters(), settings.models_folder())
        return self._workers


def _is_outdated(opened: _Opened) -> bool:
    """Return True for a read-only vault if the tables were replaced or it could write them now."""
    from vaultsearch.core.index.writer_lock import writer_of
    from vaultsearch.service.parts.replicas import is_replica, tables_version

    if opened.vault.index.writes:
        return False
    folder = opened.vault.folder
    version = tables_version(folder, opened.index)
    # Rebuilt by another process: the tables that are open here lie no longer on the disk.
    if version is not None and version != opened.version:
        return True
    return not is_replica(folder) and writer_of(opened.index) is None
