"""What every test lives by: no display, no network, a home of its own, no thread left behind."""

from __future__ import annotations

import os
import socket
import sys
import threading
from pathlib import Path
from string import ascii_lowercase

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if "PYTEST_XDIST_WORKER" in os.environ:
    # Processes of tests that run side by side, and those that they start, would else take all cores each.
    for threads in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "LANCE_CPU_THREADS"):
        os.environ.setdefault(threads, "1")

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

settings.register_profile(
    "vaultsearch", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("vaultsearch")

_LOCAL = ("127.0.0.1", "::1", "localhost")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail whatever tries to reach another machine."""

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family == socket.AF_UNIX or (isinstance(address, tuple) and address[0] in _LOCAL):
            return connect(self, address)
        raise AssertionError(f"a connection to {address} was tried")

    connect = socket.socket.connect
    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep settings and indexes away from those of whoever runs the tests."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("VAULTSEARCH_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def no_stray_threads() -> Iterator[None]:
    """Fail a test that leaves a thread of ours running."""
    before = set(threading.enumerate())
    yield
    # LanceDB keeps one loop thread for the process, and asyncio's pool threads end with their loop.
    stray = [t for t in threading.enumerate() if t not in before and t.is_alive() and not _foreign(t)]
    assert not stray, f"threads left running: {stray}"


@pytest.fixture(autouse=True)
def no_stray_windows() -> Iterator[None]:
    """Fail a test that leaves a window open."""
    yield
    if "PySide6.QtWidgets" in sys.modules:
        from PySide6.QtWidgets import QApplication

        stray = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
        assert not stray, f"windows left open: {stray}"


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's, with a patience that outlasts a busy machine."""
    from tests.patient_bot import PatientBot

    return PatientBot(request)


def _foreign(thread: threading.Thread) -> bool:
    return thread.name.startswith(("LanceDB", "asyncio_", "Dummy")) or thread.daemon


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """An empty vault."""
    folder = tmp_path / "vault"
    (folder / ".obsidian").mkdir(parents=True)
    return folder


@pytest.fixture(scope="session")
def sample_vault() -> Path:
    """The vault that is shipped."""
    return Path(__file__).parents[1] / "resources" / "sample_vault"


@pytest.fixture(scope="session")
def exported_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of models that holds the default one's export, made once for all processes of this run."""
    from filelock import FileLock

    from vaultsearch.core.models.encoder import SentenceTransformerEncoder
    from vaultsearch.core.models.exported_model import ExportedModel
    from vaultsearch.core.models.onnx_export import export_model

    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    model = SentenceTransformerEncoder.named().model
    exported = ExportedModel.of(model, shared / "models")
    with FileLock(shared / "models.lock"):
        if exported.is_wanted():
            export_model(model, exported)
    return shared / "models"


@pytest.fixture(scope="session")
def tiny_cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A randomly initialised BERT of two layers, saved as the hub would have it."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("cross-encoder")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *ascii_lowercase, *(f"##{c}" for c in ascii_lowercase)]
    core = Tokenizer(models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    core.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=64,
    )
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
    )
    config.num_labels = 1
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
