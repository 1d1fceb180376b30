"""The command line: the typer application. Imports no command: `commands` does, when one is typed."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import contextmanager
from difflib import get_close_matches
from enum import StrEnum
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer._click.exceptions import NoArgsIsHelpError, UsageError  # typer exports neither
from typer.core import TyperGroup

from vaultsearch.cli.commands import Commands, read_plainly
from vaultsearch.cli.completing import VARIABLE
from vaultsearch.cli.error_boundary import TROUBLE, exit_code_of, restart_in_utf8_mode
from vaultsearch.core.errors import QueryError, VaultNotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_COLOR = "Colours and links; by default on a terminal without NO_COLOR. Also behind a command."


class Color(StrEnum):
    """Whether to colour the output."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class _OpensByDefault(TyperGroup):
    """``vaultsearch`` and ``vaultsearch FOLDER`` mean ``vaultsearch open FOLDER``."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = cast("Any", Commands())
        read_plainly(self)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        common, rest = _common_options(args)
        if not rest and not ctx.resilient_parsing:
            rest = ["open"]
        elif rest and rest[0] not in self.commands and rest[0] not in ("--help", "-h", "--version"):
            if not ctx.resilient_parsing:
                _require_folder(rest, self.commands)
            rest = ["open", *rest]
        return super().parse_args(ctx, [*common, *rest])

    def make_context(self, *args: Any, **extra: Any) -> Any:
        with _one_sentence():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _one_sentence():
            return super().invoke(ctx)


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Print a wrong option or argument in a line, as other trouble, and not in typer's frame."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except UsageError as error:
        sentence = error.format_message().replace("Value error, ", "")
        end = "" if sentence.endswith((".", "?")) else "."
        command = error.ctx.command_path if error.ctx else "vaultsearch"
        typer.echo(f"vaultsearch: {sentence}{end} See: {command} --help", err=True)
        raise typer.Exit(TROUBLE) from None


def _require_folder(words: list[str], commands: Iterable[str]) -> None:
    """Raise if the first word is neither an option nor a folder: it may be a command with a slip."""
    first = words[0]
    if first.startswith("-") or Path(first).is_dir():
        return
    from vaultsearch.cli.output import as_argument, shell_command

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


def main() -> None:
    """Run the command line; known trouble is a sentence and a remedy on stderr, and the exit code 2."""
    restart_in_utf8_mode()
    work = _answer_shell if VARIABLE in os.environ else partial(app, prog_name="vaultsearch")
    if code := exit_code_of(work):
        sys.exit(code)


def _answer_shell() -> None:
    from vaultsearch.cli.completion import answer_shell

    answer_shell(app)


def _print_version(requested: bool) -> None:
    if requested:
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
    from vaultsearch.settings import settings

    _use_color(color)
    settings.check_home()
    settings.mend_rights()
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    if not verbose:
        logging.getLogger("vaultsearch").setLevel(logging.ERROR)


def _use_color(color: Color) -> None:
    """Set the environment's usual variables, which rich and typer read in every console from here on."""
    if color is not Color.AUTO:
        for name in ("NO_COLOR", "FORCE_COLOR"):
            os.environ.pop(name, None)
        os.environ["FORCE_COLOR" if color is Color.ALWAYS else "NO_COLOR"] = "1"
