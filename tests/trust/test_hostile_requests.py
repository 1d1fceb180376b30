"""The server while somebody wants it to fail: connections that say nothing, and JSON without end."""

import os
import resource
import select
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.builders import self_signed
from vaultsearch.mcp_server.http_transport import BoundedConnection

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")

TOKEN = "a-token-that-is-long-enough"  # noqa: S105  # of this test
SILENT = 1020
SERVE = """
import asyncio, sys
from pathlib import Path
from vaultsearch.core.parameters import Parameters
from vaultsearch.mcp_server.http_transport import Certificate, serve_http
from vaultsearch.mcp_server.json_api import make_routes
from vaultsearch.mcp_server.served_vault import ServedVault, ServedVaults
from vaultsearch.mcp_server.server import VaultServer
folder, token, *files = sys.argv[1:]
server = VaultServer(ServedVaults([ServedVault(Path(folder), Parameters())], Parameters()))
encrypted = Certificate(*map(Path, files)) if files else None
asyncio.run(serve_http(server, "127.0.0.1:0", [token], "", certificate=encrypted, routes=make_routes(server)))
"""


@contextmanager
def serving(vault: Path, *files: Path) -> Iterator[tuple[str, int]]:
    """Serve a vault within limits of time, memory and descriptors; yield the host and the port."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        resource.setrlimit(resource.RLIMIT_DATA, (1500 << 20, 1500 << 20))
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))

    words = [sys.executable, "-c", SERVE, str(vault), TOKEN, *map(str, files)]
    with subprocess.Popen(
        words,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"HOME": str(vault)},
        preexec_fn=limit,  # noqa: PLW1509
    ) as process:
        assert process.stderr is not None
        try:
            address = process.stderr.readline().split()[1]
            host, _, port = address.partition("//")[2].partition("/")[0].rpartition(":")
            yield host, int(port)
        finally:
            process.terminate()
            process.stderr.read()


@pytest.fixture
def descriptors() -> Iterator[None]:
    """Descriptors for the connections of this side."""
    former = resource.getrlimit(resource.RLIMIT_NOFILE)
    if former[1] < 2 * SILENT:
        pytest.skip("this process may not open so many connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(former[0], 2 * SILENT), former[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, former)


@pytest.mark.usefixtures("descriptors")
def test_connections_that_begin_no_handshake_shut_nobody_out(vault: Path, tmp_path: Path) -> None:
    certificate, key = self_signed(tmp_path)
    context = ssl.create_default_context(cafile=str(certificate))
    with serving(vault, certificate, key) as (host, port), ExitStack() as held:
        silent = [held.enter_context(socket.create_connection((host, port))) for _ in range(SILENT)]
        for _ in range(3):
            answer = httpx2.get(
                f"https://localhost:{port}/openapi.json",
                headers={"Authorization": f"Bearer {TOKEN}"},
                verify=context,
                # Less than the minute after which the event loop itself gives a handshake up.
                timeout=40,
            )
            assert answer.status_code == 200
        poll = select.poll()
        for connection in silent:
            poll.register(connection, select.POLLIN)
        assert len(poll.poll(0)) >= SILENT - BoundedConnection.most
        # Those that are left have some seconds.
        silent[-1].settimeout(40)
        assert silent[-1].recv(1) == b""


def test_json_without_end_is_refused_with_a_sentence(vault: Path) -> None:
    deep = "[" * 500_000
    with serving(vault) as (host, port):
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        url = f"http://{host}:{port}"
        within, long = '{"query": ' + "[" * 900 + "]" * 900 + "}", f'{{"query": "{"(a OR b) " * 50_000}"}}'
        for content in (deep, '{"query": ' + deep, within, long):
            answer = httpx2.post(f"{url}/search", content=content, headers=headers, timeout=60)
            assert answer.status_code == 400
            assert answer.json()["error"]
        for query in ({"n": "[" * 15_000}, {"also": "[" * 15_000}, {"n": "9" * 15_000}):
            answer = httpx2.get(f"{url}/search", params={"query": "x", **query}, headers=headers, timeout=60)
            assert answer.status_code == 400
            assert answer.json()["error"]
        accept = {"Accept": "application/json, text/event-stream"}
        assert httpx2.post(f"{url}/mcp", content=deep, headers=headers | accept).status_code == 400
