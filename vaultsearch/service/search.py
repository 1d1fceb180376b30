"""The search service of one open vault: searches, reading and relations over its index."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING

from vaultsearch.core.index.completeness import completeness
from vaultsearch.core.languages.names import language_name
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.vocabulary import CountedWords
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.search.literal import LiteralFloor
from vaultsearch.core.values.search import Completeness, Mode
from vaultsearch.core.values.sync import Reader

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from vaultsearch.core.context.quotes import NoteReader
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.long_queries.search import LongQuerySearch
    from vaultsearch.core.protocols import Retriever, Runner
    from vaultsearch.core.query.scope import QueryScope
    from vaultsearch.core.relations.relations import Relations
    from vaultsearch.core.search.found_notes import NoteCounter
    from vaultsearch.core.search.relaxations import Relaxer
    from vaultsearch.core.search.reranking.chain import RerankerChain
    from vaultsearch.core.search.results import ObsidianVaultName
    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.service.exploring import ExploreSearch
    from vaultsearch.service.factory import ComponentFactory


class SearchService:
    """Answer from one index with one set of parameters; replaced when the parameters change.

    ``guarded`` wraps operations on the index, which lies at ``index``. Models are loaded when first needed.
    """

    def __init__(
        self,
        parts: ComponentFactory,
        corpus: LanceCorpus,
        run: Runner,
        *,
        vault: ObsidianVaultName,
        scope: QueryScope,
        guarded: Callable[[], AbstractAsyncContextManager[None]],
        index: Path,
    ) -> None:
        self._parts = parts
        self._corpus = corpus
        self._run = run
        self._vault = vault
        self.scope = scope
        self._guarded = guarded
        self._retrievers: dict[Mode, Retriever] = {}
        self._made_reranker: RerankerChain | None = None
        self.languages = parts.languages(corpus, run)
        self.expand = WordExpander(
            corpus.notes, languages=self.languages, stored=CountedWords(index, corpus.notes)
        )
        self.engine = SearchEngine(
            self.retriever,
            scope=scope,
            vault=vault,
            n_candidates=parts.parameters.retrieval.n_candidates,
            rerankers=lambda: self._reranker().rerankers,
            expand=self.expand,
            languages=self.languages,
            marker=parts.marker(self.languages, run),
            completeness=self.completeness,
            files_per_note=corpus.notes.files_per_note,
            literal=LiteralFloor(corpus),
            complete=parts.complete if parts.parameters.ask.variants else None,
        )

    @cached_property
    def counter(self) -> NoteCounter:
        """The counter of the notes that a query finds."""
        from vaultsearch.core.search.found_notes import NoteCounter

        return NoteCounter(self._corpus.notes, self.scope, self.expand, self.languages)

    @cached_property
    def relaxer(self) -> Relaxer:
        """The part that proposes relaxed queries."""
        from vaultsearch.core.search.relaxations import Relaxer

        return Relaxer(self.counter, self.expand.vocabulary, self.languages)

    @cached_property
    def reader(self) -> NoteReader:
        """The reader of notes and of their quotes that answer."""
        from vaultsearch.core.context.quotes import NoteReader

        return NoteReader(
            self._corpus,
            lambda: self._parts.sentence_scorer(self._run),
            self.languages,
            self._vault.uri,
        )

    @cached_property
    def relations(self) -> Relations:
        """The relations between notes."""
        from vaultsearch.core.relations.relations import Relations

        return Relations(self._corpus, self._scaled)

    @cached_property
    def exploring(self) -> ExploreSearch:
        """The search along the links of the answers."""
        from vaultsearch.service.exploring import ExploreSearch

        return ExploreSearch(self, self._corpus, self._vault)

    @cached_property
    def passages(self) -> LongQuerySearch:
        """The search with a text of many topics."""
        from vaultsearch.core.long_queries.search import LongQuerySearch

        return LongQuerySearch(
            retriever=lambda: self._parts.piece_retriever(self._corpus, self._run),
            chunker=lambda: self._parts.chunker,
            notes=self._corpus.notes,
            languages=self.languages,
            expand=self.expand,
            vault=self._vault,
            ordinary=self._last_stage,
            guarded=self._guarded,
            options=self._parts.long_query_options,
            run=self._run,
        )

    def retriever(self, mode: Mode) -> Retriever:
        """Return the retriever of a mode, without the query language and reranking."""
        if mode not in self._retrievers:
            self._retrievers[mode] = self._parts.retriever(
                mode, self._corpus, self.expand, self.languages, self._run
            )
        return self._retrievers[mode]

    def token_retriever(self) -> Retriever:
        """Return the retriever by token vectors; it needs the chunking mode colbert."""
        return self._parts.token_retriever(self._corpus, self._run)

    async def warm_up(self, first_question_s: float = 0.0) -> None:
        """Load the models for questions, so that the first one waits for none, and the vocabulary.

        The vocabulary is counted ``first_question_s`` seconds later: the first question goes first.
        """
        with self.expand.put_off():
            await self.languages.warm_up()
            routing = await self.languages.routing()
            if routing.others < 1:
                await self._run(self._parts.encoder.warm_up)
            await self._reranker().for_vault(routing).warm_up()
            if routing.others and self._parts.multilingual is not None:
                await self._run(self._parts.multilingual.warm_up)
            await asyncio.sleep(first_question_s)
        await self.expand.prepare()
        async with self._guarded():
            await self._corpus.titles.read_ahead()

    async def completeness(self, language: str | None = None) -> Completeness:
        """Count the notes that questions in a language can find; None for the notes' own language."""
        return await completeness(self._corpus, await self.languages.routing(), language)

    async def readers(self) -> tuple[Reader, ...]:
        """List the models with the languages they read, by the most frequent."""
        routing, multilingual = await self.languages.routing(), self._parts.multilingual
        counts: dict[str, list[tuple[str, int]]] = {}
        for language, count in (await self._corpus.notes.languages()).most_common():
            encoder = self._parts.encoder if multilingual is None or routing.reads(language) else multilingual
            counts.setdefault(encoder.name, []).append((language_name(language), count))
        return tuple(Reader(model, tuple(languages)) for model, languages in counts.items())

    async def models(self) -> tuple[str, str]:
        """Return the names of the embedding model and of the chain of rerankers for this vault."""
        reranker = self._reranker().for_vault(await self.languages.routing())
        return self._parts.parameters.embedding.embedding_model, reranker.name

    async def close(self) -> None:
        """Stop work in the background."""
        if "relations" in vars(self):
            await self.relations.topics.close()
        await self.languages.close()
        await self.expand.close()

    async def _last_stage(self, text: str, n: int) -> SearchStage:
        stages = self.engine.search(text, Mode.HYBRID, n, operators=False)
        return [stage async for stage in stages][-1]

    def _scaled(self, cosine: float) -> float:
        # Looked up when it is first needed: the model may be missing, and words are found all the same.
        return self._parts.cosine_scale(cosine)

    def _reranker(self) -> RerankerChain:
        from vaultsearch.core.search.reranking.chain import RerankerChain

        if self._made_reranker is None:
            self._made_reranker = RerankerChain(
                self._parts.rerankers(self._corpus, self.languages, self._run)
            )
        return self._made_reranker
