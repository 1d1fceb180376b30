"""Which words of a passage answer the query's words by meaning: what late interaction saw, shown.

The words, too, that are spelt quite differently: ``loaf`` for ``bread``, ``Tokyo`` for ``japan``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.languages.function_words import frequent_words
from vaultsearch.core.query.words import word_spans
from vaultsearch.core.search.mark_choice import nearest_spans, unspelt
from vaultsearch.core.search.reranking.late_interaction import token_vectors
from vaultsearch.core.search.reranking.passages import passage_text
from vaultsearch.core.text import fold
from vaultsearch.core.values.note import Span
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Runner, SupportsOffsets, TokenEncoder, Vectors
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.values.search import Chunk

_NEAR = 0.4
"""The cosine of two words' vectors from which one is shown as an answer to the other.

Looked at on questions to five vaults: above it stand synonyms, kinds and parts; below, what merely stands
in the same sentence. On 142 questions whose answers are marked by people (excerpts), 38 of 100 marks stand in
the answer, by chance it would be 19; with more marks, and for words that the passage spells, it was 23.
"""
_MOST = 30
"""Passages that are read: those whose token vectors late interaction has just made."""
_SHORTEST = 3


class MeaningMarker:
    """Finds the words to mark. ``encoder`` gives a vector for each token, and is asked where ``run`` puts it.

    Knows English alone, as the encoder does: of passages and questions in other languages it marks nothing.
    """

    def __init__(
        self,
        encoder: TokenEncoder,
        counter: SupportsOffsets,
        languages: QueryLanguages,
        run: Runner = in_thread,
    ) -> None:
        self._encoder = encoder
        self._counter = counter
        self._languages = languages
        self._run = run

    async def __call__(self, query: str, chunks: Sequence[Chunk]) -> dict[str, tuple[Span, ...]]:
        """Give the spans in each passage's text, by the passage's id, in order."""
        routing = await self._languages.routing()
        if not query or not routing.reads(await self._languages(query)):
            return {}
        read = [chunk for chunk in chunks[:_MOST] if routing.reads(chunk.language)]
        if not read:
            return {}
        texts = [passage_text(chunk) for chunk in read]
        heads = [len(text) - len(chunk.text) for text, chunk in zip(texts, read, strict=True)]
        found = await self._run(near_words, self._encoder, self._counter, query, texts, heads)
        return dict(zip((chunk.id for chunk in read), found, strict=True))


def near_words(
    encoder: TokenEncoder,
    counter: SupportsOffsets,
    query: str,
    texts: Sequence[str],
    heads: Sequence[int],
) -> list[tuple[Span, ...]]:
    """Find the words of texts that are near to one of the query's that they do not spell; runs by the model.

    What stands before a text's own beginning, in ``heads`` characters, is not marked. Spans count from there.
    """
    vectors = token_vectors(encoder)
    asked = _Words.of(query, counter.offsets([query])[0])
    question = asked.pooled(vectors.query(encoder, query))
    written = [query[span.start : span.end] for span in asked.spans]
    found = []
    places = counter.offsets(texts)
    for text, head, offsets, tokens in zip(
        texts, heads, places, vectors.passages(encoder, texts), strict=True
    ):
        words = _Words.of(text, offsets, head)
        sought = question[unspelt(text[head:], written)]
        near = nearest_spans(words.spans, words.pooled(tokens) @ sought.T, _NEAR)
        found.append(tuple(Span(span.start - head, span.end - head) for span in near))
    return found


class _Words:
    """The telling words of a text, and which of its tokens make each of them."""

    def __init__(self, spans: Sequence[Span], tokens: Sequence[range]) -> None:
        self.spans = spans
        self._tokens = tokens

    @classmethod
    def of(cls, text: str, offsets: Sequence[tuple[int, int]], start: int = 0) -> _Words:
        inner = offsets[1:-1]  # the marks of beginning and end have no vector
        telling = [span for span in word_spans(text) if span.start >= start and _tells(text, span)]
        tokens, at = [], 0
        for span in telling:
            while at < len(inner) and inner[at][0] < span.start:
                at += 1
            end = at
            while end < len(inner) and inner[end][1] <= span.end:
                end += 1
            tokens.append(range(at, end))
            at = end
        read = [(span, own) for span, own in zip(telling, tokens, strict=True) if own]
        return cls([span for span, _ in read], [own for _, own in read])

    def pooled(self, vectors: Vectors) -> Vectors:
        """Give each word's vector, the mean of its tokens': float32 (words, dimension), unit length."""
        if not self._tokens:
            return np.empty((0, vectors.shape[1]), dtype=np.float32)
        means = np.stack([vectors[own.start : own.stop].mean(axis=0) for own in self._tokens])
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        return np.asarray(means / np.maximum(lengths, 1e-12), dtype=np.float32)


def _tells(text: str, span: Span) -> bool:
    word = fold(text[span.start : span.end])
    return len(word) >= _SHORTEST and word not in frequent_words()
