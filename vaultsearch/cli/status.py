"""``vaultsearch status`` and ``config``: the state of an index, and the settings in force."""

from __future__ import annotations

from vaultsearch.cli.options import JsonOptions
from vaultsearch.cli.output import print_json
from vaultsearch.cli.reports import print_config, print_status
from vaultsearch.core.extensions import extensions
from vaultsearch.service import commands
from vaultsearch.service.serialization import setting_json, status_json
from vaultsearch.settings import settings


def status(options: JsonOptions) -> None:
    """Show what is indexed and what couldn't be read."""
    found = options.ask(commands.status)
    if options.as_json:
        print_json(status_json(found))
    else:
        print_status(found)


def config(options: JsonOptions) -> None:
    """List all settings with their values and sources."""
    listed = options.parameters().settings()
    if options.as_json:
        file = settings.settings_file()
        print_json({"settings": list(map(setting_json, listed)), "file": file, "extensions": extensions()})
    else:
        print_config(listed, settings.settings_file())
