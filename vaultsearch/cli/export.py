"""``vaultsearch export``: passages with metadata and vectors, for notebooks and other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.options import VaultOptions, ask_vault
from vaultsearch.cli.output import NOTHING_FOUND
from vaultsearch.core.errors import QueryError
from vaultsearch.core.values.context import ExportFormat

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault

_STANDARD_OUTPUT = Path("-")
_FILE = "The file to write; standard output by default."
_FILTER = "Only notes that match these filters of the query language, such as tag:project."


def export(
    *,
    file: Annotated[Path, typer.Argument(help=_FILE, show_default=False)] = _STANDARD_OUTPUT,
    style: Annotated[ExportFormat, typer.Option("--format", help="Output format.")] = ExportFormat.JSONL,
    conditions: Annotated[str, typer.Option("--filter", help=_FILTER)] = "",
    vectors: Annotated[bool, typer.Option("--vectors/--no-vectors", help="With the vectors.")] = True,
    options: VaultOptions,
) -> None:
    """Write all indexed passages with their metadata and vectors."""
    parameters = options.parameters()
    is_output = file == _STANDARD_OUTPUT
    if is_output and style is ExportFormat.PARQUET and sys.stdout.isatty():
        raise QueryError("Parquet is binary, and this is a terminal.", "Name a file, or use a pipe.")

    async def exported(opened: Vault) -> int:
        if is_output:
            return await opened.export(sys.stdout.buffer, style, conditions, vectors=vectors)
        with file.open("wb") as stream:
            return await opened.export(stream, style, conditions, vectors=vectors)

    passages = ask_vault(options.folder, parameters, exported)
    typer.echo(f"{passages:,} passages.", err=True)
    if not passages:
        raise typer.Exit(NOTHING_FOUND)
