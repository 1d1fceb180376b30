"""The product's measured ranking: how the legs' scores become one, and how many candidates each leg gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.coverage import coverage
from vaultsearch.core.search.fusion import LegWeight, linear_fusion, reciprocal_rank_fusion
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL
from vaultsearch.core.search.titles import with_titles
from vaultsearch.core.values.pictures import PICTURES
from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.search import Chunk

TOKENS = "tokens"
"""The leg by token vectors (chunking mode colbert), and its step among the parameters."""
_COVERING = 5
"""Passages, the best by words, of which one must hold enough of a question's words."""
_ENOUGH_WORDS, _STEEPNESS = 0.4, 3
"""The share of a question's words from which words count in full; below it, with this power of the share.

Measured on questions in three languages to a vault with a third of its articles in each: of the answers in
another language, 68 in a hundred stand first instead of 34, of those in the question's own 95 instead of 94.
"""


class SupportsTold(Protocol):
    """Knows the language of the question that was asked last."""

    def last_detected(self, query: str) -> str:
        """Return the language code of ``query``."""
        ...


@dataclass(frozen=True, slots=True)
class FusionPolicy:
    """Fuse the rankings of words, meaning and token vectors with the weights that `parameters` set.

    Args:
        parameters: the steps ``fusion``, ``titles`` and ``tokens`` are read.
        languages: tells a question's language; without it, each is taken for English.
        with_tokens: whether the index has token vectors, so that meaning shares its weight with them.
    """

    parameters: Parameters = field(default_factory=Parameters)
    languages: SupportsTold | None = None
    with_tokens: bool = False

    def __call__(self, query: str, rankings: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
        """Return one ranking, best first. What titles added to a candidate before stays added."""
        titles = self.parameters.number("titles", "weight")
        if self.parameters.text("fusion", "method") == "reciprocal_rank":
            k = self.parameters.integer("fusion", "k")
            return with_titles(reciprocal_rank_fusion(list(rankings.values()), k), titles, query)
        words = self._words_weight(query, rankings)
        tokens = self.parameters.number(TOKENS, "weight") if self.with_tokens else 0.0
        # A passage with none of the words scores nothing by them; the lowest BM25 found would be too much.
        weights = {
            Mode.FULLTEXT.value: LegWeight(words, absent=0.0),
            Mode.SEMANTIC.value: LegWeight((1 - words) * (1 - tokens)),
            TOKENS: LegWeight((1 - words) * tokens),
        }
        extra = LegWeight(self.parameters.number("retrievers", "weight"))
        weights[PICTURES] = LegWeight(extra.weight, absent=_mean_score(rankings.get(PICTURES, ())))
        weights = {leg: weights.get(leg, extra) for leg in rankings}
        return with_titles(linear_fusion(rankings, weights), titles, query)

    def _words_weight(self, query: str, rankings: Mapping[str, Sequence[Chunk]]) -> float:
        """Return the weight of words, by the share of semantic hits that the multilingual model found.

        There words count less if no passage covers enough of the question: when the answer is in another
        language, passages in the question's own share no more than a word or two with it.
        """
        meant, worded = (rankings.get(leg.value, ()) for leg in (Mode.SEMANTIC, Mode.FULLTEXT))
        english = self.parameters.number("fusion", "words_weight")
        share = sum(MULTILINGUAL in chunk.ranks for chunk in meant) / max(1, len(meant))
        if not share:
            return english
        others = self.parameters.number("fusion", "multilingual_words_weight")
        language = ENGLISH if self.languages is None else self.languages.last_detected(query)
        covered = min(1.0, coverage(query, worded[:_COVERING], language) / _ENOUGH_WORDS)
        return (1 - share) * english + share * others * covered**_STEEPNESS


def _mean_score(chunks: Sequence[Chunk]) -> float:
    """Return the mean score: for what is no picture, it speaks neither for nor against."""
    return sum(chunk.score or 0.0 for chunk in chunks) / max(1, len(chunks))


def candidates(mode: Mode, parameters: Parameters = Parameters()) -> int:  # noqa: B008  # a frozen value
    """Return how many passages a mode retrieves before any are reranked."""
    if mode is Mode.HYBRID:
        return max(candidates(leg, parameters) for leg in (Mode.SEMANTIC, Mode.FULLTEXT))
    return parameters.integer(mode.value, "n_candidates")
