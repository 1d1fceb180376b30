"""Matrices in eight bits, to be multiplied as integers: their scales, and the smoothing of their inputs.

What a matrix is multiplied by is quantized as it comes, with one scale for all of a text, so inputs of which
few are large lose most. Those behind a layer norm are brought to about one size first, and the matrix takes
the other factor (SmoothQuant, Xiao et al. 2023). How large they are is known from the norm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors

_LARGEST = 112
"""The largest magnitude of a quantized weight. Processors without VNNI add two products in sixteen bits: with
127, 3,900 of a million sums overflow (counted on passages of this kind), with 112 650, by an eighth of a mean
sum; with 96, 18, and every weight is coarser.
"""
_NORMAL = 4
"""Standard deviations of a normed state that are still common."""


class Matrix(NamedTuple):
    """A matrix, int8 (inputs, outputs), the scales of its outputs, and what its inputs are divided by."""

    values: NDArray[np.int8]
    scales: Vectors
    smoothing: Vectors | None


def quantized_matrix(matrix: Vectors, smoothing: Vectors | None = None) -> Matrix:
    """Quantize a matrix, float32 (inputs, outputs), each output by its own scale."""
    if smoothing is not None:
        matrix = matrix * smoothing[:, None]
    scales = np.abs(matrix).max(axis=0) / np.float32(_LARGEST)
    values = np.rint(matrix / scales).clip(-_LARGEST, _LARGEST).astype(np.int8)
    return Matrix(values, scales, smoothing)


def smoothing_behind_norm(weight: Vectors, bias: Vectors) -> Vectors:
    """Return what inputs behind a layer norm are divided by, from its weight and bias.

    About the power of 3/4 of each input's size, as a power of two: exact on every machine.
    """
    size = _NORMAL * np.abs(weight) + np.abs(bias)
    exponents = np.frexp(_NORMAL * size * size * size)[1] // 4
    return np.asarray(np.ldexp(np.float32(1), exponents))
