"""Raise notes of the days that a question speaks of, if they may answer it; nothing is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, DatedBetween
from vaultsearch.core.query.conditions import moments_of
from vaultsearch.core.search.calibration import probability
from vaultsearch.core.search.files_beside_notes import by_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.query.intervals.calendar import Interval
    from vaultsearch.core.query.query import Query
    from vaultsearch.core.values.search import Chunk

_K = 60
_RELATIVE, _WRITTEN = 0.3, 0.03
"""The weight of an interval such as "last month", and of a date that notes may hold themselves, as a leg
beside the ranking (of weight 1). Over 40 questions with a date to conversations with dates (locomo), .02 to
.05 gave the same figures, and .1 and more lower ones: what happened on a day is told on later ones."""

_LEAST_SHARE = 0.25
"""The share of the best passage's probability to answer that a passage of these days needs to be raised: of
"what about the rigging last month", a diary of that month stood above all that is about the rigging."""


def boosted(query: Query, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Fuse a ranking with its notes of the query's interval, by reciprocal ranks; each place keeps its score.

    An interval without a first day, such as "before March", is nearly everything, and raises nothing.
    """
    interval = query.interval
    if interval is None or interval.first is None:
        return list(chunks)
    weight = _RELATIVE if query.typed_words else _WRITTEN
    return [chunk for ranked in by_kind(chunks) for chunk in _raised(ranked, interval, weight)]


def _raised(chunks: Sequence[Chunk], interval: Interval, weight: float) -> list[Chunk]:
    values: list[float] = []
    n_inside = 0
    likely = [probability(chunk) for chunk in chunks]
    least = _LEAST_SHARE * max((each for each in likely if each is not None), default=0.0)
    for rank, (chunk, chance) in enumerate(zip(chunks, likely, strict=True), start=1):
        value = 1 / (_K + rank)
        is_inside = chunk.date is not None and interval.holds(chunk.date.day)
        # Passages found by words alone have no probability, and are not held back.
        if is_inside and (chance is None or chance >= least):
            n_inside += 1
            value += weight / (_K + n_inside)
        values.append(value)
    order = sorted(range(len(chunks)), key=lambda place: -values[place])
    return [chunks[rank].scored(chunks[place].score) for place, rank in enumerate(order)]


def within_days(query: Query, where: Filter | None) -> Filter | None:
    """Return the filter of a query's interval, if its words alone would not find the notes of it."""
    if query.interval is None or not query.typed_words:
        return None
    dated = DatedBetween(*moments_of(query.interval))
    return dated if where is None else AllOf((where, dated))
