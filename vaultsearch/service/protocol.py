"""The service as the window knows it: what opens vaults, and one open vault or several. Imports nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.service.group import VaultGroup
    from vaultsearch.service.vault import Vault

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
