"""The command line: the window, indexing, searching, and what there is to know of an index."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from vaultsearch import settings
from vaultsearch.commands.context import context
from vaultsearch.commands.evaluate import evaluate
from vaultsearch.commands.mcp import mcp
from vaultsearch.commands.models import models_app
from vaultsearch.commands.options import (
    AsJson,
    Set,
    Vault,
    command_parameters,
    last_vault,
    open_session,
    print_json,
    run,
)
from vaultsearch.commands.read import read
from vaultsearch.commands.relations import add_relation_commands
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values import IndexStatus, Mode, SearchStage, SyncReport
from vaultsearch.reports import (
    print_config,
    print_report,
    print_results,
    print_status,
    report_json,
    result_json,
    setting_json,
    status_json,
)


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
    try:
        app()
    except VaultSearchError as error:
        typer.echo(f"vaultsearch: {error} {error.remedy}", err=True)
        sys.exit(2)


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
    vault: Vault = None,
    set_: Set = None,
) -> None:
    """Open the window."""
    from vaultsearch.app import run_window
    from vaultsearch.resources import resources_folder

    parameters = command_parameters(set_)
    chosen = resources_folder() / "sample_vault" if sample else folder or vault
    raise typer.Exit(run_window(chosen, parameters))


@app.command()
def index(
    folder: Annotated[Path | None, typer.Argument(help="The folder of notes.")] = None,
    vault: Vault = None,
    anew: Annotated[bool, typer.Option("--anew", help="Read and encode every note again.")] = False,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Index a vault, or bring its index up to date."""
    parameters = command_parameters(set_)
    chosen = folder or vault or last_vault()
    report = run(_index(chosen, parameters, anew=anew, quiet=as_json))
    if as_json:
        print_json(report_json(report))
    else:
        print_report(report)
    if report.failed and not report.chunks:
        raise typer.Exit(1)


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    vault: Vault = None,
    n: Annotated[int, typer.Option("-n", min=1, max=1000, help="How many passages.")] = 10,
    mode: Annotated[Mode, typer.Option(help="Meaning and words, one of them, or literally.")] = Mode.HYBRID,
    no_rerank: Annotated[bool, typer.Option("--no-rerank", help="Keep the order of the fused legs.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each passage is there.")] = False,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Search a vault that has been indexed."""
    parameters = command_parameters(set_)
    folder = vault or last_vault()
    stage = run(_search(folder, parameters, query, mode, n, rerank=not no_rerank, numbered=not as_json))
    if stage.notice:
        typer.echo(stage.notice, err=True)
    if as_json:
        print_json([result_json(result) for result in stage.results])
    else:
        print_results(stage, explain=explain)


@app.command()
def status(vault: Vault = None, as_json: AsJson = False, set_: Set = None) -> None:
    """Say what is indexed, how, and what could not be read."""
    found = run(_status(vault or last_vault(), command_parameters(set_)))
    if as_json:
        print_json(status_json(found))
    else:
        print_status(found)


@app.command()
def config(_vault: Vault = None, as_json: AsJson = False, set_: Set = None) -> None:
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
add_relation_commands(app)


async def _index(folder: Path, parameters: Parameters, *, anew: bool, quiet: bool) -> SyncReport:
    from vaultsearch.reports import progress_bar

    session = await open_session(folder, parameters, write=True)
    try:
        with progress_bar(quiet=quiet) as show:
            report = await session.sync(show, anew=anew)
    finally:
        await session.close()
    settings.remember_vault(session.vault)
    return report


async def _search(
    folder: Path,
    parameters: Parameters,
    query: str,
    mode: Mode,
    n: int,
    *,
    rerank: bool,
    numbered: bool,
) -> SearchStage:
    """Search; ``numbered`` has the numbers that are printed mean these notes from now on."""
    session = await open_session(folder, parameters, write=False)
    try:
        await session.count_words()
        stages = [stage async for stage in session.search(query, mode, n, rerank=rerank)]
        if numbered:
            await session.number(result.chunk.path for result in stages[-1].results)
    finally:
        await session.close()
    return stages[-1]


async def _status(folder: Path, parameters: Parameters) -> IndexStatus:
    session = await open_session(folder, parameters, write=False)
    try:
        return await session.status()
    finally:
        await session.close()
