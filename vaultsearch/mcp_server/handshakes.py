"""Count TLS connections before the handshake, and end them if it takes long."""

from __future__ import annotations

import asyncio
from asyncio.sslproto import SSLProtocol
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable


class BoundedHandshakes:
    """Makes protocols for connections, bounding handshakes in number and time.

    When there are too many, drop the longest waiting. uvicorn announces a connection only after the
    handshake: 1,020 connections without a handshake took all descriptors, for a minute.

    WORKAROUND uvicorn 0.54: it neither counts handshakes nor passes their time limit on; the event loop
    itself wraps connections in this asyncio class, which is undocumented.
    """

    def __init__(
        self, context: ssl.SSLContext, connection: Callable[..., asyncio.Protocol], most: int, seconds: float
    ) -> None:
        self._context, self._connection = context, connection
        self._most, self._seconds = most, seconds
        self._begun: list[_Handshake] = []

    def __call__(self, **arguments: Any) -> SSLProtocol:
        """Return the protocol for a new connection."""
        loop, connection = asyncio.get_running_loop(), self._connection(**arguments)
        made = _Handshake(
            loop,
            connection,
            self._context,
            None,  # type: ignore[arg-type]  # nobody waits for it
            server_side=True,
            ssl_handshake_timeout=self._seconds,  # type: ignore[arg-type]  # of any number
        )
        made.begin = self._count
        return made

    def _count(self, handshake: _Handshake) -> None:
        self._begun = [*(begun for begun in self._begun if begun.is_under_way), handshake]
        if len(self._begun) > self._most:
            self._begun.pop(0).abort()


class _Handshake(SSLProtocol):
    begin: Callable[[_Handshake], None]
    _begun: asyncio.Transport

    @property
    def is_under_way(self) -> bool:
        # The event loop gives the protocol within its transport when the handshake is done.
        connection = self._app_protocol
        return not self._begun.is_closing() and getattr(connection, "transport", None) is None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._begun = transport
        super().connection_made(transport)
        self.begin(self)

    def abort(self) -> None:
        self._begun.abort()
