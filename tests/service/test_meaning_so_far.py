"""While notes are embedded, the status line and the answers report the same progress."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.builders import use_small_parts, write_notes
from vaultsearch.core.index.sync.note_reading import ENCODED_AT_ONCE
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

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
    use_small_parts(monkeypatch)
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


async def test_after_a_restart_the_passages_that_had_their_vectors_count_as_ready(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # "Meaning ready for 0 of 4,638" was told where 3,686 were.
    use_small_parts(monkeypatch)
    write_notes(vault, {f"n{i}.md": f"a note of its own about number{i}\n" for i in range(600)})

    def stop_half_way(progress: Progress) -> None:
        if progress.chunks_done:
            stopped.cancel()

    async with await Vault.open(vault, tmp_path / "index", write=True, parameters=Parameters()) as session:
        stopped = asyncio.create_task(session.index.sync(stop_half_way))
        assert (await stopped).cancelled
        ready = (await session.status()).embedded
    assert 0 < ready < 600
    progress: list[Progress] = []
    async with await Vault.open(vault, tmp_path / "index", write=True, parameters=Parameters()) as session:
        await session.index.sync(progress.append)
    shares = [(one.chunks_done, one.chunks_total) for one in progress if one.phase == "embedding"]
    assert shares[0] == (ready, 600)
    assert shares[-1] == (600, 600)
    assert shares == sorted(shares)
