"""``vaultsearch context``: what the notes hold on something, cited, within a budget of tokens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.options import AsJson, Set, VaultOption, command_parameters, print_json, run
from vaultsearch.cli.search import succeeded
from vaultsearch.core.errors import QueryError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import Context, ContextFormat, ContextPiece
from vaultsearch.core.values.search import Chunk, Mode
from vaultsearch.service.opening import last_vault, open_vault
from vaultsearch.service.serialization import context_json, not_indexed_yet

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault

_STYLE = "How it is written; json is for programs."
_FILE = "Take this file's text for the question; - is the standard input."


def context(
    query: Annotated[str, typer.Argument(help="What it is to be about.")] = "",
    from_file: Annotated[Path | None, typer.Option("--from-file", metavar="FILE", help=_FILE)] = None,
    vault: VaultOption = None,
    budget: Annotated[int | None, typer.Option(help="Tokens at most; else context.budget.")] = None,
    n: Annotated[
        int | None, typer.Option("-n", help="Passages considered at most; else context.n_results.")
    ] = None,
    style: Annotated[ContextFormat, typer.Option("--format", help=_STYLE)] = ContextFormat.MARKDOWN,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Print the best passages as one text, cited and numbered by note, within a token budget.

    The numbers are kept: `vaultsearch read 2` reads the second note of the last context. What did not fit
    is listed on stderr.
    """
    given = {"budget": budget, "n_results": n}
    chosen = [f"context.{key}={value}" for key, value in given.items() if value is not None]
    parameters = command_parameters([*(set_ or []), *chosen])
    style = ContextFormat.JSON if as_json else style
    text = _asked(query, from_file)
    made = run(_context(vault or last_vault(), parameters, text, style, operators=from_file is None))
    if style is ContextFormat.JSON:
        print_json(context_json(made))
        return
    typer.echo(made.text if made.pieces else "Nothing found.", nl=not made.pieces)
    for piece in made.left_out:
        typer.echo(f"left out: {_named(piece)}", err=True)


def _asked(query: str, file: Path | None) -> str:
    """Give what is asked: the query, or a file's text; raises QueryError."""
    if file is None:
        text = query
    else:
        try:
            raw = typer.get_binary_stream("stdin").read() if str(file) == "-" else file.read_bytes()
        except OSError as error:
            raise QueryError(f"{file} cannot be read: {error.strerror}.", "Name another file.") from error
        text = raw.decode("utf-8-sig", errors="replace")
    if not text.strip():
        raise QueryError(
            "Nothing is asked.", "Say what about: vaultsearch context QUERY, or --from-file FILE."
        )
    return text


async def _context(
    folder: Path, parameters: Parameters, text: str, style: ContextFormat, *, operators: bool
) -> Context:
    session = await open_vault(folder, parameters, write=False)
    try:
        await session.count_words()
        n = parameters.integer("context", "n_results")
        found = _found if operators else _found_by_topic
        chunks, notice = await found(session, text, n)
        if notice:
            typer.echo(notice, err=True)
        return await session.context(chunks, style=style)
    finally:
        await session.close()


async def _found(session: Vault, query: str, n: int) -> tuple[list[Chunk], str | None]:
    """Search for a question."""
    stages = [stage async for stage in session.search(query, Mode.HYBRID, n)]
    told = " ".join(filter(None, (stages[-1].notice, not_indexed_yet(stages[-1]))))
    return [result.chunk for result in stages[-1].results], told or None


async def _found_by_topic(session: Vault, text: str, n: int) -> tuple[list[Chunk], str | None]:
    """Search with a text of any length, in which nothing is an operator; raises VaultSearchError."""
    answer = succeeded(await session.search_passage(text, n))
    return [result.chunk for result in answer.results], answer.notice


def _named(piece: ContextPiece) -> str:
    section = f" > {' > '.join(piece.heading_path)}" if piece.heading_path else ""
    return f"{piece.path}{section} ({piece.tokens:,} tokens)"
