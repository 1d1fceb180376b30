"""Passages of all segments -> one list: deduplicated, diversified, the best of each topic first."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.search.fusion import from_0_to_1
from vaultsearch.core.search.reranking.diversity import marginal_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.search import Chunk


def comb_max(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Return each passage once, with its best score of any segment (CombMAX, Fox and Shaw 1994), in order."""
    best: dict[str, Chunk] = {}
    for chunk in chunks:
        known = best.get(chunk.id)
        if known is None or (chunk.score or 0.0) > (known.score or 0.0):
            best[chunk.id] = chunk
    return by_score(best.values())


def by_score(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Order by score, then by id."""
    return sorted(chunks, key=lambda chunk: (-(chunk.score or 0.0), chunk.id))


def blended_with_whole(chunks: Sequence[Chunk], whole: Sequence[Chunk], weight: float) -> list[Chunk]:
    """Blend scores with those for the text as a whole: ``(1 - weight) * segment + weight * whole``.

    A passage that is not among those of ``whole`` gets the lowest score there.
    """
    near = {chunk.id: chunk.score or 0.0 for chunk in whole}
    least = min(near.values(), default=0.0)
    return by_score(
        replace(c, score=(1 - weight) * (c.score or 0.0) + weight * near.get(c.id, least)) for c in chunks
    )


def limit_per_note(chunks: Sequence[Chunk], most: int) -> list[Chunk]:
    """Keep the first ``most`` passages of each note, in order."""
    seen: Counter[str] = Counter()
    chosen = []
    for chunk in chunks:
        seen[chunk.path] += 1
        if seen[chunk.path] <= most:
            chosen.append(chunk)
    return chosen


def drop_similar(chunks: Sequence[Chunk], vectors: Mapping[str, Vectors], most_alike: float) -> list[Chunk]:
    """Drop passages whose cosine with a better one is ``most_alike`` or more; keep those without a vector."""
    chosen: list[Chunk] = []
    for chunk in chunks:
        mine = vectors.get(chunk.id)
        others = [
            v
            for other in chosen
            if (v := vectors.get(other.id)) is not None and mine is not None and v.shape == mine.shape
        ]
        if mine is None or all(float(mine @ other) < most_alike for other in others):
            chosen.append(chunk)
    return chosen


def diversified(chunks: Sequence[Chunk], vectors: Mapping[str, Vectors], share: float) -> list[Chunk]:
    """Order by maximal marginal relevance with ``share`` for relevance, see `marginal_order`; scores stay."""
    relevance = from_0_to_1([chunk.score or 0.0 for chunk in chunks])
    return [chunks[index] for index, _ in marginal_order(relevance, _cosines(chunks, vectors), share)]


def _cosines(chunks: Sequence[Chunk], vectors: Mapping[str, Vectors]) -> NDArray[np.float64]:
    """Return cosines, float64 (n, n): 0 for passages of two models, or without a vector."""
    cosines = np.zeros((len(chunks), len(chunks)))
    for length in {len(vector) for vector in vectors.values()}:
        which = [index for index, c in enumerate(chunks) if c.id in vectors and len(vectors[c.id]) == length]
        if which:
            matrix = np.asarray([vectors[chunks[index].id] for index in which], dtype=np.float64)
            cosines[np.ix_(which, which)] = matrix @ matrix.T
    return cosines


def round_robin(groups: Sequence[Sequence[Chunk]]) -> list[Chunk]:
    """Take the best of each group, then the second of each, and so on (round robin); each passage once.

    Within a round, the better score comes first. So the topic with most text does not crowd out the rest.
    """
    chosen_chunks: dict[str, Chunk] = {}
    for place in range(max(map(len, groups), default=0)):
        for chunk in by_score(group[place] for group in groups if len(group) > place):
            chosen_chunks.setdefault(chunk.id, chunk)
    return list(chosen_chunks.values())
