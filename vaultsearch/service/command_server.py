"""Answer commands' questions about a vault that is open in this process; see `command_client`."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.index_folder import MANIFEST
from vaultsearch.core.installation import program_digest
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.command_client import (
    Accepted,
    Answered,
    Progressed,
    Reply,
    Request,
    index_digest,
    is_same_user,
)
from vaultsearch.service.wire import Trouble, WireError, decode_value, encode_value
from vaultsearch.settings.settings import socket_folder

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.service.vault import Vault


MAX_REQUEST_BYTES = 64 << 20
"""A text to search with may be an exported chat."""
_socket_numbers = count()

_log = logging.getLogger(__name__)


def new_place(index: Path) -> Path | None:
    """Return a path for another socket to an index; None if this system has none."""
    folder = socket_folder()
    return folder and folder / f"{index_digest(index)}-{os.getpid()}-{next(_socket_numbers)}.sock"


async def answer_commands(vault: Vault) -> CommandServer:
    """Answer this user's commands about a vault until it is closed."""
    server = CommandServer(vault, vault.index_folder)
    vault.on_close(server.close)
    await server.start()
    return server


class CommandServer:
    """Answers requests to a vault; ``index`` is the index folder."""

    def __init__(self, vault: Vault, index: Path) -> None:
        self._vault, self._index = vault, index
        self._server: asyncio.AbstractServer | None = None
        self._place: Path | None = None
        self._running: set[asyncio.Task[Any]] = set()
        # Computed now: the program's files may be replaced while it runs, and then a newer command must be
        # refused.
        self._program = program_digest()
        self.used_at = time.monotonic()
        """When the last question came that this vault answers, or the server was made."""

    @property
    def is_busy(self) -> bool:
        """Return whether a question is being answered."""
        return bool(self._running)

    async def start(self) -> None:
        """Listen. If the system does not allow it, commands open the vault by themselves, as without."""
        self._place = new_place(self._index)
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
        for task in self._running:
            task.cancel()
        if self._place is not None:
            self._place.unlink(missing_ok=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._running.add(task)
        try:
            await task
        # Of a line too long, asyncio raises ValueError.
        except (OSError, EOFError, ValueError, asyncio.CancelledError) as error:
            _log.info("not answered because=%r", error)
        finally:
            self._running.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The message is read only from this user and the same program: values of another version may not fit.
        if not is_same_user(writer.get_extra_info("socket")):
            return
        request: Request = decode_value(await reader.readline(), Request)
        # Of an index that was removed, what is still in memory answers nothing.
        if request.program != self._program or not (self._index / MANIFEST).is_file():
            return
        ask = request.question.function()
        parameters = Parameters(request.of_file, request.of_command)
        if not await self._vault.answers_as(parameters, writes=request.with_progress):
            return
        self.used_at = time.monotonic()
        _send_reply(writer, Accepted())
        if request.with_progress:
            ask = partial(ask, on_progress=lambda progress: _send_reply(writer, Progressed(progress)))
        try:
            answering = asyncio.ensure_future(ask(self._vault))
        except TypeError as error:
            raise WireError(str(error)) from error
        gone = asyncio.ensure_future(reader.read(1))
        try:
            # A command that was interrupted closes its end: what it asked for is then not worth the work.
            await asyncio.wait((answering, gone), return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                _send_reply(writer, _reply_of(answering))
                await writer.drain()
        finally:
            for task in (answering, gone):
                task.cancel()


def _reply_of(answering: asyncio.Future[object]) -> Reply:
    """Return the reply to a question; raise EOFError for a bug, which shows where it is asked."""
    try:
        # Trouble travels as a value, to be raised where it was asked; a bug does not, see below.
        return Answered(Raw(encode_value(answering.result())))
    except VaultSearchError as trouble:
        return Trouble.of(trouble)
    except Exception as error:
        _log.exception("not answered")
        raise EOFError from error


def _send_reply(writer: asyncio.StreamWriter, reply: Reply) -> None:
    writer.write(encode_value(reply) + b"\n")
