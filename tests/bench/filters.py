"""Measure queries that only filter: `python -m tests.bench.filters VAULT`. The limit is 100 ms each."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from vaultsearch.core.values.sync import Progress

_LIMIT_MS, _ROUNDS = 100, 7
# Short words that nearly every note holds: what is narrower is quicker.
_QUERIES = (
    "tag:a",
    "[tags]",
    "path:a",
    "link:a",
    'task:""',
    "block:a",
    "section:a",
    "line:e",
    "line:(a -b)",
    "line:/[a-z]{4,}/",
    "line:e OR section:a",
    "block:(a OR e)",
    "path:a section:a line:e",
    "/[0-9]{4}/",
    "-tag:a after:2020",
)


def main() -> int:
    """Measure each and print a table. Return 1 if one takes longer than the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    rows = asyncio.run(_measured(parser.parse_args().vault))
    print(f"median of {_ROUNDS} after the first; limit {_LIMIT_MS} ms")
    for query, first, taken, found in rows:
        print(f"{query:<28}{taken:>7.0f} ms   first {first:>6.0f} ms   {found:>3} listed")
    return int(any(taken > _LIMIT_MS for _, _, taken, _ in rows))


async def _measured(vault: Path) -> list[tuple[str, float, float, int]]:
    with tempfile.TemporaryDirectory() as folder:
        session = await Vault.open(
            vault, Path(folder) / "index", Parameters(), Workers(in_thread, in_thread), write=True
        )
        await _read_words(session)
        rows = []
        for query in _QUERIES:
            # Between two rounds another query is asked: the last one is kept, and would cost nothing.
            timed = []
            for _ in range(_ROUNDS + 1):
                timed.append(await _asked(session, query))
                await _asked(session, "line:nowhere")
            first, *others = (milliseconds for milliseconds, _ in timed)
            rows.append((query, first, median(others), timed[0][1]))
        await session.close()
    return rows


async def _read_words(session: Vault) -> None:
    def stop_at_meaning(progress: Progress) -> None:
        if progress.phase == "embedding" and not syncing.cancelling():
            syncing.cancel()

    syncing = asyncio.create_task(session.index.sync(stop_at_meaning))
    await syncing


async def _asked(session: Vault, query: str) -> tuple[float, int]:
    start = time.perf_counter()
    *_, last = [stage async for stage in session.search_stages(query, mode=Mode.HYBRID)]
    return (time.perf_counter() - start) * 1000, len(last.results)


if __name__ == "__main__":
    sys.exit(main())
