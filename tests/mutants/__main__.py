"""Count the small changes that the tests see: `python -m tests.mutants --n 60 --seed 1 [--room ROOM]`.

Each is made in a copy of the project, in which the tests run that import the module. One that stays green
lacks a test, or means the same. Exits with 1 if the tests of a room, as core/query, see fewer than four of
five.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
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
_SECONDS = 600


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the changes one after the other, print what became of each, and the share seen by room."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--n", type=int, default=60, help="changes in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--room", action="append", help="a folder below vaultsearch/, as core/query; again for more"
    )
    parser.add_argument("--processes", type=int, default=1, help="processes for the tests of a change")
    options = parser.parse_args(arguments)
    parsed = [module for module in modules() if not options.room or room_of(module) in options.room]
    seen: dict[str, Counter[bool]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copied = _copy_project(Path(folder))
        for module, change in _sample_changes(parsed, options.n, options.seed):
            is_seen = _is_seen(copied, module, change, options.processes)
            seen[room_of(module)][is_seen] += 1
            verdict = "seen " if is_seen else "GREEN"
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


def _copy_project(folder: Path) -> Path:
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder / name)
    return folder


def _is_seen(copied: Path, module: Module, change: Change, processes: int) -> bool:
    """Return whether a test fails with the change that passes without it."""
    path = copied / module.path.relative_to(ROOT)
    original = path.read_bytes()
    files = tests_of(module.name)
    if not files:
        return False
    path.write_bytes(change.applied_to(original))
    try:
        return not _passes(copied, files, processes) and _passes_unchanged(
            copied, path, original, files, processes
        )
    finally:
        path.write_bytes(original)


_unchanged: dict[tuple[str, ...], bool] = {}


def _passes_unchanged(
    copied: Path, path: Path, original: bytes, files: tuple[str, ...], processes: int
) -> bool:
    path.write_bytes(original)
    if files not in _unchanged:
        _unchanged[files] = _passes(copied, files, processes)
    if not _unchanged[files]:
        print(f"      fails without any change: {' '.join(files)}", file=sys.stderr)
    return _unchanged[files]


def _passes(copied: Path, files: tuple[str, ...], processes: int) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", str(processes)]
    # A change of the same size within a second would be answered from the bytecode of the one before.
    environment = os.environ | {"PYTHONPATH": str(copied), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *files],
            cwd=copied,
            env=environment,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


@cache
def tests_of(name: str) -> tuple[str, ...]:
    """Return the test files that import a module, else those that import one which imports it."""
    importing, test_files = _importers()
    files = test_files.get(name, set())
    for importer in importing.get(name, ()) if not files else ():
        files = files | test_files.get(importer, set())
    stem, room = name.rpartition(".")[2], "/".join(name.split(".")[1:-1])
    return tuple(
        sorted(files, key=lambda file: (stem not in file, f"tests/{room}/" not in file, file))[:_MOST_FILES]
    )


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
