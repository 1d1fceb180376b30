"""Time and compare searches in the past: `python -m tests.bench.past VAULT [--commits N] [--days N]`.

Copies the vault and scripts a history for it: each commit adds a line to three notes, some rename or delete
one. Then days are asked about by `asof:`, and their answers by words compared, paths and scores, with those
of a fresh index of `git worktree` at the commit of that day.
"""

import argparse
import asyncio
import random
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from tests.git_repository import git
from vaultsearch.core.history.git import GitHistory
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode, Result
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.vault import Vault

_Scored: TypeAlias = "tuple[str, float | None]"
_SEED = 7
_SAME = 1e-4
"""Difference of scores that is rounding."""
_FIRST_S = 1.0
"""Seconds within which the first answer about a day is asked for."""
_BEGAN = datetime(2023, 1, 1, 12, tzinfo=UTC)
_SUBJECTS = ("keel", "bolts", "bronze", "mast", "spruce", "sail", "rudder", "lead", "paint", "anchor")


@dataclass(frozen=True, slots=True)
class Day:
    """What asking about one day took, and how many of its answers are those of a fresh index."""

    first_s: float
    whole_s: float
    again_s: float
    differing: int
    equal: int
    asked: int


def script_history(folder: Path, commits: int) -> None:
    """Make a git repository of a folder of notes, a commit a day's share of the years until now."""
    rng = random.Random(_SEED)
    texts = {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8", errors="replace")
        for file in sorted(folder.rglob("*.md"))
        if ".git" not in file.parts
    }
    share = (datetime.now(UTC) - timedelta(days=2) - _BEGAN) / commits
    script: list[bytes] = []
    for number in range(commits):
        changes = [_written(path, text) for path, text in texts.items()] if not number else []
        for path in rng.sample(sorted(texts), min(3, len(texts))) if number else ():
            lines = texts[path].split("\n")
            told = f"Edit {number}: the {rng.choice(_SUBJECTS)} and the {rng.choice(_SUBJECTS)}."
            lines.insert(rng.randrange(len(lines) + 1), told)
            texts[path] = "\n".join(lines)
            changes.append(_written(path, texts[path]))
        if number % 40 == 39:
            gone = rng.choice(sorted(texts))
            del texts[gone]
            changes.append(f"D {_quoted(gone)}\n".encode())
        moment = int((_BEGAN + number * share).timestamp())
        head = f"commit refs/heads/master\ncommitter n <n@example.org> {moment} +0000\ndata 4\nedit\n"
        script += [head.encode(), *changes, b"\n"]
    git(folder, "init", "-q", "-b", "master")
    program = shutil.which("git") or "git"
    subprocess.run([program, "fast-import", "--quiet"], cwd=folder, input=b"".join(script), check=True)
    git(folder, "reset", "-q", "--hard", "master")


def _written(path: str, text: str) -> bytes:
    content = text.encode()
    return f"M 100644 inline {_quoted(path)}\ndata {len(content)}\n".encode() + content + b"\n"


def _quoted(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def random_queries(texts: Iterable[str], count: int) -> list[str]:
    """Return words and pairs of words of the texts, some of the scripted ones among them."""
    rng = random.Random(_SEED)
    words = sorted({word for text in texts for word in re.findall(r"[^\W\d_]{3,12}", text)})
    pairs = (
        " ".join(rng.sample(words, 2)) if rng.random() < 0.5 else rng.choice(words) for _ in range(count)
    )
    return [f"{pair} {rng.choice(_SUBJECTS)}" if rng.random() < 0.3 else pair for pair in pairs]


async def answers(vault: Vault, query: str) -> list[_Scored]:
    """Return the paths and scores of the last answer by words."""
    stages = [stage async for stage in vault.search_stages(query, 10, Mode.FULLTEXT, learned=False)]
    return [_place(result) for result in stages[-1].results]


def _place(result: Result) -> _Scored:
    return result.chunk.path, result.score


def is_same(answer: Sequence[_Scored], other: Sequence[_Scored]) -> bool:
    """Return whether two answers are the same but for the order of passages with the same score."""
    last = min((score or 0.0 for _, score in answer), default=0.0) + _SAME
    scores = zip(answer, other, strict=False)
    return (
        len(answer) == len(other)
        and all(abs((one[1] or 0.0) - (two[1] or 0.0)) < _SAME for one, two in scores)
        and {path for path, score in answer if (score or 0.0) > last}
        == {path for path, score in other if (score or 0.0) > last}
    )


async def read_words(vault: Vault) -> None:
    """Index the words of a vault, and not its meaning."""

    def stop_at_meaning(progress: Progress) -> None:
        if progress.phase == "embedding":
            syncing.cancel()

    syncing = asyncio.ensure_future(vault.index.sync(stop_at_meaning))
    await syncing


async def measured(vault: Vault, day: date, queries: Sequence[str], work: Path) -> Day:
    """Ask about a day, then the same of a fresh index of its worktree."""
    first, started = 0.0, time.perf_counter()
    async for _ in vault.search_stages(f"asof:{day} {queries[0]}", 10, learned=False):
        first = first or time.perf_counter() - started
    whole = time.perf_counter() - started
    started = time.perf_counter()
    found = [await answers(vault, f"asof:{day} {query}") for query in queries]
    again = (time.perf_counter() - started) / len(queries)
    history = GitHistory(vault.folder)
    commit, _ = history.commit_on(day)
    now = history.blobs_of("HEAD")
    differing = sum(now.get(path) != blob for path, blob in history.blobs_of(commit).items())
    tree, index = work / "tree", work / "fresh"
    git(vault.folder, "worktree", "add", "-q", "--detach", str(tree), commit)
    async with await Vault.open(tree, index, Parameters()) as fresh:
        await read_words(fresh)
        expected = [await answers(fresh, query) for query in queries]
    git(vault.folder, "worktree", "remove", "--force", str(tree))
    shutil.rmtree(index)
    equal = sum(is_same(one, other) for one, other in zip(found, expected, strict=True))
    return Day(first, whole, again, differing, equal, len(queries))


async def _main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        folder = work / "vault"
        shutil.copytree(arguments.vault, folder, ignore=shutil.ignore_patterns(".git"))
        script_history(folder, arguments.commits)
        vault = await Vault.open(folder, work / "index", Parameters())
        await read_words(vault)
        notes = await vault.query.notes()
        queries = random_queries((note.text for note in notes), arguments.queries)
        print(f"{len(notes):,} notes, {arguments.commits:,} commits, {len(queries)} queries by words\n")
        print("| day | notes that differ | first answer, s | whole, s | then, s | same as a fresh index |")
        print("| --- | --- | --- | --- | --- | --- |")
        rng, days = random.Random(_SEED), []
        for _ in range(arguments.days):
            day = (_BEGAN + rng.random() * (datetime.now(UTC) - _BEGAN)).date()
            days.append(result := await measured(vault, day, queries, work))
            cells = (
                f"{result.differing:,} | {result.first_s:.2f} | {result.whole_s:.1f} | {result.again_s:.2f}"
            )
            print(f"| {day} | {cells} | {result.equal} of {result.asked} |", flush=True)
        await vault.close()
    first = statistics.median(day.first_s for day in days)
    same = all(day.equal == day.asked for day in days)
    print(f"\nFirst answer, median: {first:.2f} s (asked: {_FIRST_S:.0f}); all as a fresh index: {same}")
    return 0 if first <= _FIRST_S and same else 1


def main() -> int:
    """Run the bench; return 1 if an answer differs or the first one takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--commits", type=int, default=1_500)
    parser.add_argument("--days", type=int, default=10)
    parser.add_argument("--queries", type=int, default=50)
    return asyncio.run(_main(parser.parse_args()))


if __name__ == "__main__":
    raise SystemExit(main())
