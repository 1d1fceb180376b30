"""Vaults that encode with a small fake instead of the models."""

from __future__ import annotations

import pytest

from tests.builders import WordTokenEncoder, use_small_parts


@pytest.fixture
def token_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small encoder, of tokens too, instead of the model."""
    use_small_parts(monkeypatch, WordTokenEncoder())
