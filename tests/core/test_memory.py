"""Memory that was freed goes back to the system: small blocks when asked, large ones at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

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

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is glibc that holds it back")


def given_back_by(program: str) -> int:
    """Run a program that prints how many kB it gave back of a hundred thousand."""
    done = subprocess.run([sys.executable, "-c", BEGIN + program], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_what_was_freed_is_given_back() -> None:
    assert given_back_by(SMALL) > 50_000


def test_large_blocks_are_given_back_by_themselves() -> None:
    assert given_back_by(f"map_large_blocks()\n{LARGE}") > 50_000
    assert given_back_by(LARGE) < 50_000, "malloc keeps them by itself"
