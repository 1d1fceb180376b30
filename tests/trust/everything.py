"""Run every feature, command by command, to be observed: `python -m tests.trust.everything VAULT`.

The commands run in this process, so that models are loaded once; the processes that they start are started
as ever. Imports hardly anything at the top: worker processes enter through here, too.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

QUESTION = "how long does the dough rest"


def main() -> None:
    """Index a vault, and ask it everything by every way there is."""
    vault = sys.argv[1]
    for words in _commands(vault):
        print(f"--- {' '.join(words)} cpu={sum(os.times()[:4]):.1f}", flush=True)
        _run(words)
    for step in (_ask_a_language_model, _serve, _serve_over_http, _show_window):
        print(f"--- {step.__name__} cpu={sum(os.times()[:4]):.1f}", flush=True)
        step(vault)
    print(f"--- end cpu={sum(os.times()[:4]):.1f}", flush=True)


def _commands(vault: str) -> list[list[str]]:
    at = ["--vault", vault]
    exported = str(Path(tempfile.gettempdir()) / "passages")
    text = str(next(Path(vault).rglob("Rye sourdough.md")))
    return [
        ["index", vault],
        *(["search", *at, "--mode", mode, QUESTION] for mode in ("hybrid", "semantic", "fulltext", "grep")),
        ["search", *at, "--no-rerank", "--explain", "Wie backt man ein Brot?"],
        ["search", *at, "--from-file", text], ["search", "--all", QUESTION], ["context", *at, QUESTION],
        ["read", *at, "Rye sourdough", "--question", QUESTION], ["related", *at, "Rye sourdough"],
        ["evaluate", *at, "--self", "--limit", "2", "--legs", "hybrid"],
        *([name, *at] for name in ("status", "stats", "recent", "random", "duplicates")),
        *(["export", *at, exported, "--format", style] for style in ("jsonl", "csv", "parquet")), ["vaults"],
        ["models", "list"],
    ]  # fmt: skip


def _run(words: list[str]) -> None:
    from vaultsearch.cli.program import app

    app(words, standalone_mode=False)


def _ask_a_language_model(vault: str) -> None:
    from tests.scripted_model import MODEL, ScriptedModel, serving

    with serving(ScriptedModel(("The dough rests for a night [1].",))) as model:
        endpoint = ["--set", f"ask.base_url={model.address}", "--set", f"ask.model={MODEL}"]
        _run(["ask", "--vault", vault, *endpoint, "--anyway", "--json", QUESTION])
        print(f"a language model answered {len(model.chats)} question", flush=True)


def _serve(vault: str) -> None:
    import asyncio

    from mcp import Client, StdioServerParameters

    words = ["-m", "vaultsearch", "mcp", "--vault", vault]
    server = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
    calls = {"status": {}, "read_document": {"note": "Rye sourdough"}}
    asyncio.run(_ask(Client(server, mode="legacy"), calls))


def _serve_over_http(vault: str) -> None:
    import asyncio

    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async def ask(url: str) -> None:
        token = (Path(os.environ["VAULTSEARCH_HOME"]) / "mcp.token").read_text().strip()
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=300) as http:
            client = Client(streamable_http_client(url, http_client=http), mode="legacy")
            await _ask(client, {"search": {"query": "sourdough"}})

    command = [sys.executable, "-m", "vaultsearch", "mcp", "--vault", vault, "--http", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        asyncio.run(ask(server.stderr.readline().split()[1].rstrip(",")))
        server.terminate()


async def _ask(client: Any, calls: dict[str, dict[str, str]]) -> None:
    async with client:
        for tool, arguments in calls.items():
            answer = await client.call_tool(tool, arguments)
            print(tool, "failed" if answer.is_error else "answered over MCP")


def _show_window(vault: str) -> None:
    """Show the window, type a question, and close it when the last answer is there and the note is open."""
    from PySide6.QtTest import QTest

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.core.values.sync import IndexStatus
    from vaultsearch.desktop import app
    from vaultsearch.gui.window.main_window import MainWindow

    class AskingWindow(MainWindow):
        """Has somebody in it who asks one question."""

        def _vault_opened(self, status: IndexStatus) -> None:
            super()._vault_opened(status)
            self._engine.stage_arrived.connect(self._stage)
            QTest.keyClicks(self.page.search.field, QUESTION)

        def _stage(self, _number: int, stage: SearchStage) -> None:
            if stage.final and stage.query == QUESTION:
                print(f"window answered with {len(stage.results)} passages", flush=True)
                self.lifecycle.quit()

    vars(app)["MainWindow"] = AskingWindow
    app.run_window(Path(vault), Parameters())


if __name__ == "__main__":
    main()
