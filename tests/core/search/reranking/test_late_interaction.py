"""Late interaction with the real embedding model."""

from __future__ import annotations

import pytest

from tests.builders import chunk
from tests.core.search.reranking.candidates import QUESTIONS, candidates
from vaultsearch.core.search.reranking.late_interaction import LateInteractionReranker


@pytest.mark.parametrize(("query", "best"), QUESTIONS)
async def test_late_interaction_puts_the_answer_first(query: str, best: str) -> None:
    found = await LateInteractionReranker()(query, candidates(), 2)
    assert len(found) == 2
    assert found[0].path == best
    assert found[0].ranks["late"].rank == 1


async def test_only_the_first_are_read_and_the_others_stay_below() -> None:
    chunks = [*candidates(), chunk("later.md:0", text="Baking bread at home, again and again.", score=0.4)]
    found = await LateInteractionReranker(most=3)("how do I go about baking bread at home", chunks, 4)
    assert [found[0].path, found[-1].path] == ["sourdough.md", "later.md"]
    assert "late" not in found[-1].ranks
    short = await LateInteractionReranker(most=3)("baking bread at home", chunks, 4)
    assert [sum("late" in one.ranks for one in order) for order in (found, short)] == [3, 2]


async def test_nothing_to_rerank_gives_nothing() -> None:
    assert await LateInteractionReranker()("anything", [], 5) == []
