"""A kind of files that is switched on or off, and its limit, hold at once: for the index and the watch."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

from tests.builders import use_small_parts, write_notes
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Changes
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_a_kind_switched_on_is_indexed_and_followed_and_switched_off_it_is_gone(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_small_parts(monkeypatch)
    write_notes(vault, {"a.md": "a note", "boat.py": "def keel():\n    return 'bronze'\n"})
    (vault / "plan.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 1_100_000)
    workers = Workers(WorkerProcess(), in_thread, small=in_thread)
    opened = await Vault.open(vault, tmp_path / "index", Parameters(), workers, write=True)
    told: asyncio.Queue[Changes] = asyncio.Queue()
    opened.index.tell_changes(told.put_nowait)

    async def follow() -> None:
        async with aclosing(opened.index.changes()) as changes:
            async for _ in changes:
                await opened.index.sync(changes=True)

    async def choose(parameters: dict[str, object]) -> Changes:
        """Choose parameters as the window does."""
        await opened.use(parameters)
        await opened.index.sync()
        return await told.get()

    async def found(word: str) -> list[str]:
        return [one.chunk.path for one in await opened.search(word, mode=Mode.FULLTEXT)]

    await opened.index.sync()
    following = asyncio.create_task(follow())
    assert set((await told.get()).added) == {"a.md", "plan.png"}
    try:
        assert (await choose({"files.kinds": "code+image"})).added == ("boat.py",)
        assert await found("bronze") == ["boat.py"]
        write_notes(vault, {"boat.py": "def keel():\n    return 'copper nails'\n"})
        assert (await told.get()).changed == ("boat.py",)
        assert await found("nails") == ["boat.py"]
        assert (await choose({"files.other_mb": 1})).removed == ("boat.py", "plan.png")
        assert [one.path for one in (await opened.status()).failed] == ["plan.png"]
        assert await found("nails") == []
        write_notes(vault, {"boat.py": "def keel():\n    return 'tin'\n", "b.md": "another note"})
        assert await told.get() == Changes(added=("b.md",))
        assert (await choose({})).added == ("plan.png",)
    finally:
        while not following.done():  # a sync that is cancelled ends, and the next change is waited for
            following.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([following], timeout=0.05)
        await opened.close()
