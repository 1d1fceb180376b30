"""Rerankers without a model: by diversity, by a note's date and links, and by a least probability."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np

from vaultsearch.core.search.blending import blended, ranked, reordered
from vaultsearch.core.search.fusion import from_0_to_1, probability
from vaultsearch.core.threads import in_turn
from vaultsearch.core.values.search import Chunk, LegRank
from vaultsearch.core.vault.links import LinkGraph

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.note import StoredNote


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

    name: ClassVar[str] = "diversity"
    """The name in the trace and the status line."""

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
        # Of equal ones the first, so that the order stays the same from run to run.
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

    name: ClassVar[str] = "few of a note"
    """The name in the trace and the status line."""

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return n at most."""
        return limit_per_note(chunks, self.most_of_a_note)[:n]


def limit_per_note(chunks: Sequence[Chunk], most: int) -> list[Chunk]:
    """Keep the first ``most`` passages of each note, in order."""
    seen: Counter[str] = Counter()
    chosen = []
    for chunk in chunks:
        seen[chunk.path] += 1
        if seen[chunk.path] <= most:
            chosen.append(chunk)
    return chosen


_DAY_S = 86_400.0


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class RecencyReranker:
    """Blend a note's freshness into its passages' scores: ``(1 - weight) * score + weight * freshness``.

    The scores are taken as shares of the way from the candidates' lowest to their highest. Freshness is 1
    now and half as much after each ``half_life_days``; the date is the note's own (from its properties),
    else that of its last change. With a weight of 0, the order stays.
    """

    half_life_days: float = 90.0
    weight: float = 0.2
    now: Callable[[], datetime] = _now

    name: ClassVar[str] = "recency"
    """The name in the trace and the status line."""

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best."""
        now = self.now()
        fresh = [self.freshness(chunk.created or chunk.modified, now) for chunk in chunks]
        relevance = from_0_to_1([chunk.score or 0.0 for chunk in chunks])
        blend = [
            (1 - self.weight) * float(score) + self.weight * new
            for score, new in zip(relevance, fresh, strict=True)
        ]
        return reordered(ranked(chunks, fresh, "recency"), blend)[:n]

    def freshness(self, date: datetime | None, now: datetime) -> float:
        """Return 1 for now and the future, 0.5 after the half-life, 0 without a date."""
        if date is None:
            return 0.0
        # A date in the future, such as an appointment's, is no more than fresh.
        days = max(0.0, (now - date).total_seconds() / _DAY_S)
        return float(0.5 ** (days / self.half_life_days))


_SEEDS = 10
"""The notes at the top from which the walk starts, most often from the first."""
_RETURN = 0.5
"""The probability that a step of the walk returns to its start."""
# With a return of one half, further steps would move less than half a percent of the walk.
_STEPS = 8


class SupportsNotes(Protocol):
    """The stored notes with their links."""

    async def lately(self) -> tuple[StoredNote, ...]:
        """Return every note, during a large sync as of a while ago."""
        ...


@dataclass(slots=True)
class LinkPriorReranker:
    """Add each note's personalised PageRank, from the notes at the top, to its passages' scores.

    After Haveliwala (2002), over links in both directions. Its z-scores times ``weight`` are added to
    those of the scores that the candidates had; with a weight of 0, the order stays.
    """

    notes: SupportsNotes
    weight: float = 0.05
    _graph: tuple[tuple[StoredNote, ...], Mapping[str, Sequence[str]]] = ((), {})

    name: ClassVar[str] = "links"
    """The name in the trace and the status line."""

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best."""
        notes = await self.notes.lately()
        # By identity: the notes are the same tuple until their table changes.
        if self._graph[0] is not notes:
            self._graph = (notes, await in_turn(neighbours, notes))
        seeds = list(dict.fromkeys(chunk.path for chunk in chunks))[:_SEEDS]
        near = personalised_page_rank(self._graph[1], seeds)
        return blended(chunks, [near.get(chunk.path, 0.0) for chunk in chunks], self.weight, "links")[:n]


def neighbours(notes: Sequence[StoredNote]) -> dict[str, tuple[str, ...]]:
    """Map each note to the notes that it links to or that link to it, each once."""
    graph = LinkGraph.of(notes)
    return {note.path: graph.neighbours(note.path) for note in notes}


def personalised_page_rank(graph: Mapping[str, Sequence[str]], seeds: Sequence[str]) -> dict[str, float]:
    """Return the shares of a random walk that starts at, and returns to, the seeds, each 1 / rank as often.

    The shares sum to 1; without seeds there are none.
    """
    total = sum(1 / rank for rank in range(1, len(seeds) + 1))
    start = {seed: 1 / rank / total for rank, seed in enumerate(seeds, start=1)}
    shares = start
    for _ in range(_STEPS):
        after = {seed: _RETURN * share for seed, share in start.items()}
        for path, share in shares.items():
            # From a note without links, the walk returns as well.
            others = graph.get(path) or seeds
            for other in others:
                after[other] = after.get(other, 0.0) + (1 - _RETURN) * share / len(others)
        shares = after
    return shares


@dataclass(frozen=True, slots=True)
class ThresholdReranker:
    """Drop passages that answer with a probability below ``minimum``; the order stays.

    Passages without a probability, such as those found by words alone, stay, too.
    """

    minimum: float = 0.01

    name: ClassVar[str] = "threshold"
    """The name in the trace and the status line."""

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return n at most."""
        known = ((chunk, probability(chunk)) for chunk in chunks)
        return [chunk for chunk, likely in known if likely is None or likely >= self.minimum][:n]
