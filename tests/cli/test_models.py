"""`vaultsearch models`, in a process of its own, against a hub on this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.contract import validate
from tests.fake_hub import fake_hub
from tests.patience import PROCESS_S

MODEL = "someone/tiny-reranker"
NOBODY = "http://127.0.0.1:9"
"""The discard port, where nothing listens."""


def models(tmp_path: Path, *arguments: str, hub: str = NOBODY, **environment: str) -> Any:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("HF_", "TRANSFORMERS_"))
    }
    own = {"HF_HOME": str(tmp_path / "hub"), "HF_ENDPOINT": hub}
    command = [sys.executable, "-m", "vaultsearch", "models", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=kept | own | environment, timeout=PROCESS_S
    )


def listed(tmp_path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    output = models(tmp_path, "list", "--json").stdout
    validate(["models", "list", "--json"], output)
    return {(model["name"], model["source"]): model for model in json.loads(output)["models"]}


@pytest.fixture
def shipped(tiny_cross_encoder: Path, tmp_path: Path) -> Path:
    """A cross-encoder with what is not to be fetched beside it."""
    folder = tmp_path / "shipped"
    shutil.copytree(tiny_cross_encoder, folder)
    (folder / "onnx").mkdir()
    (folder / "onnx" / "config.json").write_text("{}")
    (folder / "pytorch_model.bin").write_bytes(b"a pickle")
    return folder


def test_a_model_is_fetched_with_size_and_digest_listed_and_found(shipped: Path, tmp_path: Path) -> None:
    with fake_hub(MODEL, shipped) as hub:
        done = models(tmp_path, "download", MODEL, hub=hub)
    assert done.returncode == 0, done.stderr
    first, digest, last = done.stdout.splitlines()
    assert first.startswith(f"{MODEL}: 0 MB from {hub}, revision 0123456789ab")
    assert digest.startswith("model.safetensors: sha256 ")
    assert digest.endswith(", verified")
    folder = last.removeprefix("Saved in ")
    names = {name for _, _, files in os.walk(folder) for name in files}
    assert {"model.safetensors", "config.json", "tokenizer.json"} <= names
    assert "pytorch_model.bin" not in names
    model = listed(tmp_path)[MODEL, "downloaded"]
    assert (model["kind"], model["verified"], model["path"]) == ("cross-encoder", True, folder)
    program = (
        "from vaultsearch.core.models.model_files import locate_model_folder\n"
        f"print(locate_model_folder({MODEL!r}))"
    )
    environment = os.environ | {"HF_HOME": str(tmp_path / "hub"), "HF_ENDPOINT": NOBODY}
    used = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert used.stdout == f"{folder}\n"


def test_weights_that_did_not_arrive_as_promised_are_removed(shipped: Path, tmp_path: Path) -> None:
    with fake_hub(MODEL, shipped, lying=True) as hub:
        done = models(tmp_path, "download", MODEL, hub=hub)
    assert done.returncode == 2
    assert "arrived damaged" in done.stderr
    assert (MODEL, "downloaded") not in listed(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence", "remedy"),
    [
        ((), {}, f"can't be downloaded from {NOBODY}", "copy the model's folder"),
        ((), {"HF_HUB_OFFLINE": "1"}, "HF_HUB_OFFLINE is set", "Unset it"),
        (("a b/c",), {}, "isn't the name of a model", "OWNER/MODEL"),
    ],
)
def test_what_cannot_be_fetched_is_a_sentence_with_a_remedy(
    tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str], sentence: str, remedy: str
) -> None:
    done = models(tmp_path, "download", *arguments, **environment)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert remedy in done.stderr
    assert "Traceback" not in done.stderr


def test_a_model_missing_on_the_hub_or_in_other_formats_only_is_told(shipped: Path, tmp_path: Path) -> None:
    with fake_hub(MODEL, shipped) as hub:
        assert "no public model someone/else" in models(tmp_path, "download", "someone/else", hub=hub).stderr
    (shipped / "model.safetensors").unlink()
    with fake_hub(MODEL, shipped) as hub:
        assert "has no weights as safetensors" in models(tmp_path, "download", MODEL, hub=hub).stderr


def test_the_installed_models_are_listed_and_verified(tmp_path: Path) -> None:
    found = listed(tmp_path)
    assert found["all-MiniLM-L6-v2", "installed"]["verified"] is True
    assert ("ms-marco-MiniLM-L-12-v2", "installed") in found
    assert "all-MiniLM-L6-v2: embedding model, 23 MB, installed, verified" in models(tmp_path, "list").stdout
