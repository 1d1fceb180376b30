"""A sync: idempotent, words before meaning, one bad note at a time, whatever a real folder holds."""

import asyncio
import inspect
import os
import socket
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import psutil
import pytest

from tests.builders import CHUNKER, HashEncoder, present, write_notes
from tests.core.index.indexing import small_pipeline, synced
from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.errors import IndexInUseError, VaultNotFoundError
from vaultsearch.core.filters import AtPath
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.sync.pipeline import PipelineOptions, VectorPipeline
from vaultsearch.core.index.tables.lancedb_loading import load_lancedb
from vaultsearch.core.index.writer_lock import WriterLock, writer_of
from vaultsearch.core.models import device
from vaultsearch.core.models.device import free_cores
from vaultsearch.core.protocols import Runner, Vectors
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import Note, Revision
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import ANYTHING, Failure, Progress, SyncReport
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.worker import WorkerProcess

NOTES = {"a.md": "# A\nalpha text\n", "sub/b.md": "beta text\n", "c.md": "gamma text\n"}


class Bench:
    def __init__(self, vault: Path, index: Path) -> None:
        self.vault, self.index = vault, index
        self.progress: list[Progress] = []

    async def sync(
        self,
        *,
        run: Runner = in_thread,
        encoder: HashEncoder | None = None,
        chunker: Chunker = CHUNKER,
        follow_links_out: bool = False,
        watch: Callable[[LanceCorpus, str], Coroutine[Any, Any, None]] | None = None,
    ) -> SyncReport:
        watching: list[asyncio.Task[None]] = []

        def follow(progress: Progress) -> None:
            self.progress.append(progress)
            if watch is not None:
                watching.append(asyncio.create_task(watch(corpus, progress.phase)))

        source = ObsidianVault(self.vault, follow_links_out=follow_links_out)
        with closing(await LanceCorpus.open(self.index)) as corpus:
            pipeline = small_pipeline(source, corpus, encoder, chunker, run=run, on_progress=follow)
            report = await pipeline.sync()
            await asyncio.gather(*watching)
        return report

    def files(self) -> list[tuple[Path, bytes, int]]:
        files = (path for path in sorted(self.vault.rglob("*")) if path.is_file())
        return [(path, path.read_bytes(), path.stat().st_mtime_ns) for path in files]

    async def texts(self) -> dict[str, str]:
        with closing(await LanceCorpus.open(self.index)) as corpus:
            return {c.path: c.text async for c in corpus.get_all_text()}


@pytest.fixture
def bench(vault: Path, tmp_path: Path) -> Bench:
    write_notes(vault, NOTES)
    return Bench(vault, tmp_path / "index")


def counts(report: SyncReport) -> tuple[int, int, int, int, int]:
    return report.added, report.changed, report.unchanged, report.removed, report.embedded


def _edit(vault: Path) -> None:
    (vault / "a.md").write_text("# A\nalpha text\n# New\nmore\n")
    (vault / "c.md").unlink()
    write_notes(vault, {"d.md": "delta"})


def _edit_within_the_clocks_step(vault: Path) -> None:
    saved = (vault / "a.md").stat()
    (vault / "a.md").write_text("# A\nother text\n")
    os.utime(vault / "a.md", ns=(saved.st_atime_ns, saved.st_mtime_ns))


def _edit_in_the_past(vault: Path) -> None:
    (vault / "a.md").write_text("edited in the past")
    os.utime(vault / "a.md", ns=(0, 1_000_000_000_000_000_000))


@pytest.mark.parametrize(
    ("change", "counted", "paths"),
    [
        (bool, (0, 0, 3, 0, 0), {*NOTES}),  # nothing is changed
        # The passage of a.md that stayed the same keeps its vector.
        (_edit, (1, 1, 1, 1, 2), {"a.md", "d.md", "sub/b.md"}),
        (lambda vault: (vault / "sub").rename(vault / "new"), (0, 0, 2, 0, 0), {"a.md", "c.md", "new/b.md"}),
        (_edit_within_the_clocks_step, (0, 1, 2, 0, 1), {*NOTES}),
        (_edit_in_the_past, (0, 1, 2, 0, 1), {*NOTES}),
        (lambda vault: os.utime(vault / "a.md", (1, 1_700_000_000)), (0, 0, 3, 0, 0), {*NOTES}),
        # What became unreadable keeps what was known.
        (lambda vault: (vault / "a.md").write_bytes(bytes(range(256)) * 40), (0, 0, 2, 0, 0), {*NOTES}),
        (lambda vault: write_notes(vault, {".vaultsearchignore": "sub/"}), (0, 0, 2, 1, 0), {"a.md", "c.md"}),
    ],
)  # fmt: skip
async def test_a_sync_does_what_changed_and_another_does_nothing(
    bench: Bench, change: Callable[[Path], object], counted: tuple[int, ...], paths: set[str]
) -> None:
    first = await bench.sync()
    assert (counts(first), first.chunks, first.failed) == ((3, 0, 0, 0, 3), 3, ())
    change(bench.vault)
    before = bench.files()
    report = await bench.sync()
    assert (counts(report), {*await bench.texts()}) == (counted, paths)
    read = len(paths) - len(report.failed)
    assert counts(await bench.sync()) == (0, 0, read, 0, 0)
    assert bench.files() == before, "the vault is the same to the byte and the nanosecond"


async def test_a_rule_may_exclude_all_and_its_end_brings_notes_back_with_their_vectors(bench: Bench) -> None:
    rules = bench.vault / ".vaultsearchignore"
    rules.write_text("*\n")
    with pytest.raises(VaultNotFoundError) as caught:
        await bench.sync()
    assert "Exclusions" in caught.value.remedy, "a new vault is told where to look"
    rules.unlink()
    await bench.sync()
    rules.write_text("*\n")
    assert counts(await bench.sync()) == (0, 0, 0, 3, 0)
    rules.unlink()
    assert counts(await bench.sync()) == (3, 0, 0, 0, 0)


async def test_a_renamed_note_is_found_by_its_vectors_at_once_and_later_by_its_title(bench: Bench) -> None:
    await bench.sync()
    (bench.vault / "c.md").rename(bench.vault / "renamed.md")
    report = await bench.sync()
    assert (counts(report), report.moved) == ((0, 0, 2, 0, 0), (("c.md", "renamed.md"),))
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        assert await corpus.notes.counts() == (3, 3, 3), "no passage is without a vector"
    assert [(await bench.sync()).embedded for _ in range(2)] == [1, 0]


async def test_a_large_sync_derives_all_at_its_end(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.index.sync.pipeline.MANY_NOTES", 100)
    monkeypatch.setattr("vaultsearch.core.index.tables.stored_notes._MIN_PAUSE_S", 3600.0)
    write_notes(bench.vault, {f"{number}.md": f"note {number}\n" for number in range(200)})
    viewed: list[tuple[str, int]] = []

    async def look(corpus: LanceCorpus, phase: str) -> None:
        viewed.append((phase, len(await corpus.notes.lately())))

    await bench.sync(watch=look)
    assert len({count for phase, count in viewed if phase == "reading" and count < 203}) == 1
    assert {count for phase, count in viewed if phase == "embedding"} == {203}


async def test_a_save_reads_four_times(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stored(index: Path) -> list[tuple[object, ...]]:
        with closing(await LanceCorpus.open(index)) as corpus:
            columns = ["id", "key", "path", "is_stale", "vector"]
            rows = await corpus.tables.rows("vectors", columns, where="true")
        return sorted(tuple(map(str, (row[name] for name in columns))) for row in rows)

    await bench.sync()
    (bench.vault / "a.md").write_text("# A\n\nalpha text, changed\n\n# B\n\nand more\n", "utf-8")
    read: list[str] = []
    table = load_lancedb().AsyncTable
    query, count = table.query, table.count_rows

    def queried(self: Any) -> Any:
        read.append(self.name)
        return query(self)

    def counted(self: Any, condition: str | None = None) -> Any:
        read.extend([self.name] if condition else ())
        return count(self, condition)

    monkeypatch.setattr(table, "query", queried)
    monkeypatch.setattr(table, "count_rows", counted)
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        assert (await small_pipeline(bench.vault, corpus).sync(only=frozenset({"a.md"}))).embedded == 1
    assert read.count("vectors") == 4, "known by text, to be removed, without a vector, summed up"
    await Bench(bench.vault, tmp_path / "whole").sync()
    assert await stored(bench.index) == await stored(tmp_path / "whole")


async def test_progress_tells_of_words_first_and_then_of_meaning(bench: Bench) -> None:
    await bench.sync()
    phases = [p.phase for p in bench.progress]
    assert phases == sorted(phases, key=["scanning", "reading", "embedding", "summarizing", "tidying"].index)
    last = {progress.phase: progress for progress in bench.progress}
    assert (last["reading"].notes_done, last["reading"].notes_total) == (3, 3)
    assert (last["embedding"].chunks_done, last["embedding"].chunks_total) == (3, 3)


async def test_what_cannot_be_read_is_reported_and_the_rest_is_indexed(bench: Bench) -> None:
    (bench.vault / "binary.md").write_bytes(bytes(range(256)) * 40)
    write_notes(bench.vault, {"broken.md": "---\ntags: [a, b\n---\nstill here\n"})
    report = await bench.sync()
    assert (report.added, {failure.path for failure in report.failed}) == (4, {"binary.md", "broken.md"})
    assert (await bench.texts())["broken.md"].endswith("still here")
    assert [failure.path for failure in present(read_manifest(bench.index)).failed] == ["binary.md"]


async def test_a_link_whose_target_was_deleted_is_no_longer_found(bench: Bench) -> None:
    """It was searchable for ever: what cannot be read kept what was known of it."""
    (bench.vault / "linked.md").symlink_to(bench.vault / "a.md")
    (bench.vault / "folder").symlink_to(bench.vault / "sub")
    await bench.sync()
    assert set(await bench.texts()) == {*NOTES, "linked.md"}  # a folder is read once, under its own path
    (bench.vault / "a.md").unlink()
    assert "linked.md" in {failure.path for failure in (await bench.sync()).failed}
    assert set(await bench.texts()) == {"sub/b.md", "c.md"}


async def test_what_leads_out_goes_when_allowed_no_longer(bench: Bench, tmp_path: Path) -> None:
    write_notes(tmp_path / "outside", {"secret.md": "kumquat"})
    (bench.vault / "out").symlink_to(tmp_path / "outside")
    (bench.vault / "out.md").symlink_to(tmp_path / "outside" / "secret.md")
    await bench.sync(follow_links_out=True)
    assert set(await bench.texts()) == {*NOTES, "out/secret.md", "out.md"}
    report = await bench.sync()
    assert {failure.path for failure in report.failed} == {"out", "out.md"}
    assert (report.removed, set(await bench.texts())) == (2, set(NOTES))


async def test_a_reader_that_hides_what_leads_out_finds_it_by_no_way(bench: Bench, tmp_path: Path) -> None:
    write_notes(tmp_path / "outside", {"secret.md": "kumquat"})
    (bench.vault / "out.md").symlink_to(tmp_path / "outside" / "secret.md")
    await bench.sync(follow_links_out=True)
    for hides, found in ((False, {"out.md"}), (True, set())):
        corpus = await LanceCorpus.open(bench.index, hides_links_out=hides)
        here = AtPath("out.md")
        vector = HashEncoder().encode_queries(["kumquat"])[0]
        words = corpus.notes.words(await corpus.notes.texts_version())
        (near,) = await corpus.query_many_embeddings(vector[None], 10, None, Space.MAIN)
        ways = [
            {note.path for note in await corpus.notes.all()},
            {note.path for note in await corpus.notes.matching(here)},
            {chunk.path for chunk in await corpus.query_text("kumquat", 10)},
            {chunk.path for chunk in await corpus.query_embeddings(vector, 10)},
            {chunk.path for chunk in await corpus.query_embeddings(vector, 10, here)},
            {chunk.path for chunk in near}, {chunk.path for chunk in await corpus.get_chunks(here)},
            {chunk.path for chunks in await corpus.notes.newest(here, 10) for chunk in chunks},
            {chunk.path async for chunk in corpus.get_all_text()}, {*await corpus.notes.places()},
            {place.path for place in await corpus.notes.places_holding("kumquat", 10)},
            await corpus.notes.paths_mentioning("kumquat"), await corpus.notes.paths(here),
            {"out.md" for _, page in [page async for page in words] if "kumquat" in str([*page])},
        ]  # fmt: skip
        assert [way & {"out.md"} for way in ways] == [found] * len(ways)
        if hides:
            with pytest.raises(KeyError):
                await corpus.get_document("out.md")
        corpus.close()


async def test_a_vault_taken_away_during_a_sync_is_left_to_the_next_which_says_so(bench: Bench) -> None:
    looked, phases = threading.Event(), set[str]()
    # Of more than a few passages, the encoding looks up when something changes.
    write_notes(bench.vault, {f"{number}.md": f"text {number}\n" for number in range(40)})

    class Source(ObsidianVault):
        def scan(self) -> tuple[list[Revision], list[Failure]]:
            try:
                return super().scan()
            except VaultNotFoundError:
                looked.set()
                raise

    async def run(function: Callable[..., Any], /, *args: Any, **more: Any) -> Any:
        if "embedding" in phases and bench.vault.exists():
            bench.vault.rename(bench.vault.with_name("drive"))
            pipeline.interrupt(ANYTHING)
            await in_thread(looked.wait, 30)
        return await in_thread(function, *args, **more)

    with closing(await LanceCorpus.open(bench.index)) as corpus:
        pipeline = small_pipeline(
            Source(bench.vault), corpus, run=run, on_progress=lambda progress: phases.add(progress.phase)
        )
        await pipeline.sync()
    assert looked.is_set()
    assert pipeline.passed_over == ANYTHING


async def test_what_is_taken_away_between_listing_and_reading_is_not_taken_for_read(bench: Bench) -> None:
    # All files were called indexed, those never read "unchanged", and the index up to date.
    away, taken = bench.vault.with_name("drive"), bench.vault

    async def run(function: Callable[..., Any], /, *args: Any, **more: Any) -> Any:
        if taken.exists():
            taken.rename(away)
        return await in_thread(function, *args, **more)

    def of_manifest() -> tuple[int, int, bool]:
        manifest = present(read_manifest(bench.index))
        return manifest.n_files, manifest.waiting, manifest.last_sync is not None

    with pytest.raises(VaultNotFoundError, match="doesn't exist"):
        await bench.sync(run=run)
    assert of_manifest() == (3, 3, False)
    away.rename(bench.vault)
    taken = bench.vault / "a.md"
    assert (counts(await bench.sync(run=run)), of_manifest()) == ((2, 0, 0, 0, 2), (2, 0, True))


async def test_a_vault_that_is_away_keeps_its_index_and_a_cleared_one_does_not(bench: Bench) -> None:
    await bench.sync()
    away = bench.vault.rename(bench.vault.with_name("drive"))
    with pytest.raises(VaultNotFoundError, match="doesn't exist"):
        await bench.sync()
    bench.vault.mkdir()  # the mount point that stays behind
    with pytest.raises(VaultNotFoundError, match="the folder is empty"):
        await bench.sync()
    assert {*await bench.texts()} == {*NOTES}
    bench.vault.rmdir()
    away.rename(bench.vault)
    for note in NOTES:
        (bench.vault / note).unlink()
    assert counts(await bench.sync()) == (0, 0, 0, 3, 0)


async def test_a_folder_without_notes_is_refused_and_leaves_no_index(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    bench = Bench(tmp_path / "empty", tmp_path / "index")
    with pytest.raises(VaultNotFoundError, match="No notes"):
        await bench.sync()
    assert read_manifest(bench.index) is None


async def test_other_passage_sizes_or_another_model_build_the_index_anew(bench: Bench) -> None:
    assert (await bench.sync()).rebuilt is None
    chunker = Chunker(CHUNKER.counter, chunk_size=100)
    resized = await bench.sync(chunker=chunker)
    assert (resized.rebuilt is None, counts(resized)[:4]) == (False, (0, 3, 0, 0)), "every note is read again"
    report = await bench.sync(encoder=HashEncoder("other", 16, "other-1"), chunker=chunker)
    assert (report.rebuilt is None, report.embedded) == (False, 3)


async def cancelled(bench: Bench, at: Callable[[Progress], object]) -> tuple[int, ...]:
    """Cancel a sync at a step; return what it counts."""
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        pipeline: VectorPipeline = small_pipeline(
            bench.vault, corpus, on_progress=lambda progress: pipeline.cancel() if at(progress) else None
        )
        report = await pipeline.sync()
    assert report.cancelled
    return counts(report)


async def test_cancelling_keeps_what_is_done_and_the_next_sync_goes_on(bench: Bench) -> None:
    done = await cancelled(bench, lambda p: p.phase == "reading" and p.notes_done)
    assert (done, {*await bench.texts()}) == ((3, 0, 0, 0, 0), {*NOTES})
    assert counts(await bench.sync()) == (0, 0, 3, 0, 3)
    (bench.vault / "a.md").unlink()
    *_, removed, _ = await cancelled(bench, lambda _: True)
    assert (removed, {*await bench.texts()}) == (0, {*NOTES})
    assert counts(await bench.sync()) == (0, 0, 2, 1, 0)


async def test_a_second_writer_is_kept_out_and_told_who_writes(bench: Bench) -> None:
    lock = WriterLock(bench.index)
    lock.acquire()
    with pytest.raises(IndexInUseError, match=str(os.getpid())):
        await bench.sync()
    assert writer_of(bench.index) == os.getpid()
    lock.release()
    assert writer_of(bench.index) is None
    assert (await bench.sync()).added == 3


class HiddenSource(ObsidianVault):
    """A vault of which a folder, or all, cannot be looked into just now."""

    hidden = "."

    def scan(self) -> tuple[list[Revision], list[Failure]]:
        seen, _ = super().scan()
        prefix = "" if self.hidden == "." else self.hidden + "/"
        return [r for r in seen if not r.path.startswith(prefix)], [Failure(self.hidden, "No permission.")]


@pytest.mark.parametrize(("hidden", "unchanged"), [(".", 0), ("sub", 2)])
async def test_notes_in_an_unreadable_folder_are_kept(bench: Bench, hidden: str, unchanged: int) -> None:
    await bench.sync()
    source = HiddenSource(bench.vault)
    source.hidden = hidden
    report = await synced(source, bench.index)
    assert (counts(report), len(await bench.texts())) == ((0, 0, unchanged, 0, 0), 3)


class DeadlySource(ObsidianVault):
    """A vault with a note that ends the process that reads it."""

    def read(self, revision: Revision) -> Note:
        if revision.path.startswith("deadly"):
            os._exit(3)
        return super().read(revision)


class DeadlyEncoder(HashEncoder):
    """A model that ends its process at a certain word."""

    def _encode(self, text: str) -> Vectors:
        if "gamma" in text:
            os._exit(3)
        return super()._encode(text)


async def test_a_note_that_kills_the_worker_is_reported_and_the_others_are_indexed(bench: Bench) -> None:
    write_notes(bench.vault, {"deadly.md": "x", "later.md": "later text"})
    corpus = await LanceCorpus.open(bench.index)
    with closing(WorkerProcess()) as worker:
        report = await small_pipeline(DeadlySource(bench.vault), corpus, DeadlyEncoder(), run=worker).sync()
    assert sorted(f.path for f in report.failed) == ["c.md", "deadly.md"]
    assert (report.added, report.embedded) == (4, 3)
    assert [c.path for c in await corpus.query_text("gamma later", 5)] == ["later.md", "c.md"]
    assert await corpus.get_chunks(AtPath("deadly.md")) == []
    corpus.close()


class CountingEncoder(HashEncoder):
    """Notes how many cores it is to compute with."""

    used: ClassVar[list[int]] = []

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        self.used.append(free_cores())
        return super().encode_queries(texts)


@pytest.mark.parametrize(("asked", "plugged", "left"), [(False, True, 0), (True, True, 1), (False, False, 1)])
async def test_a_core_is_left_to_who_searches_and_to_who_lives_on_the_battery(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, asked: bool, plugged: bool, left: int
) -> None:
    monkeypatch.setattr(device, "usable_cores", lambda: 4)
    battery = SimpleNamespace(percent=50, secsleft=3600, power_plugged=plugged)
    monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)
    CountingEncoder.used.clear()
    with closing(await LanceCorpus.open(bench.index)) as corpus:
        await corpus.writer.prepare(HashEncoder().dimension)
        if asked:
            await corpus.query_text("who types", 5)
        await small_pipeline(bench.vault, corpus, CountingEncoder()).sync()
    assert set(CountingEncoder.used) == {4 - left}
    assert free_cores() == 4


class EndlessEncoder(HashEncoder):
    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        while True:
            time.sleep(1)


async def test_a_sync_is_given_up_in_the_midst_of_a_batch_by_ending_its_worker(bench: Bench) -> None:
    worker, encoding = WorkerProcess(), asyncio.Event()

    async def run(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        if function.__name__ == "encode_embedded":
            asyncio.get_running_loop().call_later(0, encoding.set)
        return await worker(function, *args, **kwargs)

    with closing(await LanceCorpus.open(bench.index)) as corpus:
        pipeline = small_pipeline(bench.vault, corpus, EndlessEncoder(), run=run)
        task = asyncio.ensure_future(pipeline.sync())
        await encoding.wait()
        pipeline.cancel()
        await asyncio.to_thread(worker.close)
        report = await task
    assert (report.cancelled, report.added, report.embedded, report.failed) == (True, 3, 0, ())
    assert (await bench.sync()).embedded == 3


def test_the_help_of_a_pipeline_names_the_parts_that_matter_and_no_lambda() -> None:
    # It listed fifteen arguments, one of them a lambda at an address.
    shown = inspect.signature(VectorPipeline)
    assert list(shown.parameters) == ["source", "target", "encoder", "chunker", "options"]
    assert "lambda" not in str(shown)
    assert "lambda" not in str(inspect.signature(PipelineOptions))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere two names may not differ in case alone")
async def test_what_is_no_note_is_told(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    composed, decomposed = (unicodedata.normalize(form, "Über.md") for form in ("NFC", "NFD"))
    notes = {
        "plain.md": "plain", "folder.md/inside.md": "in a folder that is named like a note",
        "Case.md": "upper", "case.md": "lower", composed: "composed", decomposed: "decomposed",
        "name's 100% #1 ^x 🏺.md": "odd name", "empty.md": "",
    }  # fmt: skip
    write_notes(vault, notes)
    write_notes(tmp_path / "outside", {"linked.md": "outside of the vault"})
    os.mkfifo(vault / "pipe.md")
    listening = socket.socket(socket.AF_UNIX)
    monkeypatch.chdir(vault)  # a socket's path may have no more than about a hundred characters
    listening.bind("socket.md")
    (vault / "round").symlink_to(vault)
    (vault / "out").symlink_to(tmp_path / "outside")
    (vault / "gone.md").symlink_to(tmp_path / "nowhere.md")
    (vault / "gone-folder").symlink_to(tmp_path / "nowhere")
    (vault / "circle.md").symlink_to(vault / "circle.md")
    (vault / "huge.md").touch()
    os.truncate(vault / "huge.md", 200 * 2**20)
    (vault / "binary.md").write_bytes(bytes(range(256)) * 400)
    os.utime(vault / "plain.md", (0, 4_000_000_000))
    report = await synced(vault, tmp_path / "index")
    listening.close()
    assert {failure.path: failure.reason for failure in report.failed} == {
        "binary.md": "This isn't text, so it can't be indexed. If it is a text, save it as UTF-8; if not, "
        "rename it so that its ending says what it is.",
        "circle.md": "Can't be read: too many levels of symbolic links.",
        "gone.md": "Can't be read: no such file or directory.",
        "huge.md": "Too large: 200 MB; the limit is 64 MB.",
        "out": "Links to a place outside the vault; allow that in Settings > Exclusions.",
        "pipe.md": "Not a regular file.",
        "socket.md": "Not a regular file.",
    }
    assert report.added == len(notes), "and not the one behind the link"
    again = await synced(vault, tmp_path / "index")
    assert (again.added, again.changed, again.removed) == (0, 0, 0)
