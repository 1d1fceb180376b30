"""The places of this user's sockets: in a folder that nobody else can look into."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

_LONGEST = 70
"""Bytes of the folder's path: every Unix permits a hundred for a socket's."""


def socket_folder() -> Path | None:
    """Return the folder of the sockets of this user alone; None if there cannot be one, and on Windows."""
    if sys.platform == "win32":
        return None
    for parent in (os.environ.get("XDG_RUNTIME_DIR"), _temporary_folder()):
        place = Path(parent or "") / f"vaultsearch-{os.getuid()}"
        if parent and len(os.fsencode(place)) <= _LONGEST:
            return place if _make_private(place) else None
    return None


def _temporary_folder() -> str:
    import tempfile

    return tempfile.gettempdir()


def _make_private(folder: Path) -> bool:
    """Create a folder of this user alone; return False if another one is in its place."""
    if sys.platform == "win32":
        return False
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return False
    # Somebody else may have created a folder of that name in the shared temporary folder.
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077
