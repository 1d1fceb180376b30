"""How near other notes are to one in meaning: as wholes, and by the passages that talk about the same."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from vaultsearch.core.relations.note_places import SupportsPlaces
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultsearch.core.index.summary_table import Summary
    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.relations.note_places import NotePlaces

_ASKED = 16
"""Passages of a note that are asked with; of a longer one, so many at even distances."""
_NEAREST = 60
"""Passages that are found for each of them."""
_WHOLE, _BEST, _MEAN = 0.2, 0.3, 0.5
"""What counts how much: the whole note, its nearest passage, the mean over the passages asked with.
Measured by `python -m tests.bench.related` on linked notes of two vaults; near these, all weights do as well.
"""
_UNRELATED = 0.3
"""The cosine up to which texts have nothing to do with each other."""


class SupportsNearness(SupportsPlaces, Protocol):
    """A corpus that tells what is near to a note."""

    async def vectors_of(self, ids: Sequence[str], space: Space = ...) -> dict[str, Vectors]:
        """Give the vectors of those passages that have one, by id."""
        ...

    async def near_passages(self, vectors: Vectors, n: int, space: Space = ...) -> list[dict[str, float]]:
        """Map, for each of the vectors, the nearest passages' ids to their cosine."""
        ...

    async def get_summary(self, path: str) -> Summary | None:
        """Give a note's summary."""
        ...

    async def query_summaries(self, vector: Vectors, n: int) -> dict[str, float]:
        """Map the nearest notes to their cosine."""
        ...


@dataclass(slots=True)
class Nearness:
    """How near a note is, all in cosines of the embedding model; ``passage`` is the id of its nearest one."""

    whole: float = 0.0
    passages: dict[int, float] = field(default_factory=dict)
    passage: str | None = None
    asked: int = 1

    @property
    def best(self) -> float:
        """The cosine of the two passages nearest to each other."""
        return max(self.passages.values(), default=0.0)

    @property
    def score(self) -> float:
        """Give how near it is, from 0 to 1."""
        mean = sum(map(_above, self.passages.values())) / self.asked
        return _WHOLE * _above(self.whole) + _BEST * _above(self.best) + _MEAN * mean

    def meet(self, asked: int, cosine: float, passage: str) -> None:
        """Take note of a passage that is near to the one asked with."""
        if cosine > self.best:
            self.passage = passage
        self.passages[asked] = max(cosine, self.passages.get(asked, 0.0))


def _above(cosine: float) -> float:
    return min(1.0, max(0.0, (cosine - _UNRELATED) / (1 - _UNRELATED)))


class NearNotes:
    """Finds the notes nearest to one. Each passage is asked of those that the same model has read.

    ``scale`` tells what a cosine of the multilingual model is worth in cosines of the embedding model.
    """

    def __init__(self, corpus: SupportsNearness, places: NotePlaces, scale: Callable[[float], float]) -> None:
        self._corpus = corpus
        self._places = places
        self._scales: Mapping[Space, Callable[[float], float]] = {
            Space.MAIN: lambda cosine: cosine,
            Space.MULTILINGUAL: scale,
        }

    async def __call__(self, path: str) -> dict[str, Nearness]:
        """Map the notes near to the one at ``path`` to how near they are; none until it has vectors."""
        places = (await self._places()).get(path, ())
        ids = _evenly([place.id for place in places], _ASKED)
        in_spaces = asyncio.gather(*(self._by_passages(ids, space) for space in Space))
        by_summary, by_passages = await asyncio.gather(self._by_summary(path), in_spaces)
        found: dict[str, Nearness] = defaultdict(lambda: Nearness(asked=max(1, len(ids))))
        for near in by_passages:
            for passage, at, cosine in near.passages:
                found[_path(passage)].meet(at, cosine, passage)
        for other, cosine in (*(one for near in by_passages for one in near.wholes), *by_summary):
            found[other].whole = max(cosine, found[other].whole)
        found.pop(path, None)
        return found

    async def _by_summary(self, path: str) -> list[tuple[str, float]]:
        """Give the notes whose summary is nearest to that of the one at ``path``, with their cosine."""
        summary = await self._corpus.get_summary(path)
        if summary is None:
            return []
        return list((await self._corpus.query_summaries(summary.vector, _NEAREST)).items())

    async def _by_passages(self, ids: Sequence[str], space: Space) -> _Near:
        """Find what is nearest, in a space, to the passages of a note and to the middle of them."""
        vectors = await self._corpus.vectors_of(ids, space)
        asked = [at for at in range(len(ids)) if ids[at] in vectors]
        if not asked:
            return _Near()
        stacked = np.stack([vectors[ids[at]] for at in asked])
        # The last one is the middle of them all, for what the notes are about as wholes.
        middle = stacked.mean(axis=0, keepdims=True)
        middle /= max(float(np.linalg.norm(middle)), 1e-12)
        n = _NEAREST + len(ids)
        *near, whole = await self._corpus.near_passages(np.concatenate([stacked, middle]), n, space)
        scale = self._scales[space]
        return _Near(
            [
                (passage, at, scale(cosine))
                for at, of_one in zip(asked, near, strict=True)
                for passage, cosine in of_one.items()
            ],
            [(_path(passage), scale(cosine)) for passage, cosine in whole.items()],
        )


@dataclass(frozen=True, slots=True)
class _Near:
    """What one space finds: passages near to one that is asked with, by its number, and notes as wholes."""

    passages: list[tuple[str, int, float]] = field(default_factory=list)
    wholes: list[tuple[str, float]] = field(default_factory=list)


def _path(id: str) -> str:
    """Give the note that a passage is of."""
    return id.rpartition(":")[0]


def _evenly(ids: Sequence[str], most: int) -> list[str]:
    if len(ids) <= most:
        return list(ids)
    return [ids[round(at * (len(ids) - 1) / (most - 1))] for at in range(most)]
