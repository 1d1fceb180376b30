"""The real model: found, verified, loaded safely, its vectors as promised, and the device that computes."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models import device
from vaultsearch.core.models.device import multiplies_bfloat16, usable_cores
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.model_files import DEFAULT_MODEL, ModelFolder, locate_embedding_model


@pytest.fixture(scope="module")
def encoder() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder.named()


@pytest.fixture
def copied(encoder: SentenceTransformerEncoder, tmp_path: Path) -> Path:
    """A copy of the default model, to be meddled with."""
    folder = tmp_path / "model"
    shutil.copytree(encoder.model.path, folder)
    return folder


def test_vectors_have_unit_length_and_follow_meaning(encoder: SentenceTransformerEncoder) -> None:
    passages = encoder.encode_passages(["a ceramics class", "a pottery course", "a broken keel bolt"])
    assert passages.shape == (3, encoder.dimension)
    assert passages.dtype == np.float32
    assert np.allclose(np.linalg.norm(passages, axis=1), 1, atol=1e-5)
    likeness = passages @ encoder.encode_queries(["learning to make pots"])[0]
    assert likeness[0] > likeness[2]
    assert likeness[1] > likeness[2]


def test_each_token_has_a_vector(encoder: SentenceTransformerEncoder) -> None:
    tokens = encoder.encode_passage_tokens(["pottery course", ""])
    assert tokens[0].shape == (encoder.counter.count(["pottery course"])[0], encoder.dimension)
    assert np.allclose(np.linalg.norm(tokens[0], axis=1), 1, atol=1e-5)
    assert encoder.encode_query_tokens("pots").shape[1] == encoder.dimension


def test_an_encoder_travels_to_another_process_without_its_model(encoder: SentenceTransformerEncoder) -> None:
    encoder.warm_up()
    assert len(pickle.dumps(encoder)) < 2000
    assert pickle.loads(pickle.dumps(encoder)) == encoder


def test_altered_weights_are_refused_and_told_so(copied: Path) -> None:
    with (copied / "model.safetensors").open("r+b") as weights:
        weights.seek(-1, 2)
        weights.write(b"\x7f")
    altered = ModelFolder(DEFAULT_MODEL, copied, locate_embedding_model(DEFAULT_MODEL).sha256)
    with pytest.raises(ModelUnavailableError, match="has the wrong checksum"):
        SentenceTransformerEncoder(altered).encode_queries(["x"])


def test_a_model_in_a_folder_has_the_same_vectors(encoder: SentenceTransformerEncoder, copied: Path) -> None:
    other = SentenceTransformerEncoder.named(str(copied))
    assert other.name == str(copied)
    assert other.fingerprint != encoder.fingerprint
    same = np.asarray(other.encode_queries(["pots"])) @ encoder.encode_queries(["pots"])[0]
    assert same[0] == pytest.approx(1, abs=1e-5)


def test_weights_in_any_other_format_than_safetensors_are_refused(copied: Path) -> None:
    (copied / "model.safetensors").rename(copied / "pytorch_model.bin")
    with pytest.raises(ModelUnavailableError, match=r"contain model\.safetensors"):
        SentenceTransformerEncoder.named(str(copied))


def test_a_model_that_brings_code_along_is_refused(copied: Path) -> None:
    modules = json.loads((copied / "modules.json").read_text())
    modules[0]["type"] = "own_code.Transformer"
    (copied / "modules.json").write_text(json.dumps(modules))
    (copied / "own_code.py").write_text("raise SystemExit('ran')")
    with pytest.raises(ModelUnavailableError, match="run its own code"):
        SentenceTransformerEncoder.named(str(copied)).encode_queries(["x"])


def test_a_name_that_is_neither_folder_nor_cached_is_refused_without_asking_the_network() -> None:
    with pytest.raises(ModelUnavailableError, match="neither a folder nor in the local hub cache"):
        SentenceTransformerEncoder.named("intfloat/multilingual-e5-small")


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16 amx_bf16 amx_tile amx_int8\n", True),
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16\n", True),
        ("processor\t: 0\nflags\t\t: fpu sse2 amx_bf16 avx512f\n", False),
        ("Features\t: fp asimd\n", False),
        ("", False),
    ],
)
def test_bfloat16_is_read_from_the_processors_flags(tmp_path: Path, info: str, expected: bool) -> None:
    (tmp_path / "cpuinfo").write_text(info)
    assert multiplies_bfloat16(tmp_path / "cpuinfo") is expected


def test_a_system_without_such_a_file_has_none(tmp_path: Path) -> None:
    assert not multiplies_bfloat16(tmp_path / "missing")


def test_there_is_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert usable_cores() >= 1


def test_whoever_limits_the_threads_is_heard_and_nonsense_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "_available_cores", lambda: 4)
    for said, used in (("1", 1), ("3", 3), ("8", 4), ("", 4), ("0", 4), ("2,1", 4), ("many", 4)):
        monkeypatch.setenv("OMP_NUM_THREADS", said)
        assert usable_cores() == used


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it lists a process's threads")
def test_numpy_has_no_threads_that_would_wait_in_a_busy_loop() -> None:
    program = "import os, vaultsearch, numpy; print(len(os.listdir('/proc/self/task')))"
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    environment.pop("OPENBLAS_NUM_THREADS", None)
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert int(done.stdout) == 1
