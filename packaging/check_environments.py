"""Install the wheel in fresh environments and use it: `python packaging/check_environments.py [EXTRAS ...]`.

EXTRAS are those of one environment each, such as ``all`` or ``chinese,shortcut``; without any, or with an
empty one, the program alone is installed. ``--python`` names the Python to do it with. Builds the source
distribution, from that the wheel, prints sizes and times, indexes the sample vault, and runs the story
(tests/test_story.py), as it is in the source distribution, on the wheel. Needs Linux and some minutes; the
exit code is 1 if a trial fails.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import psutil
from build import megabytes
from check_frozen import ANSWER, QUESTION, ROOT, VAULT, Results

INDEX_CPU_S = 12.0
_TEST_TOOLS = ("pytest", "pytest-qt", "pytest-asyncio", "pytest-timeout", "hypothesis")
_RELATIVE = re.compile(r"\]\((?!<?https?://|#)[^)]*\)")


@dataclass(frozen=True)
class Environment:
    """A virtual environment with a home of its own, elsewhere than the source tree."""

    folder: Path

    @classmethod
    def made(cls, folder: Path, python: str) -> Environment:
        """Make an empty one."""
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
        return cls(folder)

    @property
    def home(self) -> Path:
        """The program's home."""
        return self.folder / "home"

    def command(self, *words: str | Path) -> list[str]:
        """Return the command line of a Python module in it."""
        return [str(self.folder / "venv" / "bin" / "python"), "-m", *map(str, words)]

    def run(self, *words: str | Path, **environment: str) -> str:
        """Run a Python module in it and return its output; exit if it fails."""
        done = subprocess.run(
            self.command(*words),
            cwd=self.folder,
            env=self.variables | environment,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}")
        return done.stdout

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables of its processes."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return kept | {"VAULTSEARCH_HOME": str(self.home)}


def main() -> int:
    """Run all trials; return 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python packaging/check_environments.py")
    parser.add_argument("extras", nargs="*", default=[""])
    parser.add_argument("--python", default=sys.executable)
    arguments = parser.parse_args()
    results = Results()
    with tempfile.TemporaryDirectory(prefix="environments") as temporary:
        wheel, source = build(Environment.made(Path(temporary, "build"), arguments.python), results)
        for number, extras in enumerate(arguments.extras):
            print(f"--- {wheel.name}{extras and f'[{extras}]'}", flush=True)
            environment = Environment.made(Path(temporary, str(number)), arguments.python)
            install(environment, f"{wheel}{extras and f'[{extras}]'}")
            first_index(environment, results)
            story(environment, source, results)
            shutil.rmtree(environment.folder)
    return int(bool(results.failed))


def build(environment: Environment, results: Results) -> tuple[Path, Path]:
    """Build the source distribution and, from it, the wheel; check what an index will show of them."""
    environment.run("pip", "install", "--quiet", "build", "twine")
    dist = environment.folder / "dist"
    environment.run("build", "--outdir", dist, ROOT)
    (wheel,), (source,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    told = environment.run("twine", "check", "--strict", wheel, source)
    results.check("twine check", told.count("PASSED") == 2)
    with ZipFile(wheel) as packed:
        (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        description = message_from_bytes(packed.read(metadata)).get_payload()
    results.check("no relative link in the description", _RELATIVE.search(str(description)) is None)
    return wheel, source


def install(environment: Environment, wheel: str) -> None:
    """Install the wheel with what it needs; print what that downloads and takes."""
    downloaded, begun = environment.folder / "downloaded", time.monotonic()
    environment.run("pip", "download", "--quiet", "--prefer-binary", "--dest", downloaded, wheel)
    fetched = time.monotonic()
    environment.run("pip", "install", "--quiet", "--no-index", "--find-links", downloaded, wheel)
    print(
        f"        {megabytes(downloaded):.0f} MB downloaded in {fetched - begun:.0f} s, installed in "
        f"{time.monotonic() - fetched:.0f} s: {megabytes(environment.folder / 'venv'):.0f} MB",
        flush=True,
    )
    shutil.rmtree(downloaded)


def first_index(environment: Environment, results: Results) -> None:
    """Index the sample vault for the first time, watching what its processes load, and ask it a question."""
    vault = environment.folder / "notes"
    shutil.copytree(VAULT, vault)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = environment.command("vaultsearch", "index", vault, "--json")
    with_torch = False
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment.variables, cwd=environment.folder, stdout=quiet) as index:
        while index.poll() is None:
            with_torch = with_torch or any("/torch/" in path for path in _mapped(index.pid))
            time.sleep(0.1)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    in_time = index.returncode == 0 and seconds <= INDEX_CPU_S
    results.check("first index", in_time, f"{seconds:.1f} CPU s, limit {INDEX_CPU_S} s")
    results.check("no process of it maps torch", not with_torch)
    found = json.loads(environment.run("vaultsearch", "search", QUESTION, "--vault", vault, "--json"))
    results.check("a paraphrase is found first", found["results"][0]["path"] == ANSWER)


def _mapped(pid: int) -> set[str]:
    """Return the files that a process and its descendants have mapped."""
    mapped: set[str] = set()
    for process in (top := psutil.Process(pid), *top.children(recursive=True)):
        try:
            mapped.update(Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8").split())
        except OSError:  # has ended meanwhile
            continue
    return mapped


def story(environment: Environment, source: Path, results: Results) -> None:
    """Run the story with the tests of the source distribution, on the program that was installed."""
    with tarfile.open(source) as packed:
        packed.extractall(environment.folder, filter="data")
    (tree,) = environment.folder.glob("vaultsearch-*/")
    shutil.rmtree(tree / "vaultsearch")
    environment.run("pip", "install", "--quiet", *_TEST_TOOLS)
    told = environment.run(
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--rootdir={tree}",
        tree / "tests" / "test_story.py",
        VAULTSEARCH_MODELS=str(environment.home / "models"),
    )
    results.check("the story", " passed" in told and "skipped" not in told, told.splitlines()[-1])


if __name__ == "__main__":
    sys.exit(main())
