"""An index's notes with their links, once per index state, and the notes reached from others."""

from __future__ import annotations

import heapq
import math
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import regex

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.query.matching import flat_items
from vaultsearch.core.threads import MadeOnce, giving_way
from vaultsearch.core.values.note import StoredNote, differing_notes
from vaultsearch.core.values.relations import NoteName
from vaultsearch.core.vault.links import LinkGraph

_PLACEHOLDER = re.compile(r"\{\{ *(?:date|time|title)\b|<%[-_+*]? *tp\.")
"""Placeholders in Obsidian templates and in the Templater plugin."""

_TEMPLATE_FOLDERS = frozenset({"template", "templates", "vorlage", "vorlagen", "模板", "模版"})
"""Folder names for templates, case-folded and without leading signs."""


def _is_template(note: StoredNote) -> bool:
    # Numbers and signs before a folder's name only sort it.
    folders = (name.lstrip("_-. 0123456789").casefold() for name in note.path.split("/")[:-1])
    if any(name in _TEMPLATE_FOLDERS for name in folders):
        return True
    # Most notes have neither, which takes a twentieth of the time to check.
    return ("{{" in note.text or "<%" in note.text) and bool(_PLACEHOLDER.search(note.text))


@dataclass(frozen=True, slots=True)
class VaultGraph:
    """All notes by path, with their links, the notes per tag, and the templates."""

    notes: Mapping[str, StoredNote]
    links: LinkGraph
    tagged: Mapping[str, tuple[str, ...]]
    templates: frozenset[str] = frozenset()
    listed: tuple[StoredNote, ...] = ()

    @classmethod
    def of(cls, notes: tuple[StoredNote, ...]) -> VaultGraph:
        """Resolve all notes' links; needs a thread for thousands of notes."""
        return cls({}, LinkGraph(), {}).renewed(notes)

    def renewed(self, notes: tuple[StoredNote, ...]) -> VaultGraph:
        """Return the graph of other notes; what does not depend on the changed ones stays the same object."""
        gone, new = differing_notes(self.listed, notes)
        tagged = self.tagged
        if {note.path: note.tags for note in gone} != {note.path: note.tags for note in new}:
            tagged = {**tagged}
            added, former = defaultdict[str, list[str]](list), {note.path for note in gone}
            for note in new:
                for tag in note.tags:
                    added[tag].append(note.path)
            for tag in added.keys() | {tag for note in gone for tag in note.tags}:
                others = (path for path in tagged.pop(tag, ()) if path not in former)
                if paths := (*others, *added[tag]):
                    tagged[tag] = paths
        by_path = {**self.notes}
        for note in gone:
            del by_path[note.path]
        by_path.update((note.path, note) for note in new)
        return VaultGraph(
            by_path,
            self.links.renewed(gone, new, notes) if self.notes else LinkGraph.of(notes),
            tagged,
            self.templates.difference(note.path for note in gone).union(
                note.path for note in giving_way(new) if _is_template(note)
            ),
            notes,
        )

    def note_at(self, path: str) -> NoteName:
        """Return the name of the note at a path. Raise NoteNotFoundError if there is none."""
        if path not in self.notes:
            raise NoteNotFoundError.missing(path)
        return self.name(path)

    def name(self, path: str) -> NoteName:
        """Return an existing note's path and title."""
        return NoteName(path, self.notes[path].title)


class VaultGraphs(MadeOnce["tuple[StoredNote, ...]", VaultGraph]):
    """A corpus's graph; built in a thread, once per state of the notes from `lately`."""

    def __init__(self, get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]]) -> None:
        super().__init__(get_notes, VaultGraph.of, lambda _, former, notes: former.renewed(notes))


WIKILINK = regex.compile(r"!?\[\[([^\[\]|#^]++)[^\[\]|]*+(?:\|[^\[\]]*+)?\]\]")


def linked_by_properties(graph: VaultGraph, note: StoredNote) -> Iterator[tuple[str, str]]:
    """Yield a note's properties with their link targets: a path or a missing note's folded name."""
    links = graph.links.outgoing.get(note.path, ())
    keys = {link.link.target: link.path or link.missing for link in links}
    for name, value in note.properties.items():
        for item in flat_items(value):
            if isinstance(item, str):
                for match in WIKILINK.finditer(item):
                    if key := keys.get(match[1].strip()):
                        yield name, key


# Walks over the graph: personalized PageRank (Page et al. 1999) from given notes.

_LINK, _MISSING, _TAG, _NEAR = 1.0, 0.5, 0.3, 0.3
"""Weights of a link, a shared link to a missing note, a shared tag, and likeness."""
_MAX_HOLDERS = 50
"""Maximum notes with a tag, or with links to a missing note, for it to lead on."""
_MAX_STEPS = 2.0
"""Maximum distance in links; a step to or from a tag or a missing note counts half."""
_MAX_NODES = 4_000
_DAMPING = 0.6
"""Share of the weight that goes on in each round (the damping factor); the rest starts over."""
_ROUNDS = 20

Weights = dict[str, float]


@dataclass(frozen=True, slots=True)
class ReachedNote:
    """A note reached from others; ``via`` are the paths from the first note on, and ``#tags`` in between."""

    path: str
    score: float
    via: tuple[str, ...]


def reached_notes(
    graph: VaultGraph, seeds: Mapping[str, float], near: Mapping[str, Mapping[str, float]]
) -> list[ReachedNote]:
    """Return the notes reached from others, without these, the likeliest first.

    Args:
        graph: The vault's links.
        seeds: The first notes' weights, above 0, by path.
        near: Cosines for notes with nearly the same meaning, by path.
    """

    @cache
    def next_to(node: str) -> Weights:
        """Return the weights of a note's, tag's or missing note's (prefixed by ``?``) neighbors."""
        if node.startswith("#"):
            return dict.fromkeys(graph.tagged.get(node[1:], ()), 1.0)
        if node.startswith("?"):
            return dict.fromkeys(graph.links.requested.get(node[1:], ()), 1.0)
        near_weights = {other: _NEAR * cosine for other, cosine in near.get(node, {}).items() if cosine > 0}
        weights = {other: weight for other, weight in near_weights.items() if other in graph.notes}
        # A link counts more than likeness, and replaces it.
        return weights | _link_weights(graph, node)

    nodes = _within_reach(seeds, next_to)
    scores = _rank_nodes(nodes, seeds, next_to)
    ways = _likeliest_ways(nodes, seeds, next_to)
    reached = [
        ReachedNote(node, score, ways[node][:-1])
        for node, score in scores.items()
        if node in ways and node not in seeds and node in graph.notes and node not in graph.templates
    ]
    return sorted(reached, key=lambda note: (-note.score, note.path))


def _link_weights(graph: VaultGraph, node: str) -> Weights:
    links, weights = graph.links, dict[str, float]()
    for other in links.neighbours(node):
        if other not in graph.templates:
            # The target of many notes tells little (resource allocation, Zhou et al. 2009).
            weights[other] = _LINK / len(links.neighbours(other))
    for missing in {link.missing for link in links.outgoing.get(node, ()) if link.missing}:
        if 1 < (count := len(links.requested[missing])) <= _MAX_HOLDERS:
            weights[f"?{missing}"] = _MISSING / count
    for tag in graph.notes[node].tags:
        if 1 < (count := len(graph.tagged[tag])) <= _MAX_HOLDERS:
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
            # The list grows while iterated: breadth-first order.
            if distance <= _MAX_STEPS and other not in distances and len(order) < _MAX_NODES:
                distances[other] = distance
                order.append(other)
    return order


def _rank_nodes(
    nodes: list[str], seeds: Mapping[str, float], next_to: Callable[[str], Weights]
) -> dict[str, float]:
    """Return each node's share of walks, all of which begin at a seed."""
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
        # A sparse product: the full matrix would take 128 MB.
        moved = np.bincount(targets, at[sources] * along, len(nodes)) if shares else np.zeros(len(nodes))
        at = (1 - _DAMPING) * begin + _DAMPING * moved
    return dict(zip(nodes, at.tolist(), strict=True))


def _likeliest_ways(
    nodes: list[str], seeds: Mapping[str, float], next_to: Callable[[str], Weights]
) -> dict[str, tuple[str, ...]]:
    """Map each node to the likeliest way from a seed (Dijkstra 1959)."""

    def count_links(way: tuple[str, ...]) -> float:
        return sum(1.0 if _is_note(one) and _is_note(other) else 0.5 for one, other in pairwise(way))

    among = set(nodes)
    most = max(seeds.values())
    costs = {seed: -math.log(weight / most) for seed, weight in seeds.items()}
    waiting: list[tuple[float, tuple[str, ...]]] = [(cost, (seed,)) for seed, cost in costs.items()]
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
            if other in among and other not in ways and count_links((*way, other)) <= _MAX_STEPS:
                # Logarithms of probabilities add up along a way, so the shortest way is the likeliest.
                heapq.heappush(waiting, (cost - math.log(weight / total), (*way, other)))
    return ways
