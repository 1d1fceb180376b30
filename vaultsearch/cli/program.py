"""The command line: the typer application, and the commands open, index, status and config."""

from __future__ import annotations

import logging
import os
import sys
from difflib import get_close_matches
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from vaultsearch.cli.completing import languages
from vaultsearch.cli.completion import answer_shell, completion_app
from vaultsearch.cli.context import context, read
from vaultsearch.cli.error_boundary import exit_code_of, restart_in_utf8_mode
from vaultsearch.cli.evaluate import evaluate
from vaultsearch.cli.examples import add_examples
from vaultsearch.cli.export import export
from vaultsearch.cli.listing import random, recent, stats
from vaultsearch.cli.mcp import mcp
from vaultsearch.cli.models import models_app
from vaultsearch.cli.open_note import open_note
from vaultsearch.cli.options import (
    INTERRUPTED,
    AsJson,
    Set,
    VaultOption,
    ask_open_vault,
    ask_vault,
    command_parameters,
    opened,
    print_json,
    run,
)
from vaultsearch.cli.output import Color, as_argument, shell_command, use_color
from vaultsearch.cli.relations import duplicates, links, orphans, related, summaries, unresolved
from vaultsearch.cli.reports import print_config, print_status, print_sync_report, sync_progress
from vaultsearch.cli.schema import schema
from vaultsearch.cli.search import search
from vaultsearch.cli.vaults import vaults_app
from vaultsearch.cli.watch import watch
from vaultsearch.core.errors import DiskFullError, QueryError, VaultNotFoundError
from vaultsearch.core.extensions import extensions
from vaultsearch.core.files import expand_home, require_unicode
from vaultsearch.core.languages.names import language_code
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.service import commands
from vaultsearch.service.opening import last_vault
from vaultsearch.service.serialization import report_json, setting_json, status_json
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping

    from vaultsearch.service.vault import Vault

_READ_FOR = "Index English notes so that questions in this language find them by meaning, such as de."
_NOT_FOR = "Undo --read-for."
_OPENED = "A vault, the last one by default; or a note's number, id, path, title or alias."
_COLOR = "Colours and links; by default on a terminal without NO_COLOR. Also behind a command."


class _OpensByDefault(TyperGroup):
    """``vaultsearch`` and ``vaultsearch FOLDER`` mean ``vaultsearch open FOLDER``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        common, rest = _common_options(args)
        if not rest and not ctx.resilient_parsing:
            rest = ["open"]
        elif rest and rest[0] not in self.commands and rest[0] not in ("--help", "-h", "--version"):
            if not ctx.resilient_parsing:
                _require_folder(rest, self.commands)
            rest = ["open", *rest]
        return super().parse_args(ctx, [*common, *rest])


def _require_folder(words: list[str], commands: Iterable[str]) -> None:
    """Raise if the first word is neither an option nor a folder: it may be a command with a slip."""
    first = words[0]
    if first.startswith("-") or Path(first).is_dir():
        return
    near = get_close_matches(first.lower(), commands, n=1)
    if near:
        raise QueryError(f"No command {first}.", f"Did you mean: {shell_command(near[0], *words[1:])}")
    if first.startswith(("~", ".")) or len(Path(first).parts) > 1:
        raise VaultNotFoundError(f"{first} is not a folder.", "Choose the folder with your notes.")
    query = as_argument(" ".join(words))
    raise QueryError(
        f"{first} is neither a command nor a folder.", f"To search for it: {shell_command('search', *query)}"
    )


def _common_options(args: list[str]) -> tuple[list[str], list[str]]:
    """Split off --verbose before the command, and --color wherever it is."""
    common: list[str] = []
    rest: list[str] = []
    left = iter(args)
    for arg in left:
        if arg == "--":
            return common, [*rest, arg, *left]
        if arg.startswith("--color="):
            common.append(arg)
        elif arg == "--color":
            common += [arg, *islice(left, 1)]
        else:
            (common if arg in ("--verbose", "-v") and not rest else rest).append(arg)
    return common, rest


app = typer.Typer(
    cls=_OpensByDefault,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Search over your own notes, entirely on your machine.",
)

app.add_typer(models_app, name="models")
app.add_typer(completion_app, name="completion")
app.add_typer(vaults_app, name="vaults")


def main() -> None:
    """Run the command line; known trouble is a sentence and a remedy on stderr, and the exit code 2."""
    restart_in_utf8_mode()
    if code := exit_code_of(lambda: answer_shell(app) or app(prog_name="vaultsearch")):
        sys.exit(code)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("vaultsearch"))
        raise typer.Exit


@app.callback()
def options(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log to stderr.")] = False,
    color: Annotated[Color, typer.Option("--color", help=_COLOR)] = Color.AUTO,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Search over your own notes, entirely on your machine."""
    use_color(color)
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
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FOLDER|NOTE]", help=_OPENED),
    ] = None,
    editor: Annotated[bool, typer.Option("--editor", help="Open the note with $VISUAL or $EDITOR.")] = False,
    sample: Annotated[bool, typer.Option("--sample", help="Open the sample vault.")] = False,
    toggle: Annotated[
        bool,
        typer.Option("--toggle", help="Hide the window if it is in front, otherwise show it."),
    ] = False,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Start in the tray, or minimized if there is none.")
    ] = False,
    vault: VaultOption = None,
    set_: Set = None,
) -> None:
    """Open the window, or bring it to the front. With a note, open the note.

    A folder is opened in the window; anything else is a note's number, id or name, and opens in Obsidian.
    """
    from vaultsearch.desktop.single_instance import acquire, acquire_or_send
    from vaultsearch.desktop.system_libraries import require_display, require_system_libraries
    from vaultsearch.gui.window.request import Request
    from vaultsearch.settings.resources import resources_folder

    first = folders[0] if folders else None  # desktops hand over all that were selected
    if first is not None and not first.is_dir():
        open_note(str(first), vault, set_, editor=editor)
        return
    require_display()
    chosen = resources_folder() / "Sample vault" if sample else first or vault
    if chosen is not None and not chosen.is_dir():
        raise VaultNotFoundError(f"{chosen} is not a folder.", "Choose the folder with your notes.")
    whole = "" if chosen is None else str(chosen.resolve())
    require_unicode(Path(whole))
    request = Request(toggle, whole, os.environ.get("XDG_ACTIVATION_TOKEN", ""))
    place = acquire() if hidden else acquire_or_send(request)
    if place is None:
        if set_:
            typer.echo("vaultsearch: the window is already open; --set was ignored.", err=True)
        return
    try:
        require_system_libraries()
        from vaultsearch.desktop.app import run_window

        exit_code = run_window(chosen, command_parameters(set_), place.name, hidden=hidden)
    finally:
        place.release()
    raise typer.Exit(exit_code)


@app.command()
def index(
    folder: Annotated[Path | None, typer.Argument(help="The folder with your notes.")] = None,
    vault: VaultOption = None,
    anew: Annotated[bool, typer.Option("--rebuild", help="Rebuild the index from scratch.")] = False,
    read_for: Annotated[
        list[str] | None, typer.Option("--read-for", metavar="LANG", help=_READ_FOR, autocompletion=languages)
    ] = None,
    not_for: Annotated[
        list[str] | None, typer.Option("--not-for", metavar="LANG", help=_NOT_FOR, autocompletion=languages)
    ] = None,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Index a vault, or update its index."""
    parameters = command_parameters(set_)
    chosen = folder or vault or last_vault()
    wanted = {_language(written): True for written in read_for or ()}
    wanted |= {_language(written): False for written in not_for or ()}
    report = _index(chosen, parameters, wanted, anew=anew, quiet=as_json)
    if as_json:
        print_json(report_json(report))
    else:
        print_sync_report(report)
    if report.cancelled:  # a cancelled sync returns its report
        raise typer.Exit(INTERRUPTED)
    if report.failed and not report.chunks:
        raise typer.Exit(1)


app.command()(search)


@app.command()
def status(vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """Show what is indexed and what couldn't be read."""
    found = ask_vault(vault or last_vault(), command_parameters(set_), commands.status)
    if as_json:
        print_json(status_json(found))
    else:
        print_status(found)


@app.command()
def config(_vault: VaultOption = None, as_json: AsJson = False, set_: Set = None) -> None:
    """List all settings with their values and sources."""
    listed = command_parameters(set_).settings()
    if as_json:
        file = settings.settings_file()
        print_json({"settings": list(map(setting_json, listed)), "file": file, "extensions": extensions()})
    else:
        print_config(listed, settings.settings_file())


for command in (context, read, recent, random, stats, export, evaluate, mcp, watch, schema):
    app.command()(command)
for relation in (related, links, orphans, unresolved, duplicates, summaries):
    app.command()(relation)


def _language(written: str) -> str:
    code = language_code(written)
    if not code:
        raise QueryError(f"Unknown language “{written}”.", "Use a name or code: German or de.")
    return code


def _index(
    folder: Path, parameters: Parameters, wanted: Mapping[str, bool], *, anew: bool, quiet: bool
) -> SyncReport:
    """Index in the process that writes the index, if it answers commands, else here."""
    work = partial(commands.sync, read_for=tuple(wanted.items()), anew=anew)
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


add_examples(app)
