"""Serve the window's open vault to other programs, in the window's process, by the tools of `serve`."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, cast

from vaultsearch.core.errors import OutsideVaultError
from vaultsearch.core.parameters import Parameters
from vaultsearch.mcp_server.http_transport import bearer_token, make_http_server
from vaultsearch.mcp_server.json_api import make_routes
from vaultsearch.mcp_server.served_vault import OpenNotes, ServedVaults
from vaultsearch.mcp_server.server import VaultServer
from vaultsearch.service.several.group import VaultGroup
from vaultsearch.settings.settings import mcp_token_file

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncGenerator, Callable

    from vaultsearch.mcp_server.note_tools import ShowInWindow
    from vaultsearch.service.protocol import VaultService
    from vaultsearch.service.vault import Vault

    HoldVault = Callable[[], AbstractAsyncContextManager[VaultService]]


class WindowVaults(ServedVaults):
    """Whatever vault is open in the window, which warms it up, keeps it fresh and closes it."""

    def __init__(self, hold: HoldVault) -> None:
        super().__init__((), Parameters())
        self._hold = hold

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


async def serve_window(
    hold: HoldVault, show: ShowInWindow, listening: socket.socket, on_ready: Callable[[str], None]
) -> None:
    """Serve at a socket until cancelled; call ``on_ready`` with the token that programs need.

    Raise SettingsError if there is no usable token.
    """
    token, _ = await asyncio.to_thread(bearer_token, mcp_token_file())
    server = VaultServer(WindowVaults(hold), show=show)
    routes = make_routes(server, window=True)
    # Nobody waits for another program's answer when the window closes.
    http_server = make_http_server(server, listening, [token], routes=routes, ending_s=0)
    on_ready(token)
    serving = asyncio.ensure_future(http_server.serve(sockets=[listening]))
    try:
        await asyncio.shield(serving)
    finally:
        # Cancelled itself, it would leave connections and its own tasks behind.
        http_server.should_exit = True
        await asyncio.wait([serving])
