"""Different passages rather than more of the same: maximal marginal relevance, and few of one note."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from vaultsearch.core.search.fusion import from_0_to_1
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors


class SupportsVectors(Protocol):
    """Gives the vectors, float32 (dimension,), unit length, of those passages that have one, by id."""

    async def of(self, ids: Sequence[str]) -> Mapping[str, Vectors]:
        """Map passages to their vectors, float32 (dimension,); those without one are left out."""
        ...


@dataclass(frozen=True, slots=True)
class MaximalMarginalRelevanceReranker:
    """Takes the passage next that is relevant and unlike those taken (Carbonell and Goldstein, 1998).

    That is the one with the highest ``relevance_share * relevance - (1 - relevance_share) * likeness``,
    where relevance is its score as a share of the way from the candidates' lowest to their highest, and
    likeness its highest cosine with a passage already taken. With a share of 1, the order stays. A
    passage without a vector is like none.
    """

    vectors: SupportsVectors
    relevance_share: float = 0.7

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "diversity"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give n, each with the figure it was taken for as its score."""
        found = await self.vectors.of([chunk.id for chunk in chunks])
        relevance = from_0_to_1([chunk.score or 0.0 for chunk in chunks])
        taken = marginal_order(relevance, _cosines(chunks, found), self.relevance_share)[:n]
        return [
            replace(chunks[i], score=value, ranks={**chunks[i].ranks, "mmr": LegRank(place, value)})
            for place, (i, value) in enumerate(taken, start=1)
        ]


def marginal_order(
    relevance: NDArray[np.float64], cosines: NDArray[np.float64], share: float
) -> list[tuple[int, float]]:
    """Give places in the order of maximal marginal relevance, with the value each was taken for.

    ``relevance`` is (n,), ``cosines`` (n, n). The values never rise along the list.
    """
    left = list(range(len(relevance)))
    likeness = np.zeros(len(relevance))
    order: list[tuple[int, float]] = []
    while left:
        values = share * relevance - (1 - share) * likeness
        best = max(left, key=lambda i: (values[i], -i))
        order.append((best, float(values[best])))
        left.remove(best)
        likeness = np.maximum(likeness, cosines[best])
    return order


def _cosines(chunks: Sequence[Chunk], found: Mapping[str, Vectors]) -> NDArray[np.float64]:
    size = len(next(iter(found.values()), ()))
    vectors = np.asarray([found.get(chunk.id, np.zeros(size)) for chunk in chunks], dtype=np.float64)
    return np.asarray(vectors @ vectors.T) if size else np.zeros((len(chunks), len(chunks)))


@dataclass(frozen=True, slots=True)
class DeduplicatingReranker:
    """Keeps the best ``most_of_a_note`` passages of each note, in the order that they have."""

    most_of_a_note: int = 1

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "few of a note"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give n at most."""
        seen: Counter[str] = Counter()
        kept = []
        for chunk in chunks:
            seen[chunk.path] += 1
            if seen[chunk.path] <= self.most_of_a_note:
                kept.append(chunk)
        return kept[:n]
