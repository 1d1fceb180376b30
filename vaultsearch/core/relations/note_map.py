"""A map of the vault: related notes side by side, with the number of each note's topic."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.memory import give_back
from vaultsearch.core.relations.communities import Edges, NoteVectors, edges_of, note_vectors
from vaultsearch.core.relations.topics import load_derived, store_derived
from vaultsearch.core.threads import in_thread, still_wanted
from vaultsearch.core.values.relations import MapDot, VaultMap, VaultTopic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.relations.topics import TopicFinder
    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs

    Places = NDArray[np.float64]
    _PlaceOf = Mapping[str, tuple[float, float]]

# The map: joined notes attract each other, and random others repel each other, as in UMAP (McInnes et al.
# 2018); in numpy, since the libraries for it would add 150 MB. Places are stored, and new notes are put
# between their neighbors without moving the others.

MAP_FILE = "map.json"
"""Name of the file in the index folder."""
_SEED = 7
_ROUNDS = 200
_REPELLED = 2
"""Random nodes that push each end of an edge per round."""
_A, _B = 1.58, 0.9
"""UMAP's curve of nearness in the plane for a minimum distance of .1."""
_LONGEST_STEP = 4.0
_GRAVITY = 0.03
"""Share of the way to the middle that a note falls per round: keeps groups without links in sight."""
_NEW_SHARE = 0.2
"""Share of new notes above which all places are recomputed."""


@dataclass(frozen=True, slots=True)
class _StoredMap:
    """Each note's place, and the state of the notes."""

    state: str = ""
    places: dict[str, tuple[float, float]] = field(default_factory=dict)


class MapMaker:
    """Makes a corpus's map; computations never overlap."""

    def __init__(self, corpus: LanceCorpus, graphs: VaultGraphs, topics: TopicFinder) -> None:
        self._corpus, self._graphs, self._topics = corpus, graphs, topics
        self._file = corpus.path / MAP_FILE
        self._stored: _StoredMap | None = None
        self._making = asyncio.Lock()

    async def __call__(self) -> VaultMap:
        """Return a map for the current notes."""
        async with self._making:
            graph, topics = await self._graphs(), await self._topics()
            if self._stored is None:
                self._stored = await in_thread(load_derived, self._file, _StoredMap)
            places, state = self._stored.places, await self._topics.state()
            # Notes without edges have no place, but may get one after a change.
            if state != self._stored.state and graph.notes.keys() - places.keys():
                vectors = await note_vectors(self._corpus)
                edges = await in_thread(edges_of, graph, vectors)
                places = await in_thread(_place_notes, edges, vectors, places)
                await in_thread(store_derived, self._file, _StoredMap(state, places))
                # The vector arrays are large, and malloc keeps freed memory.
                await in_thread(give_back)
            self._stored = _StoredMap(state, places)
        return await in_thread(_map_of, graph, topics, places)


def _map_of(graph: VaultGraph, topics: Sequence[VaultTopic], places: _PlaceOf) -> VaultMap:
    numbers = {note.path: topic.number for topic in topics for note in topic.notes}
    notes, links = graph.notes, graph.links
    dots = tuple(
        MapDot(path, notes[path].title, x, y, numbers.get(path, 0), len(links.neighbours(path)))
        for path, (x, y) in places.items()
        if path in notes
    )
    index = {dot.path: number for number, dot in enumerate(dots)}
    pairs = {
        (min(own, index[other]), max(own, index[other]))
        for path, own in index.items()
        for other in links.targets(path)
        if other in index
    }
    return VaultMap(dots, tuple(sorted(pairs)), {topic.number: topic.label for topic in topics})


def _place_notes(
    edges: Edges, vectors: Sequence[NoteVectors], former: _PlaceOf
) -> dict[str, tuple[float, float]]:
    """Place the joined notes: all, or only the new ones if there are few."""
    nodes = sorted({node for pair in edges for node in pair})
    number = {node: index for index, node in enumerate(nodes)}
    ends = np.array([[number[one], number[other]] for one, other in edges], dtype=np.int64).reshape(-1, 2)
    weights = np.array(list(edges.values()))
    known = np.array([node in former for node in nodes], dtype=bool)
    notes = np.array([not node.startswith("#") for node in nodes], dtype=bool)
    begun = _initial_places(nodes, vectors)
    # People remember places: a few new notes must not move the others.
    if known.any() and np.count_nonzero(notes & ~known) <= _NEW_SHARE * np.count_nonzero(notes):
        for index in np.flatnonzero(known):
            begun[index] = former[nodes[index]]
        places = _place_between(begun, ends, weights, known)
    else:
        places = optimize_places(begun, ends, weights)
    # Finer than a pixel, yet short in the file.
    placed = zip(nodes, np.round(places, 3).tolist(), strict=True)
    return {node: (x, y) for node, (x, y) in placed if node[:1] != "#"}


def _initial_places(nodes: Sequence[str], vectors: Sequence[NoteVectors]) -> Places:
    """Return a place for each node by the two main directions of the note vectors, or at random."""
    draw = np.random.default_rng(_SEED)
    places = draw.normal(scale=1.0, size=(len(nodes), 2))
    number = {node: index for index, node in enumerate(nodes)}
    for of_space in vectors:
        if len(of_space.paths) > 2:
            covariance = of_space.vectors.T @ of_space.vectors
            _, directions = np.linalg.eigh(covariance.astype(np.float64))
            plane = of_space.vectors @ directions[:, -2:]
            scale = 10.0 / max(float(np.abs(plane).max()), 1e-9)
            for path, place in zip(of_space.paths, plane * scale, strict=True):
                if path in number:
                    places[number[path]] += place
    return places


def optimize_places(places: Places, ends: NDArray[np.int64], weights: NDArray[np.float64]) -> Places:
    """Return places with joined nodes close together, after some hundred rounds of gradient descent.

    Args:
        places: Initial places, float64 (nodes, 2).
        ends: Each edge's nodes, (edges, 2).
        weights: Edge weights, above 0.

    Raises:
        CancelledError: This work was given up.
    """
    check, draw = still_wanted(), np.random.default_rng(_SEED)
    places = places.copy()
    if not len(ends):
        return places
    shares = weights / weights.max()
    for round_ in range(_ROUNDS):
        check()
        step = 1.0 - round_ / _ROUNDS
        # Edges are drawn by weight, as in UMAP; at least a tenth, or weak edges would hardly ever pull.
        chosen = ends[draw.random(len(ends)) < np.maximum(shares, 0.1)]
        if len(chosen):
            _attract_ends(places, chosen, step)
            for _ in range(_REPELLED):
                _repel_nodes(places, chosen[:, 0], draw.integers(0, len(places), len(chosen)), step)
        places -= _GRAVITY * step * places
    centred: Places = places - places.mean(axis=0)
    return centred


def _attract_ends(places: Places, ends: NDArray[np.int64], step: float) -> None:
    apart = places[ends[:, 0]] - places[ends[:, 1]]
    square = (apart**2).sum(axis=1, keepdims=True)
    slope = -2 * _A * _B * np.maximum(square, 1e-6) ** (_B - 1) / (1 + _A * square**_B)
    # Bounded as in UMAP, so that no single edge throws a node far away.
    moved = np.clip(slope * apart, -_LONGEST_STEP, _LONGEST_STEP) * step
    _move_nodes(places, ends[:, 0], moved)
    _move_nodes(places, ends[:, 1], -moved)


def _repel_nodes(places: Places, nodes: NDArray[np.int64], others: NDArray[np.int64], step: float) -> None:
    apart = places[nodes] - places[others]
    square = (apart**2).sum(axis=1, keepdims=True)
    slope = 2 * _B / ((0.001 + square) * (1 + _A * square**_B))
    _move_nodes(places, nodes, np.clip(slope * apart, -_LONGEST_STEP, _LONGEST_STEP) * step)


def _move_nodes(places: Places, nodes: NDArray[np.int64], moved: Places) -> None:
    """Move nodes by the mean of all pulls: a note with many edges goes no further than another."""
    count = np.maximum(np.bincount(nodes, minlength=len(places)), 1)
    for axis in (0, 1):
        places[:, axis] += np.bincount(nodes, moved[:, axis], len(places)) / np.sqrt(count)


def _place_between(
    places: Places, ends: NDArray[np.int64], weights: NDArray[np.float64], known: NDArray[np.bool_]
) -> Places:
    """Put each new node near the mean of known neighbors."""
    sums, totals = np.zeros_like(places), np.zeros(len(places))
    for new, old in ((ends[:, 0], ends[:, 1]), (ends[:, 1], ends[:, 0])):
        joins = ~known[new] & known[old]
        np.add.at(sums, new[joins], places[old[joins]] * weights[joins, None])
        np.add.at(totals, new[joins], weights[joins])
    joined = totals > 0
    beside = np.random.default_rng(_SEED).normal(scale=0.1, size=places.shape)
    places = places.copy()
    places[joined] = sums[joined] / totals[joined, None] + beside[joined]
    return places
