"""A vault of the notes that a module of tests declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def vault(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Vault]:
    """Index the module's ``NOTES``, in the folder ``vault`` of ``tmp_path``."""
    write_notes(tmp_path / "vault", request.module.NOTES)
    async with await Vault.open(tmp_path / "vault", tmp_path / "index", Parameters()) as opened:
        await opened.index.sync()
        yield opened
