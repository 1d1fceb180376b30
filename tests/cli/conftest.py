"""Grounds of several files: the folder of the sockets, and commands whose home has the models."""

from pathlib import Path

import pytest

from tests.builders import present
from tests.cli.command import Command, with_models
from vaultsearch.settings.settings import socket_folder


@pytest.fixture
def sockets(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the sockets, short enough for every system."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("r")))
    return present(socket_folder())


@pytest.fixture
def command(own_home: Path, models_folder: Path) -> Command:
    return with_models(own_home, models_folder)
