"""``vaultsearch index``: read the notes that have changed."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultsearch.cli.completing import languages, vaults
from vaultsearch.cli.options import (
    INTERRUPTED,
    AsJson,
    JsonOptions,
    SettingOptions,
    ask_open_vault,
    opened,
    run,
)
from vaultsearch.cli.output import print_json
from vaultsearch.cli.reports import print_sync_report, sync_progress
from vaultsearch.cli.vault_choice import vault_to_index
from vaultsearch.core.errors import DiskFullError, NotIndexedError, QueryError
from vaultsearch.core.files import expand_home
from vaultsearch.core.index.places import PublishError
from vaultsearch.core.languages.names import language_code
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.service import commands
from vaultsearch.service.serialization import published_json, report_json
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from vaultsearch.core.index.published import Transfer
    from vaultsearch.service.vault import Vault

_READ_FOR = "Index English notes so that questions in this language find them by meaning, such as de."
_NOT_FOR = "Undo --read-for."
_FROM = "First take the index that another computer published to this place; then read only what differs."
_PLACE = "A folder, such as one on a network drive or one that is synced; or s3://, gs://, az://."
_TAKE_OVER = "Publish there from now on, though another computer does so."
_YES = "Agree that the text of the notes is sent to an object store."
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
    place: Annotated[str | None, typer.Option("--from", metavar="PLACE", help=_FROM)] = None,
) -> None:
    """Index a vault, or update its index."""
    parameters = options.parameters(*(["files.recognize_text=true"] if recognise else ()))
    chosen = folder or options.vault or vault_to_index()
    wanted = {_language(written): True for written in read_for or ()}
    wanted |= {_language(written): False for written in not_for or ()}
    work = partial(commands.sync, read_for=tuple(wanted.items()), anew=anew, recognise=recognise)
    if place is not None:
        _take_from(place, chosen, quiet=options.as_json)
    report = _index(chosen, parameters, work, quiet=options.as_json)
    taken = {"taken_over": report.unchanged, "encoded": report.embedded} if place is not None else {}
    if options.as_json:
        print_json({**report_json(report), **taken})
    else:
        if taken:
            typer.echo(f"{report.unchanged:,} notes taken over, {report.embedded:,} passages read here.")
        print_sync_report(report)
    if report.cancelled:  # a cancelled sync returns its report
        raise typer.Exit(INTERRUPTED)
    if report.failed and not report.chunks:
        raise typer.Exit(1)


def publish(
    *,
    folder: Annotated[Path, typer.Argument(metavar="VAULT", help="The vault.", autocompletion=vaults)],
    place: Annotated[str, typer.Argument(metavar="PLACE", help=_PLACE)],
    options: SettingOptions,
    take_over: Annotated[bool, typer.Option("--take-over", help=_TAKE_OVER)] = False,
    agreed: Annotated[bool, typer.Option("--yes", help=_YES)] = False,
    as_json: AsJson = False,
) -> None:
    """Publish a vault's index to a folder or a bucket, from which other computers take it.

    Only files that are not there yet are copied. The place holds the text of your notes.
    """
    from vaultsearch.core.index.manifest import read_manifest

    parameters = options.parameters()
    whole = _elsewhere(place, folder)
    if read_manifest(settings.index_folder(folder)) is None:
        raise NotIndexedError(
            Message("{} isn't indexed yet.", folder), Message("Run: vaultsearch index {}", quote(str(folder)))
        )
    work = partial(commands.publish, place=whole, take_over=take_over)
    _require_consent(whole, agreed=agreed)
    with sync_progress(quiet=as_json) as show:
        elsewhere = ask_open_vault(folder, parameters, work, show)
        if elsewhere is None:
            transfer = run(_publish_here(folder, parameters, partial(work, on_progress=show)))
        else:
            (transfer,) = elsewhere
    if as_json:
        print_json(published_json(transfer, whole))
    else:
        typer.echo(f"Published to {whole}: {_moved(transfer)}")


async def _publish_here(
    folder: Path, parameters: Parameters, work: Callable[[Vault], Coroutine[Any, Any, Transfer]]
) -> Transfer:
    async with opened(folder, parameters, write=True) as vault:
        return await work(vault)


def _elsewhere(place: str, vault: Path) -> str:
    """Return a place as it is written, a folder as a whole path; raise PublishError for one in the vault."""
    if "://" in place:
        return place
    whole = expand_home(place).resolve()
    if whole.is_relative_to(expand_home(vault).resolve()):
        raise PublishError(
            Message("{} is in the vault, which is never written to.", place), "Use a folder outside of it."
        )
    return str(whole)


def _require_consent(place: str, *, agreed: bool) -> None:
    """Have the user agree that the notes' text goes to an object store; raise PublishError if not."""
    question = f"The text of your notes is sent to {place}. Send it?"
    if "://" in place and not agreed and not (sys.stdin.isatty() and typer.confirm(question, err=True)):
        raise PublishError(
            Message("The text of your notes would be sent to {}. Nothing was sent.", place),
            "Add --yes if you agree.",
        )


def _take_from(place: str, vault: Path, *, quiet: bool) -> None:
    """Replace a vault's index by one that is published in a place."""
    from vaultsearch.service.replicas import take_over

    transfer = take_over(place, vault)
    if not quiet:
        typer.echo(_moved(transfer))


def _moved(transfer: Transfer) -> str:
    size = transfer.bytes_copied / 1e6
    return f"{transfer.copied:,} of {transfer.files:,} files copied, {size:,.1f} MB."


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
