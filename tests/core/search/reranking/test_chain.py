"""Rerankers one after the other, as the parameters name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given

from tests.builders import LanguageCounts
from tests.core.search.reranking.candidates import ordered_chunks
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.model_files import CROSS_ENCODER
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search import cross_encoder as onnx_cross_encoder
from vaultsearch.core.search.cross_encoder import CrossEncoderReranker
from vaultsearch.core.search.model_free_rerankers import DeduplicatingReranker
from vaultsearch.core.search.reranker_chain import BUILDERS, RerankerChain, build_rerankers
from vaultsearch.core.values.components import RERANKERS
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Chunk
from vaultsearch.service.parts.components import ComponentFactory


class Backwards:
    """Turns the order round."""

    name = "backwards"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        return [replace(c, score=-(c.score or 0.0)) for c in reversed(chunks)][:n]


class EmptyCorpus:
    """An index of nothing."""

    @property
    def notes(self) -> EmptyCorpus:
        return self

    @property
    def vectors(self) -> EmptyCorpus:
        return self

    async def lately(self) -> tuple[StoredNote, ...]:
        return ()

    async def of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        return {}


LANGUAGES = QueryLanguages(LanguageCounts({"en": 10}))


def names(**command: object) -> list[str]:
    parameters = Parameters(command={name.replace("__", "."): value for name, value in command.items()})
    return [
        reranker.name for reranker in build_rerankers(ComponentFactory(parameters), EmptyCorpus(), LANGUAGES)
    ]


@given(ordered_chunks())
async def test_a_chain_of_none_gives_back_what_it_was_given(chunks: list[Chunk]) -> None:
    assert await RerankerChain(())("q", chunks, len(chunks)) == chunks
    assert RerankerChain(()).name == "none"


@given(ordered_chunks())
async def test_each_orders_what_the_one_before_it_gave(chunks: list[Chunk]) -> None:
    chain = RerankerChain((Backwards(), DeduplicatingReranker(1)))
    assert chain.name == "backwards + few of a note"
    last_of_each = {c.path: c.id for c in chunks}
    found = await chain("q", chunks, len(chunks))
    assert {c.path: c.id for c in found} == last_of_each
    twice = await RerankerChain((Backwards(), Backwards()))("q", chunks, 1)
    assert [c.id for c in twice] == [chunks[0].id]


def test_auto_takes_the_best_there_is(monkeypatch: pytest.MonkeyPatch, tiny_cross_encoder: Path) -> None:
    tiny = {"reranker__reranker_model": str(tiny_cross_encoder)}
    others = ["best sentences", "late interaction"]
    assert names(**tiny) == [*others, f"cross-encoder {tiny_cross_encoder.name}"]
    monkeypatch.setattr(
        onnx_cross_encoder, "CROSS_ENCODER", replace(CROSS_ENCODER, folder="a_package_that_nobody_has")
    )
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
    assert set(BUILDERS) == set(RERANKERS)


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
    await RerankerChain((Backwards(), CrossEncoderReranker(scorer))).warm_up()
    assert scorer.asked == ["warm"]
