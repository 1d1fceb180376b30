"""Reranking by priors that need no text: a note's date and links, and a least probability."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.index.link_graph import LinkGraph
from vaultsearch.core.search.calibration import probability
from vaultsearch.core.search.fusion import from_0_to_1
from vaultsearch.core.search.reranking.blending import blended, ranked, reordered
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultsearch.core.values.note import StoredNote
    from vaultsearch.core.values.search import Chunk

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

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return "recency"

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
        days = max(0.0, (now - date).total_seconds() / _DAY_S)
        return float(0.5 ** (days / self.half_life_days))


_SEEDS = 10
"""The notes at the top from which the walk starts, most often from the first."""
_RETURN = 0.5
"""The probability that a step of the walk returns to its start."""
_STEPS = 8


class SupportsNotes(Protocol):
    """The stored notes with their links."""

    async def all(self) -> tuple[StoredNote, ...]:
        """Return every note."""
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

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return "links"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best."""
        notes = await self.notes.all()
        if self._graph[0] is not notes:
            self._graph = (notes, await in_thread(neighbours, notes))
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

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return "threshold"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return n at most."""
        known = ((chunk, probability(chunk)) for chunk in chunks)
        return [chunk for chunk, likely in known if likely is None or likely >= self.minimum][:n]
