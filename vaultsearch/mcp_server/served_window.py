"""Serve the window's open vault to other programs: on 127.0.0.1, in the window's process, by the same tools."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

from vaultsearch.core.errors import OutsideVaultError, SettingsError
from vaultsearch.core.messages import Message
from vaultsearch.mcp_server.http_transport import bearer_token, make_http_server
from vaultsearch.mcp_server.json_api import make_routes
from vaultsearch.mcp_server.served_vault import NoteIds, OpenNotes
from vaultsearch.mcp_server.server import VaultServer
from vaultsearch.service.several.group import VaultGroup
from vaultsearch.settings.settings import mcp_token_file

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from contextlib import AbstractAsyncContextManager

    from vaultsearch.mcp_server.note_tools import ShownWindow
    from vaultsearch.service.protocol import VaultService
    from vaultsearch.service.vault import Vault

    HoldVault = Callable[[], AbstractAsyncContextManager[VaultService]]


class WindowVaults:
    """Whatever vault is open in the window, held open for a call; the window keeps it fresh."""

    def __init__(self, hold: HoldVault) -> None:
        self._hold = hold
        self._ids = NoteIds()

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[OpenNotes, None]:
        """Hold the vault open for a call.

        Raises:
            NotIndexedError: No vault is open.
            OutsideVaultError: Its index holds notes from outside it, which only the user may read.
        """
        async with self._hold() as service:
            vault = cast("Vault | VaultGroup", service)
            if vault.parameters.source.follow_links_out:
                raise OutsideVaultError(
                    "The index in the window has notes from outside the vault (source.follow_links_out).",
                    "Run: vaultsearch serve, which leaves them out.",
                )
            folders = vault.folders if isinstance(vault, VaultGroup) else {"": vault.folder}
            yield OpenNotes(vault, folders, self._ids)

    def under_way(self) -> str | None:
        """Say nothing: the window itself shows what is under way."""
        return None

    async def warm_up(self) -> None:
        """Do nothing: the window has."""

    async def keep_fresh(self) -> None:
        """Do nothing: the window does."""

    async def close(self) -> None:
        """Do nothing: the vault is the window's."""


async def serve_window(
    hold: HoldVault, window: ShownWindow, ports: range, on_listening: Callable[[str, str], None]
) -> None:
    """Serve until cancelled; call ``on_listening`` with address and token once programs can ask.

    Raises:
        SettingsError: All ports are in use, or there is no usable token.
    """
    token, _ = await asyncio.to_thread(bearer_token, mcp_token_file())
    with _listen(ports) as listening_socket:
        server = VaultServer(WindowVaults(hold), window=window)
        routes = make_routes(server, window=True)
        # Nobody waits for another program's answer when the window closes.
        http_server = make_http_server(server, listening_socket, [token], routes=routes, ending_s=0)
        on_listening("http://{}:{}".format(*listening_socket.getsockname()), token)
        serving = asyncio.ensure_future(http_server.serve(sockets=[listening_socket]))
        try:
            await asyncio.shield(serving)
        finally:
            # Cancelled itself, it would leave connections and its own tasks behind.
            http_server.should_exit = True
            await asyncio.wait([serving])


def _listen(ports: range) -> socket.socket:
    """Listen at the first free port of this machine alone."""
    for port in ports:
        try:
            return socket.create_server(("127.0.0.1", port))
        except OSError:
            continue
    raise SettingsError(
        Message("Other programs can't search: the ports {} to {} are in use.", ports[0], ports[-1]),
        "Close a program that listens there, such as vaultsearch serve.",
    )
