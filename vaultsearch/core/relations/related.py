"""The notes related to one: ranked by meaning, links and tags, each with the reasons for its place."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.messages import Message
from vaultsearch.core.relations.nearness import Nearness, NearNotes
from vaultsearch.core.relations.vault_graph import NotePlaces
from vaultsearch.core.values.relations import RelatedNote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
    from vaultsearch.core.values.stored_notes import StoredPlace

_SATURATION_LINKS, _SATURATION_TAGS = 0.3, 5.0
"""The sums of weights (1 / links; the logarithms of tags' rarity) that score 1 - 1/e."""
_REASONS_LISTED = 2
"""Reasons of each kind that are listed."""
_SAME_TOPIC = 0.45
"""The cosine from which a reason says that two passages, or notes, talk about the same."""


class Kind(StrEnum):
    """The kinds of things that two notes share, as a reason says them."""

    LINKS_TO = "both link to {}"
    LINKED_FROM = "both linked from {}"
    TAG = "shares #{}"


@dataclass(frozen=True, slots=True)
class Shared:
    """One thing that two notes share; the rarer it is, the more it weighs."""

    kind: Kind
    name: str
    weight: float

    @property
    def reason(self) -> str:
        """The sentence for the user."""
        return self.kind.format(self.name)


@dataclass(slots=True)
class CommonGround:
    """All that a note shares with another, and whether they link to each other."""

    shared: list[Shared] = field(default_factory=list)
    links_here: bool = False
    linked_from_here: bool = False

    @property
    def links(self) -> float:
        """How much they share by links, 0 to 1."""
        return _saturated(self._sum(Kind.LINKS_TO) + self._sum(Kind.LINKED_FROM), _SATURATION_LINKS)

    @property
    def tags(self) -> float:
        """How much they share by tags, 0 to 1."""
        return _saturated(self._sum(Kind.TAG), _SATURATION_TAGS)

    @property
    def direct(self) -> float:
        """1 if either links to the other, else 0."""
        return float(self.links_here or self.linked_from_here)

    @property
    def reasons(self) -> Iterator[str]:
        """The sentences for the user, links between the two first."""
        if self.links_here and self.linked_from_here:
            yield "link to each other"
        elif self.links_here:
            yield "links here"
        elif self.linked_from_here:
            yield "linked from here"
        listed: Counter[Kind] = Counter()
        for shared in sorted(
            self.shared, key=lambda shared: (shared.kind is Kind.TAG, -shared.weight, shared.name)
        ):
            listed[shared.kind] += 1
            if listed[shared.kind] <= _REASONS_LISTED:
                yield shared.reason

    def _sum(self, kind: Kind) -> float:
        return sum(shared.weight for shared in self.shared if shared.kind is kind)


def _saturated(weight: float, scale: float) -> float:
    return 1 - math.exp(-weight / scale)


def common_ground(graph: VaultGraph, path: str) -> dict[str, CommonGround]:
    """Map the notes that share anything with the one at ``path`` to their common ground.

    A link or tag that many notes have says little: a shared neighbour weighs the inverse of its links
    (resource allocation, Zhou et al. 2009), a shared tag the logarithm of its rarity.
    """
    ground_by_path: dict[str, CommonGround] = defaultdict(CommonGround)
    links = graph.links
    for other in links.sources.get(path, ()):
        ground_by_path[other].links_here = True
    for other in links.targets(path):
        ground_by_path[other].linked_from_here = True
    for kind, name, holders, count in (*_linked(graph, path), *_linking(graph, path), *_tagged(graph, path)):
        weight = math.log(len(graph.notes) / count) if kind is Kind.TAG else 1 / count
        shared = Shared(kind, name, weight)
        for other in holders:
            ground_by_path[other].shared.append(shared)
    ground_by_path.pop(path, None)
    return ground_by_path


_Holders = tuple[Kind, str, tuple[str, ...], int]


def _linked(graph: VaultGraph, path: str) -> Iterator[_Holders]:
    """Yield the targets of the note's links, existing or missing, with the other notes that link to them."""
    for target in graph.links.targets(path):
        count = len(graph.links.neighbours(target))
        yield Kind.LINKS_TO, graph.notes[target].title, graph.links.sources[target], count
    missing = {link.missing: link.link.target for link in graph.links.outgoing.get(path, ()) if link.missing}
    for target, written in missing.items():
        sources = graph.links.wanted[target]
        yield Kind.LINKS_TO, PurePosixPath(written).name, sources, len(sources)


def _linking(graph: VaultGraph, path: str) -> Iterator[_Holders]:
    """Yield the notes that link here, with their other targets."""
    for source in graph.links.sources.get(path, ()):
        count = len(graph.links.neighbours(source))
        yield Kind.LINKED_FROM, graph.notes[source].title, graph.links.targets(source), count


def _tagged(graph: VaultGraph, path: str) -> Iterator[_Holders]:
    """Yield the note's tags, with the notes that carry them; parents of a nested tag are not compared."""
    for tag in graph.notes[path].tags:
        holders = graph.tagged[tag]
        yield Kind.TAG, tag, holders, len(holders)


@dataclass(frozen=True, slots=True)
class RelationWeights:
    """The share of each component in a note's score; the shares sum to 1."""

    meaning: float = 0.7
    shared_links: float = 0.1
    shared_tags: float = 0.05
    direct_links: float = 0.15


class RelatedNotes:
    """Ranks related notes; by links and tags alone as long as there are no vectors.

    ``scale`` maps a cosine of the multilingual model to one of the embedding model.
    """

    def __init__(
        self,
        corpus: LanceCorpus,
        graphs: VaultGraphs,
        scale: Callable[[float], float] = lambda cosine: cosine,
        weights: RelationWeights = RelationWeights(),  # a frozen value
    ) -> None:
        self._graphs = graphs
        self._places = NotePlaces(corpus.notes)
        self._near = NearNotes(corpus, self._places, scale)
        self._weights = weights

    async def __call__(self, path: str, n: int) -> tuple[RelatedNote, ...]:
        """Return the n notes most related to the one at a path. Raise NoteNotFoundError if there is none."""
        graph = await self._graphs()
        graph.note_at(path)
        near, shared = await self._near(path), common_ground(graph, path)
        scored = {
            other: self._score(near.get(other, _FAR), shared.get(other, _NOTHING))
            for other in (near.keys() | shared.keys()) & graph.notes.keys()
        }
        places = await self._places()
        ordered = sorted(scored, key=lambda other: (-scored[other], other))
        related_notes = []
        for other in ordered:
            nearness = near.get(other, _FAR)
            ground, own = shared.get(other, _NOTHING), places.get(other, ())
            related = _related(graph, other, scored[other], nearness, ground, own)
            if related.reasons and scored[other] > 0:
                related_notes.append(related)
            if len(related_notes) == n:
                break
        return tuple(related_notes)

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
    is_near = near.best >= _SAME_TOPIC
    place = next((place for place in places if place.id == near.passage), None) if is_near else None
    heading_path = note.heading_path(place.line_start) if place else ()
    reasons = list(shared.reasons)
    if place is not None:
        where = f": {' > '.join(heading_path)}" if heading_path else ""
        reasons.insert(0, Message("similar topic{}", where))
    elif near.whole >= _SAME_TOPIC:
        reasons.insert(0, "similar overall")
    return RelatedNote(
        path, note.title, round(score, 4), tuple(reasons), heading_path, place.line_start if place else None
    )
