"""Marks of the words in a passage that answer the query's words by meaning, as late interaction sees them.

Also words that are spelt quite differently: ``loaf`` for ``bread``, ``Tokyo`` for ``japan``.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.query.words import find_terms, is_spaced, word_spans
from vaultsearch.core.search.reranking.blending import passage_text
from vaultsearch.core.search.reranking.late_interaction import passage_tokens, question_tokens
from vaultsearch.core.search.vector_cache import VectorCache
from vaultsearch.core.text import fold
from vaultsearch.core.values.note import Span
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Encoder, Runner, SupportsOffsets, TokenEncoder, Vectors
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.values.search import Chunk

_MARKS = 3
"""The most words that are marked in a passage."""


def unspelt(text: str, words: Sequence[str]) -> list[int]:
    """Return the places of the query's words that a text contains in no form."""
    terms = list(map(fold, words))
    # The words found in any form, joined: which of the terms each stands for is looked up among these few.
    spelt = " ".join(text[span.start : span.end] for span in find_terms(text, terms))
    searched = ((term, spelt if is_spaced(term) else text) for term in terms)
    return [place for place, (term, within) in enumerate(searched) if not find_terms(within, [term])]


def nearest_spans(spans: Sequence[Span], cosines: Vectors, near: float) -> tuple[Span, ...]:
    """Choose the few words that are nearest to one of the query's, in their order.

    ``cosines``, float32 (spans, query's words), are those of a text's words to the query's; none is chosen
    below ``near``.
    """
    # With an initial value: a query all of whose words the passage spells has no column.
    nearest = cosines.max(axis=1, initial=-1.0)
    best = np.argsort(-nearest, kind="stable")[:_MARKS]
    return tuple(spans[place] for place in sorted(best) if nearest[place] >= near)


_NEAR = 0.4
"""The cosine of two words' vectors from which one is shown as an answer to the other.

Looked at on questions to five vaults: above it are synonyms, kinds and parts; below, words that merely stand
in the same sentence. On 142 questions whose answers are marked by people (excerpts), 38 of 100 marks stand in
the answer, by chance it would be 19; with more marks, and for words that the passage spells, it was 23.
"""
_MOST = 12
"""The most passages read: those that are visible at once, whose tokens late interaction has just encoded."""
_SHORTEST = 3


class MeaningMarker:
    """Find the words to mark with ``encoder``'s token vectors; ``run`` runs it.

    Like the encoder, it knows English alone, and marks nothing in other passages or for other questions.
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
        """Map passages' ids to spans of their texts, in order."""
        routing = await self._languages.routing()
        if not query or not routing.reads(await self._languages(query)):
            return {}
        read = [chunk for chunk in chunks[:_MOST] if routing.reads(chunk.language)]
        if not read:
            return {}
        texts = [passage_text(chunk) for chunk in read]
        heads = [len(text) - len(chunk.text) for text, chunk in zip(texts, read, strict=True)]
        near_spans = await self._run(near_words, self._encoder, self._counter, query, texts, heads)
        return dict(zip((chunk.id for chunk in read), near_spans, strict=True))


def near_words(
    encoder: TokenEncoder,
    counter: SupportsOffsets,
    query: str,
    texts: Sequence[str],
    heads: Sequence[int],
) -> list[tuple[Span, ...]]:
    """Find words of texts near to a word of the query that they lack; runs in the encoder's process.

    The first ``heads`` characters of each text are title and headings: not marked, and not counted by spans.
    """
    query_words = _Words.of(query, counter.offsets([query])[0])
    question = query_words.pooled(question_tokens(encoder, query))
    written = [query[span.start : span.end] for span in query_words.spans]
    spans_by_text = []
    places = counter.offsets(texts)
    for text, head, offsets, tokens in zip(texts, heads, places, passage_tokens(encoder, texts), strict=True):
        words = _Words.of(text, offsets, head)
        sought = question[unspelt(text[head:], written)]
        near = nearest_spans(words.spans, words.pooled(tokens) @ sought.T, _NEAR)
        spans_by_text.append(tuple(Span(span.start - head, span.end - head) for span in near))
    return spans_by_text


class _Words:
    """The content words of a text, and the tokens of each."""

    def __init__(self, spans: Sequence[Span], tokens: Sequence[range]) -> None:
        self.spans = spans
        self._tokens = tokens

    @classmethod
    def of(cls, text: str, offsets: Sequence[tuple[int, int]], start: int = 0) -> _Words:
        inner = offsets[1:-1]  # the special tokens at both ends have no vector
        telling = [span for span in word_spans(text) if span.start >= start and _tells(text, span)]
        tokens, position = [], 0
        for span in telling:
            # Tokens and words are both in the order of the text, so that one walk pairs them.
            while position < len(inner) and inner[position][0] < span.start:
                position += 1
            end = position
            while end < len(inner) and inner[end][1] <= span.end:
                end += 1
            tokens.append(range(position, end))
            position = end
        # Words behind the model's window have no tokens.
        read = [(span, own) for span, own in zip(telling, tokens, strict=True) if own]
        return cls([span for span, _ in read], [own for _, own in read])

    def pooled(self, vectors: Vectors) -> Vectors:
        """Return each word's vector, the mean of its tokens': float32 (words, dimension), unit length."""
        if not self._tokens:
            return np.empty((0, vectors.shape[1]), dtype=np.float32)
        means = np.stack([vectors[own.start : own.stop].mean(axis=0) for own in self._tokens])
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        return np.asarray(means / np.maximum(lengths, 1e-12), dtype=np.float32)


def _tells(text: str, span: Span) -> bool:
    word = fold(text[span.start : span.end])
    return len(word) >= _SHORTEST and word not in frequent_words()


_NEAR_WORD = 0.7
"""The cosine of two words from which one is shown as an answer to the other.

Measured on 80 questions in German and the same in English to German paragraphs (XQuAD): 50 and 57 of 100
marks stand in the sentence that answers, as of the query's own words; by chance it would be 20 and 22. With
more marks, and for words that the passage spells, it was 39 and 45. In Chinese it was no better than chance.
"""
_SHORTEST_WORD = 4
_CACHED_WORDS = 8_000


class WordMeaningMarker:
    """Find words to mark if late interaction does not read the passage's or the question's language.

    ``run`` runs ``encoder``. Nothing is marked in scripts without spaces.
    """

    def __init__(self, encoder: Encoder, languages: QueryLanguages, run: Runner = in_thread) -> None:
        self._encoder = encoder
        self._languages = languages
        self._run = run

    async def __call__(self, query: str, chunks: Sequence[Chunk]) -> dict[str, tuple[Span, ...]]:
        """Map passages' ids to spans of their texts, in order."""
        routing, language = await self._languages.routing(), await self._languages(query)
        unread = not routing.reads(language)
        read = [chunk for chunk in chunks[:_MOST] if unread or not routing.reads(chunk.language)]
        if not query or not read:
            return {}
        # Looked up here and sent along: the encoder's process need not load the lists of words.
        little = frequent_words() | function_words(language)
        texts = [chunk.text for chunk in read]
        littles = [little | function_words(chunk.language) for chunk in read]
        like_spans = await self._run(like_words, self._encoder, query, texts, little, littles)
        return dict(zip((chunk.id for chunk in read), like_spans, strict=True))


def like_words(
    encoder: Encoder,
    query: str,
    texts: Sequence[str],
    little: frozenset[str],
    littles: Sequence[frozenset[str]],
) -> list[tuple[Span, ...]]:
    """Find words of texts near to a word of the query that they lack; runs in the encoder's process.

    ``little`` are the query's function words, folded, ``littles`` those of each text.
    """
    telling_words = [query[span.start : span.end] for span in _telling(query, little)]
    cached = _word_vectors(encoder.fingerprint)
    spans_by_text: list[tuple[Span, ...]] = []
    for text, words in zip(texts, littles, strict=True):
        spans = _telling(text, words)
        sought = [telling_words[place] for place in unspelt(text, telling_words)]
        if not spans or not sought:
            spans_by_text.append(())
            continue
        written = [text[span.start : span.end] for span in spans]
        cosines = _stacked(cached, encoder, written) @ _stacked(cached, encoder, sought).T
        spans_by_text.append(nearest_spans(spans, cosines, _NEAR_WORD))
    return spans_by_text


def _stacked(cached: VectorCache, encoder: Encoder, words: Sequence[str]) -> Vectors:
    """Return each word's vector: float32 (words, dimension), unit length."""
    return np.stack(cached.texts(words, encoder.encode_passages))


@cache
def _word_vectors(_fingerprint: str) -> VectorCache:
    return VectorCache(_CACHED_WORDS, np.float32)


def _telling(text: str, little: frozenset[str]) -> list[Span]:
    return [span for span in word_spans(text) if _word_tells(text[span.start : span.end], little)]


def _word_tells(word: str, little: frozenset[str]) -> bool:
    return len(word) >= _SHORTEST_WORD and word.isalpha() and is_spaced(word) and fold(word) not in little
