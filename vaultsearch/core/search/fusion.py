"""Fusion of several rankings into one: by reciprocal ranks, or by scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.values.note import NOTE_KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.values.search import Chunk

_SAME = 1e-12


def z_scores(values: Sequence[float], of: Sequence[float] | None = None) -> NDArray[np.float64]:
    """Return values in standard deviations from their mean; all zero if they are all the same.

    Mean and deviation are those of ``of``, by default of the values themselves.
    """
    array = np.asarray(values, dtype=np.float64)
    reference = array if of is None else np.asarray(of, dtype=np.float64)
    deviation = reference.std()
    if deviation < _SAME:
        return np.zeros_like(array)
    return np.asarray((array - reference.mean()) / deviation)


def from_0_to_1(values: Sequence[float]) -> NDArray[np.float64]:
    """Scale values linearly, the lowest to 0 and the highest to 1; all zero if they are all the same."""
    array = np.asarray(values, dtype=np.float64)
    if not array.size or np.ptp(array) < _SAME:
        return np.zeros_like(array)
    return np.asarray((array - array.min()) / np.ptp(array))


def reciprocal_rank_fusion(rankings: Sequence[Sequence[Chunk]], k: int = 60) -> list[Chunk]:
    """Fuse rankings, best first, by the sum of 1 / (k + rank) (Cormack, Clarke and Buettcher, 2009).

    The ranks of each leg are kept, and the order of the rankings does not matter. Equal scores are
    ordered by the best single rank, then by the passage's id, so that the same query always gives
    the same order; before all that, notes come before other files.
    """
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, chunk in enumerate(ranking, start=1):
            scores[chunk.id] = scores.get(chunk.id, 0.0) + 1.0 / (k + rank)
    return _ordered(rankings, scores)


@dataclass(frozen=True, slots=True)
class LegWeight:
    """The weight of a leg in a fusion, and the score of passages that the leg did not find.

    ``absent`` None is the lowest score in the leg's ranking: the leg lists the best of all passages, so
    the others lie below that. A passage that contains none of the words scores 0 by words.

    ``unit`` is the difference of scores that counts as 1, None the standard deviation of the leg's scores.
    With a fixed unit, a leg that is sure of a question, as its scores lie far apart, counts for more in it.
    """

    weight: float
    absent: float | None = None
    unit: float | None = None


def linear_fusion(rankings: Mapping[str, Sequence[Chunk]], weights: Mapping[str, LegWeight]) -> list[Chunk]:
    """Fuse rankings, best first, by the weighted sum of their scores (Bruch, Gai and Ingber, 2023).

    Scores are in the leg's unit, or z-scores over all the passages that any leg found. The ranks of each leg
    are kept, the order of the legs does not matter, and equal scores are ordered as by
    `reciprocal_rank_fusion`.
    """
    ids = sorted({chunk.id for ranking in rankings.values() for chunk in ranking})
    total = np.zeros(len(ids))
    for leg in sorted(rankings) if ids else ():
        scores = {chunk.id: chunk.score or 0.0 for chunk in rankings[leg]}
        rule = weights[leg]
        absent = min(scores.values(), default=0.0) if rule.absent is None else rule.absent
        values = [scores.get(key, absent) for key in ids]
        total += rule.weight * (z_scores(values) if rule.unit is None else np.asarray(values) / rule.unit)
    return _ordered(list(rankings.values()), dict(zip(ids, total.tolist(), strict=True)))


def with_unread(leg: Sequence[Chunk], others: Sequence[Chunk], unread: Collection[str]) -> list[Chunk]:
    """Add to a leg's ranking the ``unread`` passages among ``others``: those that have no vector yet.

    Each gets the mean score of all candidates, so that the leg speaks neither for nor against it. In a vault
    that was half embedded, passages without a vector were taken for the worst, and any passage with one came
    first.
    """
    lacking = {chunk.id: chunk for chunk in others if chunk.id in unread}
    if not lacking or not leg:
        return list(leg)
    scores = [chunk.score or 0.0 for chunk in leg]
    absent = {chunk.id for chunk in others} - {chunk.id for chunk in leg} - lacking.keys()
    mean = (sum(scores) + len(absent) * min(scores)) / (len(scores) + len(absent))
    added = [chunk.scored(mean) for chunk in lacking.values()]
    return sorted([*leg, *added], key=lambda chunk: -(chunk.score or 0.0))


def _ordered(rankings: Sequence[Sequence[Chunk]], scores: Mapping[str, float]) -> list[Chunk]:
    merged: dict[str, Chunk] = {}
    best: dict[str, int] = {}
    for ranking in rankings:
        for rank, chunk in enumerate(ranking, start=1):
            seen = merged.get(chunk.id)
            ranks = {**seen.ranks, **chunk.ranks} if seen else chunk.ranks
            merged[chunk.id] = seen.scored(seen.score, ranks) if seen else chunk
            best[chunk.id] = min(best.get(chunk.id, rank), rank)
    is_file = {key: chunk.kind not in NOTE_KINDS for key, chunk in merged.items()}
    order = sorted(merged, key=lambda key: (-round(scores[key], 12), is_file[key], best[key], key))
    return [merged[key].scored(scores[key]) for key in order]
