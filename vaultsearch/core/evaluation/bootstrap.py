"""Confidence intervals of means: percentile bootstrap over questions (Efron 1979; for search, Sakai 2006)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.values.evaluation import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RESAMPLES = 2000
_SEED = 20090719
_TAILS = (2.5, 97.5)


def estimate(values: Sequence[NDArray[np.float64]]) -> Estimate:
    """Return the mean over sets of the mean over questions, with its 95 % interval.

    ``values`` holds an array (questions,) for each set; questions are resampled within their set.
    """
    mean = float(np.mean([value.mean() for value in values]))
    low, high = np.percentile(_resampled_means(values), _TAILS)
    # By rounding, the mean of a few equal values may lie outside of its own resampled interval.
    return Estimate(mean, min(float(low), mean), max(float(high), mean))


def paired_difference(
    values: Sequence[NDArray[np.float64]], others: Sequence[NDArray[np.float64]]
) -> tuple[Estimate, float]:
    """Return the difference of two means over the same questions, and the share of resamples below 0.

    Both hold an array (questions,) for each set, in the same order: a question is resampled for both at once.
    """
    differences = [value - other for value, other in zip(values, others, strict=True)]
    below = float(np.mean(_resampled_means(differences) < 0))
    return estimate(differences), below


def _resampled_means(values: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the means of the resamples, float64 (RESAMPLES,); deterministic."""
    random = np.random.default_rng(_SEED)
    total = np.zeros(RESAMPLES)
    for value in values:
        drawn = random.integers(0, len(value), (RESAMPLES, len(value)))
        total += value[drawn].mean(axis=1)
    return total / len(values)
