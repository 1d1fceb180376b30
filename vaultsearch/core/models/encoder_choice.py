"""The encoders that the parameters name: of English passages by onnxruntime or a GPU, and of all others."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home
from vaultsearch.core.messages import Message
from vaultsearch.core.models.device import may_have_gpu, multiplies_bfloat16
from vaultsearch.core.models.encoder import Precision, SentenceTransformerEncoder, WholeTextEncoder
from vaultsearch.core.models.model_files import (
    BOTH_MODELS,
    DEFAULT_MODEL,
    MULTILINGUAL_E5,
    UNIVERSAL_SENTENCE_ENCODER,
)
from vaultsearch.core.models.multilingual_e5_encoder import FILE, MultilingualE5Encoder
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.models.chat_client import Endpoint
    from vaultsearch.core.models.tokens import ModelTokenCounter
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Encoder, Ranges, TokenEncoder, Vectors


_WORTH_TORCH = 600
"""Passages from which torch on a GPU is faster than onnxruntime in spite of its import."""

_PAUSE_S = 60.0


def encoder_for(
    parameters: Parameters, models: Path | None, endpoint: Callable[[str, str], Endpoint] | None = None
) -> ModelEncoder:
    """Return the encoder set by the parameters. Raise ModelUnavailableError if its model is missing.

    Args:
        parameters: The parameters in force.
        models: The folder beneath which the default model is laid out; see `OnnxEncoder`.
        endpoint: Returns the endpoint at an address and of a model, with its key and the hosts that the user
            agreed to; by default, without a key, and on this computer alone.
    """
    name = parameters.embedding.embedding_model
    if "://" in name:
        from vaultsearch.core.models.server_encoder import ServerEncoder

        return ServerEncoder.from_address(name, endpoint)
    precision: Precision = "bfloat16" if multiplies_bfloat16() else "float32"
    if name != DEFAULT_MODEL:
        return SentenceTransformerEncoder.named(name, precision=precision)
    ours = OnnxEncoder.installed(models)
    # Looking for a driver's file takes microseconds, importing torch seconds.
    if not may_have_gpu() or find_spec("torch") is None:
        return ours
    try:
        return AdaptiveEncoder(SentenceTransformerEncoder.named(precision=precision), ours)
    except ModelUnavailableError:  # torch is there for something else
        return ours


def default_encoder() -> OnnxEncoder:
    """Return the default model, its weights in memory. Raise ModelUnavailableError if it is missing."""
    return OnnxEncoder.installed()


def token_encoder(encoder: ModelEncoder) -> TokenEncoder:
    """Return the encoder for the tokens, titles and sentences that a question is compared with at once.

    In place of one of whole texts, that of the default model.
    """
    match encoder:
        case AdaptiveEncoder():
            return encoder.onnx
        case WholeTextEncoder():
            return default_encoder()
    return encoder


@dataclass(frozen=True, slots=True)
class AdaptiveEncoder:
    """A `TokenEncoder` by onnxruntime, which is ready at once, and by torch for long bursts of passages.

    For machines with a GPU: torch encodes passages once a burst of them is long enough to be worth its
    import. Both return nearly the same vectors. Holds names only, so it travels.
    """

    reference: SentenceTransformerEncoder
    onnx: OnnxEncoder

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""
        return self.onnx.name

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self.onnx.dimension

    @property
    def fingerprint(self) -> str:
        """The model's fingerprint, which both encoders share."""
        return self.onnx.fingerprint

    @property
    def counter(self) -> ModelTokenCounter:
        """Count in this model's tokens, up to its window."""
        return self.onnx.counter

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        return self.onnx.encode_queries(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        return self._of_passages(len(texts)).encode_passages(texts)

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]:
        """Encode parts of texts in the light of the whole: float32 (parts, dimension) each, unit length."""
        return self._of_passages(len(texts)).encode_parts(texts, parts)

    def encode_query_tokens(self, text: str) -> Vectors:
        """Encode each token of a question: float32 (tokens, dimension), unit length."""
        return self.onnx.encode_query_tokens(text)

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Encode each token of each passage, without those that mark beginning and end."""
        return self.onnx.encode_passage_tokens(texts)

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        self.onnx.warm_up()

    def get_ready(self, passages: int) -> None:
        """Load the model that will encode so many passages."""
        self._of_passages(passages).encode_passages(["warm"])

    def _of_passages(self, count: int) -> SentenceTransformerEncoder | OnnxEncoder:
        # Once it is imported, there is no import left to pay for.
        pays = "torch" in sys.modules or _burst(self.fingerprint).grown(count) > _WORTH_TORCH
        return self.reference if pays and _finds_gpu() else self.onnx


ModelEncoder: TypeAlias = SentenceTransformerEncoder | OnnxEncoder | AdaptiveEncoder | WholeTextEncoder


def get_ready(encoder: Encoder, passages: int) -> None:
    """Load the model that will encode so many passages, in the process that will."""
    match encoder:
        case AdaptiveEncoder():
            encoder.get_ready(passages)
        case SentenceTransformerEncoder() | OnnxEncoder() | WholeTextEncoder():
            encoder.warm_up()


@cache
def _finds_gpu() -> bool:
    """Return whether torch computes on the GPU: it may have been built for the CPU alone."""
    import torch

    return torch.accelerator.is_available()


@dataclass(slots=True)
class _Burst:
    """Counts the passages that came one soon after another."""

    passages: int = 0
    latest: float = 0.0

    def grown(self, count: int) -> int:
        now = time.monotonic()
        if now - self.latest > _PAUSE_S:
            self.passages = 0
        self.passages, self.latest = self.passages + count, now
        return self.passages


@cache
def _burst(_fingerprint: str) -> _Burst:
    return _Burst()


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
    return _joined(encoder.e5.encode_queries([text]), encoder.universal.encode_queries([text]))


def _joined(e5: Vectors, universal: Vectors) -> Vectors:
    # By roots of the shares: the product of two such vectors is then the weighted mean of both cosines.
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
