"""Examine the machine: cores, bfloat16 instructions, GPU and battery, without torch."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

_CPU_INFO = Path("/proc/cpuinfo")
_GPU_DRIVERS = (
    Path("/proc/driver/nvidia/version"),
    Path("/dev/kfd"),  # AMD's
    Path(os.environ.get("SYSTEMROOT", "/"), "System32", "nvcuda.dll"),
)


def usable_cores() -> int:
    """Return the number of cores this process may use, at most OMP_NUM_THREADS if set."""
    # In a container or under taskset, a process may have fewer cores than the machine.
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    return min(int(allowed), available) if allowed.isdecimal() and int(allowed) > 0 else available


_left = ContextVar("_left", default=0)


@contextmanager
def leaving_a_core(enabled: bool) -> Iterator[None]:
    """Leave a core to other programs during this thread's computations, if ``enabled``."""
    before = _left.set(1 if enabled else 0)
    try:
        yield
    finally:
        _left.reset(before)


def free_cores() -> int:
    """Return the number of cores for background work, possibly leaving a core free, at least 1."""
    return max(1, usable_cores() - _left.get())


def on_battery() -> bool:
    """Return whether this machine runs on battery."""
    import psutil

    try:
        battery = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
    except (OSError, RuntimeError, ValueError):  # the sensors of some machines cannot be read
        return False
    # None means that the system does not know; only a sure battery counts.
    return battery is not None and battery.power_plugged is False


@cache
def multiplies_bfloat16(cpu_info: Path = _CPU_INFO) -> bool:
    """Return whether the CPU multiplies bfloat16 natively (Intel AMX, AVX-512 BF16); known on Linux only.

    With AVX-512 BF16 (AMD Zen 4), a passage takes 0.7 times as long as in float32.
    """
    try:
        lines = cpu_info.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.startswith("flags")), "").split()
    return "avx512_bf16" in flags or ("amx_tile" in flags and "amx_bf16" in flags)


def may_have_gpu() -> bool:
    """Return whether torch is likely to find a GPU: there is a driver, or Apple's own processor."""
    if sys.platform == "darwin":
        return platform.machine() == "arm64"
    return any(driver.exists() for driver in _GPU_DRIVERS)
