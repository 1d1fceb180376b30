"""Makes the ONNX file of a model from its verified weights, and checks it against sentence-transformers."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.models.encoder import SentenceTransformerEncoder, settle_libraries
from vaultsearch.core.models.exported_model import WEIGHTS
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.onnx_session import INPUTS, write_weights_apart

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.models.exported_model import ExportedModel
    from vaultsearch.core.models.weights import ModelFolder

TOLERANCE = 1e-4
"""What a component of a vector may differ by from sentence-transformers' own."""

_OPSET = 17
_TEXTS = (
    "",
    "a",
    "Where did I put the recipe for sourdough?",
    "陶藝課程 · مرحبا · Grüße 🎁🏺",
    "The keel bolts are bronze and were replaced in 1998; " * 40,
)

_log = logging.getLogger(__name__)


class ExportDiffersError(Exception):
    """The exported model gives other vectors than sentence-transformers."""


def export_model(model: ModelFolder, target: ExportedModel) -> None:
    """Export ``model`` to ``target``; imports torch.

    Raises ModelUnavailableError for weights that are not the pinned ones, OSError, ExportDiffersError,
    or whatever the exporter raises.
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
    """Give the largest difference between components of the two's vectors, of texts and of tokens."""
    vectors = exported.encode_passages(_TEXTS) - reference.encode_passages(_TEXTS)
    both = zip(exported.encode_passage_tokens(_TEXTS), reference.encode_passage_tokens(_TEXTS), strict=True)
    return float(max(np.abs(vectors).max(), *(np.abs(ours - theirs).max() for ours, theirs in both)))


def _write(model: ModelFolder, file: Path) -> None:
    settle_libraries()
    import torch
    from transformers import AutoModel

    class LastHiddenState(torch.nn.Module):
        """Gives the one output that is wanted."""

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
