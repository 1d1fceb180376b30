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

LARGE = """
import ctypes
from pathlib import Path
from vaultsearch.core.worker import map_large_blocks
def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if "VmRSS" in line)
map_large_blocks()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
libc.free(libc.malloc(20_000_000))  # by itself, malloc would keep blocks up to this size from now on
blocks = [libc.malloc(500_000) for _ in range(200)]
for block in blocks:
    ctypes.memset(block, 1, 500_000)
before = resident()
for block in blocks[:-1]:
    libc.free(block)
print(before - resident())
"""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is glibc that holds it back")


def given_back_by(program: str) -> int:
    """Run a program that prints how many kB it gave back of a hundred thousand."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_what_was_freed_is_given_back() -> None:
    assert given_back_by(PROGRAM) > 50_000


def test_large_blocks_are_given_back_by_themselves() -> None:
    assert given_back_by(LARGE) > 50_000
    assert given_back_by(LARGE.replace("map_large_blocks()\n", "\n", 1)) < 50_000, (
        "malloc keeps them by itself"
    )
