"""The limits of time and memory of reading one file in the worker process, which ends at them.

Readers run native code on files of unknown origin: a file may keep it in a loop, or unpack to gigabytes.
"""

from __future__ import annotations

import faulthandler
import os
import threading
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.vault.readers.reading import format_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.values.note import Revision

MOST_GROWTH = 512 * 2**20
"""Bytes by which the process may grow with one file: with its models, it stays under a gigabyte."""
_LOOKED_EVERY_S = 0.02


def is_limited(path: str) -> bool:
    """Return whether reading a file is limited in time and memory: notes and mere names are not."""
    known = format_of(path)
    return known is not None and known.kind not in NOTE_KINDS and not known.head


def bytes_read(revision: Revision) -> int:
    """Return how many bytes of a file are read."""
    known = format_of(revision.path)
    return min(revision.size, known.head) if known and known.head else revision.size


@contextmanager
def limited(seconds: float, growth: int = MOST_GROWTH) -> Iterator[None]:
    """End the worker process if the block takes longer, or grows by more bytes; elsewhere, do nothing."""
    if parent_process() is None:
        yield
        return
    ended = threading.Event()
    threading.Thread(target=_watch_memory, args=(ended, growth), name="file-memory", daemon=True).start()
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - needs a file descriptor alone
        # Its own thread, which needs no interpreter: a regular expression never lets go of the lock.
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            ended.set()


def _watch_memory(ended: threading.Event, growth: int) -> None:
    import psutil

    process = psutil.Process()
    most = process.memory_info().rss + growth
    while not ended.wait(_LOOKED_EVERY_S):
        if process.memory_info().rss > most:
            os._exit(1)
