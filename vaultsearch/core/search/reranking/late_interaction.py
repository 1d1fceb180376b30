"""Reranking by late interaction: each token of the question with its nearest token of the passage."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.models.encoder_choice import default_encoder
from vaultsearch.core.search.reranking.blending import blended_best, in_small_batches, is_short, passage_text
from vaultsearch.core.search.vector_cache import VectorCache
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Runner, SupportsOffsets, TokenEncoder, Vectors
    from vaultsearch.core.values.search import Chunk

_AT_ONCE = 8
_CACHED_PASSAGES = 512
_SHARE_READ = 2 / 3
"""Of the passages, for a short query: of longer ones, some answers came first only when all were read."""


class LateInteractionReranker:
    """The mean over the question's tokens of the best cosine among the passage's (Khattab and Zaharia, 2020).

    Args:
        encoder: makes the token vectors; by default the embedding model. Vectors are cached in its process.
        run: runs the encoder.
        weight: the weight of its z-scores beside those of the former scores.
        most: the number of first candidates that are read, fewer for short queries; None for all.
    """

    def __init__(
        self,
        encoder: TokenEncoder | None = None,
        *,
        run: Runner = in_thread,
        weight: float = 1.0,
        most: int | None = None,
    ) -> None:
        self._encoder: TokenEncoder = encoder or default_encoder()
        self._run = run
        self._weight = weight
        self._most = most

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return "late interaction"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; scores small batches, so that cancelling is quick."""

        async def score(texts: list[str]) -> list[float]:
            return await self._run(max_similarities, self._encoder, query, texts)

        most = self._most and math.ceil(self._most * (_SHARE_READ if is_short(query) else 1))
        texts = [passage_text(chunk) for chunk in chunks[:most]]
        scores = await in_small_batches(score, texts, _AT_ONCE)
        return blended_best(chunks, scores, self._weight, "late")[:n]


def max_similarities(encoder: TokenEncoder, query: str, texts: Sequence[str]) -> list[float]:
    """Score passages by late interaction, -1 to 1; runs in the encoder's process."""
    question = question_tokens(encoder, query)
    return [float((question @ tokens.T).max(axis=1).mean()) for tokens in passage_tokens(encoder, texts)]


def question_tokens(encoder: TokenEncoder, text: str) -> Vectors:
    """Return a question's token vectors: float32 (tokens, dimension), unit length."""
    return _token_vectors(encoder.fingerprint).question(text, encoder.encode_query_tokens)


def passage_tokens(encoder: TokenEncoder, texts: Sequence[str]) -> list[Vectors]:
    """Return the token vectors of each passage: float32 (tokens, dimension), unit length."""
    return _token_vectors(encoder.fingerprint).texts(texts, encoder.encode_passage_tokens)


_LONG, _WINDOW, _STEP = 128, 64, 8
"""Tokens of a passage from which a window of it is read in its place, of the window, and between two of them.

Passages of about a window's length are what cross-encoders are trained on (MS MARCO). Of 838 questions to
thirteen sets, nDCG@10 is higher by .002 in the mean and lower by .001 at most with the windows alone, with a
third less work; windows of 112 tokens save half of that, and bring nothing.
"""


@dataclass(frozen=True, slots=True)
class TellingWindows:
    """The part of a long passage that late interaction finds nearest to a question. Picklable.

    Attributes:
        encoder: Makes the token vectors, which are cached in its process.
        counter: Returns where the encoder's tokens stand.
    """

    encoder: TokenEncoder
    counter: SupportsOffsets

    def __call__(self, query: str, texts: Sequence[str], heads: Sequence[int]) -> list[str]:
        """Return each text as it is, or if it is long, its head and the nearest window of the rest.

        The first ``heads`` characters of each text are title and headings. Runs in the encoder's process.
        """
        question = question_tokens(self.encoder, query)
        places = self.counter.offsets(texts)
        windows = []
        for text, head, offsets, tokens in zip(
            texts, heads, places, passage_tokens(self.encoder, texts), strict=True
        ):
            inner = offsets[1:-1]  # the special tokens at both ends have no vector
            first = next((place for place, (start, _) in enumerate(inner) if start >= head), len(inner))
            if len(inner) - first > _LONG:
                start = first + _nearest_window(question @ tokens[first:].T)
                last = min(start + _WINDOW, len(inner)) - 1
                windows.append(text[:head] + _whole_words(text, inner[start][0], inner[last][1]))
            else:
                windows.append(text)
        return windows


def _nearest_window(cosines: Vectors) -> int:
    """Return where the window begins whose tokens are nearest to the question's: (question, passage)."""
    windows = np.lib.stride_tricks.sliding_window_view(cosines, _WINDOW, axis=1)[:, ::_STEP]
    return int(windows.max(axis=2).mean(axis=0).argmax()) * _STEP


def _whole_words(text: str, start: int, end: int) -> str:
    # A token may be a part of a word, and half a word would mean something else.
    while start and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return text[start:end]


@cache
def _token_vectors(_fingerprint: str) -> VectorCache:
    return VectorCache(_CACHED_PASSAGES)
