"""The lock held by an index's single writer, released by the system if the process dies."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError, IndexReadOnlyError
from vaultsearch.core.files import file_identity
from vaultsearch.core.index.index_folder import NO_SPACE
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from filelock import BaseFileLock

_PATIENCE_S = 0.5
"""Longer than `writer_of` may hold the lock, so that asking keeps nobody out."""

_LOCK, _HOLDER = WRITER_FILES = ("writer.lock", "writer.pid")
"""The lock's files, which come and go with a writer."""
_NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM, *NO_SPACE)


class WriterLock:
    """Held while this process writes the index; the operating system frees it at exit.

    It guards the present folder: if that was deleted, the lock is acquired anew. A lock on a deleted folder's
    file let a second writer in, and both wrote into the folder the first had recreated.
    """

    def __init__(self, index: Path) -> None:
        self._file = index / _LOCK
        self._holder = index / _HOLDER
        self._lock: BaseFileLock | None = None
        self._identity: tuple[int, int] | None = None
        self._count = 0

    @property
    def is_current(self) -> bool:
        """Return whether the lock is held, on the file now in the index folder."""
        return self._identity is not None and self._identity == file_identity(self._file)

    def acquire(self) -> None:
        """Acquire the lock, reentrantly. Raise IndexInUseError if held elsewhere, or IndexReadOnlyError."""
        if not self.is_current:
            self._drop()
            self._acquire_anew()
        self._count += 1

    def _acquire_anew(self) -> None:
        from filelock import FileLock, Timeout

        # With a count for each thread, another thread than the one that acquired it could not release it.
        lock = FileLock(self._file, thread_local=False)
        try:
            self._holder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock.acquire(timeout=_PATIENCE_S)
            self._holder.write_text(str(os.getpid()), encoding="ascii")
        except Timeout:
            raise in_use_error(self._holder.parent) from None
        except OSError as error:
            # On a full disk, the lock holds without the process id: the index can be searched, and updated
            # once there is space.
            if not (lock.is_locked and error.errno in NO_SPACE):
                lock.release()
                if error.errno not in _NOT_WRITABLE:
                    raise
                raise read_only_error(self._holder.parent, error.strerror) from error
        self._lock, self._identity = lock, file_identity(self._file)

    def release(self) -> None:
        """Release the lock, once for each acquire."""
        self._count = max(0, self._count - 1)
        if not self._count:
            self.let_go()

    def let_go(self) -> None:
        """Release the lock until the next `acquire`, however often it was acquired."""
        # If the folder was deleted and made anew, the file may be another writer's.
        if self.is_current:
            self._holder.unlink(missing_ok=True)
        self._drop()

    def _drop(self) -> None:
        if self._lock is not None:
            self._lock.release()
        self._lock = self._identity = None


def read_only_error(index: Path, why: str | None = None) -> IndexReadOnlyError:
    """Return the error for an index that cannot be written."""
    return IndexReadOnlyError(
        Message("The index in {} can't be written{}.", index, f" ({why})" if why else ""),
        "Notes indexed so far are searchable; check the folder's permissions or its disk.",
    )


def in_use_error(index: Path) -> IndexInUseError:
    """Return the error for an index another process writes, or that cannot be written."""
    holder = writer_of(index)
    # A lock cannot be acquired where nothing can be written, although nobody holds it.
    if holder is None and not os.access(index, os.W_OK):
        return read_only_error(index)
    return IndexInUseError(
        Message("The index is being updated by another program (process {}).", holder or "unknown"),
        "Close the other window or wait for the other command; you can keep searching.",
    )


def writer_of(index: Path) -> int | None:
    """Return the id of the process writing this index now, or None."""
    # Each writer leaves its id behind; where there is none, the lock's library need not be imported.
    if not (index / _HOLDER).exists():
        return None
    from filelock import FileLock, Timeout

    lock = FileLock(index / _LOCK, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        with suppress(OSError, ValueError):
            return int((index / _HOLDER).read_text(encoding="ascii"))
        return None
    except OSError:  # on a read-only disk, nobody writes
        return None
    lock.release()
    return None
