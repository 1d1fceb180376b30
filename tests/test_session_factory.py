"""The window's vaults: opened once, and again when another process made their index anew."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tests.builders import CHUNKER, HashEncoder, write_notes
from vaultsearch import settings
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values import Mode
from vaultsearch.core.worker import in_thread
from vaultsearch.desktop.session_factory import SessionFactory
from vaultsearch.parts import Parts, Runners
from vaultsearch.session import VaultSession

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

SOON_S = 60


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small encoder instead of the model, in this process."""
    monkeypatch.setattr(Parts, "encoder", HashEncoder())
    monkeypatch.setattr(Parts, "chunker", CHUNKER)
    monkeypatch.setattr(Runners, "processes", lambda: Runners(in_thread, in_thread))


@asynccontextmanager
async def written(vault: Path) -> AsyncGenerator[VaultSession, None]:
    """Have somebody else hold the index of a vault, and bring it up to date."""
    place = settings.index_folder(vault)
    other = await VaultSession.open(vault, place, Parameters(), Runners(in_thread, in_thread), write=True)
    try:
        await other.sync(lambda _: None)
        yield other
    finally:
        await other.close()


async def found(session: VaultSession, query: str) -> list[str]:
    stages = [stage async for stage in session.search(query, Mode.FULLTEXT)]
    return [result.chunk.path for result in stages[-1].results]


async def test_what_reads_only_is_opened_again_when_its_index_was_made_anew(vault: Path) -> None:
    write_notes(vault, {"a.md": "rye bread\n"})
    factory = SessionFactory(Parameters, looked_after=0.01)
    async with written(vault) as writer:
        former = await factory(vault)
        assert not former.writes
        assert await found(former, "rye") == ["a.md"]
        waiting = asyncio.ensure_future(factory.renewed(former))
        write_notes(vault, {"a.md": "wheat bread\n", "b.md": "wheat\n"})
        await writer.sync(lambda _: None, anew=True)
        renewed = await asyncio.wait_for(waiting, SOON_S)
        assert renewed is not former
        assert not renewed.writes
        assert sorted(await found(renewed, "wheat")) == ["a.md", "b.md"]
        assert await found(renewed, "rye") == []
        assert await factory(vault) is renewed
        await former.close()
        await renewed.close()


async def test_a_sync_of_the_same_tables_opens_nothing_again(vault: Path) -> None:
    write_notes(vault, {"a.md": "rye bread\n"})
    factory = SessionFactory(Parameters, looked_after=0.01)
    async with written(vault) as writer:
        session = await factory(vault)
        waiting = asyncio.ensure_future(factory.renewed(session))
        write_notes(vault, {"b.md": "wheat\n"})
        await writer.sync(lambda _: None)
        await asyncio.wait([waiting], timeout=20 * 0.01)  # it looks about twenty times
        assert not waiting.done()
        assert await factory(vault) is session
        waiting.cancel()
        await session.close()


async def test_what_reads_only_writes_once_nobody_else_does(vault: Path) -> None:
    write_notes(vault, {"a.md": "rye bread\n"})
    factory = SessionFactory(Parameters, looked_after=0.01)
    async with written(vault):
        former = await factory(vault)
        waiting = asyncio.ensure_future(factory.renewed(former))
    renewed = await asyncio.wait_for(waiting, SOON_S)
    assert renewed.writes
    write_notes(vault, {"b.md": "wheat\n"})
    assert (await renewed.sync(lambda _: None)).added == 1
    await former.close()
    await renewed.close()
