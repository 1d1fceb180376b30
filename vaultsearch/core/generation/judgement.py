"""Judge by decision trees whether passages say a sentence; fitted by `tests.bench.fit_judgement`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaultsearch.core.languages.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Mapping

JUDGED_LANGUAGES = (ENGLISH, "de")
"""Languages of the sentences that the trees were fitted on."""
_TREES = Path(__file__).with_name("judgement.json")


@cache
def _load_trees() -> Mapping[str, Any]:
    trees: Mapping[str, Any] = json.loads(_TREES.read_text("utf-8"))
    return trees


def judge_doubt(features: Mapping[str, float]) -> float:
    """Return the boosted trees' sum less a limit: above 0, a sentence is not supported (Friedman, 2001).

    A node is a feature's name, a threshold, and the nodes up to it and above; a leaf is a number.
    """
    total = 0.0
    for tree in _load_trees()["trees"]:
        node = tree
        while isinstance(node, list):
            feature, threshold, low, high = node
            node = low if features[feature] <= threshold else high
        total += node
    return total - float(_load_trees()["limit"])
