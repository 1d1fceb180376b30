"""The memory and processor time of a process and its descendants, from /proc."""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")


class NotMeasurableError(Exception):
    """This system does not tell."""


def tree(pid: int) -> list[int]:
    """Return a process and its descendants. Raise NotMeasurableError without /proc."""
    if not _PROC.is_dir():
        raise NotMeasurableError(
            "memory and processor time of processes are read from /proc, which is Linux's"
        )
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
    total = 0
    for pid in pids:
        for line in (_PROC / str(pid) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) * 1024
    return total


def cpu_seconds(pids: list[int]) -> float:
    """Sum up user and system time."""
    ticks = sum(int(fields[11]) + int(fields[12]) for pid in pids if (fields := _fields(pid)))
    return ticks / os.sysconf("SC_CLK_TCK")


def has_loaded(pids: list[int], library: str) -> bool:
    """Return whether one of the processes has mapped a library."""
    return any(library in (_PROC / str(pid) / "maps").read_text() for pid in pids)


def _fields(pid: int) -> list[str]:
    """Return the fields of a process's stat after its name: the state first, then the parent."""
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
