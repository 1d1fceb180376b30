"""A note counts for more where the best answers link to it, or it to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.index.link_graph import LinkGraph
from vaultsearch.core.search.reranking.blending import blended
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.index.stored import StoredNote
    from vaultsearch.core.values.search import Chunk

_SEEDS = 10
"""Notes at the top that the walk starts from, the first of them most often."""
_RETURN = 0.5
"""How likely each step of the walk goes back to where it started."""
_STEPS = 8


class SupportsNotes(Protocol):
    """A corpus that gives its notes with their links."""

    async def get_notes(self) -> tuple[StoredNote, ...]:
        """Give every note."""
        ...


@dataclass(slots=True)
class LinkPriorReranker:
    """Adds each note's personalised PageRank, from the notes at the top, to its passages' scores.

    After Haveliwala (2002), over links in both directions. Its z-scores times ``weight`` are added to
    those of the scores that the candidates had; with a weight of 0, the order stays.
    """

    corpus: SupportsNotes
    weight: float = 0.05
    _graph: tuple[tuple[StoredNote, ...], Mapping[str, Sequence[str]]] = ((), {})

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "links"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give the n best."""
        notes = await self.corpus.get_notes()
        if self._graph[0] is not notes:
            self._graph = (notes, await in_thread(neighbours, notes))
        seeds = list(dict.fromkeys(chunk.path for chunk in chunks))[:_SEEDS]
        near = personalised_page_rank(self._graph[1], seeds)
        return blended(chunks, [near.get(chunk.path, 0.0) for chunk in chunks], self.weight, "links")[:n]


def neighbours(notes: Sequence[StoredNote]) -> dict[str, tuple[str, ...]]:
    """Map each note to those that it links to and that link to it, once for each pair that does."""
    graph = LinkGraph.of(notes)
    return {note.path: graph.neighbours(note.path) for note in notes}


def personalised_page_rank(graph: Mapping[str, Sequence[str]], seeds: Sequence[str]) -> dict[str, float]:
    """Give where a random walk is that starts at the seeds, at each 1 / rank as often, and goes back to them.

    The shares sum to 1; without seeds there are none.
    """
    total = sum(1 / rank for rank in range(1, len(seeds) + 1))
    start = {seed: 1 / rank / total for rank, seed in enumerate(seeds, start=1)}
    shares = start
    for _ in range(_STEPS):
        after = {seed: _RETURN * share for seed, share in start.items()}
        for path, share in shares.items():
            # Where nothing leads on, the walk goes back as well.
            others = graph.get(path) or seeds
            for other in others:
                after[other] = after.get(other, 0.0) + (1 - _RETURN) * share / len(others)
        shares = after
    return shares
