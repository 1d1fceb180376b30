"""A save is indexed by itself: the other files are looked at once nothing has changed for a while."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.vault.watcher import VaultWatcher
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.sync import indexing
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from pathlib import Path

    from vaultsearch.core.values.note import Revision
    from vaultsearch.core.values.sync import Failure, SyncReport

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("small_parts")]
NOTES = {
    "Boat/Keel.md": "# Keel\n\nOak under the planks.\n",
    "Boat/Mast.md": "# Mast\n\nSpruce above the deck.\n",
    "Glue.md": "# Glue\n\nResin for wood.\n",
    "binary.md": "\1" * 99,
}


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
    opened = await Vault.open(
        vault, tmp_path / "index", Parameters(), Workers(in_thread, in_thread, small=in_thread), write=True
    )
    yield opened
    await opened.close()


async def watched(session: Vault, changes: AsyncGenerator[None, None]) -> None:
    """Bring the index up to date, and follow the vault from now on."""
    await anext(changes)
    await session.index.sync(lambda _: None)


async def next_sync(session: Vault, changes: AsyncGenerator[None, None]) -> SyncReport:
    """Sync after the next change, as the window does."""
    await anext(changes)
    return await session.index.sync(lambda _: None, changes=True)


async def found(session: Vault, query: str, mode: Mode = Mode.FULLTEXT) -> list[str]:
    stages = [stage async for stage in session.search_stages(query, 3, mode, rerank=False)]
    return [result.chunk.path for result in stages[-1].results]


async def test_what_is_saved_moved_and_deleted_is_indexed_without_a_look_at_the_rest(
    vault: Path, session: Vault, scans: list[None]
) -> None:
    async with aclosing(session.index.changes()) as changes:
        await watched(session, changes)
        before = len(scans)
        write_notes(vault, {"Boat/Keel.md": "# Keel\n\nElm and a zeppelin.\n", "Boat/New.md": "marmot\n"})
        report = await next_sync(session, changes)
        assert (report.added, report.changed, report.removed, report.embedded) == (1, 1, 0, 2)
        assert await found(session, "zeppelin") == ["Boat/Keel.md"]
        assert (await found(session, "marmot", Mode.SEMANTIC))[0] == "Boat/New.md"
        (vault / "Boat" / "Keel.md").rename(vault / "Keel.md")
        (vault / "Glue.md").unlink()
        report = await next_sync(session, changes)
        assert (report.added, report.removed, report.embedded) == (1, 2, 0), "it keeps its vectors"
        assert await found(session, "zeppelin") == ["Keel.md"]
        assert await found(session, "resin") == []
        assert len(scans) == before
    again = await session.index.sync(lambda _: None)
    assert (again.added, again.changed, again.removed, again.embedded) == (0, 0, 0, 0)


async def test_the_status_counts_and_names_the_files_that_were_not_looked_at(
    vault: Path, session: Vault, tmp_path: Path, scans: list[None]
) -> None:
    async with aclosing(session.index.changes()) as changes:
        await watched(session, changes)
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
    kept = read_manifest(tmp_path / "index")
    await session.index.sync(lambda _: None)
    whole = read_manifest(tmp_path / "index")
    assert kept is not None
    assert whole == replace(kept, last_sync=whole.last_sync if whole else None), (
        "as if all had been looked at"
    )


async def test_a_change_that_no_event_told_of_is_found_a_while_after_the_last_save(
    vault: Path, session: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "_LOOKED_THROUGH_AFTER_S", 0.1)
    seen = VaultWatcher._on_event
    monkeypatch.setattr(
        VaultWatcher,
        "_on_event",
        lambda self, event: None if "Mast" in str(event.src_path) else seen(self, event),
    )
    async with aclosing(session.index.changes()) as changes:
        await watched(session, changes)
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


async def test_other_exclusions_have_everything_looked_at(
    vault: Path, session: Vault, scans: list[None]
) -> None:
    async with aclosing(session.index.changes()) as changes:
        await watched(session, changes)
        before = len(scans)
        write_notes(vault, {".vaultsearchignore": "Boat/\n"})
        assert (await next_sync(session, changes)).removed == 2
        assert len(scans) == before + 1
        write_notes(vault, {"Boat/Keel.md": "a zeppelin in the excluded folder\n"})
        assert (await next_sync(session, changes)).added == 0
        assert await found(session, "zeppelin") == []
