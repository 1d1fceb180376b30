"""A cross-encoder by sentence-transformers, from a folder or from the local hub cache."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.encoder import settle_libraries
from vaultsearch.core.models.weights import locate_model_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sentence_transformers import CrossEncoder


@dataclass(frozen=True, slots=True)
class SentenceTransformersCrossEncoder:
    """A `PairScorer` over a folder that the library loads. Holds names only, so it travels."""

    name: str
    path: Path

    @classmethod
    def named(cls, name: str) -> SentenceTransformersCrossEncoder:
        """Find a folder, or a name in the local hub cache; raises ModelUnavailableError."""
        return cls(Path(name).name, locate_model_folder(name))

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score passages with the model's raw output; runs where the model is."""
        pairs = [(query, text) for text in texts]
        scores = _loaded(self.path).predict(pairs, show_progress_bar=False, convert_to_numpy=True)
        return [float(score) for score in np.asarray(scores).reshape(len(pairs), -1)[:, -1]]


@cache
def _loaded(folder: Path) -> CrossEncoder:
    settle_libraries()
    from sentence_transformers import CrossEncoder
    from torch.nn import Identity

    try:
        model: CrossEncoder = CrossEncoder(
            str(folder),
            local_files_only=True,
            trust_remote_code=False,
            activation_fn=Identity(),
            model_kwargs={"use_safetensors": True},
        )
    except (OSError, ValueError) as error:
        raise ModelUnavailableError(
            f"The cross-encoder in {folder} cannot be loaded: {error}",
            "Name another with reranker.reranker_model, or leave cross_encoder out of reranker.chain.",
        ) from error
    return model
