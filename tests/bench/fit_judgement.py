"""Fit the trees of `core.generation.support` on the marked sentences of this folder but those held out.

Needs scikit-learn. Prints the verdicts on each set by trees fitted on other notes, and writes the trees
fitted on all.

    python -m tests.bench.fit_judgement kepano=DIR ideaverse=DIR xquad-en=DIR xquad-de=DIR squad=DIR \\
        locomo=DIR
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench.cited_sentences import HELD_OUT, OWN_VAULTS, kind_of, print_matrix, sentences
from vaultsearch.core.generation import support
from vaultsearch.core.generation.support import Evidence
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import Verdict
from vaultsearch.service.parts.components import ComponentFactory

TREES = Path(support.__file__).with_name("judgement.json")
_STRUCK = 0.05
"""The share of honest sentences that the limit strikes; numbers and names strike some more."""
_SURE, _HARDEST = 0.05, "fourth"
"""The share of wrong sentences that the trees take for sure, in the set whose wrong ones are told worst."""
_WEIGHTS = {"roles": 0.3, "named": 0.3}
"""Weights of sets whose honest sentences say nearly the same as wrong ones: rare in answers."""


def fitted() -> Any:
    """Return the trees before they are fitted."""
    from sklearn.ensemble import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=300, max_depth=3, learning_rate=0.035, subsample=0.6, max_features=0.5,
        min_samples_leaf=10, random_state=3,
    )  # fmt: skip


def as_nodes(tree: Any, names: list[str], scale: float, index: int = 0) -> Any:
    """Return a tree of scikit-learn as nested lists."""
    if tree.children_left[index] < 0:
        return round(float(tree.value[index].ravel()[0]) * scale, 4)
    return [
        names[tree.feature[index]], round(float(tree.threshold[index]), 4),
        as_nodes(tree, names, scale, tree.children_left[index]),
        as_nodes(tree, names, scale, tree.children_right[index]),
    ]  # fmt: skip


def fit(marked: list[tuple[dict[str, Any], Evidence]]) -> dict[str, Any]:
    """Print the counts of sentences by trees that know nothing of their notes; return trees fitted on all."""
    from sklearn.model_selection import GroupKFold, cross_val_predict

    marked = [(sentence, evidence) for sentence, evidence in marked if evidence.words]
    names = list(marked[0][1].features)
    features = np.array([[evidence.features[name] for name in names] for _, evidence in marked])
    is_wrong = np.array([not sentence["supported"] for sentence, _ in marked])
    groups = [sentence.get("path") or sentence["title"] for sentence, _ in marked]
    is_struck = np.array([bool(evidence.number or evidence.name) for _, evidence in marked])
    weights = np.array([_WEIGHTS.get(sentence["set"], 1.0) for sentence, _ in marked])
    log_odds = cross_val_predict(
        fitted(), features, is_wrong, groups=groups, cv=GroupKFold(8), method="decision_function",
        params={"sample_weight": weights},
    )  # fmt: skip
    limit = float(np.quantile(log_odds[~is_wrong & ~is_struck & (weights == 1)], 1 - _STRUCK))
    is_hardest = np.array([sentence["set"] == _HARDEST for sentence, _ in marked])
    sure = float(np.quantile(log_odds[is_wrong & ~is_struck & is_hardest], _SURE))
    verdicts = Counter[tuple[str, str, Verdict | None]]()
    for (sentence, evidence), doubt, struck in zip(marked, log_odds, is_struck, strict=True):
        is_sure = evidence.is_literal or doubt <= sure
        verdict = (
            Verdict.STRUCK if doubt > limit or struck else Verdict.CHECKED if is_sure else Verdict.UNSURE
        )
        verdicts[sentence["set"], kind_of(sentence), verdict] += 1
    print_matrix(verdicts)
    model = fitted().fit(features, is_wrong, sample_weight=weights)
    share = float(np.average(is_wrong, weights=weights))
    trees = [as_nodes(each[0].tree_, names, model.learning_rate) for each in model.estimators_]
    start = float(np.log(share / (1 - share)))
    return {"limit": round(limit - start, 4), "sure": round(sure - start, 4), "trees": trees}


async def measure(vaults: Mapping[str, Path]) -> list[tuple[dict[str, Any], Evidence]]:
    """Return the sentences to fit on, each with what its passage says."""
    check = ComponentFactory(Parameters(), None).support_check(in_thread)
    return [
        (sentence, await check.evidence(sentence["sentence"], [passage]))
        for sentence, passage in sentences(vaults)
        if sentence["set"] not in HELD_OUT
    ]


if __name__ == "__main__":
    given = {name: Path(folder) for name, _, folder in (each.partition("=") for each in sys.argv[1:])}
    TREES.write_text(json.dumps(fit(asyncio.run(measure({**OWN_VAULTS, **given})))) + "\n", "utf-8")
