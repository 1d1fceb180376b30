"""The best sentence of a passage in other languages, and late interaction with the real model in English."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import HashEncoder, chunk
from tests.core.search.reranking.candidates import QUESTIONS, candidates, ordered_chunks
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.search.fusion import LegWeight, linear_fusion
from vaultsearch.core.search.late_interaction import (
    BestSentenceReranker,
    LateInteractionReranker,
    TellingWindows,
    best_sentences,
)
from vaultsearch.core.search.routed_retrieval import CosineScale
from vaultsearch.core.values.search import Chunk, LegRank


def fuse(_query: str, rankings: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
    return linear_fusion(rankings, {"fulltext": LegWeight(0.5, absent=0.0), "semantic": LegWeight(0.5)})


def found(id: str, text: str, cosine: float, **ranks: LegRank) -> Chunk:
    """Give a passage as the multilingual model has found it."""
    legs = {"meaning": LegRank(1, cosine), "multilingual": LegRank(1, cosine), **ranks}
    return chunk(id, text=text, score=cosine, ranks=legs)


def reranker(**options: float) -> BestSentenceReranker:
    return BestSentenceReranker(HashEncoder("sentences"), fuse, **options)  # type: ignore[arg-type]  # by name


async def test_a_passage_with_a_sentence_that_answers_rises_above_one_that_is_about_it() -> None:
    about = found("about.md:0", "ships and sails and masts and ropes and winds", 0.5)
    answer = found("answer.md:0", "Some other things first. masts break. And others after it.", 0.45)
    ordered = await reranker()("masts break", [about, answer], 2)
    assert [c.id for c in ordered] == ["answer.md:0", "about.md:0"]
    assert ordered[0].ranks["sentences"].rank == 1
    assert (ordered[0].score or 0.0) > (ordered[1].score or 0.0)


async def test_words_count_as_much_as_before() -> None:
    worded = found("worded.md:0", "nothing of it", 0.4, fulltext=LegRank(1, 20.0))
    meant = found("meant.md:0", "nothing of it either", 0.41)
    ordered = await reranker(weight=0.0)("masts break", [meant, worded], 2)
    legs = {"fulltext": [replace(worded, score=20.0)], "semantic": [meant, worded]}
    assert [(c.id, c.score) for c in ordered] == [(c.id, c.score) for c in fuse("", legs)]


async def test_a_passage_that_a_models_text_alone_found_keeps_its_worth() -> None:
    def fuse(_query: str, rankings: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
        return linear_fusion(rankings, {leg: LegWeight(0.5) for leg in rankings})

    meant = [found(f"{name}.md:0", "other", cosine) for name, cosine in (("a", 0.41), ("b", 0.4))]
    alone = chunk("alone.md:0", text="other", score=0.9, ranks={"model_texts": LegRank(1, 5.0)})
    unknown = replace(alone, ranks={"graph": LegRank(1, 5.0)})
    one = BestSentenceReranker(HashEncoder("sentences"), fuse, weight=0.0)
    assert [c.id for c in await one("masts", [alone, *meant], 3)] == ["a.md:0", "alone.md:0", "b.md:0"]
    assert [c.id for c in await one("masts", [unknown, *meant], 3)] == ["a.md:0", "b.md:0", "alone.md:0"]


async def test_what_it_read_is_put_to_the_embedding_models_scale() -> None:
    one = found("a.md:0", "masts break", 0.4)
    ordered = await reranker(scale=CosineScale(2.0, 0.1))("masts break", [one], 1)  # type: ignore[arg-type]  # no number
    assert ordered[0].ranks["sentences"].score == pytest.approx(0.7, abs=1e-4)
    assert ordered[0].ranks["meaning"].score == pytest.approx(1.5, abs=1e-4)


@given(ordered_chunks())
async def test_passages_that_the_other_model_found_are_left_as_they_are(chunks: list[Chunk]) -> None:
    assert await reranker()("masts", chunks, len(chunks)) is chunks


async def test_beyond_the_first_candidates_the_order_stays() -> None:
    chunks = [found(f"{i}.md:0", f"text {i}", 0.9 - i / 10) for i in range(4)]
    ordered = await reranker(most=2)("text 3", chunks, 4)
    assert {c.id for c in ordered[:2]} == {"0.md:0", "1.md:0"}
    assert [c.id for c in ordered[2:]] == ["2.md:0", "3.md:0"]
    scores = [c.score or 0.0 for c in ordered]
    assert scores == sorted(scores, reverse=True)


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_any_text_has_a_best_sentence(texts: list[str]) -> None:
    scores = best_sentences(HashEncoder("any"), "masts break", texts)
    assert len(scores) == len(texts)
    assert all(-1.01 <= score <= 1.01 for score in scores)


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
    assert sum("late" in one.ranks for one in found) == 3


@pytest.mark.parametrize(
    ("better", "most", "read"),
    [((), 14, 8), ((5,), 14, 8), ((6,), 14, 10), ((7,), 14, 10), ((7, 8), 14, 12), ((), None, 16)],
)
async def test_of_a_short_query_more_is_read_while_one_of_the_last_two_rises_to_the_first_three(
    better: tuple[int, ...], most: int | None, read: int
) -> None:
    many = [chunk(f"{i}.md:0", text="word " * (30 - i), score=1.0 - i / 100) for i in range(16)]
    for place in better:
        many[place] = replace(many[place], text="word " * 100)
    counts: list[int] = []

    async def by_length(_: object, _encoder: object, _query: str, texts: Sequence[str]) -> list[float]:
        counts.append(len(texts))
        return [float(len(text)) for text in texts]

    rerank = LateInteractionReranker(cast("Any", HashEncoder()), cast("Any", by_length), 3.0, most)
    ranked = await rerank("keel bolts", many, 16)
    assert sum(counts) == sum("late" in each.ranks for each in ranked) == read
    assert [int(each.title) for each in ranked[: len(better)]] == list(better)
    counts.clear()
    await rerank("which metal are keel bolts made of", many, 16)
    assert sum(counts) == (most or 16)


async def test_nothing_to_rerank_gives_nothing() -> None:
    assert await LateInteractionReranker()("anything", [], 5) == []


def test_of_a_long_passage_the_part_nearest_to_the_question_is_found() -> None:
    encoder = OnnxEncoder.installed()
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
