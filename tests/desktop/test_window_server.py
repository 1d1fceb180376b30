"""The window's server: off until it is allowed, on loopback alone, and for the vault that is open."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from tests.builders import write_notes
from tests.mcp_server.serving import index
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.desktop.window_server import WindowServer
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.service.opening import VaultFactory
from vaultsearch.settings.settings import Preferences

ALLOWED = Preferences(serves=True)


# WORKAROUND Python 3.11: a pool whose process is ended while a call waits raises in its own thread.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home with two indexed vaults."""
    folder = tmp_path_factory.mktemp("window server")
    (folder / "models").symlink_to(models_folder)
    for name, note in (("boat", "The mast is sanded."), ("bread", "The dough rests.")):
        write_notes(folder / name, {f"{name.title()}.md": f"# {name.title()}\n\n{note}\n"})
        asyncio.run(index(folder / name))
    return folder


@pytest.fixture
def parameters() -> Parameters:
    return Parameters()


@pytest.fixture
def engine(
    home: Path, parameters: Parameters, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[EngineThread]:
    """An engine with the first vault open."""
    monkeypatch.setenv("VAULTSEARCH_HOME", str(home))
    made = EngineThread(VaultFactory(lambda: parameters, lambda: (home / "boat", home / "bread")))
    opened(qtbot, made, home / "boat")
    yield made
    assert made.stop()


def opened(qtbot: QtBot, engine: EngineThread, folder: Path) -> None:
    with qtbot.waitSignal(engine.vault_opened, timeout=60_000):
        engine.open_vault(folder)


@pytest.fixture
def ports() -> range:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    return range(port, port + 1)


class Shown(QObject):
    """What the window is told by its server, on its thread."""

    listening = Signal(str, str)
    asked = Signal(str, int, str)


class Serving:
    """A server that listens, asked with its token."""

    def __init__(self, shown: Shown, address: str, token: str) -> None:
        self.shown, self.address, self.token = shown, address, token

    def __call__(self, path: str, token: str = "", **arguments: object) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return httpx2.post(f"{self.address}{path}", json=arguments, headers=headers, timeout=120)


@pytest.fixture
def serving(qtbot: QtBot, engine: EngineThread, ports: range) -> Serving:
    """The server, allowed by the user."""
    server, shown = new_server(engine, ports)
    with qtbot.waitSignal(shown.listening, timeout=60_000) as told:
        server.follow(ALLOWED)
    return Serving(shown, *told.args)


def new_server(engine: EngineThread, ports: range) -> tuple[WindowServer, Shown]:
    shown = Shown()
    return WindowServer(engine, shown.asked.emit, shown.listening.emit, ports), shown


def is_free(ports: range) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", ports[0])) != 0


def test_it_listens_while_allowed(qtbot: QtBot, engine: EngineThread, ports: range, home: Path) -> None:
    server, shown = new_server(engine, ports)
    server.follow(Preferences())
    opened(qtbot, engine, home / "bread")
    assert is_free(ports)
    assert not (home / "mcp.token").exists()
    with qtbot.waitSignal(shown.listening, timeout=60_000) as told:
        server.follow(ALLOWED)
    assert told.args == [f"http://127.0.0.1:{ports[0]}", (home / "mcp.token").read_text().strip()]
    assert not is_free(ports)
    with qtbot.waitSignal(shown.listening, timeout=60_000) as told:
        server.follow(Preferences())
    assert told.args == ["", ""]
    assert is_free(ports)


def test_only_obsidian_with_the_token_is_answered(serving: Serving) -> None:
    assert serving("/search", query="mast").json()["results"][0]["path"] == "Boat.md"
    assert serving("/search", "guessed-token-guessed", query="mast").status_code == 401
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    for origin, is_allowed in (("app://obsidian.md", True), ("https://evil.example", False)):
        answer = httpx2.options(f"{serving.address}/search", headers={**asked, "Origin": origin})
        assert (origin, answer.status_code == 200) == (origin, is_allowed)


def test_the_shown_vault_is_served(qtbot: QtBot, engine: EngineThread, serving: Serving, home: Path) -> None:
    def paths(query: str) -> set[str]:
        return {passage["path"] for passage in serving("/search", query=query).json()["results"]}

    assert serving("/status").json()["vault"] == str(home / "boat")
    opened(qtbot, engine, home / "bread")
    assert serving("/status").json()["vault"] == str(home / "bread")
    assert paths("mast dough") == {"Bread.md"}
    opened(qtbot, engine, ALL_VAULTS)
    assert paths("mast dough") == {"boat/Boat.md", "bread/Bread.md"}
    with qtbot.waitSignal(engine.vault_closed):
        engine.close_vault()
    refused = serving("/search", query="mast")
    assert (refused.status_code, refused.json()["code"]) == (400, "not_indexed")


@pytest.mark.parametrize(("arguments", "shown"), [
    ({"note": "Boat:3"}, ["Boat.md", 3, ""]), ({"note": "Boat", "query": "sanded"}, ["Boat.md", 0, ""]),
    ({"query": "sanded"}, ["", 0, "sanded"]), ({}, ["", 0, ""]),
])  # fmt: skip
def test_a_program_opens_a_note_or_a_search_in_the_window(
    qtbot: QtBot, serving: Serving, arguments: dict[str, str], shown: list[object]
) -> None:
    with qtbot.waitSignal(serving.shown.asked) as asked:
        answer = serving("/open", **arguments).json()
    assert asked.args == shown == [answer["path"], answer["line"], answer["query"]]


def test_no_note_is_opened_from_outside_the_vault(qtbot: QtBot, serving: Serving) -> None:
    with qtbot.assertNotEmitted(serving.shown.asked, wait=100):
        assert serving("/open", note="../bread/Bread.md").json()["code"] == "outside_vault"
    headers = {"Authorization": f"Bearer {serving.token}"}
    assert "/open" in httpx2.get(f"{serving.address}/openapi.json", headers=headers).json()["paths"]


@pytest.mark.parametrize("parameters", [Parameters({"source.follow_links_out": True})])
def test_an_index_with_notes_from_outside_is_not_served(serving: Serving) -> None:
    refused = serving("/search", query="mast").json()
    assert refused["code"] == "outside_vault"
    assert "source.follow_links_out" in refused["error"]


def test_ports_in_use_are_told(qtbot: QtBot, engine: EngineThread, ports: range) -> None:
    server, _ = new_server(engine, ports)
    with closing(socket.create_server(("127.0.0.1", ports[0]))), qtbot.waitSignal(engine.failed) as told:
        server.follow(ALLOWED)
    sentence = f"Other programs can't search: the ports {ports[0]} to {ports[0]} are in use."
    assert told.args[0].sentence == sentence


def test_a_listener_holds_no_window_open(qtbot: QtBot, engine: EngineThread, serving: Serving) -> None:
    headers = {"Authorization": f"Bearer {serving.token}"}
    with httpx2.stream("GET", f"{serving.address}/events", headers=headers, timeout=60) as events:
        assert next(events.iter_lines()) == "event: ready"
        assert engine.stop()
