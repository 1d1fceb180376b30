"""Segments -> the passages near to each: one batch of queries for each model, by the segment's language."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.filters import InLanguages, Not
from vaultsearch.core.long_queries.search import by_score
from vaultsearch.core.models.e5_source import MULTILINGUAL_E5
from vaultsearch.core.models.multilingual_models import BOTH_MODELS
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL, CosineScale
from vaultsearch.core.values.search import Chunk, LegRank, Space
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.vectors.vector_search import Thoroughness
    from vaultsearch.core.languages.names import Routing
    from vaultsearch.core.long_queries.segments import Segment
    from vaultsearch.core.protocols import Encoder, Runner, Vectors

_AS_ASKED = CosineScale()

FITTED_LEAST: Mapping[str, float] = {
    "all-MiniLM-L6-v2": 0.28,
    "universal-sentence-encoder-multilingual": 0.25,
    MULTILINGUAL_E5: 0.845,
    BOTH_MODELS: 0.74,
}
"""The least cosine of a passage near to a segment, by the model's name.

Fitted by `python -m tests.bench.passage_thresholds` so that the share of right notes below equals that of
unrelated ones above (equal error rate): questions about a note against that note, and against the nearest of
eighty notes about something else. all-MiniLM-L6-v2 errs for 4 % on abstracts and encyclopedia paragraphs, the
universal sentence encoder for 10 % on abstracts in English and paragraphs in German. The thresholds of the
others are the equivalents of the latter's.
"""


@dataclass(frozen=True, slots=True)
class SegmentReader:
    """An encoder of segments, its space, and the least cosine (``least``) of a near passage.

    ``even`` maps its cosines to those of the model that ``scale`` is fitted to, ``scale`` maps these to
    cosines of the embedding model.
    """

    encoder: Encoder
    space: Space = Space.MAIN
    scale: CosineScale = _AS_ASKED
    least: float = 0.0
    even: CosineScale = _AS_ASKED


@dataclass(frozen=True, slots=True)
class Nearest:
    """The passages near to each segment, best first.

    ``whole`` are those near to the text as a whole; ``vectors`` map the ids of passages to their vectors.
    """

    by_segment: tuple[tuple[Chunk, ...], ...]
    whole: tuple[Chunk, ...]
    vectors: Mapping[str, Vectors]


class SegmentRetriever:
    """Finds passages near to the segments of a text, and to the text as a whole.

    Routed as questions are by `RoutedRetriever`: ``main`` compares segments in English with English passages,
    ``multilingual``, if there is one, all other pairs. The whole is the mean of the segments' vectors.
    """

    def __init__(
        self,
        corpus: LanceCorpus,
        main: SegmentReader,
        multilingual: SegmentReader | None = None,
        run: Runner = in_thread,
    ) -> None:
        self._corpus = corpus
        self._main = main
        self._multilingual = multilingual
        self._run = run

    async def __call__(
        self, segments: Sequence[Segment], routing: Routing, n: int, how: Thoroughness
    ) -> Nearest:
        """Return up to n passages for each segment. Raise ModelUnavailableError without a model."""
        english = [
            index for index, segment in enumerate(segments) if routing.reads(segment.language or routing.own)
        ]
        others = sorted({*range(len(segments))}.difference(english))
        queries = [self._ask(self._main, segments, english, _english(routing), n, how)]
        if self._multilingual is not None and others:
            queries.append(self._ask(self._multilingual, segments, others, None, n, how))
        if self._multilingual is not None and english and routing.others and routing.read is not None:
            unread = Not(InLanguages(routing.read))
            queries.append(self._ask(self._multilingual, segments, english, unread, n, how))
        answers = await asyncio.gather(*queries)
        results: list[list[Chunk]] = [[] for _ in segments]
        whole: list[Chunk] = []
        vectors: dict[str, Vectors] = {}
        for by_segment, of_whole, known in answers:
            for segment_index, chunks in by_segment.items():
                results[segment_index] += chunks
            whole += of_whole
            vectors |= known
        return Nearest(
            tuple(tuple(by_score(chunks)[:n]) for chunks in results), tuple(by_score(whole)[:n]), vectors
        )

    async def _ask(
        self,
        reading: SegmentReader,
        segments: Sequence[Segment],
        which: Sequence[int],
        where: Filter | None,
        n: int,
        how: Thoroughness,
    ) -> tuple[dict[int, list[Chunk]], list[Chunk], Mapping[str, Vectors]]:
        """Query one model with some of the segments.

        Returns:
            The passages by the segment's index, those near to the mean of these segments, and their vectors.
        """
        if not which:
            return {}, [], {}
        texts = [segments[index].text for index in which]
        vectors = await self._run(reading.encoder.encode_queries, texts)
        mean = vectors.mean(axis=0, keepdims=True)
        mean /= max(float(np.linalg.norm(mean)), 1e-12)
        query_vectors = np.concatenate([vectors, mean]) if len(which) > 1 else vectors
        answers = await self._corpus.query_many_embeddings(query_vectors, n, where, reading.space, how)
        near = [_read(chunks, reading) for chunks in answers]
        ids = sorted({chunk.id for chunks in near for chunk in chunks})
        known = await self._corpus.vectors.of(ids, reading.space)
        return dict(zip(which, near, strict=False)), near[len(which)] if len(which) > 1 else [], known


def _english(routing: Routing) -> Filter | None:
    """Return the filter for the embedding model: none, unless there are passages that it cannot read."""
    return InLanguages(routing.read) if routing.read is not None and routing.others else None


def _read(chunks: Sequence[Chunk], reading: SegmentReader) -> list[Chunk]:
    """Drop passages below the threshold, and convert cosines to the embedding model's scale."""
    near = [chunk for chunk in chunks if (chunk.score or 0.0) >= reading.least]
    if reading.space is Space.MAIN:
        return near
    return [
        replace(
            chunk,
            score=reading.scale(reading.even(chunk.score or 0.0)),
            ranks={MULTILINGUAL: LegRank(rank, reading.even(chunk.score or 0.0))},
        )
        for rank, chunk in enumerate(near, start=1)
    ]
