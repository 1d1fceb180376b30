"""A long run of `watch`: `python -m tests.bench.watch_soak [--minutes N] [--seed S] [--vault DIR]`.

Notes of a copy of a vault are edited, created, renamed, moved and deleted at random moments, questions are
asked meanwhile, and the disk of the index is full for a while (on Linux as root, where a small one can be
mounted; else that part is left out, which is told). At the end, the passages of the index are compared one by
one with those of a fresh one. Exits with 1 if they differ, or if a question failed.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.monkey.changes import change_files, words_of

_SAMPLE = Path(__file__).parents[2] / "resources" / "Sample vault"
_KINDS = ("edit", "edit", "edit", "edit", "create", "rename", "move", "delete")
_DISK_MB = 600
_AT_REST_S = 40
"""Seconds after the last change, in which all files are looked at once more, and the index is tidied."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watch_soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vault", type=Path, default=_SAMPLE, metavar="DIR")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return _Soak(Path(folder), options.vault, Random(options.seed)).run(60 * options.minutes)


class _Soak:
    def __init__(self, folder: Path, source: Path, random: Random) -> None:
        self._vault, self._home, self._fresh = folder / "vault", folder / "home", folder / "fresh"
        shutil.copytree(source, self._vault)
        self._home.mkdir()
        self._random = random
        self._fewest = len(list(self._vault.rglob("*.md"))) // 2
        self._words = words_of(self._vault)
        self._counts: dict[str, int] = {}
        self._failed: list[str] = []

    def run(self, seconds: float) -> int:
        is_mounted = self._mount()
        try:
            with (self._home.parent / "watch.txt").open("w") as output:
                watch = subprocess.Popen(
                    self._command("watch", str(self._vault)), env=self._environment(self._home),
                    stdout=output, stderr=subprocess.STDOUT,
                )  # fmt: skip
                self._change(seconds, is_mounted)
                time.sleep(_AT_REST_S)
                watch.send_signal(signal.SIGTERM)
                code = watch.wait(60)
            return self._report(code)
        finally:
            if is_mounted:
                subprocess.run(["umount", "-l", self._home], check=False)  # noqa: S607

    def _mount(self) -> bool:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_MB}m", "tmpfs", str(self._home)]
        is_mounted = shutil.which("mount") is not None and not subprocess.run(mount, check=False).returncode
        print("a full disk is part of it" if is_mounted else "left out: a full disk, as none can be mounted")
        return is_mounted

    def _change(self, seconds: float, is_mounted: bool) -> None:
        begun, filler = time.monotonic(), self._home / "filler"
        while (spent := time.monotonic() - begun) < seconds:
            is_full = is_mounted and 0.4 < spent / seconds < 0.5
            if is_full and not filler.exists():
                self._count("full disk")
                _fill(filler)
            elif not is_full and filler.exists():
                filler.unlink()
            are_few = len(list(self._vault.rglob("*.md"))) <= self._fewest
            kind = self._random.choice([kind for kind in _KINDS if not (are_few and kind == "delete")])
            change_files(self._vault, kind, self._random.choice((1, 1, 1, 2, 20)), self._random)
            self._count(kind)
            if self._random.random() < 0.3:
                self._ask()
            time.sleep(self._random.choice((0.05, 0.3, 1, 3)))
        filler.unlink(missing_ok=True)

    def _ask(self) -> None:
        word = self._random.choice(self._words)
        asked = self._called(self._home, "search", word, "--json")
        self._count("question")
        is_first = self._counts.get("question", 0) < 3  # the index may not be there yet
        if asked.returncode not in (0, 1) and not is_first:  # 1: nothing was found
            self._failed.append(f"search {word}: {asked.stderr.strip()[-300:]}")

    def _report(self, code: int) -> int:
        kept = self._passages(self._home)
        fresh = self._called(self._fresh, "index", str(self._vault))
        if fresh.returncode:
            self._failed.append(f"a fresh index: {fresh.stderr.strip()[-300:]}")
        anew = self._passages(self._fresh)
        differing = sorted(id_ for id_ in kept.keys() | anew.keys() if kept.get(id_) != anew.get(id_))
        counts = ", ".join(f"{count} × {kind}" for kind, count in sorted(self._counts.items()))
        print(f"{counts}; {len(kept)} passages, {len(anew)} in a fresh index, {len(differing)} differ")
        for id_ in differing[:20]:
            print(f"--- {id_}\n{json.dumps(kept.get(id_))[:400]}\n{json.dumps(anew.get(id_))[:400]}")
        output = (self._home.parent / "watch.txt").read_text()
        if code not in (0, -signal.SIGTERM, 128 + signal.SIGTERM) or "Traceback" in output:
            self._failed.append(f"watch ended with {code}: {output[-2000:]}")
        print(*self._failed, sep="\n")
        return 1 if differing or self._failed else 0

    def _passages(self, home: Path) -> dict[str, dict[str, Any]]:
        """Return the passages of an index by their id, without their vectors."""
        written = self._called(home, "export", "--no-vectors", "--vault", str(self._vault))
        passages = [json.loads(line) for line in written.stdout.splitlines()]
        return {passage["id"]: passage for passage in passages}

    def _called(self, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._command(*words), env=self._environment(home), cwd=self._vault, capture_output=True,
            text=True, check=False,
        )  # fmt: skip

    @staticmethod
    def _command(*words: str) -> list[str]:
        return [sys.executable, "-m", "vaultsearch", *words]

    @staticmethod
    def _environment(home: Path) -> dict[str, str]:
        return os.environ | {"VAULTSEARCH_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[2])}

    def _count(self, kind: str) -> None:
        self._counts[kind] = self._counts.get(kind, 0) + 1


def _fill(filler: Path) -> None:
    """Write until the disk is full."""
    with filler.open("wb") as file:
        try:
            while True:
                file.write(b"\0" * 2**20)
                file.flush()
        except OSError:
            return


if __name__ == "__main__":
    sys.exit(main())
