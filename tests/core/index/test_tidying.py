"""When the word index is brought up to date: never after an edit, always at the end of a sync of much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import CHUNKER, HashEncoder, write_notes
from tests.core.index.test_corpus import fill
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.pipeline import VectorPipeline
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def corpus(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    opened = await LanceCorpus.open(tmp_path / "index")
    yield opened
    opened.close()


async def sync(vault: Path, corpus: LanceCorpus) -> list[str]:
    """Sync, and list the steps that it took."""
    pipeline = VectorPipeline(ObsidianVault(vault), corpus, encoder=HashEncoder(), chunker=CHUNKER)
    return [step.name for step in (await pipeline.sync()).steps]


async def unindexed(corpus: LanceCorpus) -> int:
    indices = {tuple(index.columns): index for index in await corpus._tables["chunks"].list_indices()}
    return indices["words",].num_unindexed_rows or 0


def notes(first: int, count: int) -> dict[str, str]:
    return {f"{number}.md": f"words of note {number}\n" for number in range(first, first + count)}


async def test_a_sync_of_much_leaves_nothing_out_of_the_word_index(vault: Path, corpus: LanceCorpus) -> None:
    write_notes(vault, notes(0, 10))
    await sync(vault, corpus)  # a process always tidies once
    write_notes(vault, notes(100, 60))
    assert "tidy" in await sync(vault, corpus)
    assert await unindexed(corpus) == 0


async def test_an_edit_is_not_worth_tidying(vault: Path, corpus: LanceCorpus) -> None:
    write_notes(vault, notes(0, 60))
    await sync(vault, corpus)
    for number in range(3):
        write_notes(vault, {f"{number}.md": "edited\n"})
        assert "tidy" not in await sync(vault, corpus)
    assert {chunk.path for chunk in await corpus.query_text("edited", 5)} == {"0.md", "1.md", "2.md"}


async def test_the_word_index_lags_less_while_somebody_searches(corpus: LanceCorpus) -> None:
    await fill(corpus, notes(0, 450))  # each is written twice: its words, and its vector
    assert not corpus.is_slow()
    await corpus.query_text("words", 5)
    assert corpus.is_slow()
    await corpus.tidy()
    assert not corpus.is_slow()
