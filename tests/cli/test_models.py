"""`vaultsearch models`, in a process of its own, against a hub on this machine."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.cli.command import Command, Done
from tests.fake_hub import fake_hub

Models: TypeAlias = Callable[..., Done]
MODEL = "someone/tiny-reranker"
NOBODY = "http://127.0.0.1:9"
"""The discard port, where nothing listens."""


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_home: Path) -> Models:
    """The commands about models, each in a process that knows one hub."""
    for name in [name for name in os.environ if name.startswith(("HF_", "TRANSFORMERS_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))

    def run(*words: str, hub: str = NOBODY, code: int = 0) -> Done:
        monkeypatch.setenv("HF_ENDPOINT", hub)
        return Command(own_home).in_a_process("models", *words, code=code)

    return run


def listed(models: Models) -> dict[tuple[str, str], dict[str, Any]]:
    output = json.loads(models("list", "--json").stdout)
    return {(model["name"], model["source"]): model for model in output["models"]}


@pytest.fixture
def shipped(tiny_cross_encoder: Path, tmp_path: Path) -> Path:
    """A cross-encoder with what is not to be fetched beside it."""
    folder = tmp_path / "shipped"
    shutil.copytree(tiny_cross_encoder, folder)
    (folder / "onnx").mkdir()
    (folder / "onnx" / "config.json").write_text("{}")
    (folder / "pytorch_model.bin").write_bytes(b"a pickle")
    return folder


def test_a_model_is_fetched_with_size_and_digest_listed_and_found(shipped: Path, models: Models) -> None:
    with fake_hub(MODEL, shipped) as hub:
        first, digest, last = models("download", MODEL, hub=hub).stdout.splitlines()
    assert first.startswith(f"{MODEL}: 0 MB from {hub}, revision 0123456789ab")
    assert digest.startswith("model.safetensors: sha256 ")
    assert digest.endswith(", verified")
    folder = last.removeprefix("Saved in ")
    names = {name for _, _, files in os.walk(folder) for name in files}
    assert {"model.safetensors", "config.json", "tokenizer.json"} <= names
    assert "pytorch_model.bin" not in names
    found = listed(models)
    model = found[MODEL, "downloaded"]
    assert (model["kind"], model["verified"], model["path"]) == ("cross-encoder", True, folder)
    assert found["all-MiniLM-L6-v2", "installed"]["verified"] is True
    assert ("ms-marco-MiniLM-L-12-v2", "installed") in found
    assert "all-MiniLM-L6-v2: embedding model, 23 MB, installed, verified" in models("list").stdout
    program = (
        "from vaultsearch.core.models.model_files import locate_model_folder\n"
        f"print(locate_model_folder({MODEL!r}))"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == f"{folder}\n"


@pytest.mark.parametrize(("arguments", "environment", "sentence", "remedy"), [
    ((), {}, f"can't be downloaded from {NOBODY}", "copy the model's folder"),
    ((), {"HF_HUB_OFFLINE": "1"}, "HF_HUB_OFFLINE is set", "Unset it"),
    (("a b/c",), {}, "isn't the name of a model", "OWNER/MODEL"),
])  # fmt: skip
def test_what_cannot_be_fetched_is_a_sentence_with_a_remedy(
    models: Models,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    sentence: str,
    remedy: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    refused = models("download", *arguments, code=2).stderr
    assert (sentence in refused, remedy in refused) == (True, True), refused


def test_a_model_that_is_damaged_missing_or_in_other_formats_is_told(shipped: Path, models: Models) -> None:
    with fake_hub(MODEL, shipped, lying=True) as hub:
        assert "arrived damaged" in models("download", MODEL, hub=hub, code=2).stderr
    assert (MODEL, "downloaded") not in listed(models), "what did not arrive as promised is removed"
    (shipped / "model.safetensors").unlink()
    with fake_hub(MODEL, shipped) as hub:
        assert "no public model someone/else" in models("download", "someone/else", hub=hub, code=2).stderr
        assert "has no weights as safetensors" in models("download", MODEL, hub=hub, code=2).stderr
