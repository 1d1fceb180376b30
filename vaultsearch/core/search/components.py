"""The search components configured by the parameters: models, retrievers, fusion, rerankers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.index.corpus import LanceCorpus, unread_passages
from vaultsearch.core.index.index_folder import question_languages
from vaultsearch.core.models.chat_client import Endpoint, Messages
from vaultsearch.core.models.encoder import WholeTextEncoder
from vaultsearch.core.models.encoder_choice import ModelEncoder, encoder_for, token_encoder
from vaultsearch.core.models.model_files import DEFAULT_MODEL
from vaultsearch.core.models.multilingual_choice import (
    MultilingualEncoder,
    multilingual_encoder,
    recommended_model,
    sentence_reader,
)
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder, UniversalTokenCounter
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Encoder, Retriever, Runner, TokenEncoder
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search import retrieval, routed_retrieval
from vaultsearch.core.search.engine import Marker
from vaultsearch.core.search.fusion import TOKENS_LEG, FusionPolicy
from vaultsearch.core.search.titles import TitleModel, TitleScorer
from vaultsearch.core.search.vector_cache import QuestionVectors
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.components import MODEL_TEXTS
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk, Mode, Space

_DOCUMENT_WEIGHT = 0.15
"""The weight of a whole note's meaning in its passages', measured on the sets of questions."""
_MULTILINGUAL_CANDIDATES = 100
"""Least candidates of the multilingual model: several may say the same in different languages."""
_ENCODED_WHILE_READ = 16
"""Titles encoded per question while a vault is first read and has no title vectors: all fifty took each
question 35 ms, on cores busy reading notes."""
_TITLE_WORDS = 0.4
"""The bonus to a title's similarity for the share of question words in it."""


class SearchComponents:
    """Build the components of a search, loading each model when first used.

    A script with retrievers and rerankers from here ranks as the window does. ``models`` is a folder for
    model files; without it, each process has a copy in memory.
    """

    def __init__(self, parameters: Parameters | None = None, models: Path | None = None) -> None:
        self.parameters = parameters or Parameters()
        self.models = models

    async def complete(self, _messages: Messages, /) -> str:
        """Raise ModelUnavailableError; the program's own components call the language model, if set."""
        raise ModelUnavailableError("No language model is set.", "Leave it out of reranker.chain.")

    async def rerank_scores(self, _query: str, _texts: Sequence[str], /) -> list[float]:
        """Raise ModelUnavailableError; the program's own components ask the rerank server, if set."""
        remedy = "Set ask.rerank_url and ask.rerank_model, or leave rerank_server out of reranker.chain."
        raise ModelUnavailableError("No server for reranking is set.", remedy)

    @cached_property
    def encoder(self) -> ModelEncoder:
        """The embedding model; raises ModelUnavailableError."""
        return encoder_for(self.parameters, self.models, self.embedding_endpoint)

    def embedding_endpoint(self, address: str, model: str) -> Endpoint:
        """Return an encoder's server; the program's own components add key and consent."""
        return Endpoint.from_address(address, model, for_embeddings=True)

    @cached_property
    def token_encoder(self) -> TokenEncoder:
        """The encoder of tokens, titles and sentences; raises ModelUnavailableError."""
        return token_encoder(self.encoder)

    @cached_property
    def multilingual(self) -> MultilingualEncoder | None:
        """The encoder for all languages but English; None if `encoder` reads them all.

        Raises ModelUnavailableError.
        """
        name = self._multilingual_name
        return None if name is None else multilingual_encoder(name, self.models)

    @cached_property
    def _multilingual_name(self) -> str | None:
        name = self.parameters.embedding.multilingual_model
        # A model of the user's own may read all languages; a second one is added only if asked for.
        if name == "auto":
            beside = self.parameters.embedding.embedding_model
            name = recommended_model(self.models) if beside == DEFAULT_MODEL else "none"
        return None if name == "none" else name

    @property
    def multilingual_counter(self) -> UniversalTokenCounter | None:
        """The token counter for all languages but English; None without a multilingual model."""
        return UniversalTokenCounter.installed(self.models) if self._multilingual_name is not None else None

    @property
    def sentence_encoder(self) -> MultilingualEncoder | None:
        """The multilingual encoder quick enough for single sentences and titles."""
        return sentence_reader(self.multilingual, self.models)

    @property
    def even_scale(self) -> routed_retrieval.CosineScale:
        """The scale from the sentence encoder's cosines to the embedding model's, if known."""
        is_known = isinstance(self.sentence_encoder, UniversalSentenceEncoder)
        return routed_retrieval.UNIVERSAL_SENTENCE_SCALE if is_known else routed_retrieval.CosineScale()

    @property
    def score_calibration(self) -> routed_retrieval.ScoreCalibration:
        """The scales from the multilingual model's cosines to the sentence encoder's."""
        name = self.multilingual.name if self.multilingual is not None else ""
        return routed_retrieval.SCORE_CALIBRATIONS.get(name, routed_retrieval.ScoreCalibration())

    def languages(self, corpus: LanceCorpus, run: Runner = in_thread) -> QueryLanguages:
        """Return a corpus's detector of question languages."""
        return QueryLanguages(
            corpus.notes,
            run=run,
            multilingual=self._multilingual_name is not None,
            always=self.parameters.language.question_language,
            requested=partial(question_languages, corpus.path),
            models=self.models,
        )

    @property
    def has_tokens(self) -> bool:
        """Whether the index has token vectors besides passage vectors."""
        is_colbert = self.parameters.embedding.chunking_mode == "colbert"
        return is_colbert and not isinstance(self.encoder, WholeTextEncoder)

    @property
    def fusion(self) -> FusionPolicy:
        """Return the fusion of rankings."""
        return FusionPolicy(self.parameters, self.has_tokens)

    def retriever(
        self,
        mode: Mode,
        corpus: LanceCorpus,
        expand: WordExpander | None,
        languages: QueryLanguages,
        run: Runner = in_thread,
    ) -> Retriever:
        """Return a mode's retriever, for exploring the hybrid retriever; raise ModelUnavailableError."""
        match mode:
            case Mode.FULLTEXT:
                return retrieval.FullTextRetriever(corpus, expand)
            case Mode.GREP:
                return retrieval.GrepRetriever(corpus)
            case Mode.SEMANTIC:
                return self._semantic_retriever(corpus, languages, QuestionVectors(run))
            case Mode.HYBRID | Mode.EXPLORE:
                # Shared by passages and titles, which often ask the same model: a question is encoded once.
                questions = QuestionVectors(run)

                async def unread(query: str, ids: frozenset[str]) -> frozenset[str]:
                    language = await languages(query)
                    return await unread_passages(corpus, await languages.routing(), language, ids)

                legs: dict[str, Retriever] = {
                    Mode.FULLTEXT.value: retrieval.FullTextRetriever(corpus, expand),
                    Mode.SEMANTIC.value: self._semantic_retriever(corpus, languages, questions),
                }
                if self.has_tokens:
                    legs[TOKENS_LEG] = self.token_retriever(corpus, run)
                return retrieval.HybridRetriever(
                    {name: (leg, retrieval.N_CANDIDATES) for name, leg in legs.items()},
                    fuse=self.fusion,
                    by_title=self._title_scorer(corpus, languages, run, questions),
                    unread=unread,
                    more=partial(self._model_text_legs, corpus, languages, questions),
                )

    def _model_text_legs(
        self, corpus: LanceCorpus, languages: QueryLanguages, questions: QuestionVectors
    ) -> dict[str, tuple[Retriever, int]]:
        """Return the leg by model-written texts, if there are any."""
        if MODEL_TEXTS not in self.parameters.retrieval.extra or not corpus.model_texts.spaces:
            return {}
        leg: Retriever = retrieval.ModelTextRetriever(corpus, self.encoder, questions)
        if self.multilingual is not None:
            others = retrieval.ModelTextRetriever(corpus, self.multilingual, questions, Space.MULTILINGUAL)
            leg = self._routed(leg, others, languages)
        return {MODEL_TEXTS: (retrieval.RenamedLeg(MODEL_TEXTS, leg), retrieval.N_CANDIDATES)}

    def _semantic_retriever(
        self, corpus: LanceCorpus, languages: QueryLanguages, questions: QuestionVectors
    ) -> Retriever:
        main = retrieval.SemanticRetriever(
            corpus, encoder=self.encoder, questions=questions, document_weight=_DOCUMENT_WEIGHT
        )
        if self.multilingual is None:
            return main
        others = retrieval.SemanticRetriever(
            corpus, encoder=self.multilingual, questions=questions, space=Space.MULTILINGUAL
        )
        return self._routed(main, others, languages)

    def _routed(
        self, main: Retriever, others: Retriever, languages: QueryLanguages
    ) -> routed_retrieval.RoutedRetriever:
        return routed_retrieval.RoutedRetriever(
            main, others, languages, self.even_scale, _MULTILINGUAL_CANDIDATES, self.score_calibration
        )

    def token_retriever(self, corpus: LanceCorpus, run: Runner = in_thread) -> retrieval.TokenRetriever:
        """Return the leg by token vectors; needs the chunking mode colbert."""
        if isinstance(self.encoder, WholeTextEncoder):
            raise TypeError("an encoder of whole texts gives no token vectors")
        return retrieval.TokenRetriever(corpus, encoder=self.encoder, run=run)

    @property
    def title_encoders(self) -> Mapping[Space, Encoder]:
        """The title encoders, by the space of the passages below the titles."""
        others = self.sentence_encoder
        return {Space.MAIN: self.token_encoder} | ({Space.MULTILINGUAL: others} if others else {})

    def _title_scorer(
        self, corpus: LanceCorpus, languages: QueryLanguages, run: Runner, questions: QuestionVectors
    ) -> TitleScorer:
        return TitleScorer(
            # When it is first needed: the model may be missing, and words are found all the same.
            lambda: TitleModel(self.token_encoder),
            lambda: (
                None if (encoder := self.sentence_encoder) is None else TitleModel(encoder, self.even_scale)
            ),
            languages,
            stored=corpus.titles.of,
            most_encoded=lambda: _ENCODED_WHILE_READ if corpus.backlog.recent_words.is_complete else None,
            run=run,
            questions=questions,
            words=_TITLE_WORDS,
        )

    def marker(self, languages: QueryLanguages, run: Runner = in_thread) -> Marker:
        """Return a marker for words that answer by meaning."""

        # The models are located at the first question: one may be missing, and words are found all the same.
        async def mark(query: str, chunks: Sequence[Chunk]) -> Mapping[str, Sequence[Span]]:
            from vaultsearch.core.search.late_interaction import MeaningMarker, WordMeaningMarker

            marker = MeaningMarker(self.token_encoder, self.encoder.counter, languages, run)
            marks = await marker(query, chunks)
            words = self.sentence_encoder
            if isinstance(words, UniversalSentenceEncoder):  # the thresholds were fitted with it
                marks |= await WordMeaningMarker(words, languages, run)(query, chunks)
            return marks

        return mark
