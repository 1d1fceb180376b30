"""The server over HTTP: a real process for many clients, with a token, and for this machine alone."""

import asyncio
import os
import select
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.builders import present
from tests.mcp_server.serving import command, telling
from vaultsearch.core.errors import SettingsError
from vaultsearch.mcp_server import http_transport


class Address(NamedTuple):
    url: str
    token: str

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://").removesuffix("/mcp")


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[Address]:
    words, environment = command(home / "vault")
    environment.pop(http_transport.TOKEN_VARIABLE, None)
    with telling([*words, "--http", "127.0.0.1:0"], environment) as (first, _):
        file = home / "mcp.token"
        assert str(file) in first
        assert os.name == "nt" or file.stat().st_mode & 0o077 == 0
        yield Address(first.split()[1].rstrip(","), file.read_text().strip())


@asynccontextmanager
async def client(address: Address, mode: str = "legacy") -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {address.token}"}, timeout=120) as http,
        Client(streamable_http_client(address.url, http_client=http), mode=mode) as connected,
    ):
        yield connected


def status(address: Address, **headers: str) -> int:
    """Return the status of a request without a call: 406 for whoever may ask."""
    own = {"Accept": "application/json"} | {name: value.format(address) for name, value in headers.items()}
    return httpx2.post(address.url, json={}, headers=own).status_code


@pytest.mark.parametrize(("headers", "code"), [
    ({}, 401), ({"Authorization": "Bearer guessed"}, 401), ({"Authorization": "{0.token}"}, 401),
    ({"Authorization": "bearer {0.token}"}, 406), ({"Authorization": "BEARER {0.token}"}, 406),
    ({"Authorization": "Bearer {0.token}", "Origin": "http://evil.example"}, 403),
    ({"Authorization": "Bearer {0.token}", "Host": "evil.example"}, 421),
    ({"Authorization": "Bearer {0.token}", "Host": "LocalHost:9"}, 406),  # the port of a tunnel
    ({"Authorization": "Bearer {0.token}", "Origin": "http://localhost:9"}, 403),
    ({"Authorization": "Bearer {0.token}", "Origin": "http://{0.host}"}, 406),
])  # fmt: skip
def test_no_token_or_a_foreign_page_is_refused(address: Address, headers: dict[str, str], code: int) -> None:
    assert status(address, **headers) == code


def connected(address: Address, request: bytes = b"") -> socket.socket:
    host, _, port = address.host.rpartition(":")
    opened = socket.create_connection((host, int(port)), timeout=60)
    opened.sendall(request)
    return opened


def test_whoever_holds_connections_open_without_the_token_shuts_out_nobody(address: Address) -> None:
    """Half-sent requests took all descriptors: 75,725 tracebacks, 33 MB, in half a minute."""
    with ExitStack() as held:
        opened = [held.enter_context(connected(address, b"POST /mcp HTTP/1.1\r\nHo")) for _ in range(400)]
        for _ in range(3):
            assert status(address, Authorization="Bearer {0.token}") == 406
        assert len(select.select(opened, [], [], 5)[0]) >= 400 - http_transport.BoundedConnection.most
    with connected(address, b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n") as opened_body:
        answer = b"".join(iter(lambda: opened_body.recv(4096), b""))  # until the server closes it
        assert answer.startswith(b"HTTP/1.1 401")


async def test_a_request_that_is_never_sent_ends_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_transport.BoundedConnection, "request_s", 0.2)

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    class Recorded(http_transport.BoundedConnection):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            made = transport.get_extra_info("socket")
            delays.append(not made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    delays: list[bool] = []
    server = uvicorn.Server(uvicorn.Config(answer, http=Recorded, lifespan="off", timeout_keep_alive=1))
    with http_transport.open_listening_socket("127.0.0.1:0") as taken:
        serving = asyncio.create_task(server.serve(sockets=[taken]))
        whole, body = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9"
        for beginning in (b"", b"GET / HT", whole + b"GET / HT", body + b"\r\n\r\nx"):
            reader, writer = await asyncio.open_connection(*taken.getsockname())
            writer.write(beginning)
            async with asyncio.timeout(4):
                with suppress(ConnectionError):  # aborted
                    assert (b"204" in await reader.read()) == (beginning.count(b"GET") == 2)
            writer.close()
        server.should_exit = True
        await serving
    # Else an answer's body waits until its head is acknowledged, which took 40 ms.
    assert delays == [False] * 4


def test_out_of_descriptors_a_line_a_minute_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(http_transport.AcceptErrors())
    for _ in range(1000):
        error = OSError(24, "Too many open files")
        loop.call_exception_handler({"message": "socket.accept() out of system resource", "exception": error})
    loop.close()
    assert capsys.readouterr().err.count("\n") == 1


async def test_clients_of_both_kinds_ask_at_once_and_share_no_numbers(address: Address) -> None:
    async with client(address) as one, client(address) as other, client(address, "auto") as stateless:
        asking = [
            asker.call_tool("search", {"query": query, "mode": "fulltext"})
            for query, asker in [("varnish", one), ("rye flour", stateless)] * 10
        ]
        answers = [present(answer.structured_content) for answer in await asyncio.gather(*asking)]
        assert [answer["results"][0]["path"] for answer in answers] == ["Boat/Mast.md", "Bread.md"] * 10
        first = present((await one.call_tool("read_document", {"note": 1})).structured_content)
        assert first["documents"][0]["path"] == "Boat/Mast.md"
        assert (await other.call_tool("read_document", {"note": 1})).is_error
        assert (await stateless.call_tool("read_document", {"note": 1})).is_error


async def test_progress_is_told_and_a_cancelled_call_leaves_the_server_free(address: Address) -> None:
    told: list[str | None] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    text = "\n\n".join(f"The mast got coat {n} of varnish, the dough rested long." * 9 for n in range(90))
    async with client(address) as asker:
        asking = asyncio.ensure_future(
            asker.call_tool("search", {"query": "varnish", "also": ["rye"]}, progress_callback=note)
        )
        await asking
        assert any("passages" in (one or "") for one in told)
        given_up = asyncio.ensure_future(asker.call_tool("search_passage", {"text": text}))
        await asker.call_tool("tags", {})  # it has begun by then
        given_up.cancel()
        assert not (await asker.call_tool("search", {"query": "rye", "mode": "fulltext"})).is_error


@pytest.mark.parametrize(
    "written", ["0.0.0.0:0", "192.168.0.2:8765", "[::]:0", "example.org:80", "127.0.0.1"]
)
def test_an_address_that_others_can_reach_is_refused(written: str) -> None:
    with pytest.raises(SettingsError) as refused:
        http_transport.open_listening_socket(written)
    assert "127.0.0.1" in refused.value.remedy


def test_a_short_token_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(http_transport.TOKEN_VARIABLE, "guess")
    with pytest.raises(SettingsError, match="too short"):
        http_transport.bearer_token(tmp_path / "mcp.token")
