"""Makes the rough form of an exported model: weights of eight bits, two to three times as quick."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.models.exported_model import WEIGHTS
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.onnx_session import write_quantized, write_weights_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.models.exported_model import ExportedModel
    from vaultsearch.core.models.weights import ModelFolder

AGREEMENT = 0.95
"""The least mean cosine of its token vectors and the exact ones; all-MiniLM-L6-v2 has 0.98."""

_TEXTS = (
    "Where did I put the recipe for sourdough?",
    "The keel bolts are bronze and were replaced in 1998, when the boat was last ashore.",
    "Feed the starter the evening before; it is ready when it has doubled and smells of apples.",
)

_log = logging.getLogger(__name__)


class RoughDiffersError(Exception):
    """The rough form of a model gives vectors that are too far from its own."""


def quantize_model(model: ModelFolder, source: ExportedModel, target: ExportedModel) -> None:
    """Write the rough form of ``source``, a model's export, to ``target``.

    Raises OSError, RoughDiffersError, or whatever onnxruntime raises.
    """
    with target.making() as file:
        write_quantized(source.file, file)
        write_weights_apart(file, WEIGHTS)
        cosine = agreement(OnnxEncoder(model, source.file), OnnxEncoder(model, file), _TEXTS)
        if not cosine >= AGREEMENT:
            raise RoughDiffersError(f"Token vectors of the rough model are only {cosine:.2f} like its own.")
        target.keep(file)
    _log.info("quantized model=%s file=%s agreement=%.3f", model.name, target.file, cosine)


def agreement(exact: OnnxEncoder, rough: OnnxEncoder, texts: Sequence[str]) -> float:
    """Give the mean cosine of the two's token vectors."""
    both = zip(exact.encode_passage_tokens(texts), rough.encode_passage_tokens(texts), strict=True)
    return float(np.concatenate([(ours * theirs).sum(axis=1) for ours, theirs in both]).mean())
