"""Reranking by a passage's best sentence, which a model that averages the passage has passed over."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.chunking.chunker import sentences
from vaultsearch.core.search.reranking.blending import continued, ranked
from vaultsearch.core.search.routed_retrieval import MEANING, MULTILINGUAL, CosineScale
from vaultsearch.core.search.vector_cache import VectorCache
from vaultsearch.core.values.search import Chunk, Mode
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Encoder, Runner, Vectors
    from vaultsearch.core.search.retrieval import Fusion

SENTENCES = "sentences"
"""The leg of passage and best sentence together; its score is the multilingual model's cosine."""

# A question that is given up ends after so many passages.
_AT_ONCE = 8
_CACHED_PASSAGES = 1024
_LONGEST = 24
"""The most sentences of a passage that are read."""


class BestSentenceReranker:
    """Blend the best sentence's cosine into the score of passages that the multilingual model found.

    Args:
        encoder: encodes the question and the sentences.
        fuse: fuses the blended score anew with the other legs that found the passages.
        scale: maps the encoder's cosines to the embedding model's.
        run: runs the encoder.
        weight: the best sentence's weight, 0 to 1; the passage's own cosine has the rest.
        most: the number of first candidates that are read; None for all.
        extra: the names of other packages' retrievers, whose legs are fused as well.
    """

    def __init__(
        self,
        encoder: Encoder,
        fuse: Fusion,
        *,
        scale: CosineScale = CosineScale(),  # noqa: B008  # a frozen value
        run: Runner = in_thread,
        weight: float = 0.5,
        most: int | None = None,
        extra: Sequence[str] = (),
    ) -> None:
        self._encoder = encoder
        self._fuse = fuse
        self._extra = extra
        self._scale = scale
        self._run = run
        self._weight = weight
        self._most = most

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return "best sentences"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; the same list if the multilingual model found none of them."""
        first, rest = chunks[: self._most], chunks[self._most or len(chunks) :]
        read = [chunk for chunk in first if MULTILINGUAL in chunk.ranks]
        if not read:
            # The very same list tells that nothing was read, see `files_beside_notes.reranked`.
            return chunks[:n] if n < len(chunks) else chunks
        best: list[float] = []
        for start in range(0, len(read), _AT_ONCE):
            texts = [chunk.text for chunk in read[start : start + _AT_ONCE]]
            best += await self._run(best_sentences, self._encoder, query, texts)
        scores = [self._blended(chunk, cosine) for chunk, cosine in zip(read, best, strict=True)]
        meant = {
            chunk.id: self._meant(chunk, chunk.ranks[SENTENCES].score)
            for chunk in ranked(read, scores, SENTENCES)
        }
        ordered = self._fused(query, [meant.get(chunk.id, chunk) for chunk in first])
        fused = {chunk.id for chunk in ordered}
        rest = [*(chunk for chunk in first if chunk.id not in fused), *rest]  # of legs that are not known
        return [*ordered, *continued(ordered, rest)][:n]

    def _blended(self, chunk: Chunk, best: float) -> float:
        return (1 - self._weight) * chunk.ranks[MULTILINGUAL].score + self._weight * best

    def _meant(self, chunk: Chunk, score: float) -> Chunk:
        meaning = replace(chunk.ranks[MEANING], score=self._scale(score))
        return replace(chunk, ranks={**chunk.ranks, MEANING: meaning})

    def _fused(self, query: str, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Fuse anew, each leg with the scores that the candidates have in it."""
        legs = {leg: leg for leg in (Mode.FULLTEXT.value, "tokens", *self._extra)} | {
            Mode.SEMANTIC.value: MEANING
        }
        rankings = {
            leg: sorted(
                (replace(chunk, score=chunk.ranks[rank].score) for chunk in chunks if rank in chunk.ranks),
                key=lambda chunk: -(chunk.score or 0.0),
            )
            for leg, rank in legs.items()
        }
        return self._fuse(query, {leg: ranking for leg, ranking in rankings.items() if ranking})


def best_sentences(encoder: Encoder, query: str, texts: Sequence[str]) -> list[float]:
    """Return the highest cosine of a question and a sentence of each text; runs in the encoder's process."""
    cached = _sentence_vectors(encoder.fingerprint)
    question = cached.question(query, lambda text: encoder.encode_queries([text])[0])
    sentence_vectors = cached.texts(texts, partial(_encode_sentences, encoder))
    return [float((vectors @ question).max()) for vectors in sentence_vectors]


def _encode_sentences(encoder: Encoder, texts: Sequence[str]) -> list[Vectors]:
    """Return the vectors of each text's sentences: float32 (sentences, dimension), unit length."""
    # All sentences in one call: single ones would leave the model's batches nearly empty.
    cut = [(sentences(text) or [text])[:_LONGEST] for text in texts]
    vectors = encoder.encode_passages([sentence for sentences in cut for sentence in sentences])
    return np.split(vectors, np.cumsum([len(sentences) for sentences in cut])[:-1])


@cache
def _sentence_vectors(_fingerprint: str) -> VectorCache:
    return VectorCache(_CACHED_PASSAGES)
