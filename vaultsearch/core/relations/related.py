"""The notes that have to do with one: by meaning, links and tags, each with the reasons it is there for."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote

from vaultsearch.core.index.chunking import sentences
from vaultsearch.core.relations.nearness import Nearness, NearNotes, SupportsNearness
from vaultsearch.core.relations.note_places import NotePlaces
from vaultsearch.core.text import fold
from vaultsearch.core.values.relations import RelatedNote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vaultsearch.core.index.stored_notes import StoredNote, StoredPlace
    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs

_SHORT_LINE = 160
_LONGEST = 320


def line_of(note: StoredNote, line: int) -> str:
    """Give a line of a note, 1-based; "" where there is none."""
    lines = note.text.split("\n", line)
    return lines[line - 1] if 0 < line <= len(lines) else ""


def around(line: str, written: str) -> str:
    """Give a line, or of a long one the first sentence in it that holds what is ``written``, in any case."""
    line = line.strip()
    if len(line) <= _SHORT_LINE:
        return line
    name = fold(written)
    holding = (one for one in sentences(line) if name in fold(one) or name in fold(unquote(one)))
    sentence = next(holding, line)
    if len(sentence) <= _LONGEST:
        return sentence
    start = max(0, min(max(0, fold(sentence).find(name)) - _LONGEST // 2, len(sentence) - _LONGEST))
    end = start + _LONGEST
    return "…" * (start > 0) + sentence[start:end] + "…" * (end < len(sentence))


_HALF_FULL_LINKS, _HALF_FULL_TAGS = 0.3, 5.0
"""How slowly it counts less that there is more: of 1 / links, and of the logarithm of a tag's rarity."""


class Kind(StrEnum):
    """What is shared, as it is said in a reason."""

    LINKS_TO = "both link to {}"
    LINKED_FROM = "both linked from {}"
    TAG = "shares #{}"


@dataclass(frozen=True, slots=True)
class Shared:
    """One thing that is shared; the rarer it is, the more it weighs."""

    kind: Kind
    name: str
    weight: float

    @property
    def reason(self) -> str:
        """Say what is shared."""
        return self.kind.format(self.name)


@dataclass(slots=True)
class CommonGround:
    """What a note shares with another, the weightiest first, and whether they link to each other."""

    shared: list[Shared] = field(default_factory=list)
    links_here: bool = False
    linked_from_here: bool = False

    @property
    def links(self) -> float:
        """Give how much they share by links, from 0 to 1."""
        return _saturated(self._sum(Kind.LINKS_TO) + self._sum(Kind.LINKED_FROM), _HALF_FULL_LINKS)

    @property
    def tags(self) -> float:
        """Give how much they share by tags, from 0 to 1."""
        return _saturated(self._sum(Kind.TAG), _HALF_FULL_TAGS)

    @property
    def direct(self) -> float:
        """Give how much they link to each other: 0, or 1 in either direction."""
        return float(self.links_here or self.linked_from_here)

    @property
    def reasons(self) -> Iterator[str]:
        """Say what they share, links between them first."""
        if self.links_here and self.linked_from_here:
            yield "link to each other"
        elif self.links_here:
            yield "links here"
        elif self.linked_from_here:
            yield "linked from here"
        told: Counter[Kind] = Counter()
        for one in sorted(self.shared, key=lambda one: (one.kind is Kind.TAG, -one.weight, one.name)):
            told[one.kind] += 1
            if told[one.kind] <= _TOLD:
                yield one.reason

    def _sum(self, kind: Kind) -> float:
        return sum(one.weight for one in self.shared if one.kind is kind)


_TOLD = 2
"""Reasons of a kind that are told."""


def _saturated(weight: float, half_full: float) -> float:
    return 1 - math.exp(-weight / half_full)


def common_ground(graph: VaultGraph, path: str) -> dict[str, CommonGround]:
    """Map the notes that have anything in common with the one at ``path`` to what that is.

    What many notes link to, or carry, tells little: a shared neighbour weighs the inverse of its links
    (resource allocation, Zhou et al. 2009), a shared tag the logarithm of its rarity.
    """
    found: dict[str, CommonGround] = defaultdict(CommonGround)
    links = graph.links
    for other in links.sources.get(path, ()):
        found[other].links_here = True
    for other in links.targets(path):
        found[other].linked_from_here = True
    for kind, name, holders, count in (*_linked(graph, path), *_linking(graph, path), *_tagged(graph, path)):
        weight = math.log(len(graph.notes) / count) if kind is Kind.TAG else 1 / count
        shared = Shared(kind, name, weight)
        for other in holders:
            found[other].shared.append(shared)
    found.pop(path, None)
    return found


_Holders = tuple[Kind, str, tuple[str, ...], int]


def _linked(graph: VaultGraph, path: str) -> Iterator[_Holders]:
    """Give what the note links to, there or missing, with the others that link to it as well."""
    for target in graph.links.targets(path):
        count = len(graph.links.neighbours(target))
        yield Kind.LINKS_TO, graph.notes[target].title, graph.links.sources[target], count
    missing = {link.missing: link.link.target for link in graph.links.outgoing.get(path, ()) if link.missing}
    for target, written in missing.items():
        sources = graph.links.wanted[target]
        yield Kind.LINKS_TO, PurePosixPath(written).name, sources, len(sources)


def _linking(graph: VaultGraph, path: str) -> Iterator[_Holders]:
    """Give the notes that link here with all that they link to besides."""
    for source in graph.links.sources.get(path, ()):
        count = len(graph.links.neighbours(source))
        yield Kind.LINKED_FROM, graph.notes[source].title, graph.links.targets(source), count


def _tagged(graph: VaultGraph, path: str) -> Iterator[_Holders]:
    """Give the note's tags with all that carry them; of a nested one that is shared, parents say nothing."""
    for tag in graph.notes[path].tags:
        holders = graph.tagged[tag]
        yield Kind.TAG, tag, holders, len(holders)


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
