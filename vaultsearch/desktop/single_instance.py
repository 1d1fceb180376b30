"""One window: the first start holds its place, a second one sends a request; without Qt, to be quick."""

from __future__ import annotations

import hashlib
import os
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import WindowInUseError
from vaultsearch.gui.window.request import PATIENCE_S
from vaultsearch.settings.settings import settings_file, socket_folder

if TYPE_CHECKING:
    from vaultsearch.gui.window.request import Request

_PAUSE_S = 0.05
"""Between two attempts, while a window is being opened or closed."""


def server_name() -> str:
    """Return the name of the window's socket, by user and settings file.

    It is a path in a folder of this user alone; on Windows the name of a pipe; "" if there is no such folder,
    and every start has a window of its own.
    """
    digest = hashlib.blake2b(os.fsencode(settings_file().absolute()), digest_size=6).hexdigest()
    if sys.platform == "win32":
        return f"vaultsearch-{os.environ.get('USERNAME', '')}-{digest}"
    folder = socket_folder()
    return "" if folder is None else str(folder / f"{digest}.sock")


def acquire_or_send(request: Request) -> WindowPlace | None:
    """Take the place of the one window; return None if another process holds it and took ``request``.

    The place is held as long as the process lives. So if it cannot be had, there is a window or will be in a
    moment, and it is waited for without limit.

    Raises:
        WindowInUseError: if the window rejects the request.
    """
    name = server_name()
    if not name:
        return WindowPlace("")
    slow = threading.Timer(PATIENCE_S, _print_waiting)
    slow.daemon = True
    slow.start()
    try:
        return _acquire_or_send(name, request)
    finally:
        slow.cancel()


def _print_waiting() -> None:
    # A desktop program of Windows has none.
    if sys.stderr is not None:
        sys.stderr.write("vaultsearch: waiting for another window that is opening or closing.\n")


def _acquire_or_send(name: str, request: Request) -> WindowPlace | None:
    while True:
        answer = _ask(name, request)
        if answer == b"yes":
            return None
        if answer == b"no":
            raise WindowInUseError("The open window is another version.", "Close it, then start again.")
        place = WindowPlace(name)
        if place.acquire():
            return place
        time.sleep(_PAUSE_S)


def acquire() -> WindowPlace | None:
    """Take the place of the one window; return None if another process holds it, which is left alone."""
    place = WindowPlace(server_name())
    return place if place.acquire() else None


class WindowPlace:
    """A lock that the one window holds for life; the system frees it however the process ends.

    ``name`` is that of the window's socket, "" if every start has a window of its own.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        # Not needed if a window answers, which is the quicker start.
        from filelock import FileLock

        folder = Path(tempfile.gettempdir()) if sys.platform == "win32" else Path(name).parent
        self._lock = FileLock(folder / f"{Path(name).stem}.lock", mode=0o600) if name else None

    def acquire(self) -> bool:
        """Try to take the place; return whether this process holds it now."""
        from filelock import Timeout

        if self._lock is None:
            return True
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def release(self) -> None:
        """Release the place; the end of the process does it otherwise."""
        if self._lock is not None:
            self._lock.release()


def _ask(name: str, request: Request) -> bytes:
    """Send ``request`` and return the answer: yes, no, or nothing if no window listens (yet)."""
    try:
        return _ask_pipe(name, request) if sys.platform == "win32" else _ask_socket(name, request)
    except OSError:
        return b""


def _ask_socket(name: str, request: Request) -> bytes:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(name)
        connection.sendall(request.encode())
        with connection.makefile("rb") as answer:
            return answer.readline(8).strip()


def _ask_pipe(name: str, request: Request) -> bytes:
    with Path(rf"\\.\pipe\{name}").open("r+b", buffering=0) as pipe:
        pipe.write(request.encode())
        return pipe.readline(8).strip()
