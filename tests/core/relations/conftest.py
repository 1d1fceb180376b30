"""A vault of the notes that a module of tests declares; its tests run in the loop of the module."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.core.search.indexed_notes import synced_vault
from vaultsearch.service.vault import Vault


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def vault(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Vault]:
    """Index the module's ``NOTES`` once, for tests that only read."""
    async with synced_vault(tmp_path_factory.mktemp("module"), request.module.NOTES) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def own_vault(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Vault]:
    """Index the module's ``NOTES`` for this test, in the folder ``vault`` of ``tmp_path``."""
    async with synced_vault(tmp_path, request.module.NOTES) as opened:
        yield opened
