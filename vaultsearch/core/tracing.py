"""The trace of a search or sync: the duration of each step, and its counts in and out."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultsearch.core.values.search import Chunk, Step

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class StepCounts:
    """The counts of a step in progress."""

    count_in: int = 0
    count_out: int = 0


@dataclass(slots=True)
class Trace:
    """The steps of one search or sync, in the order of their ends."""

    steps: list[Step] = field(default_factory=list)

    @contextmanager
    def step(self, name: str, count_in: int = 0) -> Iterator[StepCounts]:
        """Time the body of the block, which sets ``count_out`` on the yielded counts."""
        counts = StepCounts(count_in)
        start = time.perf_counter()
        try:
            yield counts
        finally:
            step = Step(name, time.perf_counter() - start, counts.count_in, counts.count_out)
            self.steps.append(step)
            _log.debug(
                "step name=%s seconds=%.4f in=%d out=%d", name, step.seconds, step.count_in, step.count_out
            )

    async def awaited(self, name: str, search: Awaitable[list[Chunk]]) -> list[Chunk]:
        """Await the passages of a leg or a reranker as a step."""
        with self.step(name) as counts:
            chunks = await search
            counts.count_out = len(chunks)
            return chunks
