"""Choose the encoder for languages other than English: either of two models, or both together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home
from vaultsearch.core.messages import Message
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.model_files import BOTH_MODELS, MULTILINGUAL_E5, UNIVERSAL_SENTENCE_ENCODER
from vaultsearch.core.models.multilingual_e5_encoder import FILE, MultilingualE5Encoder
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder
from vaultsearch.core.protocols import Vectors

_E5_SHARE = 0.83
"""The weight of multilingual-e5-small's cosine in the combined cosine.

These cosines spread a third as far as the other model's. With words and 300 questions each, the right note is
first for .950 in German, .943 in Chinese, and for .887 and .790 when asked about English notes; with 0.77 for
.947, .933, .873 and .793; by multilingual-e5-small alone for .953, .943, .833 and .627; by the other alone
for .897, .897, .760 and .670.
"""


@dataclass(frozen=True, slots=True)
class BothModelsEncoder:
    """An `Encoder` whose cosines are the weighted mean of two models': their vectors, end to end.

    The first separates passages in the same language better, the second matches passages in two languages
    better.
    """

    e5: MultilingualE5Encoder
    universal: UniversalSentenceEncoder

    name: ClassVar[str] = BOTH_MODELS
    dimension: ClassVar[int] = MultilingualE5Encoder.dimension + UniversalSentenceEncoder.dimension
    fingerprint: ClassVar[str] = (
        f"{MultilingualE5Encoder.fingerprint}+{UniversalSentenceEncoder.fingerprint}+{_E5_SHARE}"
    )

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        return _join_vectors(self.e5.encode_queries(texts), self.universal.encode_queries(texts))

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        return _join_vectors(self.e5.encode_passages(texts), self.universal.encode_passages(texts))


def _join_vectors(e5: Vectors, universal: Vectors) -> Vectors:
    # By roots of the shares: the product of two such vectors is then the weighted mean of both cosines.
    parts = [np.float32(np.sqrt(_E5_SHARE)) * e5, np.float32(np.sqrt(1 - _E5_SHARE)) * universal]
    return np.concatenate(parts, axis=1)


MultilingualEncoder: TypeAlias = (
    MultilingualE5Encoder | UniversalSentenceEncoder | BothModelsEncoder | SentenceTransformerEncoder
)


def recommended_model(models: Path | None) -> str:
    """Return the best model's name on this machine."""
    try:
        _e5_encoder(models)
    except ModelUnavailableError:
        return UNIVERSAL_SENTENCE_ENCODER
    return BOTH_MODELS


def sentence_reader(encoder: MultilingualEncoder | None, models: Path | None) -> MultilingualEncoder | None:
    """Return the encoder for sentences and words to use with ``encoder``: the quicker of two.

    A note has many sentences, and they are read while somebody waits.
    """
    if isinstance(encoder, MultilingualE5Encoder):
        return UniversalSentenceEncoder.installed(models)
    return encoder.universal if isinstance(encoder, BothModelsEncoder) else encoder


def multilingual_encoder(name: str, models: Path | None) -> MultilingualEncoder:
    """Return the model with a name, or in a folder. Raise ModelUnavailableError if there is none.

    Graphs are kept beneath ``models``; without it, multilingual-e5-small cannot be used.
    """
    if name == UNIVERSAL_SENTENCE_ENCODER:
        return UniversalSentenceEncoder.installed(models)
    if name == MULTILINGUAL_E5:
        return _e5_encoder(models)
    if name == BOTH_MODELS:
        return BothModelsEncoder(_e5_encoder(models), UniversalSentenceEncoder.installed(models))
    place = expand_home(name)
    for own in (place, place / FILE):  # the file with the packed weights, or its folder
        if own.name == FILE and own.is_file():
            return BothModelsEncoder(_e5_encoder(models, own), UniversalSentenceEncoder.installed(models))
    return SentenceTransformerEncoder.named(name)


def _e5_encoder(models: Path | None, source: Path | None = None) -> MultilingualE5Encoder:
    if models is None:
        raise ModelUnavailableError(
            Message("There is no folder for the converted {}.", MULTILINGUAL_E5),
            Message("Set embedding.multilingual_model to {}.", UNIVERSAL_SENTENCE_ENCODER),
        )
    return MultilingualE5Encoder(source, models) if source else MultilingualE5Encoder.at_hand(models)
