"""Blending of a reranker's scores with the candidates' previous scores."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import numpy as np

from vaultsearch.core.chunking.chunker import embedding_text
from vaultsearch.core.query.words import word_spans
from vaultsearch.core.search.fusion import z_scores
from vaultsearch.core.values.search import Chunk, LegRank

_MAX_SHORT_QUERY_WORDS = 5


def is_short(query: str) -> bool:
    """Return whether a query is a few keywords, worth reading fewer passages."""
    return len(word_spans(query)) <= _MAX_SHORT_QUERY_WORDS


def passage_text(chunk: Chunk) -> str:
    """Return a passage below the note's title and headings, as encoded."""
    return embedding_text(chunk.title, chunk.headings, chunk.text)


async def in_small_batches(
    score: Callable[[list[str]], Awaitable[list[float]]], texts: Sequence[str], size: int
) -> list[float]:
    """Score texts in batches of similar length, so cancelling takes effect after the current batch."""
    order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
    scores = [0.0] * len(texts)
    for start in range(0, len(order), size):
        places = order[start : start + size]
        for place, value in zip(places, await score([texts[i] for i in places]), strict=True):
            scores[place] = value
    return scores


def blend_scores(
    chunks: Sequence[Chunk], scores: Sequence[float], weight: float | None, leg: str
) -> list[Chunk]:
    """Order candidates by new scores alone (``weight`` None) or added as z-scores; record them in ``leg``."""
    if not chunks:
        return []
    values = np.asarray(scores, dtype=np.float64)
    if weight is not None:
        values = z_scores([chunk.score or 0.0 for chunk in chunks]) + weight * z_scores(scores)
    return order_by_scores(add_leg_ranks(chunks, scores, leg), values.tolist())


def blend_first(
    chunks: Sequence[Chunk], scores: Sequence[float], weight: float | None, leg: str
) -> list[Chunk]:
    """Order as many first candidates as there are scores, as `blend_scores` does; the rest stay below."""
    best, rest = chunks[: len(scores)], chunks[len(scores) :]
    ordered = blend_scores(best, scores, weight, leg)
    return [*ordered, *shift_below(ordered, rest)]


def has_risen(last: Sequence[Chunk], top: Sequence[Chunk]) -> bool:
    """Return whether any of the passages read last is among the top results: the next ones may be, too."""
    return not {chunk.id for chunk in last}.isdisjoint(chunk.id for chunk in top)


def shift_below(ordered: Sequence[Chunk], rest: Sequence[Chunk]) -> list[Chunk]:
    """Shift the scores of ``rest`` below those of ``ordered``, so scores fall along the list."""
    lowest = min((chunk.score or 0.0 for chunk in ordered), default=0.0)
    highest = max((chunk.score or 0.0 for chunk in rest), default=0.0)
    return [replace(chunk, score=lowest + (chunk.score or 0.0) - highest) for chunk in rest]


def add_leg_ranks(chunks: Sequence[Chunk], scores: Sequence[float], leg: str) -> list[Chunk]:
    """Record each candidate's rank and score in ``leg``; the order stays."""
    places = {i: rank for rank, i in enumerate(_descending_order(scores), start=1)}
    return [
        replace(chunk, ranks={**chunk.ranks, leg: LegRank(places[i], float(scores[i]))})
        for i, chunk in enumerate(chunks)
    ]


def order_by_scores(chunks: Sequence[Chunk], scores: Sequence[float]) -> list[Chunk]:
    """Order candidates by new scores, highest first; ties keep their order."""
    return [replace(chunks[i], score=float(scores[i])) for i in _descending_order(scores)]


def _descending_order(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))
