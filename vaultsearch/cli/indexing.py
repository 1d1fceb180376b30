"""``vaultsearch index`` and ``publish``: read changed notes into an index; share an index."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer

from vaultsearch.cli.candidates import complete_languages, complete_vaults
from vaultsearch.cli.options import (
    INTERRUPTED_EXIT_CODE,
    AsJson,
    JsonOptions,
    SettingOptions,
    T,
    ask_open_vault,
    run_in_vault,
)
from vaultsearch.cli.output import print_json
from vaultsearch.cli.vault_choice import is_indexed, outside_vaults, vault_to_index
from vaultsearch.core.errors import NotIndexedError, QueryError, SettingsError
from vaultsearch.core.files import expand_home
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.published import PublishError, Transfer, hide_keys, parse_place
from vaultsearch.core.languages.names import language_code
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import Progress
from vaultsearch.service import commands
from vaultsearch.service.parts.replicas import require_own, take_over
from vaultsearch.service.shapes import Indexed, Published
from vaultsearch.service.wire import fill_answer
from vaultsearch.settings import settings

_READ_FOR_HELP = "Index English notes so that questions in this language find them by meaning, such as de."
_FROM_HELP = (
    "First take the index that another computer published to this place; then read only what differs."
)
_PLACE_HELP = "A folder, such as one on a network drive or one that is synced; or s3://, gs://, az://."
_TAKE_OVER_HELP = "Publish there from now on, though another computer does so."
_YES_HELP = "Agree that the text of the notes is sent to an object store."
_ALLOW_HELP = "Allow the text of all notes to be sent to this computer, for embeddings by a server there."
_RECOGNIZE_HELP = "Recognize the text in pictures, too; the window and `watch` do so in the background."


def index_vault(
    *,
    folder: Annotated[Path | None, typer.Argument(help="The folder with your notes.")] = None,
    options: JsonOptions,
    anew: Annotated[bool, typer.Option("--rebuild", help="Rebuild the index from scratch.")] = False,
    read_for: Annotated[
        list[str] | None,
        typer.Option("--read-for", metavar="LANG", help=_READ_FOR_HELP, autocompletion=complete_languages),
    ] = None,
    not_for: Annotated[
        list[str] | None,
        typer.Option("--not-for", metavar="LANG", help="Undo --read-for.", autocompletion=complete_languages),
    ] = None,
    recognise: Annotated[bool, typer.Option("--recognize-text", help=_RECOGNIZE_HELP)] = False,
    place: Annotated[str | None, typer.Option("--from", metavar="PLACE", help=_FROM_HELP)] = None,
    allow: Annotated[str | None, typer.Option("--allow", metavar="HOST", help=_ALLOW_HELP)] = None,
) -> None:
    """Index a vault, or update its index."""
    from vaultsearch.cli.reports import print_sync_report

    if allow is not None:
        from vaultsearch.cli.context import allow_host

        allow_host(allow, all_notes=True)

    parameters = options.parameters(*(["files.recognize_text=true"] if recognise else ()))
    chosen = vault_to_index(folder, options.vault)
    wanted = {_parse_language(written): True for written in read_for or ()}
    wanted |= {_parse_language(written): False for written in not_for or ()}
    work = partial(commands.sync_and_wait, read_for=tuple(wanted.items()), anew=anew, recognise=recognise)
    if place is not None:
        require_own(chosen)
        transfer = take_over(place, chosen)
        if not options.as_json:
            typer.echo(_describe_transfer(transfer))
    report = _run_in_writer(chosen, parameters, work, quiet=options.as_json, remembers=True)
    _remember_vault(chosen)
    taken = {"taken_over": report.unchanged, "encoded": report.embedded} if place is not None else {}
    counts = {"moved": len(report.moved), "seconds": round(report.seconds, 3), **taken}
    if options.as_json:
        print_json(fill_answer(Indexed, report, **counts))
    else:
        if taken:
            typer.echo(f"{report.unchanged:,} notes taken over, {report.embedded:,} passages read here.")
        print_sync_report(report)
    # A cancelled sync returns its report, and raises nothing.
    if report.cancelled:
        raise typer.Exit(INTERRUPTED_EXIT_CODE)
    # Some bad notes are normal, and listed in the report; reading nothing at all is a failure.
    if report.failed and not report.chunks:
        raise typer.Exit(1)


def publish_index(
    *,
    folder: Annotated[
        Path, typer.Argument(metavar="VAULT", help="The vault.", autocompletion=complete_vaults)
    ],
    place: Annotated[str, typer.Argument(metavar="PLACE", help=_PLACE_HELP)],
    options: SettingOptions,
    take_over: Annotated[bool, typer.Option("--take-over", help=_TAKE_OVER_HELP)] = False,
    agreed: Annotated[bool, typer.Option("--yes", help=_YES_HELP)] = False,
    as_json: AsJson = False,
) -> None:
    """Publish a vault's index to a folder or a bucket, from which other computers take it.

    Only files that are not there yet are copied. The place holds the text of your notes.
    """
    require_own(folder)
    parameters = options.parameters()
    whole = place if "://" in place else str(outside_vaults(Path(place)))
    if read_manifest(settings.index_folder(folder)) is None:
        raise NotIndexedError(
            Message("{} isn't indexed yet.", folder), Message("Run: vaultsearch index {}", quote(str(folder)))
        )
    work = partial(commands.publish_index, place=whole, take_over=take_over)
    parse_place(whole, Path(whole))  # one that is refused needs no consent
    if "://" in place and not agreed:
        shown = hide_keys(whole)
        question = f"The text of your notes is sent to {shown}. Send it?"
        if not (sys.stdin.isatty() and typer.confirm(question, err=True)):
            raise PublishError(
                Message("The text of your notes would be sent to {}. Nothing was sent.", shown),
                "Add --yes if you agree.",
            )
    transfer = _run_in_writer(folder, parameters, work, quiet=as_json)
    if as_json:
        print_json(fill_answer(Published, transfer, place=whole))
    else:
        typer.echo(f"Published to {whole}: {_describe_transfer(transfer)}")


def _describe_transfer(transfer: Transfer) -> str:
    return f"{transfer.copied:,} new files copied, {transfer.bytes_copied / 1e6:,.1f} MB."


def _parse_language(written: str) -> str:
    code = language_code(written)
    if not code:
        raise QueryError(f"Unknown language “{written}”.", "Use a name or code: German or de.")
    return code


def _run_in_writer(
    folder: Path,
    parameters: Parameters,
    work: Callable[..., Coroutine[Any, Any, T]],
    *,
    quiet: bool,
    remembers: bool = False,
) -> T:
    """Run work in the process writing the index if it accepts commands, else in this process.

    If it ``remembers``, the vault is recorded as the last one as soon as it has an index.
    """
    from vaultsearch.cli.reports import sync_progress

    with sync_progress(quiet=quiet) as show:

        def follow(progress: Progress) -> None:
            nonlocal remembers
            # Not only at the end: what is indexed before a crash or on a full disk can be searched. But not
            # before the rules have been read: settings with a slip in them are kept as they are.
            if remembers and progress.phase != "scanning" and is_indexed(folder):
                remembers = False
                _remember_vault(folder)
            show(progress)

        elsewhere = ask_open_vault(folder, parameters, work, follow)
        if elsewhere is not None:
            return elsewhere[0]
        return run_in_vault(folder, parameters, partial(work, on_progress=follow), write=True)


def _remember_vault(vault: Path) -> None:
    try:
        settings.remember_vault(expand_home(vault).resolve())
    except SettingsError:
        # Whatever asks for the settings says so.
        return
    except OSError as error:
        typer.echo(f"vaultsearch: couldn't remember this vault as the last one: {error}.", err=True)
