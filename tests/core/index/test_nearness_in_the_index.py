"""What the index tells of many passages at once: vectors by pages, what is near, what holds all words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from tests.builders import HashEncoder
from tests.core.index.test_corpus import NOTES
from tests.core.search.indexed_notes import encode_pending, indexed
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.values.search import Space


@pytest.fixture
async def corpus(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    async with indexed(tmp_path / "index", NOTES) as opened:
        await encode_pending(opened)
        yield opened


async def test_passages_with_every_word_are_found(tmp_path: Path) -> None:
    notes = NOTES | {
        "row.md": "昨天看了风起陇西的第一集。\n",
        "apart.md": "西风从陇上吹起。\n",
        "mixed.md": "Obsidian插件 and Obsidian 的插 件\n",
    }
    async with indexed(tmp_path / "index", notes) as corpus:
        for text, held in (
            ("coral reefs", ["Sea/Reefs.md"]),
            ("reefs coral", ["Sea/Reefs.md"]),
            ("coral dugongs", []),
            ("海边", ["水/笔记.md"]),
            ("海里", []),
            ("…", []),
            ('"coral" AND (', []),
            ("风起陇西", ["row.md"]),  # many letters without spaces are one row of letters
            ("Obsidian 插件", ["mixed.md"]),
            ("logseq 插件", []),
        ):
            assert [place.path for place in await corpus.notes.places_holding(text, 5)] == held, text


async def test_letters_find_passages_before_and_after_they_are_in_the_index(tmp_path: Path) -> None:
    notes = {f"{i}.md": "风起陇西，otter's “tail”。\n" if i % 2 else "陇西风起。\n" for i in range(6)}
    async with indexed(tmp_path / "index", notes) as corpus:
        before = await corpus.notes.places_holding("风起陇西", 50)
        await corpus.upkeep.tidy()
        after = await corpus.notes.places_holding("风起陇西", 50)
    assert [one.path for one in before] == [one.path for one in after] == ["1.md", "3.md", "5.md"]


async def test_many_vectors_are_asked_at_once_and_each_is_told_its_own(corpus: LanceCorpus) -> None:
    pages = [page async for page in corpus.vectors.pages()]
    ids = [one for of_page, _ in pages for one in of_page]
    vectors = np.concatenate([of_page for _, of_page in pages])
    assert {one.rpartition(":")[0] for one in ids} == set(NOTES)
    together = await corpus.vectors.near(vectors, 2)
    alone = [(await corpus.vectors.near(vectors[at : at + 1], 2))[0] for at in range(len(ids))]
    for own, found, same in zip(ids, together, alone, strict=True):
        assert next(iter(found)) == own
        assert found[own] == pytest.approx(1.0, abs=1e-5)
        assert same == pytest.approx(found, abs=1e-5)
        assert len(found) == 2


async def test_where_there_are_no_such_vectors_nothing_is_near(corpus: LanceCorpus, tmp_path: Path) -> None:
    question = HashEncoder().encode_queries(["coral reefs"])
    assert await corpus.vectors.near(question, 2, Space.MULTILINGUAL) == [{}]
    assert [page async for page in corpus.vectors.pages(Space.MULTILINGUAL)] == []
    empty = await LanceCorpus.open(tmp_path / "none")
    assert await empty.vectors.near(question, 2) == [{}]
    assert await empty.notes.places_holding("coral", 5) == []
    assert await empty.summaries.of("a.md") is None


async def test_notes_and_places_that_are_asked_for_at_once_are_read_once(corpus: LanceCorpus) -> None:
    notes, same_notes = await asyncio.gather(corpus.notes.all(), corpus.notes.all())
    places, same_places = await asyncio.gather(corpus.notes.places(), corpus.notes.places())
    assert notes is same_notes
    assert places is same_places
