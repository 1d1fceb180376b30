"""The newer note first, where the rest is nearly the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.search.reranking.blending import ranked, reordered
from vaultsearch.core.search.scaling import from_0_to_1

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.search import Chunk

_DAY_S = 86_400.0


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class RecencyReranker:
    """Blends a note's freshness into its passages' scores: ``(1 - weight) * score + weight * freshness``.

    The scores are taken as shares of the way from the candidates' lowest to their highest. Freshness is 1
    now and half as much after each ``half_life_days``; the date is the note's own (from its properties),
    else that of its last change. With a weight of 0, the order stays.
    """

    half_life_days: float = 90.0
    weight: float = 0.2
    now: Callable[[], datetime] = _now

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "recency"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give the n best."""
        now = self.now()
        fresh = [self.freshness(chunk.created or chunk.modified, now) for chunk in chunks]
        relevance = from_0_to_1([chunk.score or 0.0 for chunk in chunks])
        blend = [
            (1 - self.weight) * float(score) + self.weight * new
            for score, new in zip(relevance, fresh, strict=True)
        ]
        return reordered(ranked(chunks, fresh, "recency"), blend)[:n]

    def freshness(self, date: datetime | None, now: datetime) -> float:
        """Give 1 for now and what is still to come, 0.5 after the half-life, 0 for no date."""
        if date is None:
            return 0.0
        days = max(0.0, (now - date).total_seconds() / _DAY_S)
        return float(0.5 ** (days / self.half_life_days))
