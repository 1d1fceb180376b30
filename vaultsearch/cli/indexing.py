"""``vaultsearch index``, ``publish`` and ``watch``: read changed notes, once or always; share an index."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from contextlib import aclosing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultsearch.cli.candidates import languages, vaults
from vaultsearch.cli.options import (
    INTERRUPTED,
    AsJson,
    JsonOptions,
    SettingOptions,
    T,
    ask_open_vault,
    opened,
    run,
)
from vaultsearch.cli.output import json_text, print_json
from vaultsearch.cli.vault_choice import vault_to_index
from vaultsearch.core.errors import DiskFullError, NotIndexedError, QueryError
from vaultsearch.core.files import expand_home
from vaultsearch.core.index.published import PublishError, without_keys
from vaultsearch.core.languages.names import language_code
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.service import commands
from vaultsearch.service.opening import open_vault
from vaultsearch.service.serialization import report_json
from vaultsearch.service.shapes import Published
from vaultsearch.service.wire import fill_answer
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from vaultsearch.core.errors import VaultSearchError
    from vaultsearch.core.index.published import Transfer
    from vaultsearch.core.values.sync import Changes
    from vaultsearch.service.vault import Vault


_READ_FOR = "Index English notes so that questions in this language find them by meaning, such as de."
_NOT_FOR = "Undo --read-for."
_FROM = "First take the index that another computer published to this place; then read only what differs."
_PLACE = "A folder, such as one on a network drive or one that is synced; or s3://, gs://, az://."
_TAKE_OVER = "Publish there from now on, though another computer does so."
_YES = "Agree that the text of the notes is sent to an object store."
_ALLOW = "Allow the text of all notes to be sent to this computer, for embeddings by a server there."
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
    allow: Annotated[str | None, typer.Option("--allow", metavar="HOST", help=_ALLOW)] = None,
) -> None:
    """Index a vault, or update its index."""
    from vaultsearch.cli.reports import print_sync_report

    if allow is not None:
        from vaultsearch.cli.context import allow_host

        allow_host(allow, all_notes=True)

    parameters = options.parameters(*(["files.recognize_text=true"] if recognise else ()))
    chosen = folder or options.vault or vault_to_index()
    wanted = {_language(written): True for written in read_for or ()}
    wanted |= {_language(written): False for written in not_for or ()}
    work = partial(commands.sync_and_wait, read_for=tuple(wanted.items()), anew=anew, recognise=recognise)
    if place is not None:
        _take_from(place, chosen, quiet=options.as_json)
    report = _index(chosen, parameters, work, quiet=options.as_json)
    taken = {"taken_over": report.unchanged, "encoded": report.embedded} if place is not None else {}
    if options.as_json:
        print_json(report_json(report, **taken))
    else:
        if taken:
            typer.echo(f"{report.unchanged:,} notes taken over, {report.embedded:,} passages read here.")
        print_sync_report(report)
    # A cancelled sync returns its report, and raises nothing.
    if report.cancelled:
        raise typer.Exit(INTERRUPTED)
    # Some bad notes are usual, and lines in the report; it is a failure if nothing could be read.
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
    from vaultsearch.core.index.index_folder import read_manifest

    parameters = options.parameters()
    whole = _elsewhere(place, folder)
    if read_manifest(settings.index_folder(folder)) is None:
        raise NotIndexedError(
            Message("{} isn't indexed yet.", folder), Message("Run: vaultsearch index {}", quote(str(folder)))
        )
    work = partial(commands.publish, place=whole, take_over=take_over)
    _require_consent(whole, agreed=agreed)
    transfer = _in_the_writer(folder, parameters, work, quiet=as_json)
    if as_json:
        print_json(fill_answer(Published, transfer, place=whole))
    else:
        typer.echo(f"Published to {whole}: {_moved(transfer)}")


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
    shown = without_keys(place)
    question = f"The text of your notes is sent to {shown}. Send it?"
    if "://" in place and not agreed and not (sys.stdin.isatty() and typer.confirm(question, err=True)):
        raise PublishError(
            Message("The text of your notes would be sent to {}. Nothing was sent.", shown),
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
    return f"{transfer.copied:,} new files copied, {size:,.1f} MB."


def _language(written: str) -> str:
    code = language_code(written)
    if not code:
        raise QueryError(f"Unknown language “{written}”.", "Use a name or code: German or de.")
    return code


def _index(
    folder: Path, parameters: Parameters, work: Callable[..., Coroutine[Any, Any, SyncReport]], *, quiet: bool
) -> SyncReport:
    try:
        report = _in_the_writer(folder, parameters, work, quiet=quiet)
        _remember(folder)
    except DiskFullError:
        # The part that was indexed until then can be searched.
        _remember(folder)
        raise
    return report


def _in_the_writer(
    folder: Path, parameters: Parameters, work: Callable[..., Coroutine[Any, Any, T]], *, quiet: bool
) -> T:
    """Do work in the process that writes the index, if it answers commands, else here."""
    from vaultsearch.cli.reports import sync_progress

    async def here() -> T:
        async with opened(folder, parameters, write=True) as vault:
            return await work(vault, on_progress=show)

    with sync_progress(quiet=quiet) as show:
        elsewhere = ask_open_vault(folder, parameters, work, show)
        return run(here()) if elsewhere is None else elsewhere[0]


def _remember(vault: Path) -> None:
    try:
        settings.remember_vault(expand_home(vault).resolve())
    except OSError as error:
        typer.echo(f"vaultsearch: couldn't remember this vault as the last one: {error}.", err=True)


_TIME = re.compile(r"(\d+)\s*([smhd])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_LEAST_S = 1.0


def watch(
    *,
    folder: Annotated[Path | None, typer.Argument(help="The folder with your notes.")] = None,
    every: Annotated[
        str, typer.Option(metavar="TIME", help="Compare all files so often as well, such as 30m, 1h or 1d.")
    ] = "",
    options: JsonOptions,
) -> None:
    """Keep a vault's index up to date until Ctrl+C or SIGTERM.

    Prints a line for each note that was added, changed or removed.

    Use --every for a drive that does not tell of its changes, such as one in the network.
    """
    from vaultsearch.core import crash_log

    crash_log.enable(crash_log.WATCH)
    parameters, show = options.parameters(), _print_json if options.as_json else _print
    run(_watch(folder or options.vault or vault_to_index(), parameters, show, _seconds(every)))


def _seconds(every: str) -> float:
    match = _TIME.fullmatch(every.strip())
    if match is None and every:
        raise QueryError(Message("“{}” is no time.", every), "Write it like 30m, 1h or 1d.")
    return 0.0 if match is None else max(_LEAST_S, int(match[1]) * _UNITS[match[2]])


async def _watch(
    folder: Path, parameters: Parameters, show: Callable[[str, str], None], every: float
) -> None:
    from vaultsearch.service.asking import serve

    ended = asyncio.Event()
    # Windows has no such handler: there, SIGTERM ends a process at once.
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    vault = await open_vault(folder, parameters, write=True, watching=True)
    await serve(vault)

    def print_changes(changes: Changes) -> None:
        for kind in ("added", "changed", "removed"):
            for path in getattr(changes, kind):
                show(kind, path)

    vault.index.tell_changes(print_changes)
    keeping = asyncio.create_task(_keep_fresh(vault, every))
    waiting = asyncio.create_task(ended.wait())
    try:
        await asyncio.wait((keeping, waiting), return_when=asyncio.FIRST_COMPLETED)
        if keeping.done():
            # Raises its error.
            keeping.result()
    finally:
        for task in (keeping, waiting):
            task.cancel()
        await asyncio.wait((keeping, waiting))
        await vault.close()


async def _keep_fresh(vault: Vault, every: float) -> None:
    from vaultsearch.service.freshness import Freshness

    vault.index.every_s = every
    if not vault.index.writes:
        # Raises IndexInUseError, which names the process that writes.
        await _sync(vault, changes=False)
    freshness = Freshness(partial(_sync, vault, changes=True), on_trouble=_print_trouble)
    async with aclosing(vault.index.changes()) as changes:
        # Watched before the first sync, so that no change falls in between.
        await anext(changes)
        await _sync(vault, changes=False)
        await asyncio.to_thread(settings.remember_vault, vault.folder)
        typer.echo(f"Watching {vault.folder}.")
        await freshness.follow(changes)


async def _sync(vault: Vault, *, changes: bool) -> None:
    report = await vault.index.sync(lambda _: None, changes=changes)
    # A cancelled sync returns its report, and raises nothing.
    if report.cancelled:
        raise asyncio.CancelledError


def _print(kind: str, path: str) -> None:
    typer.echo(f"{datetime.now().astimezone():%H:%M:%S} {kind} {path}")


def _print_json(kind: str, path: str) -> None:
    typer.echo(json_text({"change": kind, "path": path}))


def _print_trouble(trouble: VaultSearchError) -> None:
    typer.echo(f"vaultsearch: {trouble} {trouble.remedy}", err=True)
