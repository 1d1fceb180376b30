"""What a reranker's scores do to an order."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from tests.core.search.reranking.candidates import ordered_chunks
from vaultsearch.core.search.blending import blend_first, blend_scores, is_short
from vaultsearch.core.search.fusion import scale_to_unit, z_scores
from vaultsearch.core.values.search import Chunk

_scores = st.lists(st.floats(-100, 100), min_size=1, max_size=30)


@given(_scores)
def test_z_scores_have_mean_nought_and_deviation_one_or_are_all_nought(values: list[float]) -> None:
    z = z_scores(values)
    assert np.isclose(z.mean(), 0, atol=1e-6)
    assert np.isclose(z.std(), 1, atol=1e-6) or not z.any()


@given(_scores)
def test_from_0_to_1_keeps_the_order_between_0_and_1(values: list[float]) -> None:
    scaled = scale_to_unit(values)
    assert 0 <= scaled.min() <= scaled.max() <= 1
    assert np.all(np.diff(scaled[np.argsort(values)]) >= 0)
    assert scale_to_unit([]).shape == (0,)


@given(_scores)
def test_a_weight_of_nought_keeps_the_order_and_none_takes_the_rerankers(values: list[float]) -> None:
    chunks = [chunk(f"{i}.md:0", score=1 / (i + 1)) for i in range(len(values))]
    assert [c.id for c in blend_scores(chunks, values, 0.0, "late")] == [c.id for c in chunks]
    alone = blend_scores(chunks, values, None, "late")
    assert [c.ranks["late"].score for c in alone] == sorted(values, reverse=True)
    assert [c.ranks["late"].rank for c in alone] == list(range(1, len(values) + 1))


@given(ordered_chunks(), st.integers(0, 12), st.floats(0, 10))
def test_the_unread_stay_below_in_their_order(chunks: list[Chunk], most: int, weight: float) -> None:
    read = chunks[:most]
    scores = [float(len(c.id) * 7 % 5 - i) for i, c in enumerate(read)]
    found = blend_first(chunks, scores, weight, "cross")
    assert [c.id for c in found[len(read) :]] == [c.id for c in chunks[len(read) :]]
    assert {c.id for c in found} == {c.id for c in chunks}
    falling = [c.score or 0.0 for c in found]
    assert all(above >= below - 1e-9 for above, below in itertools.pairwise(falling))


@pytest.mark.parametrize(
    ("query", "short"), [("keel bolts", True), ("a b c d e", True), ("a b c d e f", False)]
)
def test_a_query_of_five_words_is_short(query: str, short: bool) -> None:
    assert is_short(query) is short


def test_nothing_to_order_gives_nothing() -> None:
    assert blend_scores([], [], 1.0, "late") == blend_first([], [], None, "cross") == []
