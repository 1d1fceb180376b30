"""Titles are encoded once, for all questions: by a sync, when they are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from lancedb.table import AsyncTable

from tests.builders import CHUNKER, HashEncoder, chunk, write_notes
from tests.core.search.test_titles import English
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import PipelineOptions, VectorPipeline
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.search.titles import TitleModel, TitleScorer
from vaultsearch.core.values.search import Space
from vaultsearch.core.vault.source import ObsidianVault

ANNUAL, BUDGET = "Annual report", "Budget plan"


@dataclass(frozen=True, slots=True)
class Titles(HashEncoder):
    """Records the titles that it encodes."""

    encoded: Counter[str] = field(default_factory=Counter, hash=False)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        self.encoded.update(texts)
        return self.encode_queries(texts)


@pytest.fixture
async def corpus(vault: Path, tmp_path: Path) -> LanceCorpus:
    write_notes(vault, {f"{ANNUAL}.md": "alpha", f"old/{ANNUAL}.md": "beta", f"{BUDGET}.md": "gamma"})
    return await LanceCorpus.open(tmp_path / "index")


async def synced(vault: Path, corpus: LanceCorpus, titles: Titles) -> Counter[str]:
    """Sync, and return the titles that were encoded."""
    titles.encoded.clear()
    await VectorPipeline(
        ObsidianVault(vault),
        corpus,
        encoder=HashEncoder(),
        chunker=CHUNKER,
        options=PipelineOptions(titles={Space.MAIN: titles}),
    ).sync()
    return Counter(titles.encoded)


async def test_a_title_is_encoded_once_until_it_changes(vault: Path, corpus: LanceCorpus) -> None:
    titles = Titles()
    assert await synced(vault, corpus, titles) == {ANNUAL: 1, BUDGET: 1}
    (vault / f"{ANNUAL}.md").write_text("alpha, edited")
    (vault / "old").rename(vault / "older")
    assert await synced(vault, corpus, titles) == {}
    (vault / f"{BUDGET}.md").rename(vault / "Budget of 2027.md")
    assert await synced(vault, corpus, titles) == {"Budget of 2027": 1}
    assert await corpus.titles.of([BUDGET], titles.fingerprint) == {}, "no note has this title any more"


async def test_missing_titles_and_those_of_a_new_model_are_encoded(vault: Path, corpus: LanceCorpus) -> None:
    await synced(vault, corpus, Titles())
    await corpus.tables.drop("titles")
    assert await synced(vault, corpus, Titles()) == {ANNUAL: 1, BUDGET: 1}
    renewed = Titles(dimension=8, fingerprint="hash-2")
    assert await synced(vault, corpus, renewed) == {ANNUAL: 1, BUDGET: 1}
    found = await corpus.titles.of([ANNUAL, BUDGET], "hash-2")
    np.testing.assert_allclose(found[BUDGET], renewed.encode_queries([BUDGET])[0], atol=1e-3)


async def test_a_question_encodes_no_title_that_is_indexed(vault: Path, corpus: LanceCorpus) -> None:
    model = Titles()
    await synced(vault, corpus, model)
    found = [chunk(id=f"{title}.md:0", score=0.5) for title in (ANNUAL, BUDGET, "Unknown yet")]

    def scorer(model: Titles, *, stored: bool) -> TitleScorer:
        of = corpus.titles.of if stored else None
        return TitleScorer(
            lambda: TitleModel(model), lambda: None, English(), stored=of, weight=5.0, words=0.0
        )

    model.encoded.clear()
    ranked = await scorer(model, stored=True)("plan of a budget", found, 3)
    assert model.encoded == {"Unknown yet": 1}
    assert [one.title for one in ranked] == [BUDGET, ANNUAL, "Unknown yet"]
    bare = await scorer(Titles(fingerprint="hash-bare"), stored=False)("plan of a budget", found, 3)
    assert [one.score for one in ranked] == pytest.approx([one.score for one in bare], abs=1e-2)


async def test_reading_ahead(vault: Path, corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    titles = Titles()
    await synced(vault, corpus, titles)
    await corpus.titles.read_ahead()
    with monkeypatch.context() as patched:
        patched.setattr(AsyncTable, "query", None)  # a read of the table would raise
        known = await corpus.titles.of([ANNUAL, BUDGET], titles.fingerprint)
    assert sorted(known) == [ANNUAL, BUDGET]
    assert known[ANNUAL] @ titles.encode_queries([ANNUAL])[0] == pytest.approx(1, abs=0.01)
