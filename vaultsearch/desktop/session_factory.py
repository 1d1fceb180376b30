"""Opens the vaults that the window shows, on the engine's thread."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING

from vaultsearch import settings
from vaultsearch.core.errors import VaultSearchError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.session import VaultSession


class SessionFactory:
    """Opens vaults by the ``parameters`` of the moment. Its heavy imports happen when it is first called."""

    def __init__(self, parameters: Callable[[], Parameters]) -> None:
        self._parameters = parameters
        self._latest: VaultSession | None = None
        self._warming: set[asyncio.Task[None]] = set()

    async def __call__(self, folder: Path) -> VaultSession:
        """Open a vault to write its index if nobody else does, and begin to load the model.

        Gives the open session for another name of the folder that it is of.
        """
        from vaultsearch.parts import Runners
        from vaultsearch.session import VaultSession

        vault = await asyncio.to_thread(folder.resolve)
        if self._latest is not None and self._latest.is_open and self._latest.vault == vault:
            return self._latest
        index = await asyncio.to_thread(settings.index_folder, vault)
        runners = Runners.processes()
        self._latest = await VaultSession.open(
            vault,
            index,
            self._parameters(),
            runners,
            write=True,
            models=settings.models_folder(),
            user_rules=partial(settings.user_rules, vault),
        )
        task = asyncio.ensure_future(self._warm_up(self._latest))
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)
        return self._latest

    async def _warm_up(self, session: VaultSession) -> None:
        """Load the model; a trouble with it is told by the search that needs it."""
        with contextlib.suppress(VaultSearchError, asyncio.CancelledError):
            await session.warm_up()
