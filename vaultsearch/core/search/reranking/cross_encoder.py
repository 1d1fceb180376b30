"""A cross-encoder reads question and passage together: the strongest order, and the slowest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expanded
from vaultsearch.core.models.weights import HUB_CROSS_ENCODER
from vaultsearch.core.search.reranking.blending import blended_best
from vaultsearch.core.search.reranking.onnx_cross_encoder import INSTALLED_CROSS_ENCODER, OnnxCrossEncoder
from vaultsearch.core.search.reranking.passages import in_small_batches
from vaultsearch.core.search.reranking.sentence_transformers_cross_encoder import (
    SentenceTransformersCrossEncoder,
)
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Runner
    from vaultsearch.core.values.search import Chunk

_AT_ONCE = 4


class PairScorer(Protocol):
    """Scores pairs of a question and a passage. Picklable: loads where it is used."""

    @property
    def name(self) -> str: ...  # noqa: D102  # the signature says it
    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score passages by how well they answer; higher is better."""
        ...


class CrossEncoderReranker:
    """Orders by the raw output of a cross-encoder.

    ``model`` is as `locate_cross_encoder` has it; raises ModelUnavailableError where there is none.
    The ``most`` first candidates are read, all by default. ``weight`` None takes its order alone; a
    number adds its z-scores to the former scores'.
    """

    def __init__(
        self,
        model: str | PairScorer = "auto",
        *,
        run: Runner = in_thread,
        weight: float | None = None,
        most: int | None = None,
    ) -> None:
        self._model = locate_cross_encoder(model) if isinstance(model, str) else model
        self._run = run
        self._weight = weight
        self._most = most

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return f"cross-encoder {self._model.name}"

    async def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        await self._run(self._model.scores, "warm", ["up"])

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give the n best; works in small batches, so that giving up on it is quick."""

        async def score(texts: list[str]) -> list[float]:
            return await self._run(self._model.scores, query, texts)

        scores = await in_small_batches(score, chunks[: self._most], _AT_ONCE)
        return blended_best(chunks, scores, self._weight, "cross")[:n]


def locate_cross_encoder(name: str = "auto") -> PairScorer:
    """Find a cross-encoder by the name that the user gave; raises ModelUnavailableError.

    ``auto`` is the downloaded one, else the one that the extra installs. Other names are that one's, a
    folder (as sentence-transformers writes it, or with an ONNX model) or a name in the local hub cache.
    """
    if name == INSTALLED_CROSS_ENCODER:
        return OnnxCrossEncoder.installed()
    if name != "auto":
        exported = OnnxCrossEncoder.in_folder(expanded(name))
        return exported or SentenceTransformersCrossEncoder.named(name)
    try:
        return SentenceTransformersCrossEncoder.named(HUB_CROSS_ENCODER)
    except ModelUnavailableError:
        return OnnxCrossEncoder.installed()
