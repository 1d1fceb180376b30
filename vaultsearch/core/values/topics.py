"""Values of the topics of a vault: a tree of communities of notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.relations import NoteName


@dataclass(frozen=True, slots=True)
class VaultTopic:
    """Notes that belong together by links, tags and meaning.

    Attributes:
        number: Stays the same, as the label does, while the topic keeps most of its notes.
        label: Up to three terms of its notes, joined by commas.
        notes: All its notes, those of the topics below included, the most central first.
        children: The topics that it falls into; a note may be in none of them.
    """

    number: int
    label: str
    notes: tuple[NoteName, ...]
    children: tuple[VaultTopic, ...] = ()

    @property
    def path(self) -> str:
        """Return the path of the most central note, by which a group knows the vault."""
        return self.notes[0].path


@dataclass(frozen=True, slots=True)
class TopicPassage:
    """A passage that says what a topic is about; ``line`` is its first one, 1-based."""

    path: str
    title: str
    heading_path: tuple[str, ...]
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MapDot:
    """A note on the map: its place, the number of its topic, 0 for none, and the notes it is linked with."""

    path: str
    title: str
    x: float
    y: float
    topic: int
    links: int


@dataclass(frozen=True, slots=True)
class VaultMap:
    """The notes of a vault by what they have to do with one another.

    Attributes:
        dots: The notes.
        links: The pairs of dots that a link joins, by their indexes.
        labels: Those of the topics, by number.
    """

    dots: tuple[MapDot, ...]
    links: tuple[tuple[int, int], ...]
    labels: Mapping[int, str]


_RANK = 10
"""The constant of reciprocal ranks: the tenth note counts half of the first."""
_NEARLY = 0.7


def best_topics(topics: Sequence[VaultTopic], ranked: Sequence[str], n: int) -> tuple[VaultTopic, ...]:
    """Return the n topics that hold most of an answer's notes, ``ranked`` by path, best first.

    A better place counts more (reciprocal rank). Of a topic and one below it, the narrower is returned if it
    holds nearly as much.
    """
    weights = {path: 1 / (_RANK + rank) for rank, path in enumerate(dict.fromkeys(ranked))}

    def weight(topic: VaultTopic) -> float:
        return sum(weights.get(note.path, 0.0) for note in topic.notes)

    def narrowed(topic: VaultTopic) -> VaultTopic:
        best = max(topic.children, key=weight, default=topic)
        return narrowed(best) if best is not topic and weight(best) >= _NEARLY * weight(topic) else topic

    ordered = sorted(map(narrowed, topics), key=weight, reverse=True)
    return tuple(topic for topic in ordered if weight(topic) > 0)[:n]
