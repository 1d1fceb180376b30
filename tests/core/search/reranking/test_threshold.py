"""What is unlikely to answer is left out; what nothing is known of stays."""

from __future__ import annotations

from tests.builders import chunk
from vaultsearch.core.search.model_free_rerankers import ThresholdReranker
from vaultsearch.core.values.search import LegRank


async def test_the_unlikely_is_left_out_and_the_order_stays() -> None:
    chunks = [
        chunk("words.md:0", ranks={"fulltext": LegRank(1, 8.0)}),
        chunk("poor.md:0", ranks={"cross": LegRank(3, -11.3)}),
        chunk("good.md:0", ranks={"cross": LegRank(1, 9.0)}),
    ]
    found = await ThresholdReranker(0.5)("q", chunks, 3)
    assert [c.path for c in found] == ["words.md", "good.md"]
    assert await ThresholdReranker(0.0)("q", chunks, 3) == chunks
