"""Notes that are moved, or come back as they were: nothing is encoded, and nothing former is found."""

import os
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from lancedb import AsyncTable

from tests.builders import HashEncoder, write_notes
from tests.core.index.test_pipeline import Bench
from vaultsearch.core.filters import AtPath
from vaultsearch.core.index import stored_vectors
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.note_reading import read_batch
from vaultsearch.core.index.tables import writing
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.core.vault.source import ObsidianVault

LONG_AGO = 1_600_000_000_000_000_000
NOTES = {
    "sub/03.md": "#red\n\n# A\n\nalpha text, [[c]]\n", "sub/deep/b.md": "beta text\n", "sub/deep/same.md": "",
    "sub/same.md": "", "c.md": "gamma text\n",
}  # fmt: skip


@pytest.fixture
def bench(vault: Path, tmp_path: Path) -> Bench:
    write_notes(vault, NOTES)
    for path in NOTES:
        os.utime(vault / path, ns=(LONG_AGO, LONG_AGO))
    return Bench(vault, tmp_path / "index")


async def synced(bench: Bench) -> tuple[SyncReport, list[str]]:
    """Sync; return the report, and the paths of the files that were read."""
    read: list[str] = []

    async def run(function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Any:
        read.extend(revision.path for revision in arguments[-1] if function is read_batch)
        return await in_thread(function, *arguments, **options)

    return await bench.sync(run=run), sorted(read)


@pytest.mark.parametrize("moved_in_place", [1, 50])
async def test_a_moved_folder_is_neither_read_nor_encoded_and_all_of_it_is_found_there(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, moved_in_place: int
) -> None:
    monkeypatch.setattr(writing, "LEFT_BEHIND", moved_in_place)
    await bench.sync()
    (bench.vault / "sub").rename(bench.vault / "new")
    report, read = await synced(bench)
    assert (report.added, report.removed, report.unchanged, report.embedded, read) == (0, 0, 1, 0, [])
    moved = [path.replace("sub", "new") for path in NOTES]
    formers, places = (sorted(paths) for paths in zip(*report.moved, strict=True))
    assert (formers, places) == (sorted({*NOTES} - {*moved}), sorted({*moved} - {*NOTES}))
    (vector,) = HashEncoder().encode_queries(["alpha text"])
    corpus = await LanceCorpus.open(bench.index)
    assert sorted(note.path for note in await corpus.notes.all()) == sorted(moved)
    assert await corpus.notes.counts() == (5, 5, 5)
    (by_words,) = await corpus.query_text("alpha", 5)
    (by_meaning,) = await corpus.query_embeddings(vector, 1, AtPath("new/03.md"))
    assert (by_words.id, by_words.path, by_words.tags) == ("new/03.md:0", "new/03.md", ("red",))
    assert by_meaning.id == "new/03.md:0"
    assert await corpus.summaries.of("new/03.md")
    assert not await corpus.summaries.of("sub/03.md")
    corpus.close()
    assert (await synced(bench))[1] == []


@pytest.mark.parametrize("returns", [False, True])
@pytest.mark.parametrize("done", range(4))
async def test_a_move_cut_off_in_the_middle_leaves_no_note_without_its_passages(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, done: int, returns: bool
) -> None:
    monkeypatch.setattr(writing, "LEFT_BEHIND", 1)
    await bench.sync()
    (bench.vault / "sub").rename(bench.vault / "new")
    create, calls = AsyncTable.create_index, count()

    async def cut_off(self: AsyncTable, *arguments: Any, **options: Any) -> None:
        if next(calls) == done:
            raise OSError("cut off")
        await create(self, *arguments, **options)

    with monkeypatch.context() as cut:
        cut.setattr(AsyncTable, "create_index", cut_off)
        with pytest.raises(OSError, match="cut off"):
            await bench.sync()
    if returns:
        (bench.vault / "new").rename(bench.vault / "sub")
    await bench.sync()
    corpus = await LanceCorpus.open(bench.index)
    paths = [path if returns else path.replace("sub", "new") for path in NOTES]
    for table in ("chunks", "vectors"):
        rows = await corpus.tables.tuples(table, ["id", "path"])
        assert sorted(rows) == sorted((f"{path}:0", path) for path in paths)
    assert [chunk.path for chunk in await corpus.query_text("alpha", 5)] == paths[:1]
    corpus.close()


def put_in_place(file: Path, text: str) -> None:
    """Put another file in place of one, with its times, as a program that copies or synchronizes does."""
    other = file.with_suffix(".partial")
    other.write_text(text)
    os.utime(other, ns=(LONG_AGO, LONG_AGO))
    other.replace(file)


async def test_another_content_of_the_same_size_and_date_is_read(bench: Bench) -> None:
    """It was never noticed: a note that a copy had put in place was found by its former words for good."""
    await bench.sync()
    put_in_place(bench.vault / "c.md", "delta text\n")
    report, read = await synced(bench)
    assert (report.changed, read) == (1, ["c.md"])
    assert (await bench.texts())["c.md"] == "delta text"
    # Written over in place, its inode is the same.
    (bench.vault / "c.md").write_text("theta text\n")
    os.utime(bench.vault / "c.md", ns=(LONG_AGO, LONG_AGO))
    assert (await synced(bench))[1] == ["c.md"]


async def test_the_same_content_in_another_file_is_looked_at_once_and_not_read(bench: Bench) -> None:
    await bench.sync()
    put_in_place(bench.vault / "c.md", NOTES["c.md"])
    (bench.vault / "sub" / "deep" / "b.md").rename(bench.vault / "b.md")
    report, read = await synced(bench)
    assert (report.changed, len(report.moved), report.unchanged, read) == (0, 1, 4, [])
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        stored = await corpus.notes.revisions()
    revisions, _ = ObsidianVault(bench.vault).scan()
    assert {path: note.revision for path, note in stored.items()} == {r.path: r for r in revisions}


async def test_an_index_of_before_gets_the_state_of_its_files(bench: Bench) -> None:
    await bench.sync()
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        await corpus.tables["notes"].drop_columns(["file_state"])
        assert {note.revision.state for note in (await corpus.notes.revisions()).values()} == {0}
    report, read = await synced(bench)
    assert (report.unchanged, read) == (5, [])
    put_in_place(bench.vault / "c.md", "delta text\n")
    assert (await synced(bench))[1] == ["c.md"]


@pytest.mark.parametrize("new", ["new/03.md", "2024/05/03.md"])
async def test_a_file_of_another_text_or_in_the_folder_of_a_day_is_read(bench: Bench, new: str) -> None:
    await bench.sync()
    (bench.vault / "sub" / "03.md").unlink()
    text = NOTES["sub/03.md"] if new.startswith("2024") else NOTES["sub/03.md"].replace("alpha", "delta")
    write_notes(bench.vault, {new: text})
    os.utime(bench.vault / new, ns=(LONG_AGO, LONG_AGO))
    _, read = await synced(bench)
    assert read == [new]


async def test_a_text_that_comes_back_is_not_encoded_and_is_not_found_meanwhile(bench: Bench) -> None:
    await bench.sync()
    write_notes(bench.vault, {"c.md": "delta text\n"})
    (bench.vault / "sub" / "03.md").unlink()
    assert (await bench.sync()).embedded == 1
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        assert await corpus.notes.counts() == (4, 4, 4)
        near = await corpus.query_embeddings(HashEncoder().encode_queries(["alpha gamma text"])[0], 9)
        assert {one.path for one in near} == {"c.md", "sub/deep/b.md", "sub/deep/same.md", "sub/same.md"}
        assert [one.vectors for one in await corpus.searched_vectors()] == [4]
        await corpus.upkeep.tidy()
    write_notes(bench.vault, {path: NOTES[path] for path in ("c.md", "sub/03.md")})
    report = await bench.sync()
    assert (report.added, report.changed, report.embedded, report.chunks) == (1, 1, 0, 5)


@pytest.mark.parametrize("bound", ["FORMER_KEPT_FOR", "_MIN_FORMER"])
async def test_former_vectors_are_dropped(bench: Bench, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    await bench.sync()
    write_notes(bench.vault, {"c.md": "delta text\n"})
    (bench.vault / "sub" / "03.md").unlink()
    await bench.sync()
    monkeypatch.setattr(stored_vectors, bound, timedelta(0) if bound == "FORMER_KEPT_FOR" else 0)
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        await corpus.upkeep.tidy()
        kept = await corpus.tables["former_vectors"].count_rows()
    assert kept == (0 if bound == "FORMER_KEPT_FOR" else 1), "a quarter of four passages"


async def test_another_model_finds_no_former_vector(bench: Bench) -> None:
    await bench.sync()
    write_notes(bench.vault, {"c.md": "delta text\n"})
    await bench.sync()
    other = HashEncoder(fingerprint="hash-2")
    await bench.sync(encoder=other)
    write_notes(bench.vault, {"c.md": NOTES["c.md"]})
    assert (await bench.sync(encoder=other)).embedded == 1
