"""Rerankers without a model: by diversity, by a note's date and links, and by least probability."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.protocols import Vectors
from vaultsearch.core.search.blending import add_leg_ranks, blend_scores, order_by_scores
from vaultsearch.core.search.fusion import answer_probability, scale_to_unit
from vaultsearch.core.threads import in_turn
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Chunk, LegRank, limit_per_note
from vaultsearch.core.vault.links import LinkGraph


@dataclass(frozen=True, slots=True)
class MaximalMarginalRelevanceReranker:
    """Pick relevant passages unlike those picked before (Carbonell and Goldstein, 1998).

    The next passage has the highest ``relevance_share * relevance - (1 - relevance_share) * likeness``:
    relevance is the score scaled from the candidates' lowest to highest, likeness the highest cosine with any
    passage picked before. With a share of 1, the order stays. A passage without a vector is like none.

    ``get_vectors`` maps ids to vectors, float32 (dimension,), unit length; it omits passages without one.
    """

    get_vectors: Callable[[Sequence[str]], Awaitable[Mapping[str, Vectors]]]
    relevance_share: float = 0.7

    name: ClassVar[str] = "diversity"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return n passages scored by marginal relevance."""
        vectors = await self.get_vectors([chunk.id for chunk in chunks])
        relevance = scale_to_unit([chunk.score or 0.0 for chunk in chunks])
        size = len(next(iter(vectors.values()), ()))
        rows = np.asarray([vectors.get(chunk.id, np.zeros(size)) for chunk in chunks], dtype=np.float64)
        cosines = np.asarray(rows @ rows.T) if size else np.zeros((len(chunks), len(chunks)))
        order = marginal_order(relevance, cosines, self.relevance_share)[:n]
        return [
            replace(chunks[i], score=value, ranks={**chunks[i].ranks, "mmr": LegRank(place, value)})
            for place, (i, value) in enumerate(order, start=1)
        ]


def marginal_order(
    relevance: NDArray[np.float64], cosines: NDArray[np.float64], share: float
) -> list[tuple[int, float]]:
    """Order indices by maximal marginal relevance, each with this value; the values never rise.

    ``relevance`` is (n,), ``cosines`` (n, n).
    """
    left = list(range(len(relevance)))
    likeness = np.zeros(len(relevance))
    order: list[tuple[int, float]] = []
    while left:
        values = share * relevance - (1 - share) * likeness
        # Of equal ones the first, so that the order stays the same from run to run.
        best = max(left, key=lambda i: (values[i], -i))
        order.append((best, float(values[best])))
        left.remove(best)
        likeness = np.maximum(likeness, cosines[best])
    return order


@dataclass(frozen=True, slots=True)
class DeduplicatingReranker:
    """Keep each note's best ``most_of_a_note`` passages, in order."""

    most_of_a_note: int = 1

    name: ClassVar[str] = "few of a note"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return at most n."""
        return limit_per_note(chunks, self.most_of_a_note)[:n]


_DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class RecencyReranker:
    """Blend a note's freshness into passage scores: ``(1 - weight) * score + weight * freshness``.

    Scores are scaled from the candidates' lowest to highest. Freshness is 1 now and halves after each
    ``half_life_days``; the date is from the note's properties, else the last change. With a weight of 0, the
    order stays.
    """

    half_life_days: float = 90.0
    weight: float = 0.2
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    name: ClassVar[str] = "recency"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best."""
        now = self.now()
        fresh = [self.freshness(chunk.created or chunk.modified, now) for chunk in chunks]
        relevance = scale_to_unit([chunk.score or 0.0 for chunk in chunks])
        blend = [
            (1 - self.weight) * float(score) + self.weight * new
            for score, new in zip(relevance, fresh, strict=True)
        ]
        return order_by_scores(add_leg_ranks(chunks, fresh, "recency"), blend)[:n]

    def freshness(self, date: datetime | None, now: datetime) -> float:
        """Return 1 for now and the future, 0.5 after the half-life, 0 without a date."""
        if date is None:
            return 0.0
        # A date in the future, such as an appointment's, is no more than fresh.
        days = max(0.0, (now - date).total_seconds() / _DAY_S)
        return float(0.5 ** (days / self.half_life_days))


_MAX_SEEDS = 10
"""The walk starts from this many top notes, most often from the first."""
_RETURN_PROBABILITY = 0.5
"""The probability to return to the start at each step."""
# With a return of one half, further steps would move less than half a percent of the walk.
_STEPS = 8


@dataclass(slots=True)
class LinkPriorReranker:
    """Add each note's personalised PageRank, from the top notes, to the passage scores.

    After Haveliwala (2002), over links in both directions. The z-scores times ``weight`` are added to those
    of the previous scores; with a weight of 0, the order stays. ``get_notes`` returns every note with links;
    during a large sync, a slightly older state.
    """

    get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]]
    weight: float = 0.05
    _graph: tuple[tuple[StoredNote, ...], Mapping[str, Sequence[str]]] = ((), {})

    name: ClassVar[str] = "links"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best."""
        notes = await self.get_notes()
        # By identity: the notes are the same tuple until their table changes.
        if self._graph[0] is not notes:
            self._graph = (notes, await in_turn(linked_notes, notes))
        seeds = list(dict.fromkeys(chunk.path for chunk in chunks))[:_MAX_SEEDS]
        near = personalised_page_rank(self._graph[1], seeds)
        return blend_scores(chunks, [near.get(chunk.path, 0.0) for chunk in chunks], self.weight, "links")[:n]


def linked_notes(notes: Sequence[StoredNote]) -> dict[str, tuple[str, ...]]:
    """Map each note to all linked and linking notes, without duplicates."""
    graph = LinkGraph.of(notes)
    return {note.path: graph.neighbours(note.path) for note in notes}


def personalised_page_rank(graph: Mapping[str, Sequence[str]], seeds: Sequence[str]) -> dict[str, float]:
    """Return the shares, with sum 1, of a random walk from the seeds and back, started 1 / rank as often."""
    total = sum(1 / rank for rank in range(1, len(seeds) + 1))
    start = {seed: 1 / rank / total for rank, seed in enumerate(seeds, start=1)}
    shares = start
    for _ in range(_STEPS):
        after = {seed: _RETURN_PROBABILITY * share for seed, share in start.items()}
        for path, share in shares.items():
            # From a note without links, the walk returns as well.
            others = graph.get(path) or seeds
            for other in others:
                after[other] = after.get(other, 0.0) + (1 - _RETURN_PROBABILITY) * share / len(others)
        shares = after
    return shares


@dataclass(frozen=True, slots=True)
class ThresholdReranker:
    """Drop passages with a probability below ``minimum``; those without a probability stay."""

    minimum: float = 0.01

    name: ClassVar[str] = "threshold"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return at most n."""
        known = ((chunk, answer_probability(chunk)) for chunk in chunks)
        return [chunk for chunk, likely in known if likely is None or likely >= self.minimum][:n]
