"""Near pairs by blocks are the pairs found by comparing each with each."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from vaultsearch.core.relations import duplicates as module
from vaultsearch.core.relations.duplicates import near_pairs


@pytest.mark.parametrize("block", [1, 3, 7, 64])
def test_blocks_of_any_size_give_each_pair_once(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_ROWS", block)
    chooser = np.random.default_rng(block)
    vectors = chooser.normal(size=(40, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    lengths = np.sort(chooser.integers(10, 100, size=40))
    found = [
        pair
        for start in range(0, 40, block)
        for pair in near_pairs(vectors, lengths, start, least_cosine=0.5, least_ratio=0.6)
    ]
    wanted = {
        (i, j)
        for i, j in combinations(range(40), 2)
        if vectors[i] @ vectors[j] >= 0.5 and lengths[i] >= 0.6 * lengths[j]
    }
    assert wanted
    assert len(found) == len(set(found))
    assert set(found) == wanted
