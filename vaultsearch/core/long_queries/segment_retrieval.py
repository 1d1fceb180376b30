"""What is near to each piece of a long text: all in one batch, each asked of the model of its language."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from vaultsearch.core.filters import InLanguages, Not
from vaultsearch.core.models.e5_source import MULTILINGUAL_E5
from vaultsearch.core.models.multilingual_models import BOTH_MODELS
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL, CosineScale
from vaultsearch.core.values.search import Chunk, LegRank, Space
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.vector_search import Thoroughness
    from vaultsearch.core.languages.routing import Routing
    from vaultsearch.core.long_queries.segments import Segment
    from vaultsearch.core.protocols import Encoder, Runner, Vectors

_AS_ASKED = CosineScale()

FITTED_LEAST: Mapping[str, float] = {
    "all-MiniLM-L6-v2": 0.28,
    "universal-sentence-encoder-multilingual": 0.25,
    MULTILINGUAL_E5: 0.845,
    BOTH_MODELS: 0.74,
}
"""By the model's name, the cosine below which a passage is not near to a piece.

Fitted by `python -m tests.bench.passage_thresholds` so that as many right notes lie below as foreign ones lie
above: questions about a note against that note, and against the nearest of eighty notes about something else.
all-MiniLM-L6-v2 on abstracts and encyclopedia paragraphs, 4 in a hundred are on the wrong side; the
universal sentence encoder on abstracts in English and paragraphs in German, 10 in a hundred. Those of the
others are what its own is worth to them.
"""


class SupportsManyEmbeddings(Protocol):
    """A corpus that is asked by many vectors at once, and gives its own."""

    async def query_many_embeddings(
        self, vectors: Vectors, n: int, where: Filter | None, space: Space, how: Thoroughness
    ) -> list[list[Chunk]]:
        """Find the n nearest passages to each of the vectors, float32 (m, dimension)."""
        ...

    async def vectors_of(self, ids: Sequence[str], space: Space = ...) -> Mapping[str, Vectors]:
        """Map passages to their vectors, float32 (dimension,), unit length, where they have one."""
        ...


@dataclass(frozen=True, slots=True)
class SegmentReader:
    """A model that pieces are read by: its space, what its cosines are worth, and the least that counts."""

    encoder: Encoder
    space: Space = Space.MAIN
    scale: CosineScale = _AS_ASKED
    least: float = 0.0
    even: CosineScale = _AS_ASKED
    """What its cosines are worth in those that ``scale`` is for."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """What was found: for each piece its passages, best first.

    ``whole`` are passages near to the text as a whole. ``vectors`` map the id of a passage to its own.
    """

    found: tuple[tuple[Chunk, ...], ...]
    whole: tuple[Chunk, ...]
    vectors: Mapping[str, Vectors]


class SegmentRetriever:
    """Finds passages near to pieces of a text, and to the whole of it.

    As `RoutedRetriever` does with a question, a piece in English asks English passages by ``main``; all
    else is asked by ``multilingual``, where there is one. The whole is the mean of the pieces' vectors.
    """

    def __init__(
        self,
        corpus: SupportsManyEmbeddings,
        main: SegmentReader,
        multilingual: SegmentReader | None = None,
        run: Runner = in_thread,
    ) -> None:
        self._corpus = corpus
        self._main = main
        self._multilingual = multilingual
        self._run = run

    async def __call__(
        self, pieces: Sequence[Segment], routing: Routing, n: int, how: Thoroughness
    ) -> Nearest:
        """Give up to n passages for each piece; raises ModelUnavailableError without a model."""
        english = [at for at, one in enumerate(pieces) if routing.reads(one.language or routing.own)]
        others = [at for at in range(len(pieces)) if at not in set(english)]
        asked = [self._ask(self._main, pieces, english, _english(routing), n, how)]
        if self._multilingual is not None and others:
            asked.append(self._ask(self._multilingual, pieces, others, None, n, how))
        if self._multilingual is not None and english and routing.others and routing.read is not None:
            unread = Not(InLanguages(routing.read))
            asked.append(self._ask(self._multilingual, pieces, english, unread, n, how))
        answers = await asyncio.gather(*asked)
        found: list[list[Chunk]] = [[] for _ in pieces]
        whole: list[Chunk] = []
        vectors: dict[str, Vectors] = {}
        for by_piece, of_whole, known in answers:
            for at, chunks in by_piece.items():
                found[at] += chunks
            whole += of_whole
            vectors |= known
        return Nearest(tuple(tuple(_best(chunks)[:n]) for chunks in found), tuple(_best(whole)[:n]), vectors)

    async def _ask(
        self,
        reading: SegmentReader,
        pieces: Sequence[Segment],
        which: Sequence[int],
        where: Filter | None,
        n: int,
        how: Thoroughness,
    ) -> tuple[dict[int, list[Chunk]], list[Chunk], Mapping[str, Vectors]]:
        """Give what one model finds for some of the pieces, by their place, and for all of those together."""
        if not which:
            return {}, [], {}
        texts = [pieces[at].text for at in which]
        vectors = await self._run(reading.encoder.encode_queries, texts)
        mean = vectors.mean(axis=0, keepdims=True)
        mean /= max(float(np.linalg.norm(mean)), 1e-12)
        asked = np.concatenate([vectors, mean]) if len(which) > 1 else vectors
        answers = await self._corpus.query_many_embeddings(asked, n, where, reading.space, how)
        near = [_read(chunks, reading) for chunks in answers]
        ids = sorted({chunk.id for chunks in near for chunk in chunks})
        known = await self._corpus.vectors_of(ids, reading.space)
        return dict(zip(which, near, strict=False)), near[len(which)] if len(which) > 1 else [], known


def _english(routing: Routing) -> Filter | None:
    """Give where the embedding model looks: everywhere, unless there are passages it does not read."""
    return InLanguages(routing.read) if routing.read is not None and routing.others else None


def _read(chunks: Sequence[Chunk], reading: SegmentReader) -> list[Chunk]:
    """Leave out what is not near enough, and put the cosines on the embedding model's scale."""
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


def _best(chunks: Sequence[Chunk]) -> list[Chunk]:
    return sorted(chunks, key=lambda chunk: (-(chunk.score or 0.0), chunk.id))
