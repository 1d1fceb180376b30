"""Servers and clients for the tests: a real process on pipes, or a server in this process."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters

from tests.builders import present, write_notes
from vaultsearch.core.parameters import Parameters
from vaultsearch.mcp_server.served_vault import ServedVault, ServedVaults
from vaultsearch.mcp_server.server import VaultServer
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

NOTES = {
    "Boat/Mast.md": "---\ntags: [boat]\naliases: [The spar]\n---\n# Mast\n\n## Varnish\n\n"
    "The mast was sanded to bare wood. It needs seven coats of varnish before the launch in May.\n\n"
    "## Rigging\n\nThe shrouds are wire.\n",
    "Boat/Launch.md": "---\ntags: [boat]\n---\nThe [[Mast]] goes in on the day of the launch, by crane.\n",
    "Bread.md": "# Bread\n\nRye flour, water and salt. The dough rests for twelve hours in a cold room.\n",
    "Gifts.md": "For Anna a pottery course at the studio, on Tuesday evenings.\n",
    "Long.md": "\n".join(f"Line {number} of a long list of screws and bolts." for number in range(600))
    + "\n",
}


class Asked:
    """A client of a server process; its calls wait for the answer on the test's thread."""

    def __init__(self, call: Callable[..., Any], client: Client) -> None:
        self.call = call
        self.client = client

    def __call__(self, tool: str, **arguments: object) -> Any:
        answer = self.call(self.client.call_tool, tool, arguments)
        assert not answer.is_error, answer.content[0].text
        return answer.structured_content

    def text(self, tool: str, **arguments: object) -> str:
        return str(self.call(self.client.call_tool, tool, arguments).content[0].text)

    def refused(self, tool: str, **arguments: object) -> str:
        answer = self.call(self.client.call_tool, tool, arguments)
        assert answer.is_error
        return str(answer.content[0].text)

    def paths(self, query: str, **arguments: object) -> list[str]:
        found = self("search", query=query, **arguments)["results"]
        return list(dict.fromkeys(passage["path"] for passage in found))


def command(vault: Path, name: str = "mcp") -> tuple[list[str], dict[str, str]]:
    words = [sys.executable, "-m", "vaultsearch", name, "--no-sync", "--vault", str(vault)]
    return words, os.environ | {"VAULTSEARCH_HOME": str(vault.parent)}


@contextmanager
def telling(words: list[str], environment: dict[str, str]) -> Iterator[tuple[str, IO[str]]]:
    """Start a server over HTTP; yield the first line that it tells, and the stream of the others."""
    with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True) as process:
        stream = present(process.stderr)
        yield stream.readline(), stream
        process.terminate()
        stream.read()


@contextmanager
def served(vault: Path, *options: str) -> Iterator[Asked]:
    """Start a server as clients of today do, with the handshake."""
    (program, *words), environment = command(vault)
    parameters = StdioServerParameters(command=program, args=[*words, *options], env=environment)
    with start_blocking_portal() as portal:
        client = Client(parameters, mode="legacy")
        with portal.wrap_async_context_manager(client):
            yield Asked(portal.call, client)


@contextmanager
def served_here(*vaults: Path, follow_links_out: bool = False) -> Iterator[Asked]:
    """Serve vaults in this process."""
    with pytest.MonkeyPatch.context() as patch, start_blocking_portal() as portal:
        patch.setenv("VAULTSEARCH_HOME", str(vaults[0].parent))
        each = [ServedVault(vault, Parameters(), follow_links_out=follow_links_out) for vault in vaults]
        client = Client(VaultServer(ServedVaults(each, Parameters())), mode="legacy")
        with portal.wrap_async_context_manager(client):
            yield Asked(portal.call, client)


async def writer(vault: Path, *, follow_links_out: bool = False) -> Vault:
    """Open a vault to write its index, with the folder of models."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(vault.parent))
        place, models = settings.index_folder(vault), settings.models_folder()
    parameters = Parameters({"source.follow_links_out": follow_links_out})
    return await Vault.open(vault, place, parameters, models=models)


def make_vault(home: Path, models: Path, notes: Mapping[str, str]) -> Path:
    """Write and index a vault in a home that has the models."""
    (home / "models").symlink_to(models)
    write_notes(home / "vault", notes)
    asyncio.run(index(home / "vault"))
    return home / "vault"


async def index(vault: Path, *, anew: bool = False, follow_links_out: bool = False) -> None:
    session = await writer(vault, follow_links_out=follow_links_out)
    await session.index.sync(lambda _: None, anew=anew)
    await session.close()
