"""Blending of a reranker's scores with the candidates' former scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.search.fusion import z_scores
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Sequence


def blended(chunks: Sequence[Chunk], scores: Sequence[float], weight: float | None, leg: str) -> list[Chunk]:
    """Order candidates by a reranker's scores, alone or added to the former ones as z-scores.

    ``weight`` None takes the reranker's order alone. Its scores are kept in the ranks, under ``leg``.
    """
    if not chunks:
        return []
    values = np.asarray(scores, dtype=np.float64)
    if weight is not None:
        values = z_scores([chunk.score or 0.0 for chunk in chunks]) + weight * z_scores(scores)
    return reordered(ranked(chunks, scores, leg), values.tolist())


def blended_best(
    chunks: Sequence[Chunk], scores: Sequence[float], weight: float | None, leg: str
) -> list[Chunk]:
    """Order the first candidates, as many as there are scores, as `blended` does; the rest stay below."""
    best, rest = chunks[: len(scores)], chunks[len(scores) :]
    ordered = blended(best, scores, weight, leg)
    return [*ordered, *continued(ordered, rest)]


def continued(ordered: Sequence[Chunk], rest: Sequence[Chunk]) -> list[Chunk]:
    """Shift the scores of ``rest`` below those of ``ordered``, so that scores fall along the list."""
    lowest = min((chunk.score or 0.0 for chunk in ordered), default=0.0)
    highest = max((chunk.score or 0.0 for chunk in rest), default=0.0)
    return [replace(chunk, score=lowest + (chunk.score or 0.0) - highest) for chunk in rest]


def ranked(chunks: Sequence[Chunk], scores: Sequence[float], leg: str) -> list[Chunk]:
    """Record each candidate's rank and score in ``leg``; the order stays."""
    places = {i: rank for rank, i in enumerate(_descending(scores), start=1)}
    return [
        replace(chunk, ranks={**chunk.ranks, leg: LegRank(places[i], float(scores[i]))})
        for i, chunk in enumerate(chunks)
    ]


def reordered(chunks: Sequence[Chunk], scores: Sequence[float]) -> list[Chunk]:
    """Order candidates by new scores, the highest first; equal ones keep their order."""
    return [replace(chunks[i], score=float(scores[i])) for i in _descending(scores)]


def _descending(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))
