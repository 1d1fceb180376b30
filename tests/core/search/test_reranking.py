"""Rerankers: the real embedding model, and a tiny cross-encoder made here that the real code loads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.search.reranking.blending import blended
from vaultsearch.core.search.reranking.cross_encoder import CrossEncoderReranker
from vaultsearch.core.search.reranking.late_interaction import LateInteractionReranker
from vaultsearch.core.search.scaling import z_scores

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.values import Chunk

PASSAGES = {
    "pottery.md": "She said she would love a pottery course in spring.",
    "keel.md": "The keel bolts are bronze and were replaced in 1998.",
    "sourdough.md": "Feed the starter with rye flour the evening before.",
}


def candidates() -> list[Chunk]:
    return [chunk(f"{path}:0", text=text, score=0.5) for path, text in PASSAGES.items()]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("a ceramics class as a present", "pottery.md"),
        ("metal fastenings of the ballast", "keel.md"),
        ("baking bread at home", "sourdough.md"),
    ],
)
async def test_late_interaction_puts_the_answer_first(query: str, best: str) -> None:
    found = await LateInteractionReranker()(query, candidates(), 2)
    assert len(found) == 2
    assert found[0].path == best
    assert found[0].ranks["late"].rank == 1


async def test_a_cross_encoder_from_a_folder_scores_each_pair(tiny_cross_encoder: Path) -> None:
    reranker = CrossEncoderReranker(str(tiny_cross_encoder))
    found = await reranker("a question", candidates(), 3)
    assert {c.path for c in found} == set(PASSAGES)
    scores = [c.ranks["cross"].score for c in found]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 3
    again = await reranker("a question", list(reversed(candidates())), 1)
    assert again[0].path == found[0].path


def test_a_cross_encoder_that_is_not_here_is_told_and_nothing_is_fetched() -> None:
    with pytest.raises(ModelUnavailableError, match="neither a folder nor in the local hub cache") as caught:
        CrossEncoderReranker()
    assert "nothing is fetched" in caught.value.remedy


async def test_a_cross_encoder_in_another_format_than_safetensors_is_refused(
    tiny_cross_encoder: Path, tmp_path: Path
) -> None:
    import shutil

    folder = tmp_path / "pickled"
    shutil.copytree(tiny_cross_encoder, folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelUnavailableError, match="cannot be loaded"):
        await CrossEncoderReranker(str(folder))("q", candidates(), 1)


async def test_nothing_to_rerank_gives_nothing() -> None:
    assert await LateInteractionReranker()("anything", [], 5) == []


_scores = st.lists(st.floats(-100, 100), min_size=1, max_size=30)


@given(_scores)
def test_z_scores_have_mean_nought_and_deviation_one_or_are_all_nought(values: list[float]) -> None:
    z = z_scores(values)
    assert np.isclose(z.mean(), 0, atol=1e-6)
    assert np.isclose(z.std(), 1, atol=1e-6) or not z.any()


@given(_scores)
def test_a_weight_of_nought_keeps_the_order_and_none_takes_the_rerankers(values: list[float]) -> None:
    chunks = [chunk(f"{i}.md:0", score=1 / (i + 1)) for i in range(len(values))]
    assert [c.id for c in blended(chunks, values, 0.0, "late")] == [c.id for c in chunks]
    alone = [c.ranks["late"].score for c in blended(chunks, values, None, "late")]
    assert alone == sorted(values, reverse=True)
