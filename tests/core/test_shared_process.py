"""One process for several who take turns in it."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from vaultsearch.core.errors import WorkerDiedError
from vaultsearch.core.shared_process import SharedProcess
from vaultsearch.core.worker import WorkerProcess


async def test_all_run_in_one_process_that_ends_with_the_last_of_them() -> None:
    shared = SharedProcess(WorkerProcess())
    one, other = shared.lease(), shared.lease()
    process = await one(os.getpid)
    assert process != os.getpid()
    assert await other(os.getpid) == process
    one.close()
    assert await other(os.getpid) == process, "the other still uses it"
    other.close()
    again = shared.lease()
    assert await again(os.getpid) != process
    again.close()


async def test_one_stops_the_process_only_where_no_other_used_it_since() -> None:
    shared = SharedProcess(WorkerProcess())
    one, other = shared.lease(), shared.lease()
    process = await one(os.getpid)
    other.stop()
    assert await other(os.getpid) == process
    one.stop()
    assert await one(os.getpid) == process
    one.stop()
    assert await one(os.getpid) != process
    one.close()
    other.close()


async def test_stopping_ends_the_work_that_is_ones_own_and_leaves_anothers() -> None:
    shared = SharedProcess(WorkerProcess())
    one, other = shared.lease(), shared.lease()
    process = await one(os.getpid)
    theirs = asyncio.create_task(other(time.sleep, 0.2))
    await asyncio.sleep(0)
    ours = asyncio.create_task(one(os.getpid))
    await asyncio.sleep(0)
    one.stop()
    await theirs
    assert await ours == process
    endless = asyncio.create_task(one(time.sleep, 60))
    await asyncio.sleep(0)
    one.stop()
    with pytest.raises(WorkerDiedError):
        await endless
    one.close()
    other.close()
