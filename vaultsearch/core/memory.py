"""Free memory: drop tables and models when a process rests, and return freed memory to the system."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_RELEASED_AFTER_S = 3.0
"""Idle seconds until freed memory goes back to the system."""
_TABLES_DROPPED_AFTER_S = 60.0
"""Idle seconds until tables for heavy work are dropped: they take a second to make again."""
_MODELS_DROPPED_AFTER_S = 600.0
"""Idle seconds until models are dropped: 35 MB, and 120 ms of CPU to load them again."""


def drop_at_rest(drop: Callable[[], object], *, is_model: bool = False) -> None:
    """Register ``drop`` to be called once, on any thread, if this process rests: later for models."""
    _to_drop(is_model).append(drop)


def drop_what_rest_allows(*, models: bool = False) -> None:
    """Call everything registered by `drop_at_rest`, by default without models."""
    for waiting in (_to_drop(False), _to_drop(True) if models else []):
        while waiting:
            waiting.pop()()


@cache
def _to_drop(_are_models: bool) -> list[Callable[[], object]]:
    return []


class Rest:
    """Follows a process's work, and gives up memory on a separate thread when there is none.

    ``give_back`` returns freed memory to the system: of reading twenty passages, 11 MB, of encoding them, 19.
    """

    def __init__(self, give_back: Callable[[], object]) -> None:
        self._give_back = give_back
        self._changed = threading.Event()
        self._busy = threading.Event()
        threading.Thread(target=self._run, name="rest", daemon=True).start()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Hold off rest while the context is open."""
        self._busy.set()
        self._changed.set()
        try:
            yield
        finally:
            self._busy.clear()
            self._changed.set()

    def _run(self) -> None:
        while self._changed.wait():
            self._changed.clear()
            passed = 0.0
            dropping = ((_TABLES_DROPPED_AFTER_S, False), (_MODELS_DROPPED_AFTER_S, True))
            for after, models in ((_RELEASED_AFTER_S, None), *dropping):
                if self._changed.wait(after - passed) or self._busy.is_set():
                    break
                if models is not None:
                    drop_what_rest_allows(models=models)
                self._give_back()
                passed = after


_M_ARENA_MAX, _M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD = -8, -3, -1
"""mallopt's parameters in glibc's malloc.h, which have no names at run time."""
_ARENAS = 2
_MAPPED_FROM = 256 * 1024
"""Bytes from which a block counts as large."""
_KEPT_AT_MOST = 8 * 1024 * 1024
"""Freed bytes kept at the end of an arena for the next allocations."""


@cache
def _load_glibc() -> Any:
    """Return glibc if the program runs on it, else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


def share_arenas() -> None:
    """Limit malloc to two arenas instead of up to eight per core. Call as a process starts.

    WORKAROUND glibc 2: each arena keeps memory freed in it, and a search or sync runs on many threads. The
    parameter number is glibc's own, and another C library would take it for another parameter.
    """
    if (libc := _load_glibc()) is not None:
        libc.mallopt(_M_ARENA_MAX, _ARENAS)


def map_large_blocks() -> None:
    """Make malloc return large blocks at once when freed, in processes that don't encode. Call at the start.

    WORKAROUND glibc 2: by itself, it raises the threshold to the largest freed block, up to 32 MB. While
    50,000 notes were indexed and searched, the window took 899 MB, with this 782.
    """
    if (libc := _load_glibc()) is not None:
        libc.mallopt(_M_MMAP_THRESHOLD, _MAPPED_FROM)
        libc.mallopt(_M_TRIM_THRESHOLD, _KEPT_AT_MOST)


def give_back() -> None:
    """Return freed memory to the system, in milliseconds, without holding the interpreter's lock."""
    if (libc := _load_glibc()) is not None:
        libc.malloc_trim(0)


@cache
def process_rest() -> Rest:
    """Return what follows this process's work; the first call begins."""
    return Rest(give_back)
