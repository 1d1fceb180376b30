"""``vaultsearch mcp``: serve a vault to other programs, over standard input and output."""

from __future__ import annotations

from vaultsearch.commands.options import Set, Vault, command_parameters, run


def mcp(vault: Vault = None, set_: Set = None) -> None:
    """Serve one vault to a language model's client by the Model Context Protocol, read only.

    It is started by the client, speaks on standard input and output, and ends when its input does.
    """
    from vaultsearch.mcp_server.served_vault import ServedVault
    from vaultsearch.mcp_server.server import serve

    run(serve(ServedVault(vault, command_parameters(set_))))
