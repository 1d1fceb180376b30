"""``vaultsearch schema``: the JSON Schema of a command's output."""

from __future__ import annotations

from typing import Annotated

import typer

from vaultsearch.cli.output import print_json
from vaultsearch.core.errors import QueryError


def commands() -> list[str]:
    """Complete the commands that print JSON."""
    from vaultsearch.service.schemas import OUTPUTS

    return list(OUTPUTS)


def schema(
    command: Annotated[
        list[str], typer.Argument(help="The command, such as search or models list.", autocompletion=commands)
    ],
) -> None:
    """Print the JSON Schema of what a command prints with --json.

    Each output names the version of all schemas, which changes when a program could notice a change.
    """
    from vaultsearch.service import schemas

    name = " ".join(command)
    if name not in schemas.OUTPUTS:
        raise QueryError(f"{name} prints no JSON.", f"Available: {', '.join(schemas.OUTPUTS)}.")
    print_json(schemas.schema(name), versioned=False)
