"""Copies of the default model for onnxruntime: exported and quantized once, verified against the original."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.models.encoder import SentenceTransformerEncoder, settle_libraries
from vaultsearch.core.models.exported_model import WEIGHTS
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.onnx_session import INPUTS, write_quantized, write_weights_apart

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.models.exported_model import ExportedModel
    from vaultsearch.core.models.weights import ModelFolder


AGREEMENT = 0.95
"""The least mean cosine of its token vectors and the exact ones; all-MiniLM-L6-v2 has 0.98."""

_QUANTIZED_TEXTS = (
    "Where did I put the recipe for sourdough?",
    "The keel bolts are bronze and were replaced in 1998, when the boat was last ashore.",
    "Feed the starter the evening before; it is ready when it has doubled and smells of apples.",
)

_log = logging.getLogger(__name__)


class QuantizedDiffersError(Exception):
    """The quantized form of a model has vectors that are too far from its own."""


def quantize_model(model: ModelFolder, source: ExportedModel, target: ExportedModel) -> None:
    """Write the quantized form of ``source``, a model's export, to ``target``.

    Raise OSError, QuantizedDiffersError, or onnxruntime's errors.
    """
    with target.making() as file:
        write_quantized(source.file, file)
        write_weights_apart(file, WEIGHTS)
        cosine = agreement(OnnxEncoder(model, source.file), OnnxEncoder(model, file), _QUANTIZED_TEXTS)
        if not cosine >= AGREEMENT:
            raise QuantizedDiffersError(
                f"Token vectors of the rough model are only {cosine:.2f} like its own."
            )
        target.keep(file)
    _log.info("quantized model=%s file=%s agreement=%.3f", model.name, target.file, cosine)


def agreement(exact: OnnxEncoder, quantized: OnnxEncoder, texts: Sequence[str]) -> float:
    """Return the mean cosine of the two's token vectors."""
    both = zip(exact.encode_passage_tokens(texts), quantized.encode_passage_tokens(texts), strict=True)
    return float(np.concatenate([(ours * theirs).sum(axis=1) for ours, theirs in both]).mean())


TOLERANCE = 1e-4
"""The largest difference of a component from that of sentence-transformers."""

_OPSET = 17
_TEXTS = (
    "",
    "a",
    "Where did I put the recipe for sourdough?",
    "陶藝課程 · مرحبا · Grüße 🎁🏺",
    "The keel bolts are bronze and were replaced in 1998; " * 40,
)


class ExportDiffersError(Exception):
    """The exported model has other vectors than sentence-transformers."""


def export_model(model: ModelFolder, target: ExportedModel) -> None:
    """Export ``model`` to ``target``; imports torch.

    Raise ModelUnavailableError for weights that are not the pinned ones, OSError, ExportDiffersError, or the
    exporter's errors.
    """
    with target.making() as file:
        model.verify()
        _write(model, file)
        write_weights_apart(file, WEIGHTS)
        worst = difference(SentenceTransformerEncoder(model), OnnxEncoder(model, file))
        if not worst <= TOLERANCE:
            raise ExportDiffersError(f"The exported model differs from its source by {worst:.2g}.")
        target.keep(file)
    _log.info("exported model=%s file=%s difference=%.2g", model.name, target.file, worst)


def difference(reference: SentenceTransformerEncoder, exported: OnnxEncoder) -> float:
    """Return the largest difference between components of the two's vectors, of texts and of tokens."""
    vectors = exported.encode_passages(_TEXTS) - reference.encode_passages(_TEXTS)
    both = zip(exported.encode_passage_tokens(_TEXTS), reference.encode_passage_tokens(_TEXTS), strict=True)
    return float(max(np.abs(vectors).max(), *(np.abs(ours - theirs).max() for ours, theirs in both)))


def _write(model: ModelFolder, file: Path) -> None:
    settle_libraries()
    import torch
    from transformers import AutoModel

    class LastHiddenState(torch.nn.Module):
        """The transformer with its last hidden state as the only output."""

        def __init__(self) -> None:
            super().__init__()
            self.transformer = AutoModel.from_pretrained(
                str(model.path),
                local_files_only=True,
                trust_remote_code=False,
                use_safetensors=True,
                attn_implementation="eager",
            )

        def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
            output = self.transformer(**dict(zip(INPUTS, inputs, strict=True)))
            state: torch.Tensor = output.last_hidden_state
            return state

    ids = torch.ones(2, 8, dtype=torch.long)
    output = "last_hidden_state"
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter is the older one, and says so in several ways
        torch.onnx.export(
            LastHiddenState().eval(),
            (ids, ids, torch.zeros_like(ids)),
            str(file),
            input_names=list(INPUTS),
            output_names=[output],
            dynamic_axes={name: {0: "texts", 1: "tokens"} for name in (*INPUTS, output)},
            opset_version=_OPSET,
            dynamo=False,
        )
