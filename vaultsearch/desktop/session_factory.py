"""Opens the vaults that the window shows, one or all that are known, on the engine's thread."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING

from vaultsearch import settings
from vaultsearch.core.errors import NotIndexedError, VaultSearchError
from vaultsearch.core.values import ALL_VAULTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.parts import SharedRunners
    from vaultsearch.session import VaultSession
    from vaultsearch.vault_group.group import VaultGroup


class SessionFactory:
    """Opens vaults by the ``parameters`` of the moment. Its heavy imports happen when it is first called.

    A vault that is open stays open when it is asked for again, alone or among all ``vaults``; and all
    compute in the same processes, so that models are loaded once. What is given is to be closed once.
    """

    def __init__(
        self, parameters: Callable[[], Parameters], vaults: Callable[[], Sequence[Path]] = tuple
    ) -> None:
        self._parameters = parameters
        self._vaults = vaults
        self._runners: SharedRunners | None = None
        self._open: dict[Path, VaultSession] = {}
        self._latest: VaultSession | VaultGroup | None = None
        self._warming: set[asyncio.Task[None]] = set()

    async def __call__(self, folder: Path) -> VaultSession | VaultGroup:
        """Open a vault to write its index if nobody else does, or ALL_VAULTS, and begin to load the model.

        Gives the open session for another name of the folder that it is of.
        """
        if folder == ALL_VAULTS:
            self._latest = await self._all()
        else:
            vault = await asyncio.to_thread(folder.resolve)
            shown = self._open.get(vault)
            if shown is not None and shown is self._latest and shown.is_open:
                return shown
            self._latest = session = await self._one(vault)
            session.stand_under("")
        task = asyncio.ensure_future(self._warm_up(self._latest))
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)
        return self._latest

    async def _all(self) -> VaultGroup:
        """Open those of the known vaults that are there and have been read before."""
        from vaultsearch.parts import Parts
        from vaultsearch.vault_group.opening import open_group

        known = self._vaults()
        vaults = await asyncio.to_thread(lambda: tuple(dict.fromkeys(one.resolve() for one in known)))
        parts = Parts(self._parameters(), settings.models_folder())
        return await open_group(vaults, self._known, parts, self._shared().lend())

    async def _known(self, vault: Path) -> VaultSession:
        from vaultsearch.core.index.manifest import read_manifest

        index = await asyncio.to_thread(settings.index_folder, vault)
        if await asyncio.to_thread(vault.is_dir) and await asyncio.to_thread(read_manifest, index) is None:
            raise NotIndexedError("It has not been read yet.", "Open it by itself once.")
        return await self._one(vault)

    async def _one(self, vault: Path) -> VaultSession:
        """Open a vault, or hold the session of it that is open."""
        from vaultsearch.session import VaultSession

        self._open = {folder: session for folder, session in self._open.items() if session.is_open}
        if vault in self._open:
            self._open[vault].hold()
            return self._open[vault]
        index = await asyncio.to_thread(settings.index_folder, vault)
        runners = self._shared().lend()
        try:
            self._open[vault] = await VaultSession.open(
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
        return self._open[vault]

    def _shared(self) -> SharedRunners:
        from vaultsearch.parts import SharedRunners

        if self._runners is None:
            self._runners = SharedRunners()
        return self._runners

    async def _warm_up(self, service: VaultSession | VaultGroup) -> None:
        """Load the model; a trouble with it is told by the search that needs it."""
        with contextlib.suppress(VaultSearchError, asyncio.CancelledError):
            await service.warm_up()
