"""The encoder of passages that are not English, by its name in the settings: one model, or two combined."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home
from vaultsearch.core.messages import Message
from vaultsearch.core.models.e5_source import FILE, MULTILINGUAL_E5
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.multilingual_e5_encoder import MultilingualE5Encoder
from vaultsearch.core.models.universal_sentence_encoder import (
    UNIVERSAL_SENTENCE_ENCODER,
    UniversalSentenceEncoder,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.protocols import Vectors

BOTH_MODELS = f"{MULTILINGUAL_E5}+{UNIVERSAL_SENTENCE_ENCODER}"
_E5_SHARE = 0.83
"""The weight of multilingual-e5-small's cosine in that of both.

Its cosines have a third of the spread of the other's. With words, of 300 questions each, the
right note is first for .950 in German, .943 in Chinese, for .887 and .790 of these asked of English notes;
with 0.77 for .947, .933, .873 and .793, by multilingual-e5-small alone for .953, .943, .833 and .627, by the
other one for .897, .897, .760 and .670.
"""

RELATIVE_COSTS = {UNIVERSAL_SENTENCE_ENCODER: 0.3, MULTILINGUAL_E5: 3.2, BOTH_MODELS: 3.5}
"""Time for a passage by model, in that of the default one, see Figures."""


@dataclass(frozen=True, slots=True)
class BothModelsEncoder:
    """An `Encoder` whose cosines are the weighted mean of those of two models: their vectors, end to end.

    The first separates passages of one language better, the second matches passages of two languages better.
    """

    e5: MultilingualE5Encoder
    universal: UniversalSentenceEncoder

    @property
    def name(self) -> str:
        """The models' names as the user knows them."""
        return BOTH_MODELS

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self.e5.dimension + self.universal.dimension

    @property
    def fingerprint(self) -> str:
        """The fingerprint by which these vectors are known from others."""
        return f"{self.e5.fingerprint}+{self.universal.fingerprint}+{_E5_SHARE}"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        if len(texts) == 1:
            return _question(self, texts[0])
        return self.joined_queries(texts)

    def joined_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions, without the cache of single ones: float32 (n, dimension), unit length."""
        return _joined(self.e5.encode_queries(texts), self.universal.encode_queries(texts))

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        return _joined(self.e5.encode_passages(texts), self.universal.encode_passages(texts))

    def warm_up(self) -> None:
        """Load the models, so that the first question need not wait for them."""
        self.encode_queries(["warm"])


@lru_cache(maxsize=16)
def _question(encoder: BothModelsEncoder, text: str) -> Vectors:
    """Encode a question: it is asked of passages in its own language, and of others."""
    return encoder.joined_queries([text])


def _joined(e5: Vectors, universal: Vectors) -> Vectors:
    parts = [np.float32(np.sqrt(_E5_SHARE)) * e5, np.float32(np.sqrt(1 - _E5_SHARE)) * universal]
    return np.concatenate(parts, axis=1)


MultilingualEncoder: TypeAlias = (
    MultilingualE5Encoder | UniversalSentenceEncoder | BothModelsEncoder | SentenceTransformerEncoder
)


def recommended_model(models: Path | None) -> str:
    """Return the name of the best model on this machine."""
    try:
        _e5(models)
    except ModelUnavailableError:
        return UNIVERSAL_SENTENCE_ENCODER
    return BOTH_MODELS


def sentence_reader(encoder: MultilingualEncoder | None, models: Path | None) -> MultilingualEncoder | None:
    """Return the encoder of sentences and words that goes with ``encoder``: the quick one of two.

    A note's sentences are many, and are read while somebody waits.
    """
    if isinstance(encoder, MultilingualE5Encoder):
        return UniversalSentenceEncoder.installed(models)
    return encoder.universal if isinstance(encoder, BothModelsEncoder) else encoder


def multilingual_encoder(name: str, models: Path | None) -> MultilingualEncoder:
    """Return the model of a name, or in a folder. Raise ModelUnavailableError if there is none.

    Graphs are kept beneath ``models``; without it, multilingual-e5-small cannot be used.
    """
    if name == UNIVERSAL_SENTENCE_ENCODER:
        return UniversalSentenceEncoder.installed(models)
    if name == MULTILINGUAL_E5:
        return _e5(models)
    if name == BOTH_MODELS:
        return BothModelsEncoder(_e5(models), UniversalSentenceEncoder.installed(models))
    own = _packed_file(name)
    if own is not None:
        return BothModelsEncoder(_e5(models, own), UniversalSentenceEncoder.installed(models))
    return SentenceTransformerEncoder.named(name)


def _e5(models: Path | None, source: Path | None = None) -> MultilingualE5Encoder:
    if models is None:
        raise ModelUnavailableError(
            Message("There is no folder for the converted {}.", MULTILINGUAL_E5),
            Message("Set embedding.multilingual_model to {}.", UNIVERSAL_SENTENCE_ENCODER),
        )
    return MultilingualE5Encoder(source, models) if source else MultilingualE5Encoder.at_hand(models)


def _packed_file(name: str) -> Path | None:
    """Return the file with the weights if ``name`` is its path, or that of its folder."""
    place = expand_home(name)
    files = (place, place / FILE)
    return next((file for file in files if file.name == FILE and file.is_file()), None)
