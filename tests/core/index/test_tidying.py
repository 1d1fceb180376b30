"""When the word index is brought up to date: never after an edit, always at the end of a sync of much."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lancedb.table import AsyncTable

from tests.builders import bytes_of, write_notes
from tests.core.index.indexing import small_pipeline
from tests.core.index.test_corpus import fill
from vaultsearch.core.chunking.embedded_text import encode_embedded
from vaultsearch.core.index import upkeep, vector_search
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.index.tables.index_tables import NOTES, VECTORS
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Space


@pytest.fixture
async def corpus(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    with closing(await LanceCorpus.open(tmp_path / "index")) as opened:
        yield opened


async def sync(vault: Path, corpus: LanceCorpus) -> list[str]:
    """Sync, and list the steps that it took."""
    return [step.name for step in (await small_pipeline(vault, corpus).sync()).steps]


async def unindexed(corpus: LanceCorpus) -> int:
    indices = {tuple(index.columns): index for index in await corpus.tables["chunks"].list_indices()}
    return indices["words",].num_unindexed_rows or 0


def notes(first: int, count: int) -> dict[str, str]:
    return {f"{number}.md": f"words of note {number}\n" for number in range(first, first + count)}


async def test_a_sync_of_much_leaves_nothing_out_of_the_word_index(vault: Path, corpus: LanceCorpus) -> None:
    write_notes(vault, notes(0, 10))
    await sync(vault, corpus)  # a process always tidies once
    write_notes(vault, notes(100, 60))
    assert "tidy" in await sync(vault, corpus)
    assert await unindexed(corpus) == 0


async def test_the_word_index_holds_all_passages_before_the_first_is_encoded(
    vault: Path, corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    # While 10,000 notes were encoded, each search for words scanned 1,900 passages, for 0.45 s.
    monkeypatch.setattr(upkeep, "SCANNED_AT_REST", 50)
    left_out: list[int] = []

    async def run(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        if function.__name__ == encode_embedded.__name__:
            left_out.append(await unindexed(corpus))
        return await in_thread(function, *args, **kwargs)

    write_notes(vault, notes(0, 20))
    await sync(vault, corpus)  # so that the first batch of the next finds the index made
    write_notes(vault, notes(100, 130))
    await small_pipeline(vault, corpus, run=run).sync()
    assert set(left_out) == {0}


async def test_an_edit_is_not_worth_tidying(vault: Path, corpus: LanceCorpus) -> None:
    write_notes(vault, notes(0, 60))
    await sync(vault, corpus)
    for number in range(3):
        write_notes(vault, {f"{number}.md": "edited\n"})
        assert "tidy" not in await sync(vault, corpus)
    assert {chunk.path for chunk in await corpus.query_text("edited", 5)} == {"0.md", "1.md", "2.md"}


async def test_a_renamed_folder_is_found_before_tidying_at_rest(vault: Path, corpus: LanceCorpus) -> None:
    # Of 2,000 notes in a renamed folder of 13,000, half of the time went to merging tables.
    folder = {f"Former/{path}": text for path, text in notes(240, 60).items()}
    write_notes(vault, notes(0, 240) | folder)
    for path in (*notes(0, 240), *folder):  # a note that was saved just now is read once more
        os.utime(vault / path, (1_700_000_000, 1_700_000_000))
    await sync(vault, corpus)
    (vault / "Former").rename(vault / "New")
    await sync(vault, corpus)
    assert await unindexed(corpus) == 0
    assert await n_pieces(corpus) > 1
    await corpus.upkeep.tidy_at_rest()
    assert await n_pieces(corpus) == 1
    assert await corpus.notes.paths() == {*notes(0, 240), *(path.replace("Former", "New") for path in folder)}


async def test_pieces_are_merged_first(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_search, "INDEXED_FROM", 300)
    # Over the 158 pieces of 50,000 notes' vectors, each question took twice as long.
    write_notes(vault, notes(0, 300))
    for path in notes(0, 300):  # a note that was saved just now is read once more
        os.utime(vault / path, (1_700_000_000, 1_700_000_000))
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        pipeline: VectorPipeline = small_pipeline(
            vault, corpus, on_progress=lambda done: pipeline.cancel() if done.chunks_done > 0 else None
        )
        await pipeline.sync()
        assert 0 < await corpus.tables[VECTORS[Space.MAIN]].count_rows() < 300
        assert "tidy" in await sync(vault, corpus)
        await corpus.upkeep.vectors_indexed()
        table = corpus.tables[VECTORS[Space.MAIN]]
        assert await corpus.tables.searches[table.name].uses_index(table)
        assert await n_pieces(corpus, table.name) == 1


async def n_pieces(corpus: LanceCorpus, table: str = NOTES) -> int:
    stats: Any = await corpus.tables[table].stats()
    return int(stats["fragment_stats"]["num_fragments"])


async def test_a_cut_off_sync_is_tidied(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def cut_off(self: upkeep.IndexUpkeep, **_: bool) -> None:
        pass

    monkeypatch.setattr(upkeep, "SCANNED_AT_REST", 50)
    write_notes(vault, notes(0, 60))
    with monkeypatch.context() as patched:
        patched.setattr(upkeep.IndexUpkeep, "tidy", cut_off)
        patched.setattr(upkeep.IndexUpkeep, "index_words", cut_off)
        with closing(await LanceCorpus.open(tmp_path / "index")) as killed:
            await sync(vault, killed)
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        assert await unindexed(corpus) == 60
        assert "tidy" in await sync(vault, corpus)
        assert await unindexed(corpus) == 0
        assert "tidy" not in await sync(vault, corpus)


async def test_the_word_index_lags_less_while_somebody_searches(corpus: LanceCorpus) -> None:
    await fill(corpus, notes(0, 900))
    assert not corpus.backlog.is_slow()
    await corpus.query_text("words", 5)
    assert corpus.backlog.is_slow()
    await corpus.upkeep.tidy()
    assert not corpus.backlog.is_slow()


def held_files(folder: Path) -> int:
    """Count this process's descriptors of files in a folder, those that are deleted too."""
    links = (file.readlink() for file in Path("/proc/self/fd").iterdir() if file.is_symlink())
    return sum(str(folder) in str(link) for link in links)


@pytest.mark.skipif(sys.platform != "linux", reason="descriptors are listed by Linux alone")
async def test_edits_free_files(vault: Path, corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    # In five minutes of edits, a window came from 54 descriptors to 176; so did one that only reads.
    monkeypatch.setattr(upkeep, "UNTIDY_WRITES", 5)
    # Of words of its own each: what an index of few words holds is read at once, and no file kept.
    texts = [" ".join(f"word{number * at}" for at in range(60)) for number in range(100)]
    write_notes(vault, {f"{number}.md": text for number, text in enumerate(texts)})
    await sync(vault, corpus)
    reader = await LanceCorpus.open(corpus.path)
    before, most = held_files(corpus.path), 0
    for number in range(30):
        path = f"{number}.md"
        write_notes(vault, {path: f"draft{number} {texts[number]}"})
        await sync(vault, corpus)
        for searched in (corpus, reader):
            while [chunk.path for chunk in await searched.query_text(f"draft{number}", 1)] != [path]:  # noqa: ASYNC110 - no signal
                await asyncio.sleep(0.1)  # nothing tells a reader of another's write
        most = max(most, held_files(corpus.path))
    assert most <= before + 20
    reader.close()


async def test_after_many_edits_the_folder_is_soon_that_of_a_fresh_index(
    vault: Path, corpus: LanceCorpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An index of 7 MB took 86 after five minutes of edits, and for as long as these went on.
    monkeypatch.setattr(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1))
    write_notes(vault, notes(0, 20))
    for number in range(20):
        write_notes(vault, {f"{number}.md": f"words of draft{number}\n"})
        await sync(vault, corpus)
    with closing(await LanceCorpus.open(tmp_path / "fresh")) as fresh:
        await sync(vault, fresh)
        for one in (corpus, fresh):
            await one.upkeep.tidy_at_rest()
            await one.upkeep.drop_former()
            await one.upkeep.drop_former()
        assert bytes_of(corpus.path) <= 1.5 * bytes_of(fresh.path)


async def test_tables_without_former_versions_are_left_alone(
    vault: Path, corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1))
    merged, optimize = list[str](), AsyncTable.optimize

    async def noted(table: Any, **options: Any) -> Any:
        merged.append(table.name)
        return await optimize(table, **options)

    write_notes(vault, notes(0, 3))
    await sync(vault, corpus)
    await corpus.upkeep.tidy_at_rest()
    await corpus.upkeep.drop_former()
    monkeypatch.setattr(AsyncTable, "optimize", noted)
    await corpus.upkeep.drop_former()
    assert merged == []
    await corpus.titles.write(["a", "b"], np.ones((2, 4), np.float32), "model")
    with closing(await LanceCorpus.open(corpus.path)) as later:
        await later.upkeep.drop_former()
    assert merged == ["titles"]


async def test_cancelling_waits_for_no_tidying(
    vault: Path, corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine LanceDB merged for more than five seconds, and the vault that was left stayed open.
    write_notes(vault, notes(0, 10))
    await sync(vault, corpus)
    write_notes(vault, notes(100, 60))
    begun = asyncio.Event()

    async def endless(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as context:
        context.setattr(AsyncTable, "optimize", endless)
        pipeline = small_pipeline(vault, corpus)
        running = asyncio.create_task(pipeline.sync())
        await begun.wait()
        pipeline.cancel()
        await running
    write_notes(vault, notes(200, 60))
    assert "tidy" in await sync(vault, corpus)
    assert await unindexed(corpus) == 0
    assert await corpus.notes.count_passages() == 130
