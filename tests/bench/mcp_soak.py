"""A long run of the MCP server: `python -m tests.bench.mcp_soak [CALLS]`.

Four clients ask one server over HTTP, each with a new session now and then. Every answer is compared with
the first one to the same call; memory, descriptors and threads are told after a tenth of the calls and at the
end. Before that: memory after the start, and the processor time of a first answer over pipes.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
import psutil
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.builders import write_notes
from tests.mcp_server.serving import NOTES, command, index

CLIENTS = 4
A_SESSION = 250
"""Calls of a client until it begins a new session."""
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search", {"query": "varnish", "mode": "fulltext"}),
    ("search", {"query": "how many coats of varnish?", "rerank": False}),
    ("search", {"query": "/bread|boat/", "mode": "grep"}),
    ("search", {"query": "rye", "also": ["crane"], "mode": "fulltext", "filter": "-path:Long"}),
    ("read_document", {"note": ["Bread.md", "Long.md:3-9"]}),
    ("fetch", {"id": "Boat/Mast.md"}),
    ("links", {"note": "Mast", "depth": 2}),
    ("related", {"note": "Launch"}),
    ("list_notes", {"filter": "tag:boat"}),
    ("tags", {}),
    ("read_document", {"note": "no such note"}),
)
SELDOM: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search", {"query": "what goes in by crane?"}),
    ("context", {"query": "rye flour", "budget": 200}),
    ("search_passage", {"text": "The dough rests. The mast needs varnish."}),
)
_SELDOM_EVERY = 100


def main(calls: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "vault"
        (vault / ".obsidian").mkdir(parents=True)
        write_notes(vault, NOTES)
        asyncio.run(index(vault))
        asyncio.run(_first_answer(vault))
        words, environment = command(vault)
        with subprocess.Popen(
            [*words, "--http", "127.0.0.1:0"], env=environment, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr
            url = process.stderr.readline().split()[1].rstrip(",")
            token = (Path(folder) / "mcp.token").read_text().strip()
            asyncio.run(_soak(url, token, psutil.Process(process.pid), calls))
            process.terminate()


async def _first_answer(vault: Path) -> None:
    (program, *words), environment = command(vault)
    async with Client(
        StdioServerParameters(command=program, args=words, env=environment), mode="legacy"
    ) as client:
        (process,) = psutil.Process().children()
        print(f"after the start: {_state(process)}")
        await client.call_tool("search", {"query": "how many coats of varnish?"})
        print(f"after the first answer: {_state(process)}", flush=True)


async def _soak(url: str, token: str, process: psutil.Process, calls: int) -> None:
    first: dict[str, str] = {}
    others: list[str] = []
    begun, done = time.monotonic(), 0

    async def ask(client: int) -> None:
        nonlocal done
        at = client
        while at < calls:
            async with (
                httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=600) as http,
                Client(streamable_http_client(url, http_client=http), mode="legacy") as asker,
            ):
                for _ in range(A_SESSION):
                    tool, arguments = _call(at)
                    answer = await asker.call_tool(tool, arguments)
                    key = json.dumps((tool, arguments))
                    found = json.dumps(_comparable(answer.structured_content)) + str(answer.is_error)
                    if first.setdefault(key, found) != found:
                        others.append(key)
                    done += 1
                    at += CLIENTS
                    if done % max(1, calls // 10) == 0:
                        print(
                            f"{done:,} calls, {time.monotonic() - begun:.0f} s: {_state(process)}", flush=True
                        )
                    if at >= calls:
                        return

    await asyncio.gather(*(ask(client) for client in range(CLIENTS)))
    print(f"{len(first)} kinds of calls, {len(others)} answers other than the first: {sorted(set(others))}")


def _call(at: int) -> tuple[str, dict[str, Any]]:
    if at % _SELDOM_EVERY == 0:
        return SELDOM[at // _SELDOM_EVERY % len(SELDOM)]
    return CALLS[at % len(CALLS)]


def _comparable(answer: Any) -> Any:
    """Leave out the numbers, which each session gives in its own order; a context is text alone: None.

    Scores are rounded: until a model is loaded, another implementation encodes, and differs by a billionth.
    """
    if isinstance(answer, float):
        return round(answer, 6)
    if isinstance(answer, dict):
        return {name: _comparable(value) for name, value in answer.items() if name != "number"}
    return list(map(_comparable, answer)) if isinstance(answer, list) else answer


def _state(process: psutil.Process) -> str:
    cpu = sum(process.cpu_times()[:2])
    memory = process.memory_full_info()
    return (
        f"{memory.rss / 1e6:.0f} MB ({memory.uss / 1e6:.0f} MB its own), {process.num_fds()} descriptors, "
        f"{process.num_threads()} threads, {cpu:.1f} s of a processor"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10_000)
