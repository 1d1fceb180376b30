"""The command line: typer application, commands, and error handling at the process border.

A command's module is imported only when the command is typed or listed in help. Known errors are printed as a
sentence; they set the exit code.
"""

from __future__ import annotations

import atexit
import inspect
import io
import logging
import os
import sys
import threading
import tomllib
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from enum import StrEnum
from functools import cache, partial, wraps
from importlib import import_module
from itertools import islice, pairwise
from pathlib import Path
from typing import Annotated, Any, cast, get_type_hints

import typer
from typer._click.exceptions import NoArgsIsHelpError, NoSuchOption, UsageError  # typer exports neither
from typer.core import TyperGroup

from vaultsearch.cli.completion import COMPLETION_VARIABLE
from vaultsearch.cli.output import query_arguments, shell_command, strip_direction_characters, text_for
from vaultsearch.core.errors import QueryError, VaultNotFoundError, VaultSearchError

TROUBLE_EXIT_CODE = 2
"""Exit code of known errors."""
CLOSED_PIPE_EXIT_CODE = 141
"""Exit code when the reader closes the pipe, as shells report SIGPIPE."""

_log = logging.getLogger(__name__)

_COMMANDS = {
    "open": "window:open_window",
    "index": "indexing:index_vault",
    "publish": "indexing:publish_index",
    "search": "search:search_notes",
    "status": "inventory:show_status",
    "config": "inventory:list_settings",
    "context": "context:print_context",
    "read": "context:read_notes",
    "ask": "context:ask_model",
    "recent": "search:list_recent",
    "random": "search:pick_random",
    "files": "search:list_files",
    "stats": "search:count_notes",
    "timeline": "search:count_by_period",
    "export": "context:export_passages",
    "evaluate": "evaluation:evaluate_search",
    "mcp": "mcp:serve_mcp",
    "serve": "mcp:serve_http_api",
    "watch": "watching:watch_vault",
    "schema": "inventory:print_schema",
    "related": "relations:list_related",
    "links": "relations:list_links",
    "topics": "relations:list_topics",
    "entities": "relations:list_entities",
    "orphans": "relations:list_orphans",
    "unresolved": "relations:list_unresolved",
    "duplicates": "relations:list_duplicates",
    "history": "relations:list_versions",
    "diff": "relations:show_changes",
    "summaries": "relations:summarize_notes",
    "models": "inventory:models_app",
    "completion": "completion:completion_app",
    "skill": "mcp:skill_app",
    "desktop-entry": "window:change_entry",
    "vaults": "inventory:vaults_app",
}
"""Each command's module in this package, and in it a function or an application with subcommands."""


@cache
def read_examples() -> dict[str, list[str]]:
    """Return each command's examples, shown by ``--help`` and the man page."""
    return tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))


class Commands(UserDict[str, Any]):
    """Map command names to typer commands, each built at first lookup."""

    def __init__(self) -> None:
        super().__init__(_COMMANDS)

    def __getitem__(self, name: str) -> Any:
        return _build_command(name)


@cache
def _build_command(name: str) -> Any:
    module, _, attribute = _COMMANDS[name].partition(":")
    target = getattr(import_module(f"vaultsearch.cli.{module}"), attribute)
    if isinstance(target, typer.Typer):
        application = target
    else:
        application = typer.Typer(pretty_exceptions_enable=False, add_completion=False)
        application.command(name)(target)
    for each in (*application.registered_commands, application.registered_callback):
        if each is not None:
            each.callback = _expand_options(each.callback)
    made: Any = typer.main.get_command(application)
    made.name = name
    _finish_command(made, name)
    return made


def _expand_options(command: Any) -> Any:
    """Expand a command's options dataclass into typer options.

    Help lists `--vault` in place of the dataclass; all others follow the command's own parameters. Fields
    declared by a class come before inherited fields.
    """
    own = inspect.signature(command, eval_str=True).parameters
    if "options" not in own:
        return command
    kind = own["options"].annotation
    hints = get_type_hints(kind, include_extras=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = {
        name: inspect.Parameter(name, keyword, default=getattr(kind, name), annotation=hints[name])
        for name in dict.fromkeys((*inspect.get_annotations(kind), *hints))
    }

    @wraps(command)
    def called(**given: Any) -> Any:
        options = kind(**{name: given[name] for name in shared})
        return command(options=options, **{name: value for name, value in given.items() if name in own})

    place = "vault" if "vault" in shared else "options"
    listed = {place if name == "options" else name: parameter for name, parameter in own.items()} | shared
    listed.pop("options", None)
    made: Any = called
    made.__signature__ = inspect.Signature([parameter.replace(kind=keyword) for parameter in listed.values()])
    return made


def _finish_command(command: Any, name: str) -> None:
    """Add examples below a command's help, and parse plain option values quickly."""
    if isinstance(command, TyperGroup):
        for each, below in command.commands.items():
            _finish_command(below, f"{name} {each}")
        return
    # Rich would read brackets as markup, and keeps lines apart only if they are paragraphs.
    shown = [example.replace("[", r"\[") for example in read_examples().get(name, ())]
    command.epilog = "\n\n".join(("Examples:", *shown)) if shown else None
    skip_value_parsing(command)


def skip_value_parsing(command: Any) -> None:
    """Let a command's options and arguments take plain values unparsed.

    WORKAROUND typer 0.29: every value, even None, goes through pydantic, which takes longer to import than
    typer.
    """
    usual = command.get_params

    def get_params(ctx: Any) -> list[Any]:
        parameters: list[Any] = usual(ctx)
        for parameter in parameters:
            if "process_value" not in vars(parameter):
                parameter.process_value = partial(_process_value, parameter, parameter.process_value)
        return parameters

    command.get_params = get_params


def _process_value(parameter: Any, usual: Callable[[Any, Any], Any], ctx: Any, value: Any) -> Any:
    if value is None and not parameter.required:
        plain = () if parameter.multiple or parameter.nargs == -1 else None
    else:
        plain = _parse_plain_value(parameter, value)
        if plain is None:
            return usual(ctx, value)
    return plain if parameter.callback is None else parameter.callback(ctx, parameter, plain)


def _parse_plain_value(parameter: Any, value: Any) -> Any:
    """Parse text, a path, a choice, an integer, or a list of texts or paths; else return None."""
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    # `vaultsearch open FOLDER` read its folders by pydantic, which took 8 MB that stayed in the window's
    # process.
    if kind in (list[str], list[Path]) and isinstance(value, list | tuple) and value:
        return list(map(Path, value)) if kind == list[Path] else list(value)
    if kind in (str, Path) and isinstance(value, str):
        return kind(value)
    if isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind):
        return kind(value)
    if kind is int and isinstance(value, str) and value.isascii() and value.isdecimal():
        number = int(value)
        least, most = parameter.min or 0, number if parameter.max is None else parameter.max
        return number if least <= number <= most else None
    return None


_FOLDERS_FOLLOW = ("index", "publish", "watch", "open", "forget", "move", "--vault")
"""Commands and the option that a folder follows."""
_COLOR_HELP = "Colours and links; by default on a terminal without NO_COLOR. Also behind a command."


_NO_SERVER_HELP = "Leave no process that answers the next commands. Also behind a command."


class Color(StrEnum):
    """When to colour the output."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class _OpenByDefaultGroup(TyperGroup):
    """Treat ``vaultsearch`` and ``vaultsearch FOLDER`` as ``vaultsearch open FOLDER``."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # Each is made when it is looked up: to make all of them would import every module.
        self.commands = cast("Any", Commands())
        skip_value_parsing(self)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        common, rest = _split_common_options(args)
        named = [argument for option, argument in pairwise(rest) if option in _FOLDERS_FOLLOW]
        if "" in named or "--vault=" in rest:
            # As by an unset variable: it would mean the current folder.
            raise QueryError("An empty path names no folder.", "Name the vault's folder, or leave it out.")
        if not rest and not ctx.resilient_parsing:
            rest = ["open"]
        elif rest and rest[0] not in self.commands and rest[0] not in ("--help", "-h", "--version"):
            if not ctx.resilient_parsing:
                _require_folder(rest, self.commands)
            rest = ["open", *rest]
        return super().parse_args(ctx, [*common, *rest])

    def make_context(self, *args: Any, **extra: Any) -> Any:
        with _usage_error_in_one_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _usage_error_in_one_line():
            return super().invoke(ctx)


@contextmanager
def _usage_error_in_one_line() -> Iterator[None]:
    """Print a usage error as a single line, like other errors, instead of typer's frame."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except UsageError as error:
        sentence = error.format_message().replace("Value error, ", "")
        end = "" if sentence.endswith((".", "?")) else "."
        command = error.ctx.command_path if error.ctx else "vaultsearch"
        kinds = [each.param_type_name for each in error.ctx.command.params] if error.ctx else []
        if isinstance(error, NoSuchOption) and not error.possibilities and "argument" in kinds:
            end = f"{end} Words that begin with a hyphen stand last, behind --, such as: -- -draft."
        typer.echo(f"vaultsearch: {sentence}{end} See: {command} --help", err=True)
        raise typer.Exit(TROUBLE_EXIT_CODE) from None


def _require_folder(words: list[str], commands: Iterable[str]) -> None:
    """Raise an error with a suggestion unless the first word is an option or a folder."""
    first = words[0]
    # A desktop hands over addresses: folders as file://, and vaultsearch:// from other programs.
    if first.startswith(("-", "file://", "vaultsearch://")) or Path(first).is_dir():
        return
    from vaultsearch.cli.vault_choice import is_indexed

    # An indexed vault is opened while its drive is away.
    if is_indexed(Path(first)):
        return
    # A slip in a command must not be taken for a folder that does not exist.
    near = get_close_matches(first.lower(), commands, n=1)
    if near:
        raise QueryError(f"No command {first}.", f"Did you mean: {shell_command(near[0], *words[1:])}")
    if first.startswith(("~", ".")) or len(Path(first).parts) > 1:
        raise VaultNotFoundError(f"{first} is not a folder.", "Choose the folder with your notes.")
    query = query_arguments(" ".join(words))
    raise QueryError(
        f"{first} is neither a command nor a folder.", f"To search for it: {shell_command('search', *query)}"
    )


def _split_common_options(args: list[str]) -> tuple[list[str], list[str]]:
    """Separate ``--verbose`` before the command, and those allowed anywhere, from all other arguments."""
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
        elif arg == "--no-server":
            common.append(arg)
        else:
            (common if arg in ("--verbose", "-v") and not rest else rest).append(arg)
    return common, rest


app = typer.Typer(
    cls=_OpenByDefaultGroup,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Search over your own notes, entirely on your machine.",
)


def main() -> None:
    """Run the command line; print known errors with a remedy on stderr, and exit with code 2."""
    restart_in_utf8_mode()
    strip_direction_characters()
    work: Callable[[], Any] = partial(app, prog_name="vaultsearch")
    if COMPLETION_VARIABLE in os.environ:
        from vaultsearch.cli.completion import answer_shell

        work = partial(answer_shell, app)
    elif sys.argv[1:2] == ["--answer-commands"]:
        from vaultsearch.cli.background_server import answer_until_idle
        from vaultsearch.cli.options import run_to_end

        work = partial(run_to_end, answer_until_idle(Path(sys.argv[2])))
    code = exit_code_of(work)
    others = {thread for thread in threading.enumerate() if not thread.daemon} - {threading.main_thread()}
    # Qt's objects must end before its libraries do, and a thread that is no daemon is waited for.
    if others or "PySide6" in sys.modules:
        sys.exit(code)
    # The interpreter's teardown took a sixth of a search's time, and is skipped: this ends worker processes,
    # removes temporary folders and flushes the log.
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):  # nobody reads it any more
                stream.flush()
    os._exit(code)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        typer.echo(version("vaultsearch"))
        raise typer.Exit


@app.callback()
def set_common_options(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log to stderr.")] = False,
    color: Annotated[Color, typer.Option("--color", help=_COLOR_HELP)] = Color.AUTO,
    no_server: Annotated[bool, typer.Option("--no-server", help=_NO_SERVER_HELP)] = False,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Search over your own notes, entirely on your machine."""
    from vaultsearch.settings import settings

    if color is not Color.AUTO:
        # Read by rich and typer in every console from here on.
        for name in ("NO_COLOR", "FORCE_COLOR"):
            os.environ.pop(name, None)
        os.environ["FORCE_COLOR" if color is Color.ALWAYS else "NO_COLOR"] = "1"
    if no_server:
        os.environ[settings.NO_SERVER_VARIABLE] = "1"
    settings.check_home()
    settings.mend_rights()
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    if not verbose:
        logging.getLogger("vaultsearch").setLevel(logging.ERROR)


def exit_code_of(work: Callable[[], Any]) -> int:
    """Run a command and return the exit code.

    Known errors, and files or output refused by the system, are printed on stderr as a sentence. A pipe
    closed by the reader sets the exit code only. Any other exception is a bug, so the traceback is shown.
    """
    # Characters missing from the output encoding are printed like ``\xf6``, instead of failing.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # Closed by the caller (`<&-`), the input is empty.
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    code = 0
    try:
        try:
            work()
        except SystemExit as end:
            # typer turns a closed pipe into the exit code 1, which means that nothing was found.
            if isinstance(end.__context__, BrokenPipeError):
                raise end.__context__ from None
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if sys.stdout is not None:
            # Written here, a closed pipe is noticed here; at the end of Python it would be a complaint on
            # stderr.
            sys.stdout.flush()
    except VaultSearchError as error:
        _print_trouble(f"{error} {error.remedy}")
    except BrokenPipeError:
        _discard_output()
        return CLOSED_PIPE_EXIT_CODE
    except (OSError, UnicodeError) as error:
        # The system refuses a file or the output: a traceback would help nobody.
        _log.debug("trouble", exc_info=error)
        _discard_output()
        _print_trouble(_describe_system_error(error))
    else:
        return code
    return TROUBLE_EXIT_CODE


def restart_in_utf8_mode() -> None:
    """Restart this process in Python's UTF-8 mode if the locale encodes file names differently."""
    # The database takes the bytes of a path for UTF-8; so a vault with an ``å`` in its name had another
    # index, or none, in a terminal with the locale POSIX.
    if sys.getfilesystemencoding() == "utf-8" or getattr(sys, "frozen", False):
        return
    if sys.stdout is not None and sys.stdout.encoding.lower() not in ("ascii", "utf-8"):
        # The output stays in the terminal's encoding; only the names of files become UTF-8.
        os.environ.setdefault("PYTHONIOENCODING", sys.stdout.encoding)
    os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606


def _describe_system_error(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return f"A name or text is not valid Unicode ({error}). Rename the file or the folder."
    why = (error.strerror or str(error)).rstrip(".")
    if error.filename is None:
        return f"The output or a file couldn't be read or written: {why}."
    return f"{error.filename} couldn't be read or written: {why}. Check its location and permissions."


def _print_trouble(sentence: str) -> None:
    if sys.stderr is not None:
        # Nobody may read it any more.
        with suppress(OSError):
            sys.stderr.write(f"vaultsearch: {text_for(sys.stderr, sentence)}\n")
            sys.stderr.flush()


def _discard_output() -> None:
    """Redirect stdout to the null device.

    Otherwise Python retries the failed write at exit, and complains.
    """
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return
