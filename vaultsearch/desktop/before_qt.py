"""Checks before Qt is imported: a single window, a display, and system libraries.

The first start takes the window's place; a second start sends a request without loading Qt. A missing display
or library, for which Qt would abort, raises an error instead. PySide6's imports are sped up.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import os
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.gui.window.request import REQUEST_TIMEOUT_S, WindowRequest
from vaultsearch.settings.settings import settings_file, socket_folder


def _read_libraries(loaded_by: str) -> dict[str, tuple[str, ...]]:
    """Return libraries by soname, with package names for apt, dnf, pacman and zypper."""
    rows = Path(__file__).with_name("system_libraries.csv").read_text("utf-8").splitlines()
    return {name: tuple(rest[1:]) for name, *rest in (row.split(",") for row in rows) if rest[0] == loaded_by}


QT_LIBRARIES, XCB_LIBRARIES = _read_libraries("always"), _read_libraries("xcb")
"""Libraries of Qt itself, and of its platform plugin for X11."""
_PLATFORMS_WITHOUT_DISPLAY = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
_INSTALL_COMMANDS = ("apt install", "dnf install", "pacman -S", "zypper install")
_DISTRIBUTIONS = (("debian", "ubuntu"), ("fedora", "rhel", "centos"), ("arch",), ("suse", "opensuse"))
"""ID or ID_LIKE in /etc/os-release, by the packages' column."""


def require_display(environment: Mapping[str, str] = os.environ) -> None:
    """Raise VaultSearchError if Qt would abort because no display answers."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    if not sys.platform.startswith("linux") or platform.startswith(_PLATFORMS_WITHOUT_DISPLAY):
        return
    x11, wayland = environment.get("DISPLAY", ""), environment.get("WAYLAND_DISPLAY", "")
    if x11 and _x11_answers(x11):
        return
    if wayland:
        with socket.socket(socket.AF_UNIX) as connection, suppress(OSError):
            connection.connect(str(Path(environment.get("XDG_RUNTIME_DIR", "")) / wayland))
            return
    dead = " and ".join(filter(None, (x11, wayland)))
    raise VaultSearchError(
        f"The display {dead} does not answer." if dead else "No display to open a window on.",
        "Start it in a desktop session, or stay in the terminal: vaultsearch index FOLDER, then "
        "vaultsearch search QUERY.",
    )


def _x11_answers(display: str) -> bool:
    """Return whether Qt will get a connection; another machine's display is assumed to answer."""
    if display.partition(":")[0] not in ("", "unix", "localhost"):
        return True
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    # Told by `require_system_libraries`, which comes next.
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(os.fsencode(display), None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


def require_system_libraries(environment: Mapping[str, str] = os.environ) -> None:
    """Raise VaultSearchError if Qt would not start because a library is missing.

    Qt aborts the whole process without a platform plugin, and suggests no command. ``environment`` determines
    the plugin chosen by Qt.
    """
    if not sys.platform.startswith("linux"):
        return
    platform = environment.get("QT_QPA_PLATFORM", "")
    if not platform and environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        platform = "xcb"
    needed = QT_LIBRARIES | (XCB_LIBRARIES if platform.startswith("xcb") else {})
    missing = [name for name in needed if not _can_load(name)]
    if missing:
        packages, column = [needed[name] for name in missing], _package_column()
        if column is None:
            remedy = f"Install it with your system's package manager (Debian: {packages[0][0]})."
        else:
            to_install = dict.fromkeys(columns[column] for columns in packages)
            remedy = f"Install it with: sudo {_INSTALL_COMMANDS[column]} {' '.join(to_install)}"
        listed = missing[0] if len(missing) == 1 else f"{', '.join(missing[:-1])} and {missing[-1]}"
        raise VaultSearchError(f"The window needs {listed}, which this system does not have.", remedy)


def _can_load(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _package_column() -> int | None:
    """Return the column of the distribution's packages, or None if unknown."""
    from platform import freedesktop_os_release

    values: dict[str, str] = {}
    with suppress(OSError, ValueError):
        values = freedesktop_os_release()
    names = [values.get("ID", ""), *values.get("ID_LIKE", "").split()]
    columns = {name: column for column, known in enumerate(_DISTRIBUTIONS) for name in known}
    known = [columns[name] for name in (name.partition("-")[0] for name in names) if name in columns]
    return known[0] if known else None


def disable_source_scan() -> None:
    """Import PySide6, and stop it from reading the source of modules imported later.

    WORKAROUND PySide6 6.11: after each import, the module's source is searched for PySide6's name, to decide
    whether alternative spellings (snake_case, true_property) may be enabled. This program never enables them,
    and the search takes a tenth of the time until the first answer. Replaces a private function.
    """
    import PySide6.QtCore  # noqa: F401 - which brings the module

    try:
        feature: Any = importlib.import_module("shibokensupport.feature")
    # The module is a private one, and another version may call it otherwise.
    except ImportError:
        return
    feature._mod_uses_pyside = lambda _module: False


# --- one window ----------------------------------------------------------------------------

_RETRY_PAUSE_S = 0.05
"""Pause between attempts while a window is opening or closing."""


def server_name() -> str:
    """Return the name of the window's socket, by user and settings file.

    This is a path in a private folder; on Windows, a pipe's name; or "" if there is no such folder, so every
    start opens another window.
    """
    digest = hashlib.blake2b(os.fsencode(settings_file().absolute()), digest_size=6).hexdigest()
    if sys.platform == "win32":
        return f"vaultsearch-{os.environ.get('USERNAME', '')}-{digest}"
    folder = socket_folder()
    return "" if folder is None else str(folder / f"{digest}.sock")


def acquire_place_or_send(request: WindowRequest) -> WindowPlace | None:
    """Take the window's place; return None if another process holds it and took ``request``.

    The place is held as long as the process lives. If it is taken, a window exists or soon will; wait for it
    without limit.

    Raises:
        VaultSearchError: The window rejects the request.
    """
    name = server_name()
    if not name:
        return WindowPlace("")

    def print_waiting() -> None:
        # A desktop program of Windows has none.
        if sys.stderr is not None:
            sys.stderr.write("vaultsearch: waiting for another window that is opening or closing.\n")

    slow = threading.Timer(REQUEST_TIMEOUT_S, print_waiting)
    slow.daemon = True
    slow.start()
    try:
        while True:
            answer = _ask_window(name, request)
            if answer == b"yes":
                return None
            if answer == b"no":
                raise VaultSearchError("The open window is another version.", "Close it, then start again.")
            place = WindowPlace(name)
            if place.acquire():
                return place
            time.sleep(_RETRY_PAUSE_S)
    finally:
        slow.cancel()


def acquire_place() -> WindowPlace | None:
    """Take the window's place; return None, without contact, if another process holds it."""
    place = WindowPlace(server_name())
    return place if place.acquire() else None


class WindowPlace:
    """A lock held by the window's process for life; the system frees it however the process ends.

    ``name`` is the window's socket, or "" if every start opens another window.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        # Not needed if a window answers, which is the quicker start.
        from filelock import FileLock

        folder = Path(tempfile.gettempdir()) if sys.platform == "win32" else Path(name).parent
        self._lock = FileLock(folder / f"{Path(name).stem}.lock", mode=0o600) if name else None

    def acquire(self) -> bool:
        """Try to take the place; return whether this process now holds it."""
        from filelock import Timeout

        if self._lock is None:
            return True
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def release(self) -> None:
        """Release the place, as the process's end would."""
        if self._lock is not None:
            self._lock.release()


def _ask_window(name: str, request: WindowRequest) -> bytes:
    """Send ``request`` and return the answer: yes, no, or nothing if no window listens (yet)."""
    try:
        if sys.platform == "win32":
            with Path(rf"\\.\pipe\{name}").open("r+b", buffering=0) as pipe:
                pipe.write(request.encode())
                return pipe.readline(8).strip()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(name)
            connection.sendall(request.encode())
            with connection.makefile("rb") as answer:
                return answer.readline(8).strip()
    except OSError:
        return b""
