"""``vaultsearch watch``: keep an index fresh without a window, until Ctrl+C or SIGTERM."""

from __future__ import annotations

import asyncio
import signal
from contextlib import aclosing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.options import JsonOptions, run
from vaultsearch.cli.output import json_text
from vaultsearch.cli.vault_choice import vault_to_index
from vaultsearch.core import crash_log
from vaultsearch.service.answering import serve
from vaultsearch.service.freshness import Freshness
from vaultsearch.service.opening import open_vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.errors import VaultSearchError
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.sync import Changes
    from vaultsearch.service.vault import Vault


def watch(
    *,
    folder: Annotated[Path | None, typer.Argument(help="The folder with your notes.")] = None,
    options: JsonOptions,
) -> None:
    """Keep a vault's index up to date until Ctrl+C or SIGTERM.

    Prints a line for each note that was added, changed or removed.
    """
    crash_log.enable(crash_log.WATCH)
    parameters, show = options.parameters(), _print_json if options.as_json else _print
    run(_watch(folder or options.vault or vault_to_index(), parameters, show))


async def _watch(folder: Path, parameters: Parameters, show: Callable[[str, str], None]) -> None:
    ended = asyncio.Event()
    with suppress(NotImplementedError):  # on Windows, where SIGTERM ends a process at once
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    vault = await open_vault(folder, parameters, write=True, watching=True)
    await serve(vault)

    def print_changes(changes: Changes) -> None:
        for kind in ("added", "changed", "removed"):
            for path in getattr(changes, kind):
                show(kind, path)

    vault.index.tell_changes(print_changes)
    keeping = asyncio.create_task(_keep_fresh(vault))
    waiting = asyncio.create_task(ended.wait())
    try:
        await asyncio.wait((keeping, waiting), return_when=asyncio.FIRST_COMPLETED)
        if keeping.done():
            keeping.result()  # raises its error
    finally:
        for task in (keeping, waiting):
            task.cancel()
        await asyncio.wait((keeping, waiting))
        await vault.close()


async def _keep_fresh(vault: Vault) -> None:
    if not vault.index.writes:
        await _sync(vault, changes=False)  # raises IndexInUseError
    freshness = Freshness(partial(_sync, vault, changes=True), on_trouble=_print_trouble)
    async with aclosing(vault.index.changes()) as changes:
        await anext(changes)  # watched before the sweep, so that no change falls in between
        await _sync(vault, changes=False)
        await asyncio.to_thread(settings.remember_vault, vault.folder)
        typer.echo(f"Watching {vault.folder}.")
        await freshness.follow(changes)


async def _sync(vault: Vault, *, changes: bool) -> None:
    report = await vault.index.sync(lambda _: None, changes=changes)
    if report.cancelled:  # a cancelled sync returns its report, and raises nothing
        raise asyncio.CancelledError


def _print(kind: str, path: str) -> None:
    typer.echo(f"{datetime.now().astimezone():%H:%M:%S} {kind} {path}")


def _print_json(kind: str, path: str) -> None:
    typer.echo(json_text({"change": kind, "path": path}))


def _print_trouble(trouble: VaultSearchError) -> None:
    typer.echo(f"vaultsearch: {trouble} {trouble.remedy}", err=True)
