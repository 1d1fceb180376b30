"""Measures steps: how long each took and how much went in and came out."""

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
class Measured:
    """What a step in progress is to say of itself."""

    count_in: int = 0
    count_out: int = 0


@dataclass(slots=True)
class Trace:
    """The steps of one search or sync, in the order in which they ended."""

    steps: list[Step] = field(default_factory=list)

    @contextmanager
    def step(self, name: str, count_in: int = 0) -> Iterator[Measured]:
        """Time what happens within; set ``count_out`` on what this gives."""
        measured = Measured(count_in)
        start = time.perf_counter()
        try:
            yield measured
        finally:
            step = Step(name, time.perf_counter() - start, measured.count_in, measured.count_out)
            self.steps.append(step)
            _log.debug(
                "step name=%s seconds=%.4f in=%d out=%d", name, step.seconds, step.count_in, step.count_out
            )

    async def awaited(self, name: str, search: Awaitable[list[Chunk]]) -> list[Chunk]:
        """Trace a leg or a reranker while waiting for its passages."""
        with self.step(name) as measured:
            chunks = await search
            measured.count_out = len(chunks)
            return chunks
