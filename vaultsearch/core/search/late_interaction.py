"""Reading passages by vectors of their parts: tokens, words and sentences.

Late interaction compares each question token with the nearest passage token. It ranks passages, selects the
window of a long passage for the cross-encoder, and marks words that answer the question's by meaning, however
differently spelt: ``loaf`` for ``bread``. Sentences rank passages in other languages, as a model averaging
over a passage misses the best sentence.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import chain

import numpy as np

from vaultsearch.core.chunking.chunker import split_into_sentences
from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.tokens import unit_length
from vaultsearch.core.protocols import Encoder, Runner, SupportsOffsets, TokenEncoder, Vectors
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.query.words import find_terms, is_spaced, word_spans
from vaultsearch.core.search import blending
from vaultsearch.core.search.retrieval import Fusion
from vaultsearch.core.search.routed_retrieval import MEANING_LEG, MULTILINGUAL_LEG, CosineScale
from vaultsearch.core.search.vector_cache import shared_vector_cache
from vaultsearch.core.text import fold_text
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.components import MODEL_TEXTS
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk, Mode

_BATCH_SIZE = 8
"""Passages per batch: a cancelled question ends after one batch."""
_CACHED_PASSAGES = 512
_MIN_READ, _READ_AT_ONCE, _TOP_RESULTS = 8, 2, 3
"""Of short queries, passages read at first, then at once while one of the last is among so many top results;
of longer queries, all: over SQuAD, nDCG@10 would be .012 lower.
"""


@dataclass(frozen=True, slots=True)
class LateInteractionReranker:
    """Rank by the mean, over question tokens, of the best passage token's cosine (Khattab and Zaharia, 2020).

    Args:
        encoder: makes the token vectors; by default the embedding model. They are cached in the encoder's
            process.
        weight: the weight of the new z-scores beside those of the previous scores.
        most: how many first candidates to read, fewer for short queries; None for all.
    """

    encoder: TokenEncoder = field(default_factory=OnnxEncoder.installed)
    run: Runner = in_thread
    weight: float = 1.0
    most: int | None = None

    name = "late interaction"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; scores small batches so cancelling is quick."""

        async def score(texts: list[str]) -> list[float]:
            return await self.run(max_similarities, self.encoder, query, texts)

        texts = [blending.passage_text(chunk) for chunk in chunks[: self.most]]
        scores: list[float] = []
        is_short = self.most is not None and blending.is_short(query)
        ordered, until = chunks, _MIN_READ if is_short else len(texts)
        while len(scores) < min(until, len(texts)):
            scores += await blending.in_small_batches(score, texts[len(scores) : until], _BATCH_SIZE)
            ordered = blending.blend_first(chunks, scores, self.weight, "late")
            if blending.has_risen(chunks[until - _READ_AT_ONCE : until], ordered[:_TOP_RESULTS]):
                until += _READ_AT_ONCE
        return ordered[:n]


def max_similarities(encoder: TokenEncoder, query: str, texts: Sequence[str]) -> list[float]:
    """Score passages by late interaction, -1 to 1; runs in the encoder's process."""
    question = question_tokens(encoder, query)
    return [float((question @ tokens.T).max(axis=1).mean()) for tokens in passage_tokens(encoder, texts)]


def question_tokens(encoder: TokenEncoder, text: str) -> Vectors:
    """Return a question's token vectors: float32 (tokens, dimension), unit length."""
    cached = shared_vector_cache("tokens", encoder.fingerprint, _CACHED_PASSAGES)
    return cached.question(text, encoder.encode_query_tokens)


def passage_tokens(encoder: TokenEncoder, texts: Sequence[str]) -> list[Vectors]:
    """Return each passage's token vectors: float32 (tokens, dimension), unit length."""
    cached = shared_vector_cache("tokens", encoder.fingerprint, _CACHED_PASSAGES)
    return cached.texts(texts, encoder.encode_passage_tokens)


_MIN_LONG_TOKENS, _WINDOW_TOKENS, _WINDOW_STEP = 128, 64, 8
"""In tokens: the length from which passages are read in part, the window's length, and the step between
windows.

Cross-encoders are trained on passages of about a window's length (MS MARCO). Of 838 questions to thirteen
sets, nDCG@10 is higher by .002 in the mean and lower by .001 at most with the windows alone, with a third
less work; windows of 112 tokens save half of that, and bring nothing.
"""


@dataclass(frozen=True, slots=True)
class TellingWindows:
    """Select a long passage's window nearest to a question by late interaction. Picklable.

    Attributes:
        encoder: Makes the token vectors, cached in the encoder's process.
        counter: Returns the offsets of the encoder's tokens.
    """

    encoder: TokenEncoder
    counter: SupportsOffsets

    def __call__(self, query: str, texts: Sequence[str], heads: Sequence[int]) -> list[str]:
        """Return short texts unchanged, and of long texts the head and the nearest window.

        The head, the first ``heads`` characters of a text, is title and headings. Runs in the encoder's
        process.
        """
        question = question_tokens(self.encoder, query)
        windows, long = list(texts), []
        for place, (offsets, head) in enumerate(zip(self.counter.offsets(texts), heads, strict=True)):
            inner = offsets[1:-1]  # the special tokens at both ends have no vector
            first = next((token for token, (start, _) in enumerate(inner) if start >= head), len(inner))
            if len(inner) - first > _MIN_LONG_TOKENS:
                long.append((place, inner, first))
        vectors = passage_tokens(self.encoder, [texts[place] for place, _, _ in long])
        for (place, inner, first), tokens in zip(long, vectors, strict=True):
            cosines = question @ tokens[first:].T
            views = np.lib.stride_tricks.sliding_window_view(cosines, _WINDOW_TOKENS, axis=1)
            start = first + int(views[:, ::_WINDOW_STEP].max(axis=2).mean(axis=0).argmax()) * _WINDOW_STEP
            last = min(start + _WINDOW_TOKENS, len(inner)) - 1
            text, head = texts[place], heads[place]
            windows[place] = text[:head] + _extend_to_words(text, inner[start][0], inner[last][1])
        return windows


def _extend_to_words(text: str, start: int, end: int) -> str:
    # A token may be a part of a word, and half a word would mean something else.
    while start and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return text[start:end]


_MAX_MARKS = 3
"""The most words marked per passage."""


def find_unspelt(text: str, words: Sequence[str]) -> list[int]:
    """Return the indices of the query words missing from a text in every form."""
    terms = tuple(map(fold_text, words))
    # The words found in any form, joined: which of the terms each stands for is looked up among these few.
    spelt = " ".join(text[span.start : span.end] for span in find_terms(text, terms))
    searched = ((term, spelt if is_spaced(term) else text) for term in terms)
    return [place for place, (term, within) in enumerate(searched) if not find_terms(within, (term,))]


def nearest_spans(spans: Sequence[Span], cosines: Vectors, near: float) -> tuple[Span, ...]:
    """Choose the few words nearest to any query word, in text order.

    ``cosines``, float32 (spans, query words), compare the text's words with the query's; words below ``near``
    are left out.
    """
    nearest = cosines.max(axis=1)
    best = np.argsort(-nearest, kind="stable")[:_MAX_MARKS]
    return tuple(spans[place] for place in sorted(best) if nearest[place] >= near)


_NEAR_TOKENS_COSINE = 0.4
"""The least cosine of two words' vectors to show the word as an answer to the other.

Looked at on questions to five vaults: above it are synonyms, kinds and parts; below, words that merely stand
in the same sentence. On 142 questions whose answers are marked by people (excerpts), 38 of 100 marks stand in
the answer, by chance it would be 19; with more marks, and for words that the passage spells, it was 23.
"""
_MAX_MARKED_PASSAGES = _MIN_READ
"""The most passages read: those visible at once, most of them just encoded by late interaction."""
_MIN_MARKED_LETTERS = 3


@dataclass(frozen=True, slots=True, eq=False)
class MeaningMarker:
    """Find words to mark by ``encoder``'s token vectors; it knows English alone."""

    encoder: TokenEncoder
    counter: SupportsOffsets
    languages: QueryLanguages
    run: Runner = in_thread

    async def __call__(self, query: str, chunks: Sequence[Chunk]) -> dict[str, tuple[Span, ...]]:
        """Map passage ids to spans of the texts, in order."""
        routing = await self.languages.routing()
        if not query or not routing.reads(await self.languages(query)):
            return {}
        read = [chunk for chunk in chunks[:_MAX_MARKED_PASSAGES] if routing.reads(chunk.language)]
        if not read:
            return {}
        texts = [blending.passage_text(chunk) for chunk in read]
        heads = [len(text) - len(chunk.text) for text, chunk in zip(texts, read, strict=True)]
        near_spans = await self.run(find_near_words, self.encoder, self.counter, query, texts, heads)
        return dict(zip((chunk.id for chunk in read), near_spans, strict=True))


def find_near_words(
    encoder: TokenEncoder, counter: SupportsOffsets, query: str, texts: Sequence[str], heads: Sequence[int]
) -> list[tuple[Span, ...]]:
    """Find words near to query words missing from a text; runs in the encoder's process.

    Each text begins with ``heads`` characters of title and headings, neither marked nor counted by spans.
    """
    query_words = _tokens_by_word(query, counter.offsets([query])[0])
    question = _pool_tokens(query_words.values(), question_tokens(encoder, query))
    written = [query[span.start : span.end] for span in query_words]
    unspelt = [find_unspelt(text[head:], written) for text, head in zip(texts, heads, strict=True)]
    # A passage spelling all the words has nothing to mark: it need not be encoded.
    read = [text for text, sought in zip(texts, unspelt, strict=True) if sought]
    tokens = dict(zip(read, passage_tokens(encoder, read), strict=True))
    spans_by_text: list[tuple[Span, ...]] = []
    for text, head, sought in zip(texts, heads, unspelt, strict=True):
        near: tuple[Span, ...] = ()
        if sought:
            words = _tokens_by_word(text, counter.offsets([text])[0], head)
            cosines = _pool_tokens(words.values(), tokens[text]) @ question[sought].T
            near = nearest_spans(list(words), cosines, _NEAR_TOKENS_COSINE)
        spans_by_text.append(tuple(Span(span.start - head, span.end - head) for span in near))
    return spans_by_text


def _tokens_by_word(text: str, offsets: Sequence[tuple[int, int]], start: int = 0) -> dict[Span, range]:
    """Map the spans of a text's content words, from ``start`` on, to the indices of their tokens."""
    inner = offsets[1:-1]  # the special tokens at both ends have no vector
    spans = (span for span in word_spans(text) if span.start >= start)
    words = ((span, fold_text(text[span.start : span.end])) for span in spans)
    little = frequent_words()
    telling = (span for span, word in words if len(word) >= _MIN_MARKED_LETTERS and word not in little)
    # Tokens are in the order of the text, those of a word one after the other.
    starts, ends = [begin for begin, _ in inner], [end for _, end in inner]
    pairs = ((s, range(bisect_left(starts, s.start), bisect_right(ends, s.end))) for s in telling)
    # Words behind the model's window have no tokens.
    return dict(pair for pair in pairs if pair[1])


def _pool_tokens(words: Collection[range], vectors: Vectors) -> Vectors:
    """Return each word's mean token vector: float32 (words, dimension), unit length."""
    if not words:
        return np.empty((0, vectors.shape[1]), dtype=np.float32)
    means = vectors[[own.start for own in words]]
    for place, own in enumerate(words):
        if len(own) > 1:  # few words are of several tokens
            means[place] = vectors[own.start : own.stop].mean(axis=0)
    return unit_length(means)


_NEAR_WORD_COSINE = 0.7
"""The least cosine of two words to show the word as an answer to the other.

Measured on 80 questions in German and the same in English to German paragraphs (XQuAD): 50 and 57 of 100
marks stand in the sentence that answers, as of the query's own words; by chance it would be 20 and 22. With
more marks, and for words that the passage spells, it was 39 and 45. In Chinese it was no better than chance.
"""
_MIN_WORD_LETTERS = 4
_CACHED_WORDS = 8_000


class WordMeaningMarker:
    """Find words to mark in languages late interaction cannot read, except scripts without spaces."""

    def __init__(self, encoder: Encoder, languages: QueryLanguages, run: Runner = in_thread) -> None:
        self._encoder = encoder
        self._languages = languages
        self._run = run

    async def __call__(self, query: str, chunks: Sequence[Chunk]) -> dict[str, tuple[Span, ...]]:
        """Map passage ids to spans of the texts, in order."""
        routing, language = await self._languages.routing(), await self._languages(query)
        unread = not routing.reads(language)
        read = [
            chunk for chunk in chunks[:_MAX_MARKED_PASSAGES] if unread or not routing.reads(chunk.language)
        ]
        if not query or not read:
            return {}
        # Looked up here and sent along: the encoder's process need not load the lists of words.
        little = frequent_words() | function_words(language)
        texts = [chunk.text for chunk in read]
        littles = [little | function_words(chunk.language) for chunk in read]
        like_spans = await self._run(find_like_words, self._encoder, query, texts, little, littles)
        return dict(zip((chunk.id for chunk in read), like_spans, strict=True))


def find_like_words(
    encoder: Encoder,
    query: str,
    texts: Sequence[str],
    little: frozenset[str],
    littles: Sequence[frozenset[str]],
) -> list[tuple[Span, ...]]:
    """Find words similar to query words missing from a text; runs in the encoder's process.

    ``little`` are the query's function words, folded; ``littles`` each text's.
    """
    telling_words = [query[span.start : span.end] for span in _telling_spans(query, little)]
    cached = shared_vector_cache("words", encoder.fingerprint, _CACHED_WORDS, np.float32)
    spans_by_text: list[tuple[Span, ...]] = []
    for text, words in zip(texts, littles, strict=True):
        spans = _telling_spans(text, words)
        sought = [telling_words[place] for place in find_unspelt(text, telling_words)]
        near: tuple[Span, ...] = ()
        if spans and sought:
            written = [text[span.start : span.end] for span in spans]
            vectors = np.stack(cached.texts([*written, *sought], encoder.encode_passages))
            cosines = vectors[: len(spans)] @ vectors[len(spans) :].T
            near = nearest_spans(spans, cosines, _NEAR_WORD_COSINE)
        spans_by_text.append(near)
    return spans_by_text


def _telling_spans(text: str, little: frozenset[str]) -> list[Span]:
    words = ((span, text[span.start : span.end]) for span in word_spans(text))
    return [
        span
        for span, word in words
        if len(word) >= _MIN_WORD_LETTERS
        and word.isalpha()
        and is_spaced(word)
        and fold_text(word) not in little
    ]


SENTENCES_LEG = "sentences"
"""The leg combining passage and best sentence; scores are the multilingual model's cosines."""

_CACHED_SENTENCES = 1024
_MAX_SENTENCES = 24
"""The most sentences read per passage."""


@dataclass(frozen=True, slots=True, eq=False)
class BestSentenceReranker:
    """Blend the best sentence's cosine into the score of passages found by the multilingual model.

    Args:
        fuse: fuses the blended score again with the other legs.
        scale: maps the encoder's cosines to the embedding model's.
        weight: the best sentence's weight, 0 to 1; the passage's own cosine has the rest.
        most: how many first candidates to read; None for all.
    """

    encoder: Encoder
    fuse: Fusion
    _: KW_ONLY
    scale: CosineScale = CosineScale()  # noqa: RUF009 - a frozen value
    run: Runner = in_thread
    weight: float = 0.5
    most: int | None = None

    name = "best sentences"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; the same list if the multilingual model found none of them."""
        first, rest = chunks[: self.most], chunks[self.most or len(chunks) :]
        read = [chunk for chunk in first if MULTILINGUAL_LEG in chunk.ranks]
        if not read:
            # The very same list tells that nothing was read, see `files_beside_notes.reranked`.
            return chunks[:n] if n < len(chunks) else chunks
        best: list[float] = []
        for start in range(0, len(read), _BATCH_SIZE):
            texts = [chunk.text for chunk in read[start : start + _BATCH_SIZE]]
            best += await self.run(best_sentences, self.encoder, query, texts)
        scores = [
            (1 - self.weight) * chunk.ranks[MULTILINGUAL_LEG].score + self.weight * cosine
            for chunk, cosine in zip(read, best, strict=True)
        ]
        meant = {}
        for chunk in blending.add_leg_ranks(read, scores, SENTENCES_LEG):
            meaning = replace(chunk.ranks[MEANING_LEG], score=self.scale(chunk.ranks[SENTENCES_LEG].score))
            meant[chunk.id] = replace(chunk, ranks={**chunk.ranks, MEANING_LEG: meaning})
        ordered = self._fuse_again(query, [meant.get(chunk.id, chunk) for chunk in first])
        fused = {chunk.id for chunk in ordered}
        rest = [*(chunk for chunk in first if chunk.id not in fused), *rest]  # of legs that are not known
        return [*ordered, *blending.shift_below(ordered, rest)][:n]

    def _fuse_again(self, query: str, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Fuse again, using the candidates' recorded scores for each leg."""
        legs = {leg: leg for leg in (Mode.FULLTEXT.value, "tokens", MODEL_TEXTS)}
        legs[Mode.SEMANTIC.value] = MEANING_LEG
        rankings = {
            leg: sorted(
                (replace(chunk, score=chunk.ranks[rank].score) for chunk in chunks if rank in chunk.ranks),
                key=lambda chunk: -(chunk.score or 0.0),
            )
            for leg, rank in legs.items()
        }
        return self.fuse(query, {leg: ranking for leg, ranking in rankings.items() if ranking})


def best_sentences(encoder: Encoder, query: str, texts: Sequence[str]) -> list[float]:
    """Return each text's highest cosine of question and sentence; runs in the encoder's process."""
    cached = shared_vector_cache("sentences", encoder.fingerprint, _CACHED_SENTENCES)
    question = cached.question(query, lambda text: encoder.encode_queries([text])[0])

    def encode_sentences(texts: Sequence[str]) -> list[Vectors]:
        # All sentences in one call: single ones would leave the model's batches nearly empty.
        cut = [(split_into_sentences(text) or [text])[:_MAX_SENTENCES] for text in texts]
        vectors = encoder.encode_passages(list(chain.from_iterable(cut)))
        return np.split(vectors, np.cumsum(list(map(len, cut)))[:-1])

    return [float((vectors @ question).max()) for vectors in cached.texts(texts, encode_sentences)]
