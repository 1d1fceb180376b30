"""The command line: the window, indexing, searching, and what there is to know of an index."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from vaultsearch.cli.all_vaults import search_all
from vaultsearch.cli.context import context
from vaultsearch.cli.error_boundary import speak_utf8, told
from vaultsearch.cli.evaluate import evaluate
from vaultsearch.cli.mcp import mcp
from vaultsearch.cli.models import models_app
from vaultsearch.cli.options import AsJson, Set, VaultOption, command_parameters, print_json, run
from vaultsearch.cli.read import read
from vaultsearch.cli.relations import add_relation_commands
from vaultsearch.cli.reports import (
    offered,
    print_config,
    print_relaxations,
    print_report,
    print_results,
    print_status,
)
from vaultsearch.cli.search import search_with_file
from vaultsearch.cli.watch import watch
from vaultsearch.core.errors import DiskFullError, QueryError, VaultNotFoundError
from vaultsearch.core.files import require_unicode
from vaultsearch.core.languages.names import language_code
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.query import Relaxation
from vaultsearch.core.values.search import Mode, SearchStage
from vaultsearch.core.values.sync import IndexStatus, SyncReport
from vaultsearch.service.opening import last_vault, open_vault
from vaultsearch.service.serialization import (
    not_indexed_yet,
    report_json,
    result_json,
    setting_json,
    status_json,
)
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Mapping

_LISTED = 10
_HOW_MANY = f"How many passages; {_LISTED} by default, with a text as `passages.top_k` says."
_FROM_FILE = "Search with this text, such as a draft or the export of a chat; - reads standard input."

_READ_FOR = "Have notes in English found by meaning for questions in this language, too, such as de."
_NOT_FOR = "Undo --read-for."


class _OpensByDefault(TyperGroup):
    """``vaultsearch`` and ``vaultsearch FOLDER`` mean ``vaultsearch open FOLDER``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = next((arg for arg in args if arg not in ("--verbose", "-v")), "open")
        if first not in self.commands and first not in ("--help", "-h", "--version"):
            at = args.index(first)
            args = [*args[:at], "open", *args[at:]]
        elif not args or args[-1] in ("--verbose", "-v"):
            args = [*args, "open"]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_OpensByDefault,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Search over your own notes, entirely on your machine.",
)

app.add_typer(models_app, name="models")


def main() -> None:
    """Run the command line; a known trouble is a sentence and a remedy, and the exit code 2."""
    speak_utf8()
    if code := told(app):
        sys.exit(code)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("vaultsearch"))
        raise typer.Exit


@app.callback()
def options(
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell on stderr what is being done.")
    ] = False,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Search over your own notes, entirely on your machine."""
    settings.check_home()
    settings.mend_rights()
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    if not verbose:
        logging.getLogger("vaultsearch").setLevel(logging.ERROR)


@app.command("open")
def open_window(
    folder: Annotated[Path | None, typer.Argument(help="The vault; by default the one used last.")] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Open the sample vault.")] = False,
    toggle: Annotated[
        bool,
        typer.Option("--toggle", help="Hide the window if it is in front, else bring it there."),
    ] = False,
    vault: VaultOption = None,
    set_: Set = None,
) -> None:
    """Open the window, or bring the one to the front that is open already."""
    from vaultsearch.desktop.single_instance import place_or_hand_over
    from vaultsearch.gui.window.window_request import Request
    from vaultsearch.settings.resources import resources_folder

    chosen = resources_folder() / "sample_vault" if sample else folder or vault
    if chosen is not None and not chosen.is_dir():
        raise VaultNotFoundError(f"{chosen} is not a folder.", "Name the folder that holds the notes.")
    whole = "" if chosen is None else str(chosen.resolve())
    require_unicode(Path(whole))
    request = Request(toggle, whole, os.environ.get("XDG_ACTIVATION_TOKEN", ""))
    place = place_or_hand_over(request)
    if place is None:
        if set_:
            typer.echo("vaultsearch: the window is open already, and goes on without --set.", err=True)
        return
    from vaultsearch.desktop.app import run_window

    try:
        exit_code = run_window(chosen, command_parameters(set_), place.name)
    finally:
        place.leave()
    raise typer.Exit(exit_code)


@app.command()
def index(
    folder: Annotated[Path | None, typer.Argument(help="The folder of notes.")] = None,
    vault: VaultOption = None,
    anew: Annotated[bool, typer.Option("--anew", help="Read and encode every note again.")] = False,
    read_for: Annotated[list[str] | None, typer.Option("--read-for", metavar="LANG", help=_READ_FOR)] = None,
    not_for: Annotated[list[str] | None, typer.Option("--not-for", metavar="LANG", help=_NOT_FOR)] = None,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Index a vault, or bring its index up to date."""
    parameters = command_parameters(set_)
    chosen = folder or vault or last_vault()
    wanted = {_language(written): True for written in read_for or ()}
    wanted |= {_language(written): False for written in not_for or ()}
    report = run(_index(chosen, parameters, wanted, anew=anew, quiet=as_json))
    if as_json:
        print_json(report_json(report))
    else:
        print_report(report)
    if report.failed and not report.chunks:
        raise typer.Exit(1)


@app.command()
def search(  # noqa: PLR0913, PLR0917 - typer makes an option of each
    query: Annotated[str, typer.Argument(help="What to look for.")] = "",
    vault: VaultOption = None,
    all_vaults: Annotated[bool, typer.Option("--all", help="Search every vault that is known.")] = False,
    n: Annotated[int | None, typer.Option("-n", min=1, max=1000, help=_HOW_MANY)] = None,
    mode: Annotated[Mode, typer.Option(help="Meaning and words, one of them, or literally.")] = Mode.HYBRID,
    no_rerank: Annotated[bool, typer.Option("--no-rerank", help="Keep the order of the fused legs.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each passage is there.")] = False,
    from_file: Annotated[Path | None, typer.Option("--from-file", metavar="FILE", help=_FROM_FILE)] = None,
    by_topic: Annotated[bool, typer.Option("--by-topic", help="With a text: list by its topics.")] = False,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Search a vault that has been indexed, with a query or with a whole text."""
    parameters = command_parameters(set_)
    if all_vaults and (vault or from_file):
        raise QueryError("--all goes with a query, and without --vault.", "Leave out one of them.")
    folder = vault or last_vault()
    if from_file is not None:
        if query:
            raise QueryError("There is both a query and a file.", "Leave out one of them.")
        search_with_file(
            folder, parameters, from_file, n, by_topic=by_topic, explain=explain, as_json=as_json
        )
        return
    if not query:
        raise QueryError("There is nothing to look for.", "Name a query, or a text with --from-file FILE.")
    if all_vaults:
        search_all(
            parameters, query, mode, n or _LISTED, rerank=not no_rerank, explain=explain, as_json=as_json
        )
        return
    stage, relaxations = run(
        _search(folder, parameters, query, mode, n or _LISTED, rerank=not no_rerank, numbered=not as_json)
    )
    for sentence in filter(None, (stage.notice, not_indexed_yet(stage), offered(stage, folder))):
        typer.echo(sentence, err=True)
    if as_json:
        print_json([result_json(result) for result in stage.results])
    else:
        print_results(stage, explain=explain)
    print_relaxations(query, mode, relaxations)


@app.command()
def status(vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """Say what is indexed, how, and what could not be read."""
    found = run(_status(vault or last_vault(), command_parameters(set_)))
    if as_json:
        print_json(status_json(found))
    else:
        print_status(found)


@app.command()
def config(_vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """List every parameter, its value and where the value comes from."""
    listed = command_parameters(set_).settings()
    if as_json:
        print_json([setting_json(setting) for setting in listed])
    else:
        print_config(listed, settings.settings_file())


app.command()(context)
app.command()(read)
app.command()(evaluate)
app.command()(mcp)
app.command()(watch)
add_relation_commands(app)


def _language(written: str) -> str:
    code = language_code(written)
    if not code:
        raise QueryError(
            f"“{written}” is no language that is known.", "Write its name or code: German or de."
        )
    return code


async def _index(
    folder: Path, parameters: Parameters, wanted: Mapping[str, bool], *, anew: bool, quiet: bool
) -> SyncReport:
    from vaultsearch.cli.reports import progress_bar

    session = await open_vault(folder, parameters, write=True)
    try:
        for language, is_wanted in wanted.items():
            await session.read_for(language, wanted=is_wanted)
        with progress_bar(quiet=quiet) as show:
            report = await session.sync(show, anew=anew)
            await session.vectors_indexed()
        _remember(session.vault)
    except DiskFullError:
        _remember(session.vault)  # what was indexed until then can be searched
        raise
    finally:
        await session.close()
    return report


def _remember(vault: Path) -> None:
    try:
        settings.remember_vault(vault)
    except OSError as error:
        typer.echo(f"vaultsearch: the vault is not remembered as the last one: {error}.", err=True)


async def _search(
    folder: Path,
    parameters: Parameters,
    query: str,
    mode: Mode,
    n: int,
    *,
    rerank: bool,
    numbered: bool,
) -> tuple[SearchStage, tuple[Relaxation, ...]]:
    """Search; ``numbered`` has the numbers that are printed mean these notes from now on.

    Where nothing is found, or nothing that answers, gives what can be asked instead, too.
    """
    relaxations: tuple[Relaxation, ...] = ()
    session = await open_vault(folder, parameters, write=False)
    try:
        await session.count_words()
        stages = [stage async for stage in session.search(query, mode, n, rerank=rerank)]
        last = stages[-1]
        if numbered:
            await session.number(result.chunk.path for result in last.results)
        if not last.results or last.unanswered:
            relaxations = await session.relaxations(query, mode, listed=bool(last.results))
    finally:
        await session.close()
    return last, relaxations


async def _status(folder: Path, parameters: Parameters) -> IndexStatus:
    session = await open_vault(folder, parameters, write=False)
    try:
        return await session.status()
    finally:
        await session.close()
