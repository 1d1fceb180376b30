"""The bounds of connections over HTTP: how many there are, and how long one may wait without a request.

Any process of this machine can connect, without the token: held open, half-sent requests took all of the
server's descriptors, and each further one wrote a traceback, 33 MB of them in half a minute.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

_MOST = 128
_SHARE = 4
"""The part of the descriptors that connections may take: tables and models need the others."""
ACCEPTED_AT_ONCE = 64
"""Connections accepted before the first of them can be ended, and errors of accepting in a row.

Out of descriptors, asyncio of Python 3.11 to 3.13 goes on to accept as often as its backlog is long.
"""
REQUEST_S = 10.0
"""Seconds within which a request's head is to be complete."""
_TOLD_EVERY_S = 60.0
_OUT_OF_RESOURCES = "socket.accept() out of system resource"


def most_connections() -> int:
    """Return how many connections may be open at once."""
    if sys.platform == "win32":
        return _MOST
    import resource

    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST if descriptors < 0 else max(8, min(_MOST, descriptors // _SHARE))


class BoundedConnection(H11Protocol):
    """A connection that is ended if no request comes in time, or if there are too many.

    Of too many, the one goes that has waited longest for its request: a client that has something to ask
    sends it at once, so that whoever holds connections open shuts out nobody but itself.

    WORKAROUND uvicorn 0.54: it has no limit of time for a request's head; `cycle` and `connections` are its
    own attributes, which it does not document.
    """

    request_s = REQUEST_S
    most = most_connections()
    _waits_since = 0.0
    _deadline: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether no request is being answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Await a request; end the connection that has waited longest if there are too many."""
        super().connection_made(transport)
        self._waits_since = self.loop.time()
        self._await_request()
        if len(self.connections) > self.most:
            waiting = [
                connection for connection in self.connections if isinstance(connection, BoundedConnection)
            ]
            waiting = [
                connection
                for connection in waiting
                if connection.is_waiting and not connection.transport.is_closing()
            ]
            if waiting:
                min(waiting, key=lambda connection: connection._waits_since).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take data; its request must be complete in time."""
        was_waiting = self.is_waiting
        super().data_received(data)
        if not self.is_waiting:
            self._end_waiting()
        elif not was_waiting or self._deadline is None:
            self._waits_since = self.loop.time()
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._end_waiting()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._end_waiting()
        self._deadline = self.loop.call_later(self.request_s, self._end_if_waiting)

    def _end_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_if_waiting(self) -> None:
        if self.is_waiting:
            self.transport.abort()


class AcceptErrors:
    """An exception handler of an event loop that tells in a line, once a minute, that descriptors ran out."""

    def __init__(self) -> None:
        self._told = -_TOLD_EVERY_S

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error that nobody awaited."""
        if context.get("message") != _OUT_OF_RESOURCES:
            loop.default_exception_handler(context)
        elif time.monotonic() - self._told >= _TOLD_EVERY_S:
            self._told = time.monotonic()
            sys.stderr.write(f"No further connection can be accepted: {context.get('exception')}.\n")
