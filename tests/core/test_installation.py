"""Without an extra, everything works or says in one sentence which one it needs, and how to add it here."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject

from vaultsearch.core import installation
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import describe_how_to_add
from vaultsearch.core.models.encoder_choice import encoder_for
from vaultsearch.core.models.model_files import find_remote
from vaultsearch.core.models.multilingual_choice import multilingual_encoder
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query import words
from vaultsearch.core.search.cross_encoder import OnnxCrossEncoder, locate_cross_encoder
from vaultsearch.desktop.linux_shortcut import PortalShortcut, X11Shortcut

pytestmark = pytest.mark.usefixtures("base")
OTHER = "BAAI/bge-small-en-v1.5"


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the base is installed, from the index and with pip."""
    absent = {"transformers", *(module for modules in installation.EXTRAS.values() for module in modules)}
    for module in (*absent, *(name for name in sys.modules if name.partition(".")[0] in absent)):
        monkeypatch.setitem(sys.modules, module, None)
    from_index = SimpleNamespace(read_text=lambda _: None)
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: from_index)
    monkeypatch.setattr(sys, "prefix", "/home/a/.venv")
    monkeypatch.setattr(sys, "platform", "linux")


def freeze(monkeypatch: pytest.MonkeyPatch, program: str = "/home/a/vaultsearch/vaultsearch") -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.delenv("APPIMAGE", raising=False)


ASKED: dict[str, Callable[[Path], object]] = {
    "another model for English": lambda at: encoder_for(
        Parameters(file={"embedding.embedding_model": OTHER}), at
    ),
    "another model in a folder": lambda at: encoder_for(
        Parameters(file={"embedding.embedding_model": str(at)}), at
    ),
    "another model for other languages": lambda at: multilingual_encoder(OTHER, at),
    "a cross-encoder of the hub": lambda at: locate_cross_encoder("cross-encoder/ms-marco-MiniLM-L-6-v2", at),
    "a download from the hub": lambda _: find_remote(OTHER),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_the_extra(asked: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelUnavailableError, match=r"^Other models need the extra “models”\.$") as raised:
        asked(tmp_path)
    assert raised.value.remedy == "Add it: run pip install 'vaultsearch[models]' in a terminal."
    freeze(monkeypatch)
    with pytest.raises(ModelUnavailableError) as raised:
        asked(tmp_path)
    assert raised.value.remedy == "This application can't be extended; vaultsearch installed with pip can."


def test_the_default_model_encodes_whole_passages_and_parts_without_torch(models_folder: Path) -> None:
    encoder = encoder_for(Parameters(), models_folder)
    assert isinstance(encoder, OnnxEncoder)
    assert encoder.encode_queries(["a gift"]).shape == (1, 384)
    assert encoder.encode_parts(["one two"], [[((0, 3),), ((4, 7),)]])[0].shape == (2, 384)


def test_the_cross_encoder_comes_with_the_base(tmp_path: Path) -> None:
    installed = locate_cross_encoder("auto", tmp_path)
    assert isinstance(installed, OnnxCrossEncoder)
    assert installed.name == "ms-marco-MiniLM-L-12-v2"
    exported = tmp_path / "exported"
    exported.mkdir()
    for file in ("model.onnx", "tokenizer.json"):
        (exported / file).touch()
    assert isinstance(locate_cross_encoder(str(exported), tmp_path), OnnxCrossEncoder)


def test_chinese_words_are_searched_as_they_are_written() -> None:
    words._chinese_converters.cache_clear()
    try:
        assert words._chinese_converters() == ()
    finally:
        words._chinese_converters.cache_clear()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", [X11Shortcut, PortalShortcut])
def test_the_global_shortcut_needs_an_extra(kind: type[X11Shortcut | PortalShortcut]) -> None:
    parent = QObject()
    shortcut = kind(parent)
    shortcut.bind("Ctrl+Alt+N")
    assert shortcut.state.trouble == (
        "The global shortcut needs the extra “shortcut”. "
        "Add it: run pip install 'vaultsearch[shortcut]' in a terminal."
    )


def test_the_command_is_that_of_the_installer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert describe_how_to_add("chinese") == "Add it: run pip install 'vaultsearch[chinese]' in a terminal."
    monkeypatch.setattr(sys, "prefix", "/home/a/.local/pipx/venvs/vaultsearch")
    assert "pipx install --force 'vaultsearch[chinese]'" in describe_how_to_add("chinese")
    monkeypatch.setattr(sys, "prefix", "/home/a/.local/share/uv/tools/vaultsearch")
    assert "uv tool install 'vaultsearch[chinese]'" in describe_how_to_add("chinese")
    monkeypatch.setattr(sys, "prefix", "/home/a/.venv")
    origin = {"url": (tmp_path / "the sources").as_uri(), "dir_info": {}}
    local = SimpleNamespace(read_text=lambda _: json.dumps(origin))
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: local)
    assert f"pip install '{tmp_path}/the sources[chinese]'" in describe_how_to_add("chinese")
    monkeypatch.setattr(sys, "platform", "win32")
    assert '[chinese]"' in describe_how_to_add("chinese")


def test_a_frozen_program_knows_how_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installation.installation_kind() == "pip"
    freeze(monkeypatch)
    assert installation.installation_kind() == "application"
    freeze(monkeypatch, "/usr/lib/vaultsearch/vaultsearch")
    assert installation.installation_kind() == "package"
    monkeypatch.setenv("APPIMAGE", "/home/a/vaultsearch.AppImage")
    assert installation.installation_kind() == "AppImage"
