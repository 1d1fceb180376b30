"""Limits that the system holds processes to: all on Linux, few on macOS, none on Windows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MAX_ADDRESS_SPACE = 2 << 30
"""Maximum bytes reserved by a process that draws; a diagram with twenty boxes takes a tenth of a gigabyte."""


def max_descriptors() -> int | None:
    """Return how many files and connections this process may have open, None if the system has no limit."""
    if sys.platform == "win32":
        return None
    import resource

    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if descriptors < 0 else descriptors


def limit_program(process: int, *, memory: int | None = None, cpu_s: int | None = None) -> None:
    """Limit the data, in bytes, or the processor time of a program just started, unless it has ended."""
    if sys.platform != "linux":
        return
    import resource

    for kind, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, cpu_s)):
        if most is not None:
            with suppress(OSError):
                resource.prlimit(process, kind, (most, most))


def can_limit_addresses() -> bool:
    """Return whether the system limits address space; macOS accepts a limit, and ignores it."""
    return sys.platform == "linux"


def limit_addresses() -> None:
    """Limit this process's address space from now on."""
    if can_limit_addresses():
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_MAX_ADDRESS_SPACE, hard))


@contextmanager
def addresses_limited(growth: int) -> Iterator[None]:
    """Let this process reserve ``growth`` bytes more."""
    if not can_limit_addresses():
        yield
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    former, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = pages * resource.getpagesize() + growth
    # A limit that the user has set stays in force.
    if former != resource.RLIM_INFINITY:
        most = min(most, former)
    # The soft limit alone: the hard one could not be raised again afterwards.
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (former, hard))
