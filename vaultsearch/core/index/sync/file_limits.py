"""Limit time and memory for reading a file, by ending the worker process.

Readers run native code on files from unknown sources: a file may trap it in a loop, or unpack to gigabytes.
The system itself does the counting if it can: native code may hold the interpreter's lock as long as it
likes.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from enum import Enum
from multiprocessing import parent_process

from vaultsearch.core.errors import WorkerDiedError
from vaultsearch.core.process_limits import addresses_limited
from vaultsearch.core.values.note import NOTE_KINDS, Revision
from vaultsearch.core.vault.reading import format_of

FILE_SECONDS = 60.0
"""Processor seconds for reading a file: a reader needing more is usually in a loop."""
MAX_GROWTH = 512 * 2**20
"""Bytes by which a file may grow the process: with its models, it stays under a gigabyte."""
_RESERVED = 128 * 2**20
"""Address space that is not memory: thread stacks, malloc arenas, libraries."""
_CHECKED_EVERY_S = 0.02
_STALLED_AFTER = 5
"""Multiple of the limit after which a file using no processor is given up: a drive does not answer.

Two programs using all cores leave an idle process a hundredth of one; the file is then read another time.
"""
_LARGE_NOTE = 256 * 1024
"""Bytes from which reading a note may take as long as a document; 4.5 MB of back-ticks took 260 s."""
_STALLED, _OUT_OF_MEMORY = 1, 83
"""Exit codes: set by `faulthandler`, and by this module."""
_COUNTS_CPU = hasattr(signal, "setitimer")


class Excess(Enum):
    """The limit a file exceeded."""

    TIME = "time"
    MEMORY = "memory"


def excess_of(death: WorkerDiedError) -> Excess | None:
    """Return the limit that ended a worker, or None if something else did."""
    if death.exit_code == _OUT_OF_MEMORY:
        return Excess.MEMORY
    # On Windows the clock alone limits a file, so that a stalled drive looks like a slow file.
    out_of_time = -signal.SIGPROF if _COUNTS_CPU else _STALLED
    return Excess.TIME if death.exit_code == out_of_time else None


def is_innocent(death: WorkerDiedError) -> bool:
    """Return whether a worker was ended from outside, or waited for a drive: no file is to blame."""
    stalled = _COUNTS_CPU and death.exit_code == _STALLED
    return stalled or death.is_from_outside


def may_take_long(revision: Revision) -> bool:
    """Return whether reading a file may take long or much memory, unlike bare names and usual notes."""
    known = format_of(revision.path)
    if known is None or known.head:
        return False
    return known.kind not in NOTE_KINDS or revision.size >= _LARGE_NOTE


def bytes_read(revision: Revision) -> int:
    """Return how many bytes are read from a file."""
    known = format_of(revision.path)
    # Of pictures and the like, only the first bytes are read.
    return min(revision.size, known.head) if known and known.head else revision.size


@contextmanager
def limit_process(seconds: float, growth: int = MAX_GROWTH, *, watched: bool = True) -> Iterator[None]:
    """End the worker process if the block exceeds a limit; do nothing elsewhere.

    Args:
        seconds: Processor seconds if the system counts them, else wall-clock. By wall-clock, a picture was
            given up while other programs kept the processor busy.
        growth: Bytes. An allocation far beyond raises MemoryError, even in native code that never releases
            the interpreter's lock; 1.3 GB were seen before this.
        watched: Whether to watch memory itself and stalled drives as well, by threads. It takes 0.2 ms.
    """
    # In the program's own process, a limit would end the program.
    if parent_process() is None:
        yield
        return
    with ExitStack() as limits:
        if _COUNTS_CPU:
            # The system sends SIGPROF, which ends the process. Zero would switch the timer off.
            signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.001))
            limits.callback(signal.setitimer, signal.ITIMER_PROF, 0)
        limits.enter_context(addresses_limited(growth + _RESERVED))
        if watched:
            # The clock has its own thread, which needs no interpreter: a regular expression never lets go of
            # the lock. Where the system counts the processor's time, it only ends what waits for a drive.
            nowhere = limits.enter_context(open(os.devnull, "w"))  # noqa: PTH123  # needs a file descriptor alone
            until = seconds * (_STALLED_AFTER if _COUNTS_CPU else 1)
            faulthandler.dump_traceback_later(until, exit=True, file=nowhere)
            limits.callback(faulthandler.cancel_dump_traceback_later)
            ended = threading.Event()
            limits.callback(ended.set)
            watch = threading.Thread(
                target=_watch_memory, args=(ended, growth), name="file-memory", daemon=True
            )
            watch.start()
        yield


def _watch_memory(ended: threading.Event, growth: int) -> None:
    import psutil

    process = psutil.Process()
    most = process.memory_info().rss + growth
    while not ended.wait(_CHECKED_EVERY_S):
        if process.memory_info().rss > most:
            # At once, without cleaning up: unwinding may need memory, and native code may never return.
            os._exit(_OUT_OF_MEMORY)
