"""What the bare fusion is made of, that all else is compared with."""

from __future__ import annotations

from tests.builders import chunk
from vaultsearch.core.filters import Filter
from vaultsearch.core.search.retrieval import blend_whole_notes
from vaultsearch.core.values.search import Chunk, LegRank
from vaultsearch.service.evaluation import passages_alone

NEAREST = [
    chunk("a.md:0", score=0.6, ranks={"semantic": LegRank(1, 0.6)}),
    chunk("b.md:0", score=0.5, ranks={"semantic": LegRank(2, 0.5)}),
]


async def found(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    return blend_whole_notes(NEAREST, {"b.md": 0.9}, weight=0.5)[:n]


async def foreign(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    scored = [chunk("c.md:0", score=0.55, ranks={"multilingual": LegRank(1, 0.4)})]
    return [*await found("", n), *scored]


async def test_what_notes_count_is_no_part_of_the_bare_fusion() -> None:
    assert [one.path for one in await found("q", 2)] == ["b.md", "a.md"]
    assert [one.path for one in await passages_alone(found)("q", 2)] == ["a.md", "b.md"]


async def test_what_another_model_found_keeps_the_place_of_its_score() -> None:
    assert [one.path for one in await passages_alone(foreign)("q", 3)] == ["a.md", "c.md", "b.md"]
