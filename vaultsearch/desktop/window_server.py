"""Serve the window's vault to other programs, if the user allows it: on 127.0.0.1, on the engine's thread."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.messages import Message
from vaultsearch.gui.settings.privacy_page import SERVER_JOB

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from vaultsearch.gui.engine_thread import EngineThread
    from vaultsearch.gui.window.main_window import MainWindow
    from vaultsearch.settings.protocol import Preferences

PORTS = range(8765, 8775)
"""The ports of which the first free one is taken: the plugin for Obsidian looks for the program there."""


class WindowServer(QObject):
    """The server of the window, and what programs ask the window to show."""

    listening = Signal(str, str)
    """The address and the token; both "" once nothing is served."""
    note_asked = Signal(str, int)
    """A note's path and line to show."""
    query_asked = Signal(str)
    """A query to search for; "" to come to the front."""
    _handed_over = Signal(object)

    def __init__(self, engine: EngineThread, ports: range = PORTS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._ports = ports
        self._is_on = False
        self._handed_over.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def follow(self, preferences: Preferences) -> None:
        """Start or stop serving, as the user allows."""
        if preferences.serves == self._is_on:
            return
        self._is_on = preferences.serves
        if self._is_on:
            self._engine.start_beside(SERVER_JOB, self._serve)
        else:
            self._engine.stop_beside(SERVER_JOB)

    @Slot(object)
    def _call(self, emit: Callable[[], None]) -> None:
        emit()

    # From here on: the engine's thread.

    def show_note(self, path: str, line: int) -> None:
        """Show a note at ``line``, 0 for the top."""
        self._handed_over.emit(partial(self.note_asked.emit, path, line))

    def search(self, query: str) -> None:
        """Search for a query; "" brings the window to the front."""
        self._handed_over.emit(partial(self.query_asked.emit, query))

    async def _serve(self) -> None:
        # A second of imports: nothing of it without the user's leave, and no question waits for it.
        serve_window = await asyncio.to_thread(_import_server)
        with _listen(self._ports) as listening:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            try:
                await serve_window(self._engine.hold_vault, self, listening, partial(self._tell, address))
            finally:
                self._tell("", "")

    def _tell(self, address: str, token: str) -> None:
        self._handed_over.emit(partial(self.listening.emit, address, token))


def attach_server(engine: EngineThread, window: MainWindow) -> None:
    """Serve what is open in a window as its preferences allow, and show there what programs ask it to."""
    server = WindowServer(engine, parent=window)
    server.listening.connect(window.settings.show_server)
    server.note_asked.connect(window.show_note)
    server.query_asked.connect(window.search)
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


def _import_server() -> Callable[..., Awaitable[None]]:
    from vaultsearch.mcp_server.served_window import serve_window

    return serve_window
