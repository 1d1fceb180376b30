"""The shared parts of the commands: options, parameters, an open vault, and a loop to run in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from vaultsearch.cli import completing
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.parameters import Parameters, renamed
from vaultsearch.service.asking import ask_elsewhere
from vaultsearch.service.opening import open_vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.core.values.sync import Progress
    from vaultsearch.service.vault import Vault

T = TypeVar("T")

INTERRUPTED = 130
"""The exit code after Ctrl+C, as a shell reports the signal SIGINT."""

_VAULT = "The vault; by default that of the current folder, else the last one."
VaultOption = Annotated[
    Path | None,
    typer.Option("--vault", help=_VAULT, autocompletion=completing.vaults),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="STEP.KEY=VALUE",
        help="Override a setting for this run; see `vaultsearch config`.",
        autocompletion=completing.assignments,
    ),
]


def command_parameters(set_: list[str] | None) -> Parameters:
    """Return the parameters of the settings file, overridden by those of ``--set``.

    Problems in the settings file are lines on stderr.

    Raises:
        SettingsError: ``--set`` names no parameter, or a value that it cannot have.
    """
    loaded = settings.load()
    for problem in loaded.problems:
        typer.echo(f"vaultsearch: {problem}", err=True)
    command = renamed(dict(assignment("--set", written) for written in set_ or []))
    parameters = Parameters(loaded.parameters, command)
    parameters.check()
    return parameters


def assignment(option: str, written: str) -> tuple[str, str]:
    """Split ``step.key=value`` at the equals sign. Raise SettingsError if there is none."""
    name, equals, value = written.partition("=")
    if not equals:
        raise SettingsError(f"{option} {written} has no value.", f"Use {option} step.key=value.")
    return name.strip(), value.strip()


@asynccontextmanager
async def opened(folder: Path, parameters: Parameters, *, write: bool = False) -> AsyncIterator[Vault]:
    """Open a vault's index in this very process, and close it at the end."""
    vault = await open_vault(folder, parameters, write=write)
    try:
        yield vault
    finally:
        await vault.close()


def ask_vault(folder: Path, parameters: Parameters, ask: Callable[[Vault], Coroutine[Any, Any, T]]) -> T:
    """Return the answer of a vault that has been indexed.

    A partial of a function in `commands` is asked of a process that has the vault open, if there is one.
    """
    elsewhere = ask_open_vault(folder, parameters, ask)
    if elsewhere is not None:
        return elsewhere[0]

    async def answer() -> T:
        async with opened(folder, parameters) as vault:
            return await ask(vault)

    return run(answer())


def ask_open_vault(
    folder: Path,
    parameters: Parameters,
    ask: Callable[..., Coroutine[Any, Any, T]],
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[T] | None:
    """Return the answer of another process that has a vault open, None if there is none."""
    try:
        return ask_elsewhere(folder, parameters, ask, on_progress)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's work to its end; Ctrl+C exits with its own code."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
