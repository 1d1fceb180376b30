"""``vaultsearch mcp``: serve vaults to language models' clients, over pipes or over HTTP on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.options import Set, command_parameters, run
from vaultsearch.core.errors import NotIndexedError
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.mcp_server.served_vaults import ServedVaults


def mcp(
    vault: Annotated[
        list[Path] | None, typer.Option("--vault", help="A vault, once for each; the last one by default.")
    ] = None,
    all_vaults: Annotated[bool, typer.Option("--all", help="Serve all known vaults.")] = False,
    follow_links_out: Annotated[
        bool,
        typer.Option(
            "--follow-links-out",
            help="Also serve notes outside the vault that links lead to, if they are indexed "
            "(source.follow_links_out).",
        ),
    ] = False,
    sync: Annotated[
        bool,
        typer.Option("--sync/--no-sync", help="Keep the index up to date while no window or `watch` does."),
    ] = True,
    set_: Set = None,
) -> None:
    """Serve vaults to AI clients over the Model Context Protocol, read only.

    It is started by the client, speaks on standard input and output, and ends when its input does.
    """
    from vaultsearch.mcp_server.served_vault import ServedVault
    from vaultsearch.mcp_server.served_vaults import ServedVaults

    parameters = command_parameters(set_)
    folders: Sequence[Path | None] = _all_vaults() if all_vaults else vault or (None,)
    served = [ServedVault(one, parameters, follow_links_out=follow_links_out) for one in folders]
    run(_serve(ServedVaults(served, parameters), sync=sync))


def _all_vaults() -> tuple[Path, ...]:
    known = settings.load().vaults
    if not known:
        raise NotIndexedError("No vault has been indexed yet.", "Run: vaultsearch index FOLDER")
    return known


async def _serve(vaults: ServedVaults, *, sync: bool) -> None:
    from vaultsearch.mcp_server.server import serve

    await serve(vaults, sync=sync)
    # A thread that is loading a model would be waited for, and there is nothing left to save.
    sys.stderr.flush()
    os._exit(0)
