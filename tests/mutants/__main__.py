"""Count the small changes that the tests see: `python -m tests.mutants --n 60 --seed 1 [--room ROOM]`.

Each is made in a copy of the project, in which the tests run that import the module. One that stays green
lacks a test, or means the same; one whose tests all fail unchanged is left out. Exits with 1 if the tests of
a room, as core/query, see fewer than four of five.
"""

import argparse
import ast
import os
import random
import re
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
"""Test files that run for a change: those named like the module, those of its room, then the nearest. The
rest of its room's run after them: of 29 changes called unseen, two were seen by such a file."""
_NEAREST = 4
_MOST_SECONDS = 180
"""What a single test may take: a change may never end."""
_BROKEN = re.compile(r"^(?:FAILED|ERROR) (tests/[^:\s]+\.py)", re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the changes one after the other, print what became of each, and the share seen by room."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--n", type=int, default=60, help="changes in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", help="a folder of vaultsearch/, as core/query; repeatable")
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
        self._passes_unchanged: dict[str, bool] = {}
        """Whether each test file passes without any change, as far as known."""
        for name in _COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, folder / name)

    def is_seen(self, module: Module, change: Change) -> bool | None:
        """Return whether a test fails with the change; None if all its tests fail without it."""
        files = tests_of(module.name)
        path = self._folder / module.path.relative_to(ROOT)
        original = path.read_bytes()
        # Most changes fail in the first of their tests: the others aren't even imported.
        left = [files[:_NEAREST], files[_NEAREST:]]
        has_passed = not files
        while left:
            batch = [file for file in left.pop(0) if self._passes_unchanged.get(file, True)]
            if not batch:
                continue
            try:
                self._write(path, change.applied_to(original))
                output = self._failure(batch)
            finally:
                self._write(path, original)
            if output is None:
                has_passed = True
            elif all(self._passes(file) for file in _BROKEN.findall(output) or batch):
                return True
            else:
                left.insert(0, tuple(batch))
        return False if has_passed else None

    def _passes(self, file: str) -> bool:
        """Return whether a test file passes without any change; run once."""
        if file not in self._passes_unchanged:
            self._passes_unchanged[file] = self._failure([file]) is None
            if not self._passes_unchanged[file]:
                print(f"         fails without any change: {file}", file=sys.stderr)
        return self._passes_unchanged[file]

    @staticmethod
    def _write(path: Path, source: bytes) -> None:
        path.write_bytes(source)
        # A change of the same size within a second would be answered from the bytecode of the one before.
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()

    def _failure(self, files: Sequence[str]) -> str | None:
        """Run tests up to the first failure, and return the output, or None if all pass."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, "--assert=plain", f"--timeout={_MOST_SECONDS}", *files], cwd=self._folder,
            env=os.environ | {"PYTHONPATH": str(self._folder)}, capture_output=True, text=True,
            errors="replace", check=False,
        )  # fmt: skip
        return done.stdout if done.returncode else None


@cache
def tests_of(name: str) -> tuple[str, ...]:
    """Return test files that reach a module by imports, the nearest first, and all of its own room."""
    importers = _importers()
    steps = {name: 0}
    for reached in (order := [name]):
        new = sorted(importers[reached] - steps.keys())
        steps |= dict.fromkeys(new, steps[reached] + 1)
        order += new
    *rooms, stem = name.removeprefix("vaultsearch.").split(".")
    files = {f"{node.replace('.', '/')}.py" for node in steps if node.rpartition(".")[2].startswith("test_")}
    folder = f"tests/{'/'.join(rooms)}/"
    # The tests of a room without a folder are called like it, as tests/golden/test_dates.py.
    room = folder if any(file.startswith(folder) for file in files) else rooms[-1] if rooms else stem

    def distance(file: str) -> tuple[bool, bool, int, str]:
        return stem not in Path(file).stem, room not in file, steps[_name_of(file)], file

    ordered = sorted(files, key=distance)
    own = (file for file in ordered[_MOST_FILES:] if Path(file).parent == Path(folder))
    return *ordered[:_MOST_FILES], *own


def _name_of(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".")


@cache
def _importers() -> dict[str, set[str]]:
    """Map each module, and each file of the tests, to what imports it; tests import their `conftest`."""
    tests = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("*.py"))]
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in tests}
    parsed = [*modules(), *(Module(path, _name_of(str(path)), text) for path, text in texts.items())]
    names = frozenset(module.name for module in parsed)
    importing: dict[str, set[str]] = defaultdict(set)
    for module in parsed:
        # The command line names the modules of its commands, as "search:list_recent".
        room = module.name.rpartition(".")[0]
        texts_of = (node.value for node in module.nodes if isinstance(node, ast.Constant))
        named = names.intersection(
            f"{room}.{str(text).partition(':')[0]}" for text in texts_of if ":" in str(text)
        )
        for imported in named.union(name for name, _ in module.imports(names)):
            importing[imported].add(module.name)
    for path in tests:
        for folder in path.parents[:-1]:
            importing[_name_of(f"{folder}/conftest.py")].add(_name_of(str(path)))
    return importing


if __name__ == "__main__":
    sys.exit(main())
