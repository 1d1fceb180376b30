"""Vaults that encode with a small fake instead of the models, and vaults that no question changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.builders import WordTokenEncoder, index_vault, use_small_parts, write_notes
from tests.patience import PROCESS_S
from tests.scripted_model import ScriptedModel, serving
from vaultsearch.core.models import chat_client


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


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModel]:
    """A scripted model, served; a busy computer accepts late."""
    monkeypatch.setattr(chat_client, "_CONNECTED_WITHIN_S", PROCESS_S)
    with serving(ScriptedModel()) as served:
        yield served
