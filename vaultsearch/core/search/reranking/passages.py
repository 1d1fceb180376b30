"""The text of candidates for rerankers, in small batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.chunking.chunker import embedding_text
from vaultsearch.core.query.words import word_spans

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from vaultsearch.core.values.search import Chunk


_SHORT_QUERY = 5
"""Words."""


def is_short(query: str) -> bool:
    """Return whether a query is a few keywords, for which fewer passages are worth reading."""
    return len(word_spans(query)) <= _SHORT_QUERY


def passage_text(chunk: Chunk) -> str:
    """Return a passage with its note's title and the headings above it, as it was encoded."""
    return embedding_text(chunk.title, chunk.headings, chunk.text)


async def in_small_batches(
    score: Callable[[list[str]], Awaitable[list[float]]], texts: Sequence[str], size: int
) -> list[float]:
    """Score texts, ``size`` at a time, so that cancelling takes effect after the current batch.

    The longest come first, so that those of a batch are of about one length.
    """
    order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
    scores = [0.0] * len(texts)
    for start in range(0, len(order), size):
        places = order[start : start + size]
        for place, value in zip(places, await score([texts[i] for i in places]), strict=True):
            scores[place] = value
    return scores
