"""Opens the vaults that the window shows, one or all that are known, on the engine's thread."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from vaultsearch.core.errors import NotIndexedError, VaultNotFoundError, VaultSearchError
from vaultsearch.core.values.sync import ALL_VAULTS, MemberVault, vault_names
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.index.manifest import Manifest
    from vaultsearch.core.learning.usage_store import UsageStore
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.group.group import VaultGroup
    from vaultsearch.service.group.members import Member
    from vaultsearch.service.protocol import VaultService
    from vaultsearch.service.vault import Vault
    from vaultsearch.service.workers import SharedWorkers, Workers


LOOKED_AFTER_S = 2.0
"""How often it is looked whether the process that writes an index has made it anew, or has ended."""

_log = logging.getLogger(__name__)


def last_vault() -> Path:
    """Give the vault that was used last; raises NotIndexedError."""
    last = settings.load().last_vault
    if last is None:
        raise NotIndexedError("No vault has been indexed yet.", "Run: vaultsearch index FOLDER")
    return last


async def open_vault(
    folder: Path,
    parameters: Parameters,
    *,
    write: bool,
    hides_links_out: bool = False,
    watching: bool = False,
) -> Vault:
    """Open a vault's index in this very process; raises VaultSearchError. See `Vault.open`.

    ``watching`` has one edit after the other taken up quickly.
    """
    from vaultsearch.service.vault import Vault
    from vaultsearch.service.workers import Workers

    place = await asyncio.to_thread(settings.index_folder, folder)
    return await Vault.open(
        folder,
        place,
        parameters,
        Workers.watching() if watching else Workers.one_process(),
        write=write,
        models=settings.models_folder(),
        user_rules=settings.user_rules,
        hides_links_out=hides_links_out,
    )


async def open_group(
    folders: Sequence[Path],
    open_one: Callable[[Path], Awaitable[Vault]],
    parts: ComponentFactory,
    runners: Workers,
) -> VaultGroup:
    """Open vaults with ``open_one``; raises NotIndexedError where there is none, or none can be.

    One with a known trouble is left out, and its status says why.
    """
    from vaultsearch.service.group.group import VaultGroup
    from vaultsearch.service.group.members import Member

    members: list[Member] = []
    known: list[MemberVault] = []
    try:
        for name, folder in zip(vault_names(folders), folders, strict=True):
            try:
                members.append(Member(name, await open_one(folder)))
            except (VaultSearchError, OSError) as error:
                known.append(MemberVault(name, folder, is_open=False, trouble=_told(error)))
            else:
                known.append(MemberVault(name, folder))
        if not members:
            raise _none_opened(known)
    except BaseException:
        for member in members:
            await member.session.close()
        runners.close()
        raise
    return VaultGroup(members, known, parts, runners)


def _told(error: VaultSearchError | OSError) -> str:
    if isinstance(error, VaultSearchError):
        return f"{error} {error.remedy}"
    return f"It cannot be opened ({error.strerror or error}). Look whether you may read it."


def _none_opened(known: Sequence[MemberVault]) -> VaultSearchError:
    if not known:
        return NotIndexedError("No vault has been indexed yet.", "Run: vaultsearch index FOLDER")
    return VaultNotFoundError(
        "None of the vaults can be opened.", " ".join(f"{one.name}: {one.trouble}" for one in known)
    )


@dataclass(frozen=True, slots=True)
class _Opened:
    """An open session, where its index is, and of which tables it is."""

    session: Vault
    index: Path
    made: Manifest | None


class VaultFactory:
    """Opens vaults by the ``parameters`` of the moment. Its heavy imports happen when it is first called.

    A vault that is open stays open when it is asked for again, alone or among all ``vaults``; and all
    compute in the same processes, so that models are loaded once. What is given is to be closed once.
    They learn from use by ``usage``, without it not at all.
    """

    def __init__(
        self,
        parameters: Callable[[], Parameters],
        vaults: Callable[[], Sequence[Path]] = tuple,
        *,
        usage: UsageStore | None = None,
        looked_after: float = LOOKED_AFTER_S,
    ) -> None:
        self._usage = usage
        self._parameters = parameters
        self._vaults = vaults
        self._looked_after = looked_after
        self._runners: SharedWorkers | None = None
        self._open: dict[Path, _Opened] = {}
        self._latest: Vault | VaultGroup | None = None
        self._warming: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Start the process for questions while nothing is open yet; quick, and for the window's thread."""
        self._shared()

    async def __call__(self, folder: Path) -> VaultService:
        """Open a vault to write its index if nobody else does, or ALL_VAULTS, and begin to load the model.

        Gives the open session for another name of the folder that it is of.
        """
        if folder == ALL_VAULTS:
            self._latest = await self._all()
        else:
            vault = await asyncio.to_thread(folder.resolve)
            shown = self._open.get(vault)
            if shown is not None and shown.session is self._latest and shown.session.is_open:
                return shown.session
            self._latest = session = await self._one(vault)
            session.set_path_prefix("")
        self._in_background(self._latest.warm_up())
        return self._latest

    async def renewed(self, service: VaultService) -> VaultService:
        """Wait until an index that is read only was made anew or is written no more; open its vault again.

        The former session stays open. What cannot be opened yet is tried again.
        """
        shown = [one for one in self._open.values() if service.vault in (ALL_VAULTS, one.session.vault)]
        while True:
            await asyncio.sleep(self._looked_after)
            past = await asyncio.to_thread(lambda: [one for one in shown if _is_past(one)])
            if not past:
                continue
            for one in past:
                self._open.pop(one.session.vault, None)
            try:
                return await self(service.vault)
            except VaultSearchError as error:  # its tables are being made at this very moment
                _log.info("not opened again because=%s", error)

    async def _all(self) -> VaultGroup:
        """Open those of the known vaults that are there and have been read before."""
        from vaultsearch.service.factory import ComponentFactory

        known = self._vaults()
        vaults = await asyncio.to_thread(lambda: tuple(dict.fromkeys(one.resolve() for one in known)))
        parts = ComponentFactory(self._parameters(), settings.models_folder())
        return await open_group(vaults, self._known, parts, self._shared().lend())

    async def _known(self, vault: Path) -> Vault:
        from vaultsearch.core.index.manifest import read_manifest

        index = await asyncio.to_thread(settings.index_folder, vault)
        if await asyncio.to_thread(vault.is_dir) and await asyncio.to_thread(read_manifest, index) is None:
            raise NotIndexedError("It has not been read yet.", "Open it by itself once.")
        return await self._one(vault)

    async def _one(self, vault: Path) -> Vault:
        """Open a vault, or hold the session of it that is open."""
        from vaultsearch.core.index.manifest import read_made

        self._open = {folder: one for folder, one in self._open.items() if one.session.is_open}
        if vault in self._open:
            session = self._open[vault].session
            session.hold()
            return session
        index = await asyncio.to_thread(settings.index_folder, vault)
        made = await asyncio.to_thread(read_made, index)
        runners = self._shared().lend()
        try:
            from vaultsearch.service.vault import Vault

            session = await Vault.open(
                vault,
                index,
                self._parameters(),
                runners,
                write=True,
                models=settings.models_folder(),
                user_rules=partial(settings.user_rules, vault),
            )
        except BaseException:
            runners.close()
            raise
        session.learn_from(self._usage)
        self._open[vault] = _Opened(session, index, made)
        return session

    def _shared(self) -> SharedWorkers:
        from vaultsearch.service.workers import SharedWorkers

        if self._runners is None:
            self._runners = SharedWorkers()
            # The first question waits for what is loaded there more than for all else.
            self._runners.begin(self._parameters(), settings.models_folder())
        return self._runners

    def _in_background(self, loading: Awaitable[None]) -> None:
        """Have models loaded; a trouble with one is told by the search that needs it."""

        async def load() -> None:
            with contextlib.suppress(VaultSearchError, asyncio.CancelledError):
                await loading

        task = asyncio.ensure_future(load())
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)


def _is_past(opened: _Opened) -> bool:
    """Tell whether a session that reads only is of tables that are no more, or could write by now."""
    from vaultsearch.core.index.manifest import read_made
    from vaultsearch.core.index.writer_lock import writer_of

    if opened.session.writes:
        return False
    made = read_made(opened.index)
    return (made is not None and made != opened.made) or writer_of(opened.index) is None
