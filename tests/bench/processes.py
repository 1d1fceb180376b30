"""The memory and processor time of a process and its descendants, from /proc."""

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")


class NotMeasurableError(Exception):
    """This system does not tell."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The proportional set sizes of some processes, in MB."""

    each: tuple[float, ...] = ()

    @property
    def total(self) -> float:
        return sum(self.each)

    def __str__(self) -> str:
        return " + ".join(f"{one:.0f}" for one in self.each)


def tree(pid: int) -> list[int]:
    """Return a process and its descendants. Raise NotMeasurableError without /proc."""
    if not _PROC.is_dir():
        raise NotMeasurableError("memory and processor time are read from /proc, which is Linux's")
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit() and (fields := _fields(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += children.get(one, [])
    return found


def pss_bytes(pids: list[int]) -> int:
    """Sum up the proportional set sizes: a shared page counts once among the processes that share it."""
    return sum(map(_pss_bytes, pids))


def memory_of(pid: int) -> Memory:
    """Return the memory of a process and its descendants."""
    return Memory(tuple(_pss_bytes(one) / 1e6 for one in tree(pid)))


@contextmanager
def most_memory(pid: int, every_s: float = 1.0) -> Iterator[Callable[[], Memory]]:
    """Measure the memory of a process and its descendants now and then; yield what returns the most."""
    most, ended = memory_of(pid), threading.Event()

    def sample() -> None:
        nonlocal most
        while not ended.wait(every_s):
            most = max(most, memory_of(pid), key=lambda memory: memory.total)

    sampling = threading.Thread(target=sample, name="most-memory")
    sampling.start()
    try:
        yield lambda: most
    finally:
        ended.set()
        sampling.join()


@dataclass(frozen=True, slots=True)
class Effort:
    """The seconds of a command's processes and of the clock, and the most memory that they had together."""

    cpu_s: float
    clock_s: float
    memory: Memory


def run_measured(
    command: Sequence[str], environment: Mapping[str, str], every_s: float = 1.0, output: int | None = None
) -> Effort:
    """Run a command to its end. Raise CalledProcessError if it fails."""
    before, begun = os.times(), time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    with most_memory(process.pid, every_s) as most:
        process.wait()
        memory = most()
    after, clock_s = os.times(), time.perf_counter() - begun
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    cpu_s = after.children_user + after.children_system - before.children_user - before.children_system
    return Effort(cpu_s, clock_s, memory)


def cpu_seconds(pids: list[int]) -> float:
    ticks = sum(int(fields[11]) + int(fields[12]) for pid in pids if (fields := _fields(pid)))
    return ticks / os.sysconf("SC_CLK_TCK")


def _pss_bytes(pid: int) -> int:
    with suppress(FileNotFoundError, ProcessLookupError):  # it has ended
        for line in (_PROC / str(pid) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def _fields(pid: int) -> list[str]:
    """Return the fields of a process's stat after its name: the state first, then the parent."""
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
