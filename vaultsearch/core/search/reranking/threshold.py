"""Leaving out what hardly answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.search.calibration import probability

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Chunk


@dataclass(frozen=True, slots=True)
class ThresholdReranker:
    """Leaves out passages that answer with a probability below ``minimum``; the order stays.

    What none of those legs scored, such as a passage found by its words alone, stays, too.
    """

    minimum: float = 0.01

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "threshold"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give n at most."""
        known = ((chunk, probability(chunk)) for chunk in chunks)
        return [chunk for chunk, likely in known if likely is None or likely >= self.minimum][:n]
