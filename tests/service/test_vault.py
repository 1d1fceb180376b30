"""An open vault in trouble: a damaged index, a full disk, a drive that is away."""

import asyncio
import errno
import io
import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from tests import builders
from tests.core.test_worker import wait_for
from vaultsearch.core import errors, memory
from vaultsearch.core.index import upkeep as upkeep_module
from vaultsearch.core.index.corpus import MADE_ANEW, LanceCorpus
from vaultsearch.core.index.index_folder import mark_damaged, read_manifest, write_manifest
from vaultsearch.core.index.tables.index_tables import IndexTables
from vaultsearch.core.index.upkeep import IndexUpkeep
from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Runner
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import ExportFormat
from vaultsearch.core.values.evaluation import EvaluationProgress
from vaultsearch.core.values.query import CountedNotes
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.core.vault import watcher
from vaultsearch.service.opening import VaultFactory
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.sync import indexing, rest
from vaultsearch.service.sync.freshness import Freshness
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

P = ParamSpec("P")
T = TypeVar("T")

NOTES = {f"n{i}.md": f"# Heading {i}\nword{i} and more\n" for i in range(12)}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small encoder instead of the model, and short intervals between looks for the vault's folder."""
    builders.use_small_parts(monkeypatch)
    monkeypatch.setattr(watcher, "CHECK_EVERY_S", 0.05)


@pytest.fixture
def index(vault: Path, tmp_path: Path) -> Path:
    builders.write_notes(vault, NOTES)
    return tmp_path / "index"


async def opened(vault: Path, index: Path, *, write: bool = True) -> Vault:
    return await Vault.open(vault, index, Parameters(), write=write)


async def found(session: Vault, query: str) -> list[str]:
    return await builders.found_paths(session, query, mode=Mode.FULLTEXT)


async def synced(session: Vault, *, anew: bool = False) -> tuple[int, int, str | None]:
    report = await session.index.sync(lambda _: None, anew=anew)
    return report.added, report.changed, report.rebuilt


@pytest.fixture
async def session(vault: Path, index: Path) -> AsyncIterator[Vault]:
    async with await opened(vault, index) as session:
        yield session


@pytest.fixture
async def indexed(vault: Path, index: Path) -> Path:
    async with await opened(vault, index) as session:
        await synced(session)
    return index


class FullDisk(io.BytesIO):
    def write(self, _: object, /) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("style", ExportFormat)
async def test_a_full_disk_of_an_export_is_not_the_indexs(session: Vault, style: ExportFormat) -> None:
    await synced(session)
    with pytest.raises(errors.DiskFullError, match="for the export"):
        await session.export(FullDisk(), style)


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def garble(file: Path) -> None:
    file.write_bytes(bytes(byte ^ 0x5A for byte in file.read_bytes()))


def remove(file: Path) -> None:
    shutil.rmtree(file) if file.is_dir() else file.unlink()


def damage(index: Path, where: str, how: Callable[[Path], None]) -> None:
    files = [file for file in index.glob(where) if file.is_file() or how is remove]
    assert files
    for file in files:
        how(file)


@pytest.mark.parametrize(("where", "how"), [
    *(("chunks.lance/data/*", how) for how in (remove, truncate, garble)), ("notes.lance/data/*", garble),
    ("chunks.lance/_versions/*", truncate), ("notes.lance/_versions/*", remove),
    *((table, remove) for table in ("chunks.lance", "notes.lance")),  # a missing one is no empty one
])  # fmt: skip
async def test_a_table_that_cannot_be_read_is_set_aside_and_built_anew(
    vault: Path, indexed: Path, where: str, how: Callable[[Path], None]
) -> None:
    damage(indexed, where, how)
    async with await opened(vault, indexed) as session:
        assert await synced(session) == (12, 0, "The index was damaged and has been rebuilt.")
        assert (await found(session, "word3"), await synced(session)) == (["n3.md"], (0, 0, None))
    assert any((indexed / "damaged").iterdir())


@pytest.mark.parametrize(("where", "how", "added", "damaged"), [
    ("index/chunks.lance/_indices/*/*", garble, 0, "keyword index"),
    ("index/chunks.lance/data/*", garble, 12, "index"), ("index/*.lance", remove, 12, "index"),
    ("index", remove, 12, "index"),
])  # fmt: skip
async def test_damage_that_a_search_meets_is_told_and_mended(
    vault: Path,
    indexed: Path,
    capfd: pytest.CaptureFixture[str],
    where: str,
    how: Callable[[Path], None],
    added: int,
    damaged: str,
) -> None:
    async with await opened(vault, indexed) as session, aclosing(session.index.changes()) as changes:
        damage(indexed.parent, where, how)
        for _ in range(2):
            with pytest.raises(errors.IndexDamagedError, match="is damaged"):
                await found(session, "word3")
        await anext(changes)
        assert await synced(session) == (added, 0, f"The {damaged} was damaged and has been rebuilt.")
        assert await found(session, "word3") == ["n3.md"]
    assert "WARN" not in capfd.readouterr().err


@pytest.mark.parametrize("part", ["invert", "tokens", "docs", "metadata"])
async def test_a_damaged_word_index_is_mended_without_reading(vault: Path, indexed: Path, part: str) -> None:
    # A search said "index the vault again", and indexing "12 unchanged", for ever.
    corpus = await LanceCorpus.open(indexed)
    await corpus.upkeep.tidy()  # of so few notes, the words are not in their index before
    corpus.close()
    damage(indexed, f"chunks.lance/_indices/*/*{part}*", garble)
    async with await opened(vault, indexed, write=False) as reader:
        with suppress(errors.IndexDamagedError):  # not every search reads every file of it
            await found(reader, "word3")
        async with await opened(vault, indexed) as session:
            report = await session.index.sync()
            assert (report.added, report.changed, report.unchanged, report.embedded) == (0, 0, 12, 0)
            assert (await found(session, "word3"), await synced(session)) == (["n3.md"], (0, 0, None))
            assert await found(reader, "word3") == ["n3.md"], "who had found it need not be started again"


async def test_who_only_reads_a_damaged_index_is_told_what_to_do(vault: Path, indexed: Path) -> None:
    damage(indexed, "chunks.lance/_versions/*", remove)
    with pytest.raises(errors.IndexDamagedError) as caught:
        await opened(vault, indexed, write=False)
    assert "made anew" in caught.value.remedy


async def test_an_edit_wakes_no_indexer(vault: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "_RESTED_AFTER_S", 0.01)
    used: list[str] = []
    rested = asyncio.Event()
    loop = asyncio.get_running_loop()

    def runner(name: str) -> Runner:
        async def run(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
            used.append(name)
            return await in_thread(function, *args, **kwargs)

        return run

    monkeypatch.setattr(Workers, "stop_indexing", lambda _: loop.call_soon_threadsafe(rested.set))
    for path in NOTES:  # what was saved just now is read once more, see `reading`
        os.utime(vault / path, (0, 1_790_000_000))
    workers = Workers(runner("indexing"), runner("asking"), small=runner("small"))
    async with await Vault.open(vault, index, Parameters(), workers) as session:
        assert await synced(session) == (12, 0, None)
        assert set(used) == {"indexing", "small"}, "twelve notes are many, their twelve passages few"
        used.clear()
        await rested.wait()
        builders.write_notes(vault, {"n3.md": "one edit"})
        assert await synced(session) == (0, 1, None)
        assert set(used) == {"small"}


async def test_a_process_that_answered_rests(
    vault: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_RELEASED_AFTER_S", "_TABLES_DROPPED_AFTER_S", "_MODELS_DROPPED_AFTER_S"):
        monkeypatch.setattr(memory, name, 0.0)
    async with await Vault.open(vault, index, Parameters(), Workers(in_thread, in_thread)) as session:
        await session.index.sync()
        drop_at_rest((tmp_path / "dropped").touch, is_model=True)
        assert await found(session, "word3") == ["n3.md"]
        await asyncio.to_thread(wait_for, tmp_path / "dropped")


async def test_caches_of_questions_go_if_nobody_asks(session: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "_CACHES_DROPPED_AFTER_S", 0.0)
    monkeypatch.setattr(rest, "_RESTED_AFTER_S", 600.0)  # by then, a sync's rest renews the tables, too
    renew, is_renewed = IndexTables.renew, asyncio.Event()

    async def note_renewal(tables: IndexTables) -> None:
        await renew(tables)
        is_renewed.set()

    await session.index.sync()
    monkeypatch.setattr(IndexTables, "renew", note_renewal)
    assert await found(session, "path:n3 word3") == ["n3.md"]
    await asyncio.wait_for(is_renewed.wait(), 30)
    assert await found(session, "path:n4 word4") == ["n4.md"], "by the tables that were opened again"


@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_closing_amid_a_sync_waits_for_its_batch(vault: Path, index: Path, is_cancelled: bool) -> None:
    """Another vault was opened while one was read; the tables were closed beneath the batch after 5 s.

    The tidying that was to follow it was logged 15 s later: "not tidied because=Table vectors is closed".
    A third vault, opened while the first was closing, cancelled that: the first was locked until the end.
    """
    session = await opened(vault, index)
    closing: list[asyncio.Task[None]] = []

    def close(progress: Progress) -> None:
        if progress.phase == "reading" and not closing:
            closing.append(asyncio.create_task(session.close()))
            if is_cancelled:
                # Once it waits for the batch.
                loop.call_soon(lambda: loop.call_soon(closing[0].cancel))

    loop = asyncio.get_running_loop()
    assert (await session.index.sync(close)).cancelled
    await asyncio.wait([*closing, *asyncio.all_tasks() - {asyncio.current_task()}])
    assert closing[0].cancelled() == is_cancelled
    assert not asyncio.all_tasks() - {asyncio.current_task()}
    with pytest.raises(errors.VaultClosedError):
        await session.index.sync()
    async with await opened(vault, index) as again:
        assert (await again.index.sync()).failed == ()
        assert await found(again, "word7") == ["n7.md"]


async def test_old_leftovers_are_dropped(session: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "_RESTED_AFTER_S", 0.01)
    monkeypatch.setattr(rest, "_FORMER_AFTER_S", 0.02)
    monkeypatch.setattr(upkeep_module, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1))
    measured, dropped, given_back = asyncio.Event(), asyncio.Event(), asyncio.Event()
    drop, loop = IndexUpkeep.drop_former, asyncio.get_running_loop()

    def noted() -> None:
        if measured.is_set():
            loop.call_soon_threadsafe(given_back.set)

    async def told(upkeep: IndexUpkeep) -> None:
        await measured.wait()
        await drop(upkeep)
        dropped.set()

    monkeypatch.setattr(IndexUpkeep, "drop_former", told)
    monkeypatch.setattr(upkeep_module, "give_back", noted)
    await synced(session)
    size = (await session.status()).index_bytes
    measured.set()
    await dropped.wait()
    assert (await session.status()).index_bytes < size
    assert await asyncio.wait_for(given_back.wait(), 10), "what merging took of memory goes back, too"
    assert await session.query.matching("path:n3") == {"n3.md"}


async def found_by_tokens(session: Vault) -> list[str]:
    return [chunk.path for chunk in await session.search_service.token_retriever()("word3", 1)]


async def test_token_vectors_are_a_setting(vault: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ComponentFactory, "encoder", builders.WordTokenEncoder())
    async with await opened(vault, index) as session:
        await synced(session)
        assert (await session.status()).token_bytes == 0
        with pytest.raises(errors.NotIndexedError) as trouble:
            await found_by_tokens(session)
        assert "colbert" in trouble.value.remedy
    with_tokens = Parameters(command={"chunking_mode": "colbert"})
    async with await Vault.open(vault, index, with_tokens) as session:
        assert "Token vectors" in str((await synced(session))[2])
        assert await found_by_tokens(session) == ["n3.md"]
        (first, *_) = (await builders.last_stage(session, "word3", rerank=False)).results
        assert {"fulltext", "semantic", "tokens"} <= first.chunk.ranks.keys()
        assert "tokens #1 (" in first.why
        status = await session.status()
        assert 0 < status.token_bytes < status.index_bytes
    damage(index, "tokens.lance/data/*", garble)
    async with await Vault.open(vault, index, with_tokens) as session:
        assert await session._corpus.upkeep.is_damaged()
        await synced(session, anew=True)
        assert await found_by_tokens(session) == ["n3.md"]


async def test_an_older_index_is_refused_to_readers_else_built_anew(vault: Path, indexed: Path) -> None:
    write_manifest(indexed, replace(builders.present(read_manifest(indexed)), fingerprint="schema-1"))
    with pytest.raises(errors.NotIndexedError, match="made by an older version"):
        await opened(vault, indexed, write=False)
    async with await opened(vault, indexed) as session:
        assert (await found(session, "word3"), await synced(session)) == ([], (12, 0, MADE_ANEW))
        assert await found(session, "word3") == ["n3.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of a file")
async def test_a_full_disk_is_told_once(session: Vault, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # With room again, what had been saved meanwhile was found only after another save.
    monkeypatch.setattr(indexing, "_LOOKED_THROUGH_AFTER_S", 0.05)
    monkeypatch.setattr(indexing, "_LOOKED_THROUGH_SHARE", 1.0)
    reports: list[SyncReport] = []
    troubles: list[errors.VaultSearchError] = []

    async def sync() -> None:
        reports.append(await session.index.sync(changes=True))

    freshness = Freshness(sync, troubles.append)
    async with aclosing(session.index.changes()) as changes:
        await anext(changes)
        await freshness.sync_once()
        builders.write_notes(vault, {f"later/{i}.md": f"latecomer{i} " * 300 for i in range(40)})
        with builders.files_limited_to(4096):
            for _ in range(4):  # at the save, and then by itself
                await anext(changes)
                await freshness.sync_once()
        told = [(type(one), "No disk space left" in str(one)) for one in troubles]
        assert told == [(errors.DiskFullError, True)]
        assert await found(session, "word3") == ["n3.md"]
        await anext(changes)
        await freshness.sync_once()
    assert [report.added for report in reports] == [12, 40]
    assert set(await found(session, "latecomer7")) == {"later/7.md"}


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
async def test_an_index_on_a_full_disk_is_searched_and_later_updated(vault: Path, indexed: Path) -> None:
    # The window called it a bug of its own, and opened no vault.
    builders.write_notes(vault, {"n3.md": "changed since"})
    with builders.files_limited_to(0):
        session = await opened(vault, indexed)
        assert await found(session, "word3") == ["n3.md"]
        with pytest.raises(errors.DiskFullError, match="No disk space left for the index"):
            await synced(session)
    async with session:
        assert (await synced(session), await found(session, "changed")) == ((0, 1, None), ["n3.md"])
        damage(indexed, "chunks.lance/data/*", garble)
        with builders.files_limited_to(4096), pytest.raises(errors.DiskFullError):  # no room for another one
            await synced(session)
        assert await synced(session) == (12, 0, "The index was damaged and has been rebuilt.")


async def test_a_vault_that_goes_away_and_comes_back_is_watched_again(session: Vault, vault: Path) -> None:
    await synced(session)
    async with aclosing(session.index.changes()) as changes:
        first = asyncio.ensure_future(anext(changes))
        while not first.done():  # until the watch has begun, which nothing tells of
            builders.write_notes(vault, {"n0.md": "saved again and again"})
            await asyncio.wait([first], timeout=0.1)
        await synced(session)
        away = vault.with_name("away")
        shutil.move(vault, away)
        await anext(changes)
        with pytest.raises(errors.VaultNotFoundError):
            await synced(session)
        assert await found(session, "word3") == ["n3.md"], "what is indexed can be searched meanwhile"
        builders.write_notes(away, {"n3.md": "changed elsewhere"})
        shutil.move(away, vault)
        await anext(changes)
        assert await synced(session) == (0, 1, None)
        builders.write_notes(vault, {"new.md": "freshly written"})
        await anext(changes)
        assert await synced(session) == (1, 0, None)


async def test_a_vault_opened_while_away_is_searched_and_followed_later(vault: Path, indexed: Path) -> None:
    # The window, started before the drive was connected, offered to choose a folder, and went on doing so.
    away = vault.with_name("away")
    shutil.move(vault, away)
    async with await opened(vault, indexed) as session, aclosing(session.index.changes()) as changes:
        assert await found(session, "word3") == ["n3.md"]
        await anext(changes)
        with pytest.raises(errors.VaultNotFoundError, match="doesn't exist"):
            await synced(session)
        builders.write_notes(away, {"n3.md": "changed elsewhere"})
        shutil.move(away, vault)
        await anext(changes)
        assert await synced(session) == (0, 1, None)


class WarmEncoder(builders.WordTokenEncoder):
    def warm_up(self) -> None:
        """Load no model: there is none."""


async def test_the_search_is_measured_beside_a_session(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builders.write_notes(vault, NOTES)
    monkeypatch.setattr(Workers, "processes", lambda: Workers(in_thread, in_thread))
    monkeypatch.setattr(ComponentFactory, "encoder", WarmEncoder())
    steps: list[EvaluationProgress] = []
    async with await opened(vault, settings.index_folder(vault)) as session:
        await synced(session)
        report = await VaultFactory(Parameters).evaluate_own(session, steps.append)
        assert await found(session, "word3") == ["n3.md"]
    assert [leg.leg for leg in report.overall.legs] == ["semantic", "fulltext", "hybrid", "chain"]
    assert report.overall.questions > 0
    assert {step.step for step in steps} >= {"making questions", "chain"}


async def test_a_number_means_the_contexts_note_anywhere(session: Vault, vault: Path, index: Path) -> None:
    await synced(session)
    async with await opened(vault, index, write=False) as reader:
        chunks = [result.chunk for result in await reader.search("word3 word5", mode=Mode.FULLTEXT)]
        context = await reader.context(chunks, keep_order=True)
        assert [piece.number for piece in context.pieces] == [1, 2]
        path = chunks[1].path
        address = (await reader.addresses([path]))[path]
        with pytest.raises(errors.NoteNotFoundError):
            await reader.read("gone.md")
    assert await session.find_note("2", [piece.path for piece in context.pieces]) == path
    assert (address.file, await session.find_note(address.id)) == (vault / path, path)
    assert (await session.read(path)).text == NOTES[path]


async def test_what_the_sidebar_counts_depends_on_what_is_asked(session: Vault, vault: Path) -> None:
    builders.write_notes(
        vault, {"Sea/a.md": "#sea waves\n", "Sea/b.md": "#sea\n", "Land/c.md": "#land waves\n"}
    )
    await synced(session)
    everything = await session.query.facets("", Mode.HYBRID, ())
    assert (everything.counted, everything.notes) == (CountedNotes.VAULT, 15)
    (sea,) = [tag for tag in everything.tags if tag.value == "sea"]
    query = (await session.query.toggled("", sea)).applied("")
    matching = await session.query.facets(query, Mode.HYBRID, ["Land/c.md"])
    assert (matching.counted, matching.notes) == (CountedNotes.MATCHING, sea.count)
    listed = await session.query.facets(f"waves {query}", Mode.HYBRID, ["Sea/a.md"])
    assert (listed.counted, listed.notes, listed.tags[0].chosen) == (CountedNotes.LISTED, 1, True)
    literal = await session.query.facets(query, Mode.GREP, ["Sea/a.md"])
    assert (literal.counted, literal.tags[0].chosen) == (CountedNotes.LISTED, False)
    assert [part.written for part in await session.query.parts(query)] == ["tag:sea"]
    assert "tag:sea" in [example.query for example in await session.query.examples()]


async def test_other_parameters_hold_at_once_with_the_index_open_as_it_is(session: Vault) -> None:
    await synced(session)
    every = await found(session, "more")
    await session.use({"window.n_results": 2})
    assert await found(session, "more") == every[:2]
    await session.use({})
    assert await found(session, "more") == every
    assert await synced(session) == (0, 0, None), "nothing is read again for what concerns searching"


@pytest.mark.parametrize("name", ["passages.top_k", "embedding.multilingual_model"])
async def test_bad_parameters_change_none(session: Vault, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delattr(ComponentFactory, "multilingual")  # it is looked for
    await synced(session)
    with pytest.raises(errors.VaultSearchError):
        await session.use({"window.n_results": 1, name: "/no/such/model"})
    assert len(await found(session, "more")) == 12


async def test_searching_during_a_rebuild_finds_no_damage(session: Vault, vault: Path, index: Path) -> None:
    # The tables were removed first: 3 of 18 searches said that the index was damaged, and marked it so.
    await synced(session)
    async with await opened(vault, index, write=False) as reader:
        for _ in range(4):
            rebuilding = asyncio.ensure_future(synced(session, anew=True))
            while not rebuilding.done():
                for query in ("word3", "heading"):
                    assert set(await found(reader, query)) <= set(NOTES)
                async with await opened(vault, index, write=False) as other:
                    await found(other, "word4")
            assert await rebuilding == (12, 0, "Index rebuilt.")
        assert not (index / "found_damaged").exists()
        assert await found(reader, "word3") == ["n3.md"]
    mark_damaged(index)
    await synced(session, anew=True)
    assert not (index / "found_damaged").exists()


async def test_a_query_with_the_name_of_an_unread_file_is_told_why(session: Vault, vault: Path) -> None:
    builders.write_notes(
        vault, {"Papers/Lease 24.pdf": "<html>not found</html>", "Papers/Lease.md": "The lease."}
    )
    builders.write_notes(vault, dict.fromkeys(("a.txt", "b.csv", "c.base", "d.ipynb"), "\n"))
    os.utime(vault / "Papers/Lease 24.pdf", (0, 0))
    assert (await session.index.sync(lambda _: None)).added == len(NOTES) + 5, "also those still empty"
    why = "Its name ends in .pdf, but its content is something else. Rename it."
    problem = f"“Papers/Lease 24.pdf” couldn't be read: {why}"
    for query, notice in {"24 lease papers": problem, "papers": None, "the lease": None}.items():
        assert (await builders.last_stage(session, query, mode=Mode.FULLTEXT)).notice == notice
    cut = "The passages were cut with other settings: index the vault again."
    for name, value in ("chunking.chunk_size", 50), ("chunking.overlap", 9), ("language.notes", "de"):
        await session.use({name: value})
        assert (await builders.last_stage(session, "papers", mode=Mode.FULLTEXT)).notice == cut
