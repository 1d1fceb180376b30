"""``vaultsearch index``: read the notes that have changed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultsearch.cli.completing import languages
from vaultsearch.cli.options import INTERRUPTED, JsonOptions, ask_open_vault, opened, run
from vaultsearch.cli.output import print_json
from vaultsearch.cli.reports import print_sync_report, sync_progress
from vaultsearch.cli.vault_choice import vault_to_index
from vaultsearch.core.errors import DiskFullError, QueryError
from vaultsearch.core.files import expand_home
from vaultsearch.core.languages.names import language_code
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.service import commands
from vaultsearch.service.serialization import report_json
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from vaultsearch.service.vault import Vault

_READ_FOR = "Index English notes so that questions in this language find them by meaning, such as de."
_NOT_FOR = "Undo --read-for."
_RECOGNISE = "Recognize the text in pictures, too; the window and `watch` do so in the background."


def index(
    *,
    folder: Annotated[Path | None, typer.Argument(help="The folder with your notes.")] = None,
    options: JsonOptions,
    anew: Annotated[bool, typer.Option("--rebuild", help="Rebuild the index from scratch.")] = False,
    read_for: Annotated[
        list[str] | None, typer.Option("--read-for", metavar="LANG", help=_READ_FOR, autocompletion=languages)
    ] = None,
    not_for: Annotated[
        list[str] | None, typer.Option("--not-for", metavar="LANG", help=_NOT_FOR, autocompletion=languages)
    ] = None,
    recognise: Annotated[bool, typer.Option("--recognize-text", help=_RECOGNISE)] = False,
) -> None:
    """Index a vault, or update its index."""
    parameters = options.parameters(*(["files.recognize_text=true"] if recognise else ()))
    chosen = folder or options.vault or vault_to_index()
    wanted = {_language(written): True for written in read_for or ()}
    wanted |= {_language(written): False for written in not_for or ()}
    work = partial(commands.sync, read_for=tuple(wanted.items()), anew=anew, recognise=recognise)
    report = _index(chosen, parameters, work, quiet=options.as_json)
    if options.as_json:
        print_json(report_json(report))
    else:
        print_sync_report(report)
    if report.cancelled:  # a cancelled sync returns its report
        raise typer.Exit(INTERRUPTED)
    if report.failed and not report.chunks:
        raise typer.Exit(1)


def _language(written: str) -> str:
    code = language_code(written)
    if not code:
        raise QueryError(f"Unknown language “{written}”.", "Use a name or code: German or de.")
    return code


def _index(
    folder: Path, parameters: Parameters, work: Callable[..., Coroutine[Any, Any, SyncReport]], *, quiet: bool
) -> SyncReport:
    """Index in the process that writes the index, if it answers commands, else here."""
    try:
        with sync_progress(quiet=quiet) as show:
            elsewhere = ask_open_vault(folder, parameters, work, show)
            if elsewhere is None:
                report = run(_index_here(folder, parameters, partial(work, on_progress=show)))
            else:
                (report,) = elsewhere
        _remember(folder)
    except DiskFullError:
        _remember(folder)  # the part that was indexed until then can be searched
        raise
    return report


async def _index_here(
    folder: Path, parameters: Parameters, work: Callable[[Vault], Coroutine[Any, Any, SyncReport]]
) -> SyncReport:
    async with opened(folder, parameters, write=True) as vault:
        return await work(vault)


def _remember(vault: Path) -> None:
    try:
        settings.remember_vault(expand_home(vault).resolve())
    except OSError as error:
        typer.echo(f"vaultsearch: couldn't remember this vault as the last one: {error}.", err=True)
