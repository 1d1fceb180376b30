"""The rerankers of a search that can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

AUTO, NONE = "auto", "none"
"""The chain that is recommended, and the chain without any reranker: values of `reranker.chain`."""
CROSS_ENCODER = "cross_encoder"
MODEL_TEXTS = "model_texts"
"""The leg by what a language model wrote about passages: a value of `retrieval.extra`."""
STEPS_JOINED = " + "
"""Joins the names of a chain's rerankers."""


@dataclass(frozen=True, slots=True)
class RerankerKind:
    """One reranker; `core.search.reranker_chain` builds it.

    Args:
        name: its name in `reranker.chain`, and its step among the parameters.
        label: its name in the window.
        effect: its effect and cost; ``{}`` stands for the number of passages that its model reads.
        heading: the heading of its parameters.
        is_recommended: whether it is a part of the chain "auto", in the order of `RERANKERS`.
        is_english: whether its model knows English alone, so that it leaves other passages in place.
        ablation: its name in an evaluation that leaves it out; None if none leaves it out.
    """

    name: str
    label: str
    effect: str
    heading: str
    is_recommended: bool = False
    is_english: bool = False
    ablation: str | None = None


_KINDS = (
    RerankerKind(
        "best_sentence",
        "Best sentence",
        (
            "Languages other than English: compares the question with single sentences. Cost: "
            "small; reads the sentences of {} passages."
        ),
        "Ranking: best sentence",
        is_recommended=True,
    ),
    RerankerKind(
        "late_interaction",
        "Late interaction",
        "English: compares word by word. Cost: small; reads {} passages.",
        "Ranking: late interaction",
        is_recommended=True,
        is_english=True,
        ablation="late interaction",
    ),
    RerankerKind(
        CROSS_ENCODER,
        "Cross-encoder",
        (
            "English: reads question and passage together. Cost: largest; reads {} passages for "
            "every question. Needs its own model."
        ),
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
        "Has a server of your own score 20 passages (ask.rerank_url). Cost: a request for every question.",
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
