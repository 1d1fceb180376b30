"""Fusion, by its arithmetic."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.search.fusion import (
    FusionPolicy,
    LegWeight,
    add_unread,
    linear_fusion,
    reciprocal_rank_fusion,
)
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Chunk, LegRank


def ranking(leg: str, ids: list[int]) -> list[Chunk]:
    return [chunk(f"n{i}.md:0", ranks={leg: LegRank(r, 1.0)}) for r, i in enumerate(ids, start=1)]


def test_what_both_legs_found_comes_before_what_one_did() -> None:
    fused = reciprocal_rank_fusion([ranking("semantic", [1, 2]), ranking("fulltext", [3, 2])])
    assert [c.path for c in fused] == ["n2.md", "n1.md", "n3.md"]
    assert fused[0].score == pytest.approx(2 / 62)
    assert {leg: place.rank for leg, place in fused[0].ranks.items()} == {"semantic": 2, "fulltext": 2}


_ids = st.lists(st.integers(0, 20), unique=True, max_size=12)


@given(_ids, _ids, _ids)
def test_legs_have_no_order_and_lose_nothing(first: list[int], second: list[int], third: list[int]) -> None:
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


def scored(leg: str, scores: dict[int, float]) -> list[Chunk]:
    ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return [
        chunk(f"n{i}.md:0", score=score, ranks={leg: LegRank(rank, score)})
        for rank, (i, score) in enumerate(ordered, start=1)
    ]


def test_a_sum_of_scores_is_in_standard_deviations() -> None:
    rankings = {"words": scored("words", {1: 2.0, 2: 1.0}), "meaning": scored("meaning", {2: 0.8, 3: 0.2})}
    weights = {"words": LegWeight(0.5, absent=0.0), "meaning": LegWeight(0.5)}
    fused = linear_fusion(rankings, weights)
    assert [c.path for c in fused] == ["n2.md", "n1.md", "n3.md"]
    # By words 2, 1 and 0; by meaning 0.8 and twice the lowest, 0.2.
    assert [c.score for c in fused] == pytest.approx([0.7071, 0.2588, -0.9659], abs=1e-4)


def test_a_leg_without_weight_adds_its_passages_and_does_not_order() -> None:
    rankings = {"words": scored("words", {1: 3.0, 2: 2.0}), "meaning": scored("meaning", {2: 0.9, 3: 0.1})}
    weights = {"words": LegWeight(1.0, absent=0.0), "meaning": LegWeight(0.0)}
    assert [c.path for c in linear_fusion(rankings, weights)] == ["n1.md", "n2.md", "n3.md"]


_scores = st.dictionaries(st.integers(0, 20), st.floats(0.01, 50), max_size=12)


@given(_scores, _scores, _scores)
def test_sums_commute(first: dict[int, float], second: dict[int, float], third: dict[int, float]) -> None:
    legs = {"a": scored("a", first), "b": scored("b", second), "c": scored("c", third)}
    weights = {"a": LegWeight(0.5, absent=0.0), "b": LegWeight(0.3), "c": LegWeight(0.2)}
    fused = linear_fusion(legs, weights)
    assert fused == linear_fusion(dict(reversed(legs.items())), weights)
    assert {c.id for c in fused} == {c.id for leg in legs.values() for c in leg}
    values = [c.score or 0 for c in fused]
    assert all(higher >= lower - 1e-9 for higher, lower in pairwise(values))
    for c in fused:
        assert set(c.ranks) == {name for name, leg in legs.items() if any(o.id == c.id for o in leg)}


@given(_scores)
def test_one_leg_alone_keeps_its_order_in_a_sum_of_scores(scores: dict[int, float]) -> None:
    leg = scored("a", scores)
    fused = linear_fusion({"a": leg}, {"a": LegWeight(1.0)})
    assert [round(scores[int(c.path[1:-3])], 9) for c in fused] == sorted(
        (round(score, 9) for score in scores.values()), reverse=True
    )


def test_a_leg_says_nothing_for_or_against_a_passage_that_it_could_not_have_read() -> None:
    meant = [replace(chunk(f"m{i}.md:0"), score=0.9 - i / 10) for i in range(4)]
    worded = [replace(chunk(name), score=score) for name, score in (("new.md:0", 5.0), ("m3.md:0", 2.0))]
    assert add_unread(meant, worded, frozenset()) == meant
    evened = add_unread(meant, worded, {"new.md:0"})
    weights = {"fulltext": LegWeight(0.0, absent=0.0), "semantic": LegWeight(1.0)}
    fused = linear_fusion({"fulltext": worded, "semantic": evened}, weights)
    assert {one.id: round(one.score or 0.0, 9) for one in fused}["new.md:0"] == 0.0
    assert [one.id for one in fused if one.id != "new.md:0"] == [one.id for one in meant]


def test_of_what_answers_equally_notes_stay_above_a_picture_by_what_it_shows() -> None:
    note = chunk("n.md:0", score=0.5)
    seen, other = (
        chunk(f"{name}.png:0", path=f"{name}.png", kind=FileKind.IMAGE, score=score)
        for name, score in (("a", 0.3), ("b", 0.1))
    )
    words = [note, replace(seen, score=0.5), replace(other, score=0.5)]
    fused = FusionPolicy()("red", {"fulltext": words, "pictures": [seen, other]})
    assert [one.path for one in fused] == ["a.png", "n.md", "b.png"], "a note is neither near nor far"
    fused = FusionPolicy()("red", {"fulltext": words, "pictures": [replace(seen, score=0.1), other]})
    assert fused[0].path == "n.md"
