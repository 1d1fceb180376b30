"""Fit the trees of `core.generation.support` on the marked sentences of this folder but those held out.

Needs scikit-learn. Prints how many of each set are taken for the other kind by trees fitted on other notes,
and writes the trees fitted on all.

    python -m tests.bench.fit_judgement kepano=DIR ideaverse=DIR xquad-en=DIR xquad-de=DIR squad=DIR
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench.cited_sentences import HELD_OUT, OWN_VAULTS, kind_of, sentences
from vaultsearch.core.generation import support
from vaultsearch.core.generation.support import Evidence
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.service.parts.components import ComponentFactory

TREES = Path(support.__file__).with_name("judgement.json")
_STRUCK = 0.06
"""The share of honest sentences that the limit strikes; numbers and names strike some more."""


def fitted() -> Any:
    """Return the trees before they are fitted."""
    from sklearn.ensemble import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=300,
        max_depth=3,
        learning_rate=0.035,
        subsample=0.6,
        max_features=0.5,
        min_samples_leaf=10,
        random_state=1,
    )


def as_nodes(tree: Any, names: list[str], scale: float, index: int = 0) -> Any:
    """Return a tree of scikit-learn as nested lists."""
    if tree.children_left[index] < 0:
        return round(float(tree.value[index].ravel()[0]) * scale, 4)
    return [
        names[tree.feature[index]],
        round(float(tree.threshold[index]), 4),
        as_nodes(tree, names, scale, tree.children_left[index]),
        as_nodes(tree, names, scale, tree.children_right[index]),
    ]


def fit(marked: list[tuple[dict[str, Any], Evidence]]) -> dict[str, Any]:
    """Print the counts of sentences by trees that know nothing of their notes; return trees fitted on all."""
    from sklearn.model_selection import GroupKFold, cross_val_predict

    marked = [(sentence, evidence) for sentence, evidence in marked if evidence.words]
    names = list(marked[0][1].features)
    features = np.array([[evidence.features[name] for name in names] for _, evidence in marked])
    is_wrong = np.array([not sentence["supported"] for sentence, _ in marked])
    groups = [sentence.get("path") or sentence["title"] for sentence, _ in marked]
    is_struck = np.array([bool(evidence.number or evidence.name) for _, evidence in marked])
    log_odds = cross_val_predict(
        fitted(), features, is_wrong, groups=groups, cv=GroupKFold(8), method="decision_function"
    )
    limit = float(np.quantile(log_odds[~is_wrong & ~is_struck], 1 - _STRUCK))
    mistaken, total = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for (sentence, _), doubt, struck in zip(marked, log_odds, is_struck, strict=True):
        counted = sentence["set"], kind_of(sentence)
        total[counted] += 1
        mistaken[counted] += (doubt > limit or struck) == sentence["supported"]
    for counted, count in total.items():
        print(*counted, f"{mistaken[counted]} of {count}")
    model = fitted().fit(features, is_wrong)
    share = float(is_wrong.mean())
    trees = [as_nodes(each[0].tree_, names, model.learning_rate) for each in model.estimators_]
    return {"limit": round(limit - float(np.log(share / (1 - share))), 4), "trees": trees}


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
