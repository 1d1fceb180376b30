"""Memory that was freed goes back to the system when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import ctypes
from pathlib import Path
from vaultsearch.core.worker import give_back, share_arenas
def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if "VmRSS" in line)
share_arenas()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
blocks = [libc.malloc(50_000) for _ in range(2_000)]
for block in blocks:
    ctypes.memset(block, 1, 50_000)
for block in blocks[:-1]:  # the last one is in the way of what is given back by itself
    libc.free(block)
before = resident()
give_back()
print(before - resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is glibc that holds it back")
def test_what_was_freed_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 50_000, "kB of a hundred thousand"
