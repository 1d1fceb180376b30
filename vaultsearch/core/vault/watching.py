"""Watches a vault's folder for as long as somebody wants to know, whatever becomes of the folder."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from vaultsearch.core.vault.watcher import VaultWatcher
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.vault.settling import ChangeSignal

LOOKED_AFTER_S = 5.0
"""How often it is looked whether the vault's folder is still the one that is watched."""


class WatchedVault:
    """Notes that a vault's folder has changed, in ``changed``; until `stop`."""

    def __init__(self, vault: Path, changed: ChangeSignal, user_rules: Path | None) -> None:
        loop = asyncio.get_running_loop()
        self._changed = changed
        self._watcher = VaultWatcher(vault, lambda: loop.call_soon_threadsafe(changed.note), user_rules)
        self._renewing: asyncio.Task[None] | None = None

    @property
    def polls(self) -> bool:
        """Tell whether the folder is looked through because no event tells of changes."""
        return self._watcher.polling

    async def start(self, looked_after: float = LOOKED_AFTER_S) -> None:
        """Begin to watch."""
        await in_thread(self._watcher.renew)
        self._renewing = asyncio.create_task(self._renew(looked_after))

    async def stop(self) -> None:
        """Stop watching."""
        if self._renewing is not None:
            self._renewing.cancel()
        await in_thread(self._watcher.stop)

    async def _renew(self, looked_after: float) -> None:
        """Watch anew a folder that was taken away and came back; no event tells of that."""
        while True:
            await asyncio.sleep(looked_after)
            if await in_thread(self._watcher.renew):
                self._changed.note()
