"""A vault's search service: answers from a single index and set of parameters."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.analyzer import find_words, fold_word
from vaultsearch.core.filters import AllOf, AtPaths, Filter
from vaultsearch.core.index.corpus import LanceCorpus, measure_completeness
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.tables.index_tables import CHUNKS
from vaultsearch.core.languages.names import language_name
from vaultsearch.core.messages import Message
from vaultsearch.core.protocols import Retriever, Runner
from vaultsearch.core.query.conditions import ConditionPlace
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.query import Query, parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.query.vocabulary import CountedWords
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.search.literal import LiteralFloor
from vaultsearch.core.search.results import ObsidianVaultName, make_result
from vaultsearch.core.search.whole_notes import WholeNotes
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Chunk, Completeness, LegRank, Mode, Result, SearchStage
from vaultsearch.core.values.sync import ModelLanguages
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.replicas import is_replica

if TYPE_CHECKING:
    from vaultsearch.core.context.quotes import QuoteReader
    from vaultsearch.core.long_queries.search import LongQuerySearch
    from vaultsearch.core.relations.relations import CorpusRelations
    from vaultsearch.core.relations.vault_graph import ReachedNote, VaultGraph
    from vaultsearch.core.search.relaxations import NoteCounter, Relaxer
    from vaultsearch.core.search.reranker_chain import RerankerChain


_MAX_SEEDS = 10
"""Answers that the links are followed from."""
_LEAST_SHARE = 0.2
"""The least probability of an answer whose links are followed, relative to the best one's."""
_WITH_LIKENESS = 3
"""Answers whose nearest notes are followed as well."""
_NEAREST_NOTES = 5
_LEG = "links"
_NOWHERE_NOTICE = Message("No links lead on from the answers to this.")


def _words_of(text: str) -> frozenset[str]:
    return frozenset(fold_word(match.group()) for match in find_words(text))


@dataclass(eq=False)
class SearchService:
    """Answer from a single index and set of parameters; replaced when the parameters change.

    ``guarded`` wraps operations on the index, which lies at ``index``. Models are loaded when first needed.
    """

    _parts: ComponentFactory
    _corpus: LanceCorpus
    _run: Runner
    _vault: ObsidianVaultName
    scope: QueryScope
    _guarded: Callable[[], AbstractAsyncContextManager[None]]
    _index: Path
    _retrievers: dict[Mode, Retriever] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts, corpus = self._parts, self._corpus
        self.languages = parts.languages(corpus, self._run)
        self.expand = WordExpander(corpus.notes, languages=self.languages, stored=CountedWords(self._index))
        corpus.upkeep.through_merge[CHUNKS] = self.expand.through_merge
        self.engine = SearchEngine(
            self.retriever,
            scope=self.scope,
            vault=self._vault,
            rerankers=lambda: self._reranker.rerankers,
            expand=self.expand,
            languages=self.languages,
            marker=parts.marker(self.languages, self._run),
            completeness=self.completeness,
            files_per_note=corpus.notes.files_per_note,
            literal=LiteralFloor(corpus),
            whole_notes=WholeNotes(corpus),
            complete=parts.complete if parts.parameters.ask.variants else None,
            describe_unread_file=self.describe_unread_file,
        )

    @cached_property
    def counter(self) -> NoteCounter:
        """The counter for notes a query finds."""
        from vaultsearch.core.search.relaxations import NoteCounter

        return NoteCounter(self._corpus.notes, self.scope, self.expand, self.languages)

    @cached_property
    def relaxer(self) -> Relaxer:
        """Proposes relaxed queries."""
        from vaultsearch.core.search.relaxations import Relaxer

        return Relaxer(self.counter, self.expand.vocabulary, self.languages)

    @cached_property
    def reader(self) -> QuoteReader:
        """Reads notes and their quotes answering a question."""
        from vaultsearch.core.context.quotes import QuoteReader

        return QuoteReader(
            self._corpus, lambda: self._parts.sentence_scorer(self._run), self.languages, self._vault.uri
        )

    @cached_property
    def relations(self) -> CorpusRelations:
        """The relations between notes."""
        from vaultsearch.core.relations.relations import CorpusRelations

        def scale(cosine: float) -> float:
            # Looked up when it is first needed: the model may be missing, and words are found all the same.
            return self._parts.even_scale.after(self._parts.score_calibration.own)(cosine)

        return CorpusRelations(self._corpus, scale)

    @cached_property
    def exploring(self) -> ExploreSearch:
        """The search along answers' links."""
        return ExploreSearch(self, self._corpus, self._vault)

    @cached_property
    def passages(self) -> LongQuerySearch:
        """The search with a text on many topics."""
        from vaultsearch.core.long_queries.search import LongQuerySearch

        async def last_stage(text: str, n: int) -> SearchStage:
            return [stage async for stage in self.engine.search(text, Mode.HYBRID, n, operators=False)][-1]

        return LongQuerySearch(
            retriever=lambda: self._parts.piece_retriever(self._corpus, self._run),
            chunker=lambda: self._parts.chunker,
            notes=self._corpus.notes,
            languages=self.languages,
            expand=self.expand,
            vault=self._vault,
            ordinary=last_stage,
            guarded=self._guarded,
            chunks_per_query=self._parts.parameters.passages.chunks_per_query,
            run=self._run,
        )

    def retriever(self, mode: Mode) -> Retriever:
        """Return a mode's retriever, without query language and reranking."""
        if mode not in self._retrievers:
            self._retrievers[mode] = self._parts.retriever(
                mode, self._corpus, self.expand, self.languages, self._run
            )
        return self._retrievers[mode]

    def token_retriever(self) -> Retriever:
        """Return the retriever by token vectors; it needs the chunking mode colbert."""
        return self._parts.token_retriever(self._corpus, self._run)

    async def warm_up(self, first_question_s: float = 0.0) -> None:
        """Load the question models and the vocabulary, so the first question need not wait.

        The vocabulary is counted ``first_question_s`` seconds later: the first question goes first.
        """
        # Counting the words of all notes keeps a core busy, just when the first question is asked.
        with self.expand.put_off():
            await self.languages.warm_up()
            routing = await self.languages.routing()
            # A vault without English notes never needs the English model: it stays unloaded.
            if routing.others < 1:
                await self._run(self._parts.encoder.encode_queries, ["warm"])
            await self._reranker.for_vault(routing).warm_up()
            if routing.others and self._parts.multilingual is not None:
                await self._run(self._parts.multilingual.encode_queries, ["warm"])
            await asyncio.sleep(first_question_s)
        await self.expand.prepare()
        async with self._guarded():
            await self._corpus.titles.read_ahead()

    async def completeness(self, language: str | None = None) -> Completeness:
        """Count notes that questions in a language can find; None for the notes' own language."""
        return await measure_completeness(self._corpus, await self.languages.routing(), language)

    async def describe_unread_file(self, words: str) -> str | None:
        """Say why a file couldn't be read if the path has all these words, and the name one of them.

        Or that the passages are those of other settings: they were searched without a word.
        """
        manifest, now = await in_thread(read_manifest, self._index), self._parts.parameters
        cut = manifest.made_by.get("chunking", "").partition(" ")[0].split(":") if manifest else []
        settings = [*map(str, (now.chunking.chunk_size, now.chunking.overlap, now.language.note_language))]
        if (
            manifest
            and any(cut)
            and not is_replica(Path(manifest.vault))
            and settings != [*cut[1:3], cut[-1]]
        ):
            return Message("The passages were cut with other settings: index the vault again.")
        asked = _words_of(words)
        for failure in manifest.failed if manifest and asked else ():
            in_name = _words_of(PurePosixPath(failure.path).stem)
            if not asked.isdisjoint(in_name) and asked <= _words_of(failure.path):
                return Message.joined((Message("“{}” couldn't be read:", failure.path), failure.reason))
        return None

    async def names_by_note(
        self, place: ConditionPlace, *, wait: bool = False
    ) -> Mapping[str, tuple[str, ...]]:
        """Map each note's path to names given by the vault as a whole; ``wait`` until topics are computed."""
        if place is ConditionPlace.TOPIC:
            return await self.relations.topics.by_note(wait=wait)
        is_entity = place is ConditionPlace.ENTITY
        return await (self.relations.entities if is_entity else self.relations.hierarchy).by_note()

    async def readers(self) -> tuple[ModelLanguages, ...]:
        """List the models with the languages they read, by the most frequent."""
        routing, multilingual = await self.languages.routing(), self._parts.multilingual
        counts: dict[str, list[tuple[str, int]]] = {}
        for language, count in (await self._corpus.notes.languages()).most_common():
            encoder = self._parts.encoder if multilingual is None or routing.reads(language) else multilingual
            counts.setdefault(encoder.name, []).append((language_name(language), count))
        return tuple(ModelLanguages(model, tuple(languages)) for model, languages in counts.items())

    async def models(self) -> tuple[str, str]:
        """Return the embedding model's name and the reranker chain's for this vault."""
        reranker = self._reranker.for_vault(await self.languages.routing())
        return self._parts.parameters.embedding.embedding_model, reranker.name

    async def close(self) -> None:
        """Stop work in the background."""
        if "relations" in vars(self):
            await self.relations.topics.close()
        await self.languages.close()
        await self.expand.close()

    @cached_property
    def _reranker(self) -> RerankerChain:
        from vaultsearch.core.search.reranker_chain import RerankerChain, build_rerankers

        return RerankerChain(build_rerankers(self._parts, self._corpus, self.languages, self._run))


class ExploreSearch:
    """Searches along the best answers' links; those answers themselves are not listed."""

    def __init__(self, search: SearchService, corpus: LanceCorpus, vault: ObsidianVaultName) -> None:
        self._search, self._corpus, self._vault = search, corpus, vault

    async def stages(
        self, query: str, n: int, *, where: Filter | None = None, rerank: bool = True
    ) -> AsyncGenerator[SearchStage, None]:
        """Yield what is reached from each complete answer by meaning and words."""
        hits = self._search.engine.search(query, Mode.HYBRID, _MAX_SEEDS, where=where, rerank=rerank)
        async for stage in hits:
            if stage.name != "words":
                results = await self._reached(query, stage.results, n, where) if stage.results else ()
                notice = stage.notice if not stage.results else None if results else _NOWHERE_NOTICE
                yield replace(
                    stage, mode=Mode.EXPLORE, results=results, notice=notice, unanswered=False, more=False
                )

    async def _reached(
        self, typed: str, hits: Sequence[Result], n: int, where: Filter | None
    ) -> tuple[Result, ...]:
        relations, query = self._search.relations, parse_query(typed)
        from vaultsearch.core.relations.vault_graph import reached_notes

        graph = await relations.graphs()
        seeds = {path: weight for path, weight in _note_weights(hits).items() if path in graph.notes}
        if not seeds:
            return ()
        near: dict[str, dict[str, float]] = {}
        for path in sorted(seeds, key=lambda path: -seeds[path])[:_WITH_LIKENESS]:
            like = await relations.related.near(path)
            nearest = sorted(like, key=lambda other: (-like[other].best, other))[:_NEAREST_NOTES]
            # Shares of a link's weight; together they sum to it.
            near[path] = {other: like[other].best / _NEAREST_NOTES for other in nearest}
        reached = await in_thread(reached_notes, graph, seeds, near)
        if not reached:
            return ()
        chunks = await self._passages(query, [note.path for note in reached[: 4 * n]], where)
        listed = [note for note in reached if note.path in chunks][:n]
        # Several vaults are merged by score: a path from a poor answer must not outrank one from a good
        # answer.
        best_weight = max(seeds.values())
        return tuple(
            _reached_result(
                note, chunks[note.path].scored(note.score * best_weight), rank, query, graph, self._vault
            )
            for rank, note in enumerate(listed, start=1)
        )

    async def _passages(self, query: Query, paths: Sequence[str], where: Filter | None) -> dict[str, Chunk]:
        """Map notes to the passage nearest to the question, or else to the first passage."""
        # A question may name a folder or a tag: what links lead to obeys it, too.
        conditions = [AtPaths(frozenset(paths)), *([where] if where is not None else [])]
        if query.conditions:
            conditions.append(await self._search.scope.filter(query))
        narrowed = AllOf(tuple(conditions))
        first: dict[str, Chunk] = {}
        near = await self._search.retriever(Mode.SEMANTIC)(query.retrieval_text, 4 * len(paths), narrowed)
        for chunk in (*near, *await self._corpus.get_chunks(narrowed)):
            first.setdefault(chunk.path, chunk)
        return first


def _note_weights(hits: Sequence[Result]) -> Mapping[str, float]:
    """Return each note's weight among the answers: by probability or, without any, by rank."""
    weights: dict[str, float] = {}
    for rank, result in enumerate(hits, start=1):
        weight = 1 / rank if result.probability is None else result.probability
        weights[result.path] = max(weight, weights.get(result.path, 0.0))
    # Links are followed only from answers that are nearly as likely as the best one.
    most = max(weights.values())
    return {path: weight for path, weight in weights.items() if weight >= _LEAST_SHARE * most > 0}


def _reached_result(
    note: ReachedNote, chunk: Chunk, rank: int, query: Query, graph: VaultGraph, vault: ObsidianVaultName
) -> Result:
    scored = chunk.scored(chunk.score, {_LEG: LegRank(rank, note.score)})
    via = tuple(
        graph.notes[node].title if node in graph.notes else node.removeprefix("?") for node in note.via
    )
    return replace(make_result(scored, query, vault), via=via, probability=None)
