"""A second start asks the window that is open already; knows no Qt, so that asking costs next to nothing."""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import sys
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING

from vaultsearch.desktop.window_request import PATIENCE_S
from vaultsearch.settings import settings_file

if TYPE_CHECKING:
    from vaultsearch.desktop.window_request import Request

_LONGEST = 100
"""Bytes of a socket's path that every Unix has room for."""


def server_name() -> str:
    """Name the window's socket, by the user and by where the settings are.

    A path in a folder that is this user's alone; on Windows the name of a pipe. "" where there is no such
    folder, which means that every start has a window of its own.
    """
    digest = hashlib.blake2b(os.fsencode(settings_file().absolute()), digest_size=6).hexdigest()
    if sys.platform == "win32":
        return f"vaultsearch-{os.environ.get('USERNAME', '')}-{digest}"
    for parent in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir()):
        place = Path(parent or "") / f"vaultsearch-{os.getuid()}" / f"{digest}.sock"
        if parent and len(os.fsencode(place)) <= _LONGEST:
            return str(place) if _is_made_private(place.parent) else ""
    return ""


def _is_made_private(folder: Path) -> bool:
    """Make a folder that is this user's alone; False where one is there that is not."""
    if sys.platform == "win32":
        return False
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    # Somebody else may have made a folder of that name in the one for temporary files.
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def ask_running(request: Request) -> bool:
    """Hand ``request`` to the window that is open already; False where none answers."""
    name = server_name()
    if not name:
        return False
    try:
        return _ask_pipe(name, request) if sys.platform == "win32" else _ask_socket(name, request)
    except OSError:  # nobody is there, or somebody died and left the socket behind
        return False


def _ask_socket(name: str, request: Request) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE_S)
        connection.connect(name)
        connection.sendall(request.written())
        with connection.makefile("rb") as answer:
            return _is_yes(answer)


def _ask_pipe(name: str, request: Request) -> bool:
    with Path(rf"\\.\pipe\{name}").open("r+b", buffering=0) as pipe:
        pipe.write(request.written())
        return _is_yes(pipe)


def _is_yes(answer: IO[bytes]) -> bool:
    return answer.readline(8).strip() == b"yes"
