"""A process that rests gives up memory, and freed memory goes back to the system."""

import asyncio
import subprocess
import sys
import time
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from tests.core.test_worker import refuse, wait_for
from vaultsearch.core import memory
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.languages.detection import is_foreign
from vaultsearch.core.memory import drop_at_rest, drop_what_rest_allows
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.search.vector_cache import shared_vector_cache
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.service.parts.workers import Workers


@pytest.fixture
async def process() -> AsyncIterator[WorkerProcess]:
    process = WorkerProcess()
    yield process
    await asyncio.to_thread(process.close)


def rest_at_once(folder: Path) -> None:
    """Have this worker process rest as soon as it has no work, and tell by files what it gives up."""
    times = ("_RELEASED_AFTER_S", "_TABLES_DROPPED_AFTER_S", "_MODELS_DROPPED_AFTER_S")
    vars(memory).update(dict.fromkeys(times, 0.0))
    vars(memory.process_rest())["_give_back"] = (folder / "given back").touch


def has_made_a_table(folder: Path) -> None:
    drop_at_rest((folder / "dropped").touch)
    drop_at_rest((folder / "without model").touch, is_model=True)


async def test_a_resting_worker_gives_back_memory_and_tables(process: WorkerProcess, tmp_path: Path) -> None:
    await process(rest_at_once, tmp_path)
    await process(has_made_a_table, tmp_path)
    for name in ("given back", "dropped", "without model"):
        await asyncio.to_thread(wait_for, tmp_path / name)
        (tmp_path / name).unlink()
    with pytest.raises(ModelUnavailableError):
        await process(refuse)  # after work that failed, too
    await asyncio.to_thread(wait_for, tmp_path / "given back")
    await process(drop_what_rest_allows)
    assert not (tmp_path / "dropped").exists(), "once"


async def test_a_process_that_watches_rests_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_RELEASED_AFTER_S", "_TABLES_DROPPED_AFTER_S", "_MODELS_DROPPED_AFTER_S"):
        monkeypatch.setattr(memory, name, 0.0)
    await Workers.watching().asking(has_made_a_table, tmp_path)
    await asyncio.to_thread(wait_for, tmp_path / "without model")


def makes_a_table_and_uses_it(folder: Path) -> bool:
    """Return whether it is there as long as it is needed."""
    has_made_a_table(folder)
    time.sleep(0.2)
    return not (folder / "dropped").exists()


async def test_a_worker_at_work_drops_nothing(process: WorkerProcess, tmp_path: Path) -> None:
    await process(rest_at_once, tmp_path)
    assert await process(makes_a_table_and_uses_it, tmp_path)


def test_word_lists_that_a_misspelt_word_was_looked_for_in_are_given_back() -> None:
    drop_what_rest_allows(models=True)  # what other tests unpacked
    tracemalloc.start()
    try:
        assert not is_foreign(["harbuor"], (), "en")
        held, _ = tracemalloc.get_traced_memory()
        drop_what_rest_allows(models=True)
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held > 30_000_000
    assert left < 1_000_000


def test_vectors_of_passages_that_were_read_go_with_the_models() -> None:
    encoded: list[str] = []

    def encode(texts: list[str]) -> list[Vectors]:
        encoded.extend(texts)
        return [np.ones((2, 3), np.float32) for _ in texts]

    for models in (False, True):
        shared_vector_cache("tokens", "of a model", 4).texts(["reef"], encode)
        drop_what_rest_allows(models=models)
    assert encoded == ["reef"]
    shared_vector_cache("tokens", "of a model", 4).texts(["reef"], encode)
    assert encoded == ["reef", "reef"]


BEGIN = """
import ctypes
from pathlib import Path
from vaultsearch.core.memory import give_back, map_large_blocks, share_arenas
def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if "VmRSS" in line)
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
def filled(count, size):
    blocks = [libc.malloc(size) for _ in range(count)]
    for block in blocks:
        ctypes.memset(block, 1, size)
    return blocks
"""

SMALL = """
share_arenas()
for block in filled(2_000, 50_000)[:-1]:  # the last one is in the way of what is given back by itself
    libc.free(block)
before = resident()
give_back()
print(before - resident())
"""

LARGE = """
libc.free(libc.malloc(20_000_000))  # by itself, malloc would keep blocks up to this size from now on
blocks = filled(200, 500_000)
before = resident()
for block in blocks[:-1]:
    libc.free(block)
print(before - resident())
"""

on_glibc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is glibc that holds it back")


def given_back_by(program: str) -> int:
    """Run a program that prints how many kB it gave back of a hundred thousand."""
    done = subprocess.run([sys.executable, "-c", BEGIN + program], capture_output=True, text=True, check=True)
    return int(done.stdout)


@on_glibc
def test_what_was_freed_is_given_back() -> None:
    assert given_back_by(SMALL) > 50_000


@on_glibc
def test_large_blocks_are_given_back_by_themselves() -> None:
    assert given_back_by(f"map_large_blocks()\n{LARGE}") > 50_000
    assert given_back_by(LARGE) < 50_000, "malloc keeps them by itself"
