"""Commands ask a process with the vault open, instead of opening it themselves. Light to import.

A window, ``watch`` and ``mcp`` listen while they have a vault open. A command sends a line of JSON: a
function's name in `commands` with arguments, and parameters. It gets lines with progress, and the value the
function would return here; the functions' signatures declare them all. It gets None, and continues by itself,
if nobody listens, if listeners have other parameters, belong to another version, read only while the function
writes, or end in mid-answer. Whoever holds the index lock answers ``commands.sync_and_wait``.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from inspect import iscoroutinefunction
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from msgspec import Raw, Struct

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.index_folder import MANIFEST
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import Progress
from vaultsearch.service import commands, wire
from vaultsearch.settings import settings

if TYPE_CHECKING:
    import asyncio

    from vaultsearch.service.vault import Vault


T = TypeVar("T")

_ACCEPTED_WITHIN_S = 1.0
"""Seconds in which a process accepts; one that is stopped or very busy is not waited for."""
_ANSWERED_WITHIN_S = 120.0
# A message is read into memory before it is checked.
_MAX_REPLY_BYTES = 1 << 30
MAX_REQUEST_BYTES = 64 << 20
"""A text to search with may be an exported chat."""
_socket_numbers = count()

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
            raise wire.WireError(f"{self.name} has no {', '.join(sorted(unknown))}")
        values = {
            key: wire.convert_plain(value, Question).function()
            if key == _QUESTION
            else wire.convert_plain(value, hints[key])
            for key, value in self.arguments.items()
        }
        return partial(_command_functions()[self.name], **values)

    def answer_type(self) -> Any:
        """Return the answer's type; of a question with an inner question, with that one's in it."""
        answer, inner = _type_hints(self.name)["return"], self.arguments.get(_QUESTION)
        if not isinstance(inner, Question):
            return answer
        return inner.answer_type() if answer is commands.T else answer[inner.answer_type()]


_QUESTION = "ask"
"""The argument that is a question in its turn, see `commands.about_note` and `with_notice`."""
_NEVER_SENT = frozenset({"vault", "listener", "on_progress", "on_stage", "return"})


@cache
def _command_functions() -> dict[str, Callable[..., Any]]:
    everything = vars(commands).items()
    return {name: each for name, each in everything if iscoroutinefunction(each) and name[0] != "_"}


def _type_hints(name: str) -> dict[str, Any]:
    """Return a function's argument and answer types. Raise WireError if there is no such function."""
    if name not in _command_functions():
        raise wire.WireError(f"there is no question {name!r}")
    types: dict[str, Any] = {"Vault": Any, "VaultGroup": Any}
    # `commands` imports them for type checkers alone. Modules take time to import: as few as needed.
    for module in _TYPED_IN:
        types |= vars(import_module(module))
        with suppress(NameError):
            return get_type_hints(_command_functions()[name], localns=types)
    raise AssertionError(name)


_TYPED_IN = (
    *("datetime", "collections.abc", "vaultsearch.service.wire"),
    *(f"vaultsearch.core.values.{name}" for name in ("note", "search", "sync", "query", "context", "times")),
    *("vaultsearch.core.values.relations", "vaultsearch.core.index.published", "vaultsearch.service.shapes"),
)


class Request(Struct, frozen=True):
    """A question to a vault with these parameters, perhaps with a progress listener.

    ``program`` is the sender's `program_digest`.
    """

    program: str
    question: Question
    of_file: dict[str, Any]
    of_command: dict[str, Any]
    with_progress: bool = False


class Reply(Struct, frozen=True, omit_defaults=True):
    """The function runs, if nothing else is set, goes on, has returned, or raised an expected error."""

    progress: Raw | wire.UnsetType = wire.UNSET
    value: Raw | wire.UnsetType = wire.UNSET
    trouble: wire.Trouble | None = None


def index_digest(index: Path) -> str:
    """Return the name under which processes with this index open listen."""
    return hashlib.blake2b(os.fsencode(index.resolve()), digest_size=6).hexdigest()


def ask_elsewhere(
    folder: Path,
    parameters: Parameters,
    ask: Callable[..., Coroutine[Any, Any, T]],
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[T] | None:
    """Return the answer from a process with the vault open, or None; raise the function's VaultSearchError.

    ``ask`` is a partial over a function in `commands`; anything else is not sent.
    """
    question = Question.of(ask)
    if question is None:
        return None
    of_file, of_command = {**parameters.file}, {**parameters.command}
    request = Request(wire.program_digest(), question, of_file, of_command, on_progress is not None)
    try:
        line = wire.encode_value(request) + b"\n"
    except UnicodeError:
        # Half of a letter, as in a file's name that is no UTF-8, cannot be sent.
        return None
    # Several processes may have the vault open, such as a window that reads and `watch` that writes.
    sockets = settings.socket_folder()
    pattern = f"{index_digest(settings.index_folder(folder))}-*.sock"
    for place in sockets.glob(pattern) if sockets is not None else ():
        try:
            for reply in _ask_socket(place, line, waits=on_progress is not None):
                if reply.trouble is not None:
                    raise reply.trouble.error()
                if reply.value is not wire.UNSET:
                    return (wire.decode_value(reply.value, question.answer_type()),)
                if reply.progress is not wire.UNSET and on_progress is not None:
                    from vaultsearch.core.values.sync import Progress

                    on_progress(wire.decode_value(reply.progress, Progress))
        except ConnectionRefusedError:
            # The process that listened here was killed, and could not remove its socket.
            with suppress(OSError):
                place.unlink()
        except (OSError, EOFError, wire.WireError) as error:
            # It went away in mid-answer, or sends something else: the next socket is tried, or the vault
            # opened here.
            _log.info("not answered place=%s because=%r", place, error)
    return None


def _ask_socket(place: Path, request: bytes, *, waits: bool) -> Iterator[Reply]:
    """Yield the replies to a request, none if it is refused. Raise EOFError if the last is no answer."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_ACCEPTED_WITHIN_S)
        connection.connect(os.fspath(place))
        connection.sendall(request)
        with connection.makefile("rb") as stream:
            if not (line := stream.readline(_MAX_REPLY_BYTES)):
                return
            # Indexing may be silent for long, and a process that holds the lock is not to be given up.
            connection.settimeout(None if waits else _ANSWERED_WITHIN_S)
            while line.endswith(b"\n"):
                yield wire.decode_value(line, Reply)
                line = stream.readline(_MAX_REPLY_BYTES)
    raise EOFError


async def answer_commands(
    vault: Vault, catch_up: Callable[[], Awaitable[None]] | None = None
) -> CommandServer:
    """Answer this user's commands about a vault until it is closed; before each, await ``catch_up``."""
    server = CommandServer(vault, vault.index_folder)
    server.catch_up = catch_up
    vault.on_close(server.close)
    await server.start()
    return server


class CommandServer:
    """Answers requests to a vault; ``index`` is the index folder."""

    catch_up: Callable[[], Awaitable[None]] | None = None

    def __init__(self, vault: Vault, index: Path) -> None:
        self._vault, self._index = vault, index
        self._server: asyncio.AbstractServer | None = None
        folder = settings.socket_folder()
        self._place = folder and folder / f"{index_digest(index)}-{os.getpid()}-{next(_socket_numbers)}.sock"
        self.running: set[asyncio.Task[Any]] = set()
        # Computed now: the program's files may be replaced while it runs, and then a newer command must be
        # refused.
        self._program = wire.program_digest()
        self.used_at = time.monotonic()

    async def start(self) -> None:
        """Listen. If the system does not allow it, commands open the vault by themselves, as without."""
        import asyncio

        if self._place is None:
            return
        try:
            self._server = await asyncio.start_unix_server(
                self._connected, self._place, limit=MAX_REQUEST_BYTES
            )
        except OSError as error:
            _log.info("not listening place=%s because=%s", self._place, error)

    def close(self) -> None:
        """Stop listening, and leave running requests unanswered: who asked opens the vault instead."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in self.running:
            task.cancel()
        if self._place is not None:
            self._place.unlink(missing_ok=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import asyncio

        task = asyncio.ensure_future(self._serve(reader, writer))
        self.running.add(task)
        try:
            await task
        # Of a line too long, asyncio raises ValueError.
        except (OSError, EOFError, ValueError, asyncio.CancelledError) as error:
            _log.info("not answered because=%r", error)
        finally:
            self.running.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import asyncio

        # Only this user can enter the folder of the socket.
        request: Request = wire.decode_value(await reader.readline(), Request)
        # Values of another version may not fit.
        if request.program != self._program:
            return
        ask = request.question.function()
        parameters = Parameters(request.of_file, request.of_command)
        if not await self._vault.answers_as(parameters, writes=request.with_progress):
            return
        # Of an index that was removed, a reader answers nothing from memory.
        if not self._vault.index.writes and not (self._index / MANIFEST).is_file():
            return
        self.used_at = time.monotonic()

        def send(reply: Reply) -> None:
            writer.write(wire.encode_value(reply) + b"\n")

        send(Reply())
        if request.with_progress:
            ask = partial(ask, on_progress=lambda progress: send(Reply(Raw(wire.encode_value(progress)))))
        if self.catch_up is not None:
            await self.catch_up()
        try:
            answering = asyncio.ensure_future(ask(self._vault))
        except TypeError as error:
            raise wire.WireError(str(error)) from error
        gone = asyncio.ensure_future(reader.read(1))
        try:
            # A command that was interrupted closes its end: what it asked for is then not worth the work.
            await asyncio.wait((answering, gone), return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                send(_reply_of(answering))
                await writer.drain()
        finally:
            for task in (answering, gone):
                task.cancel()


def _reply_of(answering: asyncio.Future[object]) -> Reply:
    """Return the reply to a question; raise EOFError for a bug, which shows where it is asked."""
    try:
        # Trouble travels as a value, to be raised where it was asked; a bug does not, see below.
        return Reply(value=Raw(wire.encode_value(answering.result())))
    except VaultSearchError as trouble:
        return Reply(trouble=wire.Trouble.of(trouble))
    except Exception as error:
        _log.exception("not answered")
        raise EOFError from error
