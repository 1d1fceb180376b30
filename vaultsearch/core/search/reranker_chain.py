"""The chain of rerankers: how each that the parameters name is built, and how they are run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.search.by_language_model import LanguageModelReranker, RerankServerReranker
from vaultsearch.core.search.cross_encoder import CrossEncoderReranker, locate_cross_encoder
from vaultsearch.core.search.late_interaction import (
    BestSentenceReranker,
    LateInteractionReranker,
    TellingWindows,
)
from vaultsearch.core.search.model_free_rerankers import (
    DeduplicatingReranker,
    LinkPriorReranker,
    MaximalMarginalRelevanceReranker,
    RecencyReranker,
    SupportsNotes,
    SupportsVectors,
    ThresholdReranker,
)
from vaultsearch.core.values.components import AUTO, CROSS_ENCODER, NONE, RERANKERS, STEPS_JOINED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.languages.names import Routing
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import NamedReranker, Runner
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.search.components import SearchComponents
    from vaultsearch.core.search.cross_encoder import PairScorer
    from vaultsearch.core.search.retrieval import Fusion
    from vaultsearch.core.values.search import Chunk


_LATE_INTERACTION_WEIGHT, _CROSS_ENCODER_WEIGHT = 0.5, 1.5
"""Weights against the order before each, 1 for equal.

The cross-encoder reads question and passage together and is believed more than what came before it; late
interaction compares token by token, as the models before it did, and is believed less.
"""
_BEST_SENTENCE_CANDIDATES, _LATE_INTERACTION_CANDIDATES = 30, 14
"""Candidates read by each; further ones were hardly ever the answer, and each costs the same.

Of 838 questions to thirteen sets, nDCG@10 is the same with 14 as with 20 (.0003 higher in the mean, lower in
none); with 12, it is .006 lower in SQuAD.
"""


class SupportsReranking(Protocol):
    """A corpus with the vectors and notes that rerankers read besides the candidates."""

    @property
    def notes(self) -> SupportsNotes:
        """The stored notes with their links."""
        ...

    @property
    def vectors(self) -> SupportsVectors:
        """The passages' vectors."""
        ...


@dataclass(frozen=True, slots=True)
class RerankerContext:
    """The sources that rerankers are built from."""

    models: SearchComponents
    fuse: Fusion
    corpus: SupportsReranking
    languages: QueryLanguages
    run: Runner

    @property
    def parameters(self) -> Parameters:
        """The parameters in force."""
        return self.models.parameters


def _best_sentence(context: RerankerContext) -> NamedReranker | None:
    encoder = context.models.sentence_encoder
    if encoder is None:
        return None
    return BestSentenceReranker(
        encoder,
        context.fuse,
        scale=context.models.even_scale,
        run=context.run,
        most=_BEST_SENTENCE_CANDIDATES,
    )


def _late_interaction(context: RerankerContext) -> NamedReranker:
    return LateInteractionReranker(
        context.models.token_encoder,
        run=context.run,
        weight=_LATE_INTERACTION_WEIGHT,
        most=_LATE_INTERACTION_CANDIDATES,
    )


def _cross_encoder(context: RerankerContext) -> NamedReranker:
    parameters = context.parameters.cross_encoder
    return CrossEncoderReranker(
        locate_cross_encoder(context.parameters.reranker.reranker_model, context.models.models),
        run=context.run,
        weight=_CROSS_ENCODER_WEIGHT,
        most=parameters.n_candidates,
        windows=TellingWindows(context.models.token_encoder, context.models.token_counter),
    )


def _recency(context: RerankerContext) -> NamedReranker:
    parameters = context.parameters.recency
    return RecencyReranker(parameters.half_life_days, parameters.weight)


def _dedup(context: RerankerContext) -> NamedReranker | None:
    most = context.parameters.dedup.max_per_doc
    return DeduplicatingReranker(most) if most else None


BUILDERS: Mapping[str, Callable[[RerankerContext], NamedReranker | None]] = {
    "best_sentence": _best_sentence,
    "late_interaction": _late_interaction,
    CROSS_ENCODER: _cross_encoder,
    "mmr": lambda context: MaximalMarginalRelevanceReranker(context.corpus.vectors),
    "recency": _recency,
    "links": lambda context: LinkPriorReranker(context.corpus.notes, context.parameters.links.weight),
    "language_model": lambda context: LanguageModelReranker(context.models.complete),
    "rerank_server": lambda context: RerankServerReranker(context.models.rerank_scores),
    "threshold": lambda context: ThresholdReranker(context.parameters.threshold.minimum),
    "dedup": _dedup,
}
"""How each of `RERANKERS` is built; None if the parameters or the models leave nothing for it to do."""


def build_rerankers(context: RerankerContext) -> tuple[NamedReranker, ...]:
    """Return the rerankers that `reranker.chain` names, in order.

    ``auto`` is the recommended chain, without the cross-encoder if its weights are not at hand.

    Raises:
        ModelUnavailableError: if a reranker that is named needs a model that is not at hand.
    """
    built = []
    for step in context.parameters.reranker.chain:
        for name in _recommended(context.models) if step == AUTO else (step,):
            try:
                built.append(_build(name, context))
            # The recommended chain makes do without the cross-encoder; a chain that names it does not.
            except ModelUnavailableError:
                if step != AUTO or name != CROSS_ENCODER:
                    raise
    return tuple(reranker for reranker in built if reranker is not None)


def _build(name: str, context: RerankerContext) -> NamedReranker | None:
    if name == NONE:
        return None
    reranker = BUILDERS[name](context)
    if reranker is not None and RERANKERS[name].is_english:
        return EnglishReranker(reranker, context.languages)
    return reranker


def _recommended(models: SearchComponents) -> list[str]:
    """Name the chain of "auto": with multilingual-e5-small, a best sentence takes more than it gives.

    Of 300 Chinese questions .923 find the right note first with it, .943 without.
    """
    reads_sentences_best = models.sentence_encoder is models.multilingual
    recommended = [kind for kind in RERANKERS.values() if kind.is_recommended]
    return [kind.name for kind in recommended if kind.is_english or reads_sentences_best]


def configured_cross_encoder(parameters: Parameters, models: Path | None) -> PairScorer | None:
    """Return the cross-encoder of the chain; None if it has none, or for "auto" if none is at hand.

    Raises:
        ModelUnavailableError: if the chain names the cross-encoder and its weights are not at hand.
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


_SAME = 1e-12


@runtime_checkable
class SupportsWarmUp(Protocol):
    """A reranker with a model of its own to load."""

    async def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        ...


class EnglishReranker:
    """Let ``inner`` order the passages that the embedding model reads, if it reads the question as well.

    Pictures found by what they show are none of them: their text may say nothing of it.

    The others keep their places between these: their scores are mapped to the new scale, by the mean and the
    deviation of the passages that were read.
    """

    def __init__(self, inner: NamedReranker, languages: QueryLanguages) -> None:
        self._inner = inner
        self._languages = languages

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return self._inner.name

    async def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
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
        ids = {chunk.id for chunk in read}
        others = [chunk for chunk in chunks if chunk.id not in ids]
        ordered = await self._inner(query, read, len(read))
        merged = [*ordered, *_carried_over(others, read, ordered)]
        return sorted(merged, key=lambda chunk: -(chunk.score or 0.0))[:n]


def _carried_over(others: Sequence[Chunk], before: Sequence[Chunk], after: Sequence[Chunk]) -> list[Chunk]:
    old, new = _scores(before), _scores(after)
    # A single passage, or equal scores, have no deviation to map by.
    slope = new.std() / old.std() if old.std() > _SAME else 1.0
    return [
        replace(chunk, score=float(new.mean() + slope * ((chunk.score or 0.0) - old.mean())))
        for chunk in others
    ]


def _scores(chunks: Sequence[Chunk]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([chunk.score or 0.0 for chunk in chunks])


@dataclass(frozen=True, slots=True)
class RerankerChain:
    """A reranker made of several, each of which orders the result of the one before it."""

    rerankers: tuple[NamedReranker, ...]

    @property
    def name(self) -> str:
        """The name in the trace and the status line."""
        return STEPS_JOINED.join(reranker.name for reranker in self.rerankers) or "none"

    def for_vault(self, routing: Routing) -> RerankerChain:
        """Return the chain without rerankers that read none of the vault's languages."""
        rerankers = self.rerankers
        if not routing.others:
            rerankers = tuple(
                reranker for reranker in rerankers if not isinstance(reranker, BestSentenceReranker)
            )
        # No passage at all is in English.
        if routing.others == 1:
            rerankers = tuple(reranker for reranker in rerankers if not isinstance(reranker, EnglishReranker))
        return RerankerChain(rerankers)

    async def warm_up(self) -> None:
        """Load the rerankers' own models; raise ModelUnavailableError if one is not at hand."""
        for reranker in self.rerankers:
            if isinstance(reranker, SupportsWarmUp):
                await reranker.warm_up()

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; only the last reranker cuts the list."""
        for reranker in self.rerankers:
            # A later reranker may raise what an earlier one would have cut off.
            chunks = await reranker(query, chunks, len(chunks))
        return chunks[:n]
