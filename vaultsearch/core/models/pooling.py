"""Pools the token vectors of a text into one vector for each of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Ranges, Vectors


def pooled_parts(tokens: Vectors, offsets: Sequence[tuple[int, int]], parts: Sequence[Ranges]) -> Vectors:
    """Pool a text's token vectors, (tokens, dimension), to one for each part: float32, unit length.

    ``offsets`` tell of each token where it stands in the text, in characters; those that stand nowhere
    mark beginning and end, and count for every part, as they do where a passage is encoded alone.
    """
    starts, ends = np.asarray(offsets[: len(tokens)], dtype=np.int64).reshape(-1, 2).T
    pooled = []
    for ranges in parts:
        chosen = starts == ends
        for start, end in ranges:
            chosen |= (starts < end) & (ends > start)
        mean = tokens[: len(chosen)][chosen].mean(axis=0)
        pooled.append(mean / max(float(np.linalg.norm(mean)), 1e-12))
    return np.asarray(pooled, dtype=np.float32)
