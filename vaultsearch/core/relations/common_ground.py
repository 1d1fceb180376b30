"""What two notes share besides meaning: links to each other, to the same, from the same, and tags."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.relations.vault_graph import VaultGraph

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
