"""``vaultsearch status``, ``config`` and ``schema``: an index, the settings, and the outputs' shapes."""

from __future__ import annotations

from typing import Annotated

import typer

from vaultsearch.cli.options import JsonOptions
from vaultsearch.cli.output import print_json
from vaultsearch.cli.reports import print_config, print_status
from vaultsearch.core.errors import QueryError
from vaultsearch.core.installation import extensions
from vaultsearch.service import commands
from vaultsearch.service.serialization import setting_json, status_json
from vaultsearch.settings import settings


def status(options: JsonOptions) -> None:
    """Show what is indexed and what couldn't be read."""
    index_status = options.ask(commands.reader_status)
    if options.as_json:
        print_json(status_json(index_status))
    else:
        print_status(index_status)


def config(options: JsonOptions) -> None:
    """List all settings with their values and sources."""
    listed = options.parameters().settings()
    if options.as_json:
        file = settings.settings_file()
        print_json({"settings": list(map(setting_json, listed)), "file": file, "extensions": extensions()})
    else:
        print_config(listed, settings.settings_file())


def _outputs() -> list[str]:
    """Complete the commands that print JSON."""
    from vaultsearch.service.schemas import OUTPUTS

    return list(OUTPUTS)


def schema(
    command: Annotated[
        list[str], typer.Argument(help="The command, such as search or models list.", autocompletion=_outputs)
    ],
) -> None:
    """Print the JSON Schema of what a command prints with --json.

    Each output names the version of all schemas, which changes when a program could notice a change.
    """
    from vaultsearch.service import schemas

    # Two words for the commands of a group, such as models list.
    name = " ".join(command)
    if name not in schemas.OUTPUTS:
        raise QueryError(f"{name} prints no JSON.", f"Available: {', '.join(schemas.OUTPUTS)}.")
    print_json(schemas.schema(name), versioned=False)
