"""The real parts that the parameters ask for, each made when it is first wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.context.assembler import ContextAssembler
from vaultsearch.core.context.quotes import Choice
from vaultsearch.core.context.sentence_scoring import SentenceScorer
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.index.asked_languages import asked_languages
from vaultsearch.core.index.chunking import Chunker
from vaultsearch.core.index.completeness import unread
from vaultsearch.core.index.late_chunking import LateChunker
from vaultsearch.core.index.note_languages import NoteLanguages
from vaultsearch.core.index.token_pipeline import TokenPipeline
from vaultsearch.core.index.vector_search import Thoroughness
from vaultsearch.core.long_queries.search import LongQueryOptions
from vaultsearch.core.long_queries.segment_retrieval import FITTED_LEAST, SegmentReader, SegmentRetriever
from vaultsearch.core.models.multilingual_models import (
    multilingual_encoder,
    recommended_model,
    sentence_reader,
)
from vaultsearch.core.models.quickest_encoding import QuickestEncoder, encoder_for
from vaultsearch.core.models.rough_encoding import rough_encoder
from vaultsearch.core.models.universal_sentence_encoder import (
    UniversalSentenceEncoder,
    UniversalTokenCounter,
)
from vaultsearch.core.models.weights import DEFAULT_MODEL
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search.coverage import coverage
from vaultsearch.core.search.fusion import LegWeight, linear_fusion, reciprocal_rank_fusion
from vaultsearch.core.search.meaning_marks import MeaningMarker, WordMeaningMarker
from vaultsearch.core.search.reranking.best_sentence import BestSentenceReranker
from vaultsearch.core.search.reranking.by_language import EnglishReranker
from vaultsearch.core.search.reranking.cross_encoder import CrossEncoderReranker, locate_cross_encoder
from vaultsearch.core.search.reranking.diversity import (
    DeduplicatingReranker,
    MaximalMarginalRelevanceReranker,
    SupportsVectors,
)
from vaultsearch.core.search.reranking.late_interaction import LateInteractionReranker
from vaultsearch.core.search.reranking.priors import (
    LinkPriorReranker,
    RecencyReranker,
    SupportsNotes,
    ThresholdReranker,
)
from vaultsearch.core.search.retrieval import (
    FullTextRetriever,
    GrepRetriever,
    HybridRetriever,
    SemanticRetriever,
    TokenRetriever,
)
from vaultsearch.core.search.routed_retrieval import (
    EVENED,
    MULTILINGUAL,
    UNIVERSAL_SENTENCE_SCALE,
    CosineScale,
    EvenedCosines,
    RoutedRetriever,
)
from vaultsearch.core.search.titles import TitleModel, TitleScorer, with_titles
from vaultsearch.core.values.search import Mode, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.models.encoder import SentenceTransformerEncoder
    from vaultsearch.core.models.multilingual_models import MultilingualEncoder
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Encoder, NamedReranker, Retriever, Runner, TokenEncoder
    from vaultsearch.core.query.expansion import WordExpander
    from vaultsearch.core.search.engine import Marker
    from vaultsearch.core.search.reranking.cross_encoder import PairScorer
    from vaultsearch.core.values.note import Span
    from vaultsearch.core.values.search import Chunk

_AUTO = ("best_sentence", "late_interaction", "cross_encoder")
_ENGLISH = ("late_interaction", "cross_encoder")
"""The rerankers whose models know English alone."""
_COVERING = 5
"""Passages, the best by words, of which one must hold enough of a question's words."""
_ENOUGH_WORDS, _STEEPNESS = 0.4, 3
"""The share of them from which words count in full; below, with this power of it. Measured on questions in
three languages to a vault with a third of its articles in each: of the answers in another language, 68 in a
hundred stand first instead of 34, of those in the question's own 95 instead of 94.
"""
_TOKENS = "tokens"
"""The leg that is asked where the chunking mode is colbert, and its step's name among the parameters."""


class SupportsReranking(SupportsVectors, SupportsNotes, Protocol):
    """A corpus that gives rerankers what they ask for besides the candidates."""


class ComponentFactory:
    """The parts that the parameters ask for, each made when it is first wanted.

    ``models`` is where an exported model is kept; without it, none is made or used.
    """

    def __init__(self, parameters: Parameters, models: Path | None = None) -> None:
        self.parameters = parameters
        self.models = models

    def with_file(self, file: Mapping[str, object]) -> ComponentFactory:
        """Give the parts for other parameters of the settings file; raises SettingsError."""
        parameters = replace(self.parameters, file=dict(file))
        parameters.check()
        return ComponentFactory(parameters, self.models)

    def check(self) -> None:
        """Look for the models that are asked for; raises ModelUnavailableError."""
        _ = self.encoder, self.multilingual
        if "cross_encoder" in self.parameters.texts("reranker", "chain"):
            CrossEncoderReranker(self.parameters.text("reranker", "reranker_model"))

    @cached_property
    def encoder(self) -> SentenceTransformerEncoder | QuickestEncoder:
        """The embedding model; raises ModelUnavailableError."""
        return encoder_for(self.parameters, self.models)

    @cached_property
    def rough_encoder(self) -> TokenEncoder:
        """The embedding model for vectors that are not kept; raises ModelUnavailableError."""
        return rough_encoder(self.encoder)

    @cached_property
    def multilingual(self) -> MultilingualEncoder | None:
        """The model that reads what is not English; None where `encoder` reads all languages.

        Raises ModelUnavailableError.
        """
        name = self._multilingual_name
        if name is None:
            return None
        return multilingual_encoder(name, self.models, self.parameters.integer("embedding", "batch_size"))

    @cached_property
    def _multilingual_name(self) -> str | None:
        name = self.parameters.text("embedding", "multilingual_model")
        if name == "auto":
            beside = self.parameters.text("embedding", "embedding_model")
            name = recommended_model(self.models) if beside == DEFAULT_MODEL else "none"
        return None if name == "none" else name

    @property
    def multilingual_counter(self) -> UniversalTokenCounter | None:
        """What counts in other languages than English, whichever model reads them; None where none does."""
        return UniversalTokenCounter.installed() if self._multilingual_name is not None else None

    @property
    def chunker(self) -> Chunker:
        """What cuts notes into passages."""
        late = self.parameters.text("embedding", "chunking_mode") == "late"
        kind = LateChunker if late else Chunker
        return kind(
            self.encoder.counter,
            self.parameters.integer("chunking", "chunk_size"),
            self.parameters.integer("chunking", "overlap"),
            self.multilingual_counter,
            NoteLanguages(self._language("notes"), self.models),
        )

    def languages(self, corpus: LanceCorpus, run: Runner) -> QueryLanguages:
        """Give what tells in which language a question is asked."""
        return QueryLanguages(
            corpus,
            run=run,
            multilingual=self._multilingual_name is not None,
            always=self._language("questions"),
            wanted=partial(asked_languages, corpus.path),
            models=self.models,
        )

    def _language(self, of: str) -> str:
        said = self.parameters.text("language", of)
        return "" if said == "auto" else said

    @property
    def tokens(self) -> TokenPipeline | None:
        """What makes token vectors; None where the chunking mode has none."""
        if self.parameters.text("embedding", "chunking_mode") != "colbert":
            return None
        return TokenPipeline(self.encoder, self.parameters.integer("tokens", "pool_factor"))

    def token_retriever(self, corpus: LanceCorpus, run: Runner) -> TokenRetriever:
        """Give the leg that asks by token vectors; it answers where the chunking mode is colbert."""
        return TokenRetriever(corpus, encoder=self.encoder, run=run)

    def rerankers(
        self, corpus: SupportsReranking, languages: QueryLanguages, run: Runner
    ) -> tuple[NamedReranker, ...]:
        """Give the rerankers of the chain, in order; raises ModelUnavailableError.

        ``auto`` is the best sentence for what is not English, late interaction for what is, and the
        cross-encoder after it where its weights are at hand.
        """
        made = []
        for step in self.parameters.texts("reranker", "chain"):
            for one in self._recommended if step == "auto" else (step,):
                try:
                    reranker = self._reranker(one, corpus, languages, run)
                    if reranker is not None and one in _ENGLISH:
                        reranker = EnglishReranker(reranker, languages)
                    made.append(reranker)
                except ModelUnavailableError:
                    if step != "auto" or one != "cross_encoder":
                        raise
        return tuple(reranker for reranker in made if reranker is not None)

    @property
    def _recommended(self) -> tuple[str, ...]:
        """The chain of "auto": with multilingual-e5-small, a best sentence takes more than it gives.

        Of 300 Chinese questions .923 find the right note first with it, .943 without.
        """
        reads_best = sentence_reader(self.multilingual) is self.multilingual
        return _AUTO if reads_best else _ENGLISH

    def context_assembler(self, budget: int | None = None) -> ContextAssembler:
        """Give what puts passages together within ``budget`` tokens, by default as many as are set."""
        set_one = self.parameters.integer("context", "budget")
        return ContextAssembler(
            self.encoder.counter, set_one if budget is None else budget, self.multilingual_counter
        )

    def sentence_scorer(self, run: Runner) -> SentenceScorer:
        """Give what tells which sentences answer, by the models that the search is reranked with."""
        sentences = sentence_reader(self.multilingual)
        return SentenceScorer(self.encoder, self.multilingual, self._cross_encoder, run, sentences)

    @property
    def quoted(self) -> Choice:
        """Which sentences of a note are quoted."""
        return Choice(
            self.parameters.number("quotes", "minimum"), self.parameters.integer("quotes", "n_results")
        )

    @property
    def _cross_encoder(self) -> PairScorer | None:
        """The cross-encoder, where the chain has one and its weights are at hand."""
        steps = self.parameters.texts("reranker", "chain")
        if not {"auto", "cross_encoder"} & set(steps):
            return None
        try:
            return locate_cross_encoder(self.parameters.text("reranker", "reranker_model"))
        except ModelUnavailableError:
            if "cross_encoder" in steps:
                raise
            return None

    def _reranker(
        self, step: str, corpus: SupportsReranking, languages: QueryLanguages, run: Runner
    ) -> NamedReranker | None:
        number = self.parameters.number
        reranker: NamedReranker | None = None
        match step:
            case "best_sentence" if (sentences := sentence_reader(self.multilingual)) is not None:
                reranker = BestSentenceReranker(
                    sentences,
                    partial(self._fuse, languages),
                    scale=self._scale,
                    run=run,
                    weight=number(step, "weight"),
                    most=self.parameters.integer(step, "n_candidates"),
                )
            case "late_interaction":
                most = self.parameters.integer(step, "n_candidates")
                weight = number(step, "weight")
                reranker = LateInteractionReranker(self.rough_encoder, run=run, weight=weight, most=most)
            case "cross_encoder":
                model = self.parameters.text("reranker", "reranker_model")
                most = self.parameters.integer(step, "n_candidates")
                reranker = CrossEncoderReranker(model, run=run, weight=number(step, "weight"), most=most)
            case "mmr":
                reranker = MaximalMarginalRelevanceReranker(corpus, number(step, "lambda"))
            case "recency":
                reranker = RecencyReranker(number(step, "half_life_days"), number(step, "weight"))
            case "links":
                reranker = LinkPriorReranker(corpus, number(step, "weight"))
            case "threshold":
                reranker = ThresholdReranker(number(step, "minimum"))
            case "dedup" if self.parameters.text(step, "strategy") == "document":
                reranker = DeduplicatingReranker(self.parameters.integer(step, "max_per_doc"))
        return reranker

    @property
    def cosine_scale(self) -> CosineScale:
        """What the multilingual model's cosines are worth, where that is known."""
        return self._scale.after(self._evened.own)

    @property
    def _scale(self) -> CosineScale:
        """What the multilingual model's cosines are worth once they are even, where that is known."""
        known = isinstance(sentence_reader(self.multilingual), UniversalSentenceEncoder)
        return UNIVERSAL_SENTENCE_SCALE if known else CosineScale()

    @property
    def _evened(self) -> EvenedCosines:
        name = self.multilingual.name if self.multilingual is not None else ""
        return EVENED.get(name, EvenedCosines())

    def piece_retriever(self, corpus: LanceCorpus, run: Runner) -> SegmentRetriever:
        """Give what finds passages near to pieces of a long text; raises ModelUnavailableError."""
        main = SegmentReader(self.rough_encoder, least=self._least(self.encoder, "min_similarity_threshold"))
        if self.multilingual is None:
            return SegmentRetriever(corpus, main, run=run)
        least = self._least(self.multilingual, "multilingual_min_similarity_threshold")
        return SegmentRetriever(
            corpus,
            main,
            SegmentReader(self.multilingual, Space.MULTILINGUAL, self._scale, least, self._evened.own),
            run,
        )

    def _least(self, encoder: Encoder, key: str) -> float:
        """Give the cosine that counts as near: as set, else what was fitted for the model."""
        wanted = self.parameters.number("passages", key)
        return FITTED_LEAST.get(encoder.name, -1.0) if wanted == -1.0 else wanted

    @property
    def long_query_options(self) -> LongQueryOptions:
        """How a passage is searched with."""
        number, integer = self.parameters.number, self.parameters.integer
        step = "passages"
        exact = self.parameters.text(step, "mode") == "exact"
        return LongQueryOptions(
            overlap=number(step, "overlap"),
            shortest=integer(step, "shortest"),
            chunks_per_query=integer(step, "chunks_per_query"),
            overfetch=integer(step, "overfetch"),
            how=Thoroughness(exact, integer(step, "nprobe")),
            dedup_strategy=self.parameters.text(step, "dedup_strategy"),
            max_per_doc=integer(step, "dedup_max_per_doc"),
            most_alike=number(step, "dedup_similarity"),
            relevance_share=number(step, "lambda"),
            whole_weight=number(step, "whole_weight"),
        )

    def marker(self, languages: QueryLanguages, run: Runner) -> Marker:
        """Give what finds the words that answer by meaning."""

        # Made when it is first asked: the model may be missing, and words found all the same.
        async def mark(query: str, chunks: Sequence[Chunk]) -> Mapping[str, Sequence[Span]]:
            marker = MeaningMarker(self.rough_encoder, self.encoder.counter, languages, run)
            found = await marker(query, chunks)
            words = sentence_reader(self.multilingual)
            if isinstance(words, UniversalSentenceEncoder):  # what is near was looked at with it
                found |= await WordMeaningMarker(words, languages, run)(query, chunks)
            return found

        return mark

    def retriever(
        self, mode: Mode, corpus: LanceCorpus, expand: WordExpander, languages: QueryLanguages, run: Runner
    ) -> Retriever:
        """Give the retriever for a mode."""
        match mode:
            case Mode.FULLTEXT:
                return FullTextRetriever(corpus, expand)
            case Mode.GREP:
                return GrepRetriever(corpus)
            case Mode.SEMANTIC:
                weight = self.parameters.number("semantic", "document_weight")
                main = SemanticRetriever(corpus, encoder=self.encoder, run=run, document_weight=weight)
                if self.multilingual is None:
                    return main
                others = SemanticRetriever(
                    corpus, encoder=self.multilingual, run=run, space=Space.MULTILINGUAL
                )
                fewest = self.parameters.integer("semantic", "n_multilingual_candidates")
                return RoutedRetriever(main, others, languages, self._scale, fewest, self._evened)
            case Mode.HYBRID:
                legs: dict[str, tuple[Retriever, int]] = {
                    leg.value: (self.retriever(leg, corpus, expand, languages, run), self.candidates(leg))
                    for leg in (Mode.FULLTEXT, Mode.SEMANTIC)
                }
                if self.tokens is not None:
                    most = self.parameters.integer(_TOKENS, "n_candidates")
                    legs[_TOKENS] = (self.token_retriever(corpus, run), most)
                by_title = TitleScorer(
                    lambda: TitleModel(self.rough_encoder),
                    self._multilingual_titles,
                    languages,
                    run=run,
                    weight=self.parameters.number("titles", "weight"),
                    words=self.parameters.number("titles", "words"),
                )
                return HybridRetriever(
                    legs,
                    fuse=partial(self._fuse, languages),
                    by_title=by_title,
                    unread=partial(_unread, corpus, languages),
                )

    def _multilingual_titles(self) -> TitleModel | None:
        reader = sentence_reader(self.multilingual)
        return None if reader is None else TitleModel(reader, self._scale)

    def _fuse(
        self, languages: QueryLanguages, query: str, rankings: Mapping[str, Sequence[Chunk]]
    ) -> list[Chunk]:
        """Fuse the legs' rankings; what titles add to candidates that were scored by them stays added."""
        titles = self.parameters.number("titles", "weight")
        if self.parameters.text("fusion", "method") == "reciprocal_rank":
            k = self.parameters.integer("fusion", "k")
            return with_titles(reciprocal_rank_fusion(list(rankings.values()), k), titles, query)
        words = self._words_weight(query, languages.told(query), rankings)
        tokens = self.parameters.number(_TOKENS, "weight") if self.tokens is not None else 0.0
        # Who holds none of the words scores nothing by them.
        weights = {
            Mode.FULLTEXT.value: LegWeight(words, absent=0.0),
            Mode.SEMANTIC.value: LegWeight((1 - words) * (1 - tokens)),
            _TOKENS: LegWeight((1 - words) * tokens),
        }
        return with_titles(linear_fusion(rankings, weights), titles, query)

    def _words_weight(self, query: str, language: str, rankings: Mapping[str, Sequence[Chunk]]) -> float:
        """Give what words count, by the share of what was meant that the multilingual model found.

        There they count less where no passage holds enough of the question's words: where the answer is in
        another language, those in the question's own share but a word or two with it.
        """
        meant, worded = (rankings.get(leg.value, ()) for leg in (Mode.SEMANTIC, Mode.FULLTEXT))
        english = self.parameters.number("fusion", "words_weight")
        share = sum(MULTILINGUAL in chunk.ranks for chunk in meant) / max(1, len(meant))
        if not share:
            return english
        others = self.parameters.number("fusion", "multilingual_words_weight")
        said = min(1.0, coverage(query, worded[:_COVERING], language) / _ENOUGH_WORDS)
        return (1 - share) * english + share * others * said**_STEEPNESS

    def candidates(self, mode: Mode) -> int:
        """How many passages a mode is asked for."""
        if mode is Mode.HYBRID:
            return max(self.candidates(Mode.SEMANTIC), self.candidates(Mode.FULLTEXT))
        return self.parameters.integer(mode.value, "n_candidates")


async def _unread(
    corpus: LanceCorpus, languages: QueryLanguages, query: str, ids: frozenset[str]
) -> frozenset[str]:
    return await unread(corpus, await languages.routing(), await languages(query), ids)
