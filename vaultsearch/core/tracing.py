"""The course of a search or sync: each step's duration and counts, and a question's timeouts."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from vaultsearch.core.values.search import Chunk, Step

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class StepCounts:
    """Counts of a step in progress."""

    count_in: int = 0
    count_out: int = 0


@dataclass(slots=True)
class Trace:
    """A search's or sync's steps, in order of completion."""

    steps: list[Step] = field(default_factory=list)

    @contextmanager
    def step(self, name: str, count_in: int = 0) -> Iterator[StepCounts]:
        """Time the body, which sets ``count_out`` on the yielded counts."""
        counts = StepCounts(count_in)
        start = time.perf_counter()
        try:
            yield counts
        finally:
            step = Step(name, time.perf_counter() - start, counts.count_in, counts.count_out)
            self.steps.append(step)
            counted = step.count_in, step.count_out
            _log.debug("step name=%s seconds=%.4f in=%d out=%d", name, step.seconds, *counted)

    async def awaited(self, name: str, search: Awaitable[list[Chunk]]) -> list[Chunk]:
        """Await a leg's or reranker's passages as a step."""
        with self.step(name) as counts:
            chunks = await search
            counts.count_out = len(chunks)
            return chunks


_WITHOUT_TIMEOUTS: ContextVar[bool] = ContextVar("patient", default=False)


@contextmanager
def without_timeouts() -> Iterator[None]:
    """Disable timeouts for questions asked inside: only their last answer matters.

    Otherwise a misspelt word was corrected or not, depending on what loaded first.
    """
    token = _WITHOUT_TIMEOUTS.set(True)
    try:
        yield
    finally:
        _WITHOUT_TIMEOUTS.reset(token)


def question_timeout(seconds: float) -> float | None:
    """Return this question's timeout: ``seconds``, or None without timeouts."""
    return None if _WITHOUT_TIMEOUTS.get() else seconds
