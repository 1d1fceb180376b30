"""Notes related to a note: ranked by meaning, links and tags, each with reasons."""

from __future__ import annotations

import asyncio
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TypeAlias

import numpy as np

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.messages import Message
from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
from vaultsearch.core.values.note import StoredNote, StoredPlace
from vaultsearch.core.values.relations import RelatedNote
from vaultsearch.core.values.search import Space

_MAX_QUERY_PASSAGES = 16
"""Maximum passages of a note used as queries; in a longer note, evenly spaced."""
_NEAREST_PASSAGES = 60
"""Passages retrieved per query."""
_WHOLE, _BEST, _MEAN = 0.2, 0.3, 0.5
"""Weights of the whole note, the nearest passage, and the mean over the query passages.
Measured on linked notes in two vaults; similar weights do as well.
"""
_MAX_UNRELATED_COSINE = 0.3
"""Maximum cosine of unrelated texts."""


@dataclass(slots=True)
class Nearness:
    """A note's nearness, all as embedding model cosines.

    ``passages`` maps a query passage's number to the best cosine here, ``passage`` is the id of the nearest
    passage, ``own`` the id of the query passage nearest to it, and ``questions`` counts the query passages.
    """

    whole: float = 0.0
    passages: dict[int, float] = field(default_factory=dict)
    passage: str | None = None
    own: str | None = None
    questions: int = 1

    @property
    def best(self) -> float:
        """The cosine of the two passages nearest to each other."""
        return max(self.passages.values(), default=0.0)

    @property
    def score(self) -> float:
        """The weighted nearness, 0 to 1."""
        mean = sum(map(_rescale_cosine, self.passages.values())) / self.questions
        return _WHOLE * _rescale_cosine(self.whole) + _BEST * _rescale_cosine(self.best) + _MEAN * mean

    def record(self, question: int, cosine: float, passage: str, own: str) -> None:
        """Record a ``passage`` near to the query passage ``own``."""
        # Compare before recording: `best` is still the former cosine.
        if cosine > self.best:
            self.passage, self.own = passage, own
        self.passages[question] = max(cosine, self.passages.get(question, 0.0))


def _rescale_cosine(cosine: float) -> float:
    return min(1.0, max(0.0, (cosine - _MAX_UNRELATED_COSINE) / (1 - _MAX_UNRELATED_COSINE)))


_Near: TypeAlias = "tuple[list[tuple[str, int, float]], list[tuple[str, float]]]"
"""The neighbors in a space: per query passage, by number, and of the whole note."""


class NearNotes:
    """Finds the notes nearest to a note; vectors are compared within a model's space.

    ``scale`` maps a cosine of the multilingual model to the embedding model's.
    """

    def __init__(self, corpus: LanceCorpus, scale: Callable[[float], float]) -> None:
        self._corpus = corpus
        self._scales: Mapping[Space, Callable[[float], float]] = {
            Space.MAIN: lambda cosine: cosine,
            Space.MULTILINGUAL: scale,
        }

    async def __call__(self, path: str) -> dict[str, Nearness]:
        """Map the notes near ``path`` to their nearness; empty until the note has vectors."""
        places = (await self._corpus.notes.places()).get(path, ())
        ids = [place.id for place in places]
        if len(ids) > _MAX_QUERY_PASSAGES:
            # Evenly spaced, with the first and the last passage.
            last, most = len(ids) - 1, _MAX_QUERY_PASSAGES
            ids = [ids[round(index * last / (most - 1))] for index in range(most)]
        in_spaces = asyncio.gather(*(self._nearest_by_passages(ids, space) for space in Space))
        by_summary, by_passages = await asyncio.gather(self._nearest_by_summary(path), in_spaces)
        nearness_by_path: dict[str, Nearness] = defaultdict(lambda: Nearness(questions=max(1, len(ids))))
        for near, _ in by_passages:
            for passage, index, cosine in near:
                nearness_by_path[passage.rpartition(":")[0]].record(index, cosine, passage, ids[index])
        for other, cosine in (*(whole for _, wholes in by_passages for whole in wholes), *by_summary):
            nearness_by_path[other].whole = max(cosine, nearness_by_path[other].whole)
        nearness_by_path.pop(path, None)
        return nearness_by_path

    async def _nearest_by_summary(self, path: str) -> list[tuple[str, float]]:
        """Return the notes with summaries nearest to the summary of ``path``, with cosines."""
        summary = await self._corpus.summaries.of(path)
        if summary is None:
            return []
        return list((await self._corpus.summaries.nearest(summary.vector, _NEAREST_PASSAGES)).items())

    async def _nearest_by_passages(self, ids: Sequence[str], space: Space) -> _Near:
        """Find the neighbors, in a space, to a note's passages and to their centroid."""
        stored = self._corpus.vectors[space]
        vectors = await stored.of(ids)
        with_vectors = [index for index in range(len(ids)) if ids[index] in vectors]
        if not with_vectors:
            return [], []
        stacked = np.stack([vectors[ids[index]] for index in with_vectors])
        # The last query is the centroid, which represents the whole note.
        centroid = stacked.mean(axis=0, keepdims=True)
        # The less alike unit vectors are, the shorter is their mean.
        centroid /= max(float(np.linalg.norm(centroid)), 1e-12)
        # The note's own passages are among the nearest, and are dropped later.
        n = _NEAREST_PASSAGES + len(ids)
        *near, whole = await stored.near(np.concatenate([stacked, centroid]), n)
        scale = self._scales[space]
        passages = [
            (passage, index, scale(cosine))
            for index, of_one in zip(with_vectors, near, strict=True)
            for passage, cosine in of_one.items()
        ]
        return passages, [(key.rpartition(":")[0], scale(cosine)) for key, cosine in whole.items()]


_SATURATION_LINKS, _SATURATION_TAGS = 0.3, 5.0
"""Sums of weights (1 / links; logarithms of tag rarity) that score 1 - 1/e."""
_MAX_REASONS = 2
"""Maximum reasons per kind."""
_MIN_TOPIC_COSINE = 0.45
"""Minimum cosine for the reason that two passages, or notes, are about the same."""


class SharedKind(StrEnum):
    """Kinds of things shared by two notes, as worded in a reason."""

    LINKS_TO = "both link to {}"
    LINKED_FROM = "both linked from {}"
    TAG = "shares #{}"


@dataclass(frozen=True, slots=True)
class SharedThing:
    """Something shared by two notes; the rarer, the heavier."""

    kind: SharedKind
    name: str
    weight: float


@dataclass(slots=True)
class CommonGround:
    """Everything shared by two notes, and their links to each other."""

    shared: list[SharedThing] = field(default_factory=list)
    links_here: bool = False
    linked_from_here: bool = False

    @property
    def links(self) -> float:
        """How much they share by links, 0 to 1."""
        shared = self._sum(SharedKind.LINKS_TO) + self._sum(SharedKind.LINKED_FROM)
        return _saturate_weight(shared, _SATURATION_LINKS)

    @property
    def tags(self) -> float:
        """How much they share by tags, 0 to 1."""
        return _saturate_weight(self._sum(SharedKind.TAG), _SATURATION_TAGS)

    @property
    def direct(self) -> float:
        """1 if either links to the other, else 0."""
        return float(self.links_here or self.linked_from_here)

    @property
    def reasons(self) -> Iterator[str]:
        """The sentences for the user, direct links first."""
        if self.links_here and self.linked_from_here:
            yield "link to each other"
        elif self.links_here:
            yield "links here"
        elif self.linked_from_here:
            yield "linked from here"
        listed: Counter[SharedKind] = Counter()
        for shared in sorted(
            self.shared, key=lambda shared: (shared.kind is SharedKind.TAG, -shared.weight, shared.name)
        ):
            listed[shared.kind] += 1
            if listed[shared.kind] <= _MAX_REASONS:
                yield Message(shared.kind.value, shared.name)

    def _sum(self, kind: SharedKind) -> float:
        return sum(shared.weight for shared in self.shared if shared.kind is kind)


def _saturate_weight(weight: float, scale: float) -> float:
    return 1 - math.exp(-weight / scale)


def common_ground(graph: VaultGraph, path: str) -> dict[str, CommonGround]:
    """Map notes to their common ground with ``path``, if any.

    A link or tag found in many notes counts little: a shared neighbor weighs the inverse of its links
    (resource allocation, Zhou et al. 2009), a shared tag the logarithm of the rarity.
    """
    ground_by_path: dict[str, CommonGround] = defaultdict(CommonGround)
    links = graph.links
    for other in links.sources.get(path, ()):
        ground_by_path[other].links_here = True
    for other in links.targets(path):
        ground_by_path[other].linked_from_here = True
    tagged = ((tag, graph.tagged[tag]) for tag in graph.notes[path].tags)
    tags = ((SharedKind.TAG, tag, holders, len(holders)) for tag, holders in tagged)
    for kind, name, holders, count in (*_linked_notes(graph, path), *tags):
        weight = math.log(len(graph.notes) / count) if kind is SharedKind.TAG else 1 / count
        shared = SharedThing(kind, name, weight)
        for other in holders:
            ground_by_path[other].shared.append(shared)
    ground_by_path.pop(path, None)
    return ground_by_path


_Holders = tuple[SharedKind, str, tuple[str, ...], int]


def _linked_notes(graph: VaultGraph, path: str) -> Iterator[_Holders]:
    """Yield the note's link targets, existing or missing, with their sources; then sources with targets."""
    for target in graph.links.targets(path):
        count = len(graph.links.neighbours(target))
        yield SharedKind.LINKS_TO, graph.notes[target].title, graph.links.sources[target], count
    missing = {link.missing: link.link.target for link in graph.links.outgoing.get(path, ()) if link.missing}
    for target, written in missing.items():
        sources = graph.links.requested[target]
        yield SharedKind.LINKS_TO, PurePosixPath(written).name, sources, len(sources)
    for source in graph.links.sources.get(path, ()):
        count = len(graph.links.neighbours(source))
        yield SharedKind.LINKED_FROM, graph.notes[source].title, graph.links.targets(source), count


_MEANING, _SHARED_LINKS, _SHARED_TAGS, _DIRECT_LINKS = 0.7, 0.1, 0.05, 0.15
"""Each component's share in a note's score; the shares sum to 1."""


class RelatedNotesRanker:
    """Ranks related notes; by links and tags alone until there are vectors.

    ``scale`` maps a cosine of the multilingual model to the embedding model's.
    """

    def __init__(
        self,
        corpus: LanceCorpus,
        graphs: VaultGraphs,
        scale: Callable[[float], float] = lambda cosine: cosine,
    ) -> None:
        self._graphs = graphs
        self._stored = corpus.notes
        self.near = NearNotes(corpus, scale)

    async def __call__(
        self, path: str, n: int, *, unlinked: bool = False, among: frozenset[str] | None = None
    ) -> tuple[RelatedNote, ...]:
        """Return the n notes most related to ``path``; with ``unlinked``, only those without a link between.

        With ``among``, only notes at these paths are listed. Raise NoteNotFoundError without such a note.
        """
        graph = await self._graphs()
        graph.note_at(path)
        near, shared = await self.near(path), common_ground(graph, path)
        scored = {
            other: _MEANING * near.get(other, _FAR).score
            + _SHARED_LINKS * shared.get(other, _NOTHING).links
            + _SHARED_TAGS * shared.get(other, _NOTHING).tags
            + _DIRECT_LINKS * shared.get(other, _NOTHING).direct
            for other in (near.keys() | shared.keys()) & (graph.notes.keys() if among is None else among)
            if other in graph.notes
        }
        places = await self._stored.places()
        own_lines = {place.id: place.line_start for place in places.get(path, ())}
        ordered = sorted(scored, key=lambda other: (-scored[other], other))
        related_notes = []
        for other in ordered:
            nearness, ground = near.get(other, _FAR), shared.get(other, _NOTHING)
            related = _describe_related(
                graph.notes[other], scored[other], nearness, ground, places.get(other, ()), own_lines
            )
            # A row without a reason could not be explained to the reader.
            if related.reasons and scored[other] > 0 and not (unlinked and ground.direct):
                related_notes.append(related)
            if len(related_notes) == n:
                break
        return tuple(related_notes)


_FAR, _NOTHING = Nearness(), CommonGround()


def _describe_related(  # everything known about the pair
    note: StoredNote,
    score: float,
    near: Nearness,
    shared: CommonGround,
    places: Iterable[StoredPlace],
    own_lines: Mapping[str, int],
) -> RelatedNote:
    is_near = near.best >= _MIN_TOPIC_COSINE
    place = next((place for place in places if place.id == near.passage), None) if is_near else None
    heading_path = note.heading_path(place.line_start) if place else ()
    reasons = list(shared.reasons)
    if place is not None:
        topic = Message("similar topic: {}", " > ".join(heading_path)) if heading_path else "similar topic"
        # Meaning comes first, since it has the most weight.
        reasons.insert(0, topic)
    elif near.whole >= _MIN_TOPIC_COSINE:
        reasons.insert(0, "similar overall")
    return RelatedNote(
        note.path,
        note.title,
        round(score, 4),
        tuple(reasons),
        heading_path,
        place.line_start if place else None,
        own_lines.get(near.own or "") if place else None,
        note.date.date(),
    )
