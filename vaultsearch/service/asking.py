"""Answers about a vault without opening it: of a process that has it open, or cached. Light to import.

A window, ``watch`` and ``mcp`` listen while they have a vault open (see `serve`). A command sends one of
the functions in `commands` with its arguments, as a partial, and its parameters; it gets the same value that
the function would return here. It gets None, and goes on by itself, if nobody listens, if those who do have
other parameters, belong to another version, read only while the function writes, or end in mid-answer.
``commands.sync_and_wait`` is for whoever holds the index's lock: it tells its progress, and returns its
report.

A status is cached in the folder of the index (see `CachedStatus`): half of the command imported the database.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import os
import pickle
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import vaultsearch
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import expand_home, write_atomically
from vaultsearch.core.index.writer_lock import WRITER_FILES, writer_of
from vaultsearch.settings import settings
from vaultsearch.settings.settings import socket_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.sync import IndexStatus, Progress
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

_log = logging.getLogger(__name__)


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
        return True
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


# A request is read into memory before it is checked.
_MOST_BYTES = 64 << 20
"""Of a request: a text to search with may be an exported chat."""
# A pickle can name any function to call. Whoever reaches the socket is this user already, but a request needs
# no more than these.
_UNPICKLED = {
    "functools": {"partial"},
    "vaultsearch.service.asking": {"Request"},
    "vaultsearch.core.parameters": {"Parameters"},
    "vaultsearch.core.values.search": {"Mode"},
    "vaultsearch.core.values.context": {"ContextFormat"},
}
"""The names that a request may consist of, besides the functions in `commands`."""


async def serve(vault: Vault) -> None:
    """Answer commands of this user that ask about a vault, until it is closed."""
    server = AnsweringServer(vault, vault.index_folder)
    vault.on_close(server.close)
    await server.start()


class AnsweringServer:
    """Answers requests to one vault; ``index`` is the folder of its index."""

    def __init__(self, vault: Vault, index: Path) -> None:
        self._vault, self._index = vault, index
        self._server: asyncio.AbstractServer | None = None
        self._place: Path | None = None
        self._running: set[asyncio.Task[Any]] = set()
        # Computed now: the program's files may be replaced while it runs, and then a newer command must be
        # refused.
        self._program = program()

    async def start(self) -> None:
        """Listen. If the system does not allow it, commands open the vault by themselves, as without."""
        self._place = new_place(self._index)
        if self._place is None:
            return
        try:
            self._server = await asyncio.start_unix_server(self._connected, self._place)
        except OSError as error:
            _log.info("not listening place=%s because=%s", self._place, error)

    def close(self) -> None:
        """Stop listening, and leave running requests unanswered: who asked opens the vault instead."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in self._running:
            task.cancel()
        if self._place is not None:
            self._place.unlink(missing_ok=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._running.add(task)
        try:
            await task
        except (OSError, EOFError, pickle.UnpicklingError, asyncio.CancelledError) as error:
            _log.info("not answered because=%r", error)
        finally:
            self._running.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The length and the pickle are read only from this user and the same program: values of another
        # version may not fit.
        if not is_same_user(writer.get_extra_info("socket")) or await reader.readexactly(16) != self._program:
            return
        (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        if length > _MOST_BYTES:
            return
        written = await reader.readexactly(length)
        # Imported here: whoever only asks needs none but the function that it sends.
        from vaultsearch.service import commands

        functions = {name for name, value in vars(commands).items() if asyncio.iscoroutinefunction(value)}
        request = _Unpickler(written, _UNPICKLED | {commands.__name__: functions}).load()
        if not isinstance(request, Request) or not await self._vault.answers_as(
            request.parameters, writes=request.with_progress
        ):
            writer.write(REFUSED)
            return
        writer.write(TAKEN)
        ask = request.ask
        if request.with_progress:
            ask = partial(ask, on_progress=lambda progress: _send(writer, "progress", progress))
        answering = asyncio.ensure_future(ask(self._vault))
        gone = asyncio.ensure_future(reader.read(1))
        try:
            # A command that was interrupted closes its end: what it asked for is then not worth the work.
            await asyncio.wait((answering, gone), return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                _send(writer, *_reply(answering))
                await writer.drain()
        finally:
            for task in (answering, gone):
                task.cancel()


def _reply(answering: asyncio.Future[object]) -> tuple[str, object]:
    """Return the kind of a reply and its value; raise EOFError for a bug, which shows where it is asked."""
    try:
        # Trouble travels as a value, to be raised where it was asked; a bug does not, see below.
        return "answer", answering.result()
    except VaultSearchError as trouble:
        return "trouble", trouble
    except Exception as error:
        _log.exception("not answered")
        raise EOFError from error


def _send(writer: asyncio.StreamWriter, kind: str, value: object) -> None:
    written = pickle.dumps((kind, value))
    writer.write(LENGTH.pack(len(written)) + written)


class _Unpickler(pickle.Unpickler):
    """Reads a pickle that names nothing but ``names``, by modules, and refuses everything else."""

    def __init__(self, written: bytes, names: Mapping[str, set[str]]) -> None:
        super().__init__(io.BytesIO(written))
        self._names = names

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or function that may be named."""
        if name not in self._names.get(module, ()):
            raise pickle.UnpicklingError(f"{module}.{name} is not expected")
        return super().find_class(module, name)


_STATUS_FILE = "status.pickle"
_IN_STATUS = {
    "pathlib": {"Path", "PosixPath", "WindowsPath"},
    "datetime": {"datetime", "timedelta", "timezone"},
    "vaultsearch.core.messages": {"Message"},
    "vaultsearch.core.values.note": {"FileKind"},
    "vaultsearch.core.values.pictures": {"Recognition"},
    "vaultsearch.core.values.search": {"Completeness", "Space"},
    "vaultsearch.core.values.sync": {
        *("IndexStatus", "Failure", "Reader", "SearchedVectors", "Comparison", "KindCount", "EndingCount"),
    },
}
"""The names that a cached status may consist of: the folder may have come from another computer."""


class CachedStatus:
    """The status that a reader of an index last computed, for as long as nothing that it is made of changes.

    That is every file in the folder of the index (a commit to a table adds some), the parameters, the
    installed packages and models, and the program itself.
    """

    def __init__(self, index: Path, parameters: Parameters) -> None:
        self._index = index
        self._parameters = parameters
        # Before the status is computed: a change meanwhile must not count as part of it.
        self._key, self._bytes = self._state()

    def current(self) -> IndexStatus | None:
        """Return the status as it is now, None if it has to be computed."""
        try:
            written = (self._index / _STATUS_FILE).read_bytes()
            if written[: len(self._key)] != self._key:
                return None
            status: IndexStatus = _Unpickler(written[len(self._key) :], _IN_STATUS).load()
        # Whatever is wrong with the file, the index itself has the answer.
        except Exception as error:
            _log.debug("no cached status because=%r", error)
            return None
        return replace(status, writer=writer_of(self._index), index_bytes=self._bytes)

    def write(self, status: IndexStatus) -> None:
        """Cache a status that was computed after this was made, if the disk allows it."""
        with suppress(OSError):
            write_atomically(self._index / _STATUS_FILE, self._key + pickle.dumps(status))

    def _state(self) -> tuple[bytes, int]:
        """Return a digest of all that a status is made of, and the bytes of the index."""
        settings_in_force = [(s.parameter.name, s.value) for s in self._parameters.settings()]
        digest = hashlib.blake2b(program() + repr((str(self._index), settings_in_force)).encode())
        size = 0
        for file, stamp in sorted(_files(self._index)):
            size += stamp[0]
            if Path(file).name not in (_STATUS_FILE, *WRITER_FILES):
                digest.update(repr((file, stamp)).encode())
        # A model of the settings may be a folder of the user's.
        folders = [expand_home(value) for _, value in settings_in_force if isinstance(value, str) and value]
        hub = _hub_cache()
        for folder in (
            # The others change for reasons that are none, such as the folder that a command is called in.
            *(Path(entry) for entry in sys.path if entry.endswith("packages")),
            *(folder for folder in folders if folder.is_absolute()),
            *(settings.models_folder(), hub, *sorted(hub.glob("models--*/snapshots/*"))),
        ):
            digest.update(repr((str(folder), _stamp(folder))).encode())
        return digest.digest(), size


def _files(folder: Path) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Yield each file beneath a folder, with its size in bytes, time of change, and number on the disk."""
    for place, _, names in os.walk(folder):
        for name in names:
            file = Path(place, name)
            if (stamp := _stamp(file)) is not None:
                yield str(file), stamp


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino


def _hub_cache() -> Path:
    """Return the folder of the hub's cache, as its library has it, whose import takes a tenth of a second."""
    named = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    home = os.environ.get("HF_HOME") or f"{caches}/huggingface"
    return expand_home(named or f"{home}/hub")
