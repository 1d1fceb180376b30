"""A vault's index, in LanceDB tables: the wall between build time and query time."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from vaultsearch.core.chunking.embedded_text import FILE_COLUMNS
from vaultsearch.core.errors import IndexDamagedError, ModelUnavailableError
from vaultsearch.core.filters import AllOf, AtPath, Filter, InLanguages, Not, WithIds
from vaultsearch.core.index.backlog import Backlog
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.model_texts import ModelTextTable
from vaultsearch.core.index.note_vectors import SummaryTable, VectorsInMemory
from vaultsearch.core.index.stored_vectors import StoredVectors
from vaultsearch.core.index.tables.index_tables import CHUNKS, NOTES, VECTORS, IndexTables
from vaultsearch.core.index.tables.passage_cache import PassageCache, rank_passages
from vaultsearch.core.index.tables.predicates import write_sql
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.index.tables.word_search import SCORE_AS_WRITTEN, WordQuery
from vaultsearch.core.index.tables.writing import IndexWriter
from vaultsearch.core.index.title_table import TitleTable
from vaultsearch.core.index.token_table import TokenTable
from vaultsearch.core.index.upkeep import IndexUpkeep
from vaultsearch.core.languages.names import Routing
from vaultsearch.core.protocols import Encoder, Vectors
from vaultsearch.core.threads import MadeOnce, in_thread
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Chunk, Completeness, Holders, Space, WeightedWords
from vaultsearch.core.values.sync import Comparison, SearchedVectors

T = TypeVar("T")

SCHEMA_VERSION = 10
"""Raise with every change to the tables' columns or their meaning."""

FINGERPRINT = f"schema-{SCHEMA_VERSION}"
"""Names these columns in the manifest."""

_MOST_FILTERED = 2000
"""Unindexed passages looked up for a search with a condition, which drops some."""
_MAX_HOLDERS, _MAX_CACHED_HOLDERS = 10_000, 30_000
"""Passages considered per word; and cached by words, a quarter of a kilobyte each, for a query typed on."""
MADE_ANEW = "Index rebuilt because of a new version, a new model or other passages."


async def is_damaged(index: Path) -> bool:
    """Return whether opening the index in a folder and reading everything fails."""
    try:
        corpus = await LanceCorpus.open(index)
    except IndexDamagedError:
        return True
    try:
        return await corpus.upkeep.is_damaged()
    finally:
        corpus.close()


class LanceCorpus:
    """A vault's notes and passages. A single process writes; any number may read.

    Searches return `Chunk` values with score and rank in that leg. Until the tables are first prepared,
    everything reads as empty.
    """

    def __init__(self, tables: IndexTables, hides_links_out: bool = False) -> None:
        self.path = tables.path
        self.tables = tables
        self.backlog = Backlog()
        self.notes = StoredNotes(tables, hides_links_out)
        self.vectors = StoredVectors(tables, self.notes, self.backlog)
        self.summaries = SummaryTable(tables, self.notes, self.backlog)
        self.titles = TitleTable(tables, self.backlog)
        self.model_texts = ModelTextTable(tables, self.notes, self.backlog)
        self.tokens = TokenTable(tables)
        self.writer = IndexWriter(tables, self.notes, self.vectors, self.summaries, self.backlog)
        self.upkeep = IndexUpkeep(tables, self.backlog)
        self.upkeep.through_merge[NOTES] = self.notes.cache.through_merge
        self.described_by: Mapping[str, str] | None = None
        """The `picture_texts` with which the pictures were read; None if they must be compared."""
        self._passages = PassageCache(tables)
        self._first_search = asyncio.Lock()
        # The version of the passages' table in which the index of a column of words was read.
        self._searched_version: dict[str, int] = {}
        self._cached_holders: dict[tuple[object, ...], Holders] = {}
        self._in_memory = {space: VectorsInMemory(tables, name, "id") for space, name in VECTORS.items()}
        tables.register_cache(self._cached_holders.clear)

    @classmethod
    async def open(cls, path: str | Path, *, hides_links_out: bool = False) -> LanceCorpus:
        """Open the index in a folder.

        Args:
            path: The index folder; it need not exist yet.
            hides_links_out: Read as if notes leading out of the vault were not in it.

        Raises:
            IndexDamagedError: The tables cannot be opened.
        """
        return cls(await IndexTables.open(Path(path)), hides_links_out)

    def close(self) -> None:
        """Close the tables' files."""
        self.tables.close()

    @cached_property
    def picture_texts(self) -> MadeOnce[tuple[StoredNote, ...], dict[str, str]]:
        """Each picture's text from the notes; the same mapping until a note with a picture changes."""
        from vaultsearch.core.vault.pictures import picture_texts, renew_picture_texts

        return MadeOnce(self.notes.all, picture_texts, renew_picture_texts)

    async def searched_vectors(self) -> tuple[SearchedVectors, ...]:
        """Return how each space's vectors are searched, which depends on their number."""
        searched: list[SearchedVectors] = []
        for space in self.tables.spaces:
            table, dimension = self.tables[VECTORS[space]], await self.vectors[space].dimension()
            count, comparison = await table.count_rows(), Comparison.MEMORY
            if not self._in_memory[space].has_room(count, dimension or 0):
                by_graph = await self.tables.searches[table.name].uses_index(table)
                comparison = Comparison.GRAPH if by_graph else Comparison.EXACT
            searched.append(SearchedVectors(space, count, comparison))
        return tuple(of_space for of_space in searched if of_space.vectors)

    async def get_document(self, id: str) -> str:
        """Return a note's text as it was read. Raise KeyError if there is no such note."""
        shown = write_sql(await self.notes.shown(AtPath(id)) or AtPath(id))
        rows = await self.tables.rows(NOTES, ["text"], where=shown)
        if not rows:
            raise KeyError(id)
        return str(rows[0]["text"])

    def get_all_text(self, where: Filter | None = None) -> AsyncIterator[Chunk]:
        """Yield the passages matching a condition, or all, in stored order."""
        return self.notes.chunks(where)

    async def get_chunks(self, where: Filter) -> list[Chunk]:
        """Return the passages matching a condition, in the order of their notes."""
        return await self.notes.chunks_in_order(where)

    async def require_encoder(self, encoder: Encoder, space: Space) -> None:
        """Raise ModelUnavailableError if another model made a space's vectors: cosines would mean nothing."""
        manifest = await in_thread(read_manifest, self.path)
        made_by = manifest.made_by.get(space.value) if manifest else None
        if made_by and made_by != encoder.fingerprint:
            raise ModelUnavailableError(
                "Another model has read these notes, so nothing is found by meaning.",
                "Choose the model that has read them, or index them again.",
            )

    async def query_embeddings(
        self, vector: Vectors, n: int, where: Filter | None = None, space: Space = Space.MAIN
    ) -> list[Chunk]:
        """Find passages by cosine similarity to ``vector``, float32 (dimension,), in a space.

        Exact in small indexes and among few passages, else nearly so: see `vector_search`.
        """
        if not await self.vectors[space].holds(vector):
            return []
        self.backlog.note_asked()
        where = await self.notes.shown(where)
        in_memory, table = self._in_memory[space], self.tables[VECTORS[space]]
        # Such as the condition on the language, where a table holds only what its model reads.
        if where is not None:
            n_rows = await self.tables.count_rows(table)
            where = None if await self.tables.count_rows(table, write_sql(where)) == n_rows else where
        # With a condition, the table is searched: the vectors in memory know nothing of tags or dates.
        if where is None and (near := await in_memory.nearest(vector, n)) is not None:
            # A passage may have been deleted after its vector was read into memory; it is left out then.
            passages = await self._passages.named([key for key, _ in near])
            scored = ((passages[key], score) for key, score in near if key in passages)
            return rank_passages(scored, "semantic")
        query = await self.vectors[space].nearest(vector, n, where)
        vectors = await self._passages.of_vectors(query, n, "_distance")
        return rank_passages(((chunk, 1.0 - distance) for chunk, (distance,) in vectors), "semantic")

    async def query_many_embeddings(
        self, vectors: Vectors, n: int, where: Filter | None, space: Space
    ) -> list[list[Chunk]]:
        """Find the n nearest passages to each vector, float32 (m, dimension), together."""
        if not await self.vectors[space].holds(vectors):
            return [[] for _ in vectors]
        # WORKAROUND lancedb 0.40: a single vector is searched for twice: only of several is there a number.
        padded_vectors = vectors if len(vectors) > 1 else np.concatenate([vectors, vectors])
        where = await self.notes.shown(where)
        query = await self.vectors[space].nearest(padded_vectors, n, where)
        candidates: list[list[tuple[Chunk, float]]] = [[] for _ in padded_vectors]
        for chunk, (distance, which) in await self._passages.of_vectors(query, n, "_distance", "query_index"):
            candidates[which].append((chunk, distance))
        nearest = [sorted(some, key=itemgetter(1)) for some in candidates[: len(vectors)]]
        return [rank_passages(((chunk, 1.0 - d) for chunk, d in some), "semantic") for some in nearest]

    async def query_token_embeddings(
        self, vectors: Vectors, n: int, where: Filter | None = None
    ) -> list[Chunk]:
        """Find passages by MaxSim to a question's token vectors, float32 (tokens, dimension), unit length.

        The score is the mean, over the tokens, of the passage's best cosine. Exact. Raise NotIndexedError if
        the index holds no token vectors.
        """
        return await self.tokens.query(vectors, n, await self.notes.shown(where))

    async def query_model_texts(
        self, vector: Vectors, n: int, where: Filter | None = None, space: Space = Space.MAIN
    ) -> list[Chunk]:
        """Find passages by a language model's texts about them, by cosine to ``vector`` in a space."""
        nearest = list((await self.model_texts.nearest(space, vector, n)).items())
        shown = await self.notes.shown(where)
        scored: list[tuple[Chunk, float]] = []
        # A part at a time: without a condition, the first one has them all, and no other is unpacked.
        for start in range(0, len(nearest), n):
            part = nearest[start : start + n]
            passages = await self._passages.named([key for key, _ in part], shown)
            scored += ((passages[key], cosine) for key, cosine in part if key in passages)
            if len(scored) >= n:
                break
        return rank_passages(scored[:n], "semantic")

    async def query_text(
        self, text: str, n: int, where: Filter | None = None, also: Sequence[WeightedWords] = ()
    ) -> list[Chunk]:
        """Find n passages in notes and n in other files that hold any word, by BM25 for each kind.

        The text is never read as syntax; ``also`` are further words, whose matches count less. Scripts
        without spaces are searched by words and by characters, each counting half.
        """
        if CHUNKS not in self.tables or not text.strip():
            return []
        self.backlog.note_asked()
        await self.tables.renew_now_and_then()
        shown, searches = await self.notes.shown(where), await self.notes.word_searches()
        # Notes and files have columns of their own, so that PDFs do not change how rare a word is among
        # notes.
        rankings = await self._by_words([search.matching(text, shown, also) for search in searches], n, shown)
        return rank_passages(sorted(itertools.chain(*rankings), key=itemgetter(1), reverse=True), "fulltext")

    async def query_literal(self, text: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Find n passages in notes, and n in other files, holding every word as written.

        In any order, by BM25; for scripts without spaces, every pair of adjacent characters.
        """
        if CHUNKS not in self.tables or not text.strip():
            return []
        shown = await self.notes.shown(where)
        queries = [search.holding(text, shown) for search in await self.notes.word_searches()]
        rankings = await self._by_words([query for query in queries if query is not None], n, shown)
        # Unsorted across the two: the caller ranks by how literally a passage holds the text, not by BM25.
        return [chunk for of_kind in rankings for chunk, _ in of_kind]

    async def query_holders(self, words: Sequence[str], where: Filter | None = None) -> dict[str, Holders]:
        """Find passages in notes and files holding each word, those as written first, by BM25."""
        if CHUNKS not in self.tables:
            return dict.fromkeys(words, Holders())
        shown, searches = await self.notes.shown(where), await self.notes.word_searches()
        state = (await self.tables.state(CHUNKS), shown and write_sql(shown))
        # Passages LanceDB has not indexed yet may follow without another state.
        cached = {} if self.backlog.recent_words.is_complete else self._cached_holders

        async def find_holders(word: str) -> Holders:
            # The dict is ordered by last use.
            if (holders := cached.pop((word, state), None)) is None:
                queries = (search.holding_form(word, shown) for search in searches)
                parts = [await self._holders(query, shown) for query in queries if query]
                holders = Holders(*(list(itertools.chain(*each)) for each in zip(*parts, strict=True)))
            cached[word, state] = holders
            return holders

        found = dict(zip(words, await asyncio.gather(*map(find_holders, words)), strict=True))
        while sum(1 + len(holders.ids) for holders in cached.values()) > _MAX_CACHED_HOLDERS:
            del cached[next(iter(cached))]
        return found

    async def _holders(self, query: WordQuery, shown: Filter | None) -> Holders:
        recent, indexed, scores = self.backlog.recent_words, query.query, dict[str, float]()
        if recent.is_complete:
            indexed = indexed.fast_search()
            scores = recent.best(query.clauses, _MAX_HOLDERS if shown is None else _MOST_FILTERED)
            if shown is not None:
                seen = await self._passages.named(list(scores), shown)
                scores = {key: score for key, score in scores.items() if key in seen}
        rows: Any = await self._indexed(query, indexed.select(["id", "_score"]).limit(_MAX_HOLDERS).to_arrow)
        scores |= dict(zip(rows["id"].to_pylist(), rows["_score"].to_pylist(), strict=True))
        is_file = query.clauses[0].column == FILE_COLUMNS.words
        documents = list(scores) if is_file else [key.rpartition(":")[0] for key in scores]
        return Holders(list(scores), documents, [score >= SCORE_AS_WRITTEN for score in scores.values()])

    async def get_passages(self, ids: Sequence[str]) -> list[Chunk]:
        """Return the passages with these ids, in this order, skipping deleted ones."""
        passages = await self._passages.named(ids) if ids else {}
        return [passages[key] for key in ids if key in passages]

    async def _indexed(self, query: WordQuery, search: Callable[[], Awaitable[T]]) -> T:
        """Search a query's word index; alone if it is the first search in a table version."""
        column, version = query.clauses[0].column, await self.tables.version(CHUNKS)
        if self._searched_version.get(column) == version:
            return await search()
        # WORKAROUND lancedb 0.40: of two searches at once that read a damaged index of words, one never ends.
        async with self._first_search:
            rows = await search()
        self._searched_version[column] = version
        return rows

    async def _passages_of(self, query: WordQuery, indexed: Any, n: int) -> list[tuple[Chunk, float]]:
        return await self._indexed(query, lambda: self._passages.of(indexed, n))

    async def _by_words(
        self, queries: Sequence[WordQuery], n: int, shown: Filter | None
    ) -> list[list[tuple[Chunk, float]]]:
        """Return, for each query, up to n passages with their BM25, best first."""
        recent = self.backlog.recent_words
        if not recent.is_complete:
            return await asyncio.gather(*(self._passages_of(query, query.query, n) for query in queries))
        most = n if shown is None else _MOST_FILTERED
        scores = [recent.best(query.clauses, most) for query in queries]
        written, rankings = await asyncio.gather(
            self._passages.named(list(itertools.chain(*scores)), shown),
            asyncio.gather(*(self._passages_of(query, query.query.fast_search(), n) for query in queries)),
        )
        merged = []
        for ranking, of_recent in zip(rankings, scores, strict=True):
            # A passage is in both for a moment, once LanceDB has indexed it.
            both = {chunk.id: (chunk, score) for chunk, score in ranking}
            both |= {key: (written[key], score) for key, score in of_recent.items() if key in written}
            merged.append(nlargest(n, both.values(), key=itemgetter(1)))
        return merged


async def measure_completeness(
    corpus: LanceCorpus, routing: Routing, language: str | None = None
) -> Completeness:
    """Count the notes found by questions in a language; None stands for the notes' own language.

    A note counts as found by meaning once every passage has the vector compared with such a question.
    Passages that could not be encoded are not waited for.
    """
    manifest = await in_thread(read_manifest, corpus.path)
    if manifest is None:
        return Completeness(scanned=False)
    # Also those of which a passage crashed the encoder: their vectors will never come.
    left_out = {failure.path for failure in manifest.failed}
    stored, compared = await corpus.notes.count(), _compared_spaces(routing, language)
    # Twice: where nothing was lacking before the other space's notes were listed, some of these may lack now.
    lacking = [await corpus.vectors.lacking(*each) for each in (*compared, *compared)]
    unread = frozenset[str]().union(*(of_space.paths for of_space in lacking)) - left_out
    # Of the notes stored before their vectors were looked for: a batch that was written in between passed as
    # found, whole.
    noted = [of_space.noted for of_space in lacking if of_space.paths]
    complete = min(stored, len(frozenset.intersection(*noted) - unread)) if noted else stored
    # While a sync runs, the table holds only a part of the vault, and the manifest alone knows the rest.
    # Otherwise the table is nearer to the truth than a count written at the last sync.
    files = manifest.n_files if manifest.waiting else stored + manifest.unread
    by_words = max(0, files - manifest.waiting - manifest.unread)
    # A sync may write between the readings above, so that the numbers are of different moments.
    return Completeness(files, by_words, min(by_words, complete), failed=manifest.unread)


async def unread_passages(
    corpus: LanceCorpus, routing: Routing, language: str, ids: frozenset[str]
) -> frozenset[str]:
    """Return the passages lacking the vector compared with a question in this language."""
    unread_ids: set[str] = set()
    for space, where in _compared_spaces(routing, language):
        # The notes that lack a vector are kept in memory, and mostly there are none.
        if ids and (await corpus.vectors.lacking(space, where)).paths:
            these = WithIds(ids)
            condition = AllOf((where, these)) if where else these
            unread_ids |= set(await corpus.vectors.pending_ids(space, condition))
    return frozenset(unread_ids)


def _compared_spaces(routing: Routing, language: str | None) -> list[tuple[Space, Filter | None]]:
    """List which passages a question is compared with, by space."""
    if routing.read is None:
        return [(Space.MAIN, None)]
    if language is not None and not routing.reads(language):
        return [(Space.MULTILINGUAL, None)]
    read = InLanguages(routing.read)
    return [(Space.MAIN, read), (Space.MULTILINGUAL, Not(read))]
