"""The chain of rerankers: how to build and run those named by the parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.languages.names import Routing
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import NamedReranker, Runner, SupportsWarmUp
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search import model_free_rerankers
from vaultsearch.core.search.by_language_model import LanguageModelReranker, RerankServerReranker
from vaultsearch.core.search.components import SearchComponents
from vaultsearch.core.search.cross_encoder import CrossEncoderReranker, PairScorer, locate_cross_encoder
from vaultsearch.core.search.late_interaction import (
    BestSentenceReranker,
    LateInteractionReranker,
    TellingWindows,
)
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.components import AUTO, CROSS_ENCODER, NONE, RERANKERS, STEPS_JOINED
from vaultsearch.core.values.search import Chunk, Space

_LATE_INTERACTION_WEIGHT, _CROSS_ENCODER_WEIGHT = 0.5, 1.5
"""Weights relative to the order before, 1 for equal.

The cross-encoder reads question and passage together and is trusted more than the order before; late
interaction compares token by token, as the models before it, and is trusted less.
"""
_BEST_SENTENCE_CANDIDATES, _LATE_INTERACTION_CANDIDATES = (
    RERANKERS[step].n_candidates for step in ("best_sentence", "late_interaction")
)
"""Candidates read by each; further ones were hardly ever the answer, and each costs the same.

Of 838 questions to thirteen sets, nDCG@10 is the same with 14 as with 20.
"""


def reranker_builders(
    models: SearchComponents, corpus: LanceCorpus, run: Runner
) -> Mapping[str, Callable[[], NamedReranker | None]]:
    """Return a builder for each of `RERANKERS`; None if parameters or models leave it nothing to do."""
    parameters = models.parameters

    def best_sentence() -> NamedReranker | None:
        if (encoder := models.sentence_encoder) is None:
            return None
        scale, most = models.even_scale, _BEST_SENTENCE_CANDIDATES
        return BestSentenceReranker(encoder, models.fusion, scale=scale, run=run, most=most)

    return {
        "best_sentence": best_sentence,
        "late_interaction": lambda: LateInteractionReranker(
            models.token_encoder, run, _LATE_INTERACTION_WEIGHT, _LATE_INTERACTION_CANDIDATES
        ),
        CROSS_ENCODER: lambda: CrossEncoderReranker(
            locate_cross_encoder(parameters.reranker.reranker_model, models.models),
            run=run,
            weight=_CROSS_ENCODER_WEIGHT,
            most=parameters.cross_encoder.n_candidates,
            windows=TellingWindows(models.token_encoder, models.encoder.counter),
        ),
        "mmr": lambda: model_free_rerankers.MaximalMarginalRelevanceReranker(corpus.vectors[Space.MAIN].of),
        "recency": lambda: model_free_rerankers.RecencyReranker(
            parameters.recency.half_life_days, parameters.recency.weight
        ),
        "links": lambda: model_free_rerankers.LinkPriorReranker(corpus.notes.lately, parameters.links.weight),
        "language_model": lambda: LanguageModelReranker(models.complete),
        "rerank_server": lambda: RerankServerReranker(models.rerank_scores),
        "threshold": lambda: model_free_rerankers.ThresholdReranker(parameters.threshold.minimum),
        "dedup": lambda: (
            model_free_rerankers.DeduplicatingReranker(most)
            if (most := parameters.dedup.max_per_doc)
            else None
        ),
    }


def build_rerankers(
    models: SearchComponents, corpus: LanceCorpus, languages: QueryLanguages, run: Runner = in_thread
) -> tuple[NamedReranker, ...]:
    """Return the rerankers named by `reranker.chain`, in order.

    ``auto`` is the recommended chain, without the cross-encoder if weights are missing.

    Raises:
        ModelUnavailableError: if a named reranker needs a missing model.
    """
    builders = reranker_builders(models, corpus, run)
    built: list[NamedReranker] = []
    for step in models.parameters.reranker.chain:
        names = [step]
        if step == AUTO:
            # Of 300 Chinese questions, multilingual-e5-small finds the right note first for .923 with best
            # sentences, for .943 without.
            reads_sentences_best = models.sentence_encoder is models.multilingual
            recommended = [kind for kind in RERANKERS.values() if kind.is_recommended]
            names = [kind.name for kind in recommended if kind.is_english or reads_sentences_best]
        for name in names:
            try:
                reranker = None if name == NONE else builders[name]()
            # The recommended chain makes do without the cross-encoder; a chain that names it does not.
            except ModelUnavailableError as error:
                if step != AUTO or name != CROSS_ENCODER:
                    raise
                if models.parameters.reranker.reranker_model == AUTO:
                    continue
                reranker = MissingReranker(name, error)
            if reranker is not None:
                is_english = RERANKERS[name].is_english
                built.append(EnglishReranker(reranker, languages) if is_english else reranker)
    return tuple(built)


def configured_cross_encoder(parameters: Parameters, models: Path | None) -> PairScorer | None:
    """Return the chain's cross-encoder; None if not in the chain, or if "auto" finds none.

    Raises:
        ModelUnavailableError: if the chain names the cross-encoder and weights are missing.
    """
    steps = parameters.reranker.chain
    if not {AUTO, CROSS_ENCODER} & set(steps):
        return None
    try:
        return locate_cross_encoder(parameters.reranker.reranker_model, models)
    except ModelUnavailableError:
        if CROSS_ENCODER in steps:
            raise
        return None


@dataclass(frozen=True, slots=True)
class MissingReranker:
    """Says at each question, by raising the error, that the model named in the settings is missing."""

    name: str
    error: ModelUnavailableError

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:  # noqa: ARG002, D102
        raise self.error


_ROUNDING_ERROR = 1e-12


class EnglishReranker:
    """Let ``inner`` order the passages in languages the embedding model reads, the question's included.

    Pictures found by their look are excluded: their text may say nothing about it.

    All other passages stay in between: map their scores to the new scale by mean and deviation of the
    passages read.
    """

    def __init__(self, inner: NamedReranker, languages: QueryLanguages) -> None:
        self._inner = inner
        self._languages = languages

    @property
    def name(self) -> str:
        """The name in trace and status line."""
        return self._inner.name

    async def warm_up(self) -> None:
        """Load the model, so the first question does not wait."""
        if isinstance(self._inner, SupportsWarmUp):
            await self._inner.warm_up()

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; the same list if ``inner`` reads none of them."""
        routing = await self._languages.routing()
        read = [chunk for chunk in chunks if routing.reads(chunk.language)]
        if not read or not routing.reads(await self._languages(query)):
            return chunks[:n] if n < len(chunks) else chunks
        if len(read) == len(chunks):
            return await self._inner(query, chunks, n)
        ordered = await self._inner(query, read, len(read))
        old, new = (np.array([chunk.score or 0.0 for chunk in each]) for each in (read, ordered))
        # A single passage, or equal scores, have no deviation to map by.
        slope = new.std() / old.std() if old.std() > _ROUNDING_ERROR else 1.0
        ids = {chunk.id for chunk in read}
        carried = [
            replace(chunk, score=float(new.mean() + slope * ((chunk.score or 0.0) - old.mean())))
            for chunk in chunks
            if chunk.id not in ids
        ]
        return sorted([*ordered, *carried], key=lambda chunk: -(chunk.score or 0.0))[:n]


@dataclass(frozen=True, slots=True)
class RerankerChain:
    """A reranker applying several in turn."""

    rerankers: tuple[NamedReranker, ...]

    @property
    def name(self) -> str:
        """The name in trace and status line."""
        return STEPS_JOINED.join(reranker.name for reranker in self.rerankers) or "none"

    def for_vault(self, routing: Routing) -> RerankerChain:
        """Drop the rerankers that read none of the vault's languages."""
        # With a share of 1, no passage at all is in English.
        idle = {0.0: BestSentenceReranker, 1.0: EnglishReranker}.get(routing.others, ())
        return RerankerChain(tuple(each for each in self.rerankers if not isinstance(each, idle)))

    async def warm_up(self) -> None:
        """Load the rerankers' own models; raise ModelUnavailableError if a model is missing."""
        for reranker in self.rerankers:
            if isinstance(reranker, SupportsWarmUp):
                await reranker.warm_up()

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; only the last reranker cuts the list."""
        for reranker in self.rerankers:
            # A later reranker may raise what an earlier one would have cut off.
            chunks = await reranker(query, chunks, len(chunks))
        return chunks[:n]
