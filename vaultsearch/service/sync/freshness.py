"""Freshness: sync an index after each change in notes."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

from vaultsearch.core.errors import VaultSearchError

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Freshness:
    """Syncs an index after each change, for the window and for `watch`. Lives on a single event loop.

    A known trouble during a sync, such as an unmounted drive, goes to ``on_trouble``, once as long as it
    lasts; the loop continues.
    """

    sync: Callable[[], Awaitable[None]]
    on_trouble: Callable[[VaultSearchError], None] = lambda _: None
    paused: bool = False
    _trouble: str = ""

    async def follow(self, changes: AsyncGenerator[None, None]) -> None:
        """Sync at each change in ``changes``; while paused, pass them over."""
        async for _ in changes:
            await self.sync_once()

    async def sync_once(self) -> None:
        """Sync, unless paused."""
        if self.paused:
            return
        try:
            await self.sync()
        except VaultSearchError as trouble:
            _log.info("not synced because=%s", trouble)
            if trouble.message != self._trouble:
                self._trouble = trouble.message
                self.on_trouble(trouble)
        else:
            self._trouble = ""
