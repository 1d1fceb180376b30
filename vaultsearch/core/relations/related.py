"""The notes that have to do with one: by meaning, links and tags, each with the reasons it is there for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.relations.common_ground import CommonGround, common_ground
from vaultsearch.core.relations.nearness import Nearness, NearNotes, SupportsNearness
from vaultsearch.core.relations.note_places import NotePlaces
from vaultsearch.core.values.relations import RelatedNote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vaultsearch.core.index.stored import StoredPlace
    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs

_TELLING = 0.45
"""The cosine from which two passages, or notes, are said to talk about the same."""


@dataclass(frozen=True, slots=True)
class RelationWeights:
    """What counts how much in a note's score, each from 0 to 1; together they make 1."""

    meaning: float = 0.7
    shared_links: float = 0.1
    shared_tags: float = 0.05
    direct_links: float = 0.15


class SupportsRelations(SupportsNearness, Protocol):
    """A corpus that related notes can be found in."""


class RelatedNotes:
    """Finds related notes. Where no vectors are there yet, links and tags alone tell."""

    def __init__(
        self,
        corpus: SupportsRelations,
        graphs: VaultGraphs,
        scale: Callable[[float], float] = lambda cosine: cosine,
        weights: RelationWeights = RelationWeights(),  # a frozen value
    ) -> None:
        self._graphs = graphs
        self._places = NotePlaces(corpus)
        self._near = NearNotes(corpus, self._places, scale)
        self._weights = weights

    async def __call__(self, path: str, n: int) -> tuple[RelatedNote, ...]:
        """Give the n notes that have most to do with the one at a path; raises NoteNotFoundError."""
        graph = await self._graphs()
        graph.at(path)
        near, shared = await self._near(path), common_ground(graph, path)
        scored = {
            other: self._score(near.get(other, _FAR), shared.get(other, _NOTHING))
            for other in (near.keys() | shared.keys()) & graph.notes.keys()
        }
        places = await self._places()
        ordered = sorted(scored, key=lambda other: (-scored[other], other))
        found = []
        for other in ordered:
            one = near.get(other, _FAR)
            ground, own = shared.get(other, _NOTHING), places.get(other, ())
            related = _related(graph, other, scored[other], one, ground, own)
            if related.reasons and scored[other] > 0:
                found.append(related)
            if len(found) == n:
                break
        return tuple(found)

    def _score(self, near: Nearness, shared: CommonGround) -> float:
        weights = self._weights
        return (
            weights.meaning * near.score
            + weights.shared_links * shared.links
            + weights.shared_tags * shared.tags
            + weights.direct_links * shared.direct
        )


_FAR, _NOTHING = Nearness(), CommonGround()


def _related(  # all that is known of the pair
    graph: VaultGraph,
    path: str,
    score: float,
    near: Nearness,
    shared: CommonGround,
    places: Iterable[StoredPlace],
) -> RelatedNote:
    note = graph.notes[path]
    place = next((one for one in places if one.id == near.passage), None) if near.best >= _TELLING else None
    heading_path = note.heading_path(place.line_start) if place else ()
    reasons = list(shared.reasons)
    if place is not None:
        where = f": {' > '.join(heading_path)}" if heading_path else ""
        reasons.insert(0, f"talks about the same{where}")
    elif near.whole >= _TELLING:
        reasons.insert(0, "is about the same as a whole")
    return RelatedNote(
        path, note.title, round(score, 4), tuple(reasons), heading_path, place.line_start if place else None
    )
