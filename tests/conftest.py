"""The ground rules of every test: no display, no network, a home of its own, no thread left behind."""

from __future__ import annotations

import gc
import os
import re
import socket
import sys
import threading
from itertools import count
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# No test asks for, or fills, the passwords of whoever runs it.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
if "PYTEST_XDIST_WORKER" in os.environ:
    # Processes of tests that run side by side, and those that they start, would else take all cores each.
    for threads in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "LANCE_CPU_THREADS"):
        os.environ.setdefault(threads, "1")
    from vaultsearch.core.index.tables.lancedb_loading import load_lancedb

    load_lancedb()  # before a test imports all of it

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.scripted_model import ScriptedModel

# Few examples find what breaks at every turn; `python -m tests --thorough` looks for the rest.
for profile, examples in (("quick", 15), ("thorough", 300)):
    settings.register_profile(
        profile, deadline=None, max_examples=examples,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )  # fmt: skip
settings.load_profile("thorough" if THOROUGH else "quick")

_LOCAL = ("127.0.0.1", "::1", "localhost")
# Each takes a worker longer than half a minute: the last of them would keep it when the others have ended.
LONGEST = (
    *("trust/test_nothing_leaves", "trust/test_worst_texts", "mcp_server/test_five_doors"),
    *("core/index/test_killing", "cli/test_publish", "trust/test_worst_notes", "test_story"),
    *("golden/test_golden", "core/index/test_tidying"),
    *("desktop/test_crash_log", "cli/test_evaluate", "cli/test_models", "trust/test_hostile_requests"),
)
_TOGETHER = re.compile(r"tests/mcp_server/test_(?!five_doors).*|.*/test_(onnx_encoding|cross_encoder)\.py")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Run files in one process if each that runs one would import torch, or index and serve a vault."""
    from xdist.scheduler import LoadFileScheduling

    scheduler: Any = LoadFileScheduling(config, log)
    scheduler._split_scope = lambda node: file[:10] if _TOGETHER.match(file := node.split("::")[0]) else file
    return scheduler


def pytest_collectstart() -> None:
    """Search for no garbage while modules are imported and tests collected: a fifth of that time."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest; the others follow in the order of their names."""
    places = {f"tests/{name}.py": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


def pytest_collection_finish() -> None:
    """Leave the tests and modules themselves out of each search for garbage, which takes half a second."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(50_000)  # as the program does: a tenth of the checks' time


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail whatever tries to reach another machine."""

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family == socket.AF_UNIX or (isinstance(address, tuple) and address[0] in _LOCAL):
            return connect(self, address)
        raise AssertionError(f"a connection to {address} was tried")

    connect = socket.socket.connect
    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders for homes, numbered here: pytest lists its whole folder for each, which takes 3 ms."""
    folder = tmp_path_factory.mktemp("home")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep settings and indexes away from those of whoever runs the tests."""
    home = next(homes)
    home.mkdir(0o700)
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


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small encoder instead of the models."""
    from tests.builders import use_small_parts

    use_small_parts(monkeypatch)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModel]:
    """A scripted model, served; a busy computer accepts late."""
    from tests.scripted_model import ScriptedModel, serving
    from vaultsearch.core.models import chat_client

    monkeypatch.setattr(chat_client, "_CONNECTED_WITHIN_S", PROCESS_S)
    with serving(ScriptedModel()) as served:
        yield served


@pytest.fixture(scope="session")
def sample_vault() -> Path:
    """The vault that is shipped."""
    return Path(__file__).parents[1] / "resources" / "Sample vault"


@pytest.fixture(scope="session")
def models_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All processes' folder of models, which who needs one first lays out; VAULTSEARCH_MODELS names it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder = Path(os.environ.get("VAULTSEARCH_MODELS", shared / "models"))
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def tiny_cross_encoder() -> Path:
    """A randomly initialised BERT of two layers, as the hub has it: torch takes seconds to make one."""
    return Path(__file__).with_name("tiny_cross_encoder")
