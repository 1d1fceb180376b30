"""The MCP server as the protocol's inspector sees it: `python -m tests.bench.mcp_inspector`.

Needs npx, which fetches `@modelcontextprotocol/inspector` unless a folder with it installed is the working
folder (version 2 or later: older ones present no token). Every method is asked over HTTP and over pipes; an
answer that is none ends the run with 1.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.builders import write_notes
from tests.mcp_server.serving import NOTES, command, index

QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("tools/list", "", "tools"),
    ("tools/call", "--tool-name search --tool-arg query=varnish mode=fulltext n=1", "structuredContent"),
    ("tools/call", "--tool-name read_document --tool-arg note=Mast", "structuredContent"),
    ("resources/list", "", "resources"),
    ("resources/read", "--uri note:///Bread.md", "contents"),
    ("resources/templates/list", "", "resourceTemplates"),
    ("prompts/list", "", "prompts"),
    ("prompts/get", "--prompt-name weekly_review --prompt-args days=3", "messages"),
)
_INSPECTOR = ("npx", "--yes", "@modelcontextprotocol/inspector", "--cli")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "vault"
        (vault / ".obsidian").mkdir(parents=True)
        write_notes(vault, NOTES)
        asyncio.run(index(vault))
        (program, *words), environment = command(vault)
        named = ("VAULTSEARCH_HOME", "PYTHONPATH")
        needed = {name: environment[name] for name in named if name in environment}
        servers = {"mcpServers": {"notes": {"command": program, "args": words, "env": needed}}}
        config = Path(folder) / "servers.json"
        config.write_text(json.dumps(servers))
        with subprocess.Popen(
            [program, *words, "--http", "127.0.0.1:0"], env=environment, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr
            url = process.stderr.readline().split()[1].rstrip(",")
            bearer = f"Authorization: Bearer {(Path(folder) / 'mcp.token').read_text().strip()}"
            try:
                _ask_all(["--transport", "http", "--server-url", url, "--header", bearer])
            finally:
                process.terminate()
        _ask_all(["--config", str(config), "--server", "notes"])


def _ask_all(server: list[str]) -> None:
    for method, arguments, wanted in QUESTIONS:
        answer = _ask([*server, "--method", method, *arguments.split()])
        if not answer.get(wanted) or answer.get("isError"):
            raise SystemExit(f"{method} {arguments}: {answer}")
        print(f"{method} {arguments}: {len(json.dumps(answer))} characters", flush=True)


def _ask(words: list[str]) -> dict[str, Any]:
    done = subprocess.run(
        [*_INSPECTOR, *words], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


if __name__ == "__main__":
    main()
