"""An index follows its vault: one save by itself, changes first, kinds of files, a folder that is deleted."""

import asyncio
import os
import shutil
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from tests.builders import HashEncoder, bytes_of, found_paths, last_stage, present, write_notes
from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.index import upkeep
from vaultsearch.core.index.index_folder import read_manifest, set_question_language
from vaultsearch.core.index.sync import note_reading as reading
from vaultsearch.core.index.sync.note_reading import ENCODED_AT_ONCE
from vaultsearch.core.index.writer_lock import WriterLock, writer_of
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.search import Completeness, Mode
from vaultsearch.core.values.sync import Changes, Failure, Progress, SyncReport
from vaultsearch.core.vault import watcher
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.vault.watcher import VaultWatcher
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.service import commands
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.sync import indexing
from vaultsearch.service.vault import Vault

P = ParamSpec("P")
T = TypeVar("T")

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("small_parts")]
NOTES = {
    "Boat/Keel.md": "# Keel\n\nOak under the planks.\n", "Boat/Mast.md": "# Mast\n\nSpruce above the deck.\n",
    "Glue.md": "# Glue\n\nResin for wood.\n", "binary.md": "\1" * 99,
}  # fmt: skip


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """A list that grows with each look through the whole vault."""
    seen: list[None] = []
    scan = ObsidianVault.scan

    def counted(vault: ObsidianVault) -> tuple[list[Revision], list[Failure]]:
        seen.append(None)
        return scan(vault)

    monkeypatch.setattr(ObsidianVault, "scan", counted)
    return seen


@pytest.fixture
async def session(vault: Path, tmp_path: Path) -> AsyncIterator[Vault]:
    write_notes(vault, NOTES)
    workers = Workers(in_thread, in_thread, small=in_thread)
    async with await Vault.open(vault, tmp_path / "index", Parameters(), workers) as opened:
        yield opened


@asynccontextmanager
async def followed(session: Vault) -> AsyncIterator[AsyncGenerator[None, None]]:
    """Bring the index up to date, and follow the vault from now on."""
    async with aclosing(session.index.changes()) as changes:
        await anext(changes)
        await session.index.sync(lambda _: None)
        yield changes


@asynccontextmanager
async def kept_fresh(opened: Vault) -> AsyncIterator[None]:
    """Index a vault, and then its changes, as the window does; close it at the end."""

    async def follow() -> None:
        async with aclosing(opened.index.changes()) as changes:
            async for _ in changes:
                await opened.index.sync(changes=True)

    await opened.index.sync()
    following = asyncio.create_task(follow())
    try:
        yield
    finally:
        while not following.done():  # a sync that is cancelled ends, and the next change is waited for
            following.cancel()
            await asyncio.wait([following], timeout=0.05)
        await opened.close()


async def next_sync(session: Vault, changes: AsyncGenerator[None, None]) -> SyncReport:
    """Sync after the next change, as the window does."""
    await anext(changes)
    return await session.index.sync(lambda _: None, changes=True)


async def found(session: Vault, query: str, mode: Mode = Mode.FULLTEXT) -> list[str]:
    return await found_paths(session, query, 3, mode, rerank=False)


async def test_saves_moves_and_deletions_are_followed(vault: Path, session: Vault, scans: list[None]) -> None:
    async with followed(session) as changes:
        before = len(scans)
        write_notes(vault, {"Boat/Keel.md": "# Keel\n\nElm and a zeppelin.\n", "Boat/New.md": "marmot\n"})
        report = await next_sync(session, changes)
        assert (report.added, report.changed, report.removed, report.embedded) == (1, 1, 0, 2)
        assert await found(session, "zeppelin") == ["Boat/Keel.md"]
        assert (await found(session, "marmot", Mode.SEMANTIC))[0] == "Boat/New.md"
        (vault / "Boat" / "Keel.md").rename(vault / "Keel.md")
        (vault / "Glue.md").unlink()
        report = await next_sync(session, changes)
        assert (report.added, report.removed, report.embedded) == (0, 1, 0), "it keeps its vectors"
        assert report.moved == (("Boat/Keel.md", "Keel.md"),)
        assert (await found(session, "zeppelin"), await found(session, "resin")) == (["Keel.md"], [])
        assert len(scans) == before
    again = await session.index.sync(lambda _: None)
    assert (again.added, again.changed, again.removed, again.embedded) == (0, 0, 0, 0)


async def test_the_status_counts_and_names_the_files_that_were_not_looked_at(
    vault: Path, session: Vault, tmp_path: Path, scans: list[None]
) -> None:
    async with followed(session) as changes:
        before = len(scans)
        write_notes(vault, {"New.md": "marmot\n", "spoilt.md": "\1" * 99})
        assert [one.path for one in (await next_sync(session, changes)).failed] == ["binary.md", "spoilt.md"]
        status = await session.status()
        assert (status.notes, status.last_sync is None) == (4, False)
        assert (status.completeness.of_words, status.completeness.of_meaning) == (True, True)
        write_notes(vault, {"spoilt.md": "mended, with a gondola\n"})
        assert [one.path for one in (await next_sync(session, changes)).failed] == ["binary.md"]
        assert await found(session, "gondola") == ["spoilt.md"]
        (vault / "binary.md").unlink()
        assert (await next_sync(session, changes)).failed == ()
        write_notes(vault, {"Glue.md": "\1" * 99})
        await next_sync(session, changes)
        assert len(scans) == before
    kept = present(read_manifest(tmp_path / "index"))
    await session.index.sync(lambda _: None)
    whole = present(read_manifest(tmp_path / "index"))
    whole = replace(whole, compared=kept.compared)  # what was just saved is read once more
    assert whole == replace(kept, last_sync=whole.last_sync), "as if all had been looked at"


async def test_a_silent_change_is_found(vault: Path, session: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "_LOOKED_THROUGH_AFTER_S", 0.1)
    seen = VaultWatcher._on_event
    monkeypatch.setattr(
        VaultWatcher,
        "_on_event",
        lambda self, event: None if "Mast" in str(event.src_path) else seen(self, event),
    )
    async with followed(session) as changes:
        write_notes(vault, {"Boat/Mast.md": "a gondola\n", "New.md": "a zeppelin\n"})
        await next_sync(session, changes)
        assert (await found(session, "zeppelin"), await found(session, "gondola")) == (["New.md"], [])
        await next_sync(session, changes)
        assert await found(session, "gondola") == ["Boat/Mast.md"]
        waiting = asyncio.ensure_future(anext(changes))
        done, _ = await asyncio.wait([waiting], timeout=0.5)
        assert not done, "it is looked through once"
        waiting.cancel()
        await asyncio.wait([waiting])


def test_the_longer_a_look_at_all_files_takes_the_later_it_follows_a_save() -> None:
    pauses_s = [indexing.full_scan_pause_s(took_s) for took_s in (0.0, 0.1, 0.11, 5.9, 6.1)]
    assert pauses_s == pytest.approx([10.0, 10.0, 11.0, 590.0, 600.0])


async def test_a_saved_daily_note_keeps_its_date(vault: Path, session: Vault, scans: list[None]) -> None:
    # Read by itself, without the vault's formats, it was dated by its file.
    write_notes(vault, {".obsidian/daily-notes.json": '{"format": "DDDD of YYYY"}', "42 of 2025.md": "oak\n"})
    async with followed(session) as changes:
        before = len(scans)
        write_notes(vault, {"42 of 2025.md": "elm\n"})
        await next_sync(session, changes)
        assert len(scans) == before
        dated = {note.path: note.date.astimezone().date() for note in await session.query.notes()}
    assert dated["42 of 2025.md"] == date(2025, 2, 11)


async def test_other_exclusions_have_all_looked_at(vault: Path, session: Vault, scans: list[None]) -> None:
    async with followed(session) as changes:
        before = len(scans)
        write_notes(vault, {".vaultsearchignore": "Boat/\n"})
        assert (await next_sync(session, changes)).removed == 2
        assert len(scans) == before + 1
        write_notes(vault, {"Boat/Keel.md": "a zeppelin in the excluded folder\n"})
        assert (await next_sync(session, changes)).added == 0
        assert await found(session, "zeppelin") == []


async def test_a_linked_file_is_noticed(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "CHECK_EVERY_S", 0.05)
    monkeypatch.setattr(indexing, "_LOOKED_THROUGH_AFTER_S", 600.0)
    write_notes(vault, NOTES | {".hidden/h.md": "a marmot"})
    write_notes(tmp_path / "outer", {"o.md": "a zeppelin"})
    links = {vault / "Link": tmp_path / "outer", vault / "Inner": vault / ".hidden"}
    parameters = Parameters(file={"source.follow_links_out": True})
    workers = Workers(in_thread, in_thread, small=in_thread)
    opened = await Vault.open(vault, tmp_path / "index", parameters, workers)
    async with opened as session, followed(session) as changes:

        async def expect(query: str, *paths: str) -> None:
            while await found(session, query) != [*paths]:
                await next_sync(session, changes)

        for link, target in links.items():
            link.symlink_to(target)
        await expect("zeppelin", "Link/o.md")
        await expect("marmot", "Inner/h.md")
        write_notes(tmp_path / "outer", {"o.md": "a gondola", "deep/er.md": "a kayak"})
        await expect("kayak", "Link/deep/er.md")
        await expect("gondola", "Link/o.md")
        write_notes(vault, {".hidden/h.md": "an otter"})
        await expect("otter", "Inner/h.md")
        (vault / "Link").unlink()
        await expect("gondola")


MANY = {f"n{i}.md": f"# Heading {i}\nword{i} and more\n" for i in range(150)}


class HeldRunner:
    """An indexing process whose ``held`` work waits until it is released, but for the first ``passed``."""

    def __init__(self) -> None:
        self.begun, self.let_go = asyncio.Event(), asyncio.Event()
        self.held, self.passed = "encode_embedded", 0

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        done = await in_thread(function, *args, **kwargs)
        if function.__name__ == self.held:
            self.passed -= 1
            if self.passed < 0:
                self.begun.set()
                await self.let_go.wait()
        return done


@pytest.fixture
async def held() -> HeldRunner:
    return HeldRunner()


@pytest.fixture
async def held_session(vault: Path, tmp_path: Path, held: HeldRunner) -> AsyncIterator[Vault]:
    write_notes(vault, MANY)
    workers = Workers(held, in_thread, small=in_thread)
    async with await Vault.open(vault, tmp_path / "index", Parameters(), workers) as opened:
        yield opened
        held.let_go.set()


@pytest.mark.parametrize("clock_step", [0, 10**20], ids=["saved long ago", "saved just now"])
async def test_a_change_is_found_while_a_batch_of_other_notes_is_being_read(
    vault: Path, held_session: Vault, held: HeldRunner, monkeypatch: pytest.MonkeyPatch, clock_step: int
) -> None:
    # Read for another language, a vault of 800 notes took up no change for four minutes. Of a vault that
    # was copied a moment before, all notes counted as changed, and the one that was waited behind them.
    # A file that was mended or deleted meanwhile stayed listed as unreadable.
    monkeypatch.setattr(reading, "_COARSEST_CLOCK_NS", clock_step)
    write_notes(vault, {"mended.md": "\1" * 99, "spoilt.md": "\1" * 99})
    told: asyncio.Queue[Changes] = asyncio.Queue()
    held_session.index.on_changes = told.put_nowait
    async with aclosing(held_session.index.changes()) as changes:
        following = asyncio.ensure_future(anext(changes))
        sync = asyncio.create_task(held_session.index.sync(lambda _: None))
        await held.begun.wait()
        while not told.empty():
            told.get_nowait()
        write_notes(vault, {"new.md": "a zeppelin over the lake\n", "n7.md": "turned into a marmot\n"})
        write_notes(vault, {"mended.md": "a gondola\n"})
        for name in ("n8.md", "spoilt.md"):
            (vault / name).unlink()
        (vault / "n9.md").rename(vault / "renamed.md")
        expected = {"new.md", "renamed.md", "mended.md"}, {"n7.md"}, {"n8.md", "n9.md"}
        seen: tuple[set[str], ...] = set(), set(), set()
        # What happens in one moment may be taken up in several rounds.
        while not all(map(set.issuperset, seen, expected)):
            one = await told.get()
            for known, paths in zip(seen, (one.added, one.changed, one.removed), strict=True):
                known.update(paths)
        assert seen == expected
        assert not sync.done(), "the batch is still being read"
        answers = {"zeppelin": ["new.md"], "marmot": ["n7.md"], "word8": [], "word9": ["renamed.md"]}
        assert {word: await found(held_session, word) for word in answers} == answers
        while (await found(held_session, "a zeppelin over the lake", Mode.SEMANTIC))[:1] != ["new.md"]:  # noqa: ASYNC110 - no signal
            await asyncio.sleep(0.01)
        assert not sync.done(), "its meaning came before that of the others"
        held.let_go.set()
        report = await sync
        following.cancel()
        await asyncio.wait([following])
    assert report.failed == ()
    assert (await held_session.status()).completeness == Completeness(151, 151, 151)
    assert (await found(held_session, "turned into a marmot", Mode.SEMANTIC))[0] == "n7.md"
    again = await held_session.index.sync(lambda _: None)
    assert (again.added, again.changed, again.removed, again.embedded) == (0, 0, 0, 0)


async def test_a_file_deleted_meanwhile_is_gone(vault: Path, held_session: Vault, held: HeldRunner) -> None:
    held.held = "read_batch"
    write_notes(vault, {"spoilt.md": "\1" * 99, "good.md": "a gondola\n"})
    async with aclosing(held_session.index.changes()) as changes:
        following = asyncio.ensure_future(anext(changes))
        sync = asyncio.create_task(held_session.index.sync(lambda _: None))
        await held.begun.wait()
        for name in ("spoilt.md", "good.md"):
            (vault / name).unlink()
        write_notes(vault, {"new.md": "a zeppelin over the lake\n"})
        while await found(held_session, "zeppelin") != ["new.md"]:  # noqa: ASYNC110 - no signal
            await asyncio.sleep(0.01)
        held.let_go.set()
        assert (await sync).failed == ()
        following.cancel()
        await asyncio.wait([following])
    assert await found(held_session, "gondola") == []
    assert (await held_session.status()).completeness == Completeness(151, 151, 151)


async def test_canceled_it_takes_up_changes_alone(vault: Path, held_session: Vault, held: HeldRunner) -> None:
    # A job that was cancelled was back after fifteen seconds.
    sync = asyncio.create_task(held_session.index.sync(lambda _: None))
    await held.begun.wait()
    sync.cancel()
    held.let_go.set()
    assert (await sync).cancelled
    status = await held_session.status()
    assert (status.stopped, (read := status.embedded) < 150) == (True, True)
    write_notes(vault, {"new.md": "a zeppelin over the lake\n"})
    report = await held_session.index.sync(lambda _: None, changes=True)
    assert (report.added, report.embedded) == (1, 1)
    assert (await found(held_session, "a zeppelin over the lake", Mode.SEMANTIC))[0] == "new.md"
    status = await held_session.status()
    assert (status.stopped, status.embedded, status.last_sync) == (True, read + 1, None)
    await held_session.index.sync(lambda _: None)
    status = await held_session.status()
    assert (status.stopped, status.embedded) == (False, 151)


async def test_unread_words_wait_until_asked_for(vault: Path, held_session: Vault, held: HeldRunner) -> None:
    held.held = "read_batch"
    sync = asyncio.create_task(held_session.index.sync(lambda _: None))
    await held.begun.wait()
    for _ in range(2):  # as who is impatient does
        sync.cancel()
        await asyncio.sleep(0)
    held.let_go.set()
    assert (await sync).cancelled
    before = (await held_session.status()).notes
    assert before < 150
    write_notes(vault, {"new.md": "a zeppelin over the lake\n"})
    await held_session.index.sync(lambda _: None, changes=True)
    status = await held_session.status()
    assert (status.notes, status.completeness.of_words) == (before + 1, False)
    assert await found(held_session, "zeppelin") == ["new.md"]
    await held_session.index.sync(lambda _: None)
    assert (await held_session.status()).notes == 151


async def test_a_kind_switched_on_is_indexed_and_followed_until_off(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a note", "boat.py": "def keel():\n    return 'bronze'\n"})
    (vault / "plan.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 1_100_000)
    workers = Workers(WorkerProcess(), in_thread, small=in_thread)
    opened = await Vault.open(vault, tmp_path / "index", Parameters(), workers)
    told: asyncio.Queue[Changes] = asyncio.Queue()
    opened.index.on_changes = told.put_nowait

    async def choose(parameters: dict[str, object]) -> Changes:
        await opened.use(parameters)
        await opened.index.sync()
        return await told.get()

    async with kept_fresh(opened):
        assert set((await told.get()).added) == {"a.md", "plan.png"}
        assert (await choose({"files.kinds": "code+image"})).added == ("boat.py",)
        assert await found(opened, "bronze") == ["boat.py"]
        write_notes(vault, {"boat.py": "def keel():\n    return 'copper nails'\n"})
        assert (await told.get()).changed == ("boat.py",)
        assert await found(opened, "nails") == ["boat.py"]
        assert (await choose({"files.other_mb": 1})).removed == ("boat.py", "plan.png")
        assert [one.path for one in (await opened.status()).failed] == ["plan.png"]
        assert await found(opened, "nails") == []
        write_notes(vault, {"boat.py": "def keel():\n    return 'tin'\n", "b.md": "another note"})
        assert await told.get() == Changes(added=("b.md",))
        assert (await choose({})).added == ("plan.png",)


async def test_all_found_by_meaning_are_ready(vault: Path, held_session: Vault, held: HeldRunner) -> None:
    # Beside "491 of 1,309 passages" the list said that it had looked through 0 of 803 notes.
    held.passed = 1
    write_notes(vault, {f"more{i}.md": f"a note of its own about number{i}\n" for i in range(150)})
    told = asyncio.Queue[Progress]()
    sync = asyncio.create_task(held_session.index.sync(told.put_nowait))
    while not (progress := await told.get()).chunks_done:
        pass
    stage = await last_stage(held_session, "number7", 3, Mode.SEMANTIC, rerank=False)
    assert progress.chunks_done == stage.completeness.by_meaning == ENCODED_AT_ONCE
    assert (await held_session.status()).embedded == progress.chunks_done
    held.let_go.set()
    await sync
    assert max(told.get_nowait().chunks_done for _ in range(told.qsize())) == 300


@pytest.mark.parametrize("models", [1, 2])
async def test_after_a_restart_passages_with_vectors_count_as_ready(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, models: int
) -> None:
    # "Meaning ready for 0 of 4,638" was told where 3,686 were, also where two models read a passage.
    if models == 2:
        monkeypatch.setattr(ComponentFactory, "multilingual", HashEncoder("other", 24))
        (tmp_path / "index").mkdir()
        set_question_language(tmp_path / "index", "de")
    write_notes(vault, {f"n{i}.md": f"a note of its own about number{i}\n" for i in range(600)})

    def stop_half_way(progress: Progress) -> None:
        if progress.chunks_done:
            stopped.cancel()

    async with await Vault.open(vault, tmp_path / "index") as session:
        stopped = asyncio.create_task(session.index.sync(stop_half_way))
        assert (await stopped).cancelled
        ready = (await session.status()).embedded
    assert 0 < ready < 600
    total = 600 * models
    progress: list[Progress] = []
    async with await Vault.open(vault, tmp_path / "index") as session:
        await session.index.sync(progress.append)
    shares = [(one.chunks_done, one.chunks_total) for one in progress if one.phase == "embedding"]
    assert (shares[0], shares[-1]) == ((ready, total), (total, total))
    assert shares == sorted(shares)


async def index_by_command(vault: Path, index: Path) -> SyncReport:
    async with await Vault.open(vault, index) as opened:
        return await commands.sync_and_wait(opened, lambda _: None, read_for=(), anew=False)


async def test_edits_by_commands_are_tidied_once_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each command after an edit merged all tables: six edits made 18.5 MB of 5.7.
    vault, index = tmp_path / "vault", tmp_path / "index"
    write_notes(vault, {f"{n}.md": f"Note {n}. " + f"word{n} and others. " * 60 for n in range(100)})
    await index_by_command(vault, index)
    fresh = bytes_of(index)
    for edit in range(6):
        write_notes(vault, {"0.md": f"Edited {edit} times."})
        assert (await index_by_command(vault, index)).changed == 1
    assert bytes_of(index) < 2 * fresh
    edited = bytes_of(index)
    monkeypatch.setattr(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1))
    monkeypatch.setattr(upkeep, "_DUE_VERSIONS", 5)
    await index_by_command(vault, index)
    assert bytes_of(index) < edited


async def test_the_writer_makes_a_deleted_index_anew_and_holds_its_lock(vault: Path, tmp_path: Path) -> None:
    """The lock stayed on the file of the deleted folder: a second writer was let in."""
    write_notes(vault, {"a.md": "a harbour", "b.md": "a mast"})
    async with await Vault.open(vault, tmp_path / "index") as writer:
        await writer.index.sync()
        shutil.rmtree(tmp_path / "index")
        write_notes(vault, {"a.md": "a quay"})
        assert (await writer.index.sync(changes=True)).added == 2
        assert writer_of(tmp_path / "index") == os.getpid()
        with pytest.raises(IndexInUseError, match=str(os.getpid())):
            WriterLock(tmp_path / "index").acquire()
    assert writer_of(tmp_path / "index") is None


async def test_a_writer_whose_index_another_made_anew_waits_and_reads(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a harbour", "b.md": "a mast"})
    async with await Vault.open(vault, tmp_path / "index") as writer:
        await writer.index.sync()
        shutil.rmtree(tmp_path / "index")
        async with await Vault.open(vault, tmp_path / "index") as second:
            await second.index.sync()
            write_notes(vault, {"a.md": "a quay", "c.md": "a rope"})
            with pytest.raises(IndexInUseError):
                await writer.index.sync(changes=True)
        report = await writer.index.sync(changes=True)
        assert (report.added, report.changed, report.unchanged) == (1, 1, 1)
        assert await found(writer, "quay") == ["a.md"]
