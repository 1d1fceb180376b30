"""Words that answer by meaning where late interaction cannot read: words alone, by the multilingual model.

Without the sentence around them words are compared less finely, yet across languages: ``Brot`` for ``bread``.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.languages.function_words import frequent_words, function_words
from vaultsearch.core.query.words import is_spaced, word_spans
from vaultsearch.core.search.mark_choice import nearest_spans, unspelt
from vaultsearch.core.text import fold
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Encoder, Runner, Vectors
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.values.note import Span
    from vaultsearch.core.values.search import Chunk

_NEAR = 0.7
"""The cosine of two words from which one is shown as an answer to the other.

Measured on 80 questions in German and the same in English to German paragraphs (XQuAD): 50 and 57 of 100
marks stand in the sentence that answers, as of the query's own words; by chance it would be 20 and 22. With
more marks, and for words that the passage spells, it was 39 and 45. In Chinese it was no better than chance.
"""
_MOST = 12
"""Passages that are read: those that are seen at once."""
_SHORTEST = 4
_KEPT = 8_000


class WordMeaningMarker:
    """Finds words to mark where late interaction does not read the language, of the passage or the question.

    ``encoder`` is asked where ``run`` puts it. Of scripts that are written without spaces it marks nothing.
    """

    def __init__(self, encoder: Encoder, languages: QueryLanguages, run: Runner = in_thread) -> None:
        self._encoder = encoder
        self._languages = languages
        self._run = run

    async def __call__(self, query: str, chunks: Sequence[Chunk]) -> dict[str, tuple[Span, ...]]:
        """Give the spans in each passage's text, by the passage's id, in order."""
        routing, language = await self._languages.routing(), await self._languages(query)
        unread = not routing.reads(language)
        read = [chunk for chunk in chunks[:_MOST] if unread or not routing.reads(chunk.language)]
        if not query or not read:
            return {}
        little = frequent_words() | function_words(language)
        texts = [chunk.text for chunk in read]
        littles = [little | function_words(chunk.language) for chunk in read]
        found = await self._run(like_words, self._encoder, query, texts, little, littles)
        return dict(zip((chunk.id for chunk in read), found, strict=True))


def like_words(
    encoder: Encoder,
    query: str,
    texts: Sequence[str],
    little: frozenset[str],
    littles: Sequence[frozenset[str]],
) -> list[tuple[Span, ...]]:
    """Find the words of texts that are near to one of the query's that they do not spell; runs by the model.

    ``little`` are folded words of the query that say nothing, ``littles`` those of each text.
    """
    asked = [query[span.start : span.end] for span in _telling(query, little)]
    vectors = _kept(encoder.fingerprint)
    found: list[tuple[Span, ...]] = []
    for text, words in zip(texts, littles, strict=True):
        spans = _telling(text, words)
        sought = [asked[place] for place in unspelt(text, asked)]
        if not spans or not sought:
            found.append(())
            continue
        written = vectors.of(encoder, [text[span.start : span.end] for span in spans])
        found.append(nearest_spans(spans, written @ vectors.of(encoder, sought).T, _NEAR))
    return found


class _WordVectors:
    """The vectors of the words that were met last: a vault has few, and every question meets them again."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    def of(self, encoder: Encoder, words: Sequence[str]) -> Vectors:
        """Give each word's vector: float32 (words, dimension), unit length."""
        new = [word for word in dict.fromkeys(words) if word not in self._known]
        if new:
            self._known.update(zip(new, encoder.encode_passages(new), strict=True))
        for word in words:
            self._known.move_to_end(word)
        found = np.stack([self._known[word] for word in words])
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found


@cache
def _kept(_fingerprint: str) -> _WordVectors:
    return _WordVectors()


def _telling(text: str, little: frozenset[str]) -> list[Span]:
    return [span for span in word_spans(text) if _tells(text[span.start : span.end], little)]


def _tells(word: str, little: frozenset[str]) -> bool:
    return len(word) >= _SHORTEST and word.isalpha() and is_spaced(word) and fold(word) not in little
