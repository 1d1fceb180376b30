"""Streamable HTTP on this machine alone: a bearer token, and the checks of Host and Origin.

Specification: https://modelcontextprotocol.io/specification, Transports, Security Warning.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import os
import secrets
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.files import restrict_file, write_atomically
from vaultsearch.mcp_server.http_connections import ACCEPTED_AT_ONCE, AcceptErrors, BoundedConnection

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from pathlib import Path
    from typing import Any

    from vaultsearch.mcp_server.server import VaultServer

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    Application = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_VARIABLE = "VAULTSEARCH_MCP_TOKEN"  # noqa: S105  # a name
PATH = "/mcp"
_SHORTEST = 16
_ENDING_S = 2
_SESSION_S, _SESSIONS = 1800.0, 256
"""Seconds without a request after which a session is ended, and how many there may be."""
_EXAMPLE = "127.0.0.1:PORT, with 0 for a free port"


async def serve_http(server: VaultServer, address: str, token: str, token_source: str) -> None:
    """Serve until SIGTERM or Ctrl+C. The address goes to stderr; ``token_source`` says where the token is.

    Raises:
        SettingsError: The address is none of this machine's own, or is taken.
    """
    with listening(address) as listening_socket:
        host, port = listening_socket.getsockname()[:2]
        named = [f"[{host}]:{port}" if ":" in host else f"{host}:{port}", f"localhost:{port}"]
        application = server.streamable_http_app(
            streamable_http_path=PATH,
            session_idle_timeout=_SESSION_S,
            max_sessions=_SESSIONS,
            transport_security=TransportSecuritySettings(
                allowed_hosts=named, allowed_origins=[f"http://{name}" for name in named]
            ),
        )
        config = uvicorn.Config(
            _BearerRequired(application, token),
            lifespan="on",
            http=BoundedConnection,
            backlog=ACCEPTED_AT_ONCE,
            # Each connection counts, also those that are being ended for others.
            limit_concurrency=BoundedConnection.most + ACCEPTED_AT_ONCE + 1,
            log_level="error",  # each malformed request would be a warning
            access_log=False,
            ws="none",
            timeout_graceful_shutdown=_ENDING_S,
        )
        asyncio.get_running_loop().set_exception_handler(AcceptErrors())
        sys.stderr.write(f"Serving http://{named[0]}{PATH}, token in {token_source}\n")
        sys.stderr.flush()
        await uvicorn.Server(config).serve(sockets=[listening_socket])


def bearer_token(file: Path) -> tuple[str, str]:
    """Return the token of the environment, else of ``file``, which is made if it is missing, and its place.

    Raises:
        SettingsError: The token is too short to be a secret, or the file cannot be read or made.
    """
    if TOKEN_VARIABLE in os.environ:
        return _long_enough(os.environ[TOKEN_VARIABLE].strip(), TOKEN_VARIABLE), TOKEN_VARIABLE
    try:
        if not file.exists():
            write_atomically(file, secrets.token_urlsafe(32) + "\n", make_folder=True)
        restrict_file(file)
        return _long_enough(file.read_text(encoding="utf-8").strip(), str(file)), str(file)
    except (OSError, UnicodeError) as error:
        raise SettingsError(
            f"The token in {file} can't be read: {error}.", f"Or set {TOKEN_VARIABLE}."
        ) from error


def _long_enough(token: str, place: str) -> str:
    if len(token) < _SHORTEST:
        raise SettingsError(f"The token in {place} is too short.", f"Use {_SHORTEST} characters or more.")
    return token


def listening(address: str) -> socket.socket:
    """Listen at an address of this machine. Raise SettingsError if it is none, or is taken."""
    host, _, port = address.rpartition(":")
    host = {"": "127.0.0.1", "localhost": "127.0.0.1"}.get(host, host.strip("[]"))
    try:
        is_own = ipaddress.ip_address(host).is_loopback
        number = int(port)
    except ValueError:
        raise SettingsError(
            f"{address} is no address.", "Use 127.0.0.1:PORT; port 0 takes a free one."
        ) from None
    if not is_own:
        raise SettingsError(
            f"{host} can be reached from other machines.",
            "Use 127.0.0.1: notes are served to this machine alone.",
        )
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, number), family=family)
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"{address} can't be used: {error}.", "Use another port; 0 takes a free one."
        ) from error


class _BearerRequired:
    """Passes on requests that bear the token, and answers 401 to all others."""

    def __init__(self, application: Application, token: str) -> None:
        self._application = application
        self._expected = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_borne(scope):
            # Closed, as its body may never end.
            headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        await self._application(scope, receive, send)

    def _is_borne(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")  # the scheme in any case: RFC 9110, 11.1
        return scheme.lower() == b"bearer" and hmac.compare_digest(token.strip(), self._expected)
