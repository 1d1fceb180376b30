"""A command asks the process that has its vault open, and prints the same as without it."""

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.builders import write_notes
from tests.cli.command import Command
from vaultsearch.core.parameters import Parameters
from vaultsearch.service import command_socket, commands, opening, wire
from vaultsearch.service.command_socket import answer_commands
from vaultsearch.service.opening import open_vault
from vaultsearch.service.vault import Vault

NOTES = {
    "Sea/Dugongs.md": "---\ntags: [sea/mammal]\n---\n# Habits\n\nDugongs graze on seagrass meadows.\n",
    "Land/Numbats.md": "Numbats eat termites.\n\nThey have [[Dugongs|a distant cousin]] at sea.\n",
}
COMMANDS = [
    ["status", "--json"], ["search", "where do dugongs graze"],
    ["search", "where do dugongs graze", "--json"], ["search", "numbats", "--mode", "fulltext", "--json"],
    ["read", "1"], ["links", "Dugongs", "--json"], ["orphans"], ["context", "termites", "--format", "json"],
    ["index", "--json"],
]  # fmt: skip


@contextmanager
def held_open(folder: Path) -> Iterator[Vault]:
    """Hold a vault open to write, as a window does, and answer commands, on a loop of its own."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    async def opened() -> Vault:
        vault = await open_vault(folder, Parameters(), write=True)
        await answer_commands(vault)
        return vault

    vault = asyncio.run_coroutine_threadsafe(opened(), loop).result()
    try:
        yield vault
    finally:
        asyncio.run_coroutine_threadsafe(vault.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture(autouse=True)
def indexed(command: Command, vault: Path, sockets: Path) -> None:
    write_notes(vault, NOTES)
    command("index", str(vault))


def _told(command: Command, words: list[str], vault: Path) -> tuple[Any, str]:
    done = command(*words, "--vault", str(vault))
    told: Any = json.loads(done.stdout) if "--json" in words else done.stdout
    if words[0] == "index":
        del told["seconds"], told["steps"]
    if words[0] == "status":
        del told["writer"], told["index_bytes"], told["last_sync"]
    return told, done.stderr


def test_each_command_prints_the_same(command: Command, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [_told(command, words, vault) for words in COMMANDS]
    with held_open(vault), monkeypatch.context() as patch:
        patch.setattr(opening, "open_vault", None)  # a command that opens it fails
        assert [_told(command, words, vault) for words in COMMANDS] == alone
        with pytest.raises(TypeError):
            command("status", "--vault", str(vault), "--set", "passages.top_k=6")
    assert _told(command, COMMANDS[0], vault) == alone[0], "it is gone, and the command opens the vault"


def test_the_process_that_holds_the_lock_indexes_for_a_command_and_may_end_in_mid_answer(
    command: Command, vault: Path, sockets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held_open(vault) as opened:
        write_notes(vault, {"Air/Swifts.md": "Swifts sleep on the wing."})
        assert json.loads(command("index", str(vault), "--json").stdout)["added"] == 1
        assert command_socket.ask_elsewhere(vault, Parameters(), os.getpid) is None  # type: ignore[arg-type]  # no command
        with monkeypatch.context() as patch:
            patch.setattr(type(opened), "status", _end)
            assert command_socket.ask_elsewhere(vault, Parameters(), commands.reader_status) is None
        monkeypatch.setattr(wire, "program_digest", lambda: "another version.")
        assert command_socket.ask_elsewhere(vault, Parameters(), commands.reader_status) is None
    assert not list(sockets.glob("*.sock"))
    assert "Swifts" in command("search", "swifts", "--mode", "fulltext", "--vault", str(vault)).stdout


async def _end(_vault: Vault) -> None:
    raise OSError
