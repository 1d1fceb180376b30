"""The service as the window knows it: what opens vaults, open ones, and the loop that syncs them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol, TypeAlias

from vaultsearch.core.errors import VaultSearchError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.service.group import VaultGroup
    from vaultsearch.service.vault import Vault

_log = logging.getLogger(__name__)

VaultService: TypeAlias = "Vault | VaultGroup"
"""One open vault, or several. Coroutines run on the engine thread's loop, none on the window's."""


class ServiceFactory(Protocol):
    """Opens vaults on the engine thread. Each method raises VaultSearchError for known trouble."""

    async def __call__(self, folder: Path) -> VaultService:
        """Open ``folder``, or ALL_VAULTS."""

    async def renewed(self, service: VaultService) -> VaultService:
        """Wait until the process that writes an index builds it anew or ends; open its vault again.

        ``service`` is one that only reads it.
        """

    async def evaluate_own(
        self, service: VaultService, on_progress: Callable[[EvaluationProgress], None]
    ) -> OwnReport:
        """Measure a vault's search on questions generated from its notes; cancelling its task ends it."""


class Freshness:
    """Syncs an index after each change of its notes, for the window and for `watch`. Lives on one event loop.

    A known trouble with one sync, such as a drive that is away, goes to ``on_trouble``; the loop goes on.
    """

    def __init__(
        self,
        sync: Callable[[], Awaitable[None]],
        on_trouble: Callable[[VaultSearchError], None] = lambda _: None,
    ) -> None:
        self._sync = sync
        self._on_trouble = on_trouble
        self.paused = False

    async def follow(self, changes: AsyncGenerator[None, None]) -> None:
        """Sync at each of a vault's ``changes``; while paused, pass them over."""
        async for _ in changes:
            await self.sync_once()

    async def sync_once(self) -> None:
        """Sync, unless paused."""
        if self.paused:
            return
        try:
            await self._sync()
        except VaultSearchError as trouble:
            _log.info("not synced because=%s", trouble)
            self._on_trouble(trouble)
