"""The commands about notes among themselves: related, linked, alone, written twice, and summed up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from vaultsearch.cli import relation_reports
from vaultsearch.cli.options import AsJson, Set, VaultOption, command_parameters, print_json, run
from vaultsearch.service.opening import last_vault, open_vault

if TYPE_CHECKING:
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.vault import Vault

T = TypeVar("T")

NoteArgument = Annotated[
    str,
    typer.Argument(metavar="NOTE", help="Its path, title or alias, or its number in what was found last."),
]


def add_relation_commands(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (related, links, orphans, unresolved, duplicates, summaries):
        app.command()(command)


def related(
    note: NoteArgument,
    vault: VaultOption = None,
    n: Annotated[int | None, typer.Option("-n", min=1, max=1000, help="How many notes.")] = None,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """List the notes that have most to do with a note, and why."""
    found = _asked(vault, set_, lambda session: session.related(note, n))
    if as_json:
        print_json([relation_reports.related_json(one) for one in found])
    else:
        relation_reports.print_related(found)


def links(note: NoteArgument, vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """List what links to a note, what it links to, and where it is named without a link."""
    found = _asked(vault, set_, lambda session: session.links_of(note))
    if as_json:
        print_json(relation_reports.links_json(found))
    else:
        relation_reports.print_links(found)


def orphans(vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """List the notes that no link leads to or from."""
    found = _asked(vault, set_, lambda session: session.loose_ends()).orphans
    if as_json:
        print_json([asdict(note) for note in found])
    else:
        relation_reports.print_orphans(found)


def unresolved(vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """List the links that lead to no note, the most wanted first."""
    found = _asked(vault, set_, lambda session: session.loose_ends()).unresolved
    if as_json:
        print_json([relation_reports.unresolved_json(one) for one in found])
    else:
        relation_reports.print_unresolved(found)


def duplicates(vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """List the passages that stand, nearly the same, in several notes."""
    found = _asked(vault, set_, lambda session: session.duplicates())
    if as_json:
        print_json([relation_reports.duplicates_json(group) for group in found])
    else:
        relation_reports.print_duplicates(found)


def summaries(
    note: Annotated[
        str | None,
        typer.Argument(
            metavar="[NOTE]", help="Its path, title or alias, or its number in what was found last."
        ),
    ] = None,
    vault: VaultOption = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Make those that the index lacks; it goes on where it stopped.")
    ] = False,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Print the sentences that say most of what a note is about; notes in English have a summary."""
    if missing == (note is not None):
        raise typer.BadParameter("Name a note, or ask for --missing.")
    parameters = command_parameters(set_)
    if note is None:
        made = run(_fill(vault or last_vault(), parameters, quiet=as_json))
        print_json({"made": made}) if as_json else typer.echo(f"{made:,} summaries made.")
        return
    found = _asked(vault, set_, lambda session: session.summary(note))
    if as_json:
        print_json(relation_reports.summary_json(found))
    else:
        relation_reports.print_summary(found)


def _asked(vault: Path | None, set_: list[str] | None, ask: Callable[[Vault], Awaitable[T]]) -> T:
    """Ask a vault that has been indexed."""

    async def answer() -> T:
        session = await open_vault(vault or last_vault(), parameters, write=False)
        try:
            return await ask(session)
        finally:
            await session.close()

    parameters = command_parameters(set_)
    return run(answer())


async def _fill(folder: Path, parameters: Parameters, *, quiet: bool) -> int:
    from vaultsearch.cli.reports import progress_bar

    session = await open_vault(folder, parameters, write=True)
    try:
        with progress_bar(quiet=quiet) as show:
            return await session.fill_summaries(show)
    finally:
        await session.close()
