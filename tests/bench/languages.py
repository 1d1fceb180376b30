"""Compare the indexing of a vault with an English one: `python -m tests.bench.languages VAULT`.

Both are indexed from nothing in a process of their own, words and meaning; the English one is generated,
with as many notes. Measured are the time for a note and, since notes differ in length, for a passage.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.generated_vault import write_vault


@dataclass(frozen=True, slots=True)
class Reading:
    """The cost of a first index; ``languages`` are those of its passages, by the model that reads them."""

    vault: str
    notes: int
    passages: int
    seconds: float
    languages: dict[str, dict[str, int]]


def read(vault: Path, home: Path) -> Reading:
    """Index a vault in a fresh process, with its index in ``home``."""
    start = time.perf_counter()
    report = _run(home, "index", str(vault), "--json")
    seconds = time.perf_counter() - start
    status = _run(home, "status", "--vault", str(vault), "--json")
    return Reading(vault.name, report["added"], report["chunks"], seconds, status["readers"])


def _run(home: Path, *arguments: str) -> Any:
    environment = os.environ | {"VAULTSEARCH_HOME": str(home)}
    command = [sys.executable, "-m", "vaultsearch", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main() -> int:
    from rich.console import Console

    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.bench.languages")
    parser.add_argument("vault", type=Path)
    options = parser.parse_args()
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    with tempfile.TemporaryDirectory(prefix="vaultsearch-bench-") as temporary:
        home, english = Path(temporary) / "home", Path(temporary) / "generated English vault"
        # A model that is laid out once for all is laid out here, and not while the time is taken.
        write_vault(english, 10)
        read(english, home)
        first = read(options.vault.resolve(), home)
        write_vault(english, first.notes)
        english.rename(english.with_name("English vault"))
        second = read(english.with_name("English vault"), home)
    for one in (first, second):
        ms = 1000 * one.seconds
        out.print(
            f"{one.vault}: {one.notes:,} notes, {one.passages:,} passages in {one.seconds:.1f} s: "
            f"{ms / one.notes:.1f} ms a note, {ms / one.passages:.1f} ms a passage"
        )
        for model, languages in one.languages.items():
            out.print(f"    {model}: {', '.join(f'{name} {count:,}' for name, count in languages.items())}")
    a_note = (first.seconds / first.notes) / (second.seconds / second.notes)
    a_passage = (first.seconds / first.passages) / (second.seconds / second.passages)
    out.print(f"A note takes {a_note:.2f} times what an English one takes, a passage {a_passage:.2f} times.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
