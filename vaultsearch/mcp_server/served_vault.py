"""The vault that is served: opened when it is first asked, and again when its index was made anew."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError, VaultSearchError
from vaultsearch.core.index.manifest import Manifest, read_made
from vaultsearch.core.index.writer_lock import writer_of
from vaultsearch.core.vault.watcher import ChangeSignal, WatchedVault
from vaultsearch.service.opening import last_vault, open_vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.vault import Vault

_log = logging.getLogger(__name__)

_OTHERS_FIRST_S = 2.0
"""How long a window, or a command, may take up a change first."""
_TRIED_AGAIN_S = 5.0
"""How often it is looked whether the process that writes the index has ended."""


@dataclass(slots=True)
class _Opened:
    """An open session, of which tables it is, and how many calls are at it."""

    session: Vault
    made: Manifest | None
    calls: int = 0


class ServedVault:
    """One vault, read only. ``folder`` is None for the one that was used last when it is first asked.

    Other processes may index meanwhile. Notes that lead out of the vault are hidden, unless it is to
    ``follow_links_out``. Lives on one event loop.
    """

    def __init__(
        self, folder: Path | None, parameters: Parameters, *, follow_links_out: bool = False
    ) -> None:
        self._folder = folder
        self._follow_links_out = follow_links_out
        self._parameters = parameters
        self._opening = asyncio.Lock()
        self._opened: _Opened | None = None

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[Vault, None]:
        """Give the session for one call; raises VaultSearchError where there is no index to read yet."""
        opened = await self._current()
        opened.calls += 1
        try:
            yield opened.session
        finally:
            opened.calls -= 1
            if opened is not self._opened and not opened.calls:
                await opened.session.close()

    async def warm_up(self) -> None:
        """Open the vault and load the models, so that the first call need not wait for them."""
        try:
            async with self.session() as session:
                await session.warm_up()
        except VaultSearchError as error:  # it is told at the first call, unless it is mended by then
            _log.info("not warmed up because=%s", error)

    async def keep_fresh(self) -> None:
        """Bring the index up to date whenever the notes change, while no other process writes it.

        The index is held for a sync alone, so that a window that is opened, or a command, need not wait. A
        vault that was never indexed is not indexed by this.
        """
        try:
            folder = await self._vault()
        except VaultSearchError:
            return
        changed = ChangeSignal()
        rules = await asyncio.to_thread(settings.user_rules, folder)
        watched = WatchedVault(folder, changed, rules.file)
        await watched.start()
        changed.notify()  # for what has happened while nobody watched
        try:
            while True:
                await changed.settled()
                await asyncio.sleep(_OTHERS_FIRST_S)
                if not await self._synced(folder):
                    await asyncio.sleep(_TRIED_AGAIN_S)
                    changed.notify()
        finally:
            await watched.stop()

    async def _synced(self, folder: Path) -> bool:
        """Sync once; False where another process writes the index."""
        index = settings.index_folder(folder)
        if await asyncio.to_thread(read_made, index) is None:
            return True
        if await asyncio.to_thread(writer_of, index) is not None:
            return False
        try:
            session = await open_vault(folder, self._parameters, write=True, watching=True)
            try:
                report = await session.sync(lambda _: None)
            finally:
                await session.close()
        except IndexInUseError:
            return False
        except VaultSearchError as error:  # such as a drive that is away
            _log.info("not synced because=%s", error)
            return True
        if report.cancelled:  # which a sync reports, and does not raise
            raise asyncio.CancelledError
        return True

    async def close(self) -> None:
        """Let go of the index."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.session.close()

    async def _current(self) -> _Opened:
        async with self._opening:
            folder = await self._vault()
            made = await asyncio.to_thread(read_made, settings.index_folder(folder))
            former = self._opened
            if former is not None and former.made == made:
                return former
            session = await open_vault(
                folder, self._parameters, write=False, hides_links_out=not self._follow_links_out
            )
            current = self._opened = _Opened(session, made)
        if former is not None and not former.calls:
            await former.session.close()
        return current

    async def _vault(self) -> Path:
        if self._folder is None:
            self._folder = await asyncio.to_thread(last_vault)
        return self._folder
