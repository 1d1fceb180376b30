"""Before Qt: one window, and no abort.

The first start holds the window's place, a second one sends a request, without Qt, to be quick. A display or
system library that Qt would abort without is told of, and its imports are sped up.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import os
import shlex
import socket
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaultsearch.core.errors import DisplayMissingError, SystemLibraryMissingError, WindowInUseError
from vaultsearch.gui.window.request import PATIENCE_S
from vaultsearch.settings.settings import settings_file, socket_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vaultsearch.gui.window.request import Request


def _libraries(loaded_by: str) -> dict[str, tuple[str, ...]]:
    """Return libraries by the name that Qt loads, with their packages for apt, dnf, pacman and zypper."""
    rows = Path(__file__).with_name("system_libraries.csv").read_text("utf-8").splitlines()
    return {name: tuple(rest[1:]) for name, *rest in (row.split(",") for row in rows) if rest[0] == loaded_by}


ALWAYS, WITH_XCB = _libraries("always"), _libraries("xcb")
"""Those of Qt itself, and those of its platform plugin for X11."""
_PLATFORMS_WITHOUT_DISPLAY = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
_COMMANDS = ("apt install", "dnf install", "pacman -S", "zypper install")
_FAMILIES = {
    "debian": 0,
    "ubuntu": 0,
    "fedora": 1,
    "rhel": 1,
    "centos": 1,
    "arch": 2,
    "suse": 3,
    "opensuse": 3,
}
"""The column of the packages above, by an ID or ID_LIKE of /etc/os-release."""
_OS_RELEASE = Path("/etc/os-release")


def require_display(environment: Mapping[str, str] = os.environ) -> None:
    """Raise DisplayMissingError if Qt would abort for want of a display, or of one that answers."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    if not sys.platform.startswith("linux") or platform.startswith(_PLATFORMS_WITHOUT_DISPLAY):
        return
    x11, wayland = environment.get("DISPLAY", ""), environment.get("WAYLAND_DISPLAY", "")
    if (x11 and _x11_answers(x11)) or (wayland and _wayland_answers(wayland, environment)):
        return
    dead = " and ".join(filter(None, (x11, wayland)))
    raise DisplayMissingError(
        f"The display {dead} does not answer." if dead else "No display to open a window on.",
        "Start it in a desktop session, or stay in the terminal: vaultsearch index FOLDER, then "
        "vaultsearch search QUERY.",
    )


def _x11_answers(display: str) -> bool:
    """Return whether Qt will get a connection; the display of another machine is taken to answer."""
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


def _wayland_answers(display: str, environment: Mapping[str, str]) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(Path(environment.get("XDG_RUNTIME_DIR", "")) / display))
        except OSError:
            return False
    return True


def require_system_libraries(
    can_load: Callable[[str], bool] | None = None,
    environment: Mapping[str, str] = os.environ,
    os_release: Path = _OS_RELEASE,
) -> None:
    """Raise SystemLibraryMissingError if Qt would not start for want of a library.

    Qt aborts the whole process without its platform plugin, and its advice names no command.

    Args:
        can_load: returns whether a library can be loaded; asks the system by default.
        environment: tells which platform plugin Qt will choose.
        os_release: the file that names the distribution.
    """
    if not sys.platform.startswith("linux"):
        return
    needed = ALWAYS | (WITH_XCB if _uses_xcb(environment) else {})
    missing = [name for name in needed if not (can_load or _can_load)(name)]
    if missing:
        raise SystemLibraryMissingError(
            f"The window needs {_listed(missing)}, which this system does not have.",
            _remedy([needed[name] for name in missing], os_release),
        )


def _uses_xcb(environment: Mapping[str, str]) -> bool:
    platform = environment.get("QT_QPA_PLATFORM", "")
    if platform:
        return platform.startswith("xcb")
    return bool(environment.get("DISPLAY")) and not environment.get("WAYLAND_DISPLAY")


def _can_load(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _remedy(packages: list[tuple[str, ...]], os_release: Path) -> str:
    family = _family(os_release)
    if family is None:
        return f"Install it with your system's package manager (Debian: {packages[0][0]})."
    packages_to_install = dict.fromkeys(columns[family] for columns in packages)
    return f"Install it with: sudo {_COMMANDS[family]} {' '.join(packages_to_install)}"


def _family(os_release: Path) -> int | None:
    """Return the column of the distribution's packages, None if it is unknown."""
    values: dict[str, str] = {}
    with suppress(OSError, ValueError):
        for line in os_release.read_text("utf-8").splitlines():
            name, _, value = line.partition("=")
            values[name] = " ".join(shlex.split(value))
    names = [values.get("ID", ""), *values.get("ID_LIKE", "").split()]
    known = [_FAMILIES[name.partition("-")[0]] for name in names if name.partition("-")[0] in _FAMILIES]
    return known[0] if known else None


def disable_source_scan() -> None:
    """Import PySide6, and stop it from reading the source of modules that are imported from now on.

    WORKAROUND PySide6 6.11: after each import it looks for its own name in the module's source, to decide in
    which modules its other spellings (snake_case, true_property) may be switched on. They never are in this
    program, and the search is a tenth of the time until the first answer. Replaces a private function.
    """
    import PySide6.QtCore  # noqa: F401 - which brings the module

    try:
        feature: Any = importlib.import_module("shibokensupport.feature")
    # The module is a private one, and another version may call it otherwise.
    except ImportError:
        return
    feature._mod_uses_pyside = _no


def _no(_module: object) -> bool:
    return False


# --- one window ----------------------------------------------------------------------------

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
