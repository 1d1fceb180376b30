"""``vaultsearch watch``: keep an index fresh without a window, until it is told to end."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import aclosing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.options import AsJson, Set, VaultOption, command_parameters, run
from vaultsearch.service.freshness import Freshness
from vaultsearch.service.opening import last_vault, open_vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.errors import VaultSearchError
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.sync import Changes, Progress
    from vaultsearch.service.vault import Vault


def watch(
    folder: Annotated[Path | None, typer.Argument(help="The folder of notes.")] = None,
    vault: VaultOption = None,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Keep a vault's index fresh: index it, and take up each change, until Ctrl+C or SIGTERM.

    Prints a line for each note that was added, changed or removed.
    """
    parameters = command_parameters(set_)
    run(_watch(folder or vault or last_vault(), parameters, _print_json if as_json else _print))


async def _watch(folder: Path, parameters: Parameters, show: Callable[[str, str], None]) -> None:
    ended = asyncio.Event()
    with suppress(NotImplementedError):  # on Windows, where SIGTERM ends a process at once
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    session = await open_vault(folder, parameters, write=True, watching=True)

    def tell(changes: Changes) -> None:
        for what in ("added", "changed", "removed"):
            for path in getattr(changes, what):
                show(what, path)

    session.tell_changes(tell)
    keeping = asyncio.create_task(_keep_fresh(session))
    waiting = asyncio.create_task(ended.wait())
    try:
        await asyncio.wait((keeping, waiting), return_when=asyncio.FIRST_COMPLETED)
        if keeping.done():
            keeping.result()  # raises what ended it
    finally:
        for task in (keeping, waiting):
            task.cancel()
        await asyncio.wait((keeping, waiting))
        await session.close()


async def _keep_fresh(session: Vault) -> None:
    if not session.writes:
        await _sync(session, changes=False)  # raises IndexInUseError
    freshness = Freshness(partial(_sync, session, changes=True), on_trouble=_print_trouble)
    async with aclosing(session.changes()) as changes:
        await anext(changes)  # watched before it is looked through, so that nothing falls in between
        await _sync(session, changes=False)
        await asyncio.to_thread(settings.remember_vault, session.vault)
        typer.echo(f"Watching {session.vault}.")
        await freshness.follow(changes)


async def _sync(session: Vault, *, changes: bool) -> None:
    report = await session.sync(_ignore, changes=changes)
    if report.cancelled:  # which a sync reports, and does not raise
        raise asyncio.CancelledError


def _ignore(_progress: Progress) -> None:
    """Tell of nothing but what is done."""


def _print(what: str, path: str) -> None:
    typer.echo(f"{datetime.now().astimezone():%H:%M:%S} {what} {path}")


def _print_json(what: str, path: str) -> None:
    typer.echo(json.dumps({"change": what, "path": path}, ensure_ascii=False))


def _print_trouble(trouble: VaultSearchError) -> None:
    typer.echo(f"vaultsearch: {trouble} {trouble.remedy}", err=True)
