"""Note communities by links, tags and meaning.

Meaning is the mean of a note's passage vectors. Communities are found by Leiden (Traag et al. 2019), and
again within each community.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.models.tokens import unit_length
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.threads import in_thread, still_wanted
from vaultsearch.core.values.note import EMBEDDED_KINDS
from vaultsearch.core.values.search import Space

Edges: TypeAlias = "Mapping[tuple[str, str], float]"
"""Weights above 0 for pairs of nodes: notes, and tags prefixed by ``#``."""
_ROWS_AT_ONCE = 256
"""Rows per block of cosines: for 13,000 notes, a block takes 13 MB."""


@dataclass(frozen=True, slots=True)
class NoteVectors:
    """The notes with vectors in a space, and each note's mean vector, float32 (notes, dimension).

    The overall ``mean``, float32 (dimension,), is subtracted and the results scaled to unit length: what all
    notes share distinguishes none.
    """

    space: Space
    paths: tuple[str, ...]
    vectors: Vectors
    mean: Vectors

    @classmethod
    def of(cls, space: Space, sums: Mapping[str, Vectors]) -> NoteVectors:
        """Return note vectors from the sums of passage vectors, by path."""
        paths = tuple(sorted(sums))
        # Sums rather than means: only a vector's direction matters, not its length.
        means = unit_length(np.stack([sums[path] for path in paths]))
        mean = means.mean(axis=0, keepdims=True)
        return cls(space, paths, unit_length(means - mean), unit_length(mean)[0])

    def neighbours(self, n: int) -> Iterator[tuple[str, str, float]]:
        """Yield each note with its n nearest notes, and their cosine, if above 0. Raise CancelledError."""
        check = still_wanted()
        for start in range(0, len(self.paths), _ROWS_AT_ONCE):
            check()
            rows = self.vectors[start : start + _ROWS_AT_ONCE]
            cosines = rows @ self.vectors.T
            own = np.arange(len(rows))
            # A note is nearest to itself.
            cosines[own, start + own] = -1.0
            n = min(n, len(self.paths) - 1)
            nearest = np.argpartition(-cosines, n, axis=1)[:, :n] if n else np.empty((len(rows), 0), int)
            for index, others in enumerate(nearest.tolist()):
                # In the order of the notes: a partition leaves equal values unordered.
                for other in sorted(others):
                    if (cosine := float(cosines[index, other])) > 0:
                        yield self.paths[start + index], self.paths[other], cosine


async def note_vectors(corpus: LanceCorpus, paths: frozenset[str] | None = None) -> Sequence[NoteVectors]:
    """Return vectors for all or some notes, by space; each note is in a single space.

    The space with most notes comes first: notes in several languages are compared there.
    """
    sums_by_space: dict[Space, dict[str, Vectors]] = {}
    for space in Space:
        sums = sums_by_space[space] = {}
        async for ids, vectors in corpus.vectors[space].pages():
            await in_thread(_add_vectors, sums, ids, vectors, paths)
    seen: set[str] = set()
    spaces = []
    # Cosines from two models are not comparable: each note is in a single space, preferably the largest.
    for space, sums in sorted(sums_by_space.items(), key=lambda item: -len(item[1])):
        new = {path: total for path, total in sums.items() if path not in seen}
        seen |= new.keys()
        if new:
            spaces.append(await in_thread(NoteVectors.of, space, new))
    return spaces


def _add_vectors(
    sums: dict[str, Vectors], ids: Sequence[str], vectors: Vectors, paths: frozenset[str] | None
) -> None:
    for passage_id, vector in zip(ids, np.asarray(vectors, dtype=np.float32), strict=True):
        path = passage_id.rpartition(":")[0]
        if paths is None or path in paths:
            known = sums.get(path)
            # Not the row itself, which would hold its page: most notes may have a single passage.
            sums[path] = vector.copy() if known is None else known + vector


_NEAREST_NOTES = 8
"""Number of notes near in meaning that each note is joined with."""
_LINK, _TAG, _MEANING = 1.0, 0.5, 1.0
_MAX_TAG_SHARE = 0.2
"""Share of notes above which a tag is ignored."""
MAX_LEVELS = 3
_MIN_NOTES_TO_DIVIDE = 16
"""Minimum notes for a community to be divided further."""
_MIN_COMMUNITY_NOTES = 3
"""Minimum notes in a community."""
_FIRST_ITERATIONS, _ITERATIONS = 8, 1
"""Runs at first, and runs from former communities. From settled communities, an edit to one note in a
hundred moves two in a hundred; after only a single first run, nine.
"""
_SEED = 7


def edges_of(graph: VaultGraph, vectors: Sequence[NoteVectors]) -> Edges:
    """Return weights above 0 between notes, and between notes and tags (prefixed by ``#``).

    A link from a note with many links counts little (the weight falls with the root of their number), and so
    does a frequent tag.
    """
    edges: dict[tuple[str, str], float] = defaultdict(float)
    # In order, so that the same notes get the same edges in each process.
    notes = {
        path: None
        for path, note in sorted(graph.notes.items())
        if note.kind not in EMBEDDED_KINDS and path not in graph.templates
    }
    degrees = {path: len(graph.links.neighbours(path)) for path in notes}
    for path in notes:
        for other in graph.links.targets(path):
            if other in notes:
                # By the busier end: a map of content would pull everything it lists into one community.
                edges[_sort_pair(path, other)] += _LINK / math.sqrt(max(degrees[path], degrees[other]))
    for tag, tagged in graph.tagged.items():
        holders = [path for path in tagged if path in notes]
        # A single note's tag joins nothing, and a tag on most notes distinguishes none.
        if 1 < len(holders) <= max(2, _MAX_TAG_SHARE * len(notes)):
            for path in holders:
                edges[_sort_pair(path, f"#{tag}")] += _TAG / math.sqrt(len(holders))
    for of_space in vectors:
        for path, other, cosine in of_space.neighbours(_NEAREST_NOTES):
            if path in notes and other in notes:
                edges[_sort_pair(path, other)] += _MEANING * cosine / _NEAREST_NOTES
    return edges


def _sort_pair(path: str, other: str) -> tuple[str, str]:
    return (path, other) if path < other else (other, path)


@dataclass(frozen=True, slots=True)
class Community:
    """Notes that belong together, the most central first, and the communities within."""

    notes: tuple[str, ...]
    children: tuple[Community, ...] = ()


def find_communities(
    edges: Edges, former: Sequence[Mapping[str, int]] = (), levels: int = MAX_LEVELS
) -> tuple[Community, ...]:
    """Return the communities, the largest first; some notes belong to none.

    Args:
        edges: Weights for pairs of nodes, from `edges_of`.
        former: Each note's former community number, per level; kept if possible.

    Raises:
        CancelledError: This work was given up.
    """
    import graspologic_native

    still_wanted()()
    if not edges:
        return ()
    start = _starting_communities(edges, former[0]) if former and former[0] else None
    # Sorted, because the result depends on edge order as well as on the seed.
    weighted = [(*pair, edges[pair]) for pair in sorted(edges)]
    _, numbers = graspologic_native.leiden(
        weighted,
        starting_communities=start,
        resolution=1.0,
        randomness=0.001,
        iterations=_ITERATIONS if start else _FIRST_ITERATIONS,
        use_modularity=True,
        seed=_SEED,
        trials=1,
    )
    within: dict[int, dict[tuple[str, str], float]] = defaultdict(dict)
    for (one, other), weight in edges.items():
        if numbers[one] == numbers[other]:
            within[numbers[one]][one, other] = weight
    divided = []
    for number in sorted(within):
        notes = _by_centrality(within[number])
        if len(notes) < _MIN_COMMUNITY_NOTES:
            continue
        children: tuple[Community, ...] = ()
        if levels > 1 and len(notes) >= _MIN_NOTES_TO_DIVIDE:
            children = find_communities(within[number], former[1:], levels - 1)
        # A single child would be the same community under another name.
        divided.append(Community(notes, children if len(children) > 1 else ()))
    return tuple(sorted(divided, key=lambda community: (-len(community.notes), community.notes)))


def _starting_communities(edges: Edges, former: Mapping[str, int]) -> dict[str, int]:
    """Map nodes to former communities; a new node joins the nearest by edge weight."""
    known: dict[str, str] = {node: f"{former[node]}" for pair in edges for node in pair if node in former}
    weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for (one, other), weight in edges.items():
        for new, node in ((one, other), (other, one)):
            if new not in known and node in known:
                weights[new][known[node]] += weight
    nodes = sorted({node for pair in edges for node in pair})
    heaviest = {new: max(sorted(among), key=among.__getitem__) for new, among in weights.items()}
    names = {node: known.get(node) or heaviest.get(node) or node for node in nodes}
    numbers = {name: number for number, name in enumerate(sorted(set(names.values())))}
    return {node: numbers[name] for node, name in names.items()}


def _by_centrality(edges: Mapping[tuple[str, str], float]) -> tuple[str, ...]:
    degrees: dict[str, float] = defaultdict(float)
    for pair, weight in edges.items():
        for node in pair:
            degrees[node] += weight
    # Tags took part as nodes, but are no notes.
    notes = (node for node in degrees if not node.startswith("#"))
    return tuple(sorted(notes, key=lambda path: (-degrees[path], path)))
