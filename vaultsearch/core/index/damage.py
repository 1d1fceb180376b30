"""Damage: set tables aside that cannot be read, and explain the errors of a damaged index or a full disk."""

from __future__ import annotations

import contextlib
import errno
import shutil
from typing import TYPE_CHECKING

from vaultsearch.core.errors import DiskFullError, IndexDamagedError
from vaultsearch.core.index.manifest import MANIFEST
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from pathlib import Path

_ASIDE = "damaged"
_MARK = "found_damaged"
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def set_aside(index: Path) -> Path:
    """Move tables that cannot be read out of the way, over those of a former time. Return their folder."""
    aside = index / _ASIDE
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True, mode=0o700)
    for part in (*index.glob("*.lance"), index / MANIFEST):
        if part.exists():
            part.replace(aside / part.name)
    return aside


def mark_damaged(index: Path) -> None:
    """Mark an index that cannot be searched, for the next sync; any process may find the damage."""
    with contextlib.suppress(OSError):  # on a disk that cannot be written to, nobody could mend it either
        (index / _MARK).touch()


def is_marked(index: Path) -> bool:
    """Return whether damage was found that is not mended yet."""
    return (index / _MARK).exists()


def unmark(index: Path) -> None:
    """Forget damage that is mended."""
    (index / _MARK).unlink(missing_ok=True)


def damaged(index: Path) -> IndexDamagedError:
    """Return the error for an index that cannot be read."""
    return IndexDamagedError(
        Message("The index in {} is damaged.", index),
        "Index the vault again; a new index is built.",
    )


def disk_full(error: Exception, index: Path) -> DiskFullError | None:
    """Return the sentence for an error that means that nothing more fits on the disk, else None.

    LanceDB passes the system's error on in words only: ``(os error 28)``.
    """
    is_full = isinstance(error, OSError) and error.errno in _NO_SPACE
    if not is_full and not any(f"(os error {number})" in str(error) for number in _NO_SPACE):
        return None
    return DiskFullError(
        Message("No disk space left for the index in {}.", index),
        "Free some space; notes indexed so far are searchable, the rest follows later.",
    )
