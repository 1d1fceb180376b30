"""A cross-encoder by sentence-transformers: question and passage read together, by one model."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.index.embedding import settle_libraries
from vaultsearch.core.index.models import locate_model_folder
from vaultsearch.core.search.reranking.blending import blended
from vaultsearch.core.search.reranking.passages import in_small_batches, passage_text
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sentence_transformers import CrossEncoder

    from vaultsearch.core.protocols import Runner
    from vaultsearch.core.values import Chunk

DEFAULT_CROSS_ENCODER = "cross-encoder/ms-marco-MiniLM-L-6-v2"
_AT_ONCE = 8


class CrossEncoderReranker:
    """Orders by the raw output of a sentence-transformers CrossEncoder.

    ``model`` is a folder or the name of one in the local hub cache; raises ModelUnavailableError
    where there is none. ``weight`` None takes its order alone; a number adds its z-scores to the
    former scores'.
    """

    def __init__(
        self, model: str = DEFAULT_CROSS_ENCODER, *, run: Runner = in_thread, weight: float | None = None
    ) -> None:
        self._folder = locate_model_folder(model)
        self._model = model
        self._run = run
        self._weight = weight

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return f"cross-encoder {Path(self._model).name}"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give the n best; works in small batches, so that giving up on it is quick."""

        async def score(texts: list[str]) -> list[float]:
            return await self._run(cross_scores, self._folder, query, texts)

        scores = await in_small_batches(score, [passage_text(chunk) for chunk in chunks], _AT_ONCE)
        return blended(chunks, scores, self._weight, "cross")[:n]


def cross_scores(folder: Path, query: str, texts: Sequence[str]) -> list[float]:
    """Score passages with the model's raw output; runs where the model is."""
    pairs = [(query, text) for text in texts]
    scores = _cross_encoder(folder).predict(pairs, show_progress_bar=False, convert_to_numpy=True)
    return [float(score) for score in np.asarray(scores).reshape(len(pairs), -1)[:, -1]]


@cache
def _cross_encoder(folder: Path) -> CrossEncoder:
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
