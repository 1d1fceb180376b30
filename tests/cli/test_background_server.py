"""The first command leaves a process that answers the next ones, and ends by itself."""

import os
import shutil
import signal
import stat
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.builders import write_notes
from tests.cli.command import Command
from vaultsearch.cli.background_server import leave_server
from vaultsearch.core.parameters import Parameters
from vaultsearch.service import opening
from vaultsearch.settings import settings
from vaultsearch.settings.settings import NO_SERVER_VARIABLE, change_settings, socket_folder

pytestmark = pytest.mark.skipif(socket_folder() is None, reason="no such sockets")

SEARCH = ("search", "numbats", "--mode", "fulltext", "--json", "--vault")


@pytest.fixture(autouse=True)
def indexed(command: Command, sockets: Path, vault: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A vault with an index; whatever listens for commands afterwards is ended."""
    for name in (NO_SERVER_VARIABLE, "CI"):
        monkeypatch.delenv(name, raising=False)
    write_notes(vault, {"Land/Numbats.md": "Numbats eat termites.\n"})
    assert "; 1 passage, 1 indexed by meaning, in " in command("index", str(vault)).stdout
    assert not servers(sockets), "a command that indexes leaves none"
    yield
    for server in servers(sockets):
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)


def servers(folder: Path) -> list[int]:
    return [int(place.name.split("-")[1]) for place in folder.glob("*.sock")]


def test_a_second_command_is_answered_by_the_server_that_the_first_one_left(
    command: Command, vault: Path, sockets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = command(*SEARCH, str(vault), "--no-server")
    monkeypatch.delenv(NO_SERVER_VARIABLE)  # as in a process of its own
    assert not servers(sockets)
    with monkeypatch.context() as patch:
        patch.setattr(opening, "open_vault", None)  # a command that opens it fails
        first = command(*SEARCH, str(vault))
        (server,) = servers(sockets)
        second = command(*SEARCH, str(vault))
    assert servers(sockets) == [server]
    assert [(done.stdout, done.stderr) for done in (first, second)] == [(alone.stdout, alone.stderr)] * 2
    assert "Numbats eat termites." in alone.stdout
    assert command("index", str(vault)).stdout == "Up to date: 1 file, 1 passage.\n", "it writes no index"
    assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    assert [file.stat().st_mode & 0o077 for file in sockets.iterdir()] == [0, 0]
    # Not even in the moment before it ends does it answer from an index that is gone.
    shutil.rmtree(settings.index_folder(vault))
    assert "not been indexed" in command(*SEARCH, str(vault), code=2).stderr
    os.waitpid(server, 0)  # this process started it
    assert not servers(sockets)


def test_a_server_ends_when_no_command_has_come_for_as_long_as_the_settings_say(
    command: Command, vault: Path, sockets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **options)
            started.append(self.pid)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    change_settings(server_seconds=1)
    assert "Numbats" in command(*SEARCH, str(vault)).stdout
    (server,) = started
    os.waitpid(server, 0)  # this process started it
    assert not servers(sockets)


def test_two_first_commands_at_once_leave_one_server(command: Command, vault: Path, sockets: Path) -> None:
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda _: command.in_a_process(*SEARCH, str(vault)).stdout, range(2)))
    assert answers[0] == answers[1]
    assert len(servers(sockets)) == 1


def test_no_server_is_left_where_none_is_to_be(vault: Path, sockets: Path) -> None:
    for environment, parameters in (
        ({"CI": "true"}, Parameters()),
        ({"CI": "1"}, Parameters()),
        ({NO_SERVER_VARIABLE: "1"}, Parameters()),
        ({}, Parameters({}, {"passages.top_k": 6})),
    ):
        assert not leave_server(vault, parameters, environment), (environment, parameters)
        assert list(sockets.iterdir()) == [], (environment, parameters)
    change_settings(server_seconds=0)
    assert not leave_server(vault, Parameters(), {})
