"""The retrievers: by meaning, words, literal text and token vectors, and by meaning and words together."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from typing import TypeAlias
from unicodedata import normalize

import regex

from vaultsearch.core.errors import QueryError, VaultSearchError
from vaultsearch.core.filters import AllOf, AtPaths, Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.messages import Message
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.protocols import Encoder, Retriever, Runner, TokenEncoder
from vaultsearch.core.query.conditions import is_slashed_pattern
from vaultsearch.core.query.expansion import Expansion
from vaultsearch.core.query.lookup import passage_at, read_text, spaced_pattern
from vaultsearch.core.query.words import content_words
from vaultsearch.core.search.files_beside_notes import (
    first_of_each_kind,
    interleave_files,
    retrieve_both_kinds,
    split_by_kind,
)
from vaultsearch.core.search.fusion import FusionPolicy, add_unread
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL_LEG
from vaultsearch.core.search.titles import TitleScorer
from vaultsearch.core.search.vector_cache import QuestionVectors
from vaultsearch.core.text import fold_case
from vaultsearch.core.threads import giving_way, in_thread, still_wanted
from vaultsearch.core.tracing import Trace
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Chunk, LegRank, Mode, Space

N_CANDIDATES = 50
"""Candidates per leg: the list shows no more by default, and rerankers read fewer."""
MAX_CONSIDERED_NOTES = 200
"""Notes whose similarity is looked up; those further away are not about the question."""
_RELATED_COSINE = 0.3
"""The cosine above which a note is about the question."""


def blend_whole_notes(chunks: Sequence[Chunk], notes: Mapping[str, float], weight: float) -> list[Chunk]:
    """Score each passage ``(1 - weight) * passage + weight * note``, cosines with the question.

    ``notes`` maps paths to cosines, nearest first. Return the best passage first; the original orders of
    passages and notes stay among the ranks.
    """
    places = {path: LegRank(rank, cosine) for rank, (path, cosine) in enumerate(notes.items(), start=1)}
    blended = []
    for chunk in chunks:
        note = places.get(chunk.path)
        if note is None or note.score <= _RELATED_COSINE:
            blended.append(chunk)
        else:
            score = (1 - weight) * (chunk.score or 0.0) + weight * note.score
            blended.append(chunk.scored(score, {**chunk.ranks, "note": note}))
    return sorted(blended, key=lambda chunk: -(chunk.score or 0.0))


# Seconds for a pattern in one passage, and at most in a whole note: nested repeats may take years.
_PATTERN_TIMEOUT_S, _NOTE_TIMEOUT_S = 0.25, 2.0
_PASSAGE_CHARACTERS = 2000
# The index parses each path of a filter.
_MAX_NAMED_PATHS = 500
# Seconds that the words' answer waits for the other legs, so that a quick answer comes at once and whole.
_PATIENCE_S = 0.12
_WORDS, _MEANING = Mode.FULLTEXT.value, Mode.SEMANTIC.value


@dataclass(frozen=True, slots=True, eq=False)
class SemanticRetriever:
    """Retrieve by meaning: the cosine between the vectors of question and passage.

    Args:
        encoder: the question encoder; by default the installed embedding model.
        document_weight: the weight of the whole note's vector, 0 to 1; needs the main space.
        questions: encodes questions; may be shared.
    """

    corpus: LanceCorpus
    _: KW_ONLY
    encoder: Encoder = field(default_factory=OnnxEncoder.installed)
    document_weight: float = 0.0
    space: Space = Space.MAIN
    questions: QuestionVectors = field(default_factory=partial(QuestionVectors, in_thread))

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n nearest passages; raise ModelUnavailableError if the model is missing, or another."""
        if not query.strip():
            return []
        await self.corpus.require_encoder(self.encoder, self.space)
        vector = await self.questions(self.encoder, query)
        nearest = self.corpus.query_embeddings(vector, n, where, self.space)
        if not self.document_weight:
            return await nearest
        notes = self.corpus.summaries.nearest(vector, MAX_CONSIDERED_NOTES)
        return blend_whole_notes(*await asyncio.gather(nearest, notes), self.document_weight)


@dataclass(frozen=True, slots=True)
class ModelTextRetriever:
    """Retrieve passages by the questions, context and summary written about them by a language model."""

    corpus: LanceCorpus
    encoder: Encoder
    questions: QuestionVectors
    space: Space = Space.MAIN

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n nearest passages, each by the nearest text."""
        if not query.strip():
            return []
        await self.corpus.require_encoder(self.encoder, self.space)
        vector = await self.questions(self.encoder, query)
        return await self.corpus.query_model_texts(vector, n, where, self.space)


@dataclass(frozen=True, slots=True)
class RenamedLeg:
    """Wrap a retriever so passages carry a single rank, under this leg's name.

    Otherwise ranks of meaning would be read as the passages' own cosines.
    """

    name: str
    retriever: Retriever

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n best passages."""
        ranking = await self.retriever(query, n, where)
        return [
            chunk.scored(chunk.score, {self.name: LegRank(rank, chunk.score or 0.0)})
            for rank, chunk in enumerate(ranking, start=1)
        ]


@dataclass(frozen=True, slots=True)
class FullTextRetriever:
    """Retrieve by words: BM25 over title, aliases, headings and text; any word may match.

    ``expand`` returns additional words for misspelt or incomplete ones; the last query word is complete if a
    space follows. English function words are ignored, other languages' are not: without them, German
    questions to a vault of three languages found less (Hit@1 .913, with them .933).
    """

    corpus: LanceCorpus
    expand: Callable[[str], Awaitable[Expansion]] | None = None

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n best passages of notes, and of other files, that contain any of the words."""
        also = (await self.expand(query)).weighted if self.expand else ()
        return await self.corpus.query_text(content_words(query), n, where, also)


class GrepRetriever:
    """Retrieve the exact text typed, in any case; ``/pattern/`` is a regular expression.

    Text outside all passages, such as a heading, finds the passage at or after it.
    """

    def __init__(self, corpus: LanceCorpus) -> None:
        self._corpus = corpus

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n best passages; raise QueryError if a pattern is invalid or too slow."""
        if not fold_case(query).strip():
            return []
        find = _literal_finder(normalize("NFC", query.strip()))
        asked = None if where is None else await self._corpus.notes.paths(where)
        notes = [note for note in await self._corpus.notes.all() if asked is None or note.path in asked]
        # Notes first: there are fewer of them than passages, and most hold nothing.
        hits = await in_thread(_first_lines, notes, find)
        if len(hits) <= _MAX_NAMED_PATHS:
            named = AtPaths(frozenset(hits))
            where = named if where is None else AllOf((named, where))
        counted: list[tuple[int, Chunk]] = []
        others: dict[str, list[Chunk]] = {}
        async for chunk in self._corpus.get_all_text(where):
            if (line := hits.get(chunk.path)) is None:
                continue
            source = "\n".join((chunk.content or f"{chunk.title}\n{chunk.text}", *chunk.addresses))
            # A text is copied as it is written, or as it is shown; a note without a body is its title.
            lines = [*find(source, chunk.path)] or [*find(chunk.text, chunk.path)]
            if count := len(lines):
                counted.append((count, chunk))
            else:
                others[chunk.path] = [passage_at([*others.get(chunk.path, ()), chunk], line)]
        found = {chunk.path for _, chunk in counted}
        counted += [(1, chunk) for path, (chunk,) in others.items() if path not in found]
        counted.sort(key=lambda pair: (-pair[0], pair[1].path, pair[1].position))
        return [
            replace(chunk, score=(score := 1 + math.log1p(count)), ranks={"grep": LegRank(rank, score)})
            for rank, (count, chunk) in enumerate(counted[:n], start=1)
        ]


_LiteralFinder: TypeAlias = "Callable[[str, str], Iterator[int]]"
"""Yields the line, 1-based, of each match in a text of a path."""


def _first_lines(notes: Iterable[StoredNote], find: _LiteralFinder) -> dict[str, int]:
    """Map the paths of the notes with a match to the first one's line."""
    check, lines = still_wanted(), {}
    for note in giving_way(notes):
        check()
        source = read_text(note) if note.text.strip() else note.title
        if line := next(find(source, note.path), 0):
            lines[note.path] = line
    return lines


def _literal_finder(text: str) -> _LiteralFinder:
    is_pattern, pattern = is_slashed_pattern(text), text[1:-1]
    try:
        compiled = (
            regex.compile(pattern, regex.IGNORECASE | regex.MULTILINE)
            if is_pattern
            else spaced_pattern(tuple(fold_case(text).split()))
        )
    except regex.error as error:
        raise QueryError(
            Message("/{}/ isn't a valid regular expression: {}.", pattern, error),
            "Correct it, or remove the slashes.",
        ) from error

    def find(text: str, path: str) -> Iterator[int]:
        text = normalize("NFC", text) if is_pattern else fold_case(normalize("NFC", text))
        seconds = min(_PATTERN_TIMEOUT_S * (1 + len(text) // _PASSAGE_CHARACTERS), _NOTE_TIMEOUT_S)
        try:
            # `concurrent` releases the interpreter's lock, so that the window goes on meanwhile.
            for match in compiled.finditer(text, timeout=seconds, concurrent=True):
                yield text.count("\n", 0, match.start()) + 1
        except TimeoutError:
            raise QueryError(
                Message("/{}/ takes too long on {}.", pattern, path),
                "Make it simpler: nested repeats are slow.",
            ) from None

    return find


@dataclass(frozen=True, slots=True)
class RetrieverAnswer:
    """A retriever's passages so far; ``notice`` names a missing leg and the reason."""

    chunks: list[Chunk]
    complete: bool
    notice: str | None = None


Fusion: TypeAlias = "Callable[[str, Mapping[str, Sequence[Chunk]]], list[Chunk]]"
"""Fuses the rankings of a query's legs, by leg name."""


@dataclass(frozen=True, slots=True, eq=False)
class HybridRetriever:
    """Ask several legs at once and fuse their rankings; a failing leg leaves the others.

    Args:
        legs: by name, each leg's retriever and number of passages. The words leg, ``fulltext``, is quick:
            show it if the others take longer than a moment.
        fuse: fuses the legs' rankings; by default with the product's weights.
        by_title: also orders the fused answer by the notes' titles.
        unread: returns which passages, by id, have no vector yet among those asked for.
        more: returns further legs an index may gain while it is searched.
    """

    legs: Mapping[str, tuple[Retriever, int]]
    _: KW_ONLY
    fuse: Fusion = FusionPolicy()  # noqa: RUF009 - a frozen value
    by_title: TitleScorer | None = None
    unread: Callable[[str, frozenset[str]], Awaitable[frozenset[str]]] | None = None
    more: Callable[[], Mapping[str, tuple[Retriever, int]]] = dict

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n best passages of the fused legs."""
        chunks: list[Chunk] = []
        async for answer in self.answers(query, n, where):
            chunks = answer.chunks
        return interleave_files(chunks, query)[:n]

    async def answers(
        self, query: str, n: int, where: Filter | None = None, trace: Trace | None = None
    ) -> AsyncGenerator[RetrieverAnswer, None]:
        """Yield the words' answer if the other legs take longer than a moment, then the fused answer.

        Notes and other files are ranked apart, notes first; `interleave_files` merges them.
        """
        trace = trace or Trace()
        tasks = {}
        for name, (leg, most) in {**self.legs, **self.more()}.items():
            # Words are searched in notes and in files apart, so that neither takes the other's places.
            ranked = leg if name == _WORDS else partial(retrieve_both_kinds, leg)
            tasks[name] = asyncio.ensure_future(trace.awaited(name, ranked(query, max(n, most), where)))
        # The question is encoded for titles meanwhile.
        prepared = [asyncio.ensure_future(self.by_title.prepare(query))] if self.by_title else []
        try:
            # The words first, however long they take: they are the least that can be shown.
            await asyncio.wait([tasks[_WORDS]])
            _, late = await asyncio.wait(tasks.values(), timeout=_PATIENCE_S)
            if late:
                early = await self._fuse_finished(query, {_WORDS: tasks[_WORDS]})
                yield RetrieverAnswer(
                    first_of_each_kind(early.chunks, n), False, "Keyword matches. Searching by meaning…"
                )
                await asyncio.wait(tasks.values())
            fused = await self._fuse_finished(query, tasks)
            best = first_of_each_kind(fused.chunks, n)
            if self.by_title is not None:
                best = await trace.awaited("titles", _order_by_titles(self.by_title, query, fused.chunks, n))
            yield replace(fused, chunks=_with_nearest(best, fused.chunks))
        finally:
            for task in (*tasks.values(), *prepared):
                task.cancel()

    async def _fuse_finished(
        self, query: str, tasks: Mapping[str, asyncio.Future[list[Chunk]]]
    ) -> RetrieverAnswer:
        rankings: dict[str, list[Chunk]] = {}
        troubles = []
        for leg, task in tasks.items():
            # No other errors: a bug must not look like a missing model.
            try:
                rankings[leg] = task.result()
            except VaultSearchError as trouble:
                troubles.append(trouble)
        if not rankings and troubles:
            raise troubles[0]
        notice = Message.joined(dict.fromkeys(trouble.message for trouble in troubles)) or None
        split = {leg: split_by_kind(ranking) for leg, ranking in rankings.items()}
        notes, files = ({leg: both[part] for leg, both in split.items()} for part in (0, 1))
        fused = []
        for of_kind in [notes, files] if any(files.values()) else [notes]:
            fused += self.fuse(query, await self._fill_unread(query, of_kind))
        return RetrieverAnswer(fused, True, notice)

    async def _fill_unread(
        self, query: str, rankings: Mapping[str, list[Chunk]]
    ) -> Mapping[str, Sequence[Chunk]]:
        """Assign passages without a vector a mean score in the leg by meaning."""
        if self.unread is None or not rankings.get(_MEANING):
            return rankings
        others = [chunk for leg, ranking in rankings.items() if leg != _MEANING for chunk in ranking]
        known = {chunk.id for chunk in rankings[_MEANING]}
        unread = await self.unread(query, frozenset(chunk.id for chunk in others) - known)
        return {**rankings, _MEANING: add_unread(rankings[_MEANING], others, unread)}


def _with_nearest(best: list[Chunk], chunks: Sequence[Chunk]) -> list[Chunk]:
    """Append the multilingual model's first passage if words crowd it out: it tells whether any answers."""
    ids = {chunk.id for chunk in best}
    places = ((chunk, chunk.ranks.get(MULTILINGUAL_LEG)) for chunk in chunks if chunk.id not in ids)
    return [*best, *(chunk for chunk, place in places if place is not None and place.rank == 1)]


async def _order_by_titles(by_title: TitleScorer, query: str, chunks: Sequence[Chunk], n: int) -> list[Chunk]:
    """Order by titles too, looking at all passages: a title may be a note's only link to the question."""
    notes, files = split_by_kind(chunks)
    return [*await by_title(query, notes, n), *await by_title(query, files, n)]


@dataclass(frozen=True, slots=True, eq=False)
class TokenRetriever:
    """Retrieve by MaxSim: match each question token to the passage's best (Khattab and Zaharia 2020).

    Needs an index built with ``embedding.chunking_mode = colbert``.
    """

    corpus: LanceCorpus
    encoder: TokenEncoder
    run: Runner = in_thread

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n best passages; raise NotIndexedError if the index has no token vectors."""
        if not query.strip():
            return []
        vectors = await self.run(self.encoder.encode_query_tokens, query)
        return await self.corpus.query_token_embeddings(vectors, n, where)
