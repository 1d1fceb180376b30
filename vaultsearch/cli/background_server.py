"""A process a command leaves behind, which answers later commands about its vault and ends when none come."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, cast

from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.command_socket import answer_commands, index_digest
from vaultsearch.settings import settings


def leave_server(folder: Path, parameters: Parameters, environment: Mapping[str, str] = os.environ) -> bool:
    """Start a server for an indexed vault, or wait for one being started; return whether it may listen.

    None for settings of a single run, or if settings or environment refuse it.
    """
    refusing = (environment.get(name, "").lower() for name in (settings.NO_SERVER_VARIABLE, "CI"))
    is_refused = parameters.command or any(value not in ("", "0", "false") for value in refusing)
    index, sockets = settings.index_folder(folder), settings.socket_folder()
    is_refused = is_refused or not settings.load_settings().server_seconds or read_manifest(index) is None
    if is_refused or sockets is None:
        return False
    import fcntl

    with os.fdopen(os.open(sockets / f"{index_digest(index)}.lock", os.O_CREAT | os.O_RDWR, 0o600)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            fcntl.flock(lock, fcntl.LOCK_SH)  # shared once the server of another command listens
            return True
        program = () if getattr(sys, "frozen", False) else ("-m", "vaultsearch")
        server = subprocess.Popen(  # noqa: S603 - this program
            [sys.executable, *program, "--answer-commands", str(folder.absolute())],
            stdin=lock,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    # It outlives this process, which must not complain that it does.
    server.returncode = 0
    with cast("IO[bytes]", server.stdout) as stream:
        return bool(stream.read(1))


async def answer_until_idle(folder: Path) -> None:
    """Answer commands about a vault until none came for the minutes of the settings, or the index is gone."""
    import asyncio
    import fcntl

    from vaultsearch.core.memory import give_back, map_large_blocks
    from vaultsearch.mcp_server.served_vault import ServedVault
    from vaultsearch.service.opening import LOOKED_AFTER_S, open_vault
    from vaultsearch.service.parts.replicas import tables_version

    # The folder that the first command was called in may be removed, or its drive unmounted.
    os.chdir("/")
    map_large_blocks()
    loaded, index = settings.load_settings(), settings.index_folder(folder)
    version = tables_version(folder, index)
    served = ServedVault(folder, Parameters(loaded.parameters))
    async with await open_vault(folder, served.parameters, write=False) as vault:
        server = await answer_commands(vault, served.catch_up)
        following = asyncio.create_task(served.keep_fresh())
        # Whoever waits for the server reads this, or waits for the lock on standard input.
        os.write(1, b"+")
        fcntl.flock(0, fcntl.LOCK_SH)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        while server.running or time.monotonic() - server.used_at < loaded.server_seconds:
            await asyncio.sleep(min(LOOKED_AFTER_S, loaded.server_seconds))
            await asyncio.to_thread(give_back)
            if await asyncio.to_thread(tables_version, folder, index) != version:
                break
        following.cancel()
        await asyncio.wait([following])
