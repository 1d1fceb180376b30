"""Orders candidates anew: late interaction with the embedding model's own tokens, or a cross-encoder."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.index.chunking import embedding_text
from vaultsearch.core.index.embedding import SentenceTransformerEncoder, settle_libraries
from vaultsearch.core.index.models import locate_model_folder
from vaultsearch.core.values import Chunk, LegRank
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from sentence_transformers import CrossEncoder

    from vaultsearch.core.protocols import Runner, TokenEncoder, Vectors

DEFAULT_CROSS_ENCODER = "cross-encoder/ms-marco-MiniLM-L-6-v2"
_AT_ONCE = 8
_CACHED_PASSAGES = 512


class LateInteractionReranker:
    """The mean over the question's tokens of the best cosine among the passage's (Khattab and Zaharia, 2020).

    Needs no model but the encoder's. The passages' token vectors are kept in the process where ``run``
    puts the work. Its z-scores times ``weight`` are added to those of the scores that the candidates had.
    """

    def __init__(
        self, encoder: TokenEncoder | None = None, *, run: Runner = in_thread, weight: float = 1.0
    ) -> None:
        self._encoder: TokenEncoder = encoder or SentenceTransformerEncoder.named()
        self._run = run
        self._weight = weight

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "late interaction"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give the n best; works in small batches, so that giving up on it is quick."""
        texts = [_passage(chunk) for chunk in chunks]
        scores: list[float] = []
        for at in range(0, len(texts), _AT_ONCE):
            scores += await self._run(max_similarities, self._encoder, query, texts[at : at + _AT_ONCE])
        return blended(chunks, scores, self._weight)[:n]


class CrossEncoderReranker:
    """A sentence-transformers CrossEncoder: question and passage read together, by one model.

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
        """Give the n best."""
        pairs = [(query, _passage(chunk)) for chunk in chunks]
        scores: list[float] = []
        for at in range(0, len(pairs), _AT_ONCE):
            scores += await self._run(cross_scores, self._folder, pairs[at : at + _AT_ONCE])
        return blended(chunks, scores, self._weight)[:n]


def blended(chunks: Sequence[Chunk], scores: Sequence[float], weight: float | None) -> list[Chunk]:
    """Order candidates by the reranker's scores, alone or added to the former ones as z-scores."""
    if not chunks:
        return []
    values = np.asarray(scores, dtype=np.float64)
    if weight is not None:
        values = z_scores([chunk.score or 0.0 for chunk in chunks]) + weight * z_scores(scores)
    order = sorted(range(len(chunks)), key=lambda i: (-values[i], i))
    own = {i: rank for rank, i in enumerate(sorted(order, key=lambda i: (-scores[i], i)), start=1)}
    return [
        replace(
            chunks[i],
            score=float(values[i]),
            ranks={**chunks[i].ranks, "rerank": LegRank(own[i], float(scores[i]))},
        )
        for i in order
    ]


def z_scores(values: Sequence[float]) -> NDArray[np.float64]:
    """Give values in standard deviations from their mean; all zero where they are all the same."""
    array = np.asarray(values, dtype=np.float64)
    deviation = array.std()
    if deviation < 1e-12:
        return np.zeros_like(array)
    return np.asarray((array - array.mean()) / deviation)


def max_similarities(encoder: TokenEncoder, query: str, texts: Sequence[str]) -> list[float]:
    """Score passages by late interaction; runs where the model is."""
    cached = _token_cache(encoder.fingerprint)
    question = cached.query(encoder, query)
    return [float((question @ tokens.T).max(axis=1).mean()) for tokens in cached.passages(encoder, texts)]


@dataclass(slots=True)
class _TokenCache:
    """The token vectors of the last question and of the passages seen last; they are wanted again at once."""

    kept: OrderedDict[str, NDArray[np.float16]]
    last_query: tuple[str, Vectors] | None = None

    def query(self, encoder: TokenEncoder, text: str) -> Vectors:
        if self.last_query is None or self.last_query[0] != text:
            self.last_query = (text, encoder.encode_query_tokens(text))
        return self.last_query[1]

    def passages(self, encoder: TokenEncoder, texts: Sequence[str]) -> list[Vectors]:
        missing = [text for text in dict.fromkeys(texts) if text not in self.kept]
        if missing:
            for text, tokens in zip(missing, encoder.encode_passage_tokens(missing), strict=True):
                self.kept[text] = tokens.astype(np.float16)
        found = []
        for text in texts:
            self.kept.move_to_end(text)
            found.append(self.kept[text].astype(np.float32))
        while len(self.kept) > _CACHED_PASSAGES:
            self.kept.popitem(last=False)
        return found


@cache
def _token_cache(_fingerprint: str) -> _TokenCache:
    return _TokenCache(OrderedDict())


def cross_scores(folder: Path, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Score pairs with the cross-encoder's raw output; runs where the model is."""
    scores = _cross_encoder(folder).predict(list(pairs), show_progress_bar=False, convert_to_numpy=True)
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
            "Name another with reranker.reranker_model, or set reranker.name to late_interaction.",
        ) from error
    return model


def _passage(chunk: Chunk) -> str:
    return embedding_text(chunk.title, chunk.heading_path, chunk.text)
