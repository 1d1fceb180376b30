"""``vaultsearch mcp``: serve a vault to a language model's client, over standard input and output."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.options import Set, VaultOption, command_parameters, run

if TYPE_CHECKING:
    from vaultsearch.mcp_server.served_vault import ServedVault


def mcp(
    vault: VaultOption = None,
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
    """Serve a vault to AI clients over the Model Context Protocol, read only.

    It is started by the client, speaks on standard input and output, and ends when its input does.
    """
    from vaultsearch.mcp_server.served_vault import ServedVault

    run(_serve(ServedVault(vault, command_parameters(set_), follow_links_out=follow_links_out), sync=sync))


async def _serve(vault: ServedVault, *, sync: bool) -> None:
    from vaultsearch.mcp_server.server import serve

    await serve(vault, sync=sync)
    # A thread that is loading a model would be waited for, and there is nothing left to save.
    sys.stderr.flush()
    os._exit(0)
