"""List the rerankers a search can use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

AUTO, NONE = "auto", "none"
"""The recommended chain, and the empty chain: values of `reranker.chain`."""
CROSS_ENCODER = "cross_encoder"
MODEL_TEXTS = "model_texts"
"""The leg through a language model's texts about passages: a value of `retrieval.extra`."""
STEPS_JOINED = " + "
"""Joins reranker names in a chain."""


@dataclass(frozen=True, slots=True)
class RerankerKind:
    """A reranker; `core.search.reranker_chain` builds it.

    Args:
        name: The name in `reranker.chain`, also the parameters' step.
        effect: Effect and cost; ``{}`` stands for the number of passages the model reads.
        heading: The parameters' heading.
        is_recommended: Whether it belongs to the chain "auto", in the order of `RERANKERS`.
        is_english: Whether the model knows only English, so that other passages stay in place.
        ablation: The name in an evaluation that leaves it out, or None.
        n_candidates: The passages read, unless a parameter sets them.
    """

    name: str
    label: str
    effect: str
    heading: str
    is_recommended: bool = False
    is_english: bool = False
    ablation: str | None = None
    n_candidates: int = 0


_KINDS = (
    RerankerKind(
        "best_sentence",
        "Best sentence",
        "Languages other than English: compares the question with single sentences. Cost: small; reads the "
        "sentences of {} passages.",
        "Ranking: best sentence",
        is_recommended=True,
        n_candidates=30,
    ),
    RerankerKind(
        "late_interaction",
        "Late interaction",
        "English: compares word by word. Cost: small; reads {} passages.",
        "Ranking: late interaction",
        is_recommended=True,
        is_english=True,
        ablation="late interaction",
        n_candidates=14,
    ),
    RerankerKind(
        CROSS_ENCODER,
        "Cross-encoder",
        "English: reads question and passage together. Cost: largest; reads {} passages for every question. "
        "Needs its own model.",
        "Ranking: cross-encoder",
        is_recommended=True,
        is_english=True,
        ablation="the cross-encoder",
    ),
    RerankerKind("mmr", "Variety", "Adds variety. Cost: almost none.", "Ranking: variety"),
    RerankerKind("recency", "Freshness", "Ranks newer notes higher. Cost: none.", "Ranking: freshness"),
    RerankerKind(
        "links",
        "Links",
        "Ranks notes higher that are linked with the best ones. Cost: small.",
        "Ranking: links",
    ),
    RerankerKind(
        "rerank_server",
        "Rerank server",
        "Has your own server score 20 passages (address in Advanced). Cost: a request for every question.",
        "Ranking: rerank server",
    ),
    RerankerKind(
        "language_model",
        "Language model",
        "Has your language model order the first 10 passages. Cost: a request for every question.",
        "Ranking: language model",
    ),
    RerankerKind(
        "threshold",
        "Threshold",
        "Hides weak matches. Cost: none; needs probabilities from an earlier step.",
        "Ranking: threshold",
    ),
    RerankerKind(
        "dedup", "One per note", "Lists a few passages per note. Cost: none.", "Ranking: passages per note"
    ),
)
RERANKERS: Mapping[str, RerankerKind] = {kind.name: kind for kind in _KINDS}
RECOMMENDED = tuple(kind.name for kind in _KINDS if kind.is_recommended)
