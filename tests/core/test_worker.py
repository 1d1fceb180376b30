"""Work in threads and in the worker process: it comes back, ends when given up, gives way, and rests."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import psutil
import pytest

from tests.patience import PROCESS_S
from vaultsearch.core import memory, process_limits, threads
from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError, WorkerNotStartedError
from vaultsearch.core.languages.detection import is_foreign
from vaultsearch.core.memory import drop_at_rest, drop_what_rest_allows
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.search.vector_cache import shared_vector_cache
from vaultsearch.core.threads import Foreground, foreground, giving_way, in_thread, in_turn, still_wanted
from vaultsearch.core.worker import SharedProcess, WorkerProcess
from vaultsearch.service.parts.workers import Workers


def refuse() -> None:
    raise ModelUnavailableError("It is not there.", "Put it there.")


def die(*_: object) -> None:
    os._exit(7)


def start_forever(started: Path) -> None:
    started.touch()
    while True:
        time.sleep(1)


def start_program(pids: Path) -> None:
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    pids.write_text(str(program.pid))


def start_program_and_die(pids: Path) -> None:
    start_program(pids)
    die()


def is_running(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


def has_ended(pids: Path) -> bool:
    """Return whether the program has ended, after the time that a signal may take."""
    until = time.monotonic() + 20
    while is_running(int(pids.read_text())) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_running(int(pids.read_text()))


def wait_for(file: Path) -> None:
    while not file.exists():
        time.sleep(0.01)


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    process = WorkerProcess(niceness=1)
    yield process
    await asyncio.to_thread(process.close)


async def test_work_is_done_in_one_other_process_that_another_follows(worker: WorkerProcess) -> None:
    first = await worker(os.getpid)
    assert first != os.getpid()
    assert (await worker(os.getpid), await worker(pow, 2, 10)) == (first, 1024)
    with pytest.raises(WorkerDiedError):
        await worker(die)
    assert await worker(os.getpid) not in (first, os.getpid())


async def test_no_log_is_on_the_terminal(worker: WorkerProcess, capfd: pytest.CaptureFixture[str]) -> None:
    await worker(logging.getLogger("vaultsearch").warning, "held in memory")
    await worker(logging.getLogger("vaultsearch").error, "an error")
    assert capfd.readouterr().err == "an error\n"


async def test_an_error_comes_back_with_its_remedy(worker: WorkerProcess) -> None:
    with pytest.raises(ModelUnavailableError) as caught:
        await worker(refuse)
    assert (str(caught.value), caught.value.remedy) == ("It is not there.", "Put it there.")


async def test_a_failed_start_is_no_death(worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    for name, failing in (("begin_worker", die), ("ProcessPoolExecutor.submit", refused)):
        with monkeypatch.context() as patched:
            patched.setattr(f"vaultsearch.core.worker.{name}", failing)
            with pytest.raises(WorkerNotStartedError, match="can't be started"):
                await worker(die)
    assert await worker(pow, 2, 10) == 1024


async def test_closing_does_not_wait_for_what_it_is_doing(worker: WorkerProcess, tmp_path: Path) -> None:
    pid = await worker(os.getpid)
    task = asyncio.ensure_future(worker(start_forever, tmp_path / "started"))
    await asyncio.to_thread(wait_for, tmp_path / "started")
    waiting = [asyncio.ensure_future(worker(os.getpid)) for _ in range(4)]
    await asyncio.sleep(0)
    await asyncio.to_thread(worker.close)
    for one in (task, *waiting):
        with pytest.raises(WorkerDiedError):
            await one
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes")
def test_closing_does_not_wait_for_a_process_that_is_still_starting(tmp_path: Path) -> None:
    """A vault that was left a moment after it was opened stayed open for six seconds on a busy computer."""
    worker = WorkerProcess()
    worker.begin((tmp_path / "worked").touch)
    worker.close()
    assert not (tmp_path / "worked").exists()
    assert not active_children()


async def test_a_program_that_a_worker_started_ends_with_it(worker: WorkerProcess, tmp_path: Path) -> None:
    """A looping Ghostscript stayed behind, at full speed, after the worker that started it had been ended."""
    pids = tmp_path / "pids"
    await worker(os.getpid)
    with pytest.raises(WorkerDiedError):
        await worker(start_program_and_die, pids)
    assert await in_thread(has_ended, pids)
    await worker(start_program, pids)
    await in_thread(worker.close)
    assert await in_thread(has_ended, pids)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes")
def test_it_ends_as_well_if_the_whole_program_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    script = f"""
import asyncio
from pathlib import Path
from tests.core.test_worker import start_program
from vaultsearch.core.worker import WorkerProcess
async def work():
    worker = WorkerProcess()
    await worker(start_program, Path({str(pids)!r}))
    await asyncio.sleep(3600)
if __name__ == "__main__":
    asyncio.run(work())
"""
    (tmp_path / "program.py").write_text(script)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, tmp_path / "program.py"], env=environment) as program:
        wait_for(pids)
        time.sleep(0.1)
        program.kill()
    assert has_ended(pids)


async def test_all_run_in_one_process_that_ends_with_the_last_or_unless_another_used_it() -> None:
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


async def test_work_in_a_thread_ends_when_its_caller_gives_up() -> None:
    begun, ended, test_is_over = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        check = still_wanted()
        begun.set()
        try:
            while not test_is_over.wait(0.001):
                check()
        except CancelledError:
            ended.set()
            raise

    working = asyncio.ensure_future(in_thread(work))
    try:
        await in_thread(begun.wait)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        assert await in_thread(ended.wait, PROCESS_S)
    finally:
        test_is_over.set()


@pytest.fixture
def window_turn() -> Iterator[Foreground]:
    foreground.begin()
    yield foreground
    foreground.end()


async def test_work_waits_for_the_window(window_turn: Foreground, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is painted in 5 ms took 50: three threads took the interpreter's lock in between."""
    monkeypatch.setattr(threads, "_GIVES_WAY_S", PROCESS_S)
    begun = threading.Event()

    def work() -> list[bool]:
        begun.set()
        return [window_turn.has_turn for _ in giving_way(range(3))]

    working = asyncio.ensure_future(in_thread(work))
    await in_thread(begun.wait)
    window_turn.end()
    assert await working == [False, False, False]


@pytest.mark.usefixtures("window_turn")
async def test_a_turn_that_never_ends_holds_up_nobody_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_GIVES_WAY_S", 0.01)
    assert await in_thread(lambda: list(giving_way("abc"))) == ["a", "b", "c"]


async def test_what_is_derived_of_all_notes_is_derived_one_after_the_other() -> None:
    running, most = set[int](), list[int]()

    def derive(number: int) -> None:
        running.add(number)
        most.append(len(running))
        time.sleep(0.005)
        running.discard(number)

    await asyncio.gather(*(in_turn(derive, number) for number in range(4)))
    assert most == [1, 1, 1, 1]


@pytest.mark.parametrize(("system", "module"), [("darwin", True), ("win32", False)])
def test_lacking_limits_are_not_asked_for(system: str, module: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    if not module:
        monkeypatch.setitem(sys.modules, "resource", None)
    with process_limits.addresses_limited(0):
        assert len(bytes(1 << 24)) == 1 << 24
    process_limits.limit_addresses()
    process_limits.limit_program(-1, memory=1, cpu_s=1)
    assert not process_limits.can_limit_addresses()
    assert (process_limits.max_descriptors() is not None) is module


@pytest.mark.skipif(sys.platform != "linux", reason="the system has no such limits")
@pytest.mark.parametrize(
    ("limits", "end"), [({"cpu_s": 1}, -signal.SIGKILL), ({"memory": 1 << 26}, 1), ({}, 0)]
)
def test_a_program_that_exceeds_a_limit_ends(limits: dict[str, int], end: int) -> None:
    code = f"import sys; sys.stdin.read(); bytes(1 << 28)\nwhile {'cpu_s' in limits}: pass"
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        process_limits.limit_program(program.pid, **limits)
        program.communicate()
    process_limits.limit_program(program.pid, memory=1)  # it has ended
    assert program.returncode == end


def rest_at_once(folder: Path) -> None:
    """Have this worker process rest as soon as it has no work, and tell by files what it gives up."""
    times = ("_RELEASED_AFTER_S", "_TABLES_DROPPED_AFTER_S", "_MODELS_DROPPED_AFTER_S")
    vars(memory).update(dict.fromkeys(times, 0.0))
    vars(memory.process_rest())["_give_back"] = (folder / "given back").touch


def has_made_a_table(folder: Path) -> None:
    drop_at_rest((folder / "dropped").touch)
    drop_at_rest((folder / "without model").touch, is_model=True)


async def test_a_resting_worker_gives_back_memory_and_tables(worker: WorkerProcess, tmp_path: Path) -> None:
    await worker(rest_at_once, tmp_path)
    await worker(has_made_a_table, tmp_path)
    for name in ("given back", "dropped", "without model"):
        await asyncio.to_thread(wait_for, tmp_path / name)
        (tmp_path / name).unlink()
    with pytest.raises(ModelUnavailableError):
        await worker(refuse)  # after work that failed, too
    await asyncio.to_thread(wait_for, tmp_path / "given back")
    await worker(drop_what_rest_allows)
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


async def test_a_worker_at_work_drops_nothing(worker: WorkerProcess, tmp_path: Path) -> None:
    await worker(rest_at_once, tmp_path)
    assert await worker(makes_a_table_and_uses_it, tmp_path)


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
