"""The weights of all-MiniLM-L6-v2 for its graph: matrices and tables in eight bits, made from its package.

The package has them in eight bits, too, to be multiplied in float32. Here they are multiplied as integers,
in two fifths of the time (see `quantization`). Of 250 passages of other people's notes, the vectors' mean
cosine to those in float32 is 0.995, of the package's own arithmetic 0.999.

The graph is made by ``packaging/model_graphs.py``; digests are pinned, so a slip here cannot go unnoticed.
"""

from __future__ import annotations

import mmap
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from vaultsearch.core.models.laid_out_model import LaidOutModel
from vaultsearch.core.models.quantization import Matrix, quantized_matrix, smoothing_behind_norm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors


_GRAPH, _INITIALIZER = 7, 5
_DIMENSION, _TYPE, _NAME, _CONTENT = 1, 2, 8, 9
_TYPES = {1: "<f4", 3: "i1", 7: "<i8"}
_VARINT, _BYTES = 0, 2
_FIXED_WIDTHS = {1: 8, 5: 4}


def read_tensors(file: Path) -> dict[str, NDArray[Any]]:
    """Return a model's weights of float32, int8 and int64 by name, mapped, in the order of the file.

    For a file whose digest is known: of any other, nothing is checked. Can raise OSError.
    """
    with file.open("rb") as stream:
        content = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    graph = next(value for number, value in _fields(content) if number == _GRAPH)
    tensors = (list(_fields(value)) for number, value in _fields(graph) if number == _INITIALIZER)
    return {bytes(dict(fields)[_NAME]).decode(): _values(fields) for fields in tensors if _is_known(fields)}


def _is_known(fields: list[tuple[int, Any]]) -> bool:
    return dict(fields)[_TYPE] in _TYPES and any(number == _CONTENT for number, _ in fields)


def _values(fields: list[tuple[int, Any]]) -> NDArray[Any]:
    named = dict(fields)
    shape = [value for number, value in fields if number == _DIMENSION]
    return np.frombuffer(named[_CONTENT], _TYPES[named[_TYPE]]).reshape(shape)


def _fields(message: memoryview) -> Iterator[tuple[int, Any]]:
    """Yield the number and the value of each field of a message: an integer, or its bytes."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        if (kind := key & 7) == _VARINT:
            value, place = _varint(message, place)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            length, place = _varint(message, place)
        else:
            length = _FIXED_WIDTHS[kind]
        yield key >> 3, message[place : place + length]
        place += length


def _varint(message: memoryview, place: int) -> tuple[int, int]:
    """Return an integer, written seven bits a byte from the lowest on, and the place behind it."""
    value = shift = 0
    while (byte := message[place]) & 128:
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
    return value | byte << shift, place + 1


GRAPH = "all-MiniLM-L6-v2-int8"
LAYERS = 6
ATTENTION = tuple(f"attention.self.{part}" for part in ("query", "key", "value"))
"""The matrices of a layer that are multiplied by at once."""
WIDENED, NARROWED = "intermediate.dense", "output.dense"
"""The matrices before and after the activation."""
_MATRICES = (*ATTENTION, "attention.output.dense", WIDENED, NARROWED)
TABLES = ("word_embeddings", "position_embeddings")
_SHA256 = "c001548228278d0d25365e6adced8ccff60c84450bdb9cde2832e4fdcdff9468"


class Table(NamedTuple):
    """A table of embeddings, int8 (rows, width), and the scale of each row, float32 (rows, 1)."""

    values: NDArray[np.int8]
    scales: Vectors


def laid_out(models: Path | None) -> LaidOutModel:
    """Return the place of the model beneath ``models``."""
    return LaidOutModel(GRAPH, _SHA256, models)


def quantized_weights(file: Path) -> Iterator[NDArray[np.generic]]:
    """Yield the large tensors of the graph in its order, from the package's file."""
    weights = PackagedWeights(file)
    for name in TABLES:
        yield from (tensor for tensor in weights.table(name) if tensor.nbytes >= LARGE)
    for layer, name in product(range(LAYERS), _MATRICES):
        yield weights.matrix(layer, name).values


LARGE = 16_384
"""Bytes of a tensor from which it lies beside the graph; smaller ones stay in it."""


class PackagedWeights:
    """The tensors of the package's file, by the names of BERT's modules.

    Matrices have no name there; they stand in the order in which they are multiplied by.
    """

    def __init__(self, file: Path) -> None:
        self._tensors = read_tensors(file)
        stems = [name[:-2] for name in self._tensors if name.startswith("val_") and name.endswith("_q")]
        self._stems = dict(zip(product(range(LAYERS), _MATRICES), stems, strict=True))

    def numbers(self, name: str) -> Vectors:
        """Return a tensor that is not quantized."""
        return np.asarray(self._tensors[f"inner.{name}"], dtype=np.float32)

    def table(self, name: str) -> Table:
        """Return a table of embeddings."""
        stem = f"inner.embeddings.{name}.weight"
        return Table(self._tensors[f"{stem}_q"], self._tensors[f"{stem}_scale"])

    def matrix(self, layer: int, name: str) -> Matrix:
        """Return a matrix of a layer, quantized anew."""
        stem = self._stems[layer, name]
        matrix = self._tensors[f"{stem}_q"].astype(np.float32) * self._tensors[f"{stem}_scale"]
        return quantized_matrix(matrix, self._smoothing(layer, name))

    def _smoothing(self, layer: int, name: str) -> Vectors | None:
        """Return what a matrix's inputs are divided by; None if they come from no layer norm."""
        if name == WIDENED:
            norm = f"encoder.layer.{layer}.attention.output.LayerNorm"
        elif name in ATTENTION:
            norm = f"encoder.layer.{layer - 1}.output.LayerNorm" if layer else "embeddings.LayerNorm"
        else:
            return None
        return smoothing_behind_norm(self.numbers(f"{norm}.weight"), self.numbers(f"{norm}.bias"))
