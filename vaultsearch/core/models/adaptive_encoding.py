"""The encoder set by the parameters: onnxruntime's for the default model, torch's on a GPU if that pays."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import extension_names
from vaultsearch.core.models.device import may_have_gpu, multiplies_bfloat16
from vaultsearch.core.models.encoder import ExtensionEncoder, Precision, SentenceTransformerEncoder
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.weights import DEFAULT_MODEL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.models.tokens import ModelTokenCounter
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Encoder, Ranges, TokenEncoder, Vectors

_WORTH_TORCH = 600
"""Passages from which torch on a GPU is faster than onnxruntime in spite of its import."""

_PAUSE_S = 60.0


def encoder_for(parameters: Parameters, models: Path | None) -> ModelEncoder:
    """Return the encoder set by the parameters. Raise ModelUnavailableError if its model is missing.

    The default model is laid out beneath ``models``; see `OnnxEncoder`.
    """
    name = parameters.embedding.embedding_model
    if name != DEFAULT_MODEL and name in extension_names("encoders"):
        return ExtensionEncoder(name)
    precision: Precision = "bfloat16" if multiplies_bfloat16() else "float32"
    if name != DEFAULT_MODEL:
        return SentenceTransformerEncoder.named(name, precision=precision)
    ours = OnnxEncoder.installed(models)
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

    In place of an extension's, which encodes no tokens, that of the default model.
    """
    match encoder:
        case AdaptiveEncoder():
            return encoder.onnx
        case ExtensionEncoder():
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
        pays = "torch" in sys.modules or _burst(self.fingerprint).grown(count) > _WORTH_TORCH
        return self.reference if pays and _finds_gpu() else self.onnx


ModelEncoder: TypeAlias = SentenceTransformerEncoder | OnnxEncoder | AdaptiveEncoder | ExtensionEncoder


def get_ready(encoder: Encoder, passages: int) -> None:
    """Load the model that will encode so many passages, in the process that will."""
    match encoder:
        case AdaptiveEncoder():
            encoder.get_ready(passages)
        case SentenceTransformerEncoder() | OnnxEncoder() | ExtensionEncoder():
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
