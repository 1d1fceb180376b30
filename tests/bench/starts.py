"""CPU seconds of commands: each in a process of its own, and asked of `watch`, beside ripgrep and recoll.

``python -m tests.bench.starts VAULT`` indexes it in a temporary home. Peers that are missing are named.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

QUESTION = "what did we decide last time"
PROGRAM = (sys.executable, "-m", "vaultsearch")
COMMANDS = {
    "--version": ["--version"],
    "status": ["status"],
    "search, words": ["search", QUESTION, "--mode", "fulltext"],
    "search, not reranked": ["search", QUESTION, "--no-rerank"],
    "search, whole": ["search", QUESTION],
    "index, nothing changed": ["index"],
}
REPEATED = 3


def cpu_seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """Return the least CPU seconds that a command and its children took."""
    return min(_once(command, environment) for _ in range(REPEATED))


def _once(command: Sequence[str], environment: Mapping[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _of_vault(words: Sequence[str], vault: Path) -> list[str]:
    place = [] if words[0] == "--version" else ["--vault", str(vault)]
    return [*PROGRAM, *words, *place]


def _peers(vault: Path, home: Path) -> dict[str, list[str]]:
    settings = home / "recoll"
    settings.mkdir()
    (settings / "recoll.conf").write_text(f"topdirs = {vault}\n", encoding="utf-8")
    return {
        "ripgrep, a word": ["rg", "-i", "decide", str(vault)],
        "recoll, index": ["recollindex", "-c", str(settings)],
        "recoll, words": ["recollq", "-c", str(settings), QUESTION],
    }


def main() -> None:
    """Measure, and print a table."""
    vault = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        environment = os.environ | {"VAULTSEARCH_HOME": folder, "XDG_RUNTIME_DIR": folder}
        subprocess.run([*PROGRAM, "index", str(vault)], env=environment, check=True)
        alone = {name: cpu_seconds(_of_vault(words, vault), environment) for name, words in COMMANDS.items()}
        watching = subprocess.Popen(
            [*PROGRAM, "watch", str(vault)], env=environment, stdout=subprocess.PIPE, text=True
        )
        if watching.stdout is None or not watching.stdout.readline():
            raise RuntimeError("watch ended")
        for name, words in COMMANDS.items():
            asked = cpu_seconds(_of_vault(words, vault), environment)
            print(f"{name:24} {alone[name]:6.2f} {asked:6.2f}", flush=True)
        watching.terminate()
        watching.wait()
        for name, command in _peers(vault, home).items():
            found = shutil.which(command[0])
            told = f"{cpu_seconds(command, environment):6.2f}" if found else f"{command[0]} is missing"
            print(f"{name:24} {told}", flush=True)


if __name__ == "__main__":
    main()
