"""Answer commands of this user about an open vault; see `asking`. Lives on the vault's event loop."""

from __future__ import annotations

import asyncio
import io
import logging
import pickle
from functools import partial
from typing import TYPE_CHECKING, Any

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.service import commands
from vaultsearch.service.asking import LENGTH, REFUSED, TAKEN, Request, is_same_user, new_place, program

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.service.vault import Vault

# A request is read into memory before it is checked.
_MOST_BYTES = 64 << 20
"""Of a request: a text to search with may be an exported chat."""
# A pickle can name any function to call. Whoever reaches the socket is this user already, but a request needs
# no more than these.
_UNPICKLED = {
    "functools": {"partial"},
    "vaultsearch.service.commands": {
        name for name, function in vars(commands).items() if asyncio.iscoroutinefunction(function)
    },
    "vaultsearch.service.asking": {"Request"},
    "vaultsearch.core.parameters": {"Parameters"},
    "vaultsearch.core.values.search": {"Mode"},
    "vaultsearch.core.values.context": {"ContextFormat"},
}
"""The names that a request may consist of."""
_log = logging.getLogger(__name__)


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
        program()  # as it is now: the program's files may be replaced while it runs

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
        if not is_same_user(writer.get_extra_info("socket")) or await reader.readexactly(16) != program():
            return
        (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        if length > _MOST_BYTES:
            return
        request = _Unpickler(io.BytesIO(await reader.readexactly(length))).load()
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
    """Reads requests, and refuses everything else."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or function that a request may name."""
        if name not in _UNPICKLED.get(module, ()):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a request")
        return super().find_class(module, name)
