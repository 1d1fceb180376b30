"""Long query -> segments -> passages -> topics: the notes that matter to each topic of a long text."""

from __future__ import annotations

import logging
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from vaultsearch.core.errors import NotIndexedError, VaultSearchError
from vaultsearch.core.index.vectors.vector_search import Thoroughness
from vaultsearch.core.long_queries.segments import (
    Segment,
    TopicCounts,
    group_by_topic,
    label,
    runs,
    segments_of,
)
from vaultsearch.core.messages import Message
from vaultsearch.core.query.query import Query
from vaultsearch.core.search.fusion import from_0_to_1
from vaultsearch.core.search.reranking.diversity import marginal_order
from vaultsearch.core.search.results import ObsidianVaultName, result_of
from vaultsearch.core.tracing import Trace
from vaultsearch.core.values.search import (
    LongQueryAnswer,
    LongQueryCounts,
    LongQueryOutcome,
    LongQueryTopic,
    with_descending_scores,
)
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager

    from numpy.typing import NDArray

    from vaultsearch.core.chunking.chunker import Chunker
    from vaultsearch.core.long_queries.chats import ReadText
    from vaultsearch.core.long_queries.segment_retrieval import Nearest, SegmentRetriever
    from vaultsearch.core.protocols import Runner, Vectors
    from vaultsearch.core.query.expansion import WordExpander
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.values.search import Chunk, SearchStage, Step


_log = logging.getLogger(__name__)

_EMPTY = "No text to search with."
LONGEST_TEXT = 400_000
"""Characters that are searched with: some 160 pages, which take some ten seconds of a laptop's processor. A
text of a hundred thousand words was never answered.
"""
_TRUNCATED = Message("The text is long: only its first {} characters were used.", f"{LONGEST_TEXT:,}")
_NOTHING_NEAR = "No notes similar to this text."


@dataclass(frozen=True, slots=True)
class LongQueryOptions:
    """The parameters of the step ``passages``, which document each.

    ``overlap`` and ``whole_weight`` are shares, ``shortest`` is in tokens, ``most_alike`` a cosine, and
    ``relevance_share`` MMR's lambda.
    """

    overlap: float = 0.08
    shortest: int = 8
    chunks_per_query: int = 5
    overfetch: int = 3
    how: Thoroughness = Thoroughness()  # noqa: RUF009 - a frozen value
    dedup_strategy: str = "document"
    max_per_doc: int = 1
    most_alike: float = 0.95
    relevance_share: float = 1.0
    whole_weight: float = 0.1


class SupportsLanguages(Protocol):
    """The stored notes, as far as their passages are counted by language."""

    async def languages(self) -> Mapping[str, int]:
        """Count the passages in each language, by code."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LongQuerySearch:
    """Searches with a long text. Reports expected failures in the answer instead of raising them.

    ``retriever`` and ``chunker`` are called when they are first needed, since the model may be missing.
    ``ordinary`` answers a text of one segment as any question. ``guarded`` surrounds all access to the corpus
    and converts the database's errors into expected ones.
    """

    retriever: Callable[[], SegmentRetriever]
    chunker: Callable[[], Chunker]
    notes: SupportsLanguages
    languages: QueryLanguages
    expand: WordExpander
    vault: ObsidianVaultName
    ordinary: Callable[[str, int], Awaitable[SearchStage]]
    guarded: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    options: LongQueryOptions = LongQueryOptions()
    run: Runner = in_thread

    async def __call__(self, read: ReadText, n: int) -> LongQueryAnswer:
        """Return the n best notes of all topics, and up to n for each topic."""
        trace, start = Trace(), time.perf_counter()
        whole, read = read, replace(read, markdown=read.markdown[:LONGEST_TEXT])
        try:
            async with self.guarded():
                answer = await self._answer(read, n, trace)
            if whole.markdown != read.markdown:
                answer = replace(answer, notice=Message.joined((_TRUNCATED, answer.notice)))
        except VaultSearchError as error:
            answer = _failed(error.sentence, error.remedy)
        except (OSError, RuntimeError) as error:
            _log.warning("long query failed", exc_info=True)
            answer = _failed(
                Message("The search failed: {}.", error), "Try again; if it keeps failing, rebuild the index."
            )
        counts = replace(answer.counts, seconds=time.perf_counter() - start)
        _log.info(
            "long query outcome=%s segments=%d per_segment=%s collected=%d deduplicated=%d given=%d s=%.3f"
            " error=%s",
            answer.outcome.value,
            counts.segments,
            ",".join(map(str, counts.per_segment)),
            counts.collected,
            counts.deduplicated,
            counts.given,
            counts.seconds,
            answer.trouble,
        )
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
            return await self._short(segments[0], n)
        return await self._long(read, segments, n, trace)

    async def _segments(self, read: ReadText, *, by_sentences: bool = True) -> list[Segment]:
        cut = partial(segments_of, is_chat=read.messages > 0, by_sentences=by_sentences)
        return await self.run(cut, read.markdown, self.chunker(), self.options.overlap, self.options.shortest)

    async def _short(self, segment: Segment, n: int) -> LongQueryAnswer:
        """Answer a text of one segment as any question."""
        stage = await self.ordinary(segment.text, max(n, n * self.options.overfetch))
        chunks = [result.chunk for result in stage.results]
        chosen_ids = {chunk.id for chunk in self._deduplicated(chunks, {})[:n]}
        results = tuple(result for result in stage.results if result.chunk.id in chosen_ids)
        counts = LongQueryCounts(1, (len(chunks),), len(chunks), len(chosen_ids), len(results))
        if not results:
            return LongQueryAnswer(
                LongQueryOutcome.NO_HITS, counts=counts, steps=stage.steps, notice=stage.notice
            )
        name = await self._label([segment], chunks[:n])
        topic = LongQueryTopic(name, segment.line_start, segment.line_end, results, segment.messages)
        return LongQueryAnswer(
            LongQueryOutcome.FOUND, results, (topic,), counts=counts, steps=stage.steps, notice=stage.notice
        )

    async def _long(
        self, read: ReadText, segments: Sequence[Segment], n: int, trace: Trace
    ) -> LongQueryAnswer:
        """Answer each topic of a text by itself, and a paragraph of one topic as any question."""
        options = self.options
        n_candidates = options.chunks_per_query * options.overfetch
        with trace.step("nearest", len(segments)) as step:
            near = await self.retriever()(segments, await self.languages.routing(), n_candidates, options.how)
            step.count_out = sum(map(len, near.by_segment))
        chunks_by_segment = [
            self._deduplicated(chunks, near.vectors)[: options.chunks_per_query] for chunks in near.by_segment
        ]
        groups = group_by_topic(chunks_by_segment)
        if len(groups) == 1 and len(whole := await self._segments(read, by_sentences=False)) == 1:
            return await self._short(whole[0], n)
        with trace.step("collected", sum(map(len, chunks_by_segment))) as step:
            everything = comb_max(chunk for chunks in chunks_by_segment for chunk in chunks)
            step.count_out = len(everything)
        with trace.step("deduplicated", len(everything)) as step:
            by_topic = [
                self._ranked([c for segment in group for c in chunks_by_segment[segment]], near)
                for group in groups
            ]
            distinct = self._deduplicated(round_robin(by_topic), near.vectors)
            step.count_out = len(distinct)
        per_segment = tuple(map(len, chunks_by_segment))
        counts = LongQueryCounts(
            len(segments), per_segment, len(everything), len(distinct), min(n, len(distinct))
        )
        if not distinct:
            return LongQueryAnswer(LongQueryOutcome.NO_HITS, counts=counts, notice=_NOTHING_NEAR)
        with trace.step("topics", len(groups)) as step:
            stretches = [runs(group, groups) for group in groups]
            texts = [_text([segments[segment] for segment in group]) for group in groups]
            among = await in_thread(TopicCounts.of, texts, segments[0].language)
            named = [
                await self._topic([[segments[segment] for segment in run] for run in cut], chunks[:n], among)
                for cut, chunks in zip(stretches, by_topic, strict=True)
            ]
            step.count_out = len(named)
        of_all = {result.chunk.id: result for topic in reversed(named) for result in topic.results}
        results = with_descending_scores(of_all[chunk.id] for chunk in distinct[:n] if chunk.id in of_all)
        return LongQueryAnswer(LongQueryOutcome.FOUND, results, tuple(named), counts=counts)

    def _ranked(self, chunks: Sequence[Chunk], near: Nearest) -> list[Chunk]:
        """Rank the passages found for the segments of one topic."""
        blended = blended_with_whole(comb_max(chunks), near.whole, self.options.whole_weight)
        distinct = self._deduplicated(blended, near.vectors)
        return diversified(distinct, near.vectors, self.options.relevance_share)

    def _deduplicated(self, chunks: Sequence[Chunk], vectors: Mapping[str, Vectors]) -> list[Chunk]:
        match self.options.dedup_strategy:
            case "document":
                return limit_per_note(chunks, self.options.max_per_doc)
            case "semantic":
                return drop_similar(chunks, vectors, self.options.most_alike)
        return list(chunks)

    async def _topic(
        self, stretches: Sequence[Sequence[Segment]], chunks: Sequence[Chunk], among: TopicCounts
    ) -> LongQueryTopic:
        segments = [segment for stretch in stretches for segment in stretch]
        name = await self._label(segments, chunks, among)
        query = Query(name, name.replace(",", ""), language=segments[0].language)
        results = with_descending_scores(result_of(chunk, query, self.vault) for chunk in chunks)
        numbers = [number for segment in segments if segment.messages for number in segment.messages]
        messages = (min(numbers), max(numbers)) if numbers else None
        lines = [
            (min(p.line_start for p in stretch), max(p.line_end for p in stretch)) for stretch in stretches
        ]
        (start, end), *returns = lines
        return LongQueryTopic(name, start, end, results, messages, tuple(returns))

    async def _label(
        self, segments: Sequence[Segment], chunks: Sequence[Chunk], among: TopicCounts | None = None
    ) -> str:
        vocabulary, passages = await self.expand.vocabulary(), await self._passages()
        language = segments[0].language
        return await in_thread(label, _text(segments), chunks, vocabulary, passages, language, among)

    async def _passages(self) -> int:
        return sum((await self.notes.languages()).values())


def _text(segments: Sequence[Segment]) -> str:
    return "\n".join(segment.text for segment in segments)


def _failed(trouble: str, remedy: str) -> LongQueryAnswer:
    return LongQueryAnswer(LongQueryOutcome.FAILED, trouble=trouble, remedy=remedy)


def comb_max(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Return each passage once, with its best score of any segment (CombMAX, Fox and Shaw 1994), in order."""
    best: dict[str, Chunk] = {}
    for chunk in chunks:
        known = best.get(chunk.id)
        if known is None or (chunk.score or 0.0) > (known.score or 0.0):
            best[chunk.id] = chunk
    return by_score(best.values())


def by_score(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Order by score, then by id."""
    return sorted(chunks, key=lambda chunk: (-(chunk.score or 0.0), chunk.id))


def blended_with_whole(chunks: Sequence[Chunk], whole: Sequence[Chunk], weight: float) -> list[Chunk]:
    """Blend scores with those for the text as a whole: ``(1 - weight) * segment + weight * whole``.

    A passage that is not among those of ``whole`` gets the lowest score there.
    """
    near = {chunk.id: chunk.score or 0.0 for chunk in whole}
    least = min(near.values(), default=0.0)
    return by_score(
        replace(c, score=(1 - weight) * (c.score or 0.0) + weight * near.get(c.id, least)) for c in chunks
    )


def limit_per_note(chunks: Sequence[Chunk], most: int) -> list[Chunk]:
    """Keep the first ``most`` passages of each note, in order."""
    seen: Counter[str] = Counter()
    chosen = []
    for chunk in chunks:
        seen[chunk.path] += 1
        if seen[chunk.path] <= most:
            chosen.append(chunk)
    return chosen


def drop_similar(chunks: Sequence[Chunk], vectors: Mapping[str, Vectors], most_alike: float) -> list[Chunk]:
    """Drop passages whose cosine with a better one is ``most_alike`` or more; keep those without a vector."""
    chosen: list[Chunk] = []
    for chunk in chunks:
        mine = vectors.get(chunk.id)
        others = [
            v
            for other in chosen
            if (v := vectors.get(other.id)) is not None and mine is not None and v.shape == mine.shape
        ]
        if mine is None or all(float(mine @ other) < most_alike for other in others):
            chosen.append(chunk)
    return chosen


def diversified(chunks: Sequence[Chunk], vectors: Mapping[str, Vectors], share: float) -> list[Chunk]:
    """Order by maximal marginal relevance with ``share`` for relevance, see `marginal_order`; scores stay."""
    relevance = from_0_to_1([chunk.score or 0.0 for chunk in chunks])
    return [chunks[index] for index, _ in marginal_order(relevance, _cosines(chunks, vectors), share)]


def _cosines(chunks: Sequence[Chunk], vectors: Mapping[str, Vectors]) -> NDArray[np.float64]:
    """Return cosines, float64 (n, n): 0 for passages of two models, or without a vector."""
    cosines = np.zeros((len(chunks), len(chunks)))
    for length in {len(vector) for vector in vectors.values()}:
        which = [index for index, c in enumerate(chunks) if c.id in vectors and len(vectors[c.id]) == length]
        if which:
            matrix = np.asarray([vectors[chunks[index].id] for index in which], dtype=np.float64)
            cosines[np.ix_(which, which)] = matrix @ matrix.T
    return cosines


def round_robin(groups: Sequence[Sequence[Chunk]]) -> list[Chunk]:
    """Take the best of each group, then the second of each, and so on (round robin); each passage once.

    Within a round, the better score comes first. So the topic with most text does not crowd out the rest.
    """
    chosen_chunks: dict[str, Chunk] = {}
    for place in range(max(map(len, groups), default=0)):
        for chunk in by_score(group[place] for group in groups if len(group) > place):
            chosen_chunks.setdefault(chunk.id, chunk)
    return list(chosen_chunks.values())
