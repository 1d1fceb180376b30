"""Reranking for diversity: maximal marginal relevance, and few passages of one note."""

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
    """A corpus that returns passages' vectors."""

    async def of(self, ids: Sequence[str]) -> Mapping[str, Vectors]:
        """Map ids to vectors, float32 (dimension,), unit length; passages without one are left out."""
        ...


@dataclass(frozen=True, slots=True)
class MaximalMarginalRelevanceReranker:
    """Take next the passage that is relevant and unlike those taken (Carbonell and Goldstein, 1998).

    That is the passage with the highest ``relevance_share * relevance - (1 - relevance_share) * likeness``,
    where relevance is its score as a share of the way from the candidates' lowest to their highest, and
    likeness its highest cosine with a passage already taken. With a share of 1, the order stays. A
    passage without a vector is like none.
    """

    vectors: SupportsVectors
    relevance_share: float = 0.7

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return "diversity"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return n passages, each with its marginal relevance as its score."""
        vectors = await self.vectors.of([chunk.id for chunk in chunks])
        relevance = from_0_to_1([chunk.score or 0.0 for chunk in chunks])
        order = marginal_order(relevance, _cosines(chunks, vectors), self.relevance_share)[:n]
        return [
            replace(chunks[i], score=value, ranks={**chunks[i].ranks, "mmr": LegRank(place, value)})
            for place, (i, value) in enumerate(order, start=1)
        ]


def marginal_order(
    relevance: NDArray[np.float64], cosines: NDArray[np.float64], share: float
) -> list[tuple[int, float]]:
    """Return indices in the order of maximal marginal relevance, each with that value.

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


def _cosines(chunks: Sequence[Chunk], vectors_by_id: Mapping[str, Vectors]) -> NDArray[np.float64]:
    size = len(next(iter(vectors_by_id.values()), ()))
    vectors = np.asarray([vectors_by_id.get(chunk.id, np.zeros(size)) for chunk in chunks], dtype=np.float64)
    return np.asarray(vectors @ vectors.T) if size else np.zeros((len(chunks), len(chunks)))


@dataclass(frozen=True, slots=True)
class DeduplicatingReranker:
    """Keep the best ``most_of_a_note`` passages of each note, in their order."""

    most_of_a_note: int = 1

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return "few of a note"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return n at most."""
        seen: Counter[str] = Counter()
        diverse = []
        for chunk in chunks:
            seen[chunk.path] += 1
            if seen[chunk.path] <= self.most_of_a_note:
                diverse.append(chunk)
        return diverse[:n]
