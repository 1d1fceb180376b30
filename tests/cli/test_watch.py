"""Commands that stay: watch keeps an index fresh, a server answers the commands that follow the first."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.builders import write_notes
from tests.cli.command import Command
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.cli.background_server import leave_server
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.recognized_texts import RECOGNIZED_FOLDER, page_key
from vaultsearch.service import opening
from vaultsearch.settings import settings
from vaultsearch.settings.settings import NO_SERVER_VARIABLE, change_settings, index_folder, socket_folder

PICTURES = 20


@pytest.fixture
def watching(
    vault: Path, command: Command, request: pytest.FixtureRequest
) -> Iterator[subprocess.Popen[str]]:
    write_notes(vault, {"a.md": "Dugongs graze.\n"})
    if away := getattr(request, "param", ""):
        command("index", str(vault))
        vault.rename(vault.with_name(away))
    # A shell has what it starts in the background ignore SIGINT, and so would this process.
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    words = [sys.executable, "-m", "vaultsearch", "watch", str(vault)]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(words, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}, **streams)
    signal.signal(signal.SIGINT, former)
    yield process
    process.kill()
    process.communicate(timeout=PROCESS_S)


def lines_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    """Read what it prints up to a line that ends like this, without the time of day."""
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line.strip().partition(" ")[2])
        if line.strip().endswith(wanted):
            return lines
    raise AssertionError(f"it ended after: {lines}")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_each_change_is_told_in_a_line_and_a_signal_ends_it(
    watching: subprocess.Popen[str], vault: Path, command: Command, how: signal.Signals, code: int
) -> None:
    assert lines_until(watching, f"{vault}.") == ["added a.md", f"{vault}."]
    write_notes(vault, {"b.md": "A marmot whistles.\n"})
    assert lines_until(watching, "b.md") == ["added b.md"]
    (vault / "a.md").unlink()
    assert lines_until(watching, "a.md") == ["removed a.md"]
    assert "b.md" in command("search", "marmot", "--vault", str(vault), "--mode", "fulltext").stdout
    watching.send_signal(how)
    rest, _ = watching.communicate(timeout=PROCESS_S)
    assert (watching.returncode, rest) == (code, "")


@pytest.mark.parametrize("watching", ["away"], indirect=True)
def test_a_vault_whose_drive_is_away_is_waited_for(watching: subprocess.Popen[str], vault: Path) -> None:
    told = lines_until(watching, f"Watching {vault}.")[0]
    assert told == f"The folder {vault} doesn't exist. Connect its drive, or open it where it is now."
    write_notes(vault.with_name("away"), {"b.md": "A marmot whistles.\n"})
    vault.with_name("away").rename(vault)
    assert lines_until(watching, "b.md")[-1] == "added b.md"


def test_another_writer_is_left_alone(watching: subprocess.Popen[str], vault: Path, command: Command) -> None:
    lines_until(watching, f"{vault}.")
    assert "being updated by another program" in command.in_a_process("watch", str(vault), code=2).stderr


@pytest.mark.skipif(not THOROUGH or sys.platform == "win32", reason="needs the extra ocr, and minutes")
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("qapp")
def test_a_killed_program_recognizes_no_picture_twice_and_loses_none(vault: Path, command: Command) -> None:
    from tests.bench.recognition import TEXTS, screenshot

    write_notes(vault, {"a.md": "Dugongs graze.\n"})
    for at, text in zip(range(PICTURES), cycle(TEXTS.values()), strict=False):
        (vault / f"{at}.png").write_bytes(screenshot(f"{text} Number {at}.", "DejaVu Sans", 18))
    keys = {page_key(one.read_bytes(), 1) for one in vault.glob("*.png")}
    folder, seen = index_folder(vault) / RECOGNIZED_FOLDER, dict[str, tuple[int, int]]()

    def read_once() -> dict[str, tuple[int, int]]:
        found = {one.stem: (one.stat().st_ino, one.stat().st_mtime_ns) for one in folder.glob("*.text")}
        assert {key: found[key] for key in seen} == seen, "lost, or written again"
        return found

    words = [sys.executable, "-m", "vaultsearch", "watch", str(vault), "--set", "files.recognize_text=true"]
    for killed_at in (1, 6, 7, 15):
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
            while len(list(folder.glob("*.text"))) < killed_at:
                assert process.poll() is None
                time.sleep(0.05)
            process.kill()
        seen = read_once()
    assert "waiting" not in command.in_a_process("index", str(vault), "--recognize-text").stdout
    assert set(read_once()) == keys
    assert len(keys) == PICTURES
    found = command("search", '"number 19"', "--vault", str(vault), "--mode", "fulltext").stdout
    assert "19.png" in found


pytestmark = pytest.mark.skipif(socket_folder() is None, reason="no such sockets")

SEARCH = ("search", "numbats", "--mode", "fulltext", "--json", "--vault")


@pytest.fixture(autouse=True)
def indexed(command: Command, sockets: Path, vault: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A vault with an index; whatever listens for commands afterwards is ended."""
    for name in (NO_SERVER_VARIABLE, "CI"):
        monkeypatch.delenv(name, raising=False)
    write_notes(vault, {"Land/Numbats.md": "Numbats eat termites.\n"})
    assert "; 1 passage, 1 newly indexed by meaning, in " in command("index", str(vault)).stdout
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
    write_notes(vault, {"Land/Numbats.md": "Numbats sleep.\n"})
    with ThreadPoolExecutor() as pool:
        (answer,) = set(pool.map(lambda _: command.in_a_process(*SEARCH, str(vault)).stdout, range(2)))
    assert "Numbats sleep." in answer, "the second waits for the server, too"
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
