"""Reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009): many rankings, one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values import Chunk


def reciprocal_rank_fusion(rankings: Sequence[Sequence[Chunk]], k: int = 60) -> list[Chunk]:
    """Fuse rankings, best first, by the sum of 1 / (k + rank); the ranks of each leg are kept.

    The order of the rankings does not matter. Equal scores are ordered by the best single rank,
    then by the passage's id, so that the same query always gives the same order.
    """
    merged: dict[str, Chunk] = {}
    scores: dict[str, float] = {}
    best: dict[str, int] = {}
    for ranking in rankings:
        for rank, chunk in enumerate(ranking, start=1):
            seen = merged.get(chunk.id)
            merged[chunk.id] = chunk if seen is None else replace(seen, ranks={**seen.ranks, **chunk.ranks})
            scores[chunk.id] = scores.get(chunk.id, 0.0) + 1.0 / (k + rank)
            best[chunk.id] = min(best.get(chunk.id, rank), rank)
    order = sorted(merged, key=lambda key: (-round(scores[key], 12), best[key], key))
    return [replace(merged[key], score=scores[key]) for key in order]
