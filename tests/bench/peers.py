"""Measure other programs beside this one on the same vault: `python -m tests.bench.peers VAULT`.

Those that are installed: ripgrep and Recoll. Each indexes a copy of the vault from
nothing, again with nothing changed and with one note changed, and finds a word from the shell. CPU seconds
are of a command and all its children, the least of five; memory is looked at each second.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.bench.processes import run_measured
from tests.bench.starts import PROGRAM, change_note, cpu_seconds, least_seconds
from tests.builders import bytes_of

_COLUMNS = (
    *("first index, CPU s", "by the clock, s", "most memory, MB", "nothing changed, CPU s"),
    *("one note changed, CPU s", "a word, CPU s", "by the clock, s", "size, MB"),
)


@dataclass(frozen=True, slots=True)
class Program:
    """A program that searches a folder, by its commands.

    Attributes:
        search: Finds the word, which stands at its end.
        first: Makes the index; empty if there is none.
        again: Brings it up to date.
        stored: The folder of the index.
    """

    name: str
    search: Sequence[str]
    first: Sequence[str] = ()
    again: Sequence[str] = ()
    stored: Path | None = None


def programs(vault: Path, home: Path) -> list[Program]:
    """Return this program and those that it is measured beside; each keeps its index below ``home``."""
    recoll, indexes = home / "recoll", home / "indexes"
    recoll.mkdir()
    (recoll / "recoll.conf").write_text(f"topdirs = {vault}\n", encoding="utf-8")
    index = (*PROGRAM, "index", "--vault", str(vault))
    search = (*PROGRAM, "search", "--vault", str(vault))
    settings = ("-c", str(recoll))
    return [
        Program("vaultsearch, whole", search, index, index, indexes),
        Program("vaultsearch, not reranked", (*search, "--no-rerank")),
        Program("vaultsearch, words", (*search, "--mode", "fulltext")),
        Program(
            "recoll", ("recollq", *settings), ("recollindex", *settings), ("recollindex", *settings), recoll
        ),
        Program("ripgrep", ("rg", "-i", "-e")),
    ]


def measured(program: Program, vault: Path, word: str, environment: Mapping[str, str]) -> list[float | None]:
    """Return the program's figures in the order of the columns, None for what it has not."""
    first: list[float | None] = [None, None, None]
    upkeep: list[float | None] = [None, None]
    if program.first:
        made = run_measured(program.first, environment, output=subprocess.DEVNULL)
        first = [made.cpu_s, made.clock_s, made.memory.total]
        upkeep = [
            cpu_seconds(program.again, environment),
            cpu_seconds(program.again, environment, partial(change_note, vault)),
        ]
    command = [*program.search, word, *([str(vault)] if program.name == "ripgrep" else [])]
    asked = [cpu_seconds(command, environment), least_seconds(command, environment)]
    return [*first, *upkeep, *asked, bytes_of(program.stored) / 1e6 if program.stored else None]


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.peers", description=__doc__)
    parser.add_argument("vault", type=Path, help="the folder that is copied and indexed")
    parser.add_argument("--word", default="decided", help="searched for (default: decided)")
    options = parser.parse_args()
    print(f"| program | {' | '.join(_COLUMNS)} |\n|{' --- |' * (len(_COLUMNS) + 1)}")
    with tempfile.TemporaryDirectory(prefix="vaultsearch-peers-") as folder:
        home, vault = Path(folder), Path(folder, "vault")
        shutil.copytree(options.vault, vault)
        places = {name: str(home / name) for name in ("cache", "config", "run")}
        for place in places.values():
            Path(place).mkdir()
        environment = os.environ | {
            "VAULTSEARCH_HOME": folder, "XDG_CACHE_HOME": places["cache"],
            "XDG_CONFIG_HOME": places["config"], "XDG_RUNTIME_DIR": places["run"],
            "PYTHONPYCACHEPREFIX": str(home / "compiled"), "PYTHONDONTWRITEBYTECODE": "",
        }  # fmt: skip
        for program in programs(vault, home):
            if shutil.which(program.search[0]) is None:
                print(f"| {program.name} | {program.search[0]} is not installed |", flush=True)
                continue
            figures = measured(program, vault, options.word, environment)
            cells = ["" if figure is None else f"{figure:.2f}" for figure in figures]
            print(f"| {program.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
