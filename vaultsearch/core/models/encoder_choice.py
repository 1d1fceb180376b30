"""Choose the encoder set by the parameters: by onnxruntime, on a GPU, or on a server."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.chat_client import Endpoint
from vaultsearch.core.models.device import may_have_gpu, multiplies_bfloat16
from vaultsearch.core.models.encoder import Precision, SentenceTransformerEncoder, WholeTextEncoder
from vaultsearch.core.models.model_files import BOTH_MODELS, DEFAULT_MODEL, MULTILINGUAL_E5, UNIVERSAL
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Encoder, Ranges, TokenEncoder, Vectors

_WORTH_TORCH = 600
"""Passages from which torch on a GPU is faster than onnxruntime, despite the import."""

_PAUSE_S = 60.0


def encoder_for(
    parameters: Parameters, models: Path | None, endpoint: Callable[[str, str], Endpoint] | None = None
) -> ModelEncoder:
    """Return the encoder set by the parameters. Raise ModelUnavailableError if the model is missing.

    Args:
        models: The folder beneath which the default model is laid out; see `OnnxEncoder`.
        endpoint: Returns the endpoint for an address and a model, with key and hosts the user agreed to; by
            default, without a key, and only on this computer.
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
        reference = SentenceTransformerEncoder.named(precision=precision)
        return AdaptiveEncoder(ours.path, ours.vocabulary, models, reference=reference)
    except ModelUnavailableError:  # torch is there for something else
        return ours


def token_encoder(encoder: ModelEncoder) -> TokenEncoder:
    """Return the encoder for tokens, titles and sentences; for a whole-text encoder, the default model."""
    match encoder:
        case AdaptiveEncoder():
            return encoder.onnx
        case WholeTextEncoder():
            return OnnxEncoder.installed()
    return encoder


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptiveEncoder(OnnxEncoder):
    """A `TokenEncoder` by onnxruntime, which is ready at once, and by torch for long bursts of passages.

    For machines with a GPU: torch encodes passages once a burst is long enough to be worth importing it. Both
    return nearly the same vectors. Holds names only, so it travels.
    """

    reference: SentenceTransformerEncoder

    @property
    def onnx(self) -> OnnxEncoder:
        """The same model by onnxruntime alone."""
        return OnnxEncoder(self.path, self.vocabulary, self.models)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        return self.of_passages(len(texts)).encode_passages(texts)

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]:
        """Encode parts in the light of their whole text: float32 (parts, dimension) each, unit length."""
        return self.of_passages(len(texts)).encode_parts(texts, parts)

    def of_passages(self, count: int) -> SentenceTransformerEncoder | OnnxEncoder:
        """Return the encoder for so many passages more."""
        # Once it is imported, there is no import left to pay for.
        pays = "torch" in sys.modules or _BURSTS[self.fingerprint].grown(count) > _WORTH_TORCH
        return self.reference if pays and _finds_gpu() else self.onnx


ModelEncoder: TypeAlias = SentenceTransformerEncoder | OnnxEncoder | WholeTextEncoder


def get_ready(encoder: Encoder, passages: int) -> None:
    """Load the model that will encode so many passages, in the process where it will."""
    if isinstance(encoder, AdaptiveEncoder):
        encoder = encoder.of_passages(passages)
    encoder.encode_queries(["warm"])


@cache
def _finds_gpu() -> bool:
    """Return whether torch computes on the GPU: it may have been built for the CPU only."""
    import torch

    return bool(torch.accelerator.is_available())


@dataclass(slots=True)
class _Burst:
    """Counts passages following each other closely."""

    passages: int = 0
    latest: float = 0.0

    def grown(self, count: int) -> int:
        now = time.monotonic()
        if now - self.latest > _PAUSE_S:
            self.passages = 0
        self.passages, self.latest = self.passages + count, now
        return self.passages


_BURSTS: defaultdict[str, _Burst] = defaultdict(_Burst)
"""Those of each model, by fingerprint: several encoders may share it."""


RELATIVE_COSTS = {UNIVERSAL.name: 0.3, MULTILINGUAL_E5: 3.2, BOTH_MODELS: 3.5}
"""Time per passage by model, relative to the default one, see Figures."""
