"""A process a command leaves behind, which answers later commands about its vault and ends when none come."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from vaultsearch.cli.program import NO_SERVER_VARIABLE, SERVER_WORD
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.command_socket import index_digest
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Mapping

_REFUSING_VARIABLES = (NO_SERVER_VARIABLE, "CI")


def leave_server(folder: Path, parameters: Parameters, environment: Mapping[str, str] = os.environ) -> bool:
    """Start a server for an indexed vault; return whether it listens.

    Never with settings for a single run, where the system has no private sockets, if the settings or the
    environment refuse it, or beside another server: the lock that belongs to a server is held until it ends.
    """
    refused = any(environment.get(name, "").lower() not in ("", "0", "false") for name in _REFUSING_VARIABLES)
    sockets = None if refused or parameters.command else settings.socket_folder()
    if sockets is None or sys.platform == "win32" or not parameters.shell.server_minutes:
        return False
    import fcntl

    index = settings.index_folder(folder)
    if read_manifest(index) is None:
        return False
    place = sockets / f"{index_digest(index)}.lock"
    with os.fdopen(os.open(place, os.O_CREAT | os.O_RDWR, 0o600)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        program = () if getattr(sys, "frozen", False) else ("-m", "vaultsearch")
        server = subprocess.Popen(  # noqa: S603 - this program
            [sys.executable, *program, SERVER_WORD, str(folder.absolute())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=[lock.fileno()],
            start_new_session=True,
        )
    # It outlives this process, which must not complain that it does.
    server.returncode = 0
    with cast("IO[bytes]", server.stdout) as stream:
        return bool(stream.read(1))


def run_server(folder: Path) -> None:
    """Answer commands about a vault until none came for the minutes of the settings, or the index is gone."""
    import asyncio

    # The folder that the first command was called in may be removed, or its drive unmounted.
    os.chdir("/")
    asyncio.run(_answer_until_idle(folder, Parameters(settings.load_settings().parameters)))


async def _answer_until_idle(folder: Path, parameters: Parameters) -> None:
    import asyncio

    from vaultsearch.core.memory import give_back, map_large_blocks
    from vaultsearch.core.threads import in_thread
    from vaultsearch.service.command_socket import answer_commands
    from vaultsearch.service.opening import LOOKED_AFTER_S, open_vault
    from vaultsearch.service.parts.replicas import tables_version

    map_large_blocks()
    index, idle_s = settings.index_folder(folder), parameters.shell.server_minutes * 60
    version = tables_version(folder, index)
    vault = await open_vault(folder, parameters, write=False)
    try:
        server = await answer_commands(vault)
        # Whoever waits for the server reads this.
        os.write(1, b"+")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        while (left := server.used_at + idle_s - time.monotonic()) > 0 or server.is_busy:
            await asyncio.sleep(max(0.0, min(left, LOOKED_AFTER_S)))
            await in_thread(give_back)
            if await in_thread(lambda: tables_version(folder, index)) != version:
                break
    finally:
        await vault.close()
