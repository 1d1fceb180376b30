"""Serve MCP over streamable HTTP; plain JSON beside it is in `json_api`.

On this machine alone unless by TLS; with bearer tokens, and without TLS with checks on Host and Origin.

Specification: https://modelcontextprotocol.io/specification, Transports, Security Warning.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import os
import re
import secrets
import socket
import ssl
import sys
import time
from asyncio.sslproto import SSLProtocol
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.files import restrict_file, write_atomically
from vaultsearch.core.process_limits import max_descriptors
from vaultsearch.mcp_server.arguments import SESSION_HEADER

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping, Sequence
    from pathlib import Path

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from vaultsearch.mcp_server.server import VaultServer

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    Application = Callable[[Scope, Receive, Send], Awaitable[None]]


_MAX_CONNECTIONS = 128
_DESCRIPTOR_SHARE = 4
"""The part of the descriptors that connections may take: tables and models need the others."""
ACCEPTED_AT_ONCE = 64
"""Connections accepted before the first of them can be ended, and errors of accepting in a row.

Out of descriptors, asyncio of Python 3.11 to 3.13 goes on to accept as often as its backlog is long.
"""
REQUEST_S = 10.0
"""Seconds within which a request's head is to be complete, and as many for the body."""
_TOLD_EVERY_S = 60.0


def max_connections() -> int:
    """Return how many connections may be open at once."""
    descriptors = max_descriptors()
    if descriptors is None:
        return _MAX_CONNECTIONS
    return max(8, min(_MAX_CONNECTIONS, descriptors // _DESCRIPTOR_SHARE))


class BoundedConnection(H11Protocol):
    """A connection, ended if no request comes in time or if there are too many.

    When there are too many, drop the longest waiting: a client with something to ask sends it at once, so
    whoever holds connections open shuts out only themselves.

    WORKAROUND uvicorn 0.54: it has no time limit for a request's head; `cycle` and `connections` are
    undocumented attributes.
    """

    request_s = REQUEST_S
    most = max_connections()
    _waits_since = 0.0
    _deadline: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether no whole request is being answered: the body is awaited like the head."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Await a request; if there are too many connections, end the longest waiting."""
        super().connection_made(transport)
        # asyncio does this for sockets that name their protocol, and those of socket.create_server do not: an
        # answer's body waited 40 ms until its head was acknowledged.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
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

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request as JSON, like any other trouble, and close."""
        answer = refusal_response(msg, 400, headers={"connection": "close"})
        head = h11.Response(status_code=400, headers=answer.raw_headers, reason=b"Bad Request")
        for event in (head, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Receive data; the request must be complete in time."""
        was_waiting, former = self.is_waiting, self.cycle
        super().data_received(data)
        if not self.is_waiting:
            self._end_waiting()
        elif not was_waiting or self.cycle is not former or self._deadline is None:
            self._waits_since = self.loop.time()
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._end_waiting()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        def end_if_waiting() -> None:
            if self.is_waiting:
                self.transport.abort()

        self._end_waiting()
        self._deadline = self.loop.call_later(self.request_s, end_if_waiting)

    def _end_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


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

        def count(handshake: _Handshake) -> None:
            self._begun = [*(begun for begun in self._begun if begun.is_under_way), handshake]
            if len(self._begun) > self._most:
                self._begun.pop(0).abort()

        made.begin = count
        return made


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


class AcceptErrors:
    """Event loop exception handler logging at most once a minute when descriptors run out."""

    def __init__(self) -> None:
        self._reported = -_TOLD_EVERY_S

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error nobody awaited."""
        if context.get("message") != "socket.accept() out of system resource":
            loop.default_exception_handler(context)
        elif time.monotonic() - self._reported >= _TOLD_EVERY_S:
            self._reported = time.monotonic()
            sys.stderr.write(f"No further connection can be accepted: {context.get('exception')}.\n")


TOKEN_VARIABLE = "VAULTSEARCH_MCP_TOKEN"  # noqa: S105  # a name
PATH = "/mcp"
_PORT = re.compile(r":\d*$")
OBSIDIAN_ORIGIN = "app://obsidian.md"
"""The origin of Obsidian's own pages, in which plugins run."""
_MIN_TOKEN_LENGTH = 16
_READERS_REMEDY = "Give a file with NAME: TOKEN a line."
_ENDING_S = 2
_SESSION_S, _MAX_SESSIONS = 1800.0, 256
"""Seconds without a request after which a session is ended, and how many there may be."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """TLS certificate and key files."""

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
    origins: Sequence[str] = (),
) -> None:
    """Serve until SIGTERM or Ctrl+C. Print addresses to stderr; ``token_source`` says where the tokens are.

    With a certificate, other machines may be served; pages of ``origins`` may ask, besides Obsidian.

    Raises:
        SettingsError: The address is in use, or not on this machine and without TLS.
    """
    with open_listening_socket(address, is_encrypted=certificate is not None) as listening_socket:
        serving = make_http_server(server, listening_socket, tokens, certificate, routes, origins)
        asyncio.get_running_loop().set_exception_handler(AcceptErrors())
        shown = f"{'http' if certificate is None else 'https'}://{_names_of(listening_socket)[0]}"
        sys.stderr.write(f"Serving {shown}{PATH}, token in {token_source}\n")
        for route in routes:
            sys.stderr.write(f"        {shown}{getattr(route, 'path', '')}\n")
        sys.stderr.flush()
        await serving.serve(sockets=[listening_socket])


def _names_of(listening_socket: socket.socket) -> list[str]:
    host, port = listening_socket.getsockname()[:2]
    return [f"[{host}]:{port}" if ":" in host else f"{host}:{port}", f"localhost:{port}"]


def make_http_server(
    server: VaultServer,
    listening_socket: socket.socket,
    tokens: Collection[str],
    certificate: Certificate | None = None,
    routes: Sequence[BaseRoute] = (),
    origins: Sequence[str] = (),
    *,
    ending_s: int = _ENDING_S,
) -> uvicorn.Server:
    """Return what serves MCP, and ``routes``, at a socket; its requests have ``ending_s`` to end.

    See `serve_http` for the rest.
    """
    # Another machine's name is not known here; its requests bear a token, encrypted.
    hosts = _names_of(listening_socket) if certificate is None else []
    origins = (OBSIDIAN_ORIGIN, *origins)
    application = server.streamable_http_app(
        streamable_http_path=PATH,
        session_idle_timeout=_SESSION_S,
        max_sessions=_MAX_SESSIONS,
        # `_CheckedRequests` checks them for all paths.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    application.router.routes.extend(routes)
    application.add_exception_handler(HTTPException, answer_refused)
    # Outside of the token: a browser asks first whether it may ask, and bears none then.
    allowing = CORSMiddleware(
        _CheckedRequests(application, tokens, hosts, origins),
        allow_origins=origins,
        allow_methods=("GET", "POST", "DELETE"),
        allow_headers=("*",),
        expose_headers=(SESSION_HEADER,),
        allow_private_network=True,
    )
    config = uvicorn.Config(
        _JsonTroubles(allowing),
        lifespan="on",
        http=BoundedConnection if certificate is None else _tls_protocol_factory(certificate),
        backlog=ACCEPTED_AT_ONCE,
        # Each malformed request would be a warning, and any program on this machine can send them.
        log_level="error",
        access_log=False,
        # The protocol has no use for web sockets.
        ws="none",
        timeout_graceful_shutdown=ending_s,
    )
    return uvicorn.Server(config)


def _tls_protocol_factory(certificate: Certificate) -> Any:
    """Return a factory for TLS connection protocols. Raise OSError or SettingsError for unusable files."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for file in (certificate.file, certificate.key):
        # The library names no file that it cannot read.
        file.open("rb").close()
    try:
        context.load_cert_chain(certificate.file, certificate.key)
    except ssl.SSLError as error:
        raise SettingsError(
            f"{certificate.file} and {certificate.key} are no certificate and its key.",
            "Give a certificate and its own key as PEM files.",
        ) from error
    return BoundedHandshakes(context, BoundedConnection, BoundedConnection.most, REQUEST_S)


def bearer_token(file: Path) -> tuple[str, str]:
    """Return the token from the environment or from ``file``, and where it is; create a missing file.

    Raise SettingsError if the token is too short to be a secret, or the file cannot be read or made.
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
    """Return the tokens in a file with a reader's name and token on each line, such as ``anna: TOKEN``.

    Raise SettingsError if the file cannot be read, or a token is missing or too short to be a secret.
    """
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{file} can't be read: {error}.", _READERS_REMEDY) from error
    tokens = [line.rpartition(":")[2].strip() for line in lines if line and not line.startswith("#")]
    if not tokens:
        raise SettingsError(f"{file} has no tokens.", _READERS_REMEDY)
    return tuple(_long_enough(token, str(file)) for token in tokens)


def _long_enough(token: str, place: str) -> str:
    if len(token) < _MIN_TOKEN_LENGTH:
        raise SettingsError(
            f"The token in {place} is too short.", f"Use {_MIN_TOKEN_LENGTH} characters or more."
        )
    return token


def open_listening_socket(address: str, *, is_encrypted: bool = False) -> socket.socket:
    """Listen at an address on this machine. Raise SettingsError if it is elsewhere, or in use.

    Other machines may connect if ``is_encrypted``.
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
            f"{address} can't be used: {str(error).rstrip('.')}.", "Use another port; 0 takes a free one."
        ) from error


_REMEDIES = {
    400: "Send HTTP/1.1, and JSON as application/json.",
    401: "Send Authorization: Bearer TOKEN; the server names the token's file when it starts.",
    403: "A page may ask if `vaultsearch serve --origin` names it.",
    404: "See /openapi.json.",
    405: "Use GET or POST.",
    413: "Send less at once.",
    503: "Try again in a moment.",
}
"""By status, of troubles that have no code of their own."""


def refusal_response(
    sentence: str, status: int, code: str = "", headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return a trouble as JSON: a sentence and a code.

    Without a code it is the status code's name, and the sentence gets the status code's remedy.
    """
    if not code:
        sentence = f"{sentence.rstrip('.')}. {_REMEDIES.get(status, '')}".rstrip()
    return JSONResponse({"error": sentence, "code": code or HTTPStatus(status).name.lower()}, status, headers)


async def answer_refused(request: Request, error: Exception) -> JSONResponse:
    """Answer a request nothing here handles."""
    status, headers = (error.status_code, error.headers) if isinstance(error, HTTPException) else (500, None)
    sentences = {
        404: f"There is no {request.url.path}.",
        405: f"{request.url.path} can't be asked by {request.method}.",
    }
    return refusal_response(sentences.get(status, HTTPStatus(status).phrase), status, headers=headers)


class _JsonTroubles:
    """Answers all troubles as JSON, also those of libraries, and bounds requests in number."""

    def __init__(self, application: Application) -> None:
        self._application, self._under_way = application, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        text_answer: MutableMapping[str, Any] = {}

        async def send_json(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                kind = Headers(raw=message["headers"]).get("content-type", "")
                if not kind.startswith("application/json"):
                    text_answer.update(message)
                    return
            if not text_answer:
                await send(message)
            elif not message.get("more_body", False):
                sentence, status = bytes(message.get("body", b"")).decode(), text_answer["status"]
                if scope["method"] == "OPTIONS":  # starlette answers a page that may not ask with 400
                    status = 403
                await refusal_response(sentence or HTTPStatus(status).phrase, status)(scope, receive, send)

        are_too_many = self._under_way >= BoundedConnection.most + ACCEPTED_AT_ONCE
        busy = refusal_response("Too many requests at once.", 503, headers={"connection": "close"})
        self._under_way += 1
        try:
            await (busy if are_too_many else self._application)(scope, receive, send_json)
        finally:
            self._under_way -= 1


class _CheckedRequests:
    """Passes on requests with a known token, to one of ``hosts`` if any, and from no page but ``origins``."""

    def __init__(
        self, application: Application, tokens: Collection[str], hosts: Sequence[str], origins: Sequence[str]
    ) -> None:
        self._application = application
        self._expected = [token.encode() for token in tokens]
        self._hosts = hosts
        self._origins = ("", *(f"http://{host}" for host in hosts), *origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal_of(Headers(scope=scope)) if scope["type"] == "http" else None
        await (refused or self._application)(scope, receive, send)

    def _refusal_of(self, headers: Headers) -> JSONResponse | None:
        # Closed, as the body may never end.
        closing = {"connection": "close"}
        if not self._bears_token(headers):
            closing["www-authenticate"] = "Bearer"
            return refusal_response("The token is missing or unknown.", 401, headers=closing)
        # A page whose name leads here (DNS rebinding) asks by that name; a tunnel has its own port.
        name, *names = (_PORT.sub("", host) for host in (headers.get("host", "").lower(), *self._hosts))
        if names and name not in names:
            return refusal_response(
                f"This is {self._hosts[0]}, not the Host named; ask it by that name.", 421, headers=closing
            )
        if self._hosts and headers.get("origin", "") not in self._origins:
            return refusal_response("Pages of this Origin may not ask.", 403, headers=closing)
        return None

    def _bears_token(self, headers: Headers) -> bool:
        given = headers.getlist("authorization")
        if len(given) != 1:
            return False
        # The scheme may be in any case: RFC 9110, 11.1.
        scheme, _, token = given[0].partition(" ")
        # Compared as bytes: a text may hold ASCII alone.
        sent = token.strip().encode("latin-1")
        is_known = [hmac.compare_digest(sent, expected) for expected in self._expected]
        return scheme.lower() == "bearer" and any(is_known)
