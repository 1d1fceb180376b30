"""A vault with the shapes of real ones is indexed and changed: `python -m tests.bench.shaped --notes 13000`.

Its vectors are those of a stand-in encoder. Exit with 1 if a figure misses its limit.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from tests.bench import shaped_vault
from tests.bench.__main__ import console, exit_code
from tests.bench.figures import Figure, percentile
from tests.bench.generated_vault import questions
from tests.bench.ground import Effort, Ground, opened_to_index, tidied_bytes
from tests.bench.processes import most_memory
from tests.bench.report import ProgressLine, print_figures
from tests.bench.sessions import ask, found, kept_fresh
from tests.bench.vocabulary import prose
from tests.builders import bytes_of
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import SyncReport

_QUESTIONS, _EDITS = 100, 20
_DIFFERING = 1000


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.bench.shaped", description=__doc__)
    parser.add_argument("--notes", type=int, default=13_000)
    notes = parser.parse_args().notes
    with tempfile.TemporaryDirectory(prefix="vaultsearch-shaped-") as temporary:
        folder = Path(temporary).resolve()
        os.environ["VAULTSEARCH_HOME"] = str(folder / "home")
        ground = Ground(folder / "vault", notes, Effort(), ProgressLine(), stand_in=True)
        ground.line.begin(f"{notes:,} notes: writing the vault")
        shaped_vault.write_shaped_vault(ground.vault, notes)
        shaped_vault.commit_two_branches(ground.vault, _DIFFERING)
        figures = asyncio.run(_measured(ground))
    print_figures(console(), notes, figures)
    return exit_code([figures])


async def _measured(ground: Ground) -> list[Figure]:
    steps: tuple[Callable[[Ground], Awaitable[list[Figure]]], ...]
    steps = (_first_index, _opened, _asked, _switched, _edited, _folder_renamed, _crowded)
    return [figure.of_vault(ground.notes) for step in steps for figure in await step(ground)]


async def _synced(ground: Ground, change: Callable[[], object]) -> tuple[SyncReport, float]:
    """Change something on the disk; return the report of the sync in a new session, and its seconds.

    As the command line does, it waits after that for the index over the vectors, if one is being built.
    """
    async with opened_to_index(ground) as session:
        await session.warm_up()
        await in_thread(change)
        start = time.perf_counter()
        report = await session.index.sync(ground.say_progress)
        seconds = time.perf_counter() - start
        await session.index.vectors_indexed()
        return report, seconds


async def _first_index(ground: Ground) -> list[Figure]:
    with most_memory(os.getpid()) as most:
        report, seconds = await _synced(ground, lambda: None)
        memory = most()
    steps = ", ".join(f"{step.name} {step.seconds:.1f}" for step in report.steps)
    index, notes = bytes_of(ground.index), bytes_of(ground.vault) - bytes_of(ground.vault / ".git")
    return [
        Figure("shaped-index", seconds, f"{report.chunks:,} passages", f"{steps} s"),
        Figure("shaped-memory", memory.total, "", f"{memory} MB, without a window"),
        Figure("shaped-size", index / notes, f"vault {notes / 1e6:.1f} MB", f"index {index / 1e6:.1f} MB"),
    ]


async def _opened(ground: Ground) -> list[Figure]:
    start = time.perf_counter()
    async with opened_to_index(ground) as session:
        opened = time.perf_counter() - start
        await ask(session, questions(1, ground.notes)[0], {}, Mode.FULLTEXT)
        return [Figure("shaped-open", time.perf_counter() - start, "", f"opened after {opened:.2f} s")]


async def _asked(ground: Ground) -> list[Figure]:
    legs: defaultdict[str, list[float]] = defaultdict(list)
    asked = questions(_QUESTIONS + 10, ground.notes)
    async with opened_to_index(ground) as session:
        await session.warm_up()
        took = [await ask(session, question, legs) for question in asked][10:]
    shown = ", ".join(
        f"{name} {percentile(times, 0.5):.0f}/{percentile(times, 0.95):.0f}" for name, times in legs.items()
    )
    return [
        Figure("shaped-p50", percentile(took, 0.5), "", f"p50/p95 of the legs: {shown} ms"),
        Figure("shaped-p95", percentile(took, 0.95)),
    ]


async def _edited(ground: Ground) -> list[Figure]:
    chooser, seconds = random.Random("shaped edits"), []
    notes = [note for note in shaped_vault.notes_in(ground.vault) if note.stat().st_size < 100_000]
    async with opened_to_index(ground) as session:
        await session.warm_up()
        async with kept_fresh(session) as at_rest:
            for number in range(_EDITS):
                word = f"zyq{'bdfgklmnpr'[number // 10]}u{'bdfgklmnpr'[number % 10]}ax"
                note = chooser.choice(notes)
                written = f"{note.read_text('utf-8')}\n{' '.join(prose(chooser, number, 8))} {word}.\n"
                start = time.perf_counter()
                await in_thread(note.write_text, written, "utf-8")
                seconds.append(await found(session, word, Mode.FULLTEXT, word) - start)
                await at_rest.wait()
    slowest = max(seconds)
    detail = (
        f"{_EDITS} edits, median {percentile(seconds, 0.5):.2f} s,"
        f" longest {slowest:.2f} s (edit {seconds.index(slowest) + 1})"
    )
    return [Figure("shaped-edit", percentile(seconds, 0.95), "", detail)]


async def _folder_renamed(ground: Ground) -> list[Figure]:
    folder = ground.vault / shaped_vault.MOVED
    notes = len(shaped_vault.notes_in(folder))
    await _synced(ground, lambda: None)  # what git has just written is read once more, whatever is renamed
    report, seconds = await _synced(ground, partial(folder.rename, folder.with_name("Renamed")))
    steps = ", ".join(f"{step.name} {step.seconds:.1f}" for step in report.steps)
    peer = f"{notes:,} notes"
    return [
        Figure("rename", seconds, peer, f"{steps} s; {report.added:,} added, {report.removed:,} removed"),
        Figure("rename-encoded", report.embedded, peer),
    ]


async def _switched(ground: Ground) -> list[Figure]:
    figures = []
    for branch, row in (("other", "switch"), ("main", "switch-back")):
        report, seconds = await _synced(
            ground, partial(shaped_vault.git, ground.vault, "switch", "-q", branch)
        )
        counts = f"{report.added:,} added, {report.changed:,} changed, {report.removed:,} removed"
        figures.append(Figure(row, seconds, f"{report.embedded:,} passages encoded", counts))
    return figures


async def _crowded(ground: Ground) -> list[Figure]:
    figures = []
    for name, text in shaped_vault.crowded_notes().items():
        before = await tidied_bytes(ground)
        file = ground.vault / f"{name}.md"
        report, seconds = await _synced(ground, partial(file.write_text, text, "utf-8"))
        grown = max(0, await tidied_bytes(ground) - before) / 1e6
        row, detail = name.rpartition(" ")[2], f"{seconds:.1f} s until in step; {report.embedded} passages"
        figures.append(Figure(row, grown, f"note {len(text) / 1e6:.2f} MB", detail))
    return figures


if __name__ == "__main__":
    sys.exit(main())
