"""The legs of an evaluation, by name: each retriever alone, and the whole chain."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.evaluation.figures import Comparisons
from vaultsearch.core.evaluation.runs import Leg
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.retrieval import HybridRetriever, by_reciprocal_rank
from vaultsearch.core.values.long_queries import LongQueryOutcome
from vaultsearch.core.values.rerankers import RERANKERS
from vaultsearch.core.values.search import Chunk, Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vaultsearch.core.evaluation.runs import Ask
    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import Retriever
    from vaultsearch.service.vault import Vault


_ABLATED = tuple(kind for kind in RERANKERS.values() if kind.ablation)
_WITHOUT_RERANKERS = tuple(
    (
        f"without {left_out.ablation}",
        {"reranker.chain": "+".join(kind.name for kind in _ABLATED if kind is not left_out)},
    )
    for left_out in reversed(_ABLATED)
)
ABLATIONS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("without reranking", {"reranker.chain": "none"}),
    *_WITHOUT_RERANKERS,
    ("fused by ranks", {"fusion.method": "reciprocal_rank"}),
    ("without words", {"fusion.words_weight": "0"}),
    ("without meaning", {"fusion.words_weight": "1"}),
)
"""The parts of the ranking left out, and the parameters that leave each out."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Parameters and the label of their rows."""

    label: str
    parameters: Parameters


def ablations(parameters: Parameters) -> list[Variant]:
    """Return a variant without each part of the ranking; raise SettingsError for a bad parameter."""
    return [Variant(label, _changed(parameters, changes)) for label, changes in ABLATIONS]


def sweep(parameters: Parameters, compared: Sequence[tuple[str, str]]) -> list[Variant]:
    """Return all combinations of the parameters' values, separated by commas; raise SettingsError."""
    written = [[(name, value.strip()) for value in values.split(",")] for name, values in compared]
    if not written:
        return []
    return [
        Variant(" ".join(f"{name}={value}" for name, value in choice), _changed(parameters, dict(choice)))
        for choice in product(*written)
    ]


def _changed(parameters: Parameters, changes: Mapping[str, object]) -> Parameters:
    changed = Parameters(parameters.file, {**parameters.command, **changes})
    changed.check()
    return changed


CHAIN = "chain"
BASELINE = "rrf"
PASSAGE = "passage"
"""Searches with a text in segments; the default for a test set whose questions are texts of many topics."""
_CANDIDATES = 50


@dataclass(frozen=True, slots=True)
class LegKind:
    """A leg's factory and its part in comparisons.

    The chain must not fall below ``single`` legs; ``composed`` ones are made of others; ``usual`` ones are
    measured by default, as they need no setting.
    """

    make: Callable[[Vault], Ask]
    single: bool = False
    composed: bool = False
    usual: bool = True


def _chain(session: Vault, *, rerank: bool = True) -> Ask:
    """Rank as the window does, without operators: a question of a test set is no query."""

    async def ask(question: str, n: int) -> list[Chunk]:
        stages = [
            stage
            async for stage in session.search_stages(question, n, Mode.HYBRID, rerank=rerank, operators=False)
        ]
        return [result.chunk for result in stages[-1].results]

    return ask


def _passage(session: Vault) -> Ask:
    """Rank notes for a text, segment by segment."""

    async def ask(text: str, n: int) -> list[Chunk]:
        answer = await session.search_passage(text, n)
        if answer.outcome is LongQueryOutcome.FAILED:
            raise VaultSearchError(answer.trouble or "", answer.remedy or "")
        return [result.chunk for result in answer.results]

    return ask


def _bare(retriever: Callable[[Vault], Retriever]) -> Callable[[Vault], Ask]:
    def make(session: Vault) -> Ask:
        made = retriever(session)

        async def ask(question: str, n: int) -> list[Chunk]:
            return (await made(question, n))[:n]

        return ask

    return make


def _bare_rrf(session: Vault) -> Retriever:
    """Fuse words and meaning by reciprocal ranks alone, with the usual constant: the baseline."""
    legs: dict[str, tuple[Retriever, int]] = {
        Mode.FULLTEXT.value: (session.search_service.retriever(Mode.FULLTEXT), _CANDIDATES),
        Mode.SEMANTIC.value: (PassagesAlone(session.search_service.retriever(Mode.SEMANTIC)), _CANDIDATES),
    }
    return HybridRetriever(legs, fuse=by_reciprocal_rank)


@dataclass(frozen=True, slots=True)
class PassagesAlone:
    """Retrieve by meaning, ordered by the passages' own cosines, without those of their notes."""

    retriever: Retriever

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n nearest passages, the nearest first."""
        return sorted(await self.retriever(query, n, where), key=lambda chunk: -_own_cosine(chunk))


def _own_cosine(chunk: Chunk) -> float:
    own = chunk.ranks.get(Mode.SEMANTIC.value)
    return own.score if own is not None else chunk.score or 0.0


LEGS: dict[str, LegKind] = {
    "semantic": LegKind(_bare(lambda session: session.search_service.retriever(Mode.SEMANTIC)), single=True),
    "fulltext": LegKind(_bare(lambda session: session.search_service.retriever(Mode.FULLTEXT)), single=True),
    "tokens": LegKind(_bare(lambda session: session.search_service.token_retriever()), usual=False),
    BASELINE: LegKind(_bare(_bare_rrf)),
    "hybrid": LegKind(_bare(lambda session: session.search_service.retriever(Mode.HYBRID)), composed=True),
    CHAIN: LegKind(_chain, composed=True),
    PASSAGE: LegKind(_passage, composed=True, usual=False),
}
USUAL_LEGS = tuple(name for name, kind in LEGS.items() if kind.usual)
SINGLE_LEGS = tuple(name for name, kind in LEGS.items() if kind.single)
COMPOSED = tuple(name for name, kind in LEGS.items() if kind.composed)
COMPARISONS = Comparisons(SINGLE_LEGS, (BASELINE, CHAIN))


def make_leg(name: str, session: Vault) -> Leg:
    """Return the leg of a name; beyond the window's first passages the chain is not reranked."""
    ask = LEGS[name].make(session)
    return Leg(name, ask, _chain(session, rerank=False) if name == CHAIN else ask, _CANDIDATES)
