"""Which of many vectors are near to each other: by blocks, so that memory does not grow with the square."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors

BLOCK = 2048
"""Rows and columns of a block; one of float32 takes 16 MB."""


def near_pairs(
    vectors: NDArray[np.float16] | Vectors,
    lengths: NDArray[np.int64],
    start: int,
    *,
    least_cosine: float,
    least_ratio: float,
) -> Iterator[tuple[int, int]]:
    """Give the pairs of a block of rows, from ``start`` on, with itself and those after it.

    ``vectors`` are (n, dimension), unit length, in the order of ``lengths``, the shortest first. A pair has
    at least this cosine, and the lengths of its texts at least this ratio: what is so much longer cannot
    be nearly the same, and is not even compared.
    """
    rows = np.asarray(vectors[start : start + BLOCK], dtype=np.float32)
    longest = lengths[min(start + BLOCK, len(lengths)) - 1] / least_ratio
    end = int(np.searchsorted(lengths, longest, side="right"))
    for column in range(start, end, BLOCK):
        columns = np.asarray(vectors[column : column + BLOCK], dtype=np.float32)
        near = np.argwhere(rows @ columns.T >= least_cosine) + np.array([start, column])
        first, second = near[:, 0], near[:, 1]
        kept = near[(first < second) & (lengths[first] >= least_ratio * lengths[second])]
        yield from map(tuple, kept.tolist())
