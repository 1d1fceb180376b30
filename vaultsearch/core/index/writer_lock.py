"""The lock of an index's one writer, released by the system if its process dies, and the holder's id."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError, IndexReadOnlyError

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE_S = 0.5
"""Longer than the moment for which `writer_of` may hold the lock, so that asking keeps nobody out."""


_NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)


class WriterLock:
    """Held for as long as this process writes the index; the operating system frees it at exit."""

    def __init__(self, index: Path) -> None:
        from filelock import FileLock

        self._lock = FileLock(index / "writer.lock", thread_local=False)
        self._holder = index / "writer.pid"

    def acquire(self) -> None:
        """Acquire the lock, which is reentrant. Raise IndexInUseError if another process holds it.

        Raise IndexReadOnlyError if nothing can be written.
        """
        from filelock import Timeout

        try:
            self._holder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock.acquire(timeout=_PATIENCE_S)
            self._holder.write_text(str(os.getpid()), encoding="ascii")
        except Timeout:
            holder = _recorded(self._holder)
            raise IndexInUseError(
                f"The index is being updated by another program (process {holder or 'unknown'}).",
                "Close the other window or wait for the other command; you can keep searching.",
            ) from None
        except OSError as error:
            if self._lock.is_locked:
                self._lock.release()
            if error.errno not in _NOT_WRITABLE:
                raise
            raise read_only(self._holder.parent, error.strerror) from error

    def release(self) -> None:
        """Release the lock, once for each time it was acquired."""
        if self._lock.lock_counter == 1:
            self._holder.unlink(missing_ok=True)
        self._lock.release()


def read_only(index: Path, why: str | None = None) -> IndexReadOnlyError:
    """Return the error for an index that cannot be written."""
    return IndexReadOnlyError(
        f"The index in {index} can't be written{f' ({why})' if why else ''}.",
        "Notes indexed so far are searchable; check the folder's permissions or its disk.",
    )


def in_use(index: Path) -> IndexInUseError:
    """Return the error for an index that another process writes, or that cannot be written."""
    holder = writer_of(index)
    if holder is None and not os.access(index, os.W_OK):
        return read_only(index)
    return IndexInUseError(
        f"The index is being updated by another program ({holder or 'unknown'}).",
        "Close the other window or wait for the other command; you can keep searching.",
    )


def writer_of(index: Path) -> int | None:
    """Return the id of the process that writes this index now, None if there is none."""
    if not (index / "writer.lock").exists():
        return None
    from filelock import FileLock, Timeout

    lock = FileLock(index / "writer.lock", thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return _recorded(index / "writer.pid")
    except OSError:  # on a read-only disk, nobody writes
        return None
    lock.release()
    return None


def _recorded(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
