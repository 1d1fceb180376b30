"""Shared command parts: options, parameters, opening a vault, and running async work."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from vaultsearch.cli import candidates, output
from vaultsearch.cli.vault_choice import chosen_vault, indexed_vault
from vaultsearch.core.errors import QueryError, SettingsError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import Progress
from vaultsearch.service import commands
from vaultsearch.service.command_socket import Question, ask_elsewhere
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault


T = TypeVar("T")

INTERRUPTED_EXIT_CODE = 130
"""Exit code after Ctrl+C, as shells report SIGINT."""

_VAULT_HELP = (
    "The vault, or where its index is published; by default that of the current folder, else the last."
)
_NULL_HELP = "End records (paths by default) with NUL, for xargs -0."
VaultOption = Annotated[
    Path | None,
    typer.Option(
        "--vault", help=_VAULT_HELP, callback=chosen_vault, autocompletion=candidates.complete_vaults
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FormatOption = Annotated[output.ListFormat, typer.Option("--format", help="Output format.")]


@dataclass(frozen=True)
class SettingOptions:
    """Options of a command affected by settings."""

    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="STEP.KEY=VALUE",
            help="Override a setting for this run; see `vaultsearch config`.",
            autocompletion=candidates.complete_assignments,
        ),
    ] = None

    def parameters(self, *assignments: str) -> Parameters:
        """Return the settings file's parameters, overridden by ``--set``, then by ``assignments``.

        Problems in the settings file are reported on stderr.

        Raises:
            SettingsError: An assignment names no parameter, or gives a value outside the parameter's bounds.
        """
        # A bad entry of the file must not stop a command that does not need it.
        loaded = settings.load_settings()
        for problem in loaded.problems:
            typer.echo(f"vaultsearch: {problem}", err=True)
        written = (*(self.set_ or ()), *assignments)
        assigned = dict(split_assignment("--set", pair) for pair in written)
        parameters = Parameters(loaded.parameters, assigned)
        # Wrong settings are reported before a missing vault, in all commands.
        parameters.check()
        return parameters


@dataclass(frozen=True)
class VaultOptions(SettingOptions):
    """Options of a command with a vault."""

    vault: VaultOption = None

    @property
    def folder(self) -> Path:
        """The vault, by default the current folder's, else the last one."""
        return self.vault or indexed_vault()

    def ask(self, ask: Callable[[Vault], Coroutine[Any, Any, T]]) -> T:
        """Return the vault's answer."""
        parameters = self.parameters()
        return ask_vault(self.folder, parameters, ask)


@dataclass(frozen=True)
class JsonOptions(VaultOptions):
    """Options of a command printing a vault's answer as text or JSON."""

    as_json: AsJson = False


@dataclass(frozen=True)
class FormatOptions:
    """Options of a command printing a list, and printing in any format but text.

    Raise QueryError if the options contradict each other.
    """

    style: FormatOption = output.ListFormat.TEXT
    null: Annotated[bool, typer.Option("--null", "-0", help=_NULL_HELP)] = False
    as_json: AsJson = False

    def __post_init__(self) -> None:
        """Set ``style`` to the format in force."""
        style = self.style
        if self.as_json:
            if style not in (output.ListFormat.TEXT, output.ListFormat.JSON):
                raise QueryError(f"--json and --format {style} contradict each other.", "Use one of them.")
            style = output.ListFormat.JSON
        if self.null and style is output.ListFormat.TEXT:
            style = output.ListFormat.PATHS
        # JSON is one record, which has no end to be marked.
        elif self.null and style is output.ListFormat.JSON:
            raise QueryError("--null needs records.", "Use it with --format paths, tsv, vimgrep or jsonl.")
        # The dataclass is frozen; from here on, `--json` equals `--format json`.
        object.__setattr__(self, "style", style)

    def print_list(
        self, whole: object, elements: Iterable[object], places: Iterable[output.PrintedPlace]
    ) -> None:
        """Print a list as JSON, whole or by ``elements``, else as ``places``."""
        if self.style is output.ListFormat.JSON:
            output.print_json(whole)
        elif self.style is output.ListFormat.JSONL:
            output.print_records(map(output.json_text, elements), null=self.null)
        else:
            output.print_records(output.RECORD_FORMATS[self.style](places), null=self.null)

    def print_rows(self, name: str, elements: Sequence[object], rows: Iterable[Sequence[object]]) -> None:
        """Print a list of anything but notes, as `print_list` does; rows begin with a path."""
        if self.style is output.ListFormat.VIMGREP:
            raise QueryError("--format vimgrep is for places in notes.", "Use tsv, paths, json or jsonl.")
        if self.style in (output.ListFormat.JSON, output.ListFormat.JSONL):
            self.print_list({name: elements}, elements, ())
        else:
            fields = (row[:1] if self.style is output.ListFormat.PATHS else row for row in rows)
            output.print_records(
                ("\t".join(output.strip_controls(str(field)) for field in row) for row in fields),
                null=self.null,
            )


@dataclass(frozen=True)
class ListOptions(VaultOptions, FormatOptions):
    """Options of a command printing a list from a vault."""


def split_assignment(option: str, written: str) -> tuple[str, str]:
    """Split ``step.key=value`` at the equals sign, or raise SettingsError."""
    name, equals, value = written.partition("=")
    if not equals:
        raise SettingsError(f"{option} {written} has no value.", f"Use {option} step.key=value.")
    return name.strip(), value.strip()


def refuse_beside(option: str, others: Mapping[str, object]) -> None:
    """Raise QueryError if any of the others was given: beside ``option``, it would have no effect."""
    for other, value in others.items():
        if value:
            raise QueryError(f"{option} can't be combined with {other}.", "Remove one of them.")


def ask_vault(folder: Path, parameters: Parameters, ask: Callable[[Vault], Coroutine[Any, Any, T]]) -> T:
    """Return an indexed vault's answer.

    If ``ask`` is a partial of a function in `commands`, a process with the vault open may answer; otherwise
    that process brings the index up to date.
    """
    sent: Callable[..., Coroutine[Any, Any, Any]] = ask if Question.of(ask) else commands.reader_status
    elsewhere = ask_open_vault(folder, parameters, sent)
    if elsewhere is None:
        from vaultsearch.cli.background_server import leave_server

        elsewhere = ask_open_vault(folder, parameters, sent) if leave_server(folder, parameters) else None
    if elsewhere is None or sent is not ask:
        return run_in_vault(folder, parameters, ask)
    return elsewhere[0]  # type: ignore[no-any-return]


def run_in_vault(
    folder: Path,
    parameters: Parameters,
    work: Callable[[Vault], Coroutine[Any, Any, T]],
    *,
    write: bool = False,
) -> T:
    """Open a vault's index in this process, run work on it to completion, and close it."""
    # Imported here: most commands are answered by another process.
    from vaultsearch.service.opening import open_vault

    async def run() -> T:
        async with await open_vault(folder, parameters, write=write) as vault:
            return await work(vault)

    return run_to_end(run())


def ask_open_vault(
    folder: Path,
    parameters: Parameters,
    ask: Callable[..., Coroutine[Any, Any, T]],
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[T] | None:
    """Return the answer of another process with the vault open, None if no such process runs."""
    try:
        return ask_elsewhere(folder, parameters, ask, on_progress)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED_EXIT_CODE) from None


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to completion; on Ctrl+C, exit with INTERRUPTED."""
    import asyncio

    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED_EXIT_CODE) from None
