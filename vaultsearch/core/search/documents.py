"""Whole-note relevance: a passage counts for more in a note that is about what was asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONSIDERED = 200
"""Notes whose similarity is looked up; those further away are not about what was asked."""
_ABOUT_IT = 0.3
"""The cosine above which a note is about what was asked."""


def with_whole_notes(chunks: Sequence[Chunk], notes: Mapping[str, float], weight: float) -> list[Chunk]:
    """Blend the cosine of each passage's note in: ``(1 - weight) * passage + weight * note``, best first.

    ``notes`` maps paths to cosines, the nearest first. The order of the passages by themselves, and
    that of the notes, are kept among the ranks.
    """
    places = {path: LegRank(rank, cosine) for rank, (path, cosine) in enumerate(notes.items(), start=1)}
    blended = [_blended(chunk, places.get(chunk.path), weight) for chunk in chunks]
    return sorted(blended, key=lambda chunk: -(chunk.score or 0.0))


def _blended(chunk: Chunk, note: LegRank | None, weight: float) -> Chunk:
    if note is None or note.score <= _ABOUT_IT:
        return chunk
    score = (1 - weight) * (chunk.score or 0.0) + weight * note.score
    return replace(chunk, score=score, ranks={**chunk.ranks, "note": note})
