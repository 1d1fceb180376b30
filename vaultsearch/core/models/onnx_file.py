"""The tensors in an ONNX file, read without the library for such files, which is large.

The format is that of protocol buffers (https://protobuf.dev/programming-guides/encoding), the numbers of the
fields those of onnx.proto3.
"""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

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
