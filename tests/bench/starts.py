"""CPU seconds of commands: alone, again (of the server that the first left), and asked of `watch`.

``python -m tests.bench.starts VAULT`` indexes a copy of it in a temporary home, with compiled modules as pip
installs them. Each figure is the least of several runs; peers that are missing are named.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

QUESTION = "what did we decide last time"
PROGRAM = (sys.executable, "-m", "vaultsearch")
CHANGED = "index, one note changed"
COMMANDS = {
    "--version": ["--version"], "status": ["status"],
    "search, words": ["search", QUESTION, "--mode", "fulltext"],
    "search, not reranked": ["search", QUESTION, "--no-rerank"], "search, whole": ["search", QUESTION],
    "index, nothing changed": ["index"], CHANGED: ["index"],
}  # fmt: skip
REPEATED = 5
REFUSING = ("VAULTSEARCH_NO_SERVER", "CI")
"""Variables that have a command leave no server, whose own CPU seconds are not counted."""


def cpu_seconds(
    command: Sequence[str], environment: Mapping[str, str], before: Callable[[], object] = lambda: None
) -> float:
    """Return the least CPU seconds that a command and its children took, each time behind ``before``."""
    return least_seconds(command, environment, before, _children_seconds)


def least_seconds(
    command: Sequence[str],
    environment: Mapping[str, str],
    before: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return the least seconds that a command took by a clock."""
    seconds = []
    for _ in range(REPEATED):
        before()
        begun = clock()
        subprocess.run(command, capture_output=True, env=environment, check=False)
        seconds.append(clock() - begun)
    return min(seconds)


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def change_note(vault: Path) -> None:
    """Write a note that is otherwise each time."""
    (vault / "Changed.md").write_text(f"A note changed at {time.time_ns()}.\n", encoding="utf-8")


def _of_vault(name: str, vault: Path, environment: Mapping[str, str]) -> float:
    words = COMMANDS[name]
    place = [] if words[0] == "--version" else ["--vault", str(vault)]
    before = partial(change_note, vault) if name == CHANGED else lambda: None
    return cpu_seconds([*PROGRAM, *words, *place], environment, before)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home, vault = Path(folder), Path(folder, "vault")
        shutil.copytree(Path(sys.argv[1]), vault)
        environment = os.environ | {"VAULTSEARCH_HOME": folder, "XDG_RUNTIME_DIR": folder}
        environment |= {"PYTHONPYCACHEPREFIX": str(home / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        subprocess.run([*PROGRAM, "index", str(vault)], env=environment, check=True)
        alone = {name: _of_vault(name, vault, environment) for name in COMMANDS}
        leaving = {name: value for name, value in environment.items() if name not in REFUSING}
        again = {name: _of_vault(name, vault, leaving) for name in COMMANDS}
        watching = subprocess.Popen(
            [*PROGRAM, "watch", str(vault)], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            if watching.stdout is None or not watching.stdout.readline():
                raise RuntimeError("watch ended")
            print(f"{'CPU seconds':24} {'alone':>6} {'again':>6} {'asked':>6}")
            for name in COMMANDS:
                asked = _of_vault(name, vault, environment)
                print(f"{name:24} {alone[name]:6.2f} {again[name]:6.2f} {asked:6.2f}", flush=True)
        finally:
            watching.terminate()
            watching.communicate()


if __name__ == "__main__":
    main()
