"""What this machine computes with: its cores, matrix units for bfloat16, a GPU. Asked without torch."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from pathlib import Path

_CPU_INFO = Path("/proc/cpuinfo")
_GPU_DRIVERS = (
    Path("/proc/driver/nvidia/version"),
    Path("/dev/kfd"),  # AMD's
    Path(os.environ.get("SYSTEMROOT", "/"), "System32", "nvcuda.dll"),
)


def cores() -> int:
    """Give the number of cores that this process may use: fewer where OMP_NUM_THREADS says so."""
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    if allowed.isdecimal() and int(allowed) > 0:
        return min(int(allowed), _cores_there())
    return _cores_there()


def _cores_there() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def has_amx_bf16(cpu_info: Path = _CPU_INFO) -> bool:
    """Tell whether the CPU multiplies matrices of bfloat16 natively (Intel AMX); known on Linux only."""
    try:
        lines = cpu_info.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.startswith("flags")), "").split()
    return "amx_tile" in flags and "amx_bf16" in flags


def may_have_gpu() -> bool:
    """Tell whether torch is likely to find a GPU: a driver is there, or Apple's own processor."""
    if sys.platform == "darwin":
        return platform.machine() == "arm64"
    return any(driver.exists() for driver in _GPU_DRIVERS)
