"""A vault's components, each built when first used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from vaultsearch.core.chunking.chunker import Chunker, NoteLanguages
from vaultsearch.core.chunking.embedded_text import LateChunker
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.models.chat_client import Endpoint, Messages
from vaultsearch.core.models.encoder import WholeTextEncoder
from vaultsearch.core.protocols import Encoder, Runner
from vaultsearch.core.search.components import SearchComponents
from vaultsearch.core.values.components import CROSS_ENCODER
from vaultsearch.core.values.search import Space
from vaultsearch.service.parts.model_access import LanguageModel

if TYPE_CHECKING:
    from vaultsearch.core.context.assembler import ContextAssembler
    from vaultsearch.core.context.quotes import SentenceScorer
    from vaultsearch.core.generation.support import SupportCheck
    from vaultsearch.core.index.sync.token_filling import TokenPipeline
    from vaultsearch.core.long_queries.search import SegmentRetriever


class ComponentFactory(SearchComponents):
    """Build components for indexing, contexts and long queries besides those for a search."""

    def with_file(self, file: Mapping[str, object]) -> ComponentFactory:
        """Return a factory for other parameters in the settings file; raises SettingsError."""
        parameters = replace(self.parameters, file=dict(file))
        parameters.check()
        return ComponentFactory(parameters, self.models)

    def embedding_endpoint(self, address: str, model: str) -> Endpoint:
        """Return an encoder's server, with the key and the hosts allowed to receive all notes."""
        from vaultsearch.service.parts.model_access import embedding_endpoint

        return embedding_endpoint(address, model)

    @cached_property
    def language_model(self) -> LanguageModel:
        """The language model for answers, for ordering passages and finding other words."""
        return LanguageModel(lambda: (self.parameters.ask.base_url, self.parameters.ask.model))

    @cached_property
    def rerank_server(self) -> LanguageModel:
        """The server scoring passages."""
        return LanguageModel(lambda: (self.parameters.ask.rerank_url, self.parameters.ask.rerank_model))

    async def complete(self, messages: Messages, /) -> str:
        """Return the language model's answer. Raise ModelUnavailableError if it cannot be reached."""
        return await (await self.language_model.client()).complete(messages)

    async def rerank_scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        """Return the server's scores. Raise ModelUnavailableError if it cannot be reached."""
        if not (self.parameters.ask.rerank_url and self.parameters.ask.rerank_model):
            return await super().rerank_scores(query, texts)
        return await (await self.rerank_server.client()).rerank(query, texts)

    async def close(self) -> None:
        """Close the connections to language models."""
        # Only those that were made: to look one up would make it.
        for name in ("language_model", "rerank_server"):
            if name in vars(self):
                await getattr(self, name).close()

    def check(self) -> None:
        """Raise ModelUnavailableError if a model named in the parameters is not available."""
        from vaultsearch.core.search.cross_encoder import locate_cross_encoder

        # Made here, so that a missing model is told before anything has changed.
        _ = self.encoder, self.multilingual
        if CROSS_ENCODER in self.parameters.reranker.chain:
            locate_cross_encoder(self.parameters.reranker.reranker_model, self.models)

    @property
    def chunker(self) -> Chunker:
        """The chunker for notes."""
        is_late = self.parameters.embedding.chunking_mode == "late"
        kind = LateChunker if is_late else Chunker
        return kind(
            self.encoder.counter,
            self.parameters.chunking.chunk_size,
            self.parameters.chunking.overlap,
            self.multilingual_counter,
            NoteLanguages(self.parameters.language.note_language, self.models),
        )

    @property
    def tokens(self) -> TokenPipeline | None:
        """The token vector pipeline; None if the chunking mode has none."""
        from vaultsearch.core.index.sync.token_filling import TokenPipeline

        encoder = self.encoder
        if not self.has_tokens or isinstance(encoder, WholeTextEncoder):
            return None
        return TokenPipeline(encoder)

    def context_assembler(self, budget: int | None = None) -> ContextAssembler:
        """Return an assembler for contexts with ``budget`` tokens, by default ``context.budget``."""
        from vaultsearch.core.context.assembler import ContextAssembler

        default = self.parameters.context.budget
        return ContextAssembler(
            self.encoder.counter, default if budget is None else budget, self.multilingual_counter
        )

    def sentence_scorer(self, run: Runner) -> SentenceScorer:
        """Return a scorer for sentences answering a question, with the rerankers' models."""
        from vaultsearch.core.context.quotes import SentenceScorer
        from vaultsearch.core.search.reranker_chain import configured_cross_encoder

        cross_encoder = configured_cross_encoder(self.parameters, self.models)
        encoder, sentences = self.encoder, self.sentence_encoder
        if isinstance(encoder, WholeTextEncoder):
            return SentenceScorer(self.token_encoder, None, cross_encoder, run, encoder)
        return SentenceScorer(encoder, self.multilingual, cross_encoder, run, sentences)

    def support_check(self, run: Runner) -> SupportCheck:
        """Return the check for a language model's answers, with the rerankers' models."""
        from vaultsearch.core.generation.support import SupportCheck

        return SupportCheck(self.sentence_scorer(run))

    def piece_retriever(self, corpus: LanceCorpus, run: Runner) -> SegmentRetriever:
        """Return a retriever for passages near to segments of a long text.

        Raises ModelUnavailableError.
        """
        from vaultsearch.core.long_queries.search import SegmentReader, SegmentRetriever

        encoder = self.encoder
        main = SegmentReader(
            # The token encoder in its place is another model.
            encoder if isinstance(encoder, WholeTextEncoder) else self.token_encoder,
            least=self._least(encoder),
        )
        if self.multilingual is None:
            return SegmentRetriever(corpus, main, run=run)
        least = self._least(self.multilingual)
        others = SegmentReader(
            self.multilingual, Space.MULTILINGUAL, self.even_scale, least, self.score_calibration.own
        )
        return SegmentRetriever(corpus, main, others, run)

    def _least(self, encoder: Encoder) -> float:
        """Return the cosine from which a passage is near: as set, else as fitted for the model."""
        from vaultsearch.core.long_queries.search import MIN_COSINES

        least = self.parameters.passages.min_similarity_threshold
        return MIN_COSINES.get(encoder.name, -1.0) if least == -1.0 else least
