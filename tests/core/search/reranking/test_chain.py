"""Rerankers one after the other, by language, best sentence and late interaction, and what they order."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import HashEncoder, LanguageCounts, chunk
from tests.core.search.reranking.candidates import QUESTIONS, candidates, ordered_chunks
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.model_files import CROSS_ENCODER
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search import cross_encoder as onnx_cross_encoder
from vaultsearch.core.search import late_interaction, reranker_chain
from vaultsearch.core.search.blending import blend_first, blend_scores, is_short
from vaultsearch.core.search.cross_encoder import CrossEncoderReranker
from vaultsearch.core.search.fusion import LegWeight, linear_fusion, scale_to_unit, z_scores
from vaultsearch.core.search.model_free_rerankers import DeduplicatingReranker
from vaultsearch.core.search.routed_retrieval import CosineScale
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.components import RERANKERS
from vaultsearch.core.values.search import Chunk, LegRank, Space
from vaultsearch.service.parts.components import ComponentFactory


@dataclass
class Reversing:
    """Turns the order round, and notes what it was given."""

    name: str = "backwards"
    read: list[str] = field(default_factory=list)

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        self.read += [c.id for c in chunks]
        scores = sorted((10 * (c.score or 0.0) for c in chunks), reverse=True)
        return [replace(c, score=s) for c, s in zip(reversed(chunks), scores, strict=True)][:n]


EMPTY_CORPUS: Any = SimpleNamespace(
    notes=SimpleNamespace(lately=None), vectors={Space.MAIN: SimpleNamespace(of=None)}
)
LANGUAGES = QueryLanguages(LanguageCounts({"en": 10}))


def names(**command: object) -> list[str]:
    parameters = Parameters(command={name.replace("__", "."): value for name, value in command.items()})
    built = reranker_chain.build_rerankers(ComponentFactory(parameters), EMPTY_CORPUS, LANGUAGES)
    return [reranker.name for reranker in built]


@given(ordered_chunks())
async def test_a_chain_of_none_gives_back_what_it_was_given(chunks: list[Chunk]) -> None:
    assert await reranker_chain.RerankerChain(())("q", chunks, len(chunks)) == chunks
    assert reranker_chain.RerankerChain(()).name == "none"


@given(ordered_chunks())
async def test_each_orders_what_the_one_before_it_gave(chunks: list[Chunk]) -> None:
    chain = reranker_chain.RerankerChain((Reversing(), DeduplicatingReranker(1)))
    assert chain.name == "backwards + few of a note"
    assert {c.path: c.id for c in await chain("q", chunks, len(chunks))} == {c.path: c.id for c in chunks}
    twice = await reranker_chain.RerankerChain((Reversing(), Reversing()))("q", chunks, 1)
    assert [c.id for c in twice] == [chunks[0].id]


def test_auto_takes_the_best_there_is(monkeypatch: pytest.MonkeyPatch, tiny_cross_encoder: Path) -> None:
    tiny = {"reranker__reranker_model": str(tiny_cross_encoder)}
    others = ["best sentences", "late interaction"]
    assert names(**tiny) == [*others, f"cross-encoder {tiny_cross_encoder.name}"]
    missing = replace(CROSS_ENCODER, folder="a_package_that_nobody_has")
    monkeypatch.setattr(onnx_cross_encoder, "CROSS_ENCODER", missing)
    assert names() == others
    assert names(reranker__reranker_model="/no/model") == [*others, "cross_encoder"], "which says so"
    with pytest.raises(ModelUnavailableError):
        names(reranker__chain="cross_encoder")


def test_the_chain_is_what_it_names_in_that_order() -> None:
    assert names(reranker__chain="none") == []
    wanted = "late_interaction+threshold+recency+mmr+dedup"
    made = ["late interaction", "threshold", "recency", "diversity", "few of a note"]
    assert names(reranker__chain=wanted) == made
    assert names(reranker__chain=wanted.split("+"), dedup__max_per_doc=0) == made[:-1]


def test_every_reranker_that_can_be_named_can_be_built() -> None:
    assert set(reranker_chain.reranker_builders(ComponentFactory(), EMPTY_CORPUS, in_thread)) == set(
        RERANKERS
    )


@dataclass
class Scorer:
    """A cross-encoder that notes what it is asked."""

    name: str = "scorer"
    asked: list[str] = field(default_factory=list)

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        self.asked.append(query)
        return [0.0] * len(texts)


async def test_warming_up_loads_the_models_before_the_first_question() -> None:
    scorer = Scorer()
    await reranker_chain.RerankerChain((Reversing(), CrossEncoderReranker(scorer))).warm_up()
    assert scorer.asked == ["warm"]


ENGLISH, GERMAN = "what did we say about the mast", "Was haben wir über den Mast gesagt?"


def english_reranker(inner: Reversing, **counts: int) -> reranker_chain.EnglishReranker:
    return reranker_chain.EnglishReranker(inner, QueryLanguages(LanguageCounts(counts)))


@given(ordered_chunks())
async def test_where_all_is_english_it_does_what_the_other_does(chunks: list[Chunk]) -> None:
    found = await english_reranker(Reversing(), en=9)(ENGLISH, chunks, len(chunks))
    assert found == await Reversing()(ENGLISH, chunks, len(chunks))


@given(ordered_chunks())
async def test_a_question_in_another_language_leaves_the_order(chunks: list[Chunk]) -> None:
    inner = Reversing()
    assert await english_reranker(inner, en=9)(GERMAN, chunks, len(chunks)) is chunks
    assert inner.read == []


async def test_passages_in_other_languages_keep_their_place_between_those_that_are_read() -> None:
    chunks = [
        chunk("a.md:0", score=0.9, language="en"), chunk("b.md:0", score=0.6, language="de"),
        chunk("c.md:0", score=0.3, language="en"),
    ]  # fmt: skip
    inner = Reversing()
    found = await english_reranker(inner, en=6, de=4)(ENGLISH, chunks, 3)
    assert inner.read == ["a.md:0", "c.md:0"]
    assert [c.id for c in found] == ["c.md:0", "b.md:0", "a.md:0"]
    assert [round(c.score or 0, 6) for c in found] == [9.0, 6.0, 3.0]


async def test_among_passages_of_one_score_nothing_is_divided_by_nothing() -> None:
    chunks = [chunk(f"{i}.md:0", score=0.5, language="de" if i else "en") for i in range(3)]
    found = await english_reranker(Reversing(), en=6, de=4)(ENGLISH, chunks, 3)
    assert {c.id for c in found} == {c.id for c in chunks}


_scores = st.lists(st.floats(-100, 100), min_size=1, max_size=30)


@given(_scores)
def test_z_scores_have_mean_nought_and_deviation_one_or_are_all_nought(values: list[float]) -> None:
    z = z_scores(values)
    assert np.isclose(z.mean(), 0, atol=1e-6)
    assert np.isclose(z.std(), 1, atol=1e-6) or not z.any()


@given(_scores)
def test_from_0_to_1_keeps_the_order_between_0_and_1(values: list[float]) -> None:
    scaled = scale_to_unit(values)
    assert 0 <= scaled.min() <= scaled.max() <= 1
    assert np.all(np.diff(scaled[np.argsort(values)]) >= 0)
    assert scale_to_unit([]).shape == (0,)


@given(_scores)
def test_a_weight_of_nought_keeps_the_order_and_none_takes_the_rerankers(values: list[float]) -> None:
    chunks = [chunk(f"{i}.md:0", score=1 / (i + 1)) for i in range(len(values))]
    assert [c.id for c in blend_scores(chunks, values, 0.0, "late")] == [c.id for c in chunks]
    alone = blend_scores(chunks, values, None, "late")
    assert [c.ranks["late"].score for c in alone] == sorted(values, reverse=True)
    assert [c.ranks["late"].rank for c in alone] == list(range(1, len(values) + 1))


@given(ordered_chunks(), st.integers(0, 12), st.floats(0, 10))
def test_the_unread_stay_below_in_their_order(chunks: list[Chunk], most: int, weight: float) -> None:
    read = chunks[:most]
    found = blend_first(chunks, [float(len(c.id) * 7 % 5 - i) for i, c in enumerate(read)], weight, "cross")
    assert [c.id for c in found[len(read) :]] == [c.id for c in chunks[len(read) :]]
    assert {c.id for c in found} == {c.id for c in chunks}
    falling = [c.score or 0.0 for c in found]
    assert all(above >= below - 1e-9 for above, below in itertools.pairwise(falling))


def test_a_query_of_five_words_is_short() -> None:
    assert [is_short(query) for query in ("keel bolts", "a b c d e", "a b c d e f")] == [True, True, False]


def test_nothing_to_order_gives_nothing() -> None:
    assert blend_scores([], [], 1.0, "late") == blend_first([], [], None, "cross") == []


def fuse(_query: str, rankings: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
    return linear_fusion(rankings, {"fulltext": LegWeight(0.5, absent=0.0), "semantic": LegWeight(0.5)})


def found(id: str, text: str, cosine: float, **ranks: LegRank) -> Chunk:
    """Give a passage as the multilingual model has found it."""
    legs = {"meaning": LegRank(1, cosine), "multilingual": LegRank(1, cosine), **ranks}
    return chunk(id, text=text, score=cosine, ranks=legs)


def reranker(**options: float) -> late_interaction.BestSentenceReranker:
    return late_interaction.BestSentenceReranker(HashEncoder("sentences"), fuse, **options)  # type: ignore[arg-type]  # by name


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
    one = late_interaction.BestSentenceReranker(HashEncoder("sentences"), fuse, weight=0.0)
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
    scores = late_interaction.best_sentences(HashEncoder("any"), "masts break", texts)
    assert len(scores) == len(texts)
    assert all(-1.01 <= score <= 1.01 for score in scores)


@pytest.mark.parametrize(("query", "best"), QUESTIONS)
async def test_late_interaction_puts_the_answer_first(query: str, best: str) -> None:
    found = await late_interaction.LateInteractionReranker()(query, candidates(), 2)
    assert len(found) == 2
    assert (found[0].path, found[0].ranks["late"].rank) == (best, 1)


async def test_only_the_first_are_read_and_the_others_stay_below() -> None:
    chunks = [*candidates(), chunk("later.md:0", text="Baking bread at home, again and again.", score=0.4)]
    found = await late_interaction.LateInteractionReranker(most=3)(
        "how do I go about baking bread at home", chunks, 4
    )
    assert [found[0].path, found[-1].path] == ["sourdough.md", "later.md"]
    assert "late" not in found[-1].ranks
    assert sum("late" in one.ranks for one in found) == 3


@pytest.mark.parametrize(
    ("better", "most", "read"),
    [((), 14, 8), ((5,), 14, 8), ((6,), 14, 10), ((7,), 14, 10), ((7, 8), 14, 12), ((), None, 16)],
)
async def test_a_short_query_has_more_read(better: tuple[int, ...], most: int | None, read: int) -> None:
    many = [chunk(f"{i}.md:0", text="word " * (30 - i), score=1.0 - i / 100) for i in range(16)]
    for place in better:
        many[place] = replace(many[place], text="word " * 100)
    counts: list[int] = []

    async def by_length(_: object, _encoder: object, _query: str, texts: Sequence[str]) -> list[float]:
        counts.append(len(texts))
        return [float(len(text)) for text in texts]

    rerank = late_interaction.LateInteractionReranker(
        cast("Any", HashEncoder()), cast("Any", by_length), 3.0, most
    )
    ranked = await rerank("keel bolts", many, 16)
    assert sum(counts) == sum("late" in each.ranks for each in ranked) == read
    assert [int(each.title) for each in ranked[: len(better)]] == list(better)
    counts.clear()
    await rerank("which metal are keel bolts made of", many, 16)
    assert sum(counts) == (most or 16)


async def test_nothing_to_rerank_gives_nothing() -> None:
    assert await late_interaction.LateInteractionReranker()("anything", [], 5) == []


def test_of_a_long_passage_the_part_nearest_to_the_question_is_found() -> None:
    encoder = OnnxEncoder.installed()
    windows = late_interaction.TellingWindows(encoder, encoder.counter)
    filler = "The harbour office opens in the morning and closes again before the evening begins. " * 8
    answer = "The bolts of the keel are made of bronze, since steel rusts."
    short = f"Boat\n{answer}"
    (whole, window) = windows(
        "which metal are the bolts of the keel made of", [short, f"Boat\n{filler}{answer} {filler}"], [5, 5]
    )
    assert (whole, window.startswith("Boat\n"), answer in window) == (short, True, True)
    assert 40 <= encoder.counter.count([window])[0] <= 72
