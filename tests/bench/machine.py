"""The machine that the figures were measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_LIBRARIES = ("lancedb", "pyarrow", "torch", "sentence-transformers", "onnxruntime", "PySide6-Essentials")


def machine() -> dict[str, str]:
    """Name the processor, the memory, the system and the libraries that count."""
    versions = {name: _version(name) for name in ("vaultsearch", *_LIBRARIES)}
    return {
        "cpu": f"{_cpu()}, {cores()} cores",
        "memory": _memory(),
        "load": f"{load()} before the start, of whatever else runs",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
        "libraries": ", ".join(f"{name} {found}" for name, found in versions.items() if found),
    }


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load() -> str:
    """Return the load average of the last minute: other programs take their share of the cores."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _cpu() -> str:
    names = [
        line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")
    ]
    flags = next((line for line in _lines("/proc/cpuinfo") if line.startswith("flags")), "")
    units = [name for name in ("avx2", "avx512f", "avx512_bf16", "amx_bf16") if name in flags]
    return f"{names[0] if names else platform.processor()} ({' '.join(units)})"


def _memory() -> str:
    total = next((line.split()[1] for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), None)
    return f"{int(total) / 2**20:.1f} GiB" if total else "unknown"


def _lines(file: str) -> list[str]:
    try:
        return Path(file).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
