"""``vaultsearch read``: a note's text, or what of it answers a question, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vaultsearch.cli.options import AsJson, Set, VaultOption, command_parameters, print_json, run
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import ContextFormat, ReadNote
from vaultsearch.service.opening import last_vault, open_vault
from vaultsearch.service.serialization import read_json

_NOTE = "Its number in the last context or search, or its path, file name, title or alias."


def read(
    note: Annotated[str, typer.Argument(metavar="NOTE_OR_NUMBER", help=_NOTE)],
    question: Annotated[str, typer.Option("--question", "-q", help="Quote what answers this.")] = "",
    vault: VaultOption = None,
    style: Annotated[
        ContextFormat, typer.Option("--format", help="How it is written; json is for programs.")
    ] = ContextFormat.MARKDOWN,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Print a note as it is in the index or, with a question, the quotes in it that answer.

    A quote is exactly what stands in the file, at the lines that are named.
    """
    found = run(_read(vault or last_vault(), command_parameters(set_), note, question))
    if as_json or style is ContextFormat.JSON:
        print_json(read_json(found))
        return
    from vaultsearch.core.context.formats import written_note

    text = written_note(found, style)
    typer.echo(text, nl=not text.endswith("\n"))


async def _read(folder: Path, parameters: Parameters, note: str, question: str) -> ReadNote:
    session = await open_vault(folder, parameters, write=False)
    try:
        return await session.read(await session.find_note(note), question)
    finally:
        await session.close()
