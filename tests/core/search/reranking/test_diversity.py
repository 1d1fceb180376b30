"""Unlike passages, and few of one note: the arithmetic, and the stored vectors of the real model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk, write_notes
from tests.core.search.reranking.candidates import ordered_chunks
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.search.model_free_rerankers import (
    DeduplicatingReranker,
    MaximalMarginalRelevanceReranker,
    marginal_order,
)
from vaultsearch.core.search.retrieval import SemanticRetriever
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.search import Chunk


@dataclass
class Directions:
    """Stored vectors: each passage points in a direction of its own, or has none."""

    degrees: Mapping[str, float]

    async def of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        angles = {one: np.radians(self.degrees[one]) for one in ids if one in self.degrees}
        return {one: np.asarray([np.cos(a), np.sin(a)], dtype=np.float32) for one, a in angles.items()}


@given(ordered_chunks(), st.lists(st.floats(0, 360), min_size=12, max_size=12))
async def test_with_relevance_alone_the_order_stays(chunks: list[Chunk], angles: list[float]) -> None:
    vectors = Directions({c.id: angle for c, angle in zip(chunks, angles, strict=False)})
    found = await MaximalMarginalRelevanceReranker(vectors, 1.0)("q", chunks, len(chunks))
    assert [c.id for c in found] == [c.id for c in chunks]


@given(ordered_chunks(), st.lists(st.floats(0, 360), min_size=12, max_size=12), st.floats(0, 1))
async def test_at_any_share_the_best_is_first(chunks: list[Chunk], angles: list[float], share: float) -> None:
    vectors = Directions({c.id: angle for c, angle in zip(chunks, angles, strict=False)})
    found = await MaximalMarginalRelevanceReranker(vectors, share)("q", chunks, len(chunks))
    assert sorted(c.id for c in found) == sorted(c.id for c in chunks)
    assert found[0].id == chunks[0].id
    scores = [c.score or 0.0 for c in found]
    assert scores == sorted(scores, reverse=True)
    assert [c.ranks["mmr"].rank for c in found] == list(range(1, len(found) + 1))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0, 1))
def test_the_quick_order_is_the_definitions(relevance: list[float], share: float) -> None:
    n = len(relevance)
    vectors = np.random.default_rng(n).normal(size=(n, 3))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = vectors @ vectors.T
    taken: list[int] = []
    while len(taken) < n:
        values = {
            i: share * relevance[i] - (1 - share) * max([0.0, *(float(cosines[i, j]) for j in taken)])
            for i in range(n)
            if i not in taken
        }
        taken.append(max(values, key=lambda i: (values[i], -i)))
    assert [i for i, _ in marginal_order(np.asarray(relevance), cosines, share)] == taken


async def test_the_same_again_comes_after_something_else() -> None:
    chunks = [chunk("a.md:0", score=1.0), chunk("copy.md:0", score=0.9), chunk("b.md:0", score=0.7)]
    vectors = Directions({"a.md:0": 0, "copy.md:0": 1, "b.md:0": 90})
    found = await MaximalMarginalRelevanceReranker(vectors, 0.5)("q", chunks, 3)
    assert [c.path for c in found] == ["a.md", "b.md", "copy.md"]
    unknown = await MaximalMarginalRelevanceReranker(Directions({}), 0.5)("q", chunks, 2)
    assert [c.path for c in unknown] == ["a.md", "copy.md"]


async def test_stored_vectors_part_a_copied_note_from_its_source(vault: Path, tmp_path: Path) -> None:
    bread = "Feed the sourdough starter with rye flour the evening before baking bread."
    write_notes(
        vault,
        {
            "Bread.md": bread,
            "Bread copy.md": bread,
            "Oven.md": "The oven wants an hour to be hot enough for loaves.",
            "Keel.md": "Bronze bolts hold the ballast.",
        },
    )
    corpus = await LanceCorpus.open(tmp_path / "index")
    await VectorPipeline(source=ObsidianVault(vault), target=corpus).sync()
    chunks = await SemanticRetriever(corpus=corpus)("baking sourdough bread", 4)
    assert {c.title for c in chunks[:2]} == {"Bread", "Bread copy"}
    vectors = await corpus.vectors.of([c.id for c in chunks] + ["nowhere.md:0"])
    assert set(vectors) == {c.id for c in chunks}
    assert all(np.isclose(np.linalg.norm(vector), 1, atol=1e-5) for vector in vectors.values())
    found = await MaximalMarginalRelevanceReranker(corpus.vectors, 0.4)("baking sourdough bread", chunks, 4)
    assert [c.title for c in found[:2]] != [c.title for c in chunks[:2]]
    assert found[0].title == chunks[0].title
    assert await corpus.vectors.of([]) == {}
    corpus.close()


@given(ordered_chunks(), st.integers(1, 4))
async def test_few_of_a_note_keeps_the_best_and_the_order(chunks: list[Chunk], most: int) -> None:
    found = await DeduplicatingReranker(most)("q", chunks, len(chunks))
    ids = [c.id for c in found]
    assert ids == [c.id for c in chunks if c.id in set(ids)]
    for path in {c.path for c in chunks}:
        of_note = [c.id for c in chunks if c.path == path]
        assert [one for one in ids if one in of_note] == of_note[:most]
