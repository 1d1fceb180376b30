"""Ask a process with the vault open, instead of opening it in a command. Light to import.

A window, ``watch`` and ``mcp`` listen while they have a vault open (see `command_server`). A command sends a
line of JSON: a function's name in `commands` with arguments, and parameters. It gets lines with progress, and
the value the function would return here. The functions' signatures declare them all. It gets None, and
continues by itself, if nobody listens, if listeners have other parameters, belong to another version, read
only while the function writes, or end in mid-answer. ``commands.sync_and_wait`` is for whoever holds the
index lock: it reports progress, and returns the report.
"""

from __future__ import annotations

import builtins
import hashlib
import logging
import os
import socket
import struct
import sys
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_type_hints

from msgspec import Raw, Struct

from vaultsearch.core.installation import program_digest
from vaultsearch.core.values.sync import Progress
from vaultsearch.service import commands
from vaultsearch.service.wire import Trouble, WireError, convert_plain, decode_value, encode_value
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.vault import Vault


T = TypeVar("T")

_ACCEPTED_WITHIN_S = 1.0
"""Seconds in which a process accepts; one that is stopped or very busy is not waited for."""
_ANSWERED_WITHIN_S = 120.0
# A message is read into memory before it is checked.
_MAX_REPLY_BYTES = 1 << 30

_log = logging.getLogger(__name__)


class Question(Struct, frozen=True):
    """A function's name in `commands`, and arguments; an argument may be a question as well."""

    name: str
    arguments: dict[str, Any]

    @classmethod
    def of(cls, ask: Callable[..., Any]) -> Question | None:
        """Return a question for a function or partial with keywords; None if `commands` lacks it."""
        function = ask.func if isinstance(ask, partial) else ask
        name = getattr(function, "__name__", "")
        if _command_functions().get(name) is not function or (isinstance(ask, partial) and ask.args):
            return None
        arguments = ask.keywords if isinstance(ask, partial) else {}
        questions = {key: cls.of(value) for key, value in arguments.items() if callable(value)}
        return None if None in questions.values() else cls(name, {**arguments, **questions})

    def function(self) -> Callable[..., Coroutine[Any, Any, Any]]:
        """Return the function with arguments. Raise WireError if it is unknown, or they do not fit."""
        hints = _type_hints(self.name)
        if unknown := self.arguments.keys() - (hints.keys() - _NEVER_SENT):
            raise WireError(f"{self.name} has no {', '.join(sorted(unknown))}")
        values = {
            key: convert_plain(value, Question).function()
            if key == _QUESTION
            else convert_plain(value, hints[key])
            for key, value in self.arguments.items()
        }
        return partial(_command_functions()[self.name], **values)

    def answer_type(self) -> Any:
        """Return the answer's type; for a question about a note, the inner question's."""
        inner = self.arguments.get(_QUESTION)
        return inner.answer_type() if isinstance(inner, Question) else _type_hints(self.name)["return"]


_QUESTION = "ask"
"""The argument that is a question in its turn, see `commands.about_note`."""
_NEVER_SENT = frozenset({"vault", "listener", "on_progress", "on_stage", "return"})


@cache
def _command_functions() -> dict[str, Callable[..., Any]]:
    everything = vars(commands).items()
    return {name: each for name, each in everything if iscoroutinefunction(each) and name[0] != "_"}


class _LateTypes(dict[str, Any]):
    """The types `commands` imports for type checkers alone, each imported when a signature names it."""

    _MODULES = (
        "collections.abc",
        "datetime",
        *(
            f"vaultsearch.core.values.{name}"
            for name in ("note", "search", "relaxation", "sync", "query", "context", "times", "relations")
        ),
        "vaultsearch.core.index.published",
        "vaultsearch.service.shapes",
    )

    def __missing__(self, name: str) -> Any:
        # Whatever else evaluates an annotation knows these: no module has to be imported for them.
        if hasattr(commands, name) or hasattr(builtins, name):
            raise KeyError(name)
        modules = map(import_module, self._MODULES)
        self[name] = next(vars(module)[name] for module in modules if name in vars(module))
        return self[name]


_LATE_TYPES = _LateTypes(Vault=Any, VaultGroup=Any)


def _type_hints(name: str) -> dict[str, Any]:
    """Return a function's argument and answer types. Raise WireError if there is no such function."""
    if name not in _command_functions():
        raise WireError(f"there is no question {name!r}")
    return get_type_hints(_command_functions()[name], localns=_LATE_TYPES)


class Request(Struct, frozen=True):
    """A question to a vault with these parameters, perhaps with a progress listener.

    ``program`` is the sender's `program_digest`.
    """

    program: str
    question: Question
    of_file: dict[str, Any]
    of_command: dict[str, Any]
    with_progress: bool = False


class Accepted(Struct, frozen=True, tag="accepted"):
    """The function runs."""


class Progressed(Struct, frozen=True, tag="progress"):
    """The function goes on."""

    progress: Progress


class Answered(Struct, frozen=True, tag="answer"):
    """The function has returned."""

    value: Raw


Reply: TypeAlias = Accepted | Progressed | Answered | Trouble


def index_digest(index: Path) -> str:
    """Return the name under which processes with this index open listen."""
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
    """Return the answer from a process with the vault open, or None.

    Args:
        folder: The vault.
        parameters: The parameters in force.
        ask: A partial over a function in `commands`. Anything else is not sent.
        on_progress: Called with each progress; without it, ``ask`` reports none.

    Raises:
        VaultSearchError: The function raised it there.
    """
    question = Question.of(ask)
    if question is None:
        return None
    of_file, of_command = {**parameters.file}, {**parameters.command}
    request = Request(program_digest(), question, of_file, of_command, on_progress is not None)
    try:
        line = encode_value(request) + b"\n"
    except UnicodeError:
        # Half of a letter, as in a file's name that is no UTF-8, cannot be sent.
        return None
    # Several processes may have the vault open, such as a window that reads and `watch` that writes.
    sockets = settings.socket_folder()
    pattern = f"{index_digest(settings.index_folder(folder))}-*.sock"
    for place in sockets.glob(pattern) if sockets is not None else ():
        try:
            for reply in _ask_socket(place, line, waits=on_progress is not None):
                if isinstance(reply, Trouble):
                    raise reply.error()
                if isinstance(reply, Answered):
                    return (decode_value(reply.value, question.answer_type()),)
                if isinstance(reply, Progressed) and on_progress is not None:
                    on_progress(reply.progress)
        except ConnectionRefusedError:
            # The process that listened here was killed, and could not remove its socket.
            with suppress(OSError):
                place.unlink()
        except (OSError, EOFError, WireError) as error:
            # It went away in mid-answer, or sends something else: the next socket is tried, or the vault
            # opened here.
            _log.info("not answered place=%s because=%r", place, error)
    return None


def _ask_socket(place: Path, request: bytes, *, waits: bool) -> Iterator[Reply]:
    """Yield the replies to a request, none if it is refused. Raise EOFError if the last is no answer."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_ACCEPTED_WITHIN_S)
        connection.connect(os.fspath(place))
        if not is_same_user(connection):
            return
        connection.sendall(request)
        with connection.makefile("rb") as stream:
            first = stream.readline(_MAX_REPLY_BYTES)
            if not first:
                return
            yield _read_reply(first)
            # Indexing may be silent for long, and a process that holds the lock is not to be given up.
            connection.settimeout(None if waits else _ANSWERED_WITHIN_S)
            while line := stream.readline(_MAX_REPLY_BYTES):
                yield _read_reply(line)
    raise EOFError


def _read_reply(line: bytes) -> Reply:
    if not line.endswith(b"\n"):
        raise EOFError
    reply: Reply = decode_value(line, Reply)
    return reply
