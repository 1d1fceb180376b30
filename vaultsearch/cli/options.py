"""What every command of the command line needs: its options, its parameters, and a loop to run in."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.parameters import Parameters
from vaultsearch.settings import settings

if TYPE_CHECKING:
    pass

T = TypeVar("T")

Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="STEP.KEY=VALUE", help="Set a parameter for this run; see `vaultsearch config`."
    ),
]
VaultOption = Annotated[Path | None, typer.Option("--vault", help="The vault; by default the one used last.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def command_parameters(set_: list[str] | None) -> Parameters:
    """Give the parameters of the settings file with those of ``--set`` above them; raises SettingsError."""
    loaded = settings.load()
    for problem in loaded.problems:
        typer.echo(f"vaultsearch: {problem}", err=True)
    command = dict(assignment("--set", one) for one in set_ or [])
    parameters = Parameters(loaded.parameters, command)
    parameters.check()
    return parameters


def assignment(option: str, written: str) -> tuple[str, str]:
    """Take ``step.key=value`` apart; raises SettingsError where there is no value."""
    name, equals, value = written.partition("=")
    if not equals:
        raise SettingsError(f"{option} {written} has no value.", f"Write it as {option} step.key=value.")
    return name.strip(), value.strip()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's work to its end; Ctrl+C ends it with the exit code 130."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def print_json(value: object) -> None:
    """Print a value for a program."""
    written = json.dumps(value, ensure_ascii=False, indent=2)
    try:
        written.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # as JSON writes what its output cannot
        written = json.dumps(value, indent=2)
    typer.echo(written)
