"""Rerankers one after the other, by language, and what their scores do to an order."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import LanguageCounts, chunk
from tests.core.search.reranking.candidates import ordered_chunks
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.model_files import CROSS_ENCODER
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search import cross_encoder as onnx_cross_encoder
from vaultsearch.core.search.blending import blend_first, blend_scores, is_short
from vaultsearch.core.search.cross_encoder import CrossEncoderReranker
from vaultsearch.core.search.fusion import scale_to_unit, z_scores
from vaultsearch.core.search.model_free_rerankers import DeduplicatingReranker
from vaultsearch.core.search.reranker_chain import (
    EnglishReranker,
    RerankerChain,
    build_rerankers,
    reranker_builders,
)
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.components import RERANKERS
from vaultsearch.core.values.search import Chunk, Space
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
    built = build_rerankers(ComponentFactory(parameters), EMPTY_CORPUS, LANGUAGES)
    return [reranker.name for reranker in built]


@given(ordered_chunks())
async def test_a_chain_of_none_gives_back_what_it_was_given(chunks: list[Chunk]) -> None:
    assert await RerankerChain(())("q", chunks, len(chunks)) == chunks
    assert RerankerChain(()).name == "none"


@given(ordered_chunks())
async def test_each_orders_what_the_one_before_it_gave(chunks: list[Chunk]) -> None:
    chain = RerankerChain((Reversing(), DeduplicatingReranker(1)))
    assert chain.name == "backwards + few of a note"
    assert {c.path: c.id for c in await chain("q", chunks, len(chunks))} == {c.path: c.id for c in chunks}
    twice = await RerankerChain((Reversing(), Reversing()))("q", chunks, 1)
    assert [c.id for c in twice] == [chunks[0].id]


def test_auto_takes_the_best_there_is(monkeypatch: pytest.MonkeyPatch, tiny_cross_encoder: Path) -> None:
    tiny = {"reranker__reranker_model": str(tiny_cross_encoder)}
    others = ["best sentences", "late interaction"]
    assert names(**tiny) == [*others, f"cross-encoder {tiny_cross_encoder.name}"]
    missing = replace(CROSS_ENCODER, folder="a_package_that_nobody_has")
    monkeypatch.setattr(onnx_cross_encoder, "CROSS_ENCODER", missing)
    assert names() == others
    with pytest.raises(ModelUnavailableError):
        names(reranker__chain="cross_encoder")


def test_the_chain_is_what_it_names_in_that_order() -> None:
    assert names(reranker__chain="none") == []
    wanted = "late_interaction+threshold+recency+mmr+dedup"
    made = ["late interaction", "threshold", "recency", "diversity", "few of a note"]
    assert names(reranker__chain=wanted) == made
    assert names(reranker__chain=wanted.split("+"), dedup__max_per_doc=0) == made[:-1]


def test_every_reranker_that_can_be_named_can_be_built() -> None:
    assert set(reranker_builders(ComponentFactory(), EMPTY_CORPUS, in_thread)) == set(RERANKERS)


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
    await RerankerChain((Reversing(), CrossEncoderReranker(scorer))).warm_up()
    assert scorer.asked == ["warm"]


ENGLISH, GERMAN = "what did we say about the mast", "Was haben wir über den Mast gesagt?"


def english_reranker(inner: Reversing, **counts: int) -> EnglishReranker:
    return EnglishReranker(inner, QueryLanguages(LanguageCounts(counts)))


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
        chunk("a.md:0", score=0.9, language="en"),
        chunk("b.md:0", score=0.6, language="de"),
        chunk("c.md:0", score=0.3, language="en"),
    ]
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
