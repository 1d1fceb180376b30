"""The weights of all-MiniLM-L6-v2 for its graph: matrices and tables in eight bits, made from its package.

Each matrix has a scale for each output. What a matrix is multiplied by is quantized as it comes, with one
scale for all of a text, so inputs of which few are large lose most: those behind a layer norm are brought to
about one size first, and the matrix takes the other factor (SmoothQuant, Xiao et al. 2023). How large they
are is known from the norm. Of 300 passages of other people's notes, the vectors' mean cosine to those in
float32 is 0.997, and 0.987 without this; onnxruntime takes two fifths of its time in float32.

The graph is made by ``packaging/model_graphs.py``; digests are pinned, so a slip here cannot go unnoticed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.laid_out_model import LaidOutModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from vaultsearch.core.models.weights import ModelFolder
    from vaultsearch.core.protocols import Vectors

GRAPH = "all-MiniLM-L6-v2-int8"
LAYERS = 6
ATTENTION = tuple(f"attention.self.{part}" for part in ("query", "key", "value"))
"""The matrices of a layer that are multiplied by at once."""
WIDENED, NARROWED = "intermediate.dense", "output.dense"
"""The matrices before and after the activation."""
_MATRICES = (*ATTENTION, "attention.output.dense", WIDENED, NARROWED)
_TABLES = ("word_embeddings", "position_embeddings")
_SHA256 = "830803d05d715f923b020c06813f889988b7ce7f5197869a6192a7d0c132e0d3"
_LARGEST = 96
"""The largest magnitude of a quantized weight. Processors without VNNI add two products in sixteen bits: with
127, 90 of a million sums overflow (counted on passages of this kind), with 96 two, by a third at most.
"""
_STEPS = 255
_NORMAL = 4
"""Standard deviations of a normed state that are still common."""


class Table(NamedTuple):
    """A table of embeddings, uint8, with one scale and zero point for all."""

    values: NDArray[np.uint8]
    scale: np.float32
    zero: np.uint8


class Matrix(NamedTuple):
    """A matrix, int8 (inputs, outputs), the scales of its outputs, and what its inputs are divided by."""

    values: NDArray[np.int8]
    scales: Vectors
    smoothing: Vectors | None


def laid_out(models: Path | None) -> LaidOutModel:
    """Return the place of the model beneath ``models``."""
    return LaidOutModel(GRAPH, _SHA256, models)


def quantized_weights(model: ModelFolder) -> Iterator[NDArray[np.generic]]:
    """Yield the large tensors of the graph in its order. Raise ModelUnavailableError if there are none."""
    from safetensors import SafetensorError, safe_open

    model.verify()
    try:
        with safe_open(model.weights, framework="numpy") as file:
            for name in _TABLES:
                yield quantized_table(file.get_tensor, name).values
            for layer in range(LAYERS):
                for name in _MATRICES:
                    yield quantized_matrix(file.get_tensor, layer, name).values
    except (OSError, SafetensorError) as error:
        raise ModelUnavailableError(
            f"The embedding model in {model.path} can't be loaded: {error}", "Reinstall vaultsearch."
        ) from error


def quantized_table(tensor: Callable[[str], Vectors], name: str) -> Table:
    """Return a table of embeddings; ``tensor`` returns the package's tensors by name."""
    table = tensor(f"embeddings.{name}.weight")
    least, most = np.minimum(table.min(), np.float32(0)), np.maximum(table.max(), np.float32(0))
    scale = np.float32((np.float64(most) - np.float64(least)) / _STEPS)
    zero = np.rint(-least / scale)
    values = (np.rint(table / scale) + zero).clip(0, _STEPS)
    return Table(values.astype(np.uint8), scale, np.uint8(zero))


def quantized_matrix(tensor: Callable[[str], Vectors], layer: int, name: str) -> Matrix:
    """Return a matrix of a layer; ``tensor`` returns the package's tensors by name."""
    matrix = tensor(f"encoder.layer.{layer}.{name}.weight").T
    norm = _norm_before(layer, name)
    smoothing = None
    if norm is not None:
        smoothing = _smoothing(tensor(f"{norm}.LayerNorm.weight"), tensor(f"{norm}.LayerNorm.bias"))
        matrix = matrix * smoothing[:, None]
    scales = np.abs(matrix).max(axis=0) / np.float32(_LARGEST)
    values = np.rint(matrix / scales).clip(-_LARGEST, _LARGEST).astype(np.int8)
    return Matrix(values, scales, smoothing)


def _norm_before(layer: int, name: str) -> str | None:
    """Return the stem of the layer norm whose output a matrix is multiplied by; None if it is no such."""
    if name == WIDENED:
        return f"encoder.layer.{layer}.attention.output"
    if name not in ATTENTION:
        return None
    return f"encoder.layer.{layer - 1}.output" if layer else "embeddings"


def _smoothing(weight: Vectors, bias: Vectors) -> Vectors:
    """Return about the power of 3/4 of each output's size, as a power of two: exact on every machine."""
    size = _NORMAL * np.abs(weight) + np.abs(bias)
    exponents = np.frexp(_NORMAL * size * size * size)[1] // 4
    return np.asarray(np.ldexp(np.float32(1), exponents))
