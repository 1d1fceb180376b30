"""What the index tells of many passages at once: vectors by pages, what is near, what holds all words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.builders import HashEncoder
from tests.core.index.test_corpus import NOTES, fill
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.spaces import Space

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def corpus(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    opened = await LanceCorpus.open(tmp_path / "index")
    await fill(opened, NOTES)
    yield opened
    opened.close()


async def test_many_vectors_are_asked_at_once_and_each_is_told_its_own(corpus: LanceCorpus) -> None:
    pages = [page async for page in corpus.vector_pages()]
    ids = [one for of_page, _ in pages for one in of_page]
    vectors = np.concatenate([of_page for _, of_page in pages])
    assert {one.rpartition(":")[0] for one in ids} == set(NOTES)
    together = await corpus.near_passages(vectors, 2)
    alone = [(await corpus.near_passages(vectors[at : at + 1], 2))[0] for at in range(len(ids))]
    for own, found, same in zip(ids, together, alone, strict=True):
        assert next(iter(found)) == own
        assert found[own] == pytest.approx(1.0, abs=1e-5)
        assert same == pytest.approx(found, abs=1e-5)
        assert len(found) == 2


async def test_where_there_are_no_such_vectors_nothing_is_near(corpus: LanceCorpus, tmp_path: Path) -> None:
    question = HashEncoder().encode_queries(["coral reefs"])
    assert await corpus.near_passages(question, 2, Space.MULTILINGUAL) == [{}]
    assert [page async for page in corpus.vector_pages(Space.MULTILINGUAL)] == []
    empty = await LanceCorpus.open(tmp_path / "none")
    assert await empty.near_passages(question, 2) == [{}]
    assert await empty.places_holding("coral", 5) == []
    assert await empty.get_summary("a.md") is None


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("coral reefs", ["Sea/Reefs.md"]),
        ("reefs coral", ["Sea/Reefs.md"]),
        ("coral dugongs", []),
        ("海边", ["水/笔记.md"]),
        ("海里", []),
        ("…", []),
        ('"coral" AND (', []),
    ],
)
async def test_passages_that_hold_every_word_are_found(
    corpus: LanceCorpus, text: str, held: list[str]
) -> None:
    assert [place.path for place in await corpus.places_holding(text, 5)] == held
