"""Ready configurations for clients of the server."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME = "notes"


class ClientName(StrEnum):
    """The clients whose configuration is known."""

    CLAUDE_DESKTOP = "claude-desktop"
    CLAUDE_CODE = "claude-code"
    CURSOR = "cursor"
    VSCODE = "vscode"
    CODEX = "codex"


PLACES = {
    ClientName.CLAUDE_DESKTOP: "Add to claude_desktop_config.json (Settings, Developer, Edit Config):",
    ClientName.CLAUDE_CODE: "Run:",
    ClientName.CURSOR: "Add to ~/.cursor/mcp.json:",
    ClientName.VSCODE: "Add to .vscode/mcp.json, or by the command MCP: Open User Configuration:",
    ClientName.CODEX: "Add to ~/.codex/config.toml:",
}


def configuration(client: ClientName, arguments: Sequence[str]) -> str:
    """Return what makes a client start ``vaultsearch mcp`` with arguments."""
    words = [*program_words(), "mcp", *arguments]
    program, words = words[0], words[1:]
    started = {"command": program, "args": words}
    match client:
        case ClientName.CLAUDE_CODE:
            return f"claude mcp add {_NAME} -- {shlex.join([program, *words])}"
        case ClientName.CODEX:  # a JSON string, and an array of them, are TOML's as well
            as_toml = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in started.items())
            return "\n".join((f"[mcp_servers.{_NAME}]", *as_toml))
        case ClientName.VSCODE:
            return _json({"servers": {_NAME: {"type": "stdio", **started}}})
        case _:
            return _json({"mcpServers": {_NAME: started}})


def program_words() -> list[str]:
    """Return the words that start this program from any folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    installed = Path(sys.executable).with_name("vaultsearch")
    program = str(installed) if installed.exists() else shutil.which("vaultsearch")
    return [program] if program else [sys.executable, "-m", "vaultsearch"]


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
