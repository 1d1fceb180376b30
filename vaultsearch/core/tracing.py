"""The course of a search or sync: the duration and the counts of each step, and what a question waits for."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from contextvars import ContextVar
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


_PATIENT: ContextVar[bool] = ContextVar("patient", default=False)


@contextmanager
def patient() -> Iterator[None]:
    """Have the questions asked within wait: only their last answer is looked at.

    Otherwise a misspelt word was corrected or not, depending on what was loaded first.
    """
    token = _PATIENT.set(True)
    try:
        yield
    finally:
        _PATIENT.reset(token)


def patience(seconds: float) -> float | None:
    """Return the timeout of this question: ``seconds``, or None for a patient one."""
    return None if _PATIENT.get() else seconds
