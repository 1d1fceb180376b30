"""The product's measured ranking: how the legs' scores become one, and how many candidates each leg gives."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.fusion import LegWeight, linear_fusion, reciprocal_rank_fusion, z_scores
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL
from vaultsearch.core.search.titles import question_length, with_titles
from vaultsearch.core.values.pictures import PICTURES
from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.search import Chunk

TOKENS = "tokens"
"""The leg by token vectors (chunking mode colbert), and its step among the parameters."""
_COSINE_UNIT = 1 / 27.6
"""The cosine that counts as much as one point of BM25 by the square root of a question's words.

Fitted with the weights of words and of titles by maximum likelihood on 24 sets of questions, each left out in
turn: nDCG@10 .898 and Hit@1 .844 in the mean of those left out; with scores in standard deviations, .889 and
.830. How far apart the scores lie tells how sure a leg is of a question; standard deviations take that away.
"""


@dataclass(frozen=True, slots=True)
class FusionPolicy:
    """Fuse the rankings of words, meaning and token vectors with the weights that `parameters` set.

    Args:
        parameters: the steps ``fusion``, ``titles`` and ``tokens`` are read.
        with_tokens: whether the index has token vectors, so that meaning shares its weight with them.
    """

    parameters: Parameters = field(default_factory=Parameters)
    with_tokens: bool = False

    def __call__(self, query: str, rankings: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
        """Return one ranking, best first. What titles added to a candidate before stays added."""
        titles = self.parameters.number("titles", "weight")
        if self.parameters.text("fusion", "method") == "reciprocal_rank":
            k = self.parameters.integer("fusion", "k")
            fused = reciprocal_rank_fusion(list(rankings.values()), k)
            even = z_scores([chunk.score or 0.0 for chunk in fused])
            fused = [chunk.scored(float(score)) for chunk, score in zip(fused, even, strict=True)]
            return with_titles(fused, titles, query)
        words = self._words_weight(rankings)
        length = math.sqrt(max(1.0, question_length(query)))
        tokens = self.parameters.number(TOKENS, "weight") if self.with_tokens else 0.0
        # A passage with none of the words scores nothing by them; the lowest BM25 found would be too much.
        weights = {
            Mode.FULLTEXT.value: LegWeight(words, absent=0.0, unit=length),
            Mode.SEMANTIC.value: LegWeight((1 - words) * (1 - tokens), unit=_COSINE_UNIT),
            TOKENS: LegWeight((1 - words) * tokens),
        }
        extra = LegWeight(self.parameters.number("retrievers", "weight"))
        weights[PICTURES] = LegWeight(extra.weight, absent=_mean_score(rankings.get(PICTURES, ())))
        weights = {leg: weights.get(leg, extra) for leg in rankings}
        return with_titles(linear_fusion(rankings, weights), titles, query)

    def _words_weight(self, rankings: Mapping[str, Sequence[Chunk]]) -> float:
        """Return the weight of words, by the share of semantic hits that the multilingual model found."""
        meant = rankings.get(Mode.SEMANTIC.value, ())
        english = self.parameters.number("fusion", "words_weight")
        share = sum(MULTILINGUAL in chunk.ranks for chunk in meant) / max(1, len(meant))
        others = self.parameters.number("fusion", "multilingual_words_weight")
        return (1 - share) * english + share * others


def _mean_score(chunks: Sequence[Chunk]) -> float:
    """Return the mean score: for what is no picture, it speaks neither for nor against."""
    return sum(chunk.score or 0.0 for chunk in chunks) / max(1, len(chunks))


def candidates(mode: Mode, parameters: Parameters = Parameters()) -> int:  # noqa: B008  # a frozen value
    """Return how many passages a mode retrieves before any are reranked."""
    if mode is Mode.HYBRID:
        return max(candidates(leg, parameters) for leg in (Mode.SEMANTIC, Mode.FULLTEXT))
    return parameters.integer(mode.value, "n_candidates")
