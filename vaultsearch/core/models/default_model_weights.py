"""The weights of all-MiniLM-L6-v2 in the order of its graphs: as they are, and quantized.

The graphs are made by ``packaging/model_graphs.py``; quantized are the matrices and tables, with the
formulas of onnxruntime's `quantize_dynamic`. Digests are pinned, so a slip here cannot go unnoticed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.laid_out_model import LaidOutModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vaultsearch.core.models.weights import ModelFolder
    from vaultsearch.core.protocols import Vectors

GRAPH = "all-MiniLM-L6-v2"
QUANTIZED_GRAPH = f"{GRAPH}-int8"
_ORDER = Path(__file__).parent / "graphs" / f"{GRAPH}.json"
"""A list of ``[tensor, is transposed]``."""
_SHA256 = {
    GRAPH: "b06e3ef2efc150957dab22716101bbc84253a24380a8a92536fc07297625f34d",
    QUANTIZED_GRAPH: "2c93202df25ff5286872ee90a4aae8af52a5440ac3417c9b6fde33e510c2c535",
}
_LARGEST = 64
"""The largest magnitude of a quantized matrix: with 127, sums would overflow on processors without VNNI."""
_STEPS = 255


def laid_out(models: Path | None, *, quantized: bool) -> LaidOutModel:
    """Return the place of the model beneath ``models``."""
    graph = QUANTIZED_GRAPH if quantized else GRAPH
    return LaidOutModel(graph, _SHA256[graph], models)


def exact_weights(model: ModelFolder) -> Iterator[Vectors]:
    """Yield the tensors of the exact graph. Raise ModelUnavailableError if they cannot be read."""
    for _, tensor in _tensors(model):
        yield tensor


def quantized_weights(model: ModelFolder) -> Iterator[NDArray[np.generic]]:
    """Yield the tensors of the quantized graph. Raise ModelUnavailableError if they cannot be read."""
    for is_matrix, tensor in _tensors(model):
        yield _quantized_matrix(tensor) if is_matrix else _quantized_table(tensor)


def _tensors(model: ModelFolder) -> Iterator[tuple[bool, Vectors]]:
    """Yield each tensor, and whether it is a matrix that inputs are multiplied by."""
    from safetensors import SafetensorError, safe_open

    model.verify()
    try:
        with safe_open(model.weights, framework="numpy") as file:
            for name, is_transposed in json.loads(_ORDER.read_text(encoding="utf-8")):
                tensor = file.get_tensor(name)
                yield is_transposed, tensor.T if is_transposed else tensor
    except (OSError, SafetensorError) as error:
        raise ModelUnavailableError(
            f"The embedding model in {model.path} can't be loaded: {error}", "Reinstall vaultsearch."
        ) from error


def _quantized_matrix(matrix: Vectors) -> NDArray[np.int8]:
    """Quantize by output: int8 (inputs, outputs)."""
    scales = np.abs(matrix).max(axis=0) / np.float32(_LARGEST)
    return np.asarray(np.rint(matrix / scales).clip(-_LARGEST, _LARGEST), dtype=np.int8)


def _quantized_table(table: Vectors) -> NDArray[np.uint8]:
    """Quantize with one scale and zero point: uint8, the shape of ``table``."""
    least, most = np.minimum(table.min(), np.float32(0)), np.maximum(table.max(), np.float32(0))
    scale = np.float32((np.float64(most) - np.float64(least)) / _STEPS)
    zero = np.rint(-least / scale)
    return np.asarray((np.rint(table / scale) + zero).clip(0, _STEPS), dtype=np.uint8)
