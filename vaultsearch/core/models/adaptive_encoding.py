"""The choice between two encoders of one model: onnxruntime's, ready at once, or sentence-transformers'."""

from __future__ import annotations

import logging
import sys
import time
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.device import has_amx_bf16, may_have_gpu
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.exported_model import ExportedModel
from vaultsearch.core.models.onnx_encoding import OnnxEncoder, can_be_exported

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.models.tokens import ModelTokenCounter
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Encoder, Ranges, Vectors

_WORTH_TORCH = 600
"""Passages from which torch in bfloat16 is faster than onnxruntime in spite of its import (measured)."""

_PAUSE_S = 60.0

_log = logging.getLogger(__name__)


def adaptive_encoder(
    reference: SentenceTransformerEncoder, models: Path | None
) -> SentenceTransformerEncoder | AdaptiveEncoder:
    """Return the reference; for the pinned default model, an encoder with its export beneath ``models``."""
    if models is None or reference.model.sha256 is None or not can_be_exported(reference.model):
        return reference
    exported = ExportedModel.of(reference.model, models)
    return AdaptiveEncoder(reference, exported, torch_is_faster=has_amx_bf16() or may_have_gpu())


def encoder_for(parameters: Parameters, models: Path | None) -> SentenceTransformerEncoder | AdaptiveEncoder:
    """Return the encoder set by the parameters. Raise ModelUnavailableError if it is missing."""
    reference = SentenceTransformerEncoder.named(
        parameters.text("embedding", "embedding_model"),
        batch_size=parameters.integer("embedding", "batch_size"),
        precision="bfloat16" if has_amx_bf16() else "float32",
    )
    return adaptive_encoder(reference, models)


@dataclass(frozen=True, slots=True)
class AdaptiveEncoder:
    """A `TokenEncoder` by onnxruntime if the model has been exported, else by sentence-transformers.

    Both return the same vectors to 1e-4. Holds names only, so it travels; each process decides when it
    first encodes, and stays with that. If torch computes faster, in bfloat16 or on a GPU, it encodes passages
    once a burst of them is long enough to be worth its import.
    """

    reference: SentenceTransformerEncoder
    exported: ExportedModel
    torch_is_faster: bool = False

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""
        return self.reference.name

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self.reference.dimension

    @property
    def fingerprint(self) -> str:
        """The model's fingerprint, which both encoders share."""
        return self.reference.fingerprint

    @property
    def counter(self) -> ModelTokenCounter:
        """Count in this model's tokens, up to its window."""
        return self.reference.counter

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        return self._fastest().encode_queries(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        encoder = self.reference if self._torch_pays(len(texts)) else self._fastest()
        return encoder.encode_passages(texts)

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]:
        """Encode parts of texts in the light of the whole: float32 (parts, dimension) each, unit length."""
        encoder = self.reference if self._torch_pays(len(texts)) else self._fastest()
        return encoder.encode_parts(texts, parts)

    def encode_query_tokens(self, text: str) -> Vectors:
        """Encode each token of a question: float32 (tokens, dimension), unit length."""
        return self._fastest().encode_query_tokens(text)

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Encode each token of each passage, without those that mark beginning and end."""
        return self._fastest().encode_passage_tokens(texts)

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        self._fastest().warm_up()

    def get_ready(self, passages: int) -> None:
        """Load the model that will encode so many passages."""
        if self._torch_pays(passages):
            self.reference.get_ready()
        else:
            self._fastest().warm_up()

    def is_export_wanted(self) -> bool:
        """Return whether `export` has something to do. Quick."""
        exact = self.exported.is_wanted()
        return exact or (self.exported.file.is_file() and self.exported.quantized.is_wanted())

    def export(self) -> str | None:
        """Export and quantize the model, for processes that start later. Return the reason if that failed."""
        from vaultsearch.core.models.onnx_export import export_model, quantize_model

        model, exact, quantized = self.reference.model, self.exported, self.exported.quantized
        trouble = None
        if exact.is_wanted():
            trouble = _attempt(exact, partial(export_model, model, exact))
        if trouble is None and quantized.is_wanted():
            trouble = _attempt(quantized, partial(quantize_model, model, exact, quantized))
        return trouble

    def _torch_pays(self, count: int) -> bool:
        if not self.torch_is_faster:
            return False
        return "torch" in sys.modules or _burst(self.fingerprint).grown(count) > _WORTH_TORCH

    def _fastest(self) -> SentenceTransformerEncoder | OnnxEncoder:
        return intact(self.reference, self.exported) or self.reference


def get_ready(encoder: Encoder, passages: int) -> None:
    """Load the model that will encode so many passages, in the process that will."""
    match encoder:
        case AdaptiveEncoder():
            encoder.get_ready(passages)
        case SentenceTransformerEncoder():
            encoder.get_ready()


def _attempt(place: ExportedModel, make: Callable[[], None]) -> str | None:
    """Make an export. Return the reason if that failed, and remember it."""
    try:
        make()
    except OSError as error:  # the disk's trouble, not the libraries': tried again next time
        return str(error)
    except Exception as error:  # whatever it is, sentence-transformers serves
        place.note_failure(str(error))
        return str(error)
    return None


@cache
def intact(reference: SentenceTransformerEncoder, exported: ExportedModel) -> OnnxEncoder | None:
    """Return the encoder over an export, loaded; a damaged one is forgotten, to be exported anew."""
    if not exported.is_intact():
        exported.forget_if_damaged()
        return None
    encoder = OnnxEncoder(reference.model, exported.file)
    try:
        encoder.warm_up()
    except ModelUnavailableError as error:
        _log.info("stays with=sentence-transformers because=%s", error)
        return None
    return encoder


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
