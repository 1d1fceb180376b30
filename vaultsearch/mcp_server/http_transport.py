"""The server over HTTP: streamable HTTP of the protocol, and plain JSON beside it.

On this machine alone unless by TLS; with bearer tokens, and the checks of Host and Origin.

Specification: https://modelcontextprotocol.io/specification, Transports, Security Warning.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import os
import secrets
import socket
import ssl
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolResult, TextContent
from starlette.responses import JSONResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.files import restrict_file, write_atomically
from vaultsearch.mcp_server.handshakes import BoundedHandshakes
from vaultsearch.mcp_server.server import package_version

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping, Sequence
    from pathlib import Path

    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

    from vaultsearch.mcp_server.server import VaultServer

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    Application = Callable[[Scope, Receive, Send], Awaitable[None]]


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
    # A negative number stands for no limit.
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
        # Whoever holds connections open without a token shut out every client that has one.
        if len(self.connections) > self.most:
            waiting = [
                connection
                for connection in self.connections
                if isinstance(connection, BoundedConnection)
                and connection.is_waiting
                and not connection.transport.is_closing()
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
        self._reported = -_TOLD_EVERY_S

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error that nobody awaited."""
        if context.get("message") != _OUT_OF_RESOURCES:
            loop.default_exception_handler(context)
        elif time.monotonic() - self._reported >= _TOLD_EVERY_S:
            self._reported = time.monotonic()
            sys.stderr.write(f"No further connection can be accepted: {context.get('exception')}.\n")


TOKEN_VARIABLE = "VAULTSEARCH_MCP_TOKEN"  # noqa: S105  # a name
PATH = "/mcp"
_SHORTEST = 16
_READERS = "Give a file with NAME: TOKEN a line."
_ENDING_S = 2
_SESSION_S, _SESSIONS = 1800.0, 256
"""Seconds without a request after which a session is ended, and how many there may be."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate and of its key, for TLS."""

    file: Path
    key: Path


async def serve_http(
    server: VaultServer,
    address: str,
    tokens: Collection[str],
    token_source: str,
    *,
    certificate: Certificate | None = None,
    routes: Sequence[BaseRoute] = (),
) -> None:
    """Serve until SIGTERM or Ctrl+C. The address goes to stderr; ``token_source`` says where the tokens are.

    Args:
        server: The server.
        address: Of this machine alone, unless there is a certificate.
        tokens: Those of the readers.
        token_source: Where they are.
        certificate: For TLS, with which other machines may be served.
        routes: Other interfaces beside MCP.

    Raises:
        SettingsError: The address is taken or, without TLS, none of this machine's own.
    """
    with listening(address, is_encrypted=certificate is not None) as listening_socket:
        host, port = listening_socket.getsockname()[:2]
        named = [f"[{host}]:{port}" if ":" in host else f"{host}:{port}", f"localhost:{port}"]
        application = server.streamable_http_app(
            streamable_http_path=PATH,
            session_idle_timeout=_SESSION_S,
            max_sessions=_SESSIONS,
            # Another machine's name is not known here; its requests bear a token, encrypted.
            transport_security=TransportSecuritySettings(
                enable_dns_rebinding_protection=certificate is None,
                allowed_hosts=named,
                allowed_origins=[f"http://{name}" for name in named],
            ),
        )
        application.router.routes.extend(routes)
        config = uvicorn.Config(
            _BearerRequired(application, tokens),
            lifespan="on",
            http=BoundedConnection if certificate is None else _encrypted(certificate),
            backlog=ACCEPTED_AT_ONCE,
            # Each connection counts, also those that are being ended for others.
            limit_concurrency=BoundedConnection.most + ACCEPTED_AT_ONCE + 1,
            # Each malformed request would be a warning, and any program on this machine can send them.
            log_level="error",
            access_log=False,
            # The protocol has no use for web sockets.
            ws="none",
            timeout_graceful_shutdown=_ENDING_S,
        )
        asyncio.get_running_loop().set_exception_handler(AcceptErrors())
        scheme = "http" if certificate is None else "https"
        sys.stderr.write(f"Serving {scheme}://{named[0]}{PATH}, token in {token_source}\n")
        sys.stderr.flush()
        await uvicorn.Server(config).serve(sockets=[listening_socket])


def _encrypted(certificate: Certificate) -> Any:
    """Return what makes the protocols of connections by TLS. Raise OSError for files that will not do."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.file, certificate.key)
    return BoundedHandshakes(context, BoundedConnection, BoundedConnection.most, REQUEST_S)


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


def reader_tokens(file: Path) -> tuple[str, ...]:
    """Return the tokens of a file that has a reader's name and token a line, such as ``anna: TOKEN``.

    Raises:
        SettingsError: The file cannot be read, has no token, or one that is too short to be a secret.
    """
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{file} can't be read: {error}.", _READERS) from error
    tokens = [line.rpartition(":")[2].strip() for line in lines if line and not line.startswith("#")]
    if not tokens:
        raise SettingsError(f"{file} has no tokens.", _READERS)
    return tuple(_long_enough(token, str(file)) for token in tokens)


def _long_enough(token: str, place: str) -> str:
    if len(token) < _SHORTEST:
        raise SettingsError(f"The token in {place} is too short.", f"Use {_SHORTEST} characters or more.")
    return token


def listening(address: str, *, is_encrypted: bool = False) -> socket.socket:
    """Listen at an address of this machine. Raise SettingsError if it is none, or is taken.

    Other machines may reach one that ``is_encrypted``.
    """
    host, _, port = address.rpartition(":")
    # An address without a host means this machine, not all of its networks.
    host = {"": "127.0.0.1", "localhost": "127.0.0.1"}.get(host, host.strip("[]"))
    try:
        is_own = ipaddress.ip_address(host).is_loopback
        number = int(port)
    except ValueError:
        raise SettingsError(
            f"{address} is no address.", "Use 127.0.0.1:PORT; port 0 takes a free one."
        ) from None
    if not is_own and not is_encrypted:
        raise SettingsError(
            f"{host} can be reached from other machines.",
            "Use 127.0.0.1; `vaultsearch serve` with a certificate serves other machines.",
        )
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, number), family=family)
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"{address} can't be used: {error}.", "Use another port; 0 takes a free one."
        ) from error


class _BearerRequired:
    """Passes on requests that bear one of the tokens, and answers 401 to all others."""

    def __init__(self, application: Application, tokens: Collection[str]) -> None:
        self._application = application
        self._expected = [token.encode() for token in tokens]

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
        # The scheme may be in any case: RFC 9110, 11.1.
        scheme, _, token = given[0].partition(b" ")
        is_known = [hmac.compare_digest(token.strip(), expected) for expected in self._expected]
        return scheme.lower() == b"bearer" and any(is_known)


# A plain JSON interface beside the MCP server, for programs that speak no MCP: the same tools, read only.
# Each operation takes its arguments as JSON by POST, or in the query by GET; `/openapi.json` describes
# them.

OPERATIONS = {
    "/search": "search",
    "/read": "read_document",
    "/related": "related",
    "/links": "links",
    "/topics": "topics",
    "/status": "status",
}
"""The tools by their paths."""
DESCRIPTION = "/openapi.json"
_MOST_BYTES = 1 << 20
_BAD, _TOO_LARGE = 400, 413


class _NoClient:
    """Stands in for the session of a client of the protocol."""

    client_params = None


class _PlainContext(Context[None, Any]):
    """A call by no client of the protocol: it has no session, and nobody is told of its progress."""

    @property
    def headers(self) -> Mapping[str, str]:
        """No headers, so that the numbers of its notes are those of its answer alone."""
        return {}

    @property
    def session(self) -> Any:
        """Nobody."""
        return _NoClient

    async def report_progress(self, *_: Any, **__: Any) -> None:
        """Do nothing: nobody waits for it."""


def routes(server: VaultServer) -> list[Route]:
    """Return the routes of the interface to a server's tools."""

    def answering(tool: str) -> Any:
        async def answer(request: Request) -> JSONResponse:
            try:
                arguments = await _arguments(request, await _schema(server, tool))
            except ValueError as error:
                return JSONResponse({"error": f"The request is no JSON object: {error}."}, _BAD)
            if arguments is None:
                return JSONResponse({"error": "The request is too large."}, _TOO_LARGE)
            result = await server.call_tool(tool, arguments, _PlainContext())  # type: ignore[call-arg]  # private ones
            if not isinstance(result, CallToolResult) or result.is_error:
                return JSONResponse({"error": _text(result)}, _BAD)
            return JSONResponse(result.structured_content or {"text": _text(result)})

        return answer

    async def describe(_request: Request) -> JSONResponse:
        return JSONResponse(await described(server))

    operations = [Route(path, answering(tool), methods=["GET", "POST"]) for path, tool in OPERATIONS.items()]
    return [*operations, Route(DESCRIPTION, describe, methods=["GET"])]


async def described(server: VaultServer) -> dict[str, Any]:
    """Return the description of the interface by OpenAPI 3.1."""
    tools = {tool.name: tool for tool in await server.whole_tools()}
    paths = {
        path: {
            "post": {
                "operationId": name,
                "summary": tools[name].title,
                "description": tools[name].description,
                "requestBody": {"content": {"application/json": {"schema": tools[name].input_schema}}},
                "responses": {
                    "200": {
                        "description": "The answer.",
                        "content": {"application/json": {"schema": tools[name].output_schema or {}}},
                    },
                    "400": {"description": "A sentence on the trouble, as `error`."},
                    "401": {"description": "The token is missing or unknown."},
                },
            }
        }
        for path, name in OPERATIONS.items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "vaultsearch", "version": package_version()},
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}],
    }


async def _schema(server: VaultServer, tool: str) -> Mapping[str, Any]:
    listed = await server.list_tools()
    return next(each.input_schema for each in listed if each.name == tool)


async def _arguments(request: Request, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a request's arguments, None if it is too large. Raise ValueError for anything else."""
    if request.method == "GET":
        properties: Mapping[str, Any] = schema["properties"]
        return {
            name: _read(values, properties.get(name, {}))
            for name in request.query_params
            if (values := request.query_params.getlist(name))
        }
    body = b""
    async for part in request.stream():
        body += part
        # While it arrives, as its announced length may be a lie.
        if len(body) > _MOST_BYTES:
            return None
    arguments = _json(body or b"{}")
    if not isinstance(arguments, dict):
        raise ValueError(type(arguments).__name__)
    return arguments


def _read(values: list[str], schema: Mapping[str, Any]) -> Any:
    """Return a parameter of an address as its schema has it: several values, a text, or read as JSON."""
    kinds = {schema.get("type"), *(each.get("type") for each in schema.get("anyOf", ()))}
    if "array" in kinds and (len(values) > 1 or not ("string" in kinds or values[0].startswith("["))):
        return values
    if "string" in kinds:
        return values[-1]
    try:
        return _json(values[-1])
    except ValueError:
        return values[-1]


def _json(written: str | bytes) -> Any:
    """Return what is written as JSON. Raise ValueError for what is none, or too deep to be read."""
    try:
        return json.loads(written)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _text(result: Any) -> str:
    return " ".join(part.text for part in getattr(result, "content", ()) if isinstance(part, TextContent))
