"""Long query -> segments -> passages near to each -> topics: each topic's notes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import numpy as np

from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.errors import NotIndexedError, VaultSearchError
from vaultsearch.core.filters import Filter, InLanguages, Not
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.languages.names import Routing
from vaultsearch.core.long_queries import topics
from vaultsearch.core.long_queries.chats import ReadText
from vaultsearch.core.long_queries.segments import Segment, cut_into_segments
from vaultsearch.core.messages import Message
from vaultsearch.core.models.model_files import BOTH_MODELS, MULTILINGUAL_E5
from vaultsearch.core.protocols import Encoder, Runner
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.query import Query
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search.results import ObsidianVaultName, make_result
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL_LEG, CosineScale
from vaultsearch.core.threads import in_thread
from vaultsearch.core.tracing import Trace
from vaultsearch.core.values.search import (
    Chunk,
    LegRank,
    LongQueryAnswer,
    LongQueryCounts,
    LongQueryOutcome,
    LongQueryTopic,
    SearchStage,
    Space,
    Step,
    clamp_descending,
    limit_per_note,
)

_log = logging.getLogger(__name__)

_EMPTY = "No text to search with."
MAX_TEXT_CHARACTERS = 400_000
"""Characters searched: some 160 pages, which take a laptop's processor some ten seconds. A text of a hundred
thousand words was never answered."""
_TRUNCATED = Message("The text is long: only its first {} characters were used.", f"{MAX_TEXT_CHARACTERS:,}")
_NOTHING_NEAR = "No notes similar to this text."


_OVERLAP, _WHOLE_WEIGHT = 0.08, 0.1
"""Shares: of a segment's length that the next repeats, and of the whole text's score in a passage's."""
_MIN_SEGMENT_TOKENS = 8
_OVERFETCH = 3
"""Passages retrieved for each candidate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongQuerySearch:
    """Searches with a long text. Reports expected failures in the answer instead of raising them.

    ``retriever`` and ``chunker`` are called when first needed, since the model may be missing. ``ordinary``
    answers a text of a single segment like any question. ``guarded`` wraps all access to the corpus and
    converts database errors into expected ones. ``chunks_per_query`` are the candidates for each segment.
    """

    retriever: Callable[[], SegmentRetriever]
    chunker: Callable[[], Chunker]
    notes: StoredNotes
    languages: QueryLanguages
    expand: WordExpander
    vault: ObsidianVaultName
    ordinary: Callable[[str, int], Awaitable[SearchStage]]
    guarded: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    chunks_per_query: int = 5
    run: Runner = in_thread

    async def __call__(self, read: ReadText, n: int) -> LongQueryAnswer:
        """Return the n best notes of all topics, and up to n for each topic."""
        trace, start = Trace(), time.perf_counter()
        failed = LongQueryAnswer(LongQueryOutcome.FAILED)
        whole, read = read, replace(read, markdown=read.markdown[:MAX_TEXT_CHARACTERS])
        try:
            async with self.guarded():
                answer = await self._answer(read, n, trace)
            if whole.markdown != read.markdown:
                answer = replace(answer, notice=Message.joined((_TRUNCATED, answer.notice)))
        except VaultSearchError as error:
            answer = replace(failed, trouble=error.sentence, remedy=error.remedy)
        except (OSError, RuntimeError) as error:
            _log.warning("long query failed", exc_info=True)
            remedy = "Try again; if it keeps failing, rebuild the index."
            answer = replace(failed, trouble=Message("The search failed: {}.", error), remedy=remedy)
        counts = replace(answer.counts, seconds=time.perf_counter() - start)
        _log.info("long query outcome=%s counts=%r error=%s", answer.outcome.value, counts, answer.trouble)
        steps: tuple[Step, ...] = (*trace.steps, *answer.steps)
        text, messages = read.markdown, read.messages
        return replace(answer, text=text, messages=messages, counts=counts, steps=steps)

    async def _answer(self, read: ReadText, n: int, trace: Trace) -> LongQueryAnswer:
        if not await self._passages():
            raise NotIndexedError(
                "Your notes are still being indexed.",
                "Try again in a moment, or run: vaultsearch index FOLDER",
            )
        with trace.step("pieces", 1) as step:
            segments = await self._segments(read)
            step.count_out = len(segments)
        if not segments:
            return LongQueryAnswer(LongQueryOutcome.NO_HITS, notice=_EMPTY)
        if len(segments) == 1:
            return await self._answer_short(segments[0], n)
        return await self._answer_long(read, segments, n, trace)

    async def _segments(self, read: ReadText, *, by_parts: bool = True) -> list[Segment]:
        cut = partial(cut_into_segments, is_chat=bool(read.messages), by_parts=by_parts)
        return await self.run(cut, read.markdown, self.chunker(), _OVERLAP, _MIN_SEGMENT_TOKENS)

    async def _answer_short(self, segment: Segment, n: int) -> LongQueryAnswer:
        """Answer a text of a single segment like any question."""
        stage = await self.ordinary(segment.text, n * _OVERFETCH)
        chunks = [result.chunk for result in stage.results]
        chosen_ids = {chunk.id for chunk in limit_per_note(chunks, 1)[:n]}
        results = tuple(result for result in stage.results if result.chunk.id in chosen_ids)
        counts = LongQueryCounts(1, (len(chunks),), len(chunks), len(chosen_ids), len(results))
        answer = LongQueryAnswer(
            LongQueryOutcome.NO_HITS, counts=counts, steps=stage.steps, notice=stage.notice
        )
        if not results:
            return answer
        name = await self._label([segment], chunks[:n])
        place = segment.line_start, segment.line_end
        topic = LongQueryTopic(name, *place, results, segment.messages, text=segment.text)
        return replace(answer, outcome=LongQueryOutcome.FOUND, results=results, topics=(topic,))

    async def _answer_long(
        self, read: ReadText, segments: Sequence[Segment], n: int, trace: Trace
    ) -> LongQueryAnswer:
        """Answer each topic of a text by itself, and a paragraph on a single topic like any question."""
        with trace.step("nearest", len(segments)) as step:
            routing, n_candidates = await self.languages.routing(), self.chunks_per_query * _OVERFETCH
            near = await self.retriever()(segments, routing, n_candidates)
            step.count_out = sum(map(len, near.by_segment))
        own = notes_with_text(segments, near.by_segment)
        # A paragraph quoted from a note asks for this note.
        if own and len(await self._segments(read, by_parts=False)) == 1:
            own = []
        others = [[chunk for chunk in chunks if chunk.path not in own] for chunks in near.by_segment]
        chunks_by_segment = [limit_per_note(chunks, 1)[: self.chunks_per_query] for chunks in others]
        groups = topics.group_by_topic(chunks_by_segment)
        # A paragraph that was cut into parts and has one topic all the same is an ordinary question.
        if len(groups) == 1 and len(whole := await self._segments(read, by_parts=False)) == 1:
            return await self._answer_short(whole[0], n)
        by_topic = []
        for group in groups:
            best = combine_by_max(c for segment in group for c in chunks_by_segment[segment])
            by_topic.append(limit_per_note(blend_with_whole(best, near.whole, _WHOLE_WEIGHT), 1))
        distinct = limit_per_note(interleave_topics(by_topic), 1)
        collected = len({chunk.id for chunks in chunks_by_segment for chunk in chunks})
        told = Message("This text is in your notes: {}. Listed are others.", ", ".join(own)) if own else None
        per_segment, given = tuple(map(len, chunks_by_segment)), min(n, len(distinct))
        counts = LongQueryCounts(len(segments), per_segment, collected, len(distinct), given)
        if not distinct:
            notice = Message.joined((told, _NOTHING_NEAR))
            return LongQueryAnswer(LongQueryOutcome.NO_HITS, counts=counts, notice=notice)
        with trace.step("topics", len(groups)) as step:
            texts = [_join_texts([segments[segment] for segment in group]) for group in groups]
            among = await in_thread(topics.TopicCounts.of, texts, segments[0].language)
            named = []
            for group, chunks in zip(groups, by_topic, strict=True):
                stretches = [
                    [segments[segment] for segment in run]
                    for run in topics.split_at_other_groups(group, groups)
                ]
                named.append(await self._make_topic(stretches, chunks[:n], among))
            step.count_out = len(named)
        # Reversed, so that a note of several topics is shown as the first of them has it.
        of_all = {result.chunk.id: result for topic in reversed(named) for result in topic.results}
        results = clamp_descending(of_all[chunk.id] for chunk in distinct[:n] if chunk.id in of_all)
        return LongQueryAnswer(LongQueryOutcome.FOUND, results, tuple(named), counts=counts, notice=told)

    async def _make_topic(
        self, stretches: Sequence[Sequence[Segment]], chunks: Sequence[Chunk], among: topics.TopicCounts
    ) -> LongQueryTopic:
        segments = [segment for stretch in stretches for segment in stretch]
        name = await self._label(segments, chunks, among)
        query = Query(name, name.replace(",", ""), language=segments[0].language)
        results = clamp_descending(make_result(chunk, query, self.vault) for chunk in chunks)
        numbers = [number for segment in segments if segment.messages for number in segment.messages]
        messages = (min(numbers), max(numbers)) if numbers else None
        lines = [
            (min(p.line_start for p in stretch), max(p.line_end for p in stretch)) for stretch in stretches
        ]
        (start, end), *returns = lines
        return LongQueryTopic(
            name, start, end, results, messages, tuple(returns), text=_join_texts(stretches[0])
        )

    async def _label(
        self, segments: Sequence[Segment], chunks: Sequence[Chunk], among: topics.TopicCounts | None = None
    ) -> str:
        vocabulary, passages = await self.expand.vocabulary(), await self._passages()
        language = segments[0].language
        return await in_thread(
            topics.label_topic, _join_texts(segments), chunks, vocabulary, passages, language, among
        )

    async def _passages(self) -> int:
        return sum((await self.notes.languages()).values())


def _join_texts(segments: Sequence[Segment]) -> str:
    return "\n".join(segment.text for segment in segments)


def notes_with_text(segments: Sequence[Segment], near: Sequence[Sequence[Chunk]]) -> list[str]:
    """Return the paths of notes that contain over half of a text's segments, word by word.

    Such a note is nearest to each segment: it hid what is related to the topics, and joined them into one.
    """
    counts = Counter[str]()
    for segment, chunks in zip(segments, near, strict=True):
        words = segment.text.removeprefix(f"{segment.heading}\n").split()
        counts.update({chunk.path for chunk in chunks if " ".join(words) in " ".join(chunk.text.split())})
    return sorted(path for path, count in counts.items() if 2 * count > len(segments))


def combine_by_max(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Keep each passage's best score over all segments (CombMAX, Fox and Shaw 1994), and sort."""
    best: dict[str, Chunk] = {}
    for chunk in sort_by_score(chunks):
        best.setdefault(chunk.id, chunk)
    return list(best.values())


def sort_by_score(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Order by score, then by id."""
    return sorted(chunks, key=lambda chunk: (-(chunk.score or 0.0), chunk.id))


def blend_with_whole(chunks: Sequence[Chunk], whole: Sequence[Chunk], weight: float) -> list[Chunk]:
    """Blend scores with those for the whole text: ``(1 - weight) * segment + weight * whole``.

    A passage missing from ``whole`` gets the lowest score there.
    """
    near = {chunk.id: chunk.score or 0.0 for chunk in whole}
    least = min(near.values(), default=0.0)
    return sort_by_score(
        replace(c, score=(1 - weight) * (c.score or 0.0) + weight * near.get(c.id, least)) for c in chunks
    )


def interleave_topics(groups: Sequence[Sequence[Chunk]]) -> list[Chunk]:
    """Take the best of each group, then the second of each, and so on (round robin), without duplicates.

    Within a round, the better score comes first. So the topic with most text does not crowd out the rest.
    """
    chosen_chunks: dict[str, Chunk] = {}
    for place in range(max(map(len, groups), default=0)):
        for chunk in sort_by_score(group[place] for group in groups if len(group) > place):
            chosen_chunks.setdefault(chunk.id, chunk)
    return list(chosen_chunks.values())


_IDENTITY_SCALE = CosineScale()

MIN_COSINES: Mapping[str, float] = {
    "all-MiniLM-L6-v2": 0.28,
    "universal-sentence-encoder-multilingual": 0.25,
    MULTILINGUAL_E5: 0.845,
    BOTH_MODELS: 0.74,
}
"""By model name, the least cosine of a passage near to a segment.

Fitted to equal error rates, with as many right notes below as unrelated ones above: questions about a note
against that note, and against the nearest of eighty notes about something else. all-MiniLM-L6-v2 errs for 4 %
on abstracts and encyclopedia paragraphs, the universal sentence encoder for 10 % on abstracts in English and
paragraphs in German. The other thresholds are equivalents of the latter's.
"""


@dataclass(frozen=True, slots=True)
class SegmentReader:
    """A segment encoder with vector space and least cosine (``least``) of a near passage.

    ``even`` maps cosines to the model ``scale`` is fitted to, ``scale`` maps these to the embedding
    model's.
    """

    encoder: Encoder
    space: Space = Space.MAIN
    scale: CosineScale = _IDENTITY_SCALE
    least: float = 0.0
    even: CosineScale = _IDENTITY_SCALE


@dataclass(frozen=True, slots=True)
class NearestPassages:
    """The passages near to each segment, best first; ``whole`` are those near to the whole text."""

    by_segment: tuple[tuple[Chunk, ...], ...]
    whole: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SegmentRetriever:
    """Finds passages near to a text's segments, and to the whole text.

    Routed like questions by `RoutedRetriever`: ``main`` compares English segments with English passages,
    ``multilingual``, if given, all other pairs. The whole is the mean of the segment vectors.
    """

    corpus: LanceCorpus
    main: SegmentReader
    multilingual: SegmentReader | None = None
    run: Runner = in_thread

    async def __call__(self, segments: Sequence[Segment], routing: Routing, n: int) -> NearestPassages:
        """Return up to n passages per segment; raise ModelUnavailableError if a model is missing."""
        english = [
            index for index, segment in enumerate(segments) if routing.reads(segment.language or routing.own)
        ]
        others = sorted({*range(len(segments))}.difference(english))
        # No filter for the embedding model, unless there are passages that it cannot read.
        readable = InLanguages(routing.read) if routing.read is not None and routing.others else None
        queries = [self._ask(self.main, segments, english, readable, n)]
        if self.multilingual is not None and others:
            queries.append(self._ask(self.multilingual, segments, others, None, n))
        if self.multilingual is not None and english and routing.others and routing.read is not None:
            unread = Not(InLanguages(routing.read))
            # Passages that the embedding model cannot read may still answer an English segment.
            queries.append(self._ask(self.multilingual, segments, english, unread, n))
        answers = await asyncio.gather(*queries)
        results = (
            chain.from_iterable(by_segment.get(index, ()) for by_segment, _ in answers)
            for index in range(len(segments))
        )
        whole = chain.from_iterable(of_whole for _, of_whole in answers)
        return NearestPassages(
            tuple(tuple(sort_by_score(chunks)[:n]) for chunks in results), tuple(sort_by_score(whole)[:n])
        )

    async def _ask(
        self,
        reading: SegmentReader,
        segments: Sequence[Segment],
        which: Sequence[int],
        where: Filter | None,
        n: int,
    ) -> tuple[dict[int, list[Chunk]], list[Chunk]]:
        """Query a model with some of the segments.

        Returns:
            The passages by segment index, and those near to the mean of these segments.
        """
        if not which:
            return {}, []
        await self.corpus.require_encoder(reading.encoder, reading.space)
        texts = [segments[index].text for index in which]
        # All segments at once: a batch takes a fraction of the time of single questions.
        vectors = await self.run(reading.encoder.encode_queries, texts)
        mean = vectors.mean(axis=0, keepdims=True)
        mean /= max(float(np.linalg.norm(mean)), 1e-12)
        query_vectors = np.concatenate([vectors, mean]) if len(which) > 1 else vectors
        answers = await self.corpus.query_many_embeddings(query_vectors, n, where, reading.space)
        near = [_near_passages(chunks, reading) for chunks in answers]
        return dict(zip(which, near, strict=False)), near[len(which)] if len(which) > 1 else []


def _near_passages(chunks: Sequence[Chunk], reading: SegmentReader) -> list[Chunk]:
    """Drop passages below the threshold, and convert cosines to the embedding model's scale."""
    near = [chunk for chunk in chunks if (chunk.score or 0.0) >= reading.least]
    if reading.space is Space.MAIN:
        return near
    return [
        replace(
            chunk,
            score=reading.scale(reading.even(chunk.score or 0.0)),
            ranks={MULTILINGUAL_LEG: LegRank(rank, reading.even(chunk.score or 0.0))},
        )
        for rank, chunk in enumerate(near, start=1)
    ]
