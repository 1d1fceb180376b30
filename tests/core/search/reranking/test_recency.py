"""Freshness: half of it after each half-life."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import MOMENT, chunk
from tests.core.search.reranking.candidates import ordered_chunks
from vaultsearch.core.search.model_free_rerankers import RecencyReranker

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Chunk


def at(days: float, **changes: object) -> Chunk:
    return chunk(f"{days}.md:0", modified=MOMENT - timedelta(days=days), **changes)


@given(ordered_chunks())
async def test_with_a_weight_of_nought_the_order_stays(chunks: list[Chunk]) -> None:
    found = await RecencyReranker(30, 0.0, lambda: MOMENT)("q", chunks, len(chunks))
    assert [c.id for c in found] == [c.id for c in chunks]


@given(st.lists(st.floats(0, 5000), min_size=1, max_size=10, unique=True))
async def test_with_a_weight_of_one_the_newest_comes_first(ages: list[float]) -> None:
    chunks = [at(age, score=float(i)) for i, age in enumerate(ages)]
    found = await RecencyReranker(1000, 1.0, lambda: MOMENT)("q", chunks, len(chunks))
    fresh = [c.ranks["recency"].score for c in found]
    assert fresh == sorted(fresh, reverse=True)


def test_freshness_halves_with_each_half_life_and_the_future_is_now() -> None:
    reranker = RecencyReranker(half_life_days=10)
    fresh = [reranker.freshness(MOMENT - timedelta(days=days), MOMENT) for days in (0, 10, 20, -5)]
    assert fresh == pytest.approx([1, 0.5, 0.25, 1])
    assert reranker.freshness(None, MOMENT) == 0


async def test_of_two_that_are_nearly_as_good_the_newer_wins_and_a_notes_own_date_counts() -> None:
    older, newer = at(400, score=1.0), at(1, score=0.99)
    bad = at(0, score=0.0)
    rank = RecencyReranker(90, 0.2, lambda: MOMENT)
    assert [c.id for c in await rank("q", [older, newer, bad], 3)] == [newer.id, older.id, bad.id]
    copied = at(0, score=0.99, created=MOMENT - timedelta(days=4000))
    assert [c.id for c in await rank("q", [older, copied, bad], 2)] == [older.id, copied.id]
