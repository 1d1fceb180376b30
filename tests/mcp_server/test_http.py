"""The server over HTTP: a real process for many clients, with a token, and for this machine alone."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.mcp_server.serving import command
from vaultsearch.core.errors import SettingsError
from vaultsearch.mcp_server.http_transport import TOKEN_VARIABLE, bearer_token, listening

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


class Address(NamedTuple):
    url: str
    token: str


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[Address]:
    words, environment = command(home / "vault")
    environment.pop(TOKEN_VARIABLE, None)
    with subprocess.Popen(
        [*words, "--http", "127.0.0.1:0"], env=environment, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        told = process.stderr.readline()
        file = home / "mcp.token"
        assert str(file) in told
        assert os.name == "nt" or file.stat().st_mode & 0o077 == 0
        yield Address(told.split()[1].rstrip(","), file.read_text().strip())
        process.terminate()
        process.stderr.read()


@asynccontextmanager
async def client(address: Address, mode: str = "legacy") -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {address.token}"}, timeout=120) as http,
        Client(streamable_http_client(address.url, http_client=http), mode=mode) as connected,
    ):
        yield connected


def status(address: Address, **headers: str) -> int:
    with httpx2.Client() as http:
        return http.post(address.url, json={}, headers={"Accept": "application/json", **headers}).status_code


def test_who_bears_no_token_or_comes_from_a_foreign_page_is_refused(address: Address) -> None:
    bearer = f"Bearer {address.token}"
    assert status(address) == status(address, Authorization="Bearer guessed") == 401
    assert status(address, Authorization=bearer, Origin="http://evil.example") == 403
    assert status(address, Authorization=bearer, Host="evil.example") == 421
    own = address.url.removesuffix("/mcp")
    assert status(address, Authorization=bearer, Origin=own) not in (401, 403, 421)


def test_two_clients_of_both_kinds_ask_twenty_questions_at_once_and_share_no_numbers(
    address: Address,
) -> None:
    async def ask() -> None:
        async with client(address) as one, client(address) as other, client(address, "auto") as stateless:
            questions = ["varnish", "rye flour"] * 10
            answers = await asyncio.gather(
                *(
                    asker.call_tool("search", {"query": query, "mode": "fulltext"})
                    for query, asker in zip(questions, [one, stateless] * 10, strict=True)
                )
            )
            found = {
                (query, json.dumps(answer.structured_content["results"][0]["path"]))
                for query, answer in zip(questions, answers, strict=True)
                if answer.structured_content
            }
            assert found == {("varnish", '"Boat/Mast.md"'), ("rye flour", '"Bread.md"')}
            first = await one.call_tool("read_document", {"note": 1})
            assert first.structured_content
            assert first.structured_content["documents"][0]["path"] == "Boat/Mast.md"
            assert (await other.call_tool("read_document", {"note": 1})).is_error
            assert (await stateless.call_tool("read_document", {"note": 1})).is_error

    asyncio.run(ask())


def test_progress_is_told_and_a_cancelled_call_leaves_the_server_free(address: Address) -> None:
    async def ask() -> None:
        told: list[str | None] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            told.append(message)

        text = "\n\n".join(
            f"The mast got coat {at} of varnish, the dough rested for hours." * 9 for at in range(90)
        )
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

    asyncio.run(ask())


@pytest.mark.parametrize(
    "written", ["0.0.0.0:0", "192.168.0.2:8765", "[::]:0", "example.org:80", "127.0.0.1"]
)
def test_an_address_that_others_can_reach_is_refused(written: str) -> None:
    with pytest.raises(SettingsError) as refused:
        listening(written)
    assert "127.0.0.1" in refused.value.remedy


def test_a_short_token_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, "guess")
    with pytest.raises(SettingsError, match="too short"):
        bearer_token(tmp_path / "mcp.token")
