"""Serve the window's vault to other programs, if the user allows it: on 127.0.0.1, on the engine's thread."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.messages import Message
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.window.main_window import MainWindow
from vaultsearch.settings.settings import Preferences

PORTS = range(8765, 8775)
"""The ports of which the first free one is taken: the plugin for Obsidian looks for the program there."""


@dataclass(eq=False)
class WindowServer:
    """The server of the window, on the engine's thread.

    ``show`` shows a note at a line, or a query's results; ``on_change`` gets address and token, both "" once
    nothing is served.
    """

    engine: EngineThread
    show: Callable[[str, int, str], None]
    on_change: Callable[[str, str], None]
    ports: range = PORTS
    _is_on: bool = False

    def follow(self, preferences: Preferences) -> None:
        """Start or stop serving, as the user allows."""
        if preferences.serves != self._is_on:
            self._is_on = preferences.serves
            self.engine.serve(self._serve if self._is_on else None)

    async def _serve(self) -> None:
        post = self.engine.post
        # A second of imports: nothing of it without the user's leave, and no question waits for it.
        server = await asyncio.to_thread(import_module, "vaultsearch.mcp_server.served_window")
        with _listen(self.ports) as listening:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            try:
                await server.serve_window(
                    self.engine.hold_vault,
                    lambda *shown: post(partial(self.show, *shown)),
                    listening,
                    lambda token: post(partial(self.on_change, address, token)),
                )
            finally:
                post(partial(self.on_change, "", ""))


def attach_server(engine: EngineThread, window: MainWindow) -> None:
    """Serve what is open in a window as its preferences allow, and show there what programs ask it to."""

    def show(path: str, line: int, query: str) -> None:
        window.show_note(path, line) if path else window.search(query)

    server = WindowServer(engine, show, window.settings.show_server)
    window.settings.preferred.connect(server.follow)
    # Not before: the server takes a second to import.
    engine.vault_opened.connect(lambda _: server.follow(window.store.preferences))


def _listen(ports: range) -> socket.socket:
    """Listen at the first free port of this machine alone. Raise SettingsError if there is none."""
    for port in ports:
        with suppress(OSError):
            return socket.create_server(("127.0.0.1", port))
    raise SettingsError(
        Message("Other programs can't search: the ports {} to {} are in use.", ports[0], ports[-1]),
        "Close a program that listens there, such as vaultsearch serve.",
    )
