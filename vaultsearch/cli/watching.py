"""``vaultsearch watch``: keep a vault's index up to date until interrupted."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Callable
from contextlib import aclosing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.options import JsonOptions, run_to_end
from vaultsearch.cli.output import echo_text, json_text
from vaultsearch.cli.vault_choice import vault_to_index
from vaultsearch.core.errors import QueryError, VaultNotFoundError
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import Changes
from vaultsearch.service.command_socket import answer_commands
from vaultsearch.service.opening import open_vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault


_TIME_PATTERN = re.compile(r"(\d+)\s*([smhd])")
_UNIT_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_MIN_INTERVAL_S = 1.0


def watch_vault(
    *,
    folder: Annotated[Path | None, typer.Argument(help="The folder with your notes.")] = None,
    every: Annotated[
        str, typer.Option(metavar="TIME", help="Compare all files so often as well, such as 30m, 1h or 1d.")
    ] = "",
    options: JsonOptions,
) -> None:
    """Keep a vault's index up to date until Ctrl+C or SIGTERM.

    Prints a line for each note that was added, changed or removed.

    Use --every for a drive that does not tell of its changes, such as one in the network.
    """
    from vaultsearch.core import crash_log

    crash_log.enable_crash_log(crash_log.WATCH)
    parameters, show = options.parameters(), partial(_print_change, options.as_json)
    vault, match = vault_to_index(folder, options.vault), _TIME_PATTERN.fullmatch(every.strip())
    if match is None and every:
        raise QueryError(Message("“{}” is no time.", every), "Write it like 30m, 1h or 1d.")
    seconds = 0.0 if match is None else max(_MIN_INTERVAL_S, int(match[1]) * _UNIT_SECONDS[match[2]])
    run_to_end(_follow_changes(vault, parameters, show, seconds))


async def _follow_changes(
    folder: Path, parameters: Parameters, show: Callable[[str, str], None], every: float
) -> None:
    ended = asyncio.Event()
    # Windows has no such handler: there, SIGTERM ends a process at once.
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    vault = await open_vault(folder, parameters, write=True, watching=True)
    await answer_commands(vault)

    def print_changes(changes: Changes) -> None:
        for kind in ("added", "changed", "removed"):
            for path in getattr(changes, kind):
                show(kind, path)

    vault.index.on_changes = print_changes
    keeping = asyncio.create_task(_keep_fresh(vault, every))
    waiting = asyncio.create_task(ended.wait())
    try:
        await asyncio.wait((keeping, waiting), return_when=asyncio.FIRST_COMPLETED)
        if keeping.done():
            # Raises its error.
            keeping.result()
    finally:
        for task in (keeping, waiting):
            task.cancel()
        await asyncio.wait((keeping, waiting))
        await vault.close()


async def _keep_fresh(vault: Vault, every: float) -> None:
    from vaultsearch.service.sync.freshness import Freshness

    vault.index.every_s = every
    if not vault.index.writes:
        # Raises IndexInUseError, which names the process that writes.
        await vault.index.complete_sync()
    freshness = Freshness(
        partial(vault.index.complete_sync, changes=True),
        on_trouble=lambda trouble: echo_text(f"vaultsearch: {trouble} {trouble.remedy}", stderr=True),
    )
    async with aclosing(vault.index.changes()) as changes:
        # Watch before the first sync, so that no change is missed in between.
        await anext(changes)
        try:
            await vault.index.complete_sync()
        except VaultNotFoundError:
            # An indexed vault whose drive is away is waited for; this tells of it.
            await freshness.sync_once()
        await asyncio.to_thread(settings.remember_vault, vault.folder.resolve())
        typer.echo(f"Watching {vault.folder}.")
        await freshness.follow(changes)


def _print_change(as_json: bool, kind: str, path: str) -> None:
    if as_json:
        typer.echo(json_text({"change": kind, "path": path}))
    else:
        echo_text(f"{datetime.now().astimezone():%H:%M:%S} {kind} {path}")
