"""Kept in memory, an index never answers for another state of it, and finds words not indexed yet."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import lancedb
import numpy as np
import pyarrow as pa
import pytest
from lancedb import AsyncTable
from numpy.typing import NDArray

from tests.builders import CHUNKER, HashEncoder, parsed, present, wait_for_table_reading, write_notes
from tests.core.index.indexing import small_pipeline
from tests.core.index.test_corpus import fill
from tests.core.search.indexed_notes import indexed, write_passages
from vaultsearch.core.filters import AtPath, AtPaths, Filter
from vaultsearch.core.index import corpus as corpus_module
from vaultsearch.core.index import note_vectors
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.note_vectors import SentenceSummary, VectorsInMemory
from vaultsearch.core.index.tables import index_tables, stored_notes
from vaultsearch.core.index.tables.index_tables import TableState, places_among
from vaultsearch.core.index.tables.passage_cache import RowNumbers
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.relations.vault_graph import VaultGraphs
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.search import Chunk, WeightedWords

ASKED = "dugongs graze reefs numbats termites"
NOTES = {
    "Sea/Dugongs.md": "# Habits\nDugongs graze on seagrass meadows.\n\n# Enemies\nSharks, boats and nets.\n",
    "Sea/Reefs.md": "Coral reefs bleach in warm water.\n",
    "Land/Numbats.md": "Numbats eat termites; bilbies dig burrows.\n",
}


@pytest.fixture
async def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LanceCorpus]:
    monkeypatch.setattr(index_tables, "_AT_REST_AFTER_S", 0.3)
    with closing(await LanceCorpus.open(tmp_path / "index")) as opened:
        await fill(opened, NOTES)
        await summarize(opened, NOTES)
        await warm(opened)
        yield opened


async def summarize(corpus: LanceCorpus, notes: Mapping[str, str]) -> None:
    rows = zip(notes, notes.values(), HashEncoder().encode_passages([*notes.values()]), strict=True)
    await corpus.summaries.write([SentenceSummary(path, "hash", text, vector) for path, text, vector in rows])


async def warm(corpus: LanceCorpus) -> None:
    """Ask until what may be kept in memory is."""
    await answers(corpus)
    await wait_for_table_reading()
    await answers(corpus)


async def answers(corpus: LanceCorpus) -> tuple[Any, list[Chunk], list[Chunk], dict[str, float]]:
    vector, words = HashEncoder().encode_queries([ASKED])[0], ASKED.split()
    return (
        await corpus.query_holders(words), await corpus.query_text(ASKED, 9),
        await corpus.query_embeddings(vector, 9), await corpus.summaries.nearest(vector, 9),
    )  # fmt: skip


def told(found: list[Chunk]) -> list[tuple[object, ...]]:
    """Give all that a passage tells, its score to what is certain of it."""
    return [
        (c.id, c.text, c.content, c.modified, c.tags, round(c.score or 0.0, 3), list(c.ranks)) for c in found
    ]


async def same_as_fresh(corpus: LanceCorpus) -> bool:
    """Compare with a connection that holds nothing in memory."""
    with closing(await LanceCorpus.open(corpus.path)) as fresh:
        held, worded, near, notes = await answers(corpus)
        fresh_held, fresh_worded, fresh_near, fresh_notes = await answers(fresh)
        stored, fresh_stored = await corpus.notes.all(), await fresh.notes.all()
    assert list(notes) == sorted(notes, key=lambda path: -notes[path])
    if notes != pytest.approx(fresh_notes, abs=1e-3):
        return False
    fresh_answers = (fresh_held, told(fresh_worded), told(fresh_near), fresh_stored)
    return (held, told(worded), told(near), stored) == fresh_answers


async def renamed(corpus: LanceCorpus) -> None:
    note = parsed("Sea/Corals.md", NOTES["Sea/Reefs.md"])
    rows = NoteRows.of(note, CHUNKER.chunks(note))
    await corpus.writer.replace_notes([rows], {"Sea/Corals.md": "Sea/Reefs.md"})
    await corpus.writer.delete_notes(["Sea/Reefs.md"])


async def tidied(corpus: LanceCorpus) -> None:
    await corpus.writer.delete_notes(["Sea/Reefs.md"])
    await corpus.upkeep.tidy()
    await corpus.upkeep.vectors_indexed()


async def emptied(corpus: LanceCorpus) -> None:
    await corpus.writer.prepare(HashEncoder().dimension, anew=True)
    await fill(corpus, {"Land/Only.md": "Only numbats are left.\n"})


CHANGES: dict[str, Callable[[LanceCorpus], Awaitable[object]]] = {
    "edited": lambda corpus: fill(corpus, {"Sea/Dugongs.md": "# Habits\nDugongs graze by night.\n"}),
    "deleted": lambda corpus: corpus.writer.delete_notes(["Sea/Reefs.md"]),
    "renamed": renamed,
    "dated": lambda corpus: corpus.writer.touch([Revision("Sea/Reefs.md", 12, 1_893_456_000_000_000_000)]),
    "tidied": tidied,
    "added": lambda corpus: fill(corpus, {"Land/Echidnas.md": "Echidnas eat termites, as numbats do.\n"}),
    "summarized": lambda corpus: summarize(corpus, {"Sea/Reefs.md": ASKED}),
    "emptied": emptied,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_what_was_written_is_found_here_and_by_another_process(
    corpus: LanceCorpus, change: Callable[[LanceCorpus], Awaitable[object]]
) -> None:
    with closing(await LanceCorpus.open(corpus.path)) as reader:
        await warm(reader)
        await change(corpus)
        assert await same_as_fresh(corpus)
        async with asyncio.timeout(10):
            is_same = False
            while not is_same:
                with suppress(RuntimeError):  # LanceDB looks for a table that is gone
                    is_same = await same_as_fresh(reader)
        for warmed in (corpus, reader):
            await warm(warmed)
            assert await same_as_fresh(warmed)
    numbers = present(await RowNumbers.read(corpus.tables["chunks"]))
    for passage_id in [chunk.id async for chunk in corpus.get_all_text()]:
        asked = corpus.tables["chunks"].take_row_ids(numbers.of([passage_id, "no such passage"]))
        assert (await asked.select(["id"]).to_arrow())["id"].to_pylist() == [passage_id]


async def test_an_answer_given_while_notes_are_written_is_of_one_state(tmp_path: Path) -> None:
    corpus = await LanceCorpus.open(tmp_path / "index")
    names = [f"{number}.md" for number in range(12)]
    await fill(corpus, dict.fromkeys(names, "numbats 0"))
    reader = await LanceCorpus.open(tmp_path / "index")

    async def write() -> None:
        for state in range(1, 9):
            await write_passages(corpus, dict.fromkeys(names, f"numbats {state}"))

    writing = asyncio.create_task(write())
    states = []
    while not writing.done():
        for one in (corpus, reader):
            found = await one.query_text("numbats", 20)
            assert sorted(chunk.path for chunk in found) == sorted(names)
            states.append({chunk.text for chunk in found})
    await writing
    assert {len(state) for state in states} == {1}
    assert {chunk.text for chunk in await corpus.query_text("numbats", 20)} == {"numbats 8"}


async def test_after_an_edit_only_the_changed_note_is_read_anew(corpus: LanceCorpus) -> None:
    before = {note.path: note for note in await corpus.notes.all()}
    await CHANGES["edited"](corpus)
    after = {note.path: note for note in await corpus.notes.all()}
    assert [path for path in after if after[path] is not before[path]] == ["Sea/Dugongs.md"]
    assert "by night" in after["Sea/Dugongs.md"].text


async def test_words_looked_up_lately_are_kept(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    # A word and the passage that holds it each, or the word alone.
    monkeypatch.setattr(corpus_module, "_MAX_CACHED_HOLDERS", 4)
    searched = Mock(wraps=corpus._indexed)
    monkeypatch.setattr(corpus, "_indexed", searched)
    for words, searches in (("eat boats", 2), ("eat", 0), ("aardvarks", 1), ("eat", 0), ("boats", 1)):
        searched.reset_mock()
        await corpus.query_holders(words.split())
        assert searched.call_count == searches, words


async def test_a_resting_table_is_asked_nothing(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Mock(wraps=corpus.tables["chunks"].version)
    monkeypatch.setattr(corpus.tables["chunks"], "version", asked)
    await answers(corpus)
    asked.assert_not_called()
    await fill(corpus, {"Land/Echidnas.md": "Echidnas eat termites.\n"})
    asked.reset_mock()
    await corpus.query_text(ASKED, 9)
    assert asked.call_count > 1


@pytest.mark.parametrize(
    ("least", "most", "given"), [(0, 10**6, 5688), (10**5, 10**6, 10**5), (0, 5000, 5000)]
)
async def test_the_cache_of_indices_has_room_for_all_of_them(
    corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch, least: int, most: int, given: int
) -> None:
    """With 32 MB for 50,000 notes, each question read the indices anew, for a quarter of a second of CPU."""
    session = Mock(wraps=lancedb.Session)
    monkeypatch.setattr(lancedb, "Session", session)
    monkeypatch.setattr(index_tables, "_MIN_CACHE_BYTES", least)
    monkeypatch.setattr(index_tables, "_MAX_CACHE_BYTES", most)
    with closing(await LanceCorpus.open(corpus.path)) as opened:
        passages, summaries = [await opened.tables[name].count_rows() for name in ("chunks", "summaries")]
        assert (passages, summaries, HashEncoder().dimension) == (4, 3, 384)
        assert session.call_args.args[0] == given
        # Damaged tables are opened anew, too, to be repaired.
        monkeypatch.setattr(opened.tables["chunks"], "count_rows", Mock(side_effect=RuntimeError("damaged")))
        await opened.tables.renew()
        assert session.call_args.args[0] == least


async def test_what_is_dropped_is_not_given(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = VectorsInMemory(corpus.tables, "summaries", "path", put_off_s=0.0)
    vector = HashEncoder().encode_queries([ASKED])[0]
    await vectors.nearest(vector, 9)
    await wait_for_table_reading()
    assert await vectors.nearest(vector, 9) is not None
    state = await corpus.tables.state("summaries")

    async def drop(_: str) -> TableState:
        vectors.forget()
        return state

    monkeypatch.setattr(corpus.tables, "state", drop)
    assert await vectors.nearest(vector, 9) is None


async def test_a_condition_is_asked_though_the_vectors_are_in_memory(corpus: LanceCorpus) -> None:
    vector = HashEncoder().encode_queries([ASKED])[0]
    found = await corpus.query_embeddings(vector, 9, AtPath("Land/Numbats.md"))
    assert [chunk.path for chunk in found] == ["Land/Numbats.md"]


async def test_the_nearest_of_many_are_those_that_lancedb_finds(tmp_path: Path) -> None:
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        await fill(corpus, {f"{number}.md": f"words about number {number}" for number in range(80)})
        asked = HashEncoder().encode_queries(["words about number 7", "something else"])
        before = [await corpus.query_embeddings(vector, 25) for vector in asked]
        await wait_for_table_reading()
        after = [await corpus.query_embeddings(vector, 25) for vector in asked]
        for one, other in zip(before, after, strict=True):
            assert [c.score for c in one] == pytest.approx([c.score for c in other], abs=1e-4)
            assert {c.id for c in one[:20]} <= {c.id for c in other}


async def test_followed_vectors_are_those_read(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    chooser, asked, n_read = random.Random(7), HashEncoder().encode_queries([ASKED])[0], list[int]()
    read_vectors = note_vectors._read_vectors

    def counted(table: AsyncTable, numbers: NDArray[np.uint64]) -> Awaitable[object]:
        n_read.append(len(numbers))
        return read_vectors(table, numbers)

    monkeypatch.setattr(note_vectors, "_read_vectors", counted)
    in_memory = partial(VectorsInMemory, corpus.tables, "summaries", "path", put_off_s=0.0)

    async def is_as_read_anew() -> bool:
        near = []
        for vectors in (followed, in_memory(rested_s=0.0)):
            assert await vectors.nearest(asked, 99) is None
            await wait_for_table_reading()
            near.append(await vectors.nearest(asked, 99))
        return near[0] is not None and near[0] == near[1]

    async def write(names: list[str]) -> None:
        n_read.clear()
        await summarize(corpus, {name: " ".join(chooser.choices(ASKED.split(), k=3)) for name in names})

    names = [f"{number}.md" for number in range(40)]
    followed = in_memory(rested_s=0.0)
    for turn in range(12):
        await write(chooser.sample(names, 3) if turn else names)
        if turn % 3 == 1:
            await corpus.summaries.forget(chooser.sample(names, 2))
        if turn % 4 == 2:
            await corpus.tables["summaries"].optimize()
        assert await is_as_read_anew()
        assert not turn or turn % 4 == 2 or 1 < sum(n_read[:2]) <= 4, "three were written, one is compared"
    for _ in range(2):  # made anew for another model, with rows of the same numbers
        await corpus.tables.create("summaries", await corpus.tables["summaries"].schema())
        await write(names)
        assert await is_as_read_anew()


async def test_vectors_too_large_are_not_kept(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    vector = np.ones(HashEncoder().dimension, dtype=np.float32)
    for most, is_kept in ((3 * len(vector) * 2, True), (3 * len(vector) * 2 - 1, False)):
        monkeypatch.setattr(note_vectors, "_MAX_BYTES_IN_MEMORY", most)
        vectors = VectorsInMemory(corpus.tables, "summaries", "path", put_off_s=0.0)
        assert await vectors.nearest(vector, 2) is None
        await wait_for_table_reading()
        assert (await vectors.nearest(vector, 2) is not None) == is_kept


async def test_what_is_derived_waits_until_due(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links, names and hierarchy were derived anew at each commit, and the window waited for all of them."""
    monkeypatch.setattr(stored_notes, "_MIN_PAUSE_S", 3600.0)
    graphs = VaultGraphs(corpus.notes.lately)
    with corpus.notes.throttled():
        first = await graphs()
        await fill(corpus, {"Sea/Rays.md": "Rays glide.\n"})
        assert await graphs() is first
        assert "Sea/Rays.md" in {note.path for note in await corpus.notes.all()}
        assert await corpus.notes.lately("Sea/Rays.md") is await corpus.notes.all()
        assert "Sea/Rays.md" in (await graphs()).notes
        await fill(corpus, {"Sea/Eels.md": "Eels hide.\n"})
        monkeypatch.setattr(stored_notes, "_MIN_PAUSE_S", 0.0)
        monkeypatch.setattr(stored_notes, "_PAUSE_PER_NOTE_S", 0.0)
        assert "Sea/Eels.md" not in (await graphs()).notes
    assert "Sea/Eels.md" in (await graphs()).notes
    with corpus.notes.throttled():
        await graphs()
        await fill(corpus, {"Sea/Crabs.md": "Crabs walk.\n"})
        assert "Sea/Crabs.md" in (await graphs()).notes, "the next view was due at once"


RECENT = {
    "Sea/Reefs.md": "# Reefs\nReefs are built by corals. Corals live in warm seas.\n",
    "Sea/Tides.md": "The tides follow the moon, and the sea follows them twice a day.\n",
    "Land/Moss.md": "Moss grows where it is wet; a reef of moss in the woods.\n",
    "Land/Reis.md": "Ein Riff ist kein Reisfeld. Riffe wachsen langsam.\n",
    "Asia/Tea.md": "绿茶 is green tea; 喝茶 is to drink it, by the sea.\n",
    **{f"Other/{number}.md": f"filler number {number} " + "sea air " * (number % 4) for number in range(20)},
}


@pytest.fixture
async def partly_indexed(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    async with indexed(tmp_path / "index", {}) as opened:
        await opened.writer.follow_words()
        yield opened


async def test_they_score_as_in_the_index(partly_indexed: LanceCorpus) -> None:
    await write_passages(partly_indexed, RECENT)
    also = [WeightedWords("moon", 0.5)]
    in_memory = {}
    for query in ("corals in the sea", "Riffe", "reef moss", "number 7", "quokka"):
        literally = {chunk.path for chunk in await partly_indexed.query_literal(query, 50)}
        in_memory[query] = await partly_indexed.query_text(query, 50, None, also), literally
    await partly_indexed.upkeep.tidy()
    for query, (found, literally) in in_memory.items():
        assert scored(await partly_indexed.query_text(query, 50, None, also)) == {
            c.path: c.score for c in found
        }, query
        assert {chunk.path for chunk in await partly_indexed.query_literal(query, 50)} == literally, query


def scored(chunks: list[Chunk]) -> dict[str, Any]:
    return {chunk.path: pytest.approx(chunk.score, rel=1e-4) for chunk in chunks}


async def test_those_in_the_index_and_those_in_memory_are_one_ranking(partly_indexed: LanceCorpus) -> None:
    first = dict(list(RECENT.items())[::2])
    await write_passages(partly_indexed, first)
    await partly_indexed.upkeep.tidy()
    await write_passages(partly_indexed, {path: text for path, text in RECENT.items() if path not in first})
    order = [chunk.path for chunk in await partly_indexed.query_text("reef of corals", 4)]
    await partly_indexed.upkeep.tidy()
    assert [chunk.path for chunk in await partly_indexed.query_text("reef of corals", 4)] == order


async def test_chinese_words_and_conditions_are_found(partly_indexed: LanceCorpus) -> None:
    async def found(query: str, where: Filter | None = None) -> list[str]:
        return [chunk.path for chunk in await partly_indexed.query_text(query, 5, where)]

    await write_passages(partly_indexed, RECENT)
    assert (await found("喝茶"))[0] == "Asia/Tea.md"
    assert [chunk.path for chunk in await partly_indexed.query_literal("绿茶", 5)] == ["Asia/Tea.md"]
    assert await found("reef", AtPaths(frozenset({"Land/Moss.md", "Sea/Tides.md"}))) == ["Land/Moss.md"]


async def test_an_edit_and_a_deletion_are_seen_at_once(partly_indexed: LanceCorpus) -> None:
    await write_passages(partly_indexed, RECENT)
    await partly_indexed.upkeep.tidy()
    await write_passages(partly_indexed, {"Land/Moss.md": "lichen\n", "Sea/Reefs.md": "polyps\n"})
    await partly_indexed.writer.delete_notes(["Land/Reis.md"])
    await write_passages(partly_indexed, {"Land/Moss.md": "liverwort\n"})
    found = {
        word: [chunk.path for chunk in await partly_indexed.query_text(word, 5)]
        for word in ("corals", "polyps", "Riffe", "lichen", "liverwort")
    }
    assert found == {
        "corals": [], "polyps": ["Sea/Reefs.md"], "Riffe": [], "lichen": [], "liverwort": ["Land/Moss.md"],
    }  # fmt: skip


async def test_after_a_sync_another_process_may_write(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, RECENT)
    with closing(await LanceCorpus.open(tmp_path / "index")) as first:
        await small_pipeline(vault, first).sync()
        write_notes(vault, {"New.md": "written by another process\n"})
        second = await LanceCorpus.open(tmp_path / "index")
        await small_pipeline(vault, second).sync()
        await first.tables.renew()
        assert [chunk.path for chunk in await first.query_text("another process", 1)] == ["New.md"]
    second.close()


def test_rows_are_the_same_if_number_and_columns_are() -> None:
    former = pa.table({"path": ["a", "b", "c", "d"], "size": [1, 2, 3, 4], "_rowid": [9, 3, 5, 7]})
    now = pa.table({"path": ["d", "x", "b", "c", "e"], "size": [4, 1, 2, 0, 5], "_rowid": [7, 9, 3, 5, 2]})
    assert places_among(former, now).tolist() == [3, -1, 1, -1, -1]
    assert places_among(former, now.slice(0, 0)).tolist() == []
    assert places_among(None, now).tolist() == places_among(former.slice(0, 0), now).tolist() == [-1] * 5


@pytest.mark.parametrize("full", [None, Mock(side_effect=OSError("full"))])
async def test_texts_are_in_a_file(full: Any, corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_notes, "_MAX_READ_BY_PATH", 0)
    monkeypatch.setattr("os.pwrite", full or getattr(os, "pwrite", None), raising=False)
    corpus.notes.cache.forget()
    assert {replace(note, path="a.md").text for note in await corpus.notes.all()} == {*NOTES.values()}
    await fill(corpus, oil := {"Öl.md": "Öl, 油, 🛢 and a word\n"})
    assert {note.path: note.text for note in await corpus.notes.all()} == NOTES | oil
