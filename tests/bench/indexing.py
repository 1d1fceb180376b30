"""The time of an index: the first one, until words are found, and if nothing changed."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.generated_vault import marker, path_of
from tests.bench.ground import Ground, bytes_of, opened
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.service.vault import Vault

_POLLED_EVERY_S = 0.05


def measure_first_index(ground: Ground) -> list[Figure]:
    """Index from nothing, until the words of the last note are found."""
    ground.forget_index()
    words = asyncio.run(_first_index(ground))
    detail = f"{ground.notes / words:,.0f} notes/s, start of the worker included"
    return [Figure("words-searchable", words, "", detail)]


def measure_size(ground: Ground) -> list[Figure]:
    """Compare the folders."""
    ground.ensure_index()
    index, notes = bytes_of(ground.index), bytes_of(ground.vault)
    return [Figure("size", index / notes, f"notes {notes / 1e6:.1f} MB", f"index {index / 1e6:.1f} MB")]


def measure_second_sync(ground: Ground) -> list[Figure]:
    """Sync a vault in which nothing has changed."""
    ground.ensure_index()
    report, seconds = asyncio.run(_second_sync(ground))
    start = time.perf_counter()
    files = [(Path(folder) / name).stat() for folder, _, names in os.walk(ground.vault) for name in names]
    walk = time.perf_counter() - start
    steps = ", ".join(f"{step.name} {step.seconds:.2f}" for step in report.steps)
    unchanged = report.unchanged == len(files) == ground.notes and not report.embedded
    detail = f"{steps} s" if unchanged else f"not unchanged: {report}"
    return [Figure("second-sync", seconds if unchanged else None, f"bare walk and stat {walk:.2f} s", detail)]


async def _first_index(ground: Ground) -> float:
    """Index, but no further than the words if the vectors are a stand-in's; return the seconds until then."""
    all_read = asyncio.Event()

    def follow(progress: Progress) -> None:
        ground.say_progress(progress)
        if progress.notes_total and progress.notes_done == progress.notes_total:
            all_read.set()

    start = time.perf_counter()
    async with opened(ground.vault) as session:
        found = asyncio.ensure_future(_found_last(session, all_read, ground.notes - 1))
        sync = asyncio.ensure_future(session.index.sync(follow))
        if ground.stand_in:
            found.add_done_callback(lambda _: sync.cancel())
        await sync
        return await found - start


async def _found_last(session: Vault, all_read: asyncio.Event, number: int) -> float:
    """Return the time when the oldest note, which is read last, is found by a word of its own."""
    await all_read.wait()
    while True:
        async for stage in session.search_stages(marker(number), 5, Mode.FULLTEXT):
            if any(result.chunk.path == path_of(number) for result in stage.results):
                return time.perf_counter()
        await asyncio.sleep(_POLLED_EVERY_S)


async def _second_sync(ground: Ground) -> tuple[SyncReport, float]:
    async with opened(ground.vault) as session:
        start = time.perf_counter()
        report = await session.index.sync(ground.say_progress)
        return report, time.perf_counter() - start
