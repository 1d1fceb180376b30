"""Encode by the default model, all-MiniLM-L6-v2, in eight bits by onnxruntime, and read its weights.

Without torch, and ready at once.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.models import model_files, onnx_models
from vaultsearch.core.models.tokens import (
    ModelTokenCounter,
    encode_text,
    model_inputs,
    pooled_parts,
    unit_length,
    within_window,
)

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding

    from vaultsearch.core.protocols import Ranges, Vectors

# The package has weights in eight bits for multiplying in float32. Here they are multiplied as integers, in
# two fifths of the time (see `quantized_matrix`). For 250 passages from other people's notes, the mean cosine
# to float32 vectors is 0.995, with the package's own arithmetic 0.999. The graph is made by
# ``packaging/model_graphs.py``; digests are pinned, so a slip here cannot go unnoticed.

_GRAPH, _INITIALIZER = 7, 5
_DIMENSION, _TYPE, _NAME, _CONTENT = 1, 2, 8, 9
_TYPES = {1: "<f4", 3: "i1", 7: "<i8"}
_VARINT, _BYTES = 0, 2
_FIXED_WIDTHS = {1: 8, 5: 4}


def read_tensors(file: Path) -> dict[str, NDArray[Any]]:
    """Return a model's float32, int8 and int64 weights by name, mapped, in file order.

    Only for files with a known digest: nothing is checked. Can raise OSError.
    """
    with file.open("rb") as stream:
        content = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    graph = next(value for number, value in _read_fields(content) if number == _GRAPH)
    tensors: dict[str, NDArray[Any]] = {}
    for message in (value for number, value in _read_fields(graph) if number == _INITIALIZER):
        fields = list(_read_fields(message))
        named = dict(fields)
        if named[_TYPE] in _TYPES and _CONTENT in named:
            shape = [value for number, value in fields if number == _DIMENSION]
            flat = np.frombuffer(named[_CONTENT], _TYPES[named[_TYPE]])
            tensors[bytes(named[_NAME]).decode()] = flat.reshape(shape)
    return tensors


def _read_fields(message: memoryview) -> Iterator[tuple[int, Any]]:
    """Yield the number and value of each field in a message: an integer, or its bytes."""
    place = 0
    while place < len(message):
        key, place = _read_varint(message, place)
        if (kind := key & 7) == _VARINT:
            value, place = _read_varint(message, place)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            length, place = _read_varint(message, place)
        else:
            length = _FIXED_WIDTHS[kind]
        yield key >> 3, message[place : place + length]
        place += length


def _read_varint(message: memoryview, place: int) -> tuple[int, int]:
    """Return an integer, written seven bits a byte, lowest first, and the position behind it."""
    value = shift = 0
    while (byte := message[place]) & 128:
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
    return value | byte << shift, place + 1


GRAPH = "all-MiniLM-L6-v2-int8"
LAYERS = 6
ATTENTION = tuple(f"attention.self.{part}" for part in ("query", "key", "value"))
"""A layer's matrices multiplied at once."""
WIDENED, NARROWED = "intermediate.dense", "output.dense"
"""The matrices before and after the activation."""
_MATRICES = (*ATTENTION, "attention.output.dense", WIDENED, NARROWED)
TABLES = ("word_embeddings", "position_embeddings")
_SHA256 = "c001548228278d0d25365e6adced8ccff60c84450bdb9cde2832e4fdcdff9468"


class Table(NamedTuple):
    """An embedding table, int8 (rows, width), and each row's scale, float32 (rows, 1)."""

    values: NDArray[np.int8]
    scales: Vectors


def default_onnx_model(models: Path | None) -> onnx_models.OnnxModel:
    """Return the model's place beneath ``models``."""
    return onnx_models.OnnxModel(GRAPH, _SHA256, models)


def quantized_weights(file: Path) -> Iterator[NDArray[np.generic]]:
    """Yield the graph's large tensors in order, from the package's file."""
    weights = PackagedWeights(file)
    for name in TABLES:
        yield from (tensor for tensor in weights.table(name) if tensor.nbytes >= LARGE)
    for layer, name in product(range(LAYERS), _MATRICES):
        yield weights.matrix(layer, name).values


LARGE = 16_384
"""Bytes from which a tensor is stored beside the graph; smaller ones stay inside."""


class PackagedWeights:
    """The tensors in the package's file, by BERT's module names.

    Matrices have no name there; they are stored in the order in which they are multiplied.
    """

    def __init__(self, file: Path) -> None:
        self._tensors = read_tensors(file)
        stems = [name[:-2] for name in self._tensors if name.startswith("val_") and name.endswith("_q")]
        self._stems = dict(zip(product(range(LAYERS), _MATRICES), stems, strict=True))

    def numbers(self, name: str) -> Vectors:
        """Return an unquantized tensor."""
        return np.asarray(self._tensors[f"inner.{name}"], dtype=np.float32)

    def table(self, name: str) -> Table:
        """Return an embedding table."""
        stem = f"inner.embeddings.{name}.weight"
        return Table(self._tensors[f"{stem}_q"], self._tensors[f"{stem}_scale"])

    def matrix(self, layer: int, name: str) -> onnx_models.Matrix:
        """Return a layer's matrix, quantized anew."""
        stem = self._stems[layer, name]
        # Back to float32 first: the package's scales are not those that products of integers need.
        matrix = self._tensors[f"{stem}_q"].astype(np.float32) * self._tensors[f"{stem}_scale"]
        # Smoothed if the inputs come from a layer norm.
        if name == WIDENED:
            norm = f"encoder.layer.{layer}.attention.output.LayerNorm"
        elif name in ATTENTION:
            norm = f"encoder.layer.{layer - 1}.output.LayerNorm" if layer else "embeddings.LayerNorm"
        else:
            return onnx_models.quantized_matrix(matrix, None)
        weight, bias = self.numbers(f"{norm}.weight"), self.numbers(f"{norm}.bias")
        return onnx_models.quantized_matrix(matrix, onnx_models.smoothing_behind_norm(weight, bias))


_KEPT_QUESTIONS = 8
_WINDOW = 256
"""The maximum tokens the model reads."""


@dataclass(frozen=True, slots=True)
class OnnxEncoder:
    """A `TokenEncoder` over the pinned default model, laid out once beneath ``models``.

    Vectors have a mean cosine of 0.995 to `SentenceTransformerEncoder`, whose fingerprint this shares: both
    may share an index. Holds names only, so it travels between processes; each loads the model when it
    first encodes. Raise ModelUnavailableError if the weights differ from the pinned files.

    Args:
        path: The folder with the weights, as packaged.
        vocabulary: The folder with the tokenizer.
        models: The folder beneath which the model is laid out; without it, each process holds a copy.
    """

    path: Path
    vocabulary: Path
    models: Path | None = None

    @classmethod
    def installed(cls, models: Path | None = None) -> OnnxEncoder:
        """Return the encoder over installed or downloaded weights. Raise ModelUnavailableError."""
        return cls(model_files.DEFAULT.locate(models), model_files.CROSS_ENCODER.locate(models), models)

    name: ClassVar[str] = model_files.DEFAULT.name
    dimension: ClassVar[int] = 384
    fingerprint: ClassVar[str] = f"{name}:{model_files.DEFAULT_IN_FLOAT32.sha256[0][1]}"

    @property
    def counter(self) -> ModelTokenCounter:
        """Count in this model's tokens, up to the window."""
        return ModelTokenCounter(self.vocabulary, _WINDOW)

    def verify(self) -> None:
        """Raise ModelUnavailableError if the weights differ from the pinned files."""
        model_files.DEFAULT.verify(self.path)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        # Single questions are cached, since several stages of a search encode the same one.
        if len(texts) != 1:
            return self._encoded(texts)
        return unit_length(_states_of_question(self, texts[0]).mean(axis=0, keepdims=True))

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        return self._encoded(texts)

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]:
        """Encode parts in the light of their whole text: float32 (parts, dimension) each, unit length."""
        parts_by_place = {
            place: pooled_parts(tokens, within_window(encoding.offsets, _WINDOW), parts[place])
            for place, encoding, tokens in self._token_states(texts)
        }
        return [parts_by_place[place] for place in range(len(texts))]

    def encode_query_tokens(self, text: str) -> Vectors:
        """Encode each token in a question: float32 (tokens, dimension), unit length."""
        return unit_length(_without_marks(_states_of_question(self, text)))

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Encode each token in each passage, without beginning and end marks."""
        tokens_by_place = {place: tokens for place, _, tokens in self._token_states(texts)}
        ordered = (tokens_by_place[place] for place in range(len(texts)))
        return [unit_length(_without_marks(tokens)) for tokens in ordered]

    def _encoded(self, texts: Sequence[str]) -> Vectors:
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for place, _, tokens in self._token_states(texts):
            vectors[place] = unit_length(tokens.mean(axis=0))
        return vectors

    def _token_states(self, texts: Sequence[str]) -> Iterator[tuple[int, Encoding, Vectors]]:
        """Yield each text's index, tokens, and their last hidden state, longest first."""
        with _loading:
            session = _load_session(self.path, self.models)
        encodings = [encode_text(self.vocabulary / model_files.TOKENIZER, text) for text in texts]

        def states(encoding: Encoding) -> Vectors:
            return np.asarray(session.run(None, model_inputs(encoding, _WINDOW))[0][0])

        for place, token_states in onnx_models.run_each(states, encodings):
            yield place, encodings[place], token_states


@lru_cache(_KEPT_QUESTIONS)
def _states_of_question(encoder: OnnxEncoder, text: str) -> Vectors:
    """Return a question's token states: search stages use both its vector and its tokens' vectors."""
    ((_, _, tokens),) = encoder._token_states([text])
    return tokens


def _without_marks(tokens: Vectors) -> Vectors:
    """Return the tokens without beginning and end marks."""
    return tokens[1:-1] if len(tokens) > 2 else tokens


_loading = Lock()
"""Keeps two threads from loading the model at the same time, in twice the memory, which `cache` allows."""


@cache
def _load_session(path: Path, models: Path | None) -> InferenceSession:
    def weights() -> Iterator[NDArray[np.generic]]:
        # Only when the weights are read: what is laid out already has a digest of its own.
        model_files.DEFAULT.verify(path)
        return quantized_weights(path / model_files.ONNX_FILE)

    session = default_onnx_model(models).load(weights)
    drop_at_rest(_load_session.cache_clear, is_model=True)
    return session
