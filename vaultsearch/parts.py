"""The real parts that the parameters ask for, each made when it is first wanted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.index.chunking import Chunker
from vaultsearch.core.index.device import has_amx_bf16
from vaultsearch.core.index.embedding import SentenceTransformerEncoder
from vaultsearch.core.index.late_chunking import LateChunker
from vaultsearch.core.index.quickest_encoding import QuickestEncoder, quickest_encoder
from vaultsearch.core.index.token_pipeline import TokenPipeline
from vaultsearch.core.search.fusion import LegWeight, linear_fusion, reciprocal_rank_fusion
from vaultsearch.core.search.reranking.cross_encoder import CrossEncoderReranker
from vaultsearch.core.search.reranking.diversity import (
    DeduplicatingReranker,
    MaximalMarginalRelevanceReranker,
    SupportsVectors,
)
from vaultsearch.core.search.reranking.late_interaction import LateInteractionReranker
from vaultsearch.core.search.reranking.link_prior import LinkPriorReranker, SupportsNotes
from vaultsearch.core.search.reranking.recency import RecencyReranker
from vaultsearch.core.search.reranking.threshold import ThresholdReranker
from vaultsearch.core.search.retrieval import (
    FullTextRetriever,
    GrepRetriever,
    HybridRetriever,
    SemanticRetriever,
)
from vaultsearch.core.search.token_retrieval import TokenRetriever
from vaultsearch.core.values import Mode
from vaultsearch.core.worker import WorkerProcess, in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import NamedReranker, Retriever, Runner
    from vaultsearch.core.search.expansion import WordExpander
    from vaultsearch.core.values import Chunk

_TOKENS = "tokens"
"""The leg that is asked where the chunking mode is colbert, and its step's name among the parameters."""


class SupportsReranking(SupportsVectors, SupportsNotes, Protocol):
    """A corpus that gives rerankers what they ask for besides the candidates."""


@dataclass(frozen=True, slots=True)
class Runners:
    """Where heavy work happens: for indexing, and for the question that somebody waits for.

    ``small`` is for what little there is to index after an edit, None for where the rest is done, too.
    """

    indexing: Runner
    asking: Runner
    small: Runner | None = None

    @classmethod
    def processes(cls) -> Runners:
        """Give a process each, so that a question never waits behind a batch.

        An edit is read where questions are, which has its model at hand while the other may have ended.
        """
        asking = WorkerProcess()
        return cls(WorkerProcess(niceness=10), asking, small=asking)

    @classmethod
    def one_process(cls) -> Runners:
        """Read and encode notes in a worker, answer in this process: for the command line."""
        return cls(WorkerProcess(), in_thread)

    def stop_indexing(self) -> None:
        """Give up what is being indexed; the process is started again when there is more to do."""
        if isinstance(self.indexing, WorkerProcess):
            self.indexing.close()

    def close(self) -> None:
        """End the processes."""
        self.stop_indexing()
        if isinstance(self.asking, WorkerProcess):
            self.asking.close()


class Parts:
    """The parts that the parameters ask for, each made when it is first wanted.

    ``models`` is where an exported model is kept; without it, none is made or used.
    """

    def __init__(self, parameters: Parameters, models: Path | None = None) -> None:
        self.parameters = parameters
        self._models = models

    @cached_property
    def encoder(self) -> SentenceTransformerEncoder | QuickestEncoder:
        """The embedding model; raises ModelUnavailableError."""
        reference = SentenceTransformerEncoder.named(
            self.parameters.text("embedding", "embedding_model"),
            batch_size=self.parameters.integer("embedding", "batch_size"),
            precision="bfloat16" if has_amx_bf16() else "float32",
        )
        return quickest_encoder(reference, self._models)

    @property
    def chunker(self) -> Chunker:
        """What cuts notes into passages."""
        size = self.parameters.integer("chunking", "chunk_size")
        late = self.parameters.text("embedding", "chunking_mode") == "late"
        kind = LateChunker if late else Chunker
        return kind(self.encoder.counter, size, self.parameters.integer("chunking", "overlap"))

    @property
    def tokens(self) -> TokenPipeline | None:
        """What makes token vectors; None where the chunking mode has none."""
        if self.parameters.text("embedding", "chunking_mode") != "colbert":
            return None
        return TokenPipeline(self.encoder, self.parameters.integer("tokens", "pool_factor"))

    def token_retriever(self, corpus: LanceCorpus, run: Runner) -> TokenRetriever:
        """Give the leg that asks by token vectors; it answers where the chunking mode is colbert."""
        return TokenRetriever(corpus, encoder=self.encoder, run=run)

    def rerankers(self, corpus: SupportsReranking, run: Runner) -> tuple[NamedReranker, ...]:
        """Give the rerankers of the chain, in order; raises ModelUnavailableError.

        ``auto`` is late interaction, and the cross-encoder after it where its weights are at hand.
        """
        made = []
        for step in self.parameters.texts("reranker", "chain"):
            for one in ("late_interaction", "cross_encoder") if step == "auto" else (step,):
                try:
                    made.append(self._reranker(one, corpus, run))
                except ModelUnavailableError:
                    if step != "auto" or one != "cross_encoder":
                        raise
        return tuple(reranker for reranker in made if reranker is not None)

    def _reranker(self, step: str, corpus: SupportsReranking, run: Runner) -> NamedReranker | None:
        number = self.parameters.number
        reranker: NamedReranker | None = None
        match step:
            case "late_interaction":
                most = self.parameters.integer(step, "n_candidates")
                weight = number(step, "weight")
                reranker = LateInteractionReranker(self.encoder, run=run, weight=weight, most=most)
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

    def retriever(self, mode: Mode, corpus: LanceCorpus, expand: WordExpander, run: Runner) -> Retriever:
        """Give the retriever for a mode."""
        match mode:
            case Mode.FULLTEXT:
                return FullTextRetriever(corpus, expand)
            case Mode.GREP:
                return GrepRetriever(corpus)
            case Mode.SEMANTIC:
                weight = self.parameters.number("semantic", "document_weight")
                return SemanticRetriever(corpus, encoder=self.encoder, run=run, document_weight=weight)
            case Mode.HYBRID:
                legs: dict[str, tuple[Retriever, int]] = {
                    leg.value: (self.retriever(leg, corpus, expand, run), self.candidates(leg))
                    for leg in (Mode.FULLTEXT, Mode.SEMANTIC)
                }
                if self.tokens is not None:
                    most = self.parameters.integer(_TOKENS, "n_candidates")
                    legs[_TOKENS] = (self.token_retriever(corpus, run), most)
                return HybridRetriever(legs, fuse=self._fuse)

    def _fuse(self, rankings: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
        if self.parameters.text("fusion", "method") == "reciprocal_rank":
            return reciprocal_rank_fusion(list(rankings.values()), self.parameters.integer("fusion", "k"))
        words = self.parameters.number("fusion", "words_weight")
        tokens = self.parameters.number(_TOKENS, "weight") if self.tokens is not None else 0.0
        # Who holds none of the words scores nothing by them.
        weights = {
            Mode.FULLTEXT.value: LegWeight(words, absent=0.0),
            Mode.SEMANTIC.value: LegWeight((1 - words) * (1 - tokens)),
            _TOKENS: LegWeight((1 - words) * tokens),
        }
        return linear_fusion(rankings, weights)

    def candidates(self, mode: Mode) -> int:
        """How many passages a mode is asked for."""
        if mode is Mode.HYBRID:
            return max(self.candidates(Mode.SEMANTIC), self.candidates(Mode.FULLTEXT))
        return self.parameters.integer(mode.value, "n_candidates")
