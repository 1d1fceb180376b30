"""Scores of different makes on one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_SAME = 1e-12


def z_scores(values: Sequence[float]) -> NDArray[np.float64]:
    """Give values in standard deviations from their mean; all zero where they are all the same."""
    array = np.asarray(values, dtype=np.float64)
    deviation = array.std()
    if deviation < _SAME:
        return np.zeros_like(array)
    return np.asarray((array - array.mean()) / deviation)


def from_0_to_1(values: Sequence[float]) -> NDArray[np.float64]:
    """Give values as shares of the way from the lowest, 0, to the highest, 1; all zero if all the same."""
    array = np.asarray(values, dtype=np.float64)
    if not array.size or np.ptp(array) < _SAME:
        return np.zeros_like(array)
    return np.asarray((array - array.min()) / np.ptp(array))
