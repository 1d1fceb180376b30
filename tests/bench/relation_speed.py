"""The latency of the window's requests for a selected note: a part of `tests.bench.related`."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from pathlib import Path

_LIMIT_MS, _FIRST_LIMIT_MS = 100, 1000


@dataclass(frozen=True, slots=True)
class Speed:
    """How long something takes, in milliseconds; ``first`` is the very first time."""

    what: str
    first: float
    middle: float
    late: float

    @property
    def is_slow(self) -> bool:
        """Whether it is over the limit."""
        return self.late > _LIMIT_MS or self.first > _FIRST_LIMIT_MS

    def __str__(self) -> str:
        """Return a line of the table."""
        times = f"median {self.middle:.0f} ms, p95 {self.late:.0f} ms, limit {_LIMIT_MS} ms"
        return f"{self.what:<30} {times}; first {self.first:.0f} ms, limit {_FIRST_LIMIT_MS} ms"


async def speeds(vault: Path, paths: Sequence[str], count: int) -> list[Speed]:
    """Measure both requests of the window for a selected note, each alone and both at once.

    ``count`` of the notes at ``paths`` are asked for. Only the first time of both is that of a session of
    which nothing was asked before.
    """
    session = await Vault.open(
        vault, settings.index_folder(vault), Parameters(), Workers(in_thread, in_thread), write=False
    )
    taken: dict[str, list[float]] = defaultdict(list)
    for path in random.Random(2).sample(paths, min(count, len(paths))):
        both = asyncio.gather(session.relations.related(path), session.relations.links_of(path))
        taken["both, as the window asks"].append(await _taken(both))
    for path in random.Random(3).sample(paths, min(count, len(paths))):
        taken["related"].append(await _taken(session.relations.related(path)))
        taken["links"].append(await _taken(session.relations.links_of(path)))
    await session.close()
    return [
        Speed(what, times[0], median(times[1:]), quantiles(times[1:], n=20)[-1])
        for what, times in taken.items()
    ]


async def _taken(asked: Awaitable[object]) -> float:
    start = time.perf_counter()
    await asked
    return (time.perf_counter() - start) * 1000
