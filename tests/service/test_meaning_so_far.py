"""While notes are embedded, the status line and the answers report the same progress."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.builders import CHUNKER, HashEncoder, write_notes
from vaultsearch.core.index.note_reading import ENCODED_AT_ONCE
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.worker import in_thread
from vaultsearch.service.factory import ComponentFactory
from vaultsearch.service.vault import Vault
from vaultsearch.service.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    T = TypeVar("T")

pytestmark = pytest.mark.timeout(120)


class OneBatchRunner:
    """An indexing process that encodes one batch, and the next ones once it is released."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()
        self._batches = 0

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        if function.__name__ == "encode_embedded":
            self._batches += 1
            if self._batches > 1:
                await self.let_go.wait()
        return await in_thread(function, *args, **kwargs)


async def test_as_many_passages_are_told_to_be_ready_as_a_search_by_meaning_finds(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Beside "491 of 1,309 passages" the list said that it had looked through 0 of 803 notes.
    monkeypatch.setattr(ComponentFactory, "encoder", HashEncoder())
    monkeypatch.setattr(ComponentFactory, "multilingual", None)
    monkeypatch.setattr(ComponentFactory, "chunker", CHUNKER)
    write_notes(vault, {f"n{i}.md": f"a note of its own about number{i}\n" for i in range(300)})
    one_batch, told = OneBatchRunner(), asyncio.Queue[Progress]()
    workers = Workers(one_batch, in_thread, small=in_thread)
    session = await Vault.open(vault, tmp_path / "index", Parameters(), workers, write=True)
    sync = asyncio.create_task(session.index.sync(told.put_nowait))
    try:
        while not (progress := await told.get()).chunks_done:
            pass
        stages = [stage async for stage in session.search_stages("number7", 3, Mode.SEMANTIC, rerank=False)]
        assert progress.chunks_done == stages[-1].completeness.by_meaning == ENCODED_AT_ONCE
        assert (await session.status()).embedded == progress.chunks_done
    finally:
        one_batch.let_go.set()
        await sync
        await session.close()
    assert told.qsize()
    assert max(told.get_nowait().chunks_done for _ in range(told.qsize())) == 300
