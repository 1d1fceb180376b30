"""Changes on the disk are indexed first: before other notes' embeddings, and after a cancelled sync."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.index.sync import note_reading as reading
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Changes
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    T = TypeVar("T")

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("small_parts")]
NOTES = {f"n{i}.md": f"# Heading {i}\nword{i} and more\n" for i in range(150)}


class HeldRunner:
    """An indexing process whose ``held`` work waits until it is released."""

    def __init__(self) -> None:
        self.begun, self.let_go = asyncio.Event(), asyncio.Event()
        self.held = "encode_embedded"

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        done = await in_thread(function, *args, **kwargs)
        if function.__name__ == self.held:
            self.begun.set()
            await self.let_go.wait()
        return done


@pytest.fixture
async def held() -> HeldRunner:
    return HeldRunner()


@pytest.fixture
async def session(vault: Path, tmp_path: Path, held: HeldRunner) -> AsyncIterator[Vault]:
    write_notes(vault, NOTES)
    workers = Workers(held, in_thread, small=in_thread)
    opened = await Vault.open(vault, tmp_path / "index", Parameters(), workers, write=True)
    yield opened
    held.let_go.set()
    await opened.close()


async def found(session: Vault, query: str, mode: Mode = Mode.FULLTEXT) -> list[str]:
    stages = [stage async for stage in session.search_stages(query, 3, mode, rerank=False)]
    return [result.chunk.path for result in stages[-1].results]


@pytest.mark.parametrize("clock_step", [0, 10**20], ids=["saved long ago", "saved just now"])
async def test_a_change_is_found_while_a_batch_of_other_notes_is_being_read(
    vault: Path, session: Vault, held: HeldRunner, monkeypatch: pytest.MonkeyPatch, clock_step: int
) -> None:
    # Read for another language, a vault of 800 notes took up no change for four minutes. Of a vault that
    # was copied a moment before, all notes counted as changed, and the one that was waited behind them.
    monkeypatch.setattr(reading, "_COARSEST_CLOCK_NS", clock_step)
    told: asyncio.Queue[Changes] = asyncio.Queue()
    session.index.tell_changes(told.put_nowait)
    async with aclosing(session.index.changes()) as changes:
        following = asyncio.ensure_future(anext(changes))
        sync = asyncio.create_task(session.index.sync(lambda _: None))
        await held.begun.wait()
        while not told.empty():
            told.get_nowait()
        write_notes(vault, {"new.md": "a zeppelin over the lake\n", "n7.md": "turned into a marmot\n"})
        (vault / "n8.md").unlink()
        (vault / "n9.md").rename(vault / "renamed.md")
        seen = Changes()
        while "n9.md" not in seen.removed:
            one = await told.get()
            seen = Changes(seen.added + one.added, seen.changed + one.changed, seen.removed + one.removed)
        assert set(seen.added) == {"new.md", "renamed.md"}
        assert (seen.changed, set(seen.removed)) == (("n7.md",), {"n8.md", "n9.md"})
        assert not sync.done(), "the batch is still being read"
        assert await found(session, "zeppelin") == ["new.md"]
        assert await found(session, "marmot") == ["n7.md"]
        assert await found(session, "word8") == []
        assert await found(session, "word9") == ["renamed.md"]
        while (await found(session, "a zeppelin over the lake", Mode.SEMANTIC))[:1] != ["new.md"]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert not sync.done(), "its meaning came before that of the others"
        held.let_go.set()
        report = await sync
        following.cancel()
        await asyncio.wait([following])
    assert report.failed == ()
    assert (await session.status()).completeness.of_meaning
    assert (await found(session, "turned into a marmot", Mode.SEMANTIC))[0] == "n7.md"
    again = await session.index.sync(lambda _: None)
    assert (again.added, again.changed, again.removed, again.embedded) == (0, 0, 0, 0)


async def test_what_was_cancelled_stays_cancelled_and_changes_are_taken_up(
    vault: Path, session: Vault, held: HeldRunner
) -> None:
    # A job that was cancelled was back after fifteen seconds.
    sync = asyncio.create_task(session.index.sync(lambda _: None))
    await held.begun.wait()
    sync.cancel()
    held.let_go.set()
    assert (await sync).cancelled
    status = await session.status()
    read = status.embedded
    assert (status.stopped, read < 150) == (True, True)
    write_notes(vault, {"new.md": "a zeppelin over the lake\n"})
    report = await session.index.sync(lambda _: None, changes=True)
    assert (report.added, report.embedded) == (1, 1)
    assert (await found(session, "a zeppelin over the lake", Mode.SEMANTIC))[0] == "new.md"
    status = await session.status()
    assert (status.stopped, status.embedded, status.last_sync) == (True, read + 1, None)
    await session.index.sync(lambda _: None)
    status = await session.status()
    assert (status.stopped, status.embedded) == (False, 151)


async def test_words_that_were_left_unread_stay_so_until_they_are_asked_for(
    vault: Path, session: Vault, held: HeldRunner
) -> None:
    held.held = "read_batch"
    sync = asyncio.create_task(session.index.sync(lambda _: None))
    await held.begun.wait()
    for _ in range(2):  # as who is impatient does
        sync.cancel()
        await asyncio.sleep(0)
    held.let_go.set()
    assert (await sync).cancelled
    before = (await session.status()).notes
    assert before < 150
    write_notes(vault, {"new.md": "a zeppelin over the lake\n"})
    await session.index.sync(lambda _: None, changes=True)
    status = await session.status()
    assert (status.notes, status.completeness.of_words) == (before + 1, False)
    assert await found(session, "zeppelin") == ["new.md"]
    await session.index.sync(lambda _: None)
    assert (await session.status()).notes == 151
