"""What is unlikely to answer is left out; what nothing is known of stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.search.reranking.threshold import (
    CALIBRATIONS,
    ThresholdReranker,
    probability,
)
from vaultsearch.core.values import LegRank


@pytest.mark.parametrize("leg", CALIBRATIONS)
@given(st.floats(-12, 12), st.floats(-12, 12))
def test_a_higher_score_is_never_less_likely(leg: str, one: float, other: float) -> None:
    low, high = (CALIBRATIONS[leg].probability(score) for score in sorted((one, other)))
    assert 0 <= low <= high <= 1


def test_the_leg_that_knows_best_is_asked() -> None:
    both = chunk(ranks={"semantic": LegRank(1, 0.9), "cross": LegRank(1, -11.0)})
    assert probability(both) == CALIBRATIONS["cross"].probability(-11.0)
    assert probability(chunk(ranks={"fulltext": LegRank(1, 8.0)})) is None


async def test_the_unlikely_is_left_out_and_the_order_stays() -> None:
    chunks = [
        chunk("words.md:0", ranks={"fulltext": LegRank(1, 8.0)}),
        chunk("poor.md:0", ranks={"cross": LegRank(3, -11.3)}),
        chunk("good.md:0", ranks={"cross": LegRank(1, 9.0)}),
    ]
    found = await ThresholdReranker(0.5)("q", chunks, 3)
    assert [c.path for c in found] == ["words.md", "good.md"]
    assert await ThresholdReranker(0.0)("q", chunks, 3) == chunks
