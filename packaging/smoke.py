"""Try the installed program on the sample vault, on any system: `python packaging/smoke.py [PICTURE.png]`.

The Python that runs this has the wheel installed; nothing of the source tree is imported. Indexes, searches
by words, by meaning and with a slip, prints JSON, answers MCP over pipes, opens the window without a screen
and writes its picture. Prints a line a trial; the exit code is 1 if one fails.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

VAULT = Path(__file__).resolve().parents[1] / "resources" / "Sample vault"
QUESTIONS = (
    ("words", "pottery course", "People/Gift ideas.md"),
    ("meaning, without one of its words", "a ceramics class as a present", "People/Gift ideas.md"),
    ("a slip", "potery course", "People/Gift ideas.md"),
)
_PATIENCE_S = 600


def main() -> int:
    """Run all trials; return 1 if one fails."""
    parser = argparse.ArgumentParser(prog="python packaging/smoke.py", description=__doc__)
    parser.add_argument("picture", type=Path, nargs="?", default=Path("window.png"))
    picture = parser.parse_args().picture.resolve()
    failed = False

    def check(name: str, is_so: bool, figure: str = "") -> None:
        nonlocal failed
        failed |= not is_so
        print(f"{'ok    ' if is_so else 'FAILED'}  {name}{figure and f': {figure}'}", flush=True)

    with tempfile.TemporaryDirectory(prefix="smoke", ignore_cleanup_errors=True) as temporary:
        # Nothing of the source tree shadows the installed program.
        folder = Path(temporary).resolve()
        vault = Path(shutil.copytree(VAULT, folder / "notes"))
        before = {path: path.read_bytes() for path in vault.rglob("*") if path.is_file()}
        program = Program(folder)
        version = program.run("--version").strip()
        check("--version", bool(re.fullmatch(r"\d+\.\d+\.\d+", version)), version)
        report = program.json("index", str(vault))
        is_whole = not report["failed"] and report["embedded"] == report["chunks"] > 0
        check("index", is_whole, f"{report['added']} notes, {report['seconds']:.0f} s")
        for name, question, answer in QUESTIONS:
            results = program.json("search", "--vault", str(vault), question)["results"]
            check(name, bool(results) and results[0]["path"] == answer, question)
        check("MCP over pipes", QUESTIONS[1][2] in program.ask_by_mcp(vault, QUESTIONS[1][1]))
        picture.unlink(missing_ok=True)
        program.take_picture(vault, QUESTIONS[0][1], picture)
        check("window", picture.is_file() and picture.stat().st_size > 20_000, str(picture))
        after = {path: path.read_bytes() for path in vault.rglob("*") if path.is_file()}
        check("the vault is as it was", after == before)
    return int(failed)


class Program:
    """The installed program, with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        home = folder / "home"
        home.mkdir()
        own = {"VAULTSEARCH_HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "HF_HUB_OFFLINE": "1"}
        unwanted = {"PYTHONPATH", "DISPLAY", "WAYLAND_DISPLAY"}
        self._environment = {k: v for k, v in os.environ.items() if k not in unwanted} | own

    def run(self, *words: str, text: str = "", command: tuple[str, ...] = ("-m", "vaultsearch")) -> str:
        """Return what a command prints; exit with what it printed if it fails."""
        done = subprocess.run(
            [sys.executable, *command, *words],
            input=text,
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            encoding="utf-8",
            timeout=_PATIENCE_S,
            check=False,
        )
        if done.returncode:
            sys.exit(f"FAILED  {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *words: str) -> Any:
        """Return what a command prints as JSON."""
        return json.loads(self.run(*words, "--json"))

    def ask_by_mcp(self, vault: Path, question: str) -> str:
        """Return the line that answers a search over the Model Context Protocol."""
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        messages = (
            {"id": 1, "method": "initialize", "params": hello},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": {"name": "search", "arguments": {"query": question}}},
        )
        server = subprocess.Popen(
            [sys.executable, "-m", "vaultsearch", "mcp", "--vault", str(vault)],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        with server:
            if server.stdin is None or server.stdout is None:
                return ""
            for message in messages:
                server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
                server.stdin.flush()
            for line in server.stdout:
                if json.loads(line).get("id") == messages[-1]["id"]:
                    server.stdin.close()
                    return line
        return ""

    def take_picture(self, vault: Path, question: str, picture: Path) -> None:
        """Open the window without a screen, type a question, write its picture, and close it."""
        task = json.dumps({"vault": str(vault), "question": question, "picture": str(picture)})
        self.run(task, command=(str(Path(__file__).with_name("smoke_window.py")),))


if __name__ == "__main__":
    sys.exit(main())
