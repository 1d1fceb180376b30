"""Late interaction with the real embedding model."""

from __future__ import annotations

import pytest

from tests.builders import chunk
from tests.core.search.reranking.candidates import QUESTIONS, candidates
from vaultsearch.core.models.encoder_choice import default_encoder
from vaultsearch.core.search.late_interaction import LateInteractionReranker, TellingWindows


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


def test_of_a_long_passage_the_part_nearest_to_the_question_is_found() -> None:
    encoder = default_encoder()
    windows = TellingWindows(encoder, encoder.counter)
    filler = "The harbour office opens in the morning and closes again before the evening begins. " * 8
    answer = "The bolts of the keel are made of bronze, since steel rusts."
    short = f"Boat\n{answer}"
    (whole, window) = windows(
        "which metal are the bolts of the keel made of", [short, f"Boat\n{filler}{answer} {filler}"], [5, 5]
    )
    assert whole == short
    assert window.startswith("Boat\n")
    assert answer in window
    assert 40 <= encoder.counter.count([window])[0] <= 72
