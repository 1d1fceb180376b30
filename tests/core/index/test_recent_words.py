"""Passages that are not in the index of words yet are found in memory, with the scores that it gives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.builders import CHUNKER, HashEncoder, write_notes
from tests.core.search.indexed_notes import write_passages
from vaultsearch.core.filters import AtPaths, Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.values.search import Chunk, WeightedWords
from vaultsearch.core.vault.source import ObsidianVault

NOTES = {
    "Sea/Reefs.md": "# Reefs\nReefs are built by corals. Corals live in warm seas.\n",
    "Sea/Tides.md": "The tides follow the moon, and the sea follows them twice a day.\n",
    "Land/Moss.md": "Moss grows where it is wet; a reef of moss in the woods.\n",
    "Land/Reis.md": "Ein Riff ist kein Reisfeld. Riffe wachsen langsam.\n",
    "Asia/Tea.md": "绿茶 is green tea; 喝茶 is to drink it, by the sea.\n",
    **{f"Other/{number}.md": f"filler number {number} " + "sea air " * (number % 4) for number in range(20)},
}


@pytest.fixture
async def corpus(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    opened = await LanceCorpus.open(tmp_path / "index")
    await opened.writer.prepare(HashEncoder().dimension)
    await opened.writer.follow_words()
    yield opened
    opened.close()


async def test_they_score_as_in_the_index(corpus: LanceCorpus) -> None:
    await write_passages(corpus, NOTES)
    also = [WeightedWords("moon", 0.5)]
    in_memory = {}
    for query in ("corals in the sea", "Riffe", "reef moss", "number 7", "quokka"):
        literally = {chunk.path for chunk in await corpus.query_literal(query, 50)}
        in_memory[query] = await corpus.query_text(query, 50, None, also), literally
    await corpus.upkeep.tidy()
    for query, (found, literally) in in_memory.items():
        assert scored(await corpus.query_text(query, 50, None, also)) == {c.path: c.score for c in found}, (
            query
        )
        assert {chunk.path for chunk in await corpus.query_literal(query, 50)} == literally, query


def scored(chunks: list[Chunk]) -> dict[str, Any]:
    return {chunk.path: pytest.approx(chunk.score, rel=1e-4) for chunk in chunks}


async def test_those_in_the_index_and_those_in_memory_are_one_ranking(corpus: LanceCorpus) -> None:
    first = dict(list(NOTES.items())[::2])
    await write_passages(corpus, first)
    await corpus.upkeep.tidy()
    await write_passages(corpus, {path: text for path, text in NOTES.items() if path not in first})
    order = [chunk.path for chunk in await corpus.query_text("reef of corals", 4)]
    await corpus.upkeep.tidy()
    assert [chunk.path for chunk in await corpus.query_text("reef of corals", 4)] == order


async def test_chinese_words_conditions_and_moved_notes_are_found(corpus: LanceCorpus) -> None:
    async def found(query: str, where: Filter | None = None) -> list[str]:
        return [chunk.path for chunk in await corpus.query_text(query, 5, where)]

    await write_passages(corpus, NOTES)
    assert (await found("喝茶"))[0] == "Asia/Tea.md"
    assert [chunk.path for chunk in await corpus.query_literal("绿茶", 5)] == ["Asia/Tea.md"]
    assert await found("reef", AtPaths(frozenset({"Land/Moss.md", "Sea/Tides.md"}))) == ["Land/Moss.md"]
    await corpus.writer.move_notes({"Wet/Moss.md": "Land/Moss.md"})
    await corpus.writer.delete_notes(["Land/Moss.md"])
    assert await found("moss") == ["Wet/Moss.md"]


async def test_an_edit_and_a_deletion_are_seen_at_once(corpus: LanceCorpus) -> None:
    await write_passages(corpus, NOTES)
    await corpus.upkeep.tidy()
    await write_passages(corpus, {"Land/Moss.md": "lichen\n", "Sea/Reefs.md": "polyps\n"})
    await corpus.writer.delete_notes(["Land/Reis.md"])
    await write_passages(corpus, {"Land/Moss.md": "liverwort\n"})
    found = {
        word: [chunk.path for chunk in await corpus.query_text(word, 5)]
        for word in ("corals", "polyps", "Riffe", "lichen", "liverwort")
    }
    assert found == {
        "corals": [], "polyps": ["Sea/Reefs.md"], "Riffe": [], "lichen": [], "liverwort": ["Land/Moss.md"],
    }  # fmt: skip


async def test_after_a_sync_another_process_may_write(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, NOTES)
    await synced(vault, first := await LanceCorpus.open(tmp_path / "index"))
    write_notes(vault, {"New.md": "written by another process\n"})
    await synced(vault, second := await LanceCorpus.open(tmp_path / "index"))
    await first.tables.renew()
    assert [chunk.path for chunk in await first.query_text("another process", 1)] == ["New.md"]
    first.close()
    second.close()


async def synced(vault: Path, corpus: LanceCorpus) -> None:
    await VectorPipeline(ObsidianVault(vault), corpus, encoder=HashEncoder(), chunker=CHUNKER).sync()
