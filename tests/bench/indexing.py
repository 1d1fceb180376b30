"""The time of an index: the first one, until words are found, and if nothing changed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.figures import Figure
from tests.bench.generated_vault import marker, path_of
from tests.bench.ground import bytes_of, opened
from tests.bench.stand_in import NOT_MEASURED
from vaultsearch.core.chunking.chunker import embedding_text
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from tests.bench.ground import Ground
    from vaultsearch.core.values.sync import Progress, SyncReport
    from vaultsearch.service.vault import Vault

_POLLED_EVERY_S = 0.05
_BARE_LIMIT_S = 3600


def measure_first_index(ground: Ground) -> list[Figure]:
    """Index from nothing; then encode the same passages with the bare library."""
    ground.forget_index()
    report, wall, words = asyncio.run(_first_index(ground))
    searchable = Figure(
        "words-searchable", words, "", f"{ground.notes / words:,.0f} notes/s, start of the worker included"
    )
    if ground.stand_in:
        return [Figure("first-index", None, "", NOT_MEASURED, skipped=True), searchable]
    ground.say("bare encoding of the same passages")
    bare = _bare_encoding(asyncio.run(_texts(ground)))
    steps = ", ".join(f"{step.name} {step.seconds:.1f}" for step in report.steps)
    peer = f"bare {bare['seconds']:.1f} s ({bare['dtype']}, batches of {bare['batch']})"
    return [
        Figure(
            "first-index",
            wall / bare["seconds"],
            peer,
            f"{wall:.1f} s for {report.chunks:,} passages ({steps} s); "
            f"loading the model takes the bare process {bare['loading']:.1f} s more",
        ),
        searchable,
    ]


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


async def _first_index(ground: Ground) -> tuple[SyncReport, float, float]:
    """Index, but no further than the words if the vectors are a stand-in's; return the seconds, too."""
    all_read = asyncio.Event()

    def follow(progress: Progress) -> None:
        ground.say_progress(progress)
        if progress.notes_total and progress.notes_done == progress.notes_total:
            all_read.set()

    start = time.perf_counter()
    async with opened(ground) as session:
        found = asyncio.ensure_future(_found_last(session, all_read, ground.notes - 1))
        synced_from = time.perf_counter()
        sync = asyncio.ensure_future(session.index.sync(follow))
        if ground.stand_in:
            found.add_done_callback(lambda _: sync.cancel())
        report = await sync
        wall = time.perf_counter() - synced_from
        return report, wall, await found - start


async def _found_last(session: Vault, all_read: asyncio.Event, number: int) -> float:
    """Return the time when the oldest note, which is read last, is found by a word of its own."""
    await all_read.wait()
    while True:
        async for stage in session.search_stages(marker(number), 5, Mode.FULLTEXT):
            if any(result.chunk.path == path_of(number) for result in stage.results):
                return time.perf_counter()
        await asyncio.sleep(_POLLED_EVERY_S)


async def _second_sync(ground: Ground) -> tuple[SyncReport, float]:
    async with opened(ground) as session:
        start = time.perf_counter()
        report = await session.index.sync(ground.say_progress)
        return report, time.perf_counter() - start


async def _texts(ground: Ground) -> list[str]:
    corpus = await LanceCorpus.open(ground.index)
    try:
        chunks = [chunk async for chunk in corpus.get_all_text()]
    finally:
        corpus.close()
    return [embedding_text(chunk.title, chunk.heading_path, chunk.text) for chunk in chunks]


def _bare_encoding(texts: list[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.json"
        file.write_text(json.dumps(texts), encoding="utf-8")
        command = [sys.executable, "-m", "tests.bench.bare_encoding", str(file)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=_BARE_LIMIT_S)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
