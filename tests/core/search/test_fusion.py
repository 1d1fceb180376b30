"""Reciprocal rank fusion, by its arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.search.fusion import reciprocal_rank_fusion
from vaultsearch.core.values import Chunk, LegRank


def ranking(leg: str, ids: list[int]) -> list[Chunk]:
    return [chunk(f"n{i}.md:0", ranks={leg: LegRank(r, 1.0)}) for r, i in enumerate(ids, start=1)]


def test_what_both_legs_found_comes_before_what_one_did() -> None:
    fused = reciprocal_rank_fusion([ranking("semantic", [1, 2]), ranking("fulltext", [3, 2])])
    assert [c.path for c in fused] == ["n2.md", "n1.md", "n3.md"]
    assert fused[0].score == pytest.approx(2 / 62)
    assert {leg: place.rank for leg, place in fused[0].ranks.items()} == {"semantic": 2, "fulltext": 2}


_ids = st.lists(st.integers(0, 20), unique=True, max_size=12)


@given(_ids, _ids, _ids)
def test_the_order_of_the_legs_does_not_matter_and_nothing_is_lost(
    first: list[int], second: list[int], third: list[int]
) -> None:
    legs = [ranking("a", first), ranking("b", second), ranking("c", third)]
    fused = reciprocal_rank_fusion(legs)
    assert [c.id for c in fused] == [c.id for c in reciprocal_rank_fusion(legs[::-1])]
    assert {c.id for c in fused} == {c.id for leg in legs for c in leg}
    scores = [c.score or 0 for c in fused]
    assert scores == sorted(scores, reverse=True)
    for c in fused:
        found_by = {name for leg in legs for o in leg if o.id == c.id for name in o.ranks}
        assert set(c.ranks) == found_by


@given(_ids)
def test_one_leg_alone_keeps_its_order(ids: list[int]) -> None:
    assert [c.path for c in reciprocal_rank_fusion([ranking("a", ids)])] == [f"n{i}.md" for i in ids]
