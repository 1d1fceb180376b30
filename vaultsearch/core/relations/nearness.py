"""The nearness of other notes to one in meaning: as wholes, and by their nearest passages."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.relations.vault_graph import NotePlaces

_ASKED = 16
"""Passages of a note that are queried with; of a longer note, so many at even distances."""
_NEAREST = 60
"""Passages that are retrieved for each of them."""
_WHOLE, _BEST, _MEAN = 0.2, 0.3, 0.5
"""The weights of the whole note, its nearest passage, and the mean over the passages queried with.
Measured by `python -m tests.bench.related` on linked notes of two vaults; near these, all weights do as well.
"""
_UNRELATED = 0.3
"""The cosine up to which texts are unrelated."""


@dataclass(slots=True)
class Nearness:
    """The nearness of a note, all in cosines of the embedding model.

    ``passages`` map the number of a passage queried with to its best cosine here, ``passage`` is the id of
    the nearest one, and ``asked`` counts the passages queried with.
    """

    whole: float = 0.0
    passages: dict[int, float] = field(default_factory=dict)
    passage: str | None = None
    questions: int = 1

    @property
    def best(self) -> float:
        """The cosine of the two passages nearest to each other."""
        return max(self.passages.values(), default=0.0)

    @property
    def score(self) -> float:
        """The weighted nearness, 0 to 1."""
        mean = sum(map(_above, self.passages.values())) / self.questions
        return _WHOLE * _above(self.whole) + _BEST * _above(self.best) + _MEAN * mean

    def record(self, question: int, cosine: float, passage: str) -> None:
        """Record a passage that is near to the one queried with."""
        if cosine > self.best:
            self.passage = passage
        self.passages[question] = max(cosine, self.passages.get(question, 0.0))


def _above(cosine: float) -> float:
    return min(1.0, max(0.0, (cosine - _UNRELATED) / (1 - _UNRELATED)))


class NearNotes:
    """Finds the notes nearest to one; vectors are compared within the space of one model.

    ``scale`` maps a cosine of the multilingual model to one of the embedding model.
    """

    def __init__(self, corpus: LanceCorpus, places: NotePlaces, scale: Callable[[float], float]) -> None:
        self._corpus = corpus
        self._places = places
        self._scales: Mapping[Space, Callable[[float], float]] = {
            Space.MAIN: lambda cosine: cosine,
            Space.MULTILINGUAL: scale,
        }

    async def __call__(self, path: str) -> dict[str, Nearness]:
        """Map the notes near to the one at ``path`` to their nearness; empty until it has vectors."""
        places = (await self._places()).get(path, ())
        ids = _evenly([place.id for place in places], _ASKED)
        in_spaces = asyncio.gather(*(self._by_passages(ids, space) for space in Space))
        by_summary, by_passages = await asyncio.gather(self._by_summary(path), in_spaces)
        nearness_by_path: dict[str, Nearness] = defaultdict(lambda: Nearness(questions=max(1, len(ids))))
        for near in by_passages:
            for passage, index, cosine in near.passages:
                nearness_by_path[_path(passage)].record(index, cosine, passage)
        for other, cosine in (*(whole for near in by_passages for whole in near.wholes), *by_summary):
            nearness_by_path[other].whole = max(cosine, nearness_by_path[other].whole)
        nearness_by_path.pop(path, None)
        return nearness_by_path

    async def _by_summary(self, path: str) -> list[tuple[str, float]]:
        """Return the notes nearest to the one at ``path`` by their summaries, with their cosines."""
        summary = await self._corpus.summaries.of(path)
        if summary is None:
            return []
        return list((await self._corpus.summaries.nearest(summary.vector, _NEAREST)).items())

    async def _by_passages(self, ids: Sequence[str], space: Space) -> _Near:
        """Find the neighbours, in one space, of the passages of a note and of their centroid."""
        vectors = await self._corpus.vectors.of(ids, space)
        with_vectors = [index for index in range(len(ids)) if ids[index] in vectors]
        if not with_vectors:
            return _Near()
        stacked = np.stack([vectors[ids[index]] for index in with_vectors])
        # The last query is their centroid: it stands for the note as a whole.
        centroid = stacked.mean(axis=0, keepdims=True)
        centroid /= max(float(np.linalg.norm(centroid)), 1e-12)
        n = _NEAREST + len(ids)
        *near, whole = await self._corpus.vectors.near(np.concatenate([stacked, centroid]), n, space)
        scale = self._scales[space]
        return _Near(
            [
                (passage, index, scale(cosine))
                for index, of_one in zip(with_vectors, near, strict=True)
                for passage, cosine in of_one.items()
            ],
            [(_path(passage), scale(cosine)) for passage, cosine in whole.items()],
        )


@dataclass(frozen=True, slots=True)
class _Near:
    """The neighbours in one space: of each passage queried with, by number, and of the note as a whole."""

    passages: list[tuple[str, int, float]] = field(default_factory=list)
    wholes: list[tuple[str, float]] = field(default_factory=list)


def _path(id: str) -> str:
    """Return the path of the note of a passage."""
    return id.rpartition(":")[0]


def _evenly(ids: Sequence[str], most: int) -> list[str]:
    if len(ids) <= most:
        return list(ids)
    return [ids[round(index * (len(ids) - 1) / (most - 1))] for index in range(most)]
