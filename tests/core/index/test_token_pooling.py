"""Fewer token vectors, as near as may be to those that there were."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.index.token_table import encode_pooled, pool_tokens
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.protocols import Vectors


def unit_vectors(count: int, seed: int) -> Vectors:
    vectors = np.random.default_rng(seed).normal(size=(count, 8)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


@given(count=st.integers(1, 40), seed=st.integers(0, 99), factor=st.integers(1, 8))
def test_there_are_as_many_as_the_factor_says_by_wards_method(count: int, seed: int, factor: int) -> None:
    from scipy.cluster.hierarchy import fcluster, linkage

    tokens, wanted = unit_vectors(count, seed), -(-count // factor)
    few = pool_tokens(tokens, factor)
    assert few.dtype == np.float32
    assert len(few) <= wanted
    np.testing.assert_allclose(np.linalg.norm(few, axis=1), 1, atol=1e-5)
    if factor == 1:
        np.testing.assert_array_equal(few, tokens)
    elif count >= 4:
        clusters = fcluster(linkage(tokens, method="ward"), t=wanted, criterion="maxclust")
        means = np.stack([tokens[clusters == one].mean(axis=0) for one in dict.fromkeys(clusters.tolist())])
        expected = means / np.linalg.norm(means, axis=1, keepdims=True)
        np.testing.assert_allclose(few, expected, atol=1e-5)


def test_what_is_alike_is_pooled_and_what_stands_alone_is_kept() -> None:
    one, other = np.eye(8, dtype=np.float32)[:2]
    near = (one + 0.01 * np.eye(8, dtype=np.float32)[2]).astype(np.float32)
    tokens = np.stack([one, other, near / np.linalg.norm(near)])
    few = pool_tokens(tokens, 2)
    assert len(few) == 2
    np.testing.assert_allclose(few[1], other, atol=1e-6)
    assert float(few[0] @ one) > 0.9999


@pytest.mark.parametrize("factor", [1, 2, 4])
def test_a_passage_of_the_real_model_takes_a_fraction_of_the_room(factor: int, models_folder: Path) -> None:
    encoder = OnnxEncoder.installed(models_folder)
    text = "The keel bolt was corroded, so we hauled the boat out and replaced it before the winter storms."
    (tokens,) = encoder.encode_passage_tokens([text])
    (few,) = encode_pooled(encoder, [text], factor)
    assert few.nbytes == -(-len(tokens) // factor) * encoder.dimension * 2
    # Each token still has a vector near to it.
    assert (tokens @ few.astype(np.float32).T).max(axis=1).min() > 0.5
