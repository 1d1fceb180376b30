"""Ask a process of this user that has a vault open, instead of opening it. Light to import.

A window, ``watch`` and ``mcp`` listen while they have a vault open (see `answering`). A command sends one of
the functions in `commands` with its arguments, as a partial, and its parameters; it gets the same value that
the function would return here. It gets None, and goes on by itself, if nobody listens, if those who do have
other parameters, belong to another version, read only while the function writes, or end in mid-answer.
``commands.sync_and_wait`` is for whoever holds the index's lock: it tells its progress, and returns its
report.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

import vaultsearch
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.settings import settings
from vaultsearch.settings.settings import socket_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.sync import Progress
    from vaultsearch.service.vault import Vault

T = TypeVar("T")

TAKEN, REFUSED = b"+", b"-"
"""The first byte of a reply: whether the function runs."""
_TAKEN_WITHIN_S = 1.0
"""Seconds in which a process says that; one that is stopped or very busy is not waited for."""
_ANSWERED_WITHIN_S = 120.0
LENGTH = struct.Struct("<I")
"""In front of each pickle."""
_numbers = count()


@dataclass(frozen=True, slots=True)
class Request:
    """A function to call with a vault that has these parameters, and maybe with a listener for progress."""

    ask: Callable[..., Coroutine[Any, Any, object]]
    parameters: Parameters
    with_progress: bool = False


@cache
def program() -> bytes:
    """Return the digest of this program's place and of the time when it was installed: 16 bytes.

    Values are exchanged between processes of the same program only.
    """
    # The modules of a frozen program have no files.
    file = sys.executable if getattr(sys, "frozen", False) else vaultsearch.__file__
    # The time of installation tells two versions in the same place apart.
    identity = f"{file} {os.stat(file).st_mtime_ns} {sys.version}"  # noqa: PTH116
    return hashlib.blake2b(identity.encode(), digest_size=16).digest()


def new_place(index: Path) -> Path | None:
    """Return the path of a further socket for an index; None if this system has none."""
    folder = socket_folder()
    return folder and folder / f"{_digest(index)}-{os.getpid()}-{next(_numbers)}.sock"


def _digest(index: Path) -> str:
    return hashlib.blake2b(os.fsencode(index.resolve()), digest_size=6).hexdigest()


def is_same_user(connection: socket.socket) -> bool:
    """Return whether the other end belongs to this user, as far as the system tells."""
    if not hasattr(socket, "SO_PEERCRED") or sys.platform == "win32":
        # Without SO_PEERCRED (macOS), the folder of the socket is the protection: no other user can enter it.
        return True  # only this user can reach the socket's folder
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", credentials)[1] == os.getuid())


def ask_elsewhere(
    folder: Path,
    parameters: Parameters,
    ask: Callable[[Vault], Coroutine[Any, Any, T]] | Callable[..., Coroutine[Any, Any, T]],
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[T] | None:
    """Return the answer of a process that has a vault open, None if there is none.

    Args:
        folder: The vault.
        parameters: The parameters in force.
        ask: A partial of a function in `commands`. Anything else is not sent.
        on_progress: Called with each progress; without it, ``ask`` tells none.

    Raises:
        VaultSearchError: The function raised it there.
    """
    try:
        request = pickle.dumps(Request(ask, parameters, on_progress is not None))
    except (pickle.PicklingError, AttributeError, TypeError):
        # A function within another one has no name that another process could find: it is called here.
        return None
    # Several processes may have the vault open, such as a window that reads and `watch` that writes.
    for place in _places(settings.index_folder(folder)):
        try:
            answer = _answer(place, request, on_progress)
        except ConnectionRefusedError:
            # The process that listened here was killed, and could not remove its socket.
            with suppress(OSError):
                place.unlink()
        except (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError):
            # It went away in mid-answer, or is another program: the next socket is tried, or the vault opened
            # here.
            continue
        else:
            if answer is not None:
                return answer
    return None


def _places(index: Path) -> Iterator[Path]:
    folder = socket_folder()
    return iter(()) if folder is None else folder.glob(f"{_digest(index)}-*.sock")


def _answer(place: Path, request: bytes, on_progress: Callable[[Progress], None] | None) -> tuple[Any] | None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_TAKEN_WITHIN_S)
        connection.connect(os.fspath(place))
        if not is_same_user(connection):
            return None
        connection.sendall(program() + LENGTH.pack(len(request)) + request)
        with connection.makefile("rb") as reply:
            if reply.read(1) != TAKEN:
                return None
            # Indexing may be silent for long, and a process that holds the lock is not to be given up.
            connection.settimeout(None if on_progress else _ANSWERED_WITHIN_S)
            while True:
                (length,) = LENGTH.unpack(_read(reply, LENGTH.size))
                kind, value = pickle.loads(_read(reply, length))  # noqa: S301  # from a process of this user
                if kind == "progress" and on_progress is not None:
                    on_progress(value)
                elif kind == "trouble" and isinstance(value, VaultSearchError):
                    raise value
                else:
                    return (value,)


def _read(reply: Any, size: int) -> bytes:
    content: bytes = reply.read(size)
    if len(content) < size:
        raise EOFError
    return content
