"""Rerankers without a model: thresholds, recency, links and diversity."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import MOMENT, HashEncoder, chunk, stored
from tests.core.search.indexed_notes import encode_pending, indexed
from tests.core.search.reranking.candidates import ordered_chunks
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.search.model_free_rerankers import (
    DeduplicatingReranker,
    LinkPriorReranker,
    MaximalMarginalRelevanceReranker,
    RecencyReranker,
    ThresholdReranker,
    linked_notes,
    marginal_order,
    personalised_page_rank,
)
from vaultsearch.core.search.retrieval import SemanticRetriever
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Chunk, LegRank, Space


async def test_the_unlikely_is_left_out_and_the_order_stays() -> None:
    chunks = [
        chunk("words.md:0", ranks={"fulltext": LegRank(1, 8.0)}),
        chunk("poor.md:0", ranks={"cross": LegRank(3, -11.3)}),
        chunk("good.md:0", ranks={"cross": LegRank(1, 9.0)}),
    ]
    assert [c.path for c in await ThresholdReranker(0.5)("q", chunks, 3)] == ["words.md", "good.md"]
    assert await ThresholdReranker(0.0)("q", chunks, 3) == chunks


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


NOTES = (
    stored("hub.md", "See [[one]] and [[folder/two|the second]], and [[nowhere]]."),
    stored("one.md", "Back to [[hub]], and to [[#Itself]]."),
    stored("folder/two.md", "---\naliases: [deux]\n---\nNothing."),
    stored("lonely.md", "[[deux]]"),
    stored("far.md", "No link leads here."),
)


async def linked() -> tuple[StoredNote, ...]:
    return NOTES


def test_links_count_in_both_directions_once_and_as_they_resolve() -> None:
    assert {path: sorted(others) for path, others in linked_notes(NOTES).items()} == {
        "hub.md": ["folder/two.md", "one.md"], "one.md": ["hub.md"], "folder/two.md": ["hub.md", "lonely.md"],
        "lonely.md": ["folder/two.md"], "far.md": [],
    }  # fmt: skip


_graphs = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), unique=True), max_size=6
)


@given(_graphs, st.lists(st.sampled_from("abcdef"), unique=True, min_size=1))
def test_the_walk_is_always_somewhere(graph: Mapping[str, list[str]], seeds: list[str]) -> None:
    shares = personalised_page_rank(graph, seeds)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert all(shares.get(seed, 0) > 0 for seed in seeds)


async def test_what_the_best_answer_links_to_comes_before_what_nothing_links_to() -> None:
    found = [chunk("hub.md:0", score=3.0), chunk("far.md:0", score=1.0), chunk("one.md:0", score=0.999)]
    ordered = await LinkPriorReranker(linked, weight=0.2)("", found, 3)
    assert [c.path for c in ordered] == ["hub.md", "one.md", "far.md"]
    assert ordered[1].ranks["links"].score > ordered[2].ranks["links"].score
    unweighted = await LinkPriorReranker(linked, weight=0.0)("", found, 3)
    assert [c.path for c in unweighted] == ["hub.md", "far.md", "one.md"]


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
    found = await MaximalMarginalRelevanceReranker(vectors.of, 1.0)("q", chunks, len(chunks))
    assert [c.id for c in found] == [c.id for c in chunks]


@given(ordered_chunks(), st.lists(st.floats(0, 360), min_size=12, max_size=12), st.floats(0, 1))
async def test_at_any_share_the_best_is_first(chunks: list[Chunk], angles: list[float], share: float) -> None:
    vectors = Directions({c.id: angle for c, angle in zip(chunks, angles, strict=False)})
    found = await MaximalMarginalRelevanceReranker(vectors.of, share)("q", chunks, len(chunks))
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
    found = await MaximalMarginalRelevanceReranker(vectors.of, 0.5)("q", chunks, 3)
    assert [c.path for c in found] == ["a.md", "b.md", "copy.md"]
    unknown = await MaximalMarginalRelevanceReranker(Directions({}).of, 0.5)("q", chunks, 2)
    assert [c.path for c in unknown] == ["a.md", "copy.md"]


async def test_stored_vectors_part_a_copied_note_from_its_source(tmp_path: Path) -> None:
    bread = "Feed the sourdough starter with rye flour the evening before baking bread."
    notes = {
        "Bread.md": bread, "Bread copy.md": bread, "Oven.md": "An oven for baking sourdough",
        "Keel.md": "Bronze bolts.",
    }  # fmt: skip
    async with indexed(tmp_path / "index", notes) as corpus:
        await encode_pending(corpus)
        chunks = await SemanticRetriever(corpus, encoder=HashEncoder())("baking sourdough bread", 4)
        assert {c.title for c in chunks[:2]} == {"Bread", "Bread copy"}
        vectors = await corpus.vectors[Space.MAIN].of([c.id for c in chunks] + ["nowhere.md:0"])
        assert set(vectors) == {c.id for c in chunks}
        assert np.allclose([np.linalg.norm(vector) for vector in vectors.values()], 1, atol=1e-5)
        rerank = MaximalMarginalRelevanceReranker(corpus.vectors[Space.MAIN].of, 0.4)
        found = [c.title for c in await rerank("baking sourdough bread", chunks, 4)]
        assert found[:2] == [chunks[0].title, "Oven"]
        assert await corpus.vectors[Space.MAIN].of([]) == {}


@given(ordered_chunks(), st.integers(1, 4))
async def test_few_of_a_note_keeps_the_best_and_the_order(chunks: list[Chunk], most: int) -> None:
    found = await DeduplicatingReranker(most)("q", chunks, len(chunks))
    ids = [c.id for c in found]
    assert ids == [c.id for c in chunks if c.id in set(ids)]
    for path in {c.path for c in chunks}:
        of_note = [c.id for c in chunks if c.path == path]
        assert [one for one in ids if one in of_note] == of_note[:most]
