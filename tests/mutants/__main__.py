"""Count the small changes that the tests see: `python -m tests.mutants --n 60 --seed 1 [--room ROOM]`.

Each is made in a copy of the project, in which the tests run that import the module. One that stays green
lacks a test, or means the same; one whose tests all fail unchanged is left out. Exits with 1 if the tests of
a room, as core/query, see fewer than four of five.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.mutants.changes import Change, changes_of
from tests.structure import ROOT, Module, modules, room_of

_COPIED = ("vaultsearch", "tests", "resources", "packaging", "pyproject.toml", "README.md", "LICENSE")
_LEAST_SHARE = 0.8
_MOST_FILES = 10
"""Test files that run for a change: first those named like the module, then those of its room."""
_MOST_SECONDS = 60
"""What the tests of a change may take beyond three times what they take without it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the changes one after the other, print what became of each, and the share seen by room."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--n", type=int, default=60, help="changes in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--room", action="append", help="a folder below vaultsearch/, as core/query; again for more"
    )
    options = parser.parse_args(arguments)
    parsed = [module for module in modules() if not options.room or room_of(module) in options.room]
    seen: dict[str, Counter[bool]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        project = ProjectCopy(Path(folder))
        for module, change in _sample_changes(parsed, options.n, options.seed):
            is_seen = project.is_seen(module, change)
            if is_seen is not None:
                seen[room_of(module)][is_seen] += 1
            verdict = {True: "seen ", False: "GREEN", None: "left out"}[is_seen]
            before, after = (" ".join(text.split())[:70] for text in (change.before, change.after))
            print(f"{verdict} {module.name}:{change.line} {change.kind}: {before} -> {after}", flush=True)
    shares = {room: counts[True] / counts.total() for room, counts in seen.items()}
    for room, counts in sorted(seen.items()):
        print(f"{room:<28}{counts[True]:>4} of {counts.total():<4}{shares[room]:>6.2f}")
    total = sum(seen.values(), Counter[bool]())
    print(f"{'all':<28}{total[True]:>4} of {total.total():<4}{total[True] / max(total.total(), 1):>6.2f}")
    return int(any(share < _LEAST_SHARE for share in shares.values()))


def _sample_changes(parsed: Sequence[Module], n: int, seed: int) -> list[tuple[Module, Change]]:
    """Draw changes, each as likely as any other."""
    every = [(module, change) for module in parsed for change in changes_of(module.path.read_bytes())]
    return random.Random(seed).sample(every, min(n, len(every)))


class ProjectCopy:
    """The project in a folder of its own, in which modules are changed and tests run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seconds: dict[str, float] = {}
        """How long each test file takes without any change; infinite if it fails."""
        for name in _COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, folder / name)

    def is_seen(self, module: Module, change: Change) -> bool | None:
        """Return whether a test fails with the change; None if all its tests fail without it."""
        files = tests_of(module.name)
        passing = [file for file in files if self._seconds_of(file) < math.inf]
        if not passing:
            return None if files else False
        # Those named like the module first, then the quickest: the first failure ends the run.
        passing.sort(key=lambda file: (not is_named_like(file, module.name), self._seconds[file]))
        path = self._folder / module.path.relative_to(ROOT)
        original = path.read_bytes()
        try:
            self._write(path, change.applied_to(original))
            return not self._passes(passing, _MOST_SECONDS + 3 * sum(map(self._seconds_of, passing)))
        finally:
            self._write(path, original)

    def _seconds_of(self, file: str) -> float:
        if file not in self._seconds:
            begun = time.monotonic()
            passes = self._passes([file], 10 * _MOST_SECONDS)
            self._seconds[file] = time.monotonic() - begun if passes else math.inf
            if not passes:
                print(f"         fails without any change: {file}", file=sys.stderr)
        return self._seconds[file]

    @staticmethod
    def _write(path: Path, source: bytes) -> None:
        path.write_bytes(source)
        # A change of the same size within a second would be answered from the bytecode of the one before.
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()

    def _passes(self, files: Sequence[str], seconds: float) -> bool:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        try:
            done = subprocess.run(
                [*command, "--assert=plain", *files],
                cwd=self._folder,
                env=os.environ | {"PYTHONPATH": str(self._folder)},
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def is_named_like(file: str, module: str) -> bool:
    """Return whether a test file is that of a module, or of its room."""
    stem, room = module.rpartition(".")[2], "/".join(module.split(".")[1:-1])
    return stem in file or f"tests/{room}/" in file


@cache
def tests_of(name: str) -> tuple[str, ...]:
    """Return the test files that import a module, then those that import one which imports it."""
    importing, test_files = _importers()
    direct = test_files.get(name, set())
    files = direct.union(*(test_files.get(importer, set()) for importer in importing.get(name, ())))
    stem, room = name.rpartition(".")[2], "/".join(name.split(".")[1:-1])

    def distance(file: str) -> tuple[bool, bool, bool, str]:
        return stem not in file, file not in direct, f"tests/{room}/" not in file, file

    return tuple(sorted(files, key=distance)[:_MOST_FILES])


@cache
def _importers() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    parsed = modules()
    names = frozenset(module.name for module in parsed)
    importing: dict[str, set[str]] = defaultdict(set)
    for module in parsed:
        for imported, _ in module.imports(names):
            importing[imported].add(module.name)
    test_files: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        relative = str(path.relative_to(ROOT))
        test = Module(path, relative, path.read_text(encoding="utf-8"))
        for imported, _ in test.imports(names):
            test_files[imported].add(relative)
    return importing, test_files


if __name__ == "__main__":
    sys.exit(main())
