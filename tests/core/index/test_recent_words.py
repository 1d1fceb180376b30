"""Passages that are not in the index of words yet are found in memory, with the scores that it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.builders import CHUNKER, HashEncoder, parsed, write_notes
from vaultsearch.core.filters import AtPaths
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.values.search import WeightedWords
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from vaultsearch.core.values.search import Chunk

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


async def write(corpus: LanceCorpus, notes: dict[str, str]) -> None:
    read = [parsed(path, text) for path, text in notes.items()]
    await corpus.writer.replace_notes([NoteRows.of(note, CHUNKER.chunks(note)) for note in read])


def scored(chunks: list[Chunk]) -> dict[str, Any]:
    return {chunk.path: pytest.approx(chunk.score, rel=1e-4) for chunk in chunks}


@pytest.mark.parametrize("query", ["corals in the sea", "Riffe", "reef moss", "number 7", "quokka"])
async def test_they_score_as_in_the_index(corpus: LanceCorpus, query: str) -> None:
    await write(corpus, NOTES)
    also = [WeightedWords("moon", 0.5)]
    in_memory = await corpus.query_text(query, 50, None, also)
    literally = {chunk.path for chunk in await corpus.query_literal(query, 50)}
    await corpus.upkeep.tidy()
    assert scored(await corpus.query_text(query, 50, None, also)) == {c.path: c.score for c in in_memory}
    assert {chunk.path for chunk in await corpus.query_literal(query, 50)} == literally


async def test_those_in_the_index_and_those_in_memory_are_one_ranking(corpus: LanceCorpus) -> None:
    first = dict(list(NOTES.items())[::2])
    await write(corpus, first)
    await corpus.upkeep.tidy()
    await write(corpus, {path: text for path, text in NOTES.items() if path not in first})
    order = [chunk.path for chunk in await corpus.query_text("reef of corals", 4)]
    await corpus.upkeep.tidy()
    assert [chunk.path for chunk in await corpus.query_text("reef of corals", 4)] == order


async def test_chinese_words_are_found(corpus: LanceCorpus) -> None:
    await write(corpus, NOTES)
    assert [chunk.path for chunk in await corpus.query_text("喝茶", 1)] == ["Asia/Tea.md"]
    assert [chunk.path for chunk in await corpus.query_literal("绿茶", 5)] == ["Asia/Tea.md"]


async def test_a_condition_holds_for_them(corpus: LanceCorpus) -> None:
    await write(corpus, NOTES)
    only = AtPaths(frozenset({"Land/Moss.md", "Sea/Tides.md"}))
    assert [chunk.path for chunk in await corpus.query_text("reef", 5, only)] == ["Land/Moss.md"]


async def test_an_edit_and_a_deletion_are_seen_at_once(corpus: LanceCorpus) -> None:
    await write(corpus, NOTES)
    await corpus.upkeep.tidy()
    await write(corpus, {"Land/Moss.md": "lichen\n", "Sea/Reefs.md": "polyps\n"})
    await corpus.writer.delete_notes(["Land/Reis.md"])
    await write(corpus, {"Land/Moss.md": "liverwort\n"})
    found = {
        word: [chunk.path for chunk in await corpus.query_text(word, 5)]
        for word in ("corals", "polyps", "Riffe", "lichen", "liverwort")
    }
    assert found == {
        "corals": [],
        "polyps": ["Sea/Reefs.md"],
        "Riffe": [],
        "lichen": [],
        "liverwort": ["Land/Moss.md"],
    }


async def test_a_moved_note_is_found_at_its_new_path(corpus: LanceCorpus) -> None:
    await write(corpus, NOTES)
    await corpus.writer.move_notes({"Wet/Moss.md": "Land/Moss.md"})
    await corpus.writer.delete_notes(["Land/Moss.md"])
    assert [chunk.path for chunk in await corpus.query_text("moss", 5)] == ["Wet/Moss.md"]


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
