"""What the C library holds back of memory that was freed, given back to the system."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

_M_ARENA_MAX = -8
_ARENAS = 2


@cache
def _libc() -> Any:
    """Give glibc where the program runs on it, else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


def share_arenas() -> None:
    """Have all threads allocate from two pools instead of up to eight for each core; for a process's start.

    Each keeps for itself what was freed in it, and a search or a sync runs on many threads.
    """
    if (libc := _libc()) is not None:
        libc.mallopt(_M_ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Give freed memory back after work that took much. Takes milliseconds, not the interpreter's lock."""
    if (libc := _libc()) is not None:
        libc.malloc_trim(0)
