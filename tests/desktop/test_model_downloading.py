"""Downloading a model in a process of its own from a hub on this machine: success, failure, cancelling."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.fake_hub import fake_hub
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.desktop.storage import download_model

MODEL = "someone/tiny-reranker"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")  # a model loading elsewhere would set it to 1
    return tmp_path / "hub"


def test_a_model_arrives(tiny_cross_encoder: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_hub(MODEL, tiny_cross_encoder) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub)
        assert download_model(MODEL, lambda _: None, threading.Event())
    assert list(own_cache.rglob("model.safetensors"))


def test_what_goes_wrong_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ModelUnavailableError, match="can't be downloaded"):
        download_model(MODEL, lambda _: None, threading.Event())


def test_it_can_be_given_up(own_cache: Path) -> None:
    cancelled = threading.Event()
    cancelled.set()
    assert not download_model(MODEL, lambda _: None, cancelled)
    assert not list(own_cache.rglob("model.safetensors"))
