"""Vaults that encode with a small fake instead of the models, and vaults that no question changes."""

import asyncio
from pathlib import Path

import pytest

from tests.builders import WordTokenEncoder, index_vault, use_small_parts, write_notes


@pytest.fixture
def token_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small encoder, of tokens too, instead of the model."""
    use_small_parts(monkeypatch, WordTokenEncoder())


@pytest.fixture(scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault of the module's ``NOTES`` and its index, which no question changes."""
    folder = tmp_path_factory.mktemp("module")
    write_notes(folder / "vault", request.module.NOTES)
    asyncio.run(index_vault(folder / "vault", folder / "index"))
    return folder
