"""The notes one or two links away from others, by personalised PageRank (Page et al. 1999), with the way."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vaultsearch.core.relations.vault_graph import VaultGraph

_LINK, _MISSING, _TAG, _NEAR = 1.0, 0.5, 0.3, 0.3
"""How much a link leads on, and a missing note that two link to, a tag that they share, and likeness."""
_MOST_HOLDERS = 50
"""Notes of a tag, or of links to a missing note, from which it leads nowhere."""
_STEPS = 2.0
"""Links that a note may be away; a tag or a missing note in between counts half before it and half behind."""
_MOST_NODES = 4_000
_STAYS = 0.6
"""The share of the weight that goes on in each round (the damping factor); the rest begins anew."""
_ROUNDS = 20

Weights = dict[str, float]


@dataclass(frozen=True, slots=True)
class ReachedNote:
    """A note that others lead to; ``via`` are the paths from one of them on, and ``#tags`` in between."""

    path: str
    score: float
    via: tuple[str, ...]


def reached_notes(
    graph: VaultGraph, seeds: Mapping[str, float], near: Mapping[str, Mapping[str, float]]
) -> list[ReachedNote]:
    """Return the notes that are reached from some, but for these, the likeliest first.

    Args:
        graph: The links of the vault.
        seeds: The weights of the notes to begin with, above 0, by path.
        near: The cosines of the notes that mean nearly the same as one of them, by path.
    """

    @cache
    def next_to(node: str) -> Weights:
        return _neighbours(graph, node, near.get(node, {}))

    nodes = _within_reach(seeds, next_to)
    scores = _ranks(nodes, seeds, next_to)
    ways = _ways(nodes, seeds, next_to)
    reached = [
        ReachedNote(node, score, ways[node][:-1])
        for node, score in scores.items()
        if node in ways and node not in seeds and _is_listed(graph, node)
    ]
    return sorted(reached, key=lambda note: (-note.score, note.path))


def _is_listed(graph: VaultGraph, node: str) -> bool:
    return node in graph.notes and node not in graph.templates


def _neighbours(graph: VaultGraph, node: str, near: Mapping[str, float]) -> Weights:
    """Map what a note, a tag or a missing note (``?`` before its name) leads to, to weights."""
    if node.startswith("#"):
        return dict.fromkeys(graph.tagged.get(node[1:], ()), 1.0)
    if node.startswith("?"):
        return dict.fromkeys(graph.links.requested.get(node[1:], ()), 1.0)
    near_weights = {other: _NEAR * cosine for other, cosine in near.items() if cosine > 0}
    weights = {other: weight for other, weight in near_weights.items() if other in graph.notes}
    return weights | _linked(graph, node)


def _linked(graph: VaultGraph, node: str) -> Weights:
    links, weights = graph.links, dict[str, float]()
    for other in links.neighbours(node):
        if other not in graph.templates:
            # What many notes lead to says little (resource allocation, Zhou et al. 2009).
            weights[other] = _LINK / len(links.neighbours(other))
    for missing in {link.missing for link in links.outgoing.get(node, ()) if link.missing}:
        if 1 < (count := len(links.requested[missing])) <= _MOST_HOLDERS:
            weights[f"?{missing}"] = _MISSING / count
    for tag in graph.notes[node].tags:
        if 1 < (count := len(graph.tagged[tag])) <= _MOST_HOLDERS:
            weights[f"#{tag}"] = _TAG / count
    return weights


def _is_note(node: str) -> bool:
    return not node.startswith(("#", "?"))


def _within_reach(seeds: Mapping[str, float], next_to: Callable[[str], Weights]) -> list[str]:
    """List the nodes within two links, in the order in which they are reached."""
    distances = dict.fromkeys(seeds, 0.0)
    order = list(seeds)
    for node in order:
        for other in next_to(node):
            distance = distances[node] + (1.0 if _is_note(node) and _is_note(other) else 0.5)
            if distance <= _STEPS and other not in distances and len(order) < _MOST_NODES:
                distances[other] = distance
                order.append(other)
    return order


def _ranks(
    nodes: list[str], seeds: Mapping[str, float], next_to: Callable[[str], Weights]
) -> dict[str, float]:
    """Return the share of the walks, each of which begins at a seed, that are at each node."""
    number = {node: index for index, node in enumerate(nodes)}
    sources, targets, shares = [], [], []
    for node in nodes:
        weights = {number[other]: weight for other, weight in next_to(node).items() if other in number}
        total = sum(weights.values())
        for other, weight in weights.items():
            sources.append(number[node])
            targets.append(other)
            shares.append(weight / total)
    begin = np.array([seeds.get(node, 0.0) for node in nodes])
    begin /= begin.sum()
    at, along = begin, np.array(shares)
    for _ in range(_ROUNDS):
        moved = np.bincount(targets, at[sources] * along, len(nodes)) if shares else np.zeros(len(nodes))
        at = (1 - _STAYS) * begin + _STAYS * moved
    return dict(zip(nodes, at.tolist(), strict=True))


def _ways(
    nodes: list[str], seeds: Mapping[str, float], next_to: Callable[[str], Weights]
) -> dict[str, tuple[str, ...]]:
    """Map each node to the likeliest way to it, from a seed on (Dijkstra 1959)."""
    among = set(nodes)
    most = max(seeds.values())
    waiting: list[tuple[float, tuple[str, ...]]] = [
        (-math.log(weight / most), (seed,)) for seed, weight in seeds.items()
    ]
    heapq.heapify(waiting)
    ways: dict[str, tuple[str, ...]] = {}
    while waiting:
        cost, way = heapq.heappop(waiting)
        node = way[-1]
        if node in ways:
            continue
        ways[node] = way
        weights = next_to(node)
        total = sum(weights.values())
        for other, weight in weights.items():
            if other in among and other not in ways and _links_in((*way, other)) <= _STEPS:
                heapq.heappush(waiting, (cost - math.log(weight / total), (*way, other)))
    return ways


def _links_in(way: tuple[str, ...]) -> float:
    return sum(1.0 if _is_note(one) and _is_note(other) else 0.5 for one, other in pairwise(way))
